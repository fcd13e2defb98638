"""Curves, modular powers and hashes over any integers: no calldata, no gas, no fork."""
