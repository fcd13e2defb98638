"""Osaka's state: how a transaction is validated against it and executed on it."""

from typing import ClassVar

from eth.abc import ComputationAPI, MessageAPI, SignedTransactionAPI, TransactionExecutorAPI
from eth.exceptions import OutOfGas
from eth.vm.forks.prague.state import PragueState

from .computation import OsakaComputation
from .delegations import PrecompileFirstExecutor
from .schedule import BPO1_BLOBS, BPO2_BLOBS, OSAKA_BLOBS, BlobSchedule, blob_base_fee
from .transactions import calldata_floor_gas, minimum_gas
from .validation import validate_against_state


class OsakaTransactionExecutor(PrecompileFirstExecutor):
    """Prague's executor, which in addition can be asked to simulate with too little gas."""

    def build_computation(self, message: MessageAPI, transaction: SignedTransactionAPI) -> ComputationAPI:
        """Run the message; without the gas that validity asks for, it runs out of gas.

        In a block this cannot happen. Gas estimation tries such limits, and must not take one for enough.
        """
        least = minimum_gas(transaction)
        if transaction.gas >= least:
            return super().build_computation(message, transaction)
        context = self.vm_state.get_transaction_context(transaction)
        computation = self.vm_state.get_computation(message, context)
        computation.error = OutOfGas(f"gas limit {transaction.gas} is below the {least} needed")
        return computation

    @staticmethod
    def calc_data_floor_gas(transaction: SignedTransactionAPI, gas_used: int, gas_refund: int) -> int:
        """Return the gas to charge on top, to reach the floor of EIP-7623 or, if less, the gas limit."""
        floor = min(calldata_floor_gas(transaction), transaction.gas)
        return max(0, floor - (gas_used - gas_refund))


class OsakaState(PragueState):
    """Prague's state with Osaka's computation, validity and blob schedule."""

    computation_class = OsakaComputation
    transaction_executor_class: type[TransactionExecutorAPI] = OsakaTransactionExecutor
    blob_schedule: ClassVar[BlobSchedule] = OSAKA_BLOBS

    @property
    def blob_base_fee(self) -> int:
        """The price of blob gas in this block, in wei; BLOBBASEFEE returns it."""
        return blob_base_fee(self.execution_context.excess_blob_gas or 0, self.blob_schedule)

    def validate_transaction(self, transaction: SignedTransactionAPI) -> None:
        """Raise `ValidationError` if the state does not let the transaction run, simulated or not."""
        super().validate_transaction(transaction)
        validate_against_state(self, transaction)


class BPO1State(OsakaState):
    """Osaka's state with the first larger blob schedule."""

    blob_schedule = BPO1_BLOBS


class BPO2State(OsakaState):
    """Osaka's state with the second larger blob schedule."""

    blob_schedule = BPO2_BLOBS
