"""py-evm as a host: this room and those below it are the only ones that import `eth`."""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .rules.table import as_specified

__all__ = ["as_specified"]


def __getattr__(name: str) -> Any:
    # py-evm takes most of a second to import; whoever passes through to another module here does without.
    if name != "as_specified":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from .rules.table import as_specified

    return as_specified
