"""A receipt says what the sender paid, the calldata's floor included.

**Spec** EIP-7623. **Deviations** py-evm bounds the refund by a fifth of what includes the floor, and can
report less gas than it charged.
"""

from eth.abc import ComputationAPI, SignedTransactionAPI
from eth.vm.forks.prague import PragueVM
from eth.vm.forks.prague.state import PragueTransactionExecutor

from ..transactions.intrinsic_gas import calldata_floor_gas


class FloorVM(PragueVM):
    """A VM whose receipts have at least the floor."""

    @classmethod
    def finalize_gas_used(cls, transaction: SignedTransactionAPI, computation: ComputationAPI) -> int:
        """Return the gas for the receipt: after refunds, and at least EIP-7623's floor."""
        used = transaction.gas - computation.get_gas_remaining()
        refund = cls.calculate_net_gas_refund(used, computation.get_gas_refund())
        return max(used - refund, calldata_floor_gas(transaction))


class FloorExecutor(PragueTransactionExecutor):
    """An executor that charges a simulated call no more than its gas limit."""

    @staticmethod
    def calc_data_floor_gas(transaction: SignedTransactionAPI, gas_used: int, gas_refund: int) -> int:
        """Return the gas to charge on top, to reach the floor of EIP-7623 or, if less, the gas limit."""
        floor = min(calldata_floor_gas(transaction), transaction.gas)
        return max(0, floor - (gas_used - gas_refund))
