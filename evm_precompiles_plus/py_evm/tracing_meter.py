"""What a step asks for, as the specification adds it up, where py-evm charges part by part.

**Spec** EIP-3155; ethereum/execution-specs charges a step once, for all of it.
"""

from eth._utils.numeric import ceil32
from eth.constants import GAS_SHA3WORD
from eth.exceptions import OutOfGas
from eth.vm import opcode_values
from eth.vm.gas_meter import GasMeter
from eth.vm.memory import Memory

# How py-evm begins the reason of the charge for memory.
_GROWING_MEMORY = "Expanding memory"
_CALLS = (
    opcode_values.CALL,
    opcode_values.CALLCODE,
    opcode_values.DELEGATECALL,
    opcode_values.STATICCALL,
)
_MORE_THAN_ANY_CALL_ASKS_FOR = 2**300
# Memory of this many bytes costs more than a step's price can say.
_LONGEST = 2**62
CREATES = (opcode_values.CREATE, opcode_values.CREATE2)


class NotingMeter(GasMeter):
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
        self._creates, self._calls = opcode in CREATES, opcode in _CALLS
        self.hashes = opcode == opcode_values.SHA3
        self._charged = False

    def ask(self, amount: int) -> None:
        """Note what py-evm was kept from asking for, since it is more than there is."""
        self.asked += amount
        if amount and self.short is None:
            self.short = OutOfGas(
                f"{amount} more is asked for than the {self.gas_remaining} gas that is left"
            )

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


class CautiousMemory(Memory):
    """Memory that does not grow for a step that runs short, nor is written by it."""

    __slots__ = ("_meter", "_priced")

    def __init__(self, meter: NotingMeter) -> None:
        super().__init__()
        self._meter = meter
        self._priced = 0

    def __len__(self) -> int:
        """The size as the step has it so far: a call that runs short prices two ranges, one by one."""
        return max(super().__len__(), self._priced)

    def extend(self, start_position: int, size: int) -> None:
        if self._meter.short is None:
            super().extend(start_position, size)
        elif size:
            self._priced = max(self._priced, min(ceil32(start_position + size), _LONGEST))

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
