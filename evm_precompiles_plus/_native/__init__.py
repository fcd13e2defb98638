"""The optional C extension `_kernels` (BN254, MODEXP up to 256 bits, BLAKE2F) and its sources."""
