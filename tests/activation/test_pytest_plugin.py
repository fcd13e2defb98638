"""The pytest plugin, in a scratch project that knows nothing of it.

The project's tests want 0**0 mod 5 with an empty base to be 1: py-evm's own MODEXP answers 0.
"""

import os
import subprocess
import sys
from importlib.metadata import entry_points
from pathlib import Path

import pytest

ETH_TESTER = """
from eth_tester import EthereumTester, PyEVMBackend

tester = EthereumTester(PyEVMBackend())

def call(address, data):
    sender = tester.get_accounts()[0]
    to = "0x" + address.to_bytes(20, "big").hex()
    return tester.call({"from": sender, "to": to, "data": "0x" + data.hex(), "gas": 1_000_000})

def test_modexp():
    assert call(5, bytes(95) + b"\\1\\5") == "0x01"

def test_ecmul_by_the_group_order():
    order = 21888242871839275222246405745257275088548364400416034343698204186575808495617
    one, two = (1).to_bytes(32, "big"), (2).to_bytes(32, "big")
    assert call(7, one + two + order.to_bytes(32, "big")) == "0x" + "00" * 64
"""

TITANOBOA = """
import boa

SOURCE = '''
# pragma version ^0.4.0
@external
@view
def modexp(data: Bytes[256]) -> Bytes[32]:
    return raw_call(0x0000000000000000000000000000000000000005, data, max_outsize=32, is_static_call=True)
'''

def test_modexp():
    assert boa.loads(SOURCE).modexp(bytes(95) + b"\\1\\5") == b"\\1"
"""

SWITCHED_FOR_ONE = """
def is_on():
    from eth.vm.forks import CancunVM
    table = CancunVM.get_state_class().computation_class.get_precompiles()
    return table[(5).to_bytes(20, "big")].__module__.startswith("evm_precompiles_plus.")

def test_without():
    assert not is_on()

def test_with(evm_precompiles):
    assert is_on() and "pure" in evm_precompiles

def test_without_again():
    assert not is_on()
"""

CHEAP = """
import sys

def test_nothing_heavy_is_imported():
    assert "evm_precompiles_plus.activation.pytest_plugin" in sys.modules
    heavy = {"eth", "gmpy2", "py_ecc", "pydantic", "rich", "evm_precompiles_plus.registry"}
    assert not heavy & set(sys.modules)
"""

RESTORED = """
import pytest

@pytest.hookimpl(trylast=True)
def pytest_configure(config):
    config.add_cleanup(report)  # cleanups run last in, first out: this one is before the plugin's

def table():
    from eth.vm.forks import CancunVM
    return CancunVM.get_state_class().computation_class.get_precompiles()[(5).to_bytes(20, "big")].__module__

def report():
    print("at the end", table())
    import atexit
    atexit.register(lambda: print("after the end", table()))
"""


def run_pytest(project: Path, *arguments: str, **variables: str) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, **variables}
    installed = entry_points(group="pytest11", name="evm_precompiles_plus")
    if not installed:
        roots = [str(Path(__file__).parents[2]), environment.get("PYTHONPATH", "")]
        environment["PYTHONPATH"] = os.pathsep.join(filter(None, roots))
    plugin = [] if installed else ["-p", "evm_precompiles_plus.activation.pytest_plugin"]
    command = [sys.executable, "-m", "pytest", *plugin, "-p", "no:cacheprovider", "--rootdir", str(project)]
    return subprocess.run(
        [*command, *arguments], cwd=project, env=environment, capture_output=True, text=True, timeout=300
    )


@pytest.fixture
def project(tmp_path: Path) -> Path:
    (tmp_path / "test_on_eth_tester.py").write_text(ETH_TESTER)
    (tmp_path / "test_on_titanoboa.py").write_text(TITANOBOA)
    return tmp_path


def test_the_scratch_project_can_tell(project: Path) -> None:
    run = run_pytest(project, "-q")
    assert "2 failed, 1 passed" in run.stdout
    assert "evm-precompiles-plus:" not in run.stdout


