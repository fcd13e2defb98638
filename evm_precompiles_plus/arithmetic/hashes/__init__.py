"""Hashes: a compression function that the EVM exposes by itself, and the address of a key."""
