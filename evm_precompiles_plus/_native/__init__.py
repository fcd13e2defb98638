"""The optional C extension `_kernels` (BN254 ECADD and ECMUL, MODEXP up to 256 bits) and its sources."""
