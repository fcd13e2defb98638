"""One transaction on one block's environment and one pre state: what a state test runs.

**Spec** Yellow Paper, section 6; execution-spec-tests, "State Tests". No block is built: there is no
reward, no system call and no receipt, as in geth's `evm statetest`.
**Deviations** From EIP-161 on an empty coinbase is deleted also when the transaction is refused, as geth
does. Before, a refused transaction leaves it alone, and any other creates it.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple

import rlp
from eth.abc import SignedTransactionAPI, StateAPI, VirtualMachineAPI
from eth.consensus import ConsensusContext
from eth.constants import BLANK_ROOT_HASH
from eth.db.account import AccountDB
from eth.db.atomic import AtomicDB
from eth.db.chain import ChainDB
from eth.rlp.logs import Log
from eth.vm.chain_context import ChainContext
from eth.vm.forks.prague.transactions import Authorization
from eth_hash.auto import keccak
from eth_keys.datatypes import PrivateKey
from eth_typing import Address, Hash32

from ..forks import fork_order
from .decoding import decode_transaction
from .reasons import Reason, Refused
from .refusals import TRANSACTION_REFUSALS, refusal_of

# BLOCKHASH reaches back this far.
_ANCESTORS = 256
# geth gives a London block this fee where a test states none (tests/state_test_util.go).
_DEFAULT_BASE_FEE = 10

# Signs for a sender whose key is not known: any key will do, and nobody asks for the signature again.
_STAND_IN_KEY = PrivateKey((1).to_bytes(32, "big"))


class Account(NamedTuple):
    """An account; storage maps slot to value."""

    nonce: int
    balance: int
    code: bytes
    storage: Mapping[int, int]


class PreState(NamedTuple):
    """An account trie in a database that later transactions read and never write."""

    database: AtomicDB
    root: Hash32


class Block(NamedTuple):
    """The block's environment, under the names that py-evm reads from a header.

    `mix_hash` is PREVRANDAO.
    """

    coinbase: bytes
    block_number: int
    timestamp: int
    gas_limit: int
    difficulty: int
    mix_hash: bytes
    base_fee_per_gas: int | None
    excess_blob_gas: int | None
    state_root: bytes
    chain_id: int
    block_hashes: Mapping[int, bytes]
    gas_used: int = 0
    blob_gas_used: int = 0


class TransactionFields(NamedTuple):
    """A transaction before it is signed; its type is that of the fields that are not None.

    Without a key it is the `sender`'s, unsigned as it is.
    `to` is empty for a creation; an access list is of pairs (address, slots), an authorization
    of (chain id, address, nonce, y parity, r, s).
    """

    secret_key: bytes | None
    chain_id: int
    nonce: int
    to: bytes
    gas: int
    value: int
    data: bytes
    gas_price: int | None = None
    max_priority_fee_per_gas: int | None = None
    max_fee_per_gas: int | None = None
    access_list: tuple[tuple[bytes, tuple[int, ...]], ...] | None = None
    max_fee_per_blob_gas: int | None = None
    blob_versioned_hashes: tuple[bytes, ...] | None = None
    authorization_list: tuple[tuple[int, bytes, int, int, int, int], ...] | None = None
    sender: bytes | None = None


class Transition(NamedTuple):
    """What came out: the hashes that a fixture states, and why the transaction was refused, if it was.

    `refusal` says it in words, `reason` as data; `gas_used` is what the receipt counts.
    """

    state_root: bytes
    logs_hash: bytes
    refusal: str | None
    state: StateAPI
    reason: Reason | None = None
    gas_used: int | None = None


def build_pre_state(accounts: Mapping[bytes, Account]) -> PreState:
    """Write accounts, empty ones too, into a new trie."""
    database = AtomicDB()
    trie = AccountDB(database, BLANK_ROOT_HASH)
    for key, account in accounts.items():
        address = Address(key)
        for slot, value in account.storage.items():
            trie.set_storage(address, slot, value)
        trie.set_nonce(address, account.nonce)
        trie.set_balance(address, account.balance)
        if account.code:
            trie.set_code(address, account.code)
    trie.persist()
    return PreState(database, trie.state_root)


def apply_transaction(
    vm_class: type[VirtualMachineAPI],
    fork: str,
    pre: PreState,
    block: Block,
    transaction: bytes | TransactionFields,
) -> Transition:
    """Apply one transaction, encoded or as fields, to a pre state; `fork` is a canonical name.

    A transaction that the block cannot have is no error: the transition says why it was refused.
    """
    # py-evm reads a header's fields by name only; none of its header classes fits every fork.
    header: Any = _as_fork_has_it(fork, block)
    chain_context = ChainContext(block.chain_id)
    host: Any = vm_class
    vm = vm_class(header, ChainDB(pre.database), chain_context, ConsensusContext(pre.database))
    state = vm_class.build_state(pre.database, header, chain_context, _ancestors(block))
    before = state.snapshot()
    logs: list[Log] = []
    refusal = reason = gas_used = None
    try:
        signed = _decode_or_sign(vm_class, transaction)
        vm.validate_transaction_against_header(header, signed)
        computation = state.apply_transaction(signed)
        logs = [Log(*entry) for entry in computation.get_log_entries()]
        gas_used = host.finalize_gas_used(signed, computation)
    except TRANSACTION_REFUSALS as error:
        refused = refusal_of(error)
        refusal, reason = str(refused), refused.reason
        # py-evm finds some faults only after the sender has paid; a refused transaction changes nothing.
        state.revert(before)
    _touch_coinbase(state, fork, is_refused=reason is not None)
    return Transition(state.make_state_root(), keccak(rlp.encode(logs)), refusal, state, reason, gas_used)


def accounts_after(transition: Transition, known: Mapping[bytes, Iterable[int]]) -> dict[bytes, Account]:
    """Return the accounts that exist after a transition, of those that it looked at or that are `known`.

    `known` maps addresses to slots; storage has the slots with a value that were looked at or are known.
    """
    state = transition.state
    seen = state.persist()
    slots = {address: set(seen.get_slots_queried(address)) for address in seen.accounts_queried}
    for key, known_slots in known.items():
        slots.setdefault(Address(key), set()).update(known_slots)
    return {
        bytes(address): Account(
            state.get_nonce(address),
            state.get_balance(address),
            state.get_code(address),
            {slot: value for slot in sorted(looked_at) if (value := state.get_storage(address, slot))},
        )
        for address, looked_at in sorted(slots.items())
        if state.account_exists(address)
    }


def _as_fork_has_it(fork: str, block: Block) -> Block:
    """Return the block with its fork's fields: a fixture states one block for all its forks."""
    order = fork_order(fork)
    base_fee = _DEFAULT_BASE_FEE if block.base_fee_per_gas is None else block.base_fee_per_gas
    return block._replace(
        base_fee_per_gas=base_fee if order >= fork_order("london") else None,
        excess_blob_gas=block.excess_blob_gas or 0 if order >= fork_order("cancun") else None,
    )


