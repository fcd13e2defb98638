"""A transaction's nonce is its sender's, and can be incremented.

**Spec** EIP-2681, for all forks. **Deviations** py-evm has the limit for some types of transaction only.
"""

from eth.abc import BlockHeaderAPI, SignedTransactionAPI, StateAPI
from eth.constants import UINT_64_MAX

from ...reasons import Reason, Refused
from .setting import Setting


def check_limit(setting: Setting, header: BlockHeaderAPI, transaction: SignedTransactionAPI) -> None:
    """Refuse a nonce of 2**64 - 1 or more."""
    if transaction.nonce >= UINT_64_MAX:
        raise Refused(Reason.NONCE_IS_MAX, f"nonce {transaction.nonce} is not below 2**64 - 1 (EIP-2681)")


def check(state: StateAPI, transaction: SignedTransactionAPI) -> None:
    """Refuse another nonce than the sender's."""
    expected = state.get_nonce(transaction.sender)
    if transaction.nonce < expected:
        raise Refused(Reason.NONCE_TOO_LOW, f"nonce {transaction.nonce}, the sender has {expected}")
    if transaction.nonce > expected:
        raise Refused(Reason.NONCE_TOO_HIGH, f"nonce {transaction.nonce}, the sender has {expected}")
