"""`run`: every published vector, the casebook, and names that do not exist."""

import json
import tracemalloc
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from calls import header, modexp_call
from eth.exceptions import VMError

from evm_precompiles_plus import (
    InvalidInput,
    InvalidPoint,
    OutOfGas,
    PrecompileFailure,
    UnknownFork,
    UnknownPrecompile,
    run,
)
from evm_precompiles_plus.forks import FORKS
from evm_precompiles_plus.measure.worst_calls import make, starts
from evm_precompiles_plus.py_evm.adapter import host_precompile
from evm_precompiles_plus.registry import NAMES, bound_table, find


def bound_names() -> list[str]:
    return [bound.name for bound in bound_table("osaka").values()]


VECTOR_FILES = [
    ("modexp.json", "modexp", "byzantium"),
    ("modexp_eip2565.json", "modexp", "berlin"),
    ("modexp_eip7883.json", "modexp", "osaka"),
    ("bn256Add.json", "ecadd", "istanbul"),
    ("bn256ScalarMul.json", "ecmul", "istanbul"),
]


@pytest.mark.parametrize(("file", "name", "fork"), VECTOR_FILES)
def test_published_vectors(shared_fixtures: Path, file: str, name: str, fork: str) -> None:
    vectors = json.loads((shared_fixtures / "precompile-vectors" / file).read_text())
    assert len(vectors) > 10
    for vector in vectors:
        result = run(name, bytes.fromhex(vector["Input"]), fork)
        assert result.output.hex() == vector["Expected"], vector["Name"]
        assert result.gas == vector["Gas"], vector["Name"]


def test_casebook(shared_fixtures: Path) -> None:
    cases = json.loads((shared_fixtures / "precompile-vectors" / "casebook.json").read_text())
    ours = [case for case in cases if case["precompile"].lower() in NAMES]
    assert len(ours) >= 261
    for case in ours:
        for fork in case["forks"]:
            check_case(case, fork)


def check_case(case: dict[str, Any], fork: str) -> None:
    data = bytes.fromhex(case["input"][2:])
    if case["expected"].startswith("fails"):
        with pytest.raises(PrecompileFailure):
            run(case["precompile"], data, fork)
        return
    result = run(case["address"], data, fork)
    assert "0x" + result.output.hex() == case["expected"], case["id"]
    assert result.gas == case["gas"], case["id"]


def test_names_and_addresses() -> None:
    data = modexp_call(b"\3", b"\5", b"\x64")
    expected = (b"\x2b", 500)
    for name in ("modexp", "MODEXP", "ModExp", 5, "0x05", "0x5", "0X05"):
        assert run(name, data)[:2] == expected
    for fork in ("Osaka", "osaka", "BPO1", "bpo2"):
        assert run("modexp", data, fork)[:2] == expected
    assert run("modexp", data, "ConstantinopleFix").gas == run("modexp", data, "petersburg").gas == 0
    assert run("modexp", data, "Prague").gas == 200


@pytest.mark.parametrize("name", ["modex", "", "0x", "0xzz", 4096, "4097", "5 "])
def test_unknown_precompile_lists_the_choices(name: str | int) -> None:
    with pytest.raises(UnknownPrecompile, match=r"modexp \(0x05\), ecadd \(0x06\), ecmul \(0x07\)"):
        run(name, b"", "cancun")


def test_precompiles_do_not_exist_before_byzantium() -> None:
    with pytest.raises(UnknownPrecompile):
        run("modexp", b"", "spurious_dragon")


def test_unknown_fork_lists_the_choices() -> None:
    with pytest.raises(UnknownFork, match=", ".join(FORKS)):
        run("modexp", b"", "petersberg")


def test_failures_say_what_was_wrong() -> None:
    with pytest.raises(InvalidPoint, match="not on"):
        run("ecadd", b"\1" * 20)
    with pytest.raises(InvalidPoint, match="not below"):
        run("ecmul", b"\xff" * 64)
    with pytest.raises(InvalidInput, match=r"1025 .* 1024"):
        run("modexp", header(0, 1025, 0))
    with pytest.raises(OutOfGas, match="costs 6000 gas; the call has 5999"):
        run("ecmul", b"", gas_limit=5999)
    assert run("ecmul", b"", gas_limit=6000).gas == 6000


def test_eip7823_comes_before_gas() -> None:
    with pytest.raises(InvalidInput):
        run("modexp", header(1025, 0, 0), gas_limit=0)


@pytest.mark.parametrize("fork", ["byzantium", "prague"])
def test_absurd_lengths_cost_no_memory(fork: str) -> None:
    tracemalloc.start()
    assert run("modexp", header(0, 2**256 - 1, 0), fork).output == b""
    for lengths in [(2**256 - 1, 1, 1), (1, 2**256 - 1, 1), (1, 1, 2**256 - 1), (2**256 - 96, 0, 0)]:
        with pytest.raises(OutOfGas):
            run("modexp", header(*lengths, b"\1" * 100), fork)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 1_000_000


class Subclass(bytes):
    """As HexBytes is: what is sliced from it is one too, and it is not what it looks like in text."""

    def __getitem__(self, key: Any) -> Any:
        return Subclass(super().__getitem__(key)) if isinstance(key, slice) else super().__getitem__(key)


def outcome(name: str, data: Any, host: Callable[[str, Any], bytes]) -> bytes | str:
    try:
        return host(name, data)
    except (PrecompileFailure, VMError) as failure:
        return str(failure)


def by_run(name: str, data: Any) -> bytes:
    output = run(name, data).output
    assert type(output) is bytes
    return output


def by_py_evm(name: str, data: Any) -> bytes:
    computation: Any = SimpleNamespace(
        msg=SimpleNamespace(data=data), consume_gas=lambda gas, reason: None, output=None
    )
    host_precompile(find(name, "osaka"))(computation)
    assert type(computation.output) is bytes
    return computation.output


@pytest.mark.parametrize("host", [by_run, by_py_evm])
@pytest.mark.parametrize("name", bound_names())
def test_all_kinds_of_bytes_are_the_same_calldata(name: str, host: Callable[[str, Any], bytes]) -> None:
    for data in (b"", *(make(name, shape) for shape in starts(name)[:2])):
        expected = outcome(name, data, host)
        twice = bytes(byte for byte in data for _ in range(2))
        kinds = [bytearray(data), memoryview(data), memoryview(bytearray(twice))[::2], Subclass(data)]
        assert [outcome(name, given, host) for given in kinds] == [expected] * len(kinds)


@pytest.mark.parametrize("host", [by_run, by_py_evm])
@pytest.mark.parametrize("name", bound_names())
def test_all_else_is_one_type_error(name: str, host: Callable[[str, Any], bytes]) -> None:
    given: object
    for given in ("0x00", "", None, 5, True, [1, 2], (), 1.5, {}):
        with pytest.raises(TypeError) as raised:
            host(name, given)
        kind = type(given).__name__
        assert str(raised.value) == f"calldata is of type {kind}; it must be bytes, bytearray or memoryview"


def test_a_fork_that_is_no_name_is_a_type_error() -> None:
    with pytest.raises(TypeError, match="a fork is of type NoneType; it must be a name, str"):
        run("ecadd", b"", None)  # type: ignore[arg-type]
