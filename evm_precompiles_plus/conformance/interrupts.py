"""Ctrl-C at a time that suits: a report must not be cut in the middle of an entry."""

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType


class Interrupts:
    """While entered, Ctrl-C raises `KeyboardInterrupt` as ever, but not inside a `held` block.

    There it is remembered and raised at the block's end. Outside of the main thread, where no signal can be
    handled, this does nothing.
    """

    def __init__(self) -> None:
        self._held = False
        self._pending = False

    def _handle(self, number: int, frame: FrameType | None) -> None:
        if not self._held:
            raise KeyboardInterrupt
        self._pending = True

    @contextmanager
    def handled(self) -> Iterator[None]:
        """Handle interrupts inside the block."""
        if threading.current_thread() is not threading.main_thread():
            yield
            return
        before = signal.signal(signal.SIGINT, self._handle)
        try:
            yield
        finally:
            signal.signal(signal.SIGINT, before)

    @contextmanager
    def held(self) -> Iterator[None]:
        """Hold interrupts back until the end of the block."""
        self._held = True
        try:
            yield
        finally:
            self._held = False
            if self._pending:
                self._pending = False
                raise KeyboardInterrupt
