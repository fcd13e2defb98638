"""A signal in the middle of a call into C, as Ctrl-C sends one."""

import signal
from collections.abc import Callable
from typing import Any

import pytest

needs_timer = pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="needs POSIX timers")


def results_of_interrupted(seconds: float, function: Callable[..., Any], *arguments: Any) -> list[Any]:
    """Call the function with a KeyboardInterrupt on its way; return what it returned, nothing if left.

    The interpreter looks for signals itself once a call is over, so that an exception alone does not say that
    the call ended early. `map` keeps the result from within C, before the interpreter looks.
    """
    results: list[Any] = []
    before = signal.signal(signal.SIGALRM, signal.default_int_handler)
    try:
        with pytest.raises(KeyboardInterrupt):
            signal.setitimer(signal.ITIMER_REAL, seconds)
            results.extend(map(function, *([argument] for argument in arguments)))
            signal.pause()  # not reached, but by a signal that comes only now
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
    return results
