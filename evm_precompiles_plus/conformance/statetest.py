"""One case of a state test: build the pre state, apply the transaction, compare.

**Spec** execution-spec-tests, "State Tests"; geth, tests/state_test_util.go, for what the older fixtures
leave open.
"""

import json
from collections.abc import Iterator
from functools import lru_cache
from time import perf_counter
from typing import NamedTuple

from ..errors import UnknownFork
from ..py_evm.by_fork import plus_vm, stock_vm
from ..py_evm.state_transition import (
    Account,
    Block,
    PreState,
    TransactionFields,
    Transition,
    apply_transaction,
    build_pre_state,
)
from ..py_evm.tracing import Steps, tracing_vm
from ..py_evm.vms import VirtualMachineAPI
from .loader import Case, LoadedTest
from .networks import fork_of, rules_of
from .reasons import wrong_reason
from .schema import Authorization, Transaction
from .state_diff import state_diff

PASSED, FAILED, PASSED_OVER = "passed", "failed", "passed over"
# Passed in the run that this one resumes.
PASSED_BEFORE = "passed before"

# What goevmlab writes where other tools have the root that must come out: clients are compared with each
# other.
_NOT_FILLED = bytes(32)


class Outcome(NamedTuple):
    """How a case ended. `state_root` is what came out, where something did; `error` why it is not passed.

    `indexes` are those of data, gas limit and value; a blockchain test has none. A failed case has more to
    look at: `details`, how the state differs from what the fixture gives, and `trace`, EIP-3155 lines, if
    that was asked for.
    """

    source: str
    name: str
    fork: str
    indexes: tuple[int, ...]
    status: str
    state_root: bytes | None
    error: str
    seconds: float
    details: tuple[str, ...] = ()
    trace: tuple[str, ...] = ()

    @property
    def passed(self) -> bool:
        """Whether it passed, in this run or in the one that this run resumes."""
        return self.status in (PASSED, PASSED_BEFORE)


def run_case(case: Case, stock: bool = False, trace: bool = False) -> Outcome:
    """Run one case with our precompiles, or with py-evm's own; `trace` it if it fails.

    Never raises for what a case does to the EVM: that is an outcome. A fork that py-evm does not have
    is passed over when `stock`, and so is, with the root that came out, a case that states none.
    """
    started = perf_counter()
    try:
        transition = execute(case, stock)
    except UnknownFork as error:
        return _outcome(case, started, PASSED_OVER, None, f"no stock VM: {error}")
    except Exception as error:  # a host's own fault must not end the run
        return _outcome(case, started, FAILED, None, f"{type(error).__name__}: {error}")
    if case.post.hash == case.post.logs == _NOT_FILLED:
        error_text = "not filled: root and logs hash of the fixture are zero"
        return _outcome(case, started, PASSED_OVER, transition.state_root, error_text)
    error_text = verdict(case, transition)
    if not error_text:
        return _outcome(case, started, PASSED, transition.state_root)
    outcome = _outcome(case, started, FAILED, transition.state_root, error_text)
    return outcome._replace(
        details=tuple(state_diff(case.test.content, case.post, transition)),
        trace=tuple(trace_case(case, stock)) if trace else (),
    )


def trace_case(case: Case, stock: bool = False, steps: Steps | None = None) -> Iterator[str]:
    """Run a case again and yield its steps as lines of JSON, then a line that says how it ended."""
    steps = Steps() if steps is None else steps
    transition = execute_on(tracing_vm(_vm(case, stock), steps), case)
    yield from steps.lines()
    root = f"0x{transition.state_root.hex()}"
    yield json.dumps({"stateRoot": root, "pass": not verdict(case, transition), "fork": case.fork})


def execute(case: Case, stock: bool = False) -> Transition:
    """Apply the case's transaction to its pre state; raises `UnknownFork` where there is no VM."""
    return execute_on(_vm(case, stock), case)


def execute_on(vm_class: type[VirtualMachineAPI], case: Case) -> Transition:
    """Apply the case's transaction to its pre state on a VM class of the case's fork."""
    fork = rules_of(fork_of(case.fork))
    pre = _pre_state(case.test)
    transaction = case.post.txbytes
    return apply_transaction(
        vm_class,
        fork,
        pre,
        _block(case, fork, pre),
        _transaction_fields(case) if transaction is None else transaction,
    )


