"""A transaction's sender has no code, unless it is a delegation.

**Spec** EIP-3607, for all forks; EIP-7702 (delegations, from Prague on). **Deviations** py-evm does not look.
"""

from eth._utils.state import code_is_delegation_designation
from eth.abc import SignedTransactionAPI, StateAPI
from eth.vm.spoof import SpoofTransaction

from ....forks import fork_order
from ...reasons import Reason, Refused

_DELEGATIONS = fork_order("prague")


def check(state: StateAPI, transaction: SignedTransactionAPI) -> None:
    """Refuse a contract as sender; a call that is only simulated may come from one."""
    code = state.get_code(transaction.sender)
    if not code or isinstance(transaction, SpoofTransaction):
        return
    fork: str = state.as_of  # type: ignore[attr-defined]
    if fork_order(fork) < _DELEGATIONS or not code_is_delegation_designation(code):
        raise Refused(
            Reason.SENDER_IS_CONTRACT, f"sender 0x{transaction.sender.hex()} is a contract (EIP-3607)"
        )
