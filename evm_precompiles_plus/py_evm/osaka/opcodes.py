"""Osaka's instructions: Prague's, and CLZ.

**Spec** EIP-7939.
**Deviations** The table is put together from Cancun's and from what Prague changes, not copied from
Prague's: titanoboa puts its tracers into py-evm's Prague table when it is imported, and OsakaVM must
not depend on what was imported first. Entries are shared, the dict is ours.
"""

from eth.abc import ComputationAPI, OpcodeAPI
from eth.vm.forks.cancun.opcodes import CANCUN_OPCODES
from eth.vm.forks.prague.opcodes import UPDATED_OPCODES as PRAGUE_CHANGES
from eth.vm.opcode import as_opcode

from .constants import CLZ, CLZ_GAS, CLZ_MNEMONIC

WORD_BITS = 256


def clz(computation: ComputationAPI) -> None:
    """Replace the top of the stack by the number of zero bits before its highest one bit."""
    value = computation.stack_pop1_int()
    computation.stack_push_int(WORD_BITS - value.bit_length())


OSAKA_OPCODES: dict[int, OpcodeAPI] = {
    **CANCUN_OPCODES,
    **PRAGUE_CHANGES,
    CLZ: as_opcode(logic_fn=clz, mnemonic=CLZ_MNEMONIC, gas_cost=CLZ_GAS),
}
