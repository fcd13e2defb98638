"""The plugin in a checkout of py-evm, whose `eth/` lies before the installed one, without titanoboa."""

import os
import subprocess
import sys
from pathlib import Path

import eth

PROJECT = """
import eth
import pytest
from eth.vm.forks import CancunVM

def test_eth_is_the_checkout_s():
    assert eth.__file__.startswith({checkout!r})

def test_the_precompiles_are_on():
    table = CancunVM.get_state_class().computation_class.get_precompiles()
    assert table[(5).to_bytes(20, "big")].__module__.startswith("evm_precompiles_plus.")

def test_titanoboa_is_out(pytestconfig):
    assert not pytestconfig.pluginmanager.has_plugin("boa_test")
"""


def test_the_plugin_goes_by_the_checkout_s_eth(tmp_path: Path) -> None:
    (tmp_path / "eth").symlink_to(Path(eth.__file__).parent)
    (tmp_path / "test_project.py").write_text(PROJECT.format(checkout=str(tmp_path)))
    plugin = ["-p", "evm_precompiles_plus.activation.pytest_plugin", "--evm-precompiles-plus"]
    # Only the plugins that are named: the installed ones are the environment's.
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:boa_test", *plugin, "--rootdir", str(tmp_path)],
        cwd=tmp_path,
        env={**os.environ, "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"},
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert "3 passed" in done.stdout, done.stdout + done.stderr
