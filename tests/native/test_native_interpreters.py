"""The C extension in sub-interpreters and in two copies at once: each module has a state of its own.

Where Python has them (3.12 on), a sub-interpreter here has its own GIL, and takes only modules that allow it.
"""

import os
import subprocess
import sys
from importlib.machinery import ExtensionFileLoader
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any

import pytest
from kernels import _kernels

from evm_precompiles_plus.errors import InvalidPoint

GENERATOR = (1).to_bytes(32, "big") + (2).to_bytes(32, "big")
P = 21888242871839275222246405745257275088696311157297823662689037894645226208583
OPPOSITE = (1).to_bytes(32, "big") + (P - 2).to_bytes(32, "big")

# Runs alone: a failure of the C code would end the process.
MAIN = """
import sys
from evm_precompiles_plus._native import _kernels
try:
    import _interpreters as interpreters
except ImportError:
    import _xxsubinterpreters as interpreters

before = _kernels.features()
for _ in range(3):
    interpreter = interpreters.create()
    failure = interpreters.run_string(interpreter, f"import sys; sys.path[:] = {sys.path!r}\\n" + INNER)
    assert failure is None, failure
    interpreters.destroy(interpreter)
assert _kernels.features() == before, "use_body in there is not use_body out here"
assert _kernels.modexp(bytes([3]), bytes([5]), bytes([100])) == bytes([43])
"""

INNER = """
from evm_precompiles_plus._native import _kernels
from evm_precompiles_plus.errors import InvalidPoint
point = bytes(31) + bytes([1]) + bytes(31) + bytes([2])
assert _kernels.ecmul(point, bytes(31) + bytes([1])) == point
assert _kernels.modexp(bytes([2]), bytes([10]), bytes([0, 255])) == bytes([0, 4])
try:
    _kernels.ecadd(bytes([255]) * 64, point)
except InvalidPoint:
    _kernels.use_body("portable")
    print("inner done", flush=True)
"""


def test_sub_interpreters(tmp_path: Path) -> None:
    program = f"INNER = {INNER!r}\n{MAIN}"
    # These kernels, and not those of a checkout that is earlier on the path, as the current directory is.
    own = str(Path(str(_kernels.__file__)).parents[2])
    environment = os.environ | {"PYTHONPATH": os.pathsep.join([own, *filter(None, sys.path)])}
    command = [sys.executable, "-W", "error", "-c", program]
    done = subprocess.run(command, capture_output=True, text=True, env=environment, cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert done.stdout.split("\n") == ["inner done"] * 3 + [""]


def another_copy() -> Any:
    assert _kernels.__file__ is not None
    loader = ExtensionFileLoader(_kernels.__name__, _kernels.__file__)
    spec = spec_from_file_location(_kernels.__name__, _kernels.__file__, loader=loader)
    assert spec is not None
    module = module_from_spec(spec)
    loader.exec_module(module)
    return module


def test_two_copies_have_two_states() -> None:
    copy = another_copy()
    assert copy is not _kernels
    path = _kernels.features()["path"]
    assert copy.use_body("portable") and copy.features()["path"] == "portable"
    assert _kernels.features()["path"] == path
    assert copy.ecadd(GENERATOR, OPPOSITE) == bytes(64)
    with pytest.raises(InvalidPoint):
        copy.ecmul(b"\xff" * 64, bytes(32))
    del copy
    assert _kernels.ecadd(GENERATOR, OPPOSITE) == bytes(64)
