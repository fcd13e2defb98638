"""A blob transaction has blobs, of the right version, not too many, and pays the blob base fee.

**Spec** EIP-4844; EIP-7594 (six blobs a transaction from Osaka on).
"""

from eth.abc import SignedTransactionAPI, StateAPI
from eth.vm.forks.cancun.constants import BLOB_TX_TYPE, GAS_PER_BLOB, VERSIONED_HASH_VERSION_KZG
from eth.vm.forks.cancun.state import get_total_blob_gas

from ...reasons import Reason, Refused

# EIP-7594: the most blobs one transaction may carry, whatever the block's schedule allows.
MAX_BLOBS_PER_TRANSACTION = 6


def blob_gas(transaction: SignedTransactionAPI) -> int:
    """Return the blob gas that the transaction uses; 0 for types that carry no blobs."""
    return get_total_blob_gas(transaction)


def check(state: StateAPI, transaction: SignedTransactionAPI) -> None:
    """Refuse a blob transaction without blobs, with another version of hash, or with too low a blob fee."""
    if transaction.type_id != BLOB_TX_TYPE:
        return
    if not transaction.blob_versioned_hashes:
        raise Refused(Reason.NO_BLOBS, "a blob transaction needs a blob (EIP-4844)")
    for versioned_hash in transaction.blob_versioned_hashes:
        if versioned_hash[:1] != VERSIONED_HASH_VERSION_KZG:
            raise Refused(
                Reason.BLOB_VERSION,
                f"versioned hash 0x{versioned_hash.hex()} is not of version 1 (EIP-4844)",
            )
    fee, price = transaction.max_fee_per_blob_gas, state.blob_base_fee
    if fee < price:
        raise Refused(
            Reason.MAX_BLOB_FEE_BELOW_BLOB_BASE_FEE, f"maximum blob fee {fee} is below the block's {price}"
        )


def check_count(state: StateAPI, transaction: SignedTransactionAPI) -> None:
    """Refuse more than six blobs."""
    blobs = blob_gas(transaction) // GAS_PER_BLOB
    if blobs > MAX_BLOBS_PER_TRANSACTION:
        raise Refused(
            Reason.TOO_MANY_BLOBS, f"{blobs} blobs are above the {MAX_BLOBS_PER_TRANSACTION} of EIP-7594"
        )
