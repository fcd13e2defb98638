"""A VM that writes down every step: what a person reads, or compares with another client's, to see why.

**Spec** EIP-3155, as the executable spec's tools print it. A step's cost is what the step asks for, whether
it gets it or not, without what a new contract's code gets; a step that lacks operands, or is no instruction,
costs nothing. Where there is no code there is no step.
**Deviations** `refund` is that of the call frame and its children, not of the whole transaction.
**Cost** About ten times the run without it.
"""

import json
from collections import deque
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any, ClassVar

from eth._utils.numeric import ceil32
from eth.abc import ComputationAPI, MessageAPI, VirtualMachineAPI
from eth.constants import GAS_COPY, GAS_CREATE, GAS_SHA3WORD
from eth.exceptions import Halt, InsufficientStack, OutOfBoundsRead, VMError, WriteProtection
from eth.vm import opcode_values
from eth.vm.computation import memory_gas_cost
from eth.vm.forks.shanghai.constants import INITCODE_WORD_COST
from eth.vm.gas_meter import GasMeter
from eth.vm.logic.invalid import InvalidOpcode

from .tracing_meter import CREATES, CautiousMemory, NotingMeter

# A trace is read from its end: that is where it went wrong. This many steps are some tens of megabytes.
KEPT_STEPS = 100_000

_WRITES = (
    opcode_values.SSTORE,
    opcode_values.TSTORE,
    *range(opcode_values.LOG0, opcode_values.LOG4 + 1),
    *CREATES,
    opcode_values.SELFDESTRUCT,
)
# The executable spec leaves out a cost of more bits.
_WIDEST_COST = 64
# These pay before they look at the stack.
_CHARGED_FIRST = range(opcode_values.DUP1, opcode_values.SWAP16 + 1)

Step = dict[str, Any]
_OpcodeFunction = Callable[..., None]


class Steps:
    """The last steps of a run, all of them with None, and how many were dropped before them.

    `left_out` are the fields that are not noted, of `"stack"`, `"memory"` and `"returnData"`.
    """

    def __init__(
        self, kept: int | None = KEPT_STEPS, left_out: frozenset[str] = frozenset({"memory"})
    ) -> None:
        self._kept: deque[Step] = deque(maxlen=kept)
        self._count = 0
        self.left_out = left_out

    def add(self, step: Step) -> None:
        """Note a step; its cost, which is known only after it, is added to it later."""
        self._kept.append(step)
        self._count += 1

    def lines(self) -> Iterator[str]:
        """Yield each step as a line of JSON."""
        dropped = self._count - len(self._kept)
        if dropped:
            yield json.dumps({"dropped": dropped})
        for step in self._kept:
            yield json.dumps(step)


def tracing_vm(vm_class: type[VirtualMachineAPI], steps: Steps) -> type[VirtualMachineAPI]:
    """Return a subclass of a VM that adds every step it executes to `steps`."""
    state_class = vm_class.get_state_class()
    computation_class: Any = state_class.computation_class

    class TracingComputation(computation_class):  # type: ignore[misc]
        opcodes: ClassVar[dict[int, _OpcodeFunction]] = _TracedOpcodes(computation_class.opcodes, steps)
        # Where the next step is: after a step off the end of the code, py-evm's counter does not say it.
        next_pc = 0
        # Whether its steps may start another frame.
        may_call = True

        def _configure_gas_meter(self) -> GasMeter:
            usual = super()._configure_gas_meter()
            return NotingMeter(usual.start_gas, usual.refund_strategy)

        def __init__(self, *arguments: Any) -> None:
            super().__init__(*arguments)
            self._memory = CautiousMemory(self._gas_meter)

        def get_gas_remaining(self) -> int:
            return 0 if self.should_burn_gas else self._gas_meter.gas_for_a_call()

        def generate_child_computation(self, child_msg: MessageAPI) -> ComputationAPI:
            self._gas_meter.settle()
            if not self.may_call:
                raise _write_protection()
            child: ComputationAPI = super().generate_child_computation(child_msg)
            return child

    traced_state = type(state_class.__name__, (state_class,), {"computation_class": TracingComputation})
    return type(vm_class.__name__, (vm_class,), {"_state_class": traced_state})


class _TracedOpcodes(dict[int, _OpcodeFunction]):
    """py-evm's opcode table with each function noting its step first."""

    def __init__(self, opcodes: dict[int, _OpcodeFunction], steps: Steps) -> None:
        super().__init__({opcode: _traced(opcode, function, steps) for opcode, function in opcodes.items()})
        self._steps = steps

    def __missing__(self, opcode: int) -> _OpcodeFunction:
        return _traced(opcode, InvalidOpcode(opcode), self._steps)


