"""Every error this package raises, under one root.

The kinds a caller tells apart: the precompile call itself fails (`PrecompileFailure`), the caller
asked for something that does not exist (`Unknown...`), or a backend cannot do its work (`Backend...`).
"""

from collections.abc import Callable, Iterable
from typing import Any


class PrecompilesError(Exception):
    """The root of every error of this package; each can be copied, and sent to another process."""

    def __reduce__(self) -> tuple[Callable[..., Any], tuple[Any, ...], dict[str, Any]]:
        # The default calls the class with `args`, which is the message: not what every class is made from.
        return _made_again, (type(self), self.args), self.__dict__


def _made_again(kind: type[PrecompilesError], args: tuple[object, ...]) -> PrecompilesError:
    error = kind.__new__(kind, *args)
    super(PrecompilesError, error).__init__(*args)
    return error


class PrecompileFailure(PrecompilesError):
    """The EVM call fails: no output, and all gas given to it is consumed."""


class InvalidInput(PrecompileFailure):
    """The calldata is not an input that the precompile accepts."""


class InvalidPoint(InvalidInput):
    """A coordinate is outside the field, or the point is not on the curve."""


class OutOfGas(PrecompileFailure):
    """The call costs more gas than it was given."""


class WrongType(PrecompilesError, TypeError):
    """An argument is of a type that is not taken; the message names the type, and those that are."""

    def __init__(self, what: str, given: object, taken: str) -> None:
        super().__init__(f"{what} is of type {type(given).__name__}; it must be {taken}")


class UnknownName(PrecompilesError, ValueError):
    """A name that is not among the choices; the message lists them, those that were meant perhaps first."""

    kind = "name"

    def __init__(self, given: object, choices: Iterable[str], meant: Iterable[str] = ()) -> None:
        listed = f"choose from: {', '.join(choices)}"
        perhaps = " or ".join(meant)
        hint = f"did you mean {perhaps}? Or " if perhaps else ""
        super().__init__(f"unknown {self.kind} {given!r}; {hint}{listed}")


class UnknownPrecompile(UnknownName):
    """No precompile has this name or address, or the fork does not have it yet."""

    kind = "precompile"


class UnknownFork(UnknownName):
    """No fork has this name."""

    kind = "fork"


class UnknownBackend(UnknownName):
    """No backend has this name."""

    kind = "backend"


class BackendUnavailable(PrecompilesError, ImportError):
    """The backend exists, but not on this machine; the message says how to get it."""


class BackendMismatch(PrecompilesError):
    """A backend gave another answer than the one known to be right, or than another backend.

    It is never a failure of the EVM's call: a host must stop, since what the call gives is not known.
    """


class InvalidRate(PrecompilesError, ValueError):
    """The share of calls to cross-check is not a number from 0 to 1."""

    def __init__(self, given: object, source: str) -> None:
        super().__init__(f"{source} is {given!r}; it must be a number from 0 to 1")
