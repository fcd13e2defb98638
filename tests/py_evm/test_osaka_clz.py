"""CLZ (EIP-7939): values, gas, and py-evm's own tables left as they are."""

import subprocess
import sys

from eth.exceptions import InsufficientStack, InvalidInstruction
from eth.vm.forks import PragueVM
from eth.vm.forks.cancun.opcodes import CANCUN_OPCODES
from eth.vm.forks.prague.opcodes import PRAGUE_OPCODES
from osaka import CLZ_CODE, execute, new_chain, run_code

from evm_precompiles_plus.py_evm.osaka import BPO2VM, OsakaVM
from evm_precompiles_plus.py_evm.osaka.opcodes import OSAKA_OPCODES

CLZ = 0x1E


def leading_zeros(value: int) -> int:
    digits = f"{value:0256b}"
    return len(digits) - len(digits.lstrip("0"))


def test_every_one_bit_word_and_its_neighbours() -> None:
    ones = [1 << bit for bit in range(256)]
    values = {0, 2**256 - 1, *ones, *(one - 1 for one in ones), *(one + 1 for one in ones)}
    vm = new_chain((0, OsakaVM)).get_vm()
    for value in values:
        computation = execute(vm, CLZ_CODE, value.to_bytes(32, "big"))
        assert int.from_bytes(computation.output, "big") == leading_zeros(value)
    assert leading_zeros(0) == 256


def test_it_costs_five_gas_and_takes_one_word() -> None:
    with_clz, without = run_code(OsakaVM, b"\x5f\x1e"), run_code(OsakaVM, b"\x5f")
    assert with_clz.is_success
    assert with_clz.get_gas_used() - without.get_gas_used() == 5
    assert isinstance(run_code(OsakaVM, b"\x1e").error, InsufficientStack)
    assert OSAKA_OPCODES[CLZ].mnemonic == "CLZ"


def test_later_forks_have_it_and_prague_does_not() -> None:
    assert run_code(BPO2VM, CLZ_CODE).output == (256).to_bytes(32, "big")
    assert isinstance(run_code(PragueVM, CLZ_CODE).error, InvalidInstruction)
    assert CLZ not in PRAGUE_OPCODES and CLZ not in CANCUN_OPCODES
    assert set(OSAKA_OPCODES) == {*PRAGUE_OPCODES, CLZ}


def test_titanoboa_imported_first_does_not_get_into_the_table() -> None:
    script = (
        "import boa\n"
        "from eth.vm.forks.prague.opcodes import PRAGUE_OPCODES as prague\n"
        "from evm_precompiles_plus.py_evm.osaka.opcodes import OSAKA_OPCODES as osaka\n"
        "print(*(type(table[0x55]).__module__.split('.')[0] for table in (prague, osaka)))\n"
    )
    printed = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True
    ).stdout
    assert printed.split() == ["boa", "eth"]