def _ancestors(block: Block) -> Iterator[Hash32]:
    """Yield the hashes of the blocks before this one, the parent first.

    No chain is behind a state test, so by convention of all clients the hash of block n is the Keccak
    of n in decimal digits, unless the fixture states one.
    """
    for number in range(block.block_number - 1, max(-1, block.block_number - 1 - _ANCESTORS), -1):
        yield Hash32(block.block_hashes.get(number) or keccak(str(number).encode()))


def _decode_or_sign(
    vm_class: type[VirtualMachineAPI], transaction: bytes | TransactionFields
) -> SignedTransactionAPI:
    if isinstance(transaction, bytes):
        return decode_transaction(vm_class, transaction)
    method, fields = _unsigned(transaction)
    new_unsigned = getattr(vm_class.get_transaction_builder(), method, None)
    if new_unsigned is None:
        raise Refused(Reason.TRANSACTION_TYPE, f"the fork has no transactions of this type (no {method})")
    unsigned = new_unsigned(**fields)
    key = _STAND_IN_KEY if transaction.secret_key is None else PrivateKey(transaction.secret_key)
    signed: SignedTransactionAPI = unsigned.as_signed_transaction(key)
    if transaction.secret_key is None:
        # py-evm works the sender out once, and keeps it there.
        vars(signed)["sender"] = transaction.sender
    return signed


def _unsigned(transaction: TransactionFields) -> tuple[str, dict[str, Any]]:
    """Return the builder's method for this type of transaction, and its arguments."""
    given = {name: value for name, value in transaction._asdict().items() if value is not None}
    for who in ("secret_key", "sender"):
        given.pop(who, None)
    if "authorization_list" in given:
        given["authorization_list"] = [Authorization(*entry) for entry in given["authorization_list"]]
        return "new_unsigned_set_code_transaction", {"access_list": (), **given}
    if "max_fee_per_blob_gas" in given:
        return "new_unsigned_blob_transaction", {"access_list": (), **given}
    if "max_fee_per_gas" in given:
        return "new_unsigned_dynamic_fee_transaction", {"access_list": (), **given}
    if "access_list" in given:
        return "new_unsigned_access_list_transaction", given
    del given["chain_id"]
    return "create_unsigned_transaction", given


def _touch_coinbase(state: StateAPI, fork: str, is_refused: bool) -> None:
    coinbase = state.coinbase
    if fork_order(fork) < fork_order("spurious_dragon"):
        if not is_refused:
            state.touch_account(coinbase)
    elif state.account_exists(coinbase) and state.account_is_empty(coinbase):
        state.delete_account(coinbase)
