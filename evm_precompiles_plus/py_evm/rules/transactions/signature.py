"""A transaction is signed by somebody, in the one form that the curve allows, for this chain.

**Spec** EIP-2 (s in the lower half of the group's order, from Homestead on), EIP-155 (chain id).
**Deviations** py-evm lets what its library raises for no signature at all through, asks for the lower half in
legacy transactions only, and never compares the chain id.
"""

from eth.abc import BlockHeaderAPI, SignedTransactionAPI, StateAPI
from eth.constants import SECPK1_N
from eth_keys.exceptions import BadSignature
from eth_utils.exceptions import ValidationError

from ....forks import fork_order
from ...reasons import Reason, Refused
from .setting import Setting

_LOWER_HALF = fork_order("homestead")


def check(setting: Setting, header: BlockHeaderAPI, transaction: SignedTransactionAPI) -> None:
    """Recover the sender, which py-evm keeps, so that nothing is recovered twice."""
    highest = SECPK1_N // 2 if fork_order(setting.fork) >= _LOWER_HALF else SECPK1_N - 1
    if not (0 < transaction.r < SECPK1_N and 0 < transaction.s <= highest):
        raise Refused(Reason.INVALID_SIGNATURE, "r or s of the signature is out of its range (EIP-2)")
    try:
        _ = transaction.sender
    except (BadSignature, ValidationError) as failure:
        raise Refused(Reason.INVALID_SIGNATURE, f"no sender can be recovered: {failure}") from failure


def check_chain_id(state: StateAPI, transaction: SignedTransactionAPI) -> None:
    """Allow no chain id only where the signature has none: in legacy transactions of before EIP-155."""
    expected = state.execution_context.chain_id
    if transaction.chain_id not in (None, expected):
        raise Refused(
            Reason.WRONG_CHAIN_ID, f"transaction for chain {transaction.chain_id} on chain {expected}"
        )
