"""A transaction that creates has no more than 49,152 bytes of initcode.

**Spec** EIP-3860. **Deviations** py-evm notices in the middle of the execution, with an error of the EVM.
"""

from eth.abc import BlockHeaderAPI, SignedTransactionAPI
from eth.vm.forks.shanghai.constants import MAX_INITCODE_SIZE

from ...reasons import Reason, Refused
from .intrinsic_gas import is_creation
from .setting import Setting


def check(setting: Setting, header: BlockHeaderAPI, transaction: SignedTransactionAPI) -> None:
    """Refuse a creation with longer initcode."""
    if is_creation(transaction) and len(transaction.data) > MAX_INITCODE_SIZE:
        raise Refused(
            Reason.INITCODE_SIZE,
            f"{len(transaction.data)} bytes of initcode; EIP-3860 has {MAX_INITCODE_SIZE}",
        )
