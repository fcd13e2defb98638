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

# gmpy2 and pure run the same code of this package over two kinds of integers: neither confirms an answer of
# the other. The rest share nothing with them, but that openssl takes an even MODEXP modulus apart by the same
# function.
FAMILY = {"gmpy2": "curves", "pure": "curves"}
