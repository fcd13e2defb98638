"""What a block does besides its transactions: it calls the system contracts.

**Spec** EIP-4788 and EIP-2935 (at the start), EIP-7002 and EIP-7251 (at the end), EIP-6110 (deposits).
**Deviations** py-evm writes the storage of the first two itself, if their code is the one it knows; it
passes over the other two where they are missing or fail, and takes a deposit event of any layout. Here
every system contract is called, and the block is invalid where the EIPs say so. Development chains have
none of these contracts: a VM for them sets `requires_system_contracts` to False, as `OsakaVM` does.
"""

from collections.abc import Iterable
from typing import ClassVar

from eth.abc import BlockAPI, ComputationAPI, LogAPI, StateAPI
from eth.constants import SYSTEM_ADDRESS, SYSTEM_MESSAGE_GAS, ZERO_HASH32
from eth.vm.base import VM
from eth.vm.forks.cancun.constants import BEACON_ROOTS_ADDRESS
from eth.vm.forks.prague.constants import (
    CONSOLIDATION_REQUEST_PREDEPLOY_ADDRESS,
    CONSOLIDATION_REQUEST_TYPE,
    DEPOSIT_CONTRACT_ADDRESS,
    DEPOSIT_EVENT_SIGNATURE_HASH,
    DEPOSIT_REQUEST_TYPE,
    HISTORY_STORAGE_ADDRESS,
    WITHDRAWAL_REQUEST_PREDEPLOY_ADDRESS,
    WITHDRAWAL_REQUEST_TYPE,
)
from eth.vm.message import Message
from eth_typing import Address

from ...reasons import Reason, Refused

# The deposit contract's event: five byte strings, ABI-encoded, and the length of each.
DEPOSIT_EVENT_SIZE = 576
DEPOSIT_FIELDS = ((160, 48), (256, 32), (320, 8), (384, 96), (512, 8))


class BeaconRootVM(VM):
    """A VM whose blocks begin by telling EIP-4788's contract the parent's beacon root."""

    def block_preprocessing(self, block: BlockAPI) -> None:
        """Call the contract, where there is one; how that ends is no matter."""
        root = block.header.parent_beacon_block_root or ZERO_HASH32
        call_system_contract(self.state, BEACON_ROOTS_ADDRESS, root)


class RequestsVM(VM):
    """A VM whose blocks begin by telling EIP-2935's contract the parent's hash, and end with requests."""

    requires_system_contracts: ClassVar[bool] = True

    def block_preprocessing(self, block: BlockAPI) -> None:
        """Call the contracts of EIP-4788 and EIP-2935, where there are any."""
        root = block.header.parent_beacon_block_root or ZERO_HASH32
        call_system_contract(self.state, BEACON_ROOTS_ADDRESS, root)
        call_system_contract(self.state, HISTORY_STORAGE_ADDRESS, block.header.parent_hash)

    def block_postprocessing(self, block: BlockAPI) -> BlockAPI:
        """Return the block with the hash of its execution requests (EIP-7685)."""
        logs = [log for receipt in block.get_receipts(self.chaindb) for log in receipt.logs]
        must_exist = self.requires_system_contracts
        block.block_requests.extend(
            (
                DEPOSIT_REQUEST_TYPE + deposit_requests(logs),
                WITHDRAWAL_REQUEST_TYPE
                + execution_requests(self.state, WITHDRAWAL_REQUEST_PREDEPLOY_ADDRESS, must_exist),
                CONSOLIDATION_REQUEST_TYPE
                + execution_requests(self.state, CONSOLIDATION_REQUEST_PREDEPLOY_ADDRESS, must_exist),
            )
        )
        return self.compute_requests_hash(block)


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

    Raises `Refused` if the call fails, or if `must_exist` and there is no contract.
    """
    computation = call_system_contract(state, target, b"")
    if computation is None:
        if must_exist:
            raise Refused(
                Reason.SYSTEM_CONTRACT_WITHOUT_CODE, f"there is no system contract at 0x{target.hex()}"
            )
        return b""
    if computation.is_error:
        raise Refused(
            Reason.SYSTEM_CONTRACT_FAILED,
            f"the system contract at 0x{target.hex()} failed: {computation.error}",
        )
    return computation.output


def deposit_requests(logs: Iterable[LogAPI]) -> bytes:
    """Return the deposits among a block's logs as one; raise `Refused` if one is malformed."""
    return b"".join(_parse_deposit(log.data) for log in logs if _is_deposit(log))


def _is_deposit(log: LogAPI) -> bool:
    if log.address != DEPOSIT_CONTRACT_ADDRESS or not log.topics:
        return False
    return log.topics[0] == int.from_bytes(DEPOSIT_EVENT_SIGNATURE_HASH, "big")


def _parse_deposit(data: bytes) -> bytes:
    if len(data) != DEPOSIT_EVENT_SIZE:
        raise Refused(
            Reason.DEPOSIT_EVENT, f"a deposit event has {DEPOSIT_EVENT_SIZE} bytes, not {len(data)}"
        )
    words = [int.from_bytes(data[start : start + 32], "big") for start in range(0, len(data), 32)]
    fields = []
    for index, (offset, size) in enumerate(DEPOSIT_FIELDS):
        if words[index] != offset or words[offset // 32] != size:
            raise Refused(
                Reason.DEPOSIT_EVENT, f"field {index} of a deposit event is not {size} bytes at {offset}"
            )
        fields.append(data[offset + 32 : offset + 32 + size])
    return b"".join(fields)
