"""Blob and set-code transactions create nothing, and set-code transactions set something.

**Spec** EIP-4844, EIP-7702. **Deviations** py-evm executes creations by blob transactions.
"""

from eth.abc import BlockHeaderAPI, SignedTransactionAPI
from eth.vm.forks.cancun.constants import BLOB_TX_TYPE
from eth.vm.forks.prague.constants import SET_CODE_TRANSACTION_TYPE

from ...reasons import Reason, Refused
from .intrinsic_gas import is_creation
from .setting import Setting

_CREATION = {
    BLOB_TX_TYPE: Reason.CREATION_BY_BLOB_TRANSACTION,
    SET_CODE_TRANSACTION_TYPE: Reason.CREATION_BY_SET_CODE_TRANSACTION,
}


def check(setting: Setting, header: BlockHeaderAPI, transaction: SignedTransactionAPI) -> None:
    """Refuse creations by these types, and an empty list of authorisations."""
    reason = _CREATION.get(transaction.type_id or 0)
    if reason is None:
        return
    if is_creation(transaction):
        raise Refused(reason, f"a transaction of type {transaction.type_id} needs a recipient")
    if transaction.type_id == SET_CODE_TRANSACTION_TYPE and not transaction.authorization_list:
        raise Refused(Reason.NO_AUTHORIZATIONS, "a set-code transaction needs an authorisation (EIP-7702)")
