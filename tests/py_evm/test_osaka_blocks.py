"""Blocks under Osaka: mined by us and executed by the executable spec, and what must be refused."""

import random
from functools import cache
from importlib import import_module
from typing import Any

import pytest
import rlp
from calls import modexp_call, word
from eth.chains.base import MiningChain
from eth.rlp.logs import Log
from eth.tools.builder.chain import build, mine_block
from eth.vm.forks import PragueVM
from eth.vm.forks.prague.constants import (
    DEPOSIT_CONTRACT_ADDRESS,
    DEPOSIT_EVENT_SIGNATURE_HASH,
    HISTORY_STORAGE_ADDRESS,
)
from eth_typing import Address
from eth_utils import ValidationError
from osaka import CLZ_CODE, NOBODY, SENDER, at, blob_hashes, legacy, new_chain, signed
from plain_p256 import GOOD, VALID

from evm_precompiles_plus.py_evm.osaka import BPO1VM, BPO2VM, OsakaVM
from evm_precompiles_plus.py_evm.osaka.chain import bpo1_at, genesis, latest_osaka_at, osaka_at
from evm_precompiles_plus.py_evm.osaka.headers import default_gas_limit
from evm_precompiles_plus.py_evm.rules.blocks.block_size import rlp_size, validate_block_size
from evm_precompiles_plus.py_evm.rules.blocks.system_calls import deposit_requests

MAX_SIZE = 8_388_608
MAX_GAS = 2**24


def call(chain: Any, address: int, data: bytes, nonce: int, **fields: Any) -> Any:
    """Mine a block with one call; its computation."""
    transaction = signed(to=at(address), data=data, nonce=nonce, **{"gas": 1_000_000, **fields})
    return chain.mine_all([transaction])[2][0]


