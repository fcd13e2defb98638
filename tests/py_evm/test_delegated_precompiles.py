"""A transaction to a precompile's address that holds a delegation, which no known key can sign.

geth and revm look among precompiles first, and so does `OsakaVM`; the executable spec runs the delegate, and
py-evm, whose own code `with_precompiles` leaves alone, neither.
"""

from typing import Any

import pytest
from calls import modexp_call
from eth.abc import ComputationAPI, VirtualMachineAPI
from eth.vm.forks import PragueVM
from osaka import CONTRACT, ETHER, SENDER, at, new_chain, signed

from evm_precompiles_plus import run, with_precompiles
from evm_precompiles_plus.py_evm.osaka import OsakaVM

MODEXP = at(5)
ORDINARY = at(0xABCD)
DELEGATION = b"\xef\x01\x00" + CONTRACT
# Set slot 0 to 1.
DELEGATE = bytes.fromhex("60015f5500")
CALL = modexp_call(b"\3", b"\5", b"\x64")


def computed(vm_class: type[VirtualMachineAPI], to: Any, code: bytes) -> ComputationAPI:
    state: dict[bytes, Any] = {SENDER: {"balance": ETHER}, CONTRACT: {"code": DELEGATE}}
    state |= {to: {"code": code}} if code else {}
    vm = new_chain((0, vm_class), state=state).get_vm()
    computation: ComputationAPI = vm.apply_transaction(vm.get_header(), signed(to=to, data=CALL))[1]
    assert not computation.is_error
    return computation


@pytest.mark.parametrize("code", [b"", DELEGATION], ids=["no code", "delegated"])
def test_osaka_runs_the_precompile(code: bytes) -> None:
    computation = computed(OsakaVM, MODEXP, code)
    assert computation.output == run("modexp", CALL).output == b"\x2b"
    assert computation.state.get_storage(MODEXP, 0) == computation.state.get_storage(CONTRACT, 0) == 0


def test_osaka_runs_the_delegate_of_any_other_address() -> None:
    assert computed(OsakaVM, ORDINARY, DELEGATION).state.get_storage(ORDINARY, 0) == 1


def test_py_evm_runs_neither() -> None:
    computation = computed(with_precompiles(PragueVM), MODEXP, DELEGATION)
    assert computation.output == b"" and computation.state.get_storage(MODEXP, 0) == 0
