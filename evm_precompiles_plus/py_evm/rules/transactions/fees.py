"""A transaction's maximum fee covers the base fee, and is no less than its priority fee.

**Spec** EIP-1559. **Deviations** py-evm does not compare the two fees.
"""

from eth.abc import SignedTransactionAPI, StateAPI

from ...reasons import Reason, Refused


def check(state: StateAPI, transaction: SignedTransactionAPI) -> None:
    """Refuse a priority fee above the maximum fee, and a maximum fee below the block's base fee."""
    fee, priority = transaction.max_fee_per_gas, transaction.max_priority_fee_per_gas
    if priority > fee:
        raise Refused(
            Reason.PRIORITY_FEE_ABOVE_MAX_FEE,
            f"priority fee {priority} is above the maximum fee {fee} (EIP-1559)",
        )
    if fee < state.base_fee:
        raise Refused(
            Reason.MAX_FEE_BELOW_BASE_FEE, f"maximum fee {fee} is below the base fee {state.base_fee}"
        )
