"""Times of py-evm's own precompiles, in a process that is ended where a call takes too long.

A signal does not end a call: Python's integers look for none within a power.
"""

from math import inf
from multiprocessing import TimeoutError as TookTooLong
from multiprocessing import get_context
from multiprocessing.pool import Pool
from signal import SIG_IGN, SIGINT, signal
from types import TracebackType

from .bench import stock_or_none
from .timing import CLOCK, interleaved

MOST_SECONDS = 5.0
# Beside the call itself: what it takes to hand it over, and to call once more for a short one's time.
_GRACE = 1.0


class StockTimer:
    """A process for stock calls, there while the `with` block lasts and replaced when it was ended."""

    def __init__(self) -> None:
        self._pool: Pool | None = None

    def __enter__(self) -> "StockTimer":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._end()

    def microseconds(self, precompile: str, fork: str, data: bytes) -> float | None:
        """Return the microseconds of py-evm's own call, of its newest fork where it has not this one.

        None: py-evm has no such precompile. Infinity: it takes more than `MOST_SECONDS`.
        """
        if self._pool is None:
            # An interrupt is the parent's to answer.
            self._pool = get_context("spawn").Pool(1, signal, (SIGINT, SIG_IGN))
            self._pool.apply(_time, ("ecadd", "byzantium", b""))
        try:
            return self._pool.apply_async(_time, (precompile, fork, data)).get(MOST_SECONDS + _GRACE)
        except TookTooLong:
            self._end()
            return inf

    def _end(self) -> None:
        if self._pool:
            self._pool.terminate()
            self._pool.join()
            self._pool = None


def _time(precompile: str, fork: str, data: bytes) -> float | None:
    call = stock_or_none(precompile, fork)
    if call is None:
        return None
    start = CLOCK()
    call(data)
    once = CLOCK() - start
    return once * 1e6 if once > MOST_SECONDS / 10 else interleaved({"": lambda: call(data)}, 3)[""].shortest
