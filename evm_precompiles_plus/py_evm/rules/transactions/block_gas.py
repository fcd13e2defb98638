"""A transaction fits into what is left of its block's gas and blob gas.

**Spec** Yellow Paper, section 6; EIP-4844. **Deviations** py-evm adds up blob gas for whole blocks only.
"""

from eth.abc import BlockHeaderAPI, SignedTransactionAPI

from ...reasons import Reason, Refused
from .blobs import blob_gas
from .setting import Setting


def check(setting: Setting, header: BlockHeaderAPI, transaction: SignedTransactionAPI) -> None:
    """Refuse a gas limit above what earlier transactions have left; `header` has what they used."""
    left = header.gas_limit - header.gas_used
    if transaction.gas > left:
        raise Refused(
            Reason.BLOCK_GAS_EXCEEDED, f"gas limit {transaction.gas} is above the block's remaining {left}"
        )


def check_blobs(setting: Setting, header: BlockHeaderAPI, transaction: SignedTransactionAPI) -> None:
    """Refuse more blob gas than earlier transactions have left of the schedule's most."""
    if setting.schedule is None:
        return
    left = setting.schedule.max_gas - header.blob_gas_used
    if blob_gas(transaction) > left:
        raise Refused(
            Reason.BLOCK_BLOB_GAS_EXCEEDED,
            f"blob gas {blob_gas(transaction)} is above the block's remaining {left}",
        )