def test_the_option_switches_a_session_on(project: Path) -> None:
    run = run_pytest(project, "--evm-precompiles-plus")
    assert run.returncode == 0 and "3 passed" in run.stdout
    header = next(line for line in run.stdout.splitlines() if line.startswith("evm-precompiles-plus: on"))
    assert header.endswith("pure")


def test_the_option_reaches_the_workers_of_xdist(project: Path) -> None:
    run = run_pytest(project, "--evm-precompiles-plus", "-n", "2")
    assert run.returncode == 0 and "3 passed" in run.stdout and "2 workers" in run.stdout
    assert "evm-precompiles-plus: on" in run.stdout


@pytest.mark.parametrize("arguments", [[], ["-n", "2"]], ids=["one process", "xdist"])
def test_the_ini_key_switches_a_session_on(arguments: list[str], project: Path) -> None:
    (project / "pytest.ini").write_text("[pytest]\nevm_precompiles_plus = true\n")
    (project / "test_on_titanoboa.py").unlink()
    run = run_pytest(project, *arguments)
    assert run.returncode == 0 and "2 passed" in run.stdout
    assert "evm-precompiles-plus: on" in run.stdout


def test_the_session_puts_things_back(tmp_path: Path) -> None:
    (tmp_path / "conftest.py").write_text(RESTORED)
    (tmp_path / "test_one.py").write_text("def test_one(): pass")
    run = run_pytest(tmp_path, "--evm-precompiles-plus", "-q", "-s")
    assert "at the end evm_precompiles_plus.py_evm.adapter" in run.stdout
    assert "after the end eth.precompiles.modexp" in run.stdout


def test_the_fixture_switches_one_test_on(tmp_path: Path) -> None:
    (tmp_path / "test_one.py").write_text(SWITCHED_FOR_ONE)
    run = run_pytest(tmp_path)
    assert run.returncode == 0 and "3 passed" in run.stdout


