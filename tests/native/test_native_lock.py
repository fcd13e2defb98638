"""When the interpreter's lock is released: what the header of module.c says."""

import sys
import threading
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from calls import G, point_bytes
from kernels import _kernels
from twist import g2, g2_bytes

Call = tuple[Callable[..., Any], tuple[Any, ...]]

POINT = point_bytes(G)
PAIR = POINT + g2_bytes(g2(1))
DIGEST, SIGNATURE = bytes(32), b"\1".rjust(32, b"\0") * 2 + b"\0"
BLAKE = (bytes(64), bytes(128), bytes(16), True)

# Long enough for the other thread to notice: some tens of milliseconds.
RELEASED: dict[str, Call] = {
    "ecpairing": (_kernels.ecpairing, (PAIR * 256,)),
    "modexp of a long exponent": (_kernels.modexp, (b"\3", b"\xff" * 400_000, b"\xff" * 32)),
    "modexp of a long base": (_kernels.modexp, (b"\3" * 4_000_000, b"\3", b"\xff" * 255)),
    "blake2f": (_kernels.blake2f, (1_000_000, *BLAKE)),
}
KEPT: dict[str, Call] = {
    "ecadd": (_kernels.ecadd, (POINT, POINT)),
    "ecmul": (_kernels.ecmul, (POINT, b"\xff" * 32)),
    "ecpairing of nothing": (_kernels.ecpairing, (b"",)),
    "ecrecover": (_kernels.ecrecover, (DIGEST, SIGNATURE)),
    "p256verify": (_kernels.p256verify, (DIGEST, SIGNATURE[:64], bytes(64))),
    "modexp": (_kernels.modexp, (b"\3" * 16_384, b"\3", b"\xff" * 32)),
    "blake2f": (_kernels.blake2f, (1_000, *BLAKE)),
}


@pytest.fixture(autouse=True)
def patience() -> Iterator[None]:
    """Let no thread ask for the lock: who wants it gets it only from one that releases it."""
    interval = sys.getswitchinterval()
    sys.setswitchinterval(1000)
    yield
    sys.setswitchinterval(interval)


def others_ran(call: Call, times: int) -> bool:
    """Whether another thread that wants to run does so during one of the calls."""
    function, arguments = call
    wanted, seen = threading.Lock(), []
    wanted.acquire()
    thread = threading.Thread(target=lambda: seen.append(wanted.acquire()))
    thread.start()
    wanted.release()
    for _ in range(times):
        function(*arguments)
        if seen:
            break
    ran = bool(seen)
    thread.join()
    return ran


@pytest.mark.parametrize("call", RELEASED.values(), ids=RELEASED)
def test_long_calls_release_the_lock(call: Call) -> None:
    assert others_ran(call, 100)


@pytest.mark.parametrize("call", KEPT.values(), ids=KEPT)
def test_short_calls_keep_the_lock(call: Call) -> None:
    assert not others_ran(call, 300)
