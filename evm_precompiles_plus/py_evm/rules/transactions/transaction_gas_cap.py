"""Osaka's cap on the gas of one transaction, for what goes into a block and for what estimates offer.

**Spec** EIP-7825. A call that is only simulated may use all the gas of a block; an estimate is an offer to
send the transaction, and one above the cap could not be sent.
**Deviations** py-evm searches between the intrinsic gas and `state.gas_limit`. Outside of any execution,
on a state that is made for simulation, that is the cap; GASLIMIT still gives the block's.
"""

from collections.abc import Iterator
from contextlib import contextmanager

from eth.abc import BlockHeaderAPI, ComputationAPI, MessageAPI, SignedTransactionAPI, StateAPI
from eth.exceptions import OutOfGas
from eth.vm.base import VM
from eth.vm.forks.frontier.state import FrontierTransactionExecutor
from eth.vm.state import BaseState

from ...reasons import Reason, Refused
from .setting import Setting

MAX_TRANSACTION_GAS = 2**24


def check(setting: Setting, header: BlockHeaderAPI, transaction: SignedTransactionAPI) -> None:
    """Refuse a gas limit above the cap."""
    if transaction.gas > MAX_TRANSACTION_GAS:
        raise Refused(
            Reason.TRANSACTION_GAS_CAP,
            f"gas limit {transaction.gas} is above the {MAX_TRANSACTION_GAS} of EIP-7825",
        )


class CappedEstimatesVM(VM):
    """Tells the state for simulated calls that it may be asked for an estimate."""

    @contextmanager
    def in_costless_state(self) -> Iterator[StateAPI]:
        """Yield a state on which calls cost nothing, and what is executed on it is forgotten."""
        with super().in_costless_state() as state:
            state.estimates = True  # type: ignore[attr-defined]
            yield state


class CappedEstimatesState(BaseState):
    """Says that a block has no more gas than a transaction may have, to whoever looks for an estimate."""

    estimates = False
    _executing = False

    @property
    def gas_limit(self) -> int:
        """The block's gas limit; for an estimate at most the cap."""
        limit: int = self.execution_context.gas_limit
        return min(limit, MAX_TRANSACTION_GAS) if self.estimates and not self._executing else limit

    def apply_transaction(self, transaction: SignedTransactionAPI) -> ComputationAPI:
        """Execute a transaction, which sees the block's own gas limit."""
        self._executing = True
        try:
            return super().apply_transaction(transaction)  # type: ignore[safe-super]
        finally:
            self._executing = False

    def costless_execute_transaction(self, transaction: SignedTransactionAPI) -> ComputationAPI:
        """Execute a simulated call, which is no estimate: it may use all the gas of a block."""
        before, self.estimates = self.estimates, False
        try:
            return super().costless_execute_transaction(transaction)
        finally:
            self.estimates = before


class CappedEstimatesExecutor(FrontierTransactionExecutor):
    """Finds every gas limit above the cap too little, for an estimate."""

    def build_computation(self, message: MessageAPI, transaction: SignedTransactionAPI) -> ComputationAPI:
        """Run the message; for an estimate with more gas than the cap, it runs out of gas."""
        estimates: bool = self.vm_state.estimates  # type: ignore[attr-defined]
        if not estimates or transaction.gas <= MAX_TRANSACTION_GAS:
            return super().build_computation(message, transaction)
        context = self.vm_state.get_transaction_context(transaction)
        computation = self.vm_state.get_computation(message, context)
        computation.error = OutOfGas(f"it takes more than the {MAX_TRANSACTION_GAS} gas of EIP-7825")
        return computation
