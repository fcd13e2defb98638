"""The `openssl` backend's own affairs: finding libcrypto, memory, threads; answers are in `test_router`."""

import gc
import random
import sys
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import Any

import pytest

from evm_precompiles_plus import routing

if routing.why_missing("openssl") is not None:
    pytest.skip("no libcrypto here", allow_module_level=True)

from evm_precompiles_plus.backends import openssl

LIBRARY = openssl.load(openssl.candidates())


class CountingLibrary:
    """libcrypto, with a count of what was made less what was freed."""

    def __init__(self) -> None:
        self.alive: Counter[str] = Counter()

    def __getattr__(self, name: str) -> Any:
        function = getattr(LIBRARY, name)
        if not name.endswith(("_new", "_free")):
            return function
        kind, change = name.rsplit("_", 1)

        def counted(*arguments: Any) -> Any:
            self.alive[kind] += 1 if change == "new" else -1
            return function(*arguments)

        return counted


def random_call(rng: random.Random, size: int) -> tuple[bytes, bytes, bytes]:
    return rng.randbytes(size), rng.randbytes(8), rng.randbytes(size - 1) + bytes([rng.randrange(1, 256)])


def right_answer(base: bytes, exponent: bytes, modulus: bytes) -> bytes:
    b, e, m = (int.from_bytes(operand, "big") for operand in (base, exponent, modulus))
    return pow(b, e, m).to_bytes(len(modulus), "big")


def test_a_thread_has_one_set_of_numbers_and_frees_it() -> None:
    library = CountingLibrary()
    backend = openssl.OpensslBackend(library)
    rng = random.Random(1)

    def work(_: int) -> Counter[str]:
        for _ in range(20):
            call = random_call(rng, 64)
            assert backend.modexp(*call) == right_answer(*call)
        return Counter(library.alive)

    with ThreadPoolExecutor(1) as pool:
        assert list(pool.map(work, range(3))) == 3 * [Counter(BN=4, BN_CTX=1)]
    gc.collect()
    assert not +library.alive


def test_threads_at_once_do_not_disturb_each_other() -> None:
    backend = openssl.OpensslBackend(LIBRARY)
    barrier = Barrier(4)

    def work(seed: int) -> None:
        rng = random.Random(seed)
        barrier.wait()
        for _ in range(100):
            call = random_call(rng, rng.choice([40, 128, 256]))
            assert backend.modexp(*call) == right_answer(*call)

    with ThreadPoolExecutor(4) as pool:
        list(pool.map(work, range(4)))


@pytest.mark.skipif(sys.platform == "win32", reason="no `resource` module")
def test_memory_does_not_grow() -> None:
    import resource

    backend = openssl.OpensslBackend(LIBRARY)
    call = random_call(random.Random(3), 128)
    for _ in range(2000):
        backend.modexp(*call)
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    for _ in range(30_000):
        backend.modexp(*call)
    # A BIGNUM of 128 bytes lost in each call would be 4 MB or more.
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 2048


def test_results_longer_than_the_usual_buffer() -> None:
    backend = openssl.OpensslBackend(LIBRARY)
    for size in (1023, 1024, 1025, 3000, 5):
        call = (b"\x07", b"\x05", (7**4).to_bytes(size, "big"))
        assert backend.modexp(*call) == bytes(size)
        call = (b"\x07", b"\x05", b"\xff" * size)
        assert backend.modexp(*call) == right_answer(*call)


def test_load_says_what_it_tried() -> None:
    with pytest.raises(ImportError, match="no name to try"):
        openssl.load([])
    with pytest.raises(ImportError, match="not-a-library"):
        openssl.load(["not-a-library"])
    assert openssl.load(["not-a-library", *openssl.candidates()])


def test_a_library_without_the_functions_is_passed_over() -> None:
    import _ctypes

    with pytest.raises(ImportError, match="BN_"):
        openssl.load([_ctypes.__file__])


def test_macos_never_loads_the_systems_own_libcrypto() -> None:
    assert "libcrypto.dylib" not in openssl.FILE_NAMES["darwin"]


def test_out_of_memory_is_an_error() -> None:
    class Exhausted(CountingLibrary):
        def __getattr__(self, name: str) -> Any:
            return (lambda *_: None) if name == "BN_CTX_new" else super().__getattr__(name)

    with pytest.raises(MemoryError):
        openssl.OpensslBackend(Exhausted()).modexp(b"\x02", b"\x03", b"\x05")
