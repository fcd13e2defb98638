"""Modular exponentiation: what stands above one backend's power function."""
