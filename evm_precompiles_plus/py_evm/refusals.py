"""What py-evm and its libraries raise for a transaction or a block that is not valid, as a reason.

Our own rules say why themselves (`Refused`). py-evm's are told by the function that raises: its innermost one
in the traceback. Where one function refuses for several reasons our rules come before it, so the reason
given here is what is left.
"""

from collections.abc import Iterator
from types import TracebackType

import rlp
from eth.exceptions import ParentNotFound, PyEVMError, UnrecognizedTransactionType
from eth_keys.exceptions import BadSignature
from eth_utils.exceptions import ValidationError

from .reasons import Reason, Refused

TRANSACTION_REFUSALS = (
    ValidationError,
    UnrecognizedTransactionType,
    rlp.exceptions.RLPException,
    BadSignature,
)
BLOCK_REFUSALS = (*TRANSACTION_REFUSALS, PyEVMError, ValueError, TypeError)

# py-evm's functions by name; those with one reason, or with one that is not ours already.
_REASONS = {
    "validate_frontier_transaction_against_header": Reason.BLOCK_GAS_EXCEEDED,
    "validate_frontier_transaction": Reason.INSUFFICIENT_FUNDS,
    "validate_london_normalized_transaction": Reason.MAX_FEE_BELOW_BASE_FEE,
    "validate_nonce": Reason.NONCE_IS_MAX,
    "validate_transaction_signature": Reason.INVALID_SIGNATURE,
    "extract_transaction_sender": Reason.INVALID_SIGNATURE,
    "validate_lt_secpk1n": Reason.INVALID_SIGNATURE,
    "validate_lt_secpk1n2": Reason.INVALID_SIGNATURE,
    "get_payload_codec": Reason.TRANSACTION_TYPE,
    "validate_gas_limit": Reason.GAS_LIMIT,
    "validate_gas": Reason.BASE_FEE,
    "validate_block_blobs": Reason.BLOB_GAS_USED,
    "validate_header_is_on_intended_dao_fork": Reason.DAO_EXTRA_DATA,
    "check_pow": Reason.PROOF_OF_WORK,
}


def refusal_of(error: Exception) -> Refused:
    """Return an exception as a refusal: itself if it is one, else with the reason of where it was raised."""
    if isinstance(error, Refused):
        return error
    return Refused(_reason(error), str(error) or type(error).__name__)


def _reason(error: BaseException) -> Reason:
    for cause in causes(error):
        if isinstance(cause, Refused):
            return cause.reason
        if isinstance(cause, UnrecognizedTransactionType):
            return Reason.TRANSACTION_TYPE
        if isinstance(cause, ParentNotFound):
            return Reason.UNKNOWN_PARENT
        for function in _functions(cause.__traceback__):
            if function in _REASONS:
                return _REASONS[function]
        if isinstance(cause, BadSignature):
            return Reason.INVALID_SIGNATURE
    return Reason.OTHER


def causes(error: BaseException | None) -> Iterator[BaseException]:
    """Yield an exception, what it was raised from or while handling, and so on."""
    while error is not None:
        yield error
        error = error.__cause__ or error.__context__


def _functions(traceback: TracebackType | None) -> Iterator[str]:
    """Yield the names of the functions that an exception went through, the innermost first."""
    names = []
    while traceback is not None:
        names.append(traceback.tb_frame.f_code.co_name)
        traceback = traceback.tb_next
    yield from reversed(names)
