"""A VM that writes down every step: what a person reads, or compares with another client's, to see why.

**Spec** EIP-3155. **Deviations** `refund` is that of the call frame and its children, not of the whole
transaction; memory is left out. **Cost** about ten times the run without it.
"""

import json
from collections import deque
from collections.abc import Callable, Iterator
from typing import Any, ClassVar

from eth.abc import ComputationAPI, MessageAPI, VirtualMachineAPI
from eth.exceptions import VMError
from eth.vm.logic.invalid import InvalidOpcode

# A trace is read from its end: that is where it went wrong. This many steps are some tens of megabytes.
KEPT_STEPS = 100_000

Step = dict[str, Any]
_OpcodeFunction = Callable[..., None]


class Steps:
    """The last `KEPT_STEPS` steps of a run, and how many were dropped before them."""

    def __init__(self) -> None:
        self._kept: deque[Step] = deque(maxlen=KEPT_STEPS)
        self._count = 0

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
        step: Step

        def generate_child_computation(self, child_msg: MessageAPI) -> ComputationAPI:
            # What a call costs includes the gas it passes on, of which some comes back afterwards.
            _set_cost(self.step, self)
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
        step = _step(opcode, name, computation)
        steps.add(step)
        computation.step = step
        try:
            function(computation=computation)
        except VMError as error:
            step["error"] = str(error) or type(error).__name__
            raise
        finally:
            _set_cost(step, computation)

    return traced


def _set_cost(step: Step, computation: Any) -> None:
    step.setdefault("gasCost", hex(int(step["gas"], 16) - computation.get_gas_remaining()))


def _step(opcode: int, name: str, computation: Any) -> Step:
    return {
        "pc": computation.code.program_counter - 1,
        "op": opcode,
        "gas": hex(computation.get_gas_remaining()),
        "memSize": len(computation._memory),
        "stack": [_hex(value) for value in computation._stack.values],
        "depth": computation.msg.depth + 1,
        "returnData": f"0x{computation.return_data.hex()}",
        "refund": computation.get_gas_refund(),
        "opName": name,
    }


def _hex(value: int | bytes) -> str:
    return hex(value if isinstance(value, int) else int.from_bytes(value, "big"))
