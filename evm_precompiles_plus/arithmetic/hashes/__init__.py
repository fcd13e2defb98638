"""Compression functions of hashes that the EVM exposes by themselves."""
