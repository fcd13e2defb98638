"""Calls with their right answers as files.

**Representation** That of go-ethereum's `core/vm/testdata/precompiles`, a list of `Name`, `Input`, `Gas` and
`Expected`, or `ExpectedError` for a call that fails, with two keys of ours, `Precompile` and `Fork`.
"""

import json
from pathlib import Path
from typing import NamedTuple

from ..call import HostAnswer


class Vector(NamedTuple):
    """A call and its answer; a `gas` of None was not known to who gave the answer."""

    name: str
    precompile: str
    fork: str
    data: bytes
    answer: HostAnswer


def write_vector(directory: Path, vector: Vector) -> Path:
    """Write a file of one vector, by its name, and return its path."""
    name, precompile, fork, data, (output, gas, failure) = vector
    entry: dict[str, object] = {"Name": name, "Precompile": precompile, "Fork": fork, "Input": data.hex()}
    if output is None:
        entry["ExpectedError"] = failure
    else:
        entry |= {"Expected": output.hex()} | ({} if gas is None else {"Gas": gas})
    directory.mkdir(parents=True, exist_ok=True)
    path = directory / f"{name}.json"
    path.write_text(json.dumps([entry], indent=2) + "\n")
    return path


def read_vectors(directory: Path) -> list[Vector]:
    """Return the vectors of all files in a directory, in the order of their paths."""
    return [
        _vector(entry) for path in sorted(directory.glob("*.json")) for entry in json.loads(path.read_text())
    ]


def _vector(entry: dict[str, str]) -> Vector:
    if "ExpectedError" in entry:
        answer = HostAnswer(None, None, entry["ExpectedError"])
    else:
        gas = int(entry["Gas"]) if "Gas" in entry else None
        answer = HostAnswer(bytes.fromhex(entry["Expected"]), gas, None)
    return Vector(entry["Name"], entry["Precompile"], entry["Fork"], bytes.fromhex(entry["Input"]), answer)