def _vm(case: Case, stock: bool) -> type[VirtualMachineAPI]:
    if stock:
        return stock_vm(case.fork)
    entry = case.test.content.config.blob_schedule.get(case.fork)
    return plus_vm(rules_of(fork_of(case.fork)), entry.schedule if entry else None)


def verdict(case: Case, transition: Transition) -> str:
    """Return what differs from what the fixture states, in one line; an empty text where nothing does."""
    expected, refusal = case.post.expect_exception, transition.refusal
    if refusal is not None and expected is None:
        return f"transaction refused: {refusal}"
    if refusal is None and expected is not None:
        return f"transaction accepted, expected {expected}"
    if expected is not None and transition.reason is not None:
        wrong = wrong_reason(expected, transition.reason)
        if wrong:
            return f"transaction {wrong}: {refusal}"
    if transition.state_root != case.post.hash:
        return _mismatch("post state root", transition.state_root, case.post.hash)
    if case.post.logs is not None and transition.logs_hash != case.post.logs:
        return _mismatch("post state logs hash", transition.logs_hash, case.post.logs)
    return ""


def _mismatch(what: str, got: bytes, want: bytes) -> str:
    return f"{what} mismatch: got {got.hex()}, want {want.hex()}"


def _outcome(case: Case, started: float, status: str, root: bytes | None, error: str = "") -> Outcome:
    seconds = perf_counter() - started
    return Outcome(case.test.source, case.test.name, case.fork, case.indexes, status, root, error, seconds)


@lru_cache(maxsize=1)
def _pre_state(test: LoadedTest) -> PreState:
    """Build a test's pre state once: cases come test by test, and none writes to the database."""
    return build_pre_state(
        {
            address: Account(account.nonce, account.balance, account.code, account.storage)
            for address, account in test.content.pre.items()
        }
    )


def _block(case: Case, fork: str, pre: PreState) -> Block:
    env, config = case.test.content.env, case.test.content.config
    random = env.current_difficulty if env.current_random is None else env.current_random
    return Block(
        coinbase=env.current_coinbase,
        block_number=env.current_number,
        timestamp=env.current_timestamp,
        gas_limit=env.current_gas_limit,
        difficulty=env.current_difficulty,
        mix_hash=random.to_bytes(32, "big"),
        base_fee_per_gas=env.current_base_fee,
        excess_blob_gas=env.current_excess_blob_gas,
        state_root=pre.root,
        chain_id=config.chain_id,
        block_hashes=env.block_hashes,
    )


def _transaction_fields(case: Case) -> TransactionFields:
    transaction = case.test.content.transaction
    data, gas, value = case.indexes
    if transaction.secret_key is None and transaction.sender is None:
        raise ValueError("the fixture has neither txbytes nor secretKey nor sender")
    return TransactionFields(
        secret_key=transaction.secret_key,
        sender=transaction.sender,
        chain_id=case.test.content.config.chain_id,
        nonce=transaction.nonce,
        to=transaction.to or b"",
        gas=transaction.gas_limit[gas],
        value=transaction.value[value],
        data=transaction.data[data],
        gas_price=transaction.gas_price,
        max_priority_fee_per_gas=transaction.max_priority_fee_per_gas,
        max_fee_per_gas=transaction.max_fee_per_gas,
        access_list=_access_list(transaction, data),
        max_fee_per_blob_gas=transaction.max_fee_per_blob_gas,
        blob_versioned_hashes=_tuple_or_none(transaction.blob_versioned_hashes),
        authorization_list=_authorizations(transaction.authorization_list),
    )


def _access_list(transaction: Transaction, data: int) -> tuple[tuple[bytes, tuple[int, ...]], ...] | None:
    chosen = transaction.access_lists[data] if transaction.access_lists else None
    if chosen is None:
        return None
    return tuple((entry.address, tuple(entry.storage_keys)) for entry in chosen)


def _tuple_or_none(values: list[bytes] | None) -> tuple[bytes, ...] | None:
    return None if values is None else tuple(values)


def _authorizations(
    entries: list[Authorization] | None,
) -> tuple[tuple[int, bytes, int, int, int, int], ...] | None:
    if entries is None:
        return None
    return tuple(
        (entry.chain_id, entry.address, entry.nonce, entry.y_parity, entry.r, entry.s) for entry in entries
    )
