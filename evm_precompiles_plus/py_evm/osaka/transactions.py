"""What a transaction must pay for before it runs, in gas.

**Spec** EIP-2930 (access list), EIP-3860 (initcode words), EIP-7623 (calldata floor), EIP-7702
(authorisations).
**Deviations** py-evm charges the initcode words when the initcode runs, not with the intrinsic gas.
That comes to the same once the transaction is known to have the gas, so its execution is left alone.
"""

from eth.abc import SignedTransactionAPI
from eth.constants import CREATE_CONTRACT_ADDRESS, GAS_TX
from eth.vm.forks.cancun.constants import GAS_PER_BLOB
from eth.vm.forks.cancun.state import get_total_blob_gas
from eth.vm.forks.prague.constants import STANDARD_TOKEN_COST, TOTAL_COST_FLOOR_PER_TOKEN
from eth.vm.forks.shanghai.constants import INITCODE_WORD_COST


def is_creation(transaction: SignedTransactionAPI) -> bool:
    """Tell whether the transaction has no recipient."""
    return transaction.to == CREATE_CONTRACT_ADDRESS


def intrinsic_gas(transaction: SignedTransactionAPI) -> int:
    """Return the gas for base cost, data, creation, initcode, access list and authorisations."""
    initcode_words = (len(transaction.data) + 31) // 32 if is_creation(transaction) else 0
    return transaction.intrinsic_gas + INITCODE_WORD_COST * initcode_words


def calldata_floor_gas(transaction: SignedTransactionAPI) -> int:
    """Return the least gas that a transaction with this calldata is charged in the end."""
    zeros = transaction.data.count(0)
    tokens = zeros + STANDARD_TOKEN_COST * (len(transaction.data) - zeros)
    return GAS_TX + TOTAL_COST_FLOOR_PER_TOKEN * tokens


def minimum_gas(transaction: SignedTransactionAPI) -> int:
    """Return the least gas limit with which the transaction is valid."""
    return max(intrinsic_gas(transaction), calldata_floor_gas(transaction))


def blob_count(transaction: SignedTransactionAPI) -> int:
    """Return the number of blobs the transaction carries; 0 for types that carry none."""
    return get_total_blob_gas(transaction) // GAS_PER_BLOB


def upfront_cost(transaction: SignedTransactionAPI) -> int:
    """Return the most wei the transaction can take from its sender: gas, blob gas and value."""
    blob_gas = get_total_blob_gas(transaction)
    blob_fee = blob_gas * transaction.max_fee_per_blob_gas if blob_gas else 0
    return transaction.gas * transaction.max_fee_per_gas + blob_fee + transaction.value
