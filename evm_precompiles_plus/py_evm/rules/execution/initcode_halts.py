"""CREATE and CREATE2 with more than 49,152 bytes of initcode halt their frame, whatever else is wrong.

**Spec** EIP-3860. **Deviations** py-evm looks at balance, depth and nonce first, and pushes 0 where one of
them does not allow the creation; the frame then goes on.
"""

from typing import Any

from eth.abc import OpcodeAPI
from eth.exceptions import OutOfGas
from eth.vm.forks.shanghai.constants import MAX_INITCODE_SIZE
from eth.vm.logic.system import Create, CreateOpcodeStackData
from eth.vm.opcode_values import CREATE, CREATE2


class _Halting(Create):
    def get_gas_cost(self, data: CreateOpcodeStackData) -> int:
        if data.memory_length > MAX_INITCODE_SIZE:
            raise OutOfGas(f"{data.memory_length} bytes of initcode; EIP-3860 has {MAX_INITCODE_SIZE}")
        return super().get_gas_cost(data)


def halting_opcodes(opcodes: dict[int, OpcodeAPI]) -> dict[int, OpcodeAPI]:
    """Return an opcode table in which the two look at the size of the initcode first."""
    return {**opcodes, **{opcode: _halting(opcodes[opcode]) for opcode in (CREATE, CREATE2)}}


def _halting(opcode: Any) -> Any:
    own_class = type(opcode)
    if issubclass(own_class, _Halting):
        return opcode
    return type(own_class.__name__, (_Halting, own_class), {})()
