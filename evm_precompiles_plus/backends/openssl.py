"""Backend `openssl`: MODEXP by the libcrypto that this Python is linked to, or the system's (PyPI: cffi).

**Algorithm** `BN_mod_exp`: Montgomery multiplication in assembly, under a sliding window. An even modulus
with a small power of two is taken apart for it, since OpenSSL itself divides at every step there.
**Representation** Big-endian bytes; numbers are read into BIGNUMs that each thread owns and reuses.
**Invariants** A thread's BIGNUMs and BN_CTX are freed with it (`tests/backends/test_openssl.py`).
**Timing** Variable time: all inputs are public.
"""

import sys
import threading
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from cffi import FFI

from ..arithmetic.modular.even import modexp_even, split_modulus

# Beyond a limb of 2**k, Python's integers take longer for it than GMP for the whole.
WIDEST_SPLIT_K = 64

# EIP-7823's limit; longer results have another buffer made.
USUAL_SIZE = 1024

FUNCTIONS = """
    typedef struct bignum_st BIGNUM;
    typedef struct bignum_ctx BN_CTX;
    BIGNUM *BN_new(void);
    void BN_free(BIGNUM *a);
    BN_CTX *BN_CTX_new(void);
    void BN_CTX_free(BN_CTX *c);
    BIGNUM *BN_bin2bn(const unsigned char *s, int len, BIGNUM *ret);
    int BN_bn2binpad(const BIGNUM *a, unsigned char *to, int tolen);
    int BN_mod_exp(BIGNUM *r, const BIGNUM *a, const BIGNUM *p, const BIGNUM *m, BN_CTX *ctx);
"""

# OpenSSL 3 and 1.1.1 as distributions, Homebrew and python.org name them. Never macOS's own
# `libcrypto.dylib`: the system ends a process that loads it.
FILE_NAMES = {
    "darwin": (
        "libcrypto.3.dylib",
        "/opt/homebrew/opt/openssl@3/lib/libcrypto.3.dylib",
        "/usr/local/opt/openssl@3/lib/libcrypto.3.dylib",
    ),
    "win32": ("libcrypto-3.dll", "libcrypto-3-x64.dll", "libcrypto-3-arm64.dll", "libcrypto-1_1.dll"),
}
UNIX_FILE_NAMES = ("libcrypto.so.3", "libcrypto.so.1.1", "libcrypto.so")

_ffi = FFI()
_ffi.cdef(FUNCTIONS)


def candidates() -> Iterator[str]:
    """Yield where libcrypto may be: first behind the interpreter's own `_ssl`, which depends on it."""
    try:
        import _ssl
    except ImportError:
        own = None
    else:
        own = getattr(_ssl, "__file__", None)
    if own and sys.platform != "win32":
        yield own
    yield from FILE_NAMES.get(sys.platform, UNIX_FILE_NAMES)


def load(paths: Iterable[str]) -> Any:
    """Return the first library among `paths` that has all functions; raise `ImportError` with the reasons."""
    reasons = []
    for path in paths:
        try:
            library = _ffi.dlopen(path)
            # cffi looks a name up when it is first used.
            for function in (library.BN_new, library.BN_bn2binpad, library.BN_mod_exp):
                assert function
        except (OSError, AttributeError) as error:
            reasons.append(str(error))
        else:
            return library
    raise ImportError(f"no libcrypto with BN_mod_exp: {'; '.join(reasons) or 'no name to try'}")


def _modexp_with(library: Any) -> Callable[[bytes, bytes, bytes], bytes]:
    """Return `modexp` on BIGNUMs, BN_CTX and output of its own, freed with it; for one thread at a time."""

    def owned(pointer: Any, free: Any) -> Any:
        return _ffi.gc(_checked(pointer), free)

    base_number, exponent_number, modulus_number, result = (
        owned(library.BN_new(), library.BN_free) for _ in range(4)
    )
    context = owned(library.BN_CTX_new(), library.BN_CTX_free)
    read, write, mod_exp = library.BN_bin2bn, library.BN_bn2binpad, library.BN_mod_exp
    output = _ffi.new("unsigned char[]", USUAL_SIZE)
    view = _ffi.buffer(output)

    def modexp(base: bytes, exponent: bytes, modulus: bytes) -> bytes:
        nonlocal output, view
        size = len(modulus)
        if size > len(output):
            output = _ffi.new("unsigned char[]", size)
            view = _ffi.buffer(output)
        _checked(read(base, len(base), base_number))
        _checked(read(exponent, len(exponent), exponent_number))
        _checked(read(modulus, size, modulus_number))
        _checked(mod_exp(result, base_number, exponent_number, modulus_number, context))
        write(result, output, size)
        return bytes(view[:size])

    return modexp


def _checked(given: Any) -> Any:
    if not given:
        raise MemoryError("libcrypto has no memory left")
    return given


class OpensslBackend:
    """MODEXP alone (`Backend` says what the method does)."""

    name = "openssl"

    def __init__(self, library: Any) -> None:
        self._library = library
        self._thread = threading.local()

    def modexp(self, base: bytes, exponent: bytes, modulus: bytes) -> bytes:
        if modulus[-1] & 1:
            return self._mod_exp(base, exponent, modulus)
        m = int.from_bytes(modulus, "big")
        k, odd = split_modulus(m)
        if k > WIDEST_SPLIT_K or odd == 1:
            return self._mod_exp(base, exponent, modulus)
        odd_bytes = odd.to_bytes((odd.bit_length() + 7) // 8, "big")

        def modexp_odd(*_: int) -> int:
            return int.from_bytes(self._mod_exp(base, exponent, odd_bytes), "big")

        b, e = int.from_bytes(base, "big"), int.from_bytes(exponent, "big")
        result: int = modexp_even(b, e, m, modexp_odd, pow)
        return result.to_bytes(len(modulus), "big")

    @property
    def _mod_exp(self) -> Callable[[bytes, bytes, bytes], bytes]:
        try:
            return self._thread.modexp  # type: ignore[no-any-return]
        except AttributeError:
            self._thread.modexp = _modexp_with(self._library)
            return self._thread.modexp  # type: ignore[no-any-return]


backend = OpensslBackend(load(candidates()))
