"""What a block does besides its transactions: it calls the system contracts.

**Spec** EIP-4788 and EIP-2935 (at the start), EIP-7002 and EIP-7251 (at the end), EIP-6110 (deposits).
**Deviations** py-evm writes the storage of the first two itself, if their code is the one it knows. Here
every system contract is called, so a chain with other contracts at these addresses works as well.
A chain without the contracts of EIP-7002 and EIP-7251 is accepted, as py-evm does: development
chains have none. `OsakaVM.requires_system_contracts` makes it an error, which it is by the EIPs.
"""

from collections.abc import Iterable

from eth.abc import ComputationAPI, LogAPI, StateAPI
from eth.constants import SYSTEM_ADDRESS, SYSTEM_MESSAGE_GAS
from eth.vm.forks.prague.constants import DEPOSIT_CONTRACT_ADDRESS, DEPOSIT_EVENT_SIGNATURE_HASH
from eth.vm.message import Message
from eth_typing import Address
from eth_utils.exceptions import ValidationError

# The deposit contract's event: five byte strings, ABI-encoded, and the length of each.
DEPOSIT_EVENT_SIZE = 576
DEPOSIT_FIELDS = ((160, 48), (256, 32), (320, 8), (384, 96), (512, 8))


def call_system_contract(state: StateAPI, target: Address, data: bytes) -> ComputationAPI | None:
    """Call a contract as the system address, with 30 million gas of nobody's; None if there is no code."""
    code = state.get_code(target)
    if not code:
        return None
    # As for a transaction: what the block touched so far is cold again and cannot be reverted.
    state.lock_changes()
    message = Message(
        gas=SYSTEM_MESSAGE_GAS,
        to=target,
        sender=SYSTEM_ADDRESS,
        value=0,
        data=data,
        code=code,
    )
    context = state.get_transaction_context_class()(gas_price=state.base_fee, origin=SYSTEM_ADDRESS)
    return state.computation_class.apply_message(state, message, context)


def execution_requests(state: StateAPI, target: Address, must_exist: bool) -> bytes:
    """Return the requests that a system contract has for this block.

    Raises `ValidationError` if the call fails, or if `must_exist` and there is no contract.
    """
    computation = call_system_contract(state, target, b"")
    if computation is None:
        if must_exist:
            raise ValidationError(f"there is no system contract at 0x{target.hex()}")
        return b""
    if computation.is_error:
        raise ValidationError(f"the system contract at 0x{target.hex()} failed: {computation.error}")
    return computation.output


def deposit_requests(logs: Iterable[LogAPI]) -> bytes:
    """Return the deposits among a block's logs as one; raise `ValidationError` if one is malformed."""
    return b"".join(_parse_deposit(log.data) for log in logs if _is_deposit(log))


def _is_deposit(log: LogAPI) -> bool:
    if log.address != DEPOSIT_CONTRACT_ADDRESS or not log.topics:
        return False
    return log.topics[0] == int.from_bytes(DEPOSIT_EVENT_SIGNATURE_HASH, "big")


def _parse_deposit(data: bytes) -> bytes:
    if len(data) != DEPOSIT_EVENT_SIZE:
        raise ValidationError(f"a deposit event has {DEPOSIT_EVENT_SIZE} bytes, not {len(data)}")
    words = [int.from_bytes(data[start : start + 32], "big") for start in range(0, len(data), 32)]
    fields = []
    for index, (offset, size) in enumerate(DEPOSIT_FIELDS):
        if words[index] != offset or words[offset // 32] != size:
            raise ValidationError(f"field {index} of a deposit event is not {size} bytes at {offset}")
        fields.append(data[offset + 32 : offset + 32 + size])
    return b"".join(fields)