def test_it_imports_nothing_heavy_while_it_is_off(tmp_path: Path) -> None:
    (tmp_path / "test_one.py").write_text(CHEAP)
    # Other plugins of this environment, titanoboa's among them, import py-evm for their own ends.
    plugins_off = {"PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
    run = run_pytest(tmp_path, "-p", "evm_precompiles_plus.activation.pytest_plugin", **plugins_off)
    assert run.returncode == 0, run.stdout


def test_a_backend_that_does_not_exist_is_a_usage_error(tmp_path: Path) -> None:
    (tmp_path / "test_one.py").write_text("def test_one(): pass")
    run = run_pytest(tmp_path, "--evm-precompiles-plus", EVM_PRECOMPILES_BACKEND="magic")
    assert run.returncode == pytest.ExitCode.USAGE_ERROR
    assert "unknown backend 'magic'; choose from: " in run.stderr


def test_a_named_backend_is_the_one_in_the_header(tmp_path: Path) -> None:
    (tmp_path / "test_one.py").write_text("def test_one(): pass")
    run = run_pytest(tmp_path, "--evm-precompiles-plus", EVM_PRECOMPILES_BACKEND="pure")
    assert "evm-precompiles-plus: on, backends pure\n" in run.stdout


SPEC = """
import pytest

def table(package):
    from importlib import import_module
    return import_module(f"ethereum.forks.{package}.vm.precompiled_contracts.mapping").PRE_COMPILED_CONTRACTS

@pytest.mark.parametrize("package", ["osaka", "byzantium"])
def test_ecadd(package):
    from types import SimpleNamespace
    from ethereum_types.numeric import Uint
    ecadd = table(package)[(6).to_bytes(20, "big")]
    evm = SimpleNamespace(message=SimpleNamespace(data=bytes(128)), gas_left=Uint(1000), output=b"")
    ecadd(evm)
    assert evm.output == bytes(64)
    print(ecadd.__module__)
"""

NOTHING = "def test_one(): pass"


@pytest.fixture
def spec_project(tmp_path: Path) -> Path:
    pytest.importorskip("ethereum")
    (tmp_path / "test_on_the_spec.py").write_text(SPEC)
    return tmp_path


@pytest.mark.parametrize("arguments", [[], ["-n", "2"]], ids=["one process", "xdist"])
def test_the_option_reaches_the_executable_spec(arguments: list[str], spec_project: Path) -> None:
    run = run_pytest(spec_project, "--evm-precompiles-plus", "-q", "-rP", *arguments)
    assert run.returncode == 0 and run.stdout.count("evm_precompiles_plus.eels.adapter\n") == 2
    assert "evm-precompiles-plus: on, calls that came through: 2 in the executable spec\n" in run.stdout


def test_a_session_that_names_py_evm_leaves_the_spec_alone(spec_project: Path) -> None:
    (spec_project / "pytest.ini").write_text("[pytest]\nevm_precompiles_plus_host = py-evm\n")
    run = run_pytest(spec_project, "--evm-precompiles-plus", "-q", "-rP")
    assert run.returncode == 0 and "ethereum.forks.osaka.vm.precompiled_contracts.alt_bn128" in run.stdout
    assert "evm-precompiles-plus: on, but no call came through" in run.stdout
    other = run_pytest(spec_project, "--evm-precompiles-plus-host", "eels", "-q")
    assert "calls that came through: 2 in the executable spec" in other.stdout


def test_a_session_without_a_call_says_so(tmp_path: Path) -> None:
    (tmp_path / "test_one.py").write_text(NOTHING)
    plain = run_pytest(tmp_path, "-q")
    assert "evm-precompiles-plus" not in plain.stdout
    plugins_off = {"PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
    ours = ("-p", "evm_precompiles_plus.activation.pytest_plugin", "--evm-precompiles-plus", "-q")
    run = run_pytest(tmp_path, *ours, **plugins_off)
    lines = [line for line in run.stdout.splitlines() if "evm-precompiles-plus" in line]
    assert lines == ["evm-precompiles-plus: on, but no call came through and none of its hosts was imported"]


def test_a_host_that_is_not_imported_is_not_imported_by_the_option(tmp_path: Path) -> None:
    (tmp_path / "test_one.py").write_text(
        'import sys\ndef test_one(): assert not {"eth", "ethereum"} & set(sys.modules)'
    )
    plugins_off = {"PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
    ours = ("-p", "evm_precompiles_plus.activation.pytest_plugin", "--evm-precompiles-plus")
    assert run_pytest(tmp_path, *ours, **plugins_off).returncode == 0


def test_verification_has_a_wrong_backend_out(spec_project: Path) -> None:
    (spec_project / "conftest.py").write_text(
        "from evm_precompiles_plus.trust import cross_check\n"
        "def pytest_unconfigure(): print('the rate was', cross_check.asked(RATE_OF))\n"
        "RATE_OF = 'evm_precompiles_plus.activation.pytest_plugin'\n"
    )
    for option in ("--verify", "--evm-precompiles-plus-verify"):
        run = run_pytest(spec_project, option, "0.5", "-q", "-s")
        assert run.returncode == 0 and "the rate was 0.5" in run.stdout
    wrong = run_pytest(spec_project, "--verify", "2")
    assert wrong.returncode == pytest.ExitCode.USAGE_ERROR
    assert "is 2.0; it must be a number from 0 to 1" in wrong.stderr


def test_an_option_of_the_same_name_is_left_to_its_owner(tmp_path: Path) -> None:
    (tmp_path / "conftest.py").write_text(
        "def pytest_addoption(parser): parser.addoption('--verify', action='store_true')"
    )
    (tmp_path / "test_one.py").write_text(
        "def test_one(request): assert request.config.option.verify is True"
    )
    assert run_pytest(tmp_path, "--verify").returncode == 0


@pytest.mark.parametrize(("key", "value"), [("host", "geth"), ("verify", "often")])
def test_a_wrong_ini_key_is_a_usage_error(key: str, value: str, tmp_path: Path) -> None:
    (tmp_path / "test_one.py").write_text(NOTHING)
    (tmp_path / "pytest.ini").write_text(f"[pytest]\nevm_precompiles_plus_{key} = {value}\n")
    run = run_pytest(tmp_path, "--evm-precompiles-plus")
    assert run.returncode == pytest.ExitCode.USAGE_ERROR
    assert f"evm_precompiles_plus_{key} is '{value}'" in run.stderr
