"""A simulated call without the gas that validity asks for runs out of gas.

**Spec** EIP-3860, EIP-7623. In a block this cannot happen. Gas estimation tries such limits, and must not
take one for enough; nor one above EIP-7825's cap, which `transaction_gas_cap` keeps from it otherwise.
"""

from eth.abc import ComputationAPI, MessageAPI, SignedTransactionAPI
from eth.exceptions import OutOfGas
from eth.vm.forks.frontier.state import FrontierTransactionExecutor

from ..transactions.intrinsic_gas import minimum_gas


class MinimumGasExecutor(FrontierTransactionExecutor):
    """An executor that can be asked to simulate with too little gas."""

    def build_computation(self, message: MessageAPI, transaction: SignedTransactionAPI) -> ComputationAPI:
        """Run the message; without the gas that validity asks for, it runs out of gas."""
        fork: str = self.vm_state.as_of  # type: ignore[attr-defined]
        least = minimum_gas(transaction, fork)
        if transaction.gas >= least:
            return super().build_computation(message, transaction)
        context = self.vm_state.get_transaction_context(transaction)
        computation = self.vm_state.get_computation(message, context)
        computation.error = OutOfGas(f"gas limit {transaction.gas} is below the {least} needed")
        return computation