def test_a_chain_crosses_from_prague_to_osaka() -> None:
    chain = new_chain((0, PragueVM), (4, OsakaVM))
    modexp = modexp_call(b"\3" * 32, b"\xff" * 32, b"\7" * 32)
    before = [call(chain, 0xF100, GOOD, 0), call(chain, 0xF005, modexp, 1, gas=MAX_GAS + 1)]
    assert call(chain, 0xF01E, word(1), 2).is_error
    assert isinstance(chain.get_vm(), OsakaVM)
    after = [call(chain, 0xF100, GOOD, 3), call(chain, 0xF005, modexp, 4)]
    assert call(chain, 0xF01E, word(1), 5).output == word(255)
    assert [computation.output for computation in before[:1] + after[:1]] == [b"", VALID]
    assert (
        before[1].output
        == after[1].output
        == word(pow(3 * (256**32 - 1) // 255, 2**256 - 1, 7 * (256**32 - 1) // 255))
    )
    prices = [computation.children[0].get_gas_used() for computation in (before[1], after[1])]
    assert prices == [4**2 * 255 // 3, 16 * 255]
    with pytest.raises(ValidationError, match="EIP-7825"):
        call(chain, 0xF005, modexp, 6, gas=MAX_GAS + 1)


def test_the_builders() -> None:
    chain_class = build(MiningChain, osaka_at(0), bpo1_at(1), latest_osaka_at(2))
    assert [vm for _, vm in chain_class.vm_configuration] == [OsakaVM, BPO1VM, BPO2VM]
    chain = build(chain_class, genesis(state={SENDER: {"balance": 5}}), mine_block(), mine_block())
    assert chain.get_canonical_head().block_number == 2
    assert chain.get_canonical_head().gas_limit == 60_000_000
    assert chain.get_vm().state.get_balance(SENDER) == 5
    assert build(chain_class, genesis(params={"gas_limit": 5000})).get_canonical_head().gas_limit == 5000


@pytest.mark.parametrize("parent_limit", [5000, 30_000_000, 59_999_999, 60_000_000, 60_010_000, 100_000_000])
def test_the_gas_limit_goes_to_60_million_as_fast_as_it_may(parent_limit: int) -> None:
    chain = new_chain((0, OsakaVM), gas_limit=parent_limit)
    limit = chain.mine_block().header.gas_limit
    assert limit == default_gas_limit(chain.get_canonical_block_by_number(0).header)
    towards = 60_000_000 - parent_limit
    step = min(abs(towards), parent_limit // 1024 - 1)
    assert limit == parent_limit + (step if towards > 0 else -step)


def padded_block(size: int) -> Any:
    """A block whose RLP has exactly `size` bytes, nearly all of them in the calldata of one transaction."""
    chain = new_chain((0, OsakaVM))
    block = chain.get_block()
    data = size - 1000
    while True:
        padded = block.copy(transactions=[legacy(data=bytes(data))])
        difference = size - len(rlp.encode(padded))
        if not difference:
            return padded
        data += difference


def test_the_size_of_a_block() -> None:
    assert import_module("ethereum.forks.osaka.fork").MAX_RLP_BLOCK_SIZE == MAX_SIZE
    validate_block_size(padded_block(MAX_SIZE))
    with pytest.raises(ValidationError, match="EIP-7934"):
        validate_block_size(padded_block(MAX_SIZE + 1))


@pytest.mark.parametrize("data_size", [0, 1, 20, 55, 56, 200, 70_000])
def test_the_added_up_size_is_the_encoded_size(data_size: int) -> None:
    builder = OsakaVM.get_transaction_builder()
    drafts = [legacy(data=bytes(data_size)), signed(data=bytes(data_size)), signed("blob")]
    decoded = [builder.decode(draft.encode()) for draft in drafts]
    block = new_chain((0, OsakaVM)).get_block()
    for count in range(4):
        encodable = block.copy(transactions=decoded[:count])
        assert rlp_size(encodable) == len(rlp.encode(encodable))
        assert rlp_size(block.copy(transactions=drafts[:count])) == rlp_size(encodable)


def test_a_block_that_is_too_large_is_neither_mined_nor_imported() -> None:
    transactions = [signed(nonce=nonce, data=bytes(1_600_000), gas=MAX_GAS) for nonce in range(6)]
    prague = new_chain((0, PragueVM), gas_limit=200_000_000)
    large = prague.mine_all(transactions)[0].imported_block
    assert rlp_size(large) > MAX_SIZE
    with pytest.raises(ValidationError, match="EIP-7934"):
        new_chain((0, OsakaVM), gas_limit=200_000_000).mine_all(transactions)
    with pytest.raises(ValidationError, match="EIP-7934"):
        new_chain((0, OsakaVM), gas_limit=200_000_000).import_block(large)


# The predeploys are the spec's: code from the EIPs, as py-evm's constants and as the assembly in the EIPs.
BEACON_ROOTS_CODE = import_module("eth.vm.forks.cancun.constants").BEACON_ROOTS_CONTRACT_CODE
HISTORY_CODE = import_module("eth.vm.forks.prague.constants").HISTORY_STORAGE_CONTRACT_CODE
# Stand-ins for the queues of EIP-7002 and EIP-7251: to return one request, the number of the block.
QUEUE_CODE = bytes.fromhex("435f5260205ff3")
SYSTEM_CODES = {
    0x000F3DF6D732807EF1319FB7B8BB8522D0BEAC02: BEACON_ROOTS_CODE,
    0x0000F90827F1C53A10CB7A02335B175320002935: HISTORY_CODE,
    0x00000961EF480EB55E80D19AD83579A64C007002: QUEUE_CODE,
    0x0000BBDDC7CE488642FB579F8B00F3A590007251: QUEUE_CODE,
}


def system_state(**changed: bytes) -> dict[bytes, Any]:
    codes: dict[bytes, bytes] = {at(address): code for address, code in SYSTEM_CODES.items()}
    codes |= {bytes.fromhex(address[2:]): code for address, code in changed.items()}
    accounts: dict[bytes, Any] = {
        address: {"nonce": 1, "code": code} for address, code in codes.items() if code
    }
    return accounts | {SENDER: {"balance": 10**24}, at(0xF01E): {"code": CLZ_CODE}}


STRICT = OsakaVM.configure(requires_system_contracts=True)


def made_block(state: dict[bytes, Any], vm_class: Any = STRICT) -> tuple[Any, Any]:
    """A chain, and a block on it made by importing: the way a block gets its system calls."""
    chain = new_chain((0, vm_class), state=state)
    header = chain.create_header_from_parent(chain.get_canonical_head(), timestamp=1_700_000_012)
    builder = vm_class.get_transaction_builder()
    transactions = [
        legacy(to=at(0xF01E), data=word(5)),
        signed(nonce=1, data=b"\1" * 500),
        signed("blob", nonce=2, blob_versioned_hashes=blob_hashes(3)),
        signed("set_code", nonce=3),
        signed("access_list", nonce=4, to=b"", data=b"\x00"),
    ]
    decoded = [builder.decode(transaction.encode()) for transaction in transactions]
    block = vm_class.get_block_class()(
        header.copy(parent_beacon_block_root=b"\xbe" * 32), transactions=decoded, uncles=[], withdrawals=[]
    )
    return chain, chain.get_vm(header).import_block(block).block


@cache
def spec_fork() -> Any:
    return import_module("ethereum.forks.osaka.fork")


def accept_with_the_spec(state: dict[bytes, Any], parent: Any, block: Any) -> None:
    """Let the executable spec execute the block; raises its `InvalidBlock`."""
    modules = {
        name: import_module(f"ethereum.forks.osaka.{name}") for name in ("blocks", "fork_types", "state")
    }
    numeric = import_module("ethereum_types.numeric")
    spec_rlp = import_module("ethereum_rlp.rlp")
    spec_state = modules["state"].State()
    for address, account in state.items():
        modules["state"].set_account(
            spec_state,
            modules["fork_types"].Address(address),
            modules["fork_types"].Account(
                numeric.Uint(account.get("nonce", 0)),
                numeric.U256(account.get("balance", 0)),
                account.get("code", b""),
            ),
        )
    spec_parent = modules["blocks"].Block(
        spec_rlp.decode_to(modules["blocks"].Header, rlp.encode(parent)), (), (), ()
    )
    chain = spec_fork().BlockChain([spec_parent], spec_state, numeric.U64(1337))
    spec_fork().state_transition(chain, spec_rlp.decode_to(modules["blocks"].Block, rlp.encode(block)))


def test_the_executable_spec_accepts_our_block() -> None:
    state = system_state()
    chain, block = made_block(state)
    assert block.header.gas_used > 5 * 21_000
    accept_with_the_spec(state, chain.get_canonical_head(), block)
    chain.import_block(block)
    assert chain.get_canonical_head().hash == block.hash


def test_the_spec_would_notice_another_block() -> None:
    state = system_state()
    chain, block = made_block(state)
    invalid = import_module("ethereum.exceptions").InvalidBlock
    for field in ("requests_hash", "parent_beacon_block_root"):
        wrong = block.copy(header=block.header.copy(**{field: b"\7" * 32}))
        with pytest.raises(invalid):
            accept_with_the_spec(state, chain.get_canonical_head(), wrong)
        with pytest.raises(ValidationError):
            chain.import_block(wrong)


def test_system_contracts_are_called_whatever_their_code() -> None:
    """py-evm's Prague writes the history itself, and only if the code is the one it knows."""
    own_code = bytes.fromhex("5f355f5500")
    history = "0x" + HISTORY_STORAGE_ADDRESS.hex()
    chain, block = made_block(system_state(**{history: own_code}))
    chain.import_block(block)
    stored = chain.get_vm().state.get_storage(HISTORY_STORAGE_ADDRESS, 0)
    assert stored == int.from_bytes(block.header.parent_hash, "big")


QUEUES = ["0x00000961ef480eb55e80d19ad83579a64c007002", "0x0000bbddc7ce488642fb579f8b00f3a590007251"]


@pytest.mark.parametrize("address", QUEUES)
def test_a_system_contract_that_fails_or_is_missing(address: str) -> None:
    with pytest.raises(ValidationError, match="failed"):
        made_block(system_state(**{address: b"\xfe"}), OsakaVM)
    with pytest.raises(ValidationError, match="no system contract"):
        made_block(system_state(**{address: b""}))
    made_block(system_state(**{address: b""}), OsakaVM)


DEPOSIT_CONTRACT = Address(DEPOSIT_CONTRACT_ADDRESS)
DEPOSIT_TOPIC = int.from_bytes(DEPOSIT_EVENT_SIGNATURE_HASH, "big")


def deposit_event(rng: random.Random) -> bytes:
    """The ABI encoding of the deposit contract's event: five byte strings, padded to words."""
    sizes = (48, 32, 8, 96, 8)
    head, tail = b"", b""
    for size in sizes:
        head += word(32 * len(sizes) + len(tail))
        tail += word(size) + rng.randbytes(size) + bytes(-size % 32)
    return head + tail


def test_deposits_are_read_as_the_spec_reads_them() -> None:
    requests = import_module("ethereum.forks.osaka.requests")
    rng = random.Random(6110)
    malformed = 0
    for _ in range(300):
        data = bytearray(deposit_event(rng))
        if rng.random() < 0.7:
            data[rng.choice([31, 63, 95, 127, 159, 191, 287, 351, 415, 543, 200, 575])] ^= rng.choice([1, 32])
        data = data[: rng.choice([576, 576, 576, 575])]
        log = Log(DEPOSIT_CONTRACT, (DEPOSIT_TOPIC,), bytes(data))
        try:
            expected = bytes(requests.extract_deposit_data(bytes(data)))
        except import_module("ethereum.exceptions").InvalidBlock:
            malformed += 1
            with pytest.raises(ValidationError):
                deposit_requests([log])
        else:
            assert deposit_requests([log, log]) == expected * 2
    assert 50 < malformed < 250


def test_other_logs_are_no_deposits() -> None:
    logs = [
        Log(NOBODY, (DEPOSIT_TOPIC,), b""),
        Log(DEPOSIT_CONTRACT, (), b""),
        Log(DEPOSIT_CONTRACT, (DEPOSIT_TOPIC + 1,), b""),
    ]
    assert deposit_requests(logs) == b""
