"""Transactions under Osaka: 300 random ones through the executable spec and OsakaVM, then rule by rule.

The random ones sit on the edges of the rules: gas at the intrinsic gas, the calldata floor and the cap,
balances at the upfront cost, blob counts, fees, nonces, senders with code.
"""

import random
from functools import cache
from importlib import import_module
from types import SimpleNamespace
from typing import Any, NamedTuple

import pytest
from eth.abc import SignedTransactionAPI
from eth.exceptions import VMError
from eth.vm.forks import PragueVM
from eth_utils import ValidationError
from osaka import (
    CHAIN_ID,
    CONTRACT,
    GWEI,
    NOBODY,
    SENDER,
    asks_for,
    at,
    authorization,
    blob_hashes,
    legacy,
    new_chain,
    signed,
    simulated,
)

from evm_precompiles_plus.py_evm.osaka import BPO2VM, OsakaVM
from evm_precompiles_plus.py_evm.rules.transactions.funds import upfront_cost
from evm_precompiles_plus.py_evm.rules.transactions.intrinsic_gas import calldata_floor_gas, minimum_gas

MAX_GAS = 2**24
BASE_FEE = GWEI
# Clear slots 0 to 9, for a refund as large as the rules allow.
CLEARER = bytes.fromhex("".join(f"5f60{slot:02x}55" for slot in range(10)))
DELEGATION = b"\xef\x01\x00" + CONTRACT


class Judgement(NamedTuple):
    """What became of a transaction: None twice if it was refused."""

    gas_used: int | None
    state_root: bytes | None


@cache
def spec() -> SimpleNamespace:
    package = "ethereum.forks.osaka"
    names = ("fork", "vm", "state", "fork_types", "transactions")
    modules = {name: import_module(f"{package}.{name}") for name in names}
    return SimpleNamespace(
        rlp=import_module("ethereum_rlp.rlp"),
        numeric=import_module("ethereum_types.numeric"),
        frozen_bytes=import_module("ethereum_types.bytes"),
        **modules,
    )


def accounts(balance: int, nonce: int, code: bytes) -> dict[bytes, dict[str, Any]]:
    sender = {"balance": balance, "nonce": nonce, "code": code, "storage": {}}
    clearer = {"balance": 0, "nonce": 1, "code": CLEARER, "storage": dict.fromkeys(range(10), 1)}
    return {SENDER: sender, CONTRACT: clearer}


def by_the_spec(pre: dict[bytes, dict[str, Any]], encoded: bytes, is_legacy: bool) -> Judgement:
    s = spec()
    uint, u256 = s.numeric.Uint, s.numeric.U256
    state = s.state.State()
    for address, account in pre.items():
        key = s.fork_types.Address(address)
        s.state.set_account(
            state,
            key,
            s.fork_types.Account(uint(account["nonce"]), u256(account["balance"]), account["code"]),
        )
        for slot, value in account["storage"].items():
            s.state.set_storage(state, key, s.frozen_bytes.Bytes32(slot.to_bytes(32, "big")), u256(value))
    block = s.vm.BlockEnvironment(
        chain_id=s.numeric.U64(CHAIN_ID),
        state=state,
        block_gas_limit=uint(60_000_000),
        block_hashes=[],
        coinbase=s.fork_types.Address(bytes(20)),
        number=uint(1),
        base_fee_per_gas=uint(BASE_FEE),
        time=u256(1),
        prev_randao=s.frozen_bytes.Bytes32(bytes(32)),
        excess_blob_gas=s.numeric.U64(0),
        parent_beacon_block_root=s.frozen_bytes.Bytes32(bytes(32)),
    )
    output = s.vm.BlockOutput()
    try:
        if is_legacy:
            transaction = s.rlp.decode_to(s.transactions.LegacyTransaction, encoded)
        else:
            transaction = s.transactions.decode_transaction(encoded)
        s.fork.process_transaction(block, output, transaction, uint(0))
    except (import_module("ethereum.exceptions").EthereumException, s.rlp.DecodingError):
        return Judgement(None, None)
    return Judgement(int(output.block_gas_used), bytes(s.state.state_root(state)))


def by_osaka(pre: dict[bytes, dict[str, Any]], encoded: bytes) -> Judgement:
    chain = new_chain((0, OsakaVM), state=pre, base_fee_per_gas=BASE_FEE, gas_limit=60_000_000)
    vm = chain.get_vm()
    header = vm.get_header().copy(base_fee_per_gas=BASE_FEE, gas_limit=60_000_000, coinbase=bytes(20))
    vm = chain.get_vm(header)
    try:
        transaction = vm.get_transaction_builder().decode(encoded)
        receipt, _ = vm.apply_transaction(header, transaction)
    except ValidationError:
        return Judgement(None, None)
    return Judgement(receipt.gas_used, vm.state.make_state_root())


