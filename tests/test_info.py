"""`info`: what works here, and why the rest does not."""

import pytest

from evm_precompiles_plus import routing
from evm_precompiles_plus.backends.names import NAMES
from evm_precompiles_plus.info import Info, info, info_lines
from evm_precompiles_plus.trust import cross_check


def test_every_backend_is_there_or_says_why() -> None:
    report = info()
    assert set(report.backends) == set(NAMES)
    assert report.backends["pure"] is None
    assert report.versions["py-evm"] != "not installed"
    lines = info_lines(report)
    assert any(line.startswith("pure ") and line.endswith("available") for line in lines)


def test_a_missing_library_leaves_its_precompiles_to_the_host() -> None:
    missing = dict.fromkeys(NAMES, "backend is not available here; try: pip install it")
    lines = info_lines(Info({"Python": "3"}, dict(missing), None, ("bls12_g1add", "bls12_g1msm")))
    assert lines[-1] == "the host's own code stays in place for: bls12_g1add, bls12_g1msm"
    assert sum("pip install it" in line for line in lines) == len(NAMES)


def test_the_rate_of_verification_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(cross_check.VARIABLE, "0.125")
    routing.reset()
    try:
        assert "calls cross-checked: 0.125 of all; no second implementation here for: point_evaluation" in (
            info_lines(info())
        )
    finally:
        monkeypatch.undo()
        routing.reset()
    assert any(line.startswith("calls cross-checked: 0 of all") for line in info_lines(info()))


def test_the_named_backend_is_marked(monkeypatch: pytest.MonkeyPatch) -> None:
    routing.reset()
    monkeypatch.setenv(routing.VARIABLE, "pure")
    try:
        assert any(line.endswith(f"named by {routing.VARIABLE}") for line in info_lines(info()))
    finally:
        routing.reset()
