"""One transaction on a block's environment and a pre state, by the executable spec itself: a state test.

**Spec** ethereum/execution-specs, `process_transaction` of each fork; what its `evm_tools` do around it for a
state test, without their JSON, their parser of options and their copy of the state.
**Invariants** Those tools give the same answer (`tests/test_fuzz_states.py`).
"""

from collections.abc import Mapping
from dataclasses import fields
from functools import cache, lru_cache
from importlib import import_module
from types import SimpleNamespace
from typing import Any, NamedTuple

from ..forks import FORKS
from .packages import package_of, packages

# A pre state: nonce, balance, code, and storage by slot.
Accounts = Mapping[bytes, tuple[int, int, bytes, Mapping[int, int]]]
# BLOCKHASH reaches back this far.
_ANCESTORS = 256
# A legacy transaction is an RLP list; the first byte of any other is its type (EIP-2718).
_FIRST_OF_A_LIST = b"\xc0"


class SpecTransition(NamedTuple):
    """What came out: a fixture's hashes, the gas, and why the transaction was refused, if it was."""

    state_root: bytes
    logs_hash: bytes
    gas_used: int | None
    refusal: str | None
    state: Any


def judged_forks() -> tuple[str, ...]:
    """Return the forks that the spec has, by our names, the oldest first. Raises `BackendUnavailable`."""
    known = {fork for package, fork in packages().items() if package_of(fork) == package}
    return tuple(fork for fork in FORKS if fork in known)


def apply_transaction(
    fork: str, accounts: Accounts, block: Mapping[str, Any], transaction: bytes
) -> SpecTransition:
    """Apply an encoded transaction to a pre state; a block has the names of `py_evm.state_transition.Block`.

    Raises what the spec raises where its own arithmetic cannot carry out something.
    """
    spec = _modules(package_of(fork))
    try:
        decoded = _decoded(spec, transaction)
    except Exception as error:  # of whatever class: each of the spec's readers has its own
        return _refused(spec, accounts, error)
    state, output = _state(spec, accounts), spec.vm.BlockOutput()
    try:
        spec.fork.process_transaction(_environment(spec, state, block), output, decoded, spec.Uint(0))
    except spec.EthereumException as error:
        return _refused(spec, accounts, error)
    return _outcome(spec, state, output, int(output.block_gas_used), None)


@cache
def _modules(package: str) -> SimpleNamespace:
    """Return what is needed of a fork's package."""
    names = ("fork", "state", "fork_types", "transactions", "vm")
    modules = {name: import_module(f"ethereum.forks.{package}.{name}") for name in names}
    numeric = import_module("ethereum_types.numeric")
    return SimpleNamespace(
        **modules,
        rlp=import_module("ethereum_rlp.rlp"),
        keccak256=import_module("ethereum.crypto.hash").keccak256,
        EthereumException=import_module("ethereum.exceptions").EthereumException,
        Bytes32=import_module("ethereum_types.bytes").Bytes32,
        U64=numeric.U64,
        U256=numeric.U256,
        Uint=numeric.Uint,
    )


def _refused(spec: Any, accounts: Accounts, error: Exception) -> SpecTransition:
    """Return the pre state as it was: the spec finds some faults after it has begun to change it."""
    reason = f"{type(error).__name__}: {error}"
    return _outcome(spec, _state(spec, accounts), spec.vm.BlockOutput(), None, reason)


def _outcome(spec: Any, state: Any, output: Any, gas_used: int | None, refusal: str | None) -> SpecTransition:
    logs_hash = bytes(spec.keccak256(spec.rlp.encode(output.block_logs)))
    return SpecTransition(bytes(spec.state.state_root(state)), logs_hash, gas_used, refusal, state)


def _state(spec: Any, accounts: Accounts) -> Any:
    state = spec.state.State()
    for key, (nonce, balance, code, storage) in accounts.items():
        address = spec.fork_types.Address(key)
        account = spec.fork_types.Account(spec.Uint(nonce), spec.U256(balance), code)
        spec.state.set_account(state, address, account)
        for slot, value in storage.items():
            spec.state.set_storage(state, address, spec.Bytes32(slot.to_bytes(32, "big")), spec.U256(value))
    return state


def _decoded(spec: Any, transaction: bytes) -> Any:
    decode_to = spec.rlp.decode_to
    legacy = getattr(spec.transactions, "LegacyTransaction", None)
    if legacy is None:
        return decode_to(spec.transactions.Transaction, transaction)
    typed = transaction[:1] < _FIRST_OF_A_LIST
    return spec.transactions.decode_transaction(transaction if typed else decode_to(legacy, transaction))


def _environment(spec: Any, state: Any, block: Mapping[str, Any]) -> Any:
    """Return the block's environment, of which each fork has what it knows."""
    known = {
        "chain_id": spec.U64(block["chain_id"]),
        "state": state,
        "block_gas_limit": spec.Uint(block["gas_limit"]),
        "block_hashes": _ancestors(spec, block),
        "coinbase": spec.fork_types.Address(block["coinbase"]),
        "number": spec.Uint(block["block_number"]),
        "base_fee_per_gas": spec.Uint(block["base_fee_per_gas"]),
        "time": spec.U256(block["timestamp"]),
        "difficulty": spec.Uint(block["difficulty"]),
        "prev_randao": spec.Bytes32(block["mix_hash"]),
        "excess_blob_gas": spec.U64(block["excess_blob_gas"]),
        "parent_beacon_block_root": spec.Bytes32(bytes(32)),
    }
    environment = spec.vm.BlockEnvironment
    return environment(**{field.name: known[field.name] for field in fields(environment)})


def _ancestors(spec: Any, block: Mapping[str, Any]) -> list[Any]:
    """Return the hashes of the blocks before this one, the oldest first."""
    number, given = block["block_number"], block["block_hashes"]
    return [
        spec.Bytes32(given[before]) if before in given else _hash_of(before)
        for before in range(max(0, number - _ANCESTORS), number)
    ]


@lru_cache(maxsize=2 * _ANCESTORS)
def _hash_of(number: int) -> Any:
    """Return the hash that all clients give a block in a state test, where the test gives none."""
    return import_module("ethereum.crypto.hash").keccak256(str(number).encode())
