"""A backend that is wrong, damaged or foreign is left out with a reason, and the package works without it."""

import logging
import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path
from typing import Any

import gmpy2
import pytest
from calls import word
from liars import LOG, Lying, always, never, replace

import evm_precompiles_plus
from evm_precompiles_plus import BackendMismatch, active_backends, routing, run
from evm_precompiles_plus.arithmetic.curves import pairing
from evm_precompiles_plus.info import info, info_lines
from evm_precompiles_plus.trust import in_service
from evm_precompiles_plus.trust.self_check import QUESTIONS, check

TWO_G = bytes.fromhex(
    "030644e72e131a029b85045b68181585d97816a916871ca8d3c208c16d87cfd3"
    "15ed738c0e0a7c92e7845f96b2ae9c0a68a6a449e3538fc7ff3ebf7a5a18a2c4"
)
G_PLUS_G = (word(1) + word(2)) * 2


@pytest.fixture(autouse=True)
def fresh(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.delenv(routing.VARIABLE, raising=False)
    routing.reset()
    yield
    monkeypatch.undo()
    routing.reset()


@pytest.mark.parametrize("name", [name for name in active_backends() if name != "pure"])
def test_a_backend_that_fails_is_out_and_the_others_go_on(
    name: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    replace(monkeypatch, name, Lying(in_service.load(name), always))
    assert run("ecadd", G_PLUS_G).output == TWO_G
    reason = routing.why_missing(name) or ""
    assert reason.startswith(f"backend {name!r} answers ")
    assert name not in active_backends()
    assert any(line.startswith(name) and reason in line for line in info_lines(info()))
    expected = (LOG, logging.ERROR, f"{reason}; it is out of service in this process")
    assert caplog.record_tuples == [expected]
    with pytest.raises(BackendMismatch, match=f"backend '{name}' answers"):
        routing.get(name)
    routing.reset()
    monkeypatch.setenv(routing.VARIABLE, name)
    for _ in range(2):
        with pytest.raises(BackendMismatch, match=f"backend '{name}' answers"):
            run("ecadd", G_PLUS_G)
    assert caplog.record_tuples == [expected] * 2


@pytest.mark.parametrize(
    "error", [SystemError("no"), ValueError("no"), AttributeError("no"), RuntimeError("no")]
)
def test_to_raise_is_no_answer(error: Exception) -> None:
    class Raising(Lying):
        def ecmul(self, p: bytes, k: bytes) -> bytes:
            raise error

    with pytest.raises(
        BackendMismatch, match=rf"'pure' answers {type(error).__name__}\('no'\) to ecmul \[3\]G"
    ):
        check(Raising(in_service.load("pure"), never))


def test_every_operation_that_has_a_question_is_asked() -> None:
    counted = Lying(in_service.load("pure"), never)
    check(counted)
    assert next(counted.calls) - 1 == sum(hasattr(counted.honest, each.operation) for each in QUESTIONS)


# The extension as a file: damaged copies of the package, each in a process of its own.

PACKAGE = Path(evm_precompiles_plus.__file__).parent
ELF = sys.platform == "linux"
EXTENSION = f"_kernels{EXTENSION_SUFFIXES[0]}"
SCRIPT = """
import evm_precompiles_plus
from evm_precompiles_plus import routing, run
from evm_precompiles_plus.info import info, info_lines
data = (1).to_bytes(32, "big") + (2).to_bytes(32, "big")
assert run("ecadd", data + data).backend != "native"
assert run("modexp", (1).to_bytes(32, "big") * 3 + b"\\3\\5\\7").output == b"\\5"
assert any(line.startswith("native ") and "not available" in line for line in info_lines(info()))
print(evm_precompiles_plus.__file__)
print(routing.why_missing("native"))
"""


def foreign() -> bytes:
    """Another package's extension: a good library without our `PyInit`."""
    return Path(gmpy2.gmpy2.__file__).read_bytes()


def machine_changed(library: bytes) -> bytes:
    """An ELF file for a machine that does not exist."""
    return library[:18] + b"\xfe\xfe" + library[20:]


DAMAGED: dict[str, tuple[Callable[[], bytes], str]] = {
    "empty": (lambda: b"", "_kernels"),
    "text": (lambda: b"not a library\n" * 100, "_kernels"),
    "foreign": (foreign, "PyInit__kernels"),
    **({"cut": (lambda: foreign()[: len(foreign()) // 2], "truncated")} if ELF else {}),
    **({"cut in its header": (lambda: foreign()[:40], "truncated")} if ELF else {}),
    **({"cut after its header": (lambda: foreign()[:1000], "truncated")} if ELF else {}),
    **({"of another machine": (lambda: machine_changed(foreign()), "_kernels")} if ELF else {}),
}

RAISING = {
    "OSError": "raise OSError('cannot map it')",
    "SystemError": "raise SystemError('initialization returned NULL')",
    "no functions": "features = lambda: {'path': 'none'}",
    "no features": "",
    "wrong answers": (
        "features = lambda: {'path': 'wrong'}\n"
        "modexp = ecadd = ecmul = ecpairing = ecrecover = p256verify = blake2f = "
        "lambda *arguments: b'wrong'"
    ),
}
REASONS = {
    "OSError": "OSError: cannot map it",
    "SystemError": "SystemError: initialization returned NULL",
    "no functions": "AttributeError: ",
    "no features": "AttributeError: ",
    "wrong answers": "backend 'native' answers",
}


def without_extension(directory: Path) -> Path:
    """Copy the package, and return the place for its extension."""
    copy = directory / PACKAGE.name
    ignored = shutil.ignore_patterns(
        "__pycache__", "bundled_fixtures", *(f"*{end}" for end in EXTENSION_SUFFIXES)
    )
    shutil.copytree(PACKAGE, copy, ignore=ignored)
    return copy / "_native"


def reason_in(directory: Path, script: str = SCRIPT) -> str:
    """Run the script with a copied package, and return the reason for its having no `native`."""
    environment: dict[str, Any] = {**os.environ, "PYTHONPATH": str(directory)}
    environment.pop(routing.VARIABLE, None)
    done = subprocess.run(
        [sys.executable, "-c", script], cwd=directory, env=environment, capture_output=True, text=True
    )
    assert done.returncode == 0, (done.returncode, done.stderr)
    file, reason = done.stdout.splitlines()
    assert Path(file).is_relative_to(directory)
    return reason


@pytest.mark.parametrize("damage", DAMAGED)
def test_a_damaged_extension_leaves_a_working_package(damage: str, tmp_path: Path) -> None:
    contents, reason = DAMAGED[damage]
    (without_extension(tmp_path) / EXTENSION).write_bytes(contents())
    assert reason in reason_in(tmp_path)


@pytest.mark.parametrize("damage", RAISING)
def test_an_extension_that_raises_leaves_a_working_package(damage: str, tmp_path: Path) -> None:
    """A module in the extension's place raises as an extension may, without a compiler."""
    (without_extension(tmp_path) / "_kernels.py").write_text(RAISING[damage])
    script = SCRIPT.replace('"not available" in line', "\"backend 'native'\" in line")
    assert REASONS[damage] in reason_in(tmp_path, script)


def test_a_package_without_extension_works(tmp_path: Path) -> None:
    without_extension(tmp_path)
    assert "No module named" in reason_in(tmp_path) or "cannot import" in reason_in(tmp_path)


def test_a_wrong_hard_part_of_the_final_exponentiation_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """The easy part alone brings e(G, H) * e(-G, H) to 1."""
    monkeypatch.setattr(pairing, "_power_t", lambda P, f: f)
    with pytest.raises(BackendMismatch, match="e\\(G, 2H\\)"):
        check(in_service.load("pure"))
