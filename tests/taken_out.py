"""Rules of `py_evm/rules` taken out again, for tests that want to see them missed."""

from collections.abc import Callable

import pytest

from evm_precompiles_plus.py_evm import by_fork
from evm_precompiles_plus.py_evm.rules import table

TakeOut = Callable[[pytest.MonkeyPatch], None]


def out_of_table(part: object) -> TakeOut:
    """Take out the rules that have this part."""
    rest = tuple(rule for rule in table.RULES if part not in rule)
    assert len(rest) < len(table.RULES)
    return lambda monkeypatch: monkeypatch.setattr(table, "RULES", rest)


def forget_vms() -> None:
    """Have VM classes made anew."""
    table.as_specified.cache_clear()
    by_fork._plus_vm.cache_clear()
