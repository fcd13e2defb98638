"""What a case of a run is: the state before, the block, one transaction, and what comes out of it."""

from typing import NamedTuple

from ...py_evm.state_transition import Account, Block
from .transactions import Transaction

__all__ = ["Account", "Answer", "Block", "StateCase"]


class StateCase(NamedTuple):
    """One transaction of a run, under which fork's rules, its kind, and its number."""

    fork: str
    number: int
    kind: str
    accounts: dict[bytes, Account]
    block: Block
    transaction: Transaction


class Answer(NamedTuple):
    """What one side says: state root, hash of the logs, gas used; `refusal` why there was no transaction.

    A side that raised what it must not has nothing but `crash`.
    """

    state_root: bytes = b""
    logs_hash: bytes = b""
    gas_used: int | None = None
    refusal: str | None = None
    crash: str | None = None
