"""The optional C extension `_kernels` (BN254, MODEXP, BLAKE2F) and its sources."""
