"""The rules of a transaction's validity, put into the two places where py-evm asks.

**Invariants** Ours come first, so a refusal is a `Refused` with a reason; py-evm's own follow.
"""

from typing import Any, ClassVar

from eth.abc import BlockHeaderAPI, SignedTransactionAPI
from eth.vm.base import VM
from eth.vm.state import BaseState

from ....forks import fork_order
from . import HEADER_RULES, STATE_RULES
from .setting import Setting


class ValidityVM(VM):
    """A VM that asks what the transaction itself, and its block, must be like."""

    as_of: ClassVar[str]

    def validate_transaction_against_header(
        self, base_header: BlockHeaderAPI, transaction: SignedTransactionAPI
    ) -> None:
        """Raise `Refused` if the transaction cannot go into the block that `base_header` begins."""
        schedule = getattr(self.get_state_class(), "blob_schedule", None)
        setting, order = Setting(self.as_of, schedule), fork_order(self.as_of)
        for first, rule in HEADER_RULES:
            if order >= fork_order(first):
                rule(setting, base_header, transaction)
        super().validate_transaction_against_header(base_header, transaction)  # type: ignore[safe-super]


class ValidityState(BaseState):
    """A state that asks what depends on chain, block and sender."""

    as_of: ClassVar[str]

    def validate_transaction(self, transaction: SignedTransactionAPI) -> None:
        """Raise `Refused` if the state does not let the transaction run, simulated or not."""
        order, state = fork_order(self.as_of), _as_api(self)
        for first, rule in STATE_RULES:
            if order >= fork_order(first):
                rule(state, transaction)
        super().validate_transaction(transaction)  # type: ignore[safe-super]


def _as_api(state: Any) -> Any:
    return state
