"""The spec's command-line tools, which do the same preparations for every single state test, do them once.

`statetest` and `t8n` make their parser of options, ask git for the commit, and look for the forks' packages
in each case anew: most of a case's time, once the precompiles are fast. None of that changes while a process
lives.

**Deviations** Forks that are added to `ethereum.forks` later are not seen: this is for a process that runs a
tool.
"""

from functools import cache
from typing import Any

from ..replacements import when_imported


@cache
def prepare_once() -> None:
    """Make the spec's tools, once they are imported, keep their parser and their list of forks.

    Nothing puts that back.
    """
    for name, keep in (("evm_tools", _keep_the_parser), ("forks", _keep_the_forks)):
        when_imported(f"ethereum_spec_tools.{name}".__eq__, keep)


def _keep_the_parser(tools: Any) -> None:
    tools.create_parser = cache(tools.create_parser)


def _keep_the_forks(forks: Any) -> None:
    forks.Hardfork.discover = staticmethod(_remembering(forks.Hardfork.discover))


def _remembering(discover: Any) -> Any:
    """Return `discover` with what it finds kept; what it finds elsewhere, on demand, is not."""
    usual = cache(discover)

    def discover_once(*elsewhere: Any, **named: Any) -> list[Any]:
        return discover(*elsewhere, **named) if elsewhere or named else list(usual())

    return discover_once
