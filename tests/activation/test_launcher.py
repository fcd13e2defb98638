"""`exec`: a program runs as it would under `python`, but with the precompiles on."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

REPORT = """
import json, sys
print(json.dumps([__name__, __file__, __spec__ and __spec__.name, sys.argv, sys.path[0]]))
print(sys.modules["__main__"].__dict__ is globals())
"""

# 0**0 mod 5 with an empty base: py-evm's own MODEXP answers 0.
PROBE = """
from types import SimpleNamespace
from eth.vm.forks import CancunVM
table = CancunVM.get_state_class().computation_class.get_precompiles()
message = SimpleNamespace(data=bytes(95) + b"\\1\\5", data_as_bytes=bytes(95) + b"\\1\\5")
computation = SimpleNamespace(msg=message, consume_gas=lambda amount, reason: None, output=b"")
table[(5).to_bytes(20, "big")](computation)
print(computation.output.hex())
"""


def python(*arguments: str, cwd: Path, **variables: str) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, **variables}
    # The checkout, where the package is not installed.
    roots = [str(Path(__file__).parents[2]), environment.get("PYTHONPATH", "")]
    environment["PYTHONPATH"] = os.pathsep.join(filter(None, roots))
    command = [sys.executable, *arguments]
    return subprocess.run(command, cwd=cwd, env=environment, capture_output=True, text=True, timeout=120)


def launched(*arguments: str, cwd: Path, **variables: str) -> subprocess.CompletedProcess[str]:
    return python("-m", "evm_precompiles_plus", "exec", *arguments, cwd=cwd, **variables)


@pytest.fixture
def project(tmp_path: Path) -> Path:
    folder = tmp_path / "scripts"
    folder.mkdir()
    (folder / "report.py").write_text(REPORT)
    (folder / "probe.py").write_text(PROBE)
    package = tmp_path / "package"
    package.mkdir()
    (package / "__init__.py").write_text("")
    (package / "__main__.py").write_text(REPORT)
    return tmp_path


@pytest.mark.parametrize(
    "program",
    [
        ["scripts/report.py", "-m", "--help", "--host", "x", "--", "-x"],
        ["-m", "package", "--help", "--host", "x", "a b"],
        ["-m", "package.__main__"],
    ],
    ids=" ".join,
)
def test_the_program_sees_what_it_would_see(program: list[str], project: Path) -> None:
    plain, ours = python(*program, cwd=project), launched(*program, cwd=project)
    assert plain.returncode == 0 and plain.stdout.endswith("True\n")
    assert (ours.returncode, ours.stdout, ours.stderr) == (0, plain.stdout, "")


def test_safe_path_is_kept(project: Path) -> None:
    program = ["scripts/report.py"]
    plain = python(*program, cwd=project, PYTHONSAFEPATH="1")
    assert launched(*program, cwd=project, PYTHONSAFEPATH="1").stdout == plain.stdout


def test_a_linked_script_imports_from_its_own_folder(project: Path) -> None:
    (project / "link.py").symlink_to(project / "scripts" / "report.py")
    plain = python("link.py", cwd=project)
    assert launched("link.py", cwd=project).stdout == plain.stdout


def test_the_precompiles_are_on(project: Path) -> None:
    assert python("scripts/probe.py", cwd=project).stdout == "00\n"
    assert launched("scripts/probe.py", cwd=project).stdout == "01\n"


def test_a_console_script_by_its_name(project: Path) -> None:
    (project / "probe-command").write_text(f"#!{sys.executable}\n{PROBE}")
    (project / "probe-command").chmod(0o755)
    path = os.pathsep.join([str(project), os.environ["PATH"]])
    assert launched("probe-command", cwd=project / "scripts", PATH=path).stdout == "01\n"


def test_a_console_script_beside_the_interpreter(project: Path) -> None:
    """An environment's `bin/evm-precompiles-plus exec fill`, with that `bin` not on PATH."""
    ours = launched("py.test", "--version", cwd=project, PATH="/nowhere")
    assert ours.returncode == 0 and ours.stdout.startswith("pytest ")


