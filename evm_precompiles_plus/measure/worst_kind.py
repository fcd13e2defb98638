"""A kind of call, from which `worst_calls` makes calls of any size."""

from collections.abc import Callable
from typing import NamedTuple


class Kind(NamedTuple):
    """A kind of call: its key, its calldata from sizes, sizes to begin with, and the least there are.

    `words` has a place for each size; the key says it all where there is none.
    """

    key: str
    make: Callable[..., bytes]
    starts: tuple[tuple[int, ...], ...] = ((),)
    words: str = ""
    least: tuple[int, ...] = ()
