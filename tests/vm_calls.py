"""Messages to a precompile on a py-evm VM."""

from typing import Any

from eth.abc import VirtualMachineAPI
from eth_typing import Address

from evm_precompiles_plus.py_evm.adapter import address_of

MODEXP, ECADD, ECMUL = map(address_of, (5, 6, 7))


def execute(vm_class: type[VirtualMachineAPI], address: bytes, data: bytes, gas: int) -> Any:
    """Run one message to a precompile on a VM class, as a transaction's call would."""
    from eth.db.atomic import AtomicDB
    from eth.vm.execution_context import ExecutionContext
    from eth.vm.message import Message
    from eth.vm.transaction_context import BaseTransactionContext

    state_class: Any = vm_class.get_state_class()
    block: Any = (address_of(0), 0, 1, 0, bytes(32), 10**7, [], 1, 0, 0)
    context = ExecutionContext(*block)
    state = state_class(AtomicDB(), context, state_class.account_db_class(AtomicDB()).state_root)
    sender = address_of(1000)
    message = Message(gas=gas, to=Address(address), sender=sender, value=0, data=data, code=b"")
    transaction: Any = BaseTransactionContext(gas_price=1, origin=sender)
    return state.computation_class.apply_message(state, message, transaction)
