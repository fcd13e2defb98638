"""A package of the spec is known by what its precompiles charge: copies, changed ones, the announced API."""

import logging
import re
import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from shutil import copytree
from types import SimpleNamespace
from typing import Any

import pytest
from ethereum_types.numeric import Uint

from evm_precompiles_plus import eels
from evm_precompiles_plus.eels.rules import rules_of

FORKS = import_module("ethereum.forks")
ECADD, MODEXP = (number.to_bytes(20, "big") for number in (6, 5))


@pytest.fixture(autouse=True)
def clean() -> Iterator[None]:
    eels.uninstall()
    yield
    eels.uninstall()
    for name in [name for name in sys.modules if name.startswith("ethereum.forks.epp_")]:
        del sys.modules[name]


def copied(folder: Path, name: str, monkeypatch: pytest.MonkeyPatch, *changes: tuple[str, str, str]) -> str:
    """Copy Osaka's package as `epp_NAME`, with texts of its files changed; return the copy's name."""
    package = f"epp_{name}"
    source = Path(import_module("ethereum.forks.osaka").__file__ or "").parent
    target = copytree(source, folder / package, ignore=lambda *_: ["__pycache__"])
    for pattern, old, new in changes:
        found = [path for path in target.glob(pattern) if re.search(old, path.read_text())]
        assert found, (pattern, old)
        for path in found:
            path.write_text(re.sub(old, new, path.read_text()))
    monkeypatch.setattr(FORKS, "__path__", [*FORKS.__path__, str(folder)])
    return package


def table(package: str) -> dict[bytes, Any]:
    module = import_module(f"ethereum.forks.{package}.vm.precompiled_contracts.mapping")
    found: dict[bytes, Any] = module.PRE_COMPILED_CONTRACTS
    return found


def is_ours(package: str) -> bool:
    return bool(table(package)[ECADD].__module__ == "evm_precompiles_plus.eels.adapter")


def test_a_copy_that_comes_up_later_has_ours(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    eels.install()
    package = copied(tmp_path, "clone1", monkeypatch)
    assert is_ours(package)
    interpreter = import_module(f"ethereum.forks.{package}.vm.interpreter")
    assert interpreter.PRE_COMPILED_CONTRACTS is table(package)
    eels.uninstall()
    assert not is_ours(package)


CHANGES = [
    ("vm/precompiled_contracts/alt_bn128.py", r"Uint\(150\)", "Uint(151)"),
    ("vm/precompiled_contracts/alt_bn128.py", r"Uint\(6000\)", "Uint(5999)"),
    ("vm/precompiled_contracts/alt_bn128.py", r"34000 \*", "34001 *"),
    ("vm/precompiled_contracts/alt_bn128.py", r"\+ 45000", "+ 45001"),
    ("vm/precompiled_contracts/modexp.py", r"1024", "2048"),
    ("vm/precompiled_contracts/modexp.py", r"Uint\(500\)", "Uint(499)"),
    ("vm/precompiled_contracts/modexp.py", r"Uint\(2\) \* words", "Uint(3) * words"),
    ("vm/precompiled_contracts/modexp.py", r"Uint\(16\) \* \(", "Uint(8) * ("),
    ("vm/precompiled_contracts/modexp.py", r"complexity = Uint\(16\)", "complexity = Uint(17)"),
    ("vm/gas.py", r"(P256VERIFY.* = Uint)\(6900\)", r"\1(3450)"),
    ("vm/gas.py", r"(ECRECOVER.* = Uint)\(3000\)", r"\1(3001)"),
    ("vm/gas.py", r"(BLAKE2.* = Uint)\(1\)", r"\1(2)"),
    ("vm/gas.py", r"(POINT_EVALUATION.* = Uint)\(50000\)", r"\1(50001)"),
]


@pytest.mark.parametrize("change", CHANGES, ids=lambda change: f"{change[0]} {change[1]}")
def test_a_package_with_another_constant_is_left_alone(
    change: tuple[str, str, str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    package = copied(tmp_path, f"other{abs(hash(change))}", monkeypatch, change)
    with caplog.at_level(logging.WARNING), eels.installed():
        assert not is_ours(package)
        assert table(package)[MODEXP].__module__.startswith("ethereum.forks.epp_other")
        assert is_ours("osaka")
    assert [package in record.getMessage() for record in caplog.records] == [True]


def test_the_announced_api_is_told_by_what_is_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Calldata is the frame's own, and `charge_gas` charges a meter."""
    package = copied(
        tmp_path,
        "meter",
        monkeypatch,
        ("vm/precompiled_contracts/**/*.py", r"evm\.message\.data", "evm.call_data"),
        ("vm/gas.py", r"evm\.gas_left", "evm.gas_meter.gas_left"),
    )
    own = dict(table(package))
    with eels.installed():
        assert is_ours(package)
        for gas in (149, 150, 1000):
            outcomes: list[Any] = []
            for precompile in (own[ECADD], table(package)[ECADD]):
                meter = SimpleNamespace(gas_left=Uint(gas))
                evm: Any = SimpleNamespace(call_data=bytes(128), gas_meter=meter, output=b"")
                try:
                    precompile(evm)
                except Exception as error:
                    outcomes.append(type(error))
                else:
                    outcomes.append((bytes(evm.output), meter.gas_left))
            assert outcomes[0] == outcomes[1]


def test_the_rules_of_every_package_are_its_own_forks() -> None:
    for package in ("frontier", "byzantium", "istanbul", "berlin", "cancun", "prague", "osaka", "bpo1"):
        assert rules_of(package, table(package)) == package
