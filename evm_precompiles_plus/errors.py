"""Every error this package raises, under one root.

The kinds a caller tells apart: the precompile call itself fails (`PrecompileFailure`), the caller
asked for something that does not exist (`Unknown...`), or a backend cannot do its work (`Backend...`).
"""

from collections.abc import Iterable


class PrecompilesError(Exception):
    """The root of every error of this package."""


class PrecompileFailure(PrecompilesError):
    """The EVM call fails: no output, and all gas given to it is consumed."""


class InvalidInput(PrecompileFailure):
    """The calldata is not an input that the precompile accepts."""


class InvalidPoint(InvalidInput):
    """A coordinate is outside the field, or the point is not on the curve."""


class OutOfGas(PrecompileFailure):
    """The call costs more gas than it was given."""


class UnknownName(PrecompilesError, ValueError):
    """A name that is not among the choices, which the message lists."""

    kind = "name"

    def __init__(self, given: object, choices: Iterable[str]) -> None:
        super().__init__(f"unknown {self.kind} {given!r}; choose from: {', '.join(choices)}")


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
