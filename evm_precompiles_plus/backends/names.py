"""The list of backends, the fastest first: each is the module of that name beside this one."""

# Each with the command that brings it.
INSTALL_HINTS = {
    "native": "pip install --no-binary evm-precompiles-plus evm-precompiles-plus, with a C compiler",
    "arkworks": "pip install py-arkworks-bls12381",
    "blake2b": "pip install blake2b-py",
    "coincurve": "pip install coincurve",
    "cryptography": "pip install cryptography",
    "gmpy2": "pip install gmpy2",
    "openssl": "pip install cffi; libcrypto is OpenSSL 1.1.1's or later, of this Python or the system",
    "pure": "part of this package",
}
NAMES = tuple(INSTALL_HINTS)
