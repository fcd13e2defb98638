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
from typing import Any, ClassVar

from eth._utils.numeric import ceil32
from eth.abc import ComputationAPI, MessageAPI, VirtualMachineAPI
from eth.constants import GAS_COPY, GAS_SHA3WORD
from eth.exceptions import Halt, InsufficientStack, OutOfBoundsRead, OutOfGas, VMError
from eth.vm import opcode_values
from eth.vm.computation import memory_gas_cost
from eth.vm.gas_meter import GasMeter
from eth.vm.logic.invalid import InvalidOpcode
from eth.vm.memory import Memory

# A trace is read from its end: that is where it went wrong. This many steps are some tens of megabytes.
KEPT_STEPS = 100_000

# How py-evm begins the reason of the charge for memory.
_GROWING_MEMORY = "Expanding memory"
_CALLS = (
    opcode_values.CALL,
    opcode_values.CALLCODE,
    opcode_values.DELEGATECALL,
    opcode_values.STATICCALL,
)
_MORE_THAN_ANY_CALL_ASKS_FOR = 2**300
# The executable spec leaves out a cost of more bits.
_WIDEST_COST = 64
_CREATES = (opcode_values.CREATE, opcode_values.CREATE2)
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

        def _configure_gas_meter(self) -> GasMeter:
            usual = super()._configure_gas_meter()
            return _NotingMeter(usual.start_gas, usual.refund_strategy)

        def __init__(self, *arguments: Any) -> None:
            super().__init__(*arguments)
            self._memory = _CautiousMemory(self._gas_meter)

        def get_gas_remaining(self) -> int:
            return 0 if self.should_burn_gas else self._gas_meter.gas_for_a_call()

        def generate_child_computation(self, child_msg: MessageAPI) -> ComputationAPI:
            self._gas_meter.settle()
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


class _NotingMeter(GasMeter):
    """A gas meter that adds up what a step asks for.

    py-evm charges a step part by part and stops at the first that cannot be paid; the specification names the
    whole price. So a step that runs short goes on to its last charge, and fails then: what it does meanwhile
    is undone with its frame.
    """

    asked = 0
    short: OutOfGas | None = None
    _noting = False
    _short_of_memory = False
    hashes = False
    _creates = _calls = False
    _charged = False

    def begin(self, opcode: int) -> None:
        """Note what is asked for from here on, as one step's."""
        self.asked, self.short, self._noting, self._short_of_memory = 0, None, True, False
        self._creates, self._calls = opcode in _CREATES, opcode in _CALLS
        self.hashes = opcode == opcode_values.SHA3
        self._charged = False

    def settle(self) -> None:
        """End the step; raise `OutOfGas` if it ran short."""
        self._noting = False
        if self.short is not None:
            raise self.short

    def gas_for_a_call(self) -> int:
        """Return what is left; to a call's step, as one that knows what a call asks for."""
        if not (self._noting and self._calls):
            return self.gas_remaining
        return _GasForACall(-1 if self.short is not None else self.gas_remaining)

    def consume_gas(self, amount: int, reason: str) -> None:
        """Charge as py-evm does, but for a step that runs short."""
        for_memory = reason.startswith(_GROWING_MEMORY)
        # The second charge of a creation is the gas that the new contract's code gets.
        if not self._noting or (self._creates and self._charged and not for_memory):
            super().consume_gas(amount, reason)
            return
        self.asked += amount
        self._charged = self._charged or not for_memory
        if self._short_of_memory and not for_memory and not self._calls:
            # The price of the words to be copied: the last part, and the size could be any number.
            self.settle()
        if self.short is None:
            try:
                super().consume_gas(amount, reason)
            except OutOfGas as error:
                self.short = error
        self._short_of_memory = for_memory and self.short is not None


class _GasForACall(int):
    """Gas out of which a call that cannot pay for itself gets all that it asks for, and fails for that.

    **Spec** ethereum/execution-specs, `calculate_message_call_gas`.
    """

    def __lt__(self, extra: int) -> bool:
        return False

    def __sub__(self, extra: int) -> int:
        left = int(self) - extra
        return left if left >= 0 else _MORE_THAN_ANY_CALL_ASKS_FOR


class _CautiousMemory(Memory):
    """Memory that does not grow for a step that runs short, nor is written by it."""

    __slots__ = ("_meter",)

    def __init__(self, meter: _NotingMeter) -> None:
        super().__init__()
        self._meter = meter

    def extend(self, start_position: int, size: int) -> None:
        if self._meter.short is None:
            super().extend(start_position, size)

    def write(self, start_position: int, size: int, value: bytes) -> None:
        self._require_paid()
        super().write(start_position, size, value)

    def read_bytes(self, start_position: int, size: int) -> bytes:
        if self._meter.short is not None and self._meter.hashes:
            # py-evm prices the words that it has read, and here there may be fewer than were asked for.
            self._meter.asked += GAS_SHA3WORD * (ceil32(size) // 32)
            self._meter.settle()
        return super().read_bytes(start_position, size)

    def copy(self, destination: int, source: int, length: int) -> None:  # type: ignore[override]
        self._require_paid()
        super().copy(destination, source, length)

    def _require_paid(self) -> None:
        if self._meter.short is not None:
            self._meter.settle()


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
        price_of_copying = _price_of_copying(computation) if opcode == opcode_values.RETURNDATACOPY else 0
        meter.begin(opcode)
        try:
            function(computation=computation)
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


def _price_of_copying(computation: Any) -> int:
    """Return what RETURNDATACOPY asks for after its base price: py-evm looks at the bounds before that."""
    stack = [int(_hex(value), 16) for value in computation._stack.values[-3:]]
    if len(stack) < 3:
        return 0
    start, size = stack[2], stack[0]
    before, after = len(computation._memory), ceil32(start + size) if size else 0
    growth = max(0, memory_gas_cost(after) - memory_gas_cost(before))
    return growth + GAS_COPY * (ceil32(size) // 32)


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