@pytest.mark.parametrize(
    ("source", "status"),
    [
        ("raise SystemExit(7)", 7),
        ("raise SystemExit('a reason')", 1),
        ("def f():\n    raise OSError('from the program')\nf()", 1),
        ("import click; raise click.UsageError('from the program')", 1),
        ("import atexit; atexit.register(print, 'at exit')", 0),
        ("1 +", 1),
    ],
)
def test_exit_status_and_traceback_are_the_programs(source: str, status: int, tmp_path: Path) -> None:
    (tmp_path / "program.py").write_text(source)
    plain, ours = python("program.py", cwd=tmp_path), launched("program.py", cwd=tmp_path)
    assert ours.returncode == plain.returncode == status
    assert ours.stdout == plain.stdout
    # Python names its own script by the full path in a traceback.
    assert ours.stderr.replace(f"{tmp_path}/", "") == plain.stderr.replace(f"{tmp_path}/", "")


def test_an_interrupt_ends_with_its_traceback(tmp_path: Path) -> None:
    (tmp_path / "program.py").write_text("raise KeyboardInterrupt")
    ours = launched("program.py", cwd=tmp_path)
    assert ours.returncode == 130 and ours.stderr.endswith("KeyboardInterrupt\n")


def test_what_is_not_there_is_said_in_a_line(tmp_path: Path) -> None:
    missing = launched("nothing.py", cwd=tmp_path)
    assert missing.returncode == 1 and missing.stderr.startswith(
        "Error: no such script: nothing.py (not on PATH"
    )
    assert missing.stderr.count("\n") == 1
    elsewhere = launched("./nothing.py", cwd=tmp_path)
    assert elsewhere.stderr == "Error: no such script: ./nothing.py\n"
    module = launched("-m", "no_such_module", cwd=tmp_path)
    assert (module.returncode, module.stderr) == (1, "ImportError: No module named no_such_module\n")
    host = launched("--host", "geth", "x.py", cwd=tmp_path)
    assert host.returncode == 2 and "py-evm" in host.stderr and "eels" in host.stderr


COUNTING = """
import sys
from subprocess import run
import ethereum_spec_tools.evm_tools as tools
from ethereum_spec_tools.forks import Hardfork
calls = []
tools.get_git_commit_hash.__code__ = (lambda: __import__("__main__").calls.append(1) or "none").__code__
status = tools.main(["statetest", sys.argv[1]])
forks = Hardfork.discover()
forks.clear()
print(len(calls), status, [fork.short_name for fork in Hardfork.discover()][:1])
print(len(Hardfork.discover([sys.argv[2]])))
"""


def test_the_specs_tools_prepare_once_in_a_process(tmp_path: Path) -> None:
    """Nothing else changes: the list of forks can be changed by who gets it, and other places be searched."""
    pytest.importorskip("ethereum_spec_tools")
    (tmp_path / "counting.py").write_text(COUNTING)
    fixture = Path(__file__).parents[2] / "fixtures" / "state_tests" / "ecadd" / "invalid.json"
    arguments = ("counting.py", str(fixture), str(tmp_path))
    own = python(*arguments, cwd=tmp_path)
    ours = launched("--host", "eels", *arguments, cwd=tmp_path)
    cases = own.stdout.count('"pass": true')
    assert cases > 5 and ours.stdout.count('"pass": true') == cases
    assert own.stdout.endswith(f"{cases + 1} 0 ['frontier']\n0\n")
    assert ours.stdout.endswith("1 0 ['frontier']\n0\n")


def test_the_executable_specs_own_command(tmp_path: Path) -> None:
    pytest.importorskip("ethereum_spec_tools")
    (tmp_path / "probe.py").write_text(
        "from ethereum.forks.cancun.vm.precompiled_contracts.mapping import PRE_COMPILED_CONTRACTS as table\n"
        "print(table[(7).to_bytes(20, 'big')].__module__)"
    )
    assert (
        launched("--host", "eels", "probe.py", cwd=tmp_path).stdout == "evm_precompiles_plus.eels.adapter\n"
    )
    fixture = Path(__file__).parents[2] / "fixtures" / "state_tests" / "ecmul" / "gas.json"
    command = ["-m", "ethereum_spec_tools.evm_tools", "statetest", str(fixture)]
    ours = launched("--host", "eels", *command, cwd=tmp_path)
    assert ours.returncode == 0 and '"pass": true' in ours.stdout and '"pass": false' not in ours.stdout
