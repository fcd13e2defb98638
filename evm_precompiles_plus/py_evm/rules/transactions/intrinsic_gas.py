"""A transaction has the gas that it is charged before it runs, and that it is charged in the end.

**Spec** EIP-2930 (access list), EIP-3860 (initcode words), EIP-7623 (calldata floor), EIP-7702
(authorisations).
**Deviations** py-evm asks neither for the initcode's words nor for the floor. It charges the words when
the initcode runs, which comes to the same once the transaction is known to have the gas.
"""

from eth.abc import BlockHeaderAPI, SignedTransactionAPI
from eth.constants import CREATE_CONTRACT_ADDRESS, GAS_TX
from eth.vm.forks.prague.constants import STANDARD_TOKEN_COST, TOTAL_COST_FLOOR_PER_TOKEN
from eth.vm.forks.shanghai.constants import INITCODE_WORD_COST

from ....forks import fork_order
from ...reasons import Reason, Refused
from .setting import Setting

_INITCODE_WORDS = fork_order("shanghai")
_FLOOR = fork_order("prague")


def check(setting: Setting, header: BlockHeaderAPI, transaction: SignedTransactionAPI) -> None:
    """Refuse a gas limit below the intrinsic gas, or below the calldata's floor."""
    intrinsic = intrinsic_gas(transaction, setting.fork)
    if transaction.gas < intrinsic:
        raise Refused(
            Reason.INTRINSIC_GAS, f"gas limit {transaction.gas} is below the intrinsic gas of {intrinsic}"
        )
    floor = minimum_gas(transaction, setting.fork)
    if transaction.gas < floor:
        raise Refused(
            Reason.CALLDATA_FLOOR, f"gas limit {transaction.gas} is below EIP-7623's floor of {floor}"
        )


def is_creation(transaction: SignedTransactionAPI) -> bool:
    """Tell whether the transaction has no recipient."""
    return transaction.to == CREATE_CONTRACT_ADDRESS


def intrinsic_gas(transaction: SignedTransactionAPI, fork: str) -> int:
    """Return the gas for base cost, data, creation, initcode, access list and authorisations."""
    if not is_creation(transaction) or fork_order(fork) < _INITCODE_WORDS:
        return transaction.intrinsic_gas
    return transaction.intrinsic_gas + INITCODE_WORD_COST * ((len(transaction.data) + 31) // 32)


def calldata_floor_gas(transaction: SignedTransactionAPI) -> int:
    """Return the least gas that, from Prague on, a transaction with this calldata is charged in the end."""
    zeros = transaction.data.count(0)
    tokens = zeros + STANDARD_TOKEN_COST * (len(transaction.data) - zeros)
    return GAS_TX + TOTAL_COST_FLOOR_PER_TOKEN * tokens


def minimum_gas(transaction: SignedTransactionAPI, fork: str) -> int:
    """Return the least gas limit with which the transaction is valid."""
    intrinsic = intrinsic_gas(transaction, fork)
    if fork_order(fork) < _FLOOR:
        return intrinsic
    return max(intrinsic, calldata_floor_gas(transaction))
