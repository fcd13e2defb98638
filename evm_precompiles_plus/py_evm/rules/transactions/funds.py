"""A sender can pay the most that the transaction may cost: value, gas and blob gas at their maximum fees.

**Spec** EIP-1559, EIP-4844. **Deviations** py-evm asks for gas at the price that is charged in the end and
leaves the blobs out of one sum and the value out of another, so that some transactions fail in the middle.
"""

from eth.abc import SignedTransactionAPI, StateAPI

from ...reasons import Reason, Refused
from .blobs import blob_gas


def check(state: StateAPI, transaction: SignedTransactionAPI) -> None:
    """Refuse a transaction that can cost more than its sender has."""
    cost, balance = upfront_cost(transaction), state.get_balance(transaction.sender)
    if balance < cost:
        raise Refused(
            Reason.INSUFFICIENT_FUNDS, f"gas, blobs and value can cost {cost} wei; the sender has {balance}"
        )


def upfront_cost(transaction: SignedTransactionAPI) -> int:
    """Return the most wei the transaction can take from its sender: gas, blob gas and value."""
    blobs = blob_gas(transaction)
    blob_fee = blobs * transaction.max_fee_per_blob_gas if blobs else 0
    return transaction.gas * transaction.max_fee_per_gas + blob_fee + transaction.value