def _traced(opcode: int, function: Any, steps: Steps) -> _OpcodeFunction:
    # Functions that py-evm wraps for a fork's rules keep the original, with its name, inside.
    name = getattr(function, "mnemonic", None) or function.__wrapped__.mnemonic

    def traced(computation: Any) -> None:
        if not len(computation.code):
            function(computation=computation)
            return
        meter = computation._gas_meter
        step = _step(opcode, name, computation, steps.left_out)
        steps.add(step)
        price_of_copying = _price_of_copying(computation, 3) if opcode == opcode_values.RETURNDATACOPY else 0
        unpaid = _refuse_to_copy_code(computation) if opcode == opcode_values.EXTCODECOPY else 0
        price_of_creating = _price_of_creating(computation, opcode) if opcode in CREATES else 0
        run = (
            partial(_refuse_to_write, function) if _writes_in_static_frame(opcode, computation) else function
        )
        meter.begin(opcode)
        try:
            run(computation=computation)
            meter.ask(unpaid)
            meter.settle()
        except Halt:
            meter.settle()
            raise
        except VMError as error:
            step["error"] = str(error) or type(error).__name__
            if isinstance(error, InsufficientStack) and opcode not in _CHARGED_FIRST:
                meter.asked = 0
            elif isinstance(error, OutOfBoundsRead):
                meter.asked += price_of_copying
            elif not meter.asked:
                meter.asked = price_of_creating
            raise
        finally:
            _set_cost(step, meter.asked)
            computation.next_pc = computation.code.program_counter

    return traced


def _set_cost(step: Step, cost: int) -> None:
    if cost.bit_length() > _WIDEST_COST:
        del step["gasCost"]
    else:
        step["gasCost"] = hex(cost)


def _writes_in_static_frame(opcode: int, computation: Any) -> bool:
    if not computation.msg.is_static:
        return False
    if opcode == opcode_values.CALL:
        given = _operands(computation, 3)
        return bool(given and given[2])
    return opcode in _WRITES


def _refuse_to_write(function: Any, computation: Any) -> None:
    """Have a step of a static frame ask for its price, undo what it does, and raise `WriteProtection`.

    py-evm refuses before it charges; the specification charges first.
    """
    message, state = computation.msg, computation.state
    snapshot = state.snapshot()
    message.is_static, computation.may_call = False, False
    try:
        function(computation=computation)
    except Halt:
        pass
    finally:
        message.is_static, computation.may_call = True, True
        state.revert(snapshot)
    computation._gas_meter.settle()
    raise _write_protection()


def _write_protection() -> WriteProtection:
    return WriteProtection("Cannot modify state while inside of a STATICCALL context")


def _refuse_to_copy_code(computation: Any) -> int:
    """Return what EXTCODECOPY asks for besides the account, if it cannot be paid, and have it copy nothing.

    py-evm fills up the code to the size that is asked for, which could be any number, before the last charge.
    """
    price = _price_of_copying(computation, 4)
    if price <= computation._gas_meter.gas_remaining:
        return 0
    computation._stack.values[-4] = 0
    return price


def _price_of_copying(computation: Any, operands: int) -> int:
    """Return what an instruction asks for the copied words and for memory; the last operand is the size.

    Of RETURNDATACOPY py-evm looks at the bounds before that.
    """
    given = _operands(computation, operands)
    return _price_of_memory(computation, given[-3], given[-1], GAS_COPY) if given else 0


def _price_of_creating(computation: Any, opcode: int) -> int:
    """Return what CREATE or CREATE2 asks for without the new frame's gas, from EIP-3860 on.

    Initcode of more bytes than are allowed halts before it is paid for (`rules/execution/initcode_halts`).
    """
    given = _operands(computation, 3 if opcode == opcode_values.CREATE else 4)
    if not given:
        return 0
    a_word = INITCODE_WORD_COST + (GAS_SHA3WORD if opcode == opcode_values.CREATE2 else 0)
    return GAS_CREATE + _price_of_memory(computation, given[1], given[2], a_word)


def _price_of_memory(computation: Any, start: int, size: int, a_word: int) -> int:
    """Return what memory up to the end of a range costs, and each word of the range."""
    before, after = len(computation._memory), ceil32(start + size) if size else 0
    growth = max(0, memory_gas_cost(after) - memory_gas_cost(before))
    return growth + a_word * (ceil32(size) // 32)


def _operands(computation: Any, count: int) -> list[int]:
    """Return so many operands from the stack, its top first; none if there are fewer."""
    values = computation._stack.values[-count:]
    return [int(_hex(value), 16) for value in reversed(values)] if len(values) == count else []


def _step(opcode: int, name: str, computation: Any, left_out: frozenset[str]) -> Step:
    step = {
        "pc": computation.next_pc,
        "op": opcode,
        "gas": hex(computation.get_gas_remaining()),
        "gasCost": None,
        "memSize": len(computation._memory),
        "depth": computation.msg.depth + 1,
        "refund": computation.get_gas_refund(),
        "opName": name,
    }
    if "stack" not in left_out:
        step["stack"] = [_hex(value) for value in computation._stack.values]
    if "returnData" not in left_out:
        step["returnData"] = f"0x{computation.return_data.hex()}"
    if "memory" not in left_out:
        step["memory"] = f"0x{computation._memory._bytes.hex()}"
    return step


def _hex(value: int | bytes) -> str:
    return hex(value if isinstance(value, int) else int.from_bytes(value, "big"))