def random_data(rng: random.Random) -> bytes:
    size = rng.choice([0, 1, 31, 32, 33, 400, 3000])
    return rng.choice([bytes(size), rng.randbytes(size), rng.randbytes(size // 2) + bytes(size - size // 2)])


def random_fields(rng: random.Random) -> tuple[str, dict[str, Any]]:
    kind = rng.choice(["legacy", "access_list", "dynamic_fee", "blob", "set_code"])
    fields: dict[str, Any] = {"data": random_data(rng), "nonce": 7 + rng.choice([0] * 20 + [-1, 1])}
    fields["value"] = rng.choice([0, 0, 1, 10**18])
    fields["to"] = rng.choice([NOBODY, CONTRACT, CONTRACT, SENDER, at(0x100), at(5), b""])
    if fields["to"] == b"" and rng.random() < 0.3:
        fields["data"] = bytes(49_152 + rng.choice([0, 1]))
    if kind != "legacy":
        entries = ((CONTRACT, tuple(range(rng.randrange(4)))), (NOBODY, ()))
        fields["access_list"] = entries[: rng.randrange(3)]
    if kind in ("legacy", "access_list"):
        fields["gas_price"] = rng.choice([BASE_FEE - 1, *[BASE_FEE, 100 * BASE_FEE] * 4])
    else:
        fields["max_fee_per_gas"] = rng.choice([BASE_FEE - 1, *[BASE_FEE, 2 * BASE_FEE] * 4])
        fields["max_priority_fee_per_gas"] = rng.choice([0, 1, BASE_FEE, BASE_FEE + 1])
    if kind == "blob":
        count = rng.choice([1, 2, 5, 6, 6, 6, 7, 0])
        fields["blob_versioned_hashes"] = blob_hashes(count)
        fields["max_fee_per_blob_gas"] = rng.choice([0, 1, 1, GWEI])
    if kind == "set_code":
        fields["authorization_list"] = [authorization()] * rng.choice([0, 1, 1, 1, 2])
    return kind, fields


def sign(kind: str, fields: dict[str, Any]) -> SignedTransactionAPI:
    return legacy(**fields) if kind == "legacy" else signed(kind, **fields)


def random_case(rng: random.Random) -> tuple[SignedTransactionAPI, bool, dict[bytes, dict[str, Any]]]:
    kind, fields = random_fields(rng)
    draft = sign(kind, fields)
    least = minimum_gas(draft, "osaka")
    fields["gas"] = rng.choice(
        [least - 1, least, least, least + 1, *[least + 50_000] * 3, MAX_GAS, MAX_GAS + 1, draft.intrinsic_gas]
    )
    transaction = sign(kind, fields)
    balance = max(0, upfront_cost(transaction) + rng.choice([0, 0, 0, 10**20, 10**20, -1]))
    code = rng.choice([b""] * 8 + [DELEGATION, b"\x00"])
    return transaction, kind == "legacy", accounts(balance, 7, code)


def test_300_random_transactions_as_the_executable_spec_has_them() -> None:
    rng = random.Random(7825)
    accepted = 0
    for _ in range(300):
        transaction, is_legacy, pre = random_case(rng)
        encoded = transaction.encode()
        expected = by_the_spec(pre, encoded, is_legacy)
        assert by_osaka(pre, encoded) == expected, transaction
        accepted += expected.gas_used is not None
    assert 80 < accepted < 240


def judge(transaction: SignedTransactionAPI, vm_class: Any = OsakaVM) -> None:
    """Apply the transaction on a new chain; raises `ValidationError` if it is refused."""
    vm = new_chain((0, vm_class)).get_vm()
    vm.apply_transaction(vm.get_header(), transaction)


KINDS = ["access_list", "dynamic_fee", "blob", "set_code"]


@pytest.mark.parametrize("kind", [*KINDS, "legacy"])
def test_the_gas_cap(kind: str) -> None:
    judge(sign(kind, {"gas": MAX_GAS}))
    judge(sign(kind, {"gas": MAX_GAS + 1}), PragueVM)
    with pytest.raises(ValidationError, match="EIP-7825"):
        judge(sign(kind, {"gas": MAX_GAS + 1}))


def test_six_blobs_in_a_transaction() -> None:
    judge(signed("blob", blob_versioned_hashes=blob_hashes(6)))
    judge(signed("blob", blob_versioned_hashes=blob_hashes(7)), PragueVM)
    with pytest.raises(ValidationError, match="EIP-7594"):
        judge(signed("blob", blob_versioned_hashes=blob_hashes(7)))


@pytest.mark.parametrize("kind", KINDS)
def test_a_transaction_for_another_chain(kind: str) -> None:
    judge(signed(kind))
    judge(legacy())
    judge(legacy(chain_id=None))
    with pytest.raises(ValidationError, match="chain"):
        judge(signed(kind, chain_id=CHAIN_ID + 1))
    with pytest.raises(ValidationError, match="chain"):
        judge(legacy(chain_id=CHAIN_ID + 1))


@pytest.mark.parametrize("field", [{"r": 0}, {"s": 0}, {"r": 2**256 - 1}, {"y_parity": 2}])
@pytest.mark.parametrize("kind", KINDS)
def test_a_signature_that_recovers_to_nobody(kind: str, field: dict[str, int]) -> None:
    with pytest.raises(ValidationError):
        judge(signed(kind).copy(**field))


@pytest.mark.parametrize("kind", ["access_list", "blob"])
def test_a_nonce_that_cannot_be_incremented(kind: str) -> None:
    with pytest.raises(ValidationError, match="nonce"):
        judge(signed(kind, nonce=2**64 - 1))


def test_a_simulated_call_may_use_all_the_gas_of_a_block() -> None:
    chain = new_chain((0, OsakaVM))
    head = chain.get_canonical_head()
    assert head.gas_limit == 60_000_000 > MAX_GAS
    call = simulated(gas=head.gas_limit, to=at(0xF01E), data=(1).to_bytes(32, "big"))
    assert chain.get_transaction_result(call, head) == (255).to_bytes(32, "big")


def test_a_simulated_call_may_come_from_a_contract() -> None:
    chain = new_chain((0, OsakaVM))
    call = simulated(sender=at(0xF01E), gas_price=0, to=at(0xF01E))
    assert chain.get_transaction_result(call, chain.get_canonical_head()) == (256).to_bytes(32, "big")


@pytest.mark.parametrize("data", [b"", b"\xff" * 5000, bytes(5000)])
@pytest.mark.parametrize("to", [NOBODY, at(0xF005), b""])
def test_estimated_gas_is_enough_to_be_valid(data: bytes, to: bytes) -> None:
    chain = new_chain((0, OsakaVM))
    initcode = b"\x00" + data if to == b"" else data
    estimate = chain.estimate_gas(simulated(to=to, data=initcode, gas_price=0))
    transaction = signed(to=to, data=initcode, gas=estimate)
    assert estimate >= calldata_floor_gas(transaction)
    vm = chain.get_vm()
    _, computation = vm.apply_transaction(vm.get_header(), transaction)
    assert computation.is_success


@pytest.mark.parametrize("vm_class", [OsakaVM, BPO2VM])
def test_an_estimate_is_never_above_the_cap(vm_class: Any) -> None:
    state: dict[bytes, Any] = {SENDER: {"balance": 10**24}, CONTRACT: {"code": asks_for(16_700_000)}}
    chain = new_chain((0, vm_class), state=state)
    assert chain.get_canonical_head().gas_limit > 2 * MAX_GAS
    assert 16_700_000 < chain.estimate_gas(simulated(to=CONTRACT, gas_price=0)) <= MAX_GAS
    chain = new_chain((0, vm_class), state=state | {CONTRACT: {"code": asks_for(MAX_GAS)}})
    with pytest.raises(VMError):
        chain.estimate_gas(simulated(to=CONTRACT, gas_price=0))
    call = simulated(to=CONTRACT, gas=2 * MAX_GAS)
    assert chain.get_transaction_result(call, chain.get_canonical_head()) == b""


def test_an_estimate_whose_intrinsic_gas_is_above_the_cap_fails() -> None:
    chain = new_chain((0, OsakaVM))
    with pytest.raises(VMError):
        chain.estimate_gas(simulated(to=NOBODY, data=b"\1" * 430_000, gas_price=0))


def test_gaslimit_is_the_blocks_in_an_estimate_too() -> None:
    # Fail unless GASLIMIT is above the cap.
    code = bytes.fromhex("6301000000451160" + "0b" + "57fe5b")
    chain = new_chain((0, OsakaVM), state={SENDER: {"balance": 10**24}, CONTRACT: {"code": code}})
    assert chain.estimate_gas(simulated(to=CONTRACT, gas_price=0)) < 60_000


def test_the_receipt_says_what_the_sender_paid() -> None:
    """Where the floor decides and there is a refund, py-evm's Prague reports less gas than it charges."""
    pre = accounts(10**24, 0, b"")
    for vm_class, agree in [(OsakaVM, True), (PragueVM, False)]:
        vm = new_chain((0, vm_class), state=pre).get_vm()
        transaction = signed(to=CONTRACT, data=b"\1" * 4000, gas=500_000)
        receipt, _ = vm.apply_transaction(vm.get_header(), transaction)
        paid = 10**24 - vm.state.get_balance(SENDER)
        price = vm.state.get_transaction_context(transaction).gas_price
        assert (receipt.gas_used * price == paid) is agree
