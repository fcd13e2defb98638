"""When a transaction is valid in Osaka, beyond what py-evm's Prague checks.

There are two places. `validate_against_state` is for simulated calls as well (`eth_call`, gas
estimation). `validate_for_inclusion` is for transactions that meet a header, to become part of its
block: a simulated call may ask for all the block's gas, and needs no signature.

**Spec** EIP-155, EIP-1559, EIP-2681, EIP-3607, EIP-3860, EIP-4844, EIP-7594, EIP-7623, EIP-7702, EIP-7825.
Every rule raises `eth_utils.ValidationError`.
"""

from eth._utils.state import code_is_delegation_designation
from eth.abc import SignedTransactionAPI, StateAPI
from eth.validation import validate_nonce
from eth.vm.forks.cancun.constants import BLOB_TX_TYPE
from eth.vm.forks.prague.constants import SET_CODE_TRANSACTION_TYPE
from eth.vm.forks.shanghai.constants import MAX_INITCODE_SIZE
from eth.vm.spoof import SpoofTransaction
from eth_keys.exceptions import BadSignature
from eth_utils.exceptions import ValidationError

from .constants import MAX_BLOBS_PER_TRANSACTION, MAX_TRANSACTION_GAS
from .transactions import blob_count, is_creation, minimum_gas, upfront_cost


def validate_against_state(state: StateAPI, transaction: SignedTransactionAPI) -> None:
    """Check what depends on chain and sender; a simulated call may come from a contract."""
    _validate_chain_id(state, transaction)
    _validate_priority_fee(transaction)
    _validate_blob_count(transaction)
    _validate_balance(state, transaction)
    if not isinstance(transaction, SpoofTransaction):
        _validate_sender_is_no_contract(state, transaction)


def validate_for_inclusion(transaction: SignedTransactionAPI) -> None:
    """Check what the transaction itself must be like to go into a block."""
    validate_nonce(transaction.nonce)
    _validate_gas(transaction)
    _validate_recipient(transaction)
    _validate_initcode_size(transaction)
    _validate_signature(transaction)


def _validate_priority_fee(transaction: SignedTransactionAPI) -> None:
    if transaction.max_priority_fee_per_gas > transaction.max_fee_per_gas:
        raise ValidationError(
            f"priority fee {transaction.max_priority_fee_per_gas} is above "
            f"the maximum fee {transaction.max_fee_per_gas} (EIP-1559)"
        )


def _validate_blob_count(transaction: SignedTransactionAPI) -> None:
    blobs = blob_count(transaction)
    if blobs > MAX_BLOBS_PER_TRANSACTION:
        raise ValidationError(f"{blobs} blobs are above the {MAX_BLOBS_PER_TRANSACTION} of EIP-7594")


def _validate_balance(state: StateAPI, transaction: SignedTransactionAPI) -> None:
    cost, balance = upfront_cost(transaction), state.get_balance(transaction.sender)
    if balance < cost:
        raise ValidationError(f"gas, blobs and value can cost {cost} wei; the sender has {balance}")


def _validate_gas(transaction: SignedTransactionAPI) -> None:
    if transaction.gas > MAX_TRANSACTION_GAS:
        raise ValidationError(f"gas limit {transaction.gas} is above the {MAX_TRANSACTION_GAS} of EIP-7825")
    validate_minimum_gas(transaction)


def validate_minimum_gas(transaction: SignedTransactionAPI) -> None:
    """Refuse a gas limit below intrinsic gas or EIP-7623's floor: a rule of Prague already."""
    least = minimum_gas(transaction)
    if transaction.gas < least:
        raise ValidationError(f"gas limit {transaction.gas} is below the {least} that the transaction needs")


def _validate_recipient(transaction: SignedTransactionAPI) -> None:
    """Refuse creations by blob and set-code transactions, and set-code transactions that set nothing."""
    if transaction.type_id not in (BLOB_TX_TYPE, SET_CODE_TRANSACTION_TYPE):
        return
    if is_creation(transaction):
        raise ValidationError(f"a transaction of type {transaction.type_id} needs a recipient")
    if transaction.type_id == SET_CODE_TRANSACTION_TYPE and not transaction.authorization_list:
        raise ValidationError("a set-code transaction needs an authorisation (EIP-7702)")


def _validate_initcode_size(transaction: SignedTransactionAPI) -> None:
    if is_creation(transaction) and len(transaction.data) > MAX_INITCODE_SIZE:
        raise ValidationError(f"{len(transaction.data)} bytes of initcode; EIP-3860 has {MAX_INITCODE_SIZE}")


def _validate_signature(transaction: SignedTransactionAPI) -> None:
    """Recover the sender, which py-evm keeps, so that nothing is recovered twice."""
    try:
        _ = transaction.sender
    except BadSignature as failure:
        raise ValidationError(f"no sender can be recovered: {failure}") from failure


def _validate_chain_id(state: StateAPI, transaction: SignedTransactionAPI) -> None:
    """Allow no chain id only where the signature has none: in legacy transactions of before EIP-155."""
    expected = state.execution_context.chain_id
    if transaction.chain_id not in (None, expected):
        raise ValidationError(f"transaction for chain {transaction.chain_id} on chain {expected}")


def _validate_sender_is_no_contract(state: StateAPI, transaction: SignedTransactionAPI) -> None:
    """Refuse senders with code, unless the code is a delegation of EIP-7702."""
    code = state.get_code(transaction.sender)
    if code and not code_is_delegation_designation(code):
        raise ValidationError(f"sender 0x{transaction.sender.hex()} is a contract (EIP-3607)")
