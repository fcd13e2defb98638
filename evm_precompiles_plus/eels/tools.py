"""The spec's command-line tools, which do the same preparations for every single state test, do them once.

`statetest` makes its parser of options, asks git for the commit, and looks for the forks' packages in each
case anew: most of a case's time, once the precompiles are fast. None of that changes while a process lives.

**Deviations** Forks that are added to `ethereum.forks` later are not seen: this is for a process that runs a
tool.
"""

from functools import cache
from importlib import import_module
from typing import Any


def prepare_once() -> None:
    """Make the spec's tools keep their parser and their list of forks; nothing puts that back.

    Does nothing where the tools are not installed.
    """
    try:
        tools = import_module("ethereum_spec_tools.evm_tools")
        forks = import_module("ethereum_spec_tools.forks")
    except ImportError:
        return
    tools.create_parser = cache(tools.create_parser)  # type: ignore[attr-defined]
    forks.Hardfork.discover = staticmethod(_remembering(forks.Hardfork.discover))


def _remembering(discover: Any) -> Any:
    """Return `discover` with what it finds kept; what it finds elsewhere, on demand, is not."""
    usual = cache(discover)

    def discover_once(*elsewhere: Any, **named: Any) -> list[Any]:
        return discover(*elsewhere, **named) if elsewhere or named else list(usual())

    return discover_once
