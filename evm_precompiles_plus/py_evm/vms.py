"""py-evm's VM classes by fork name, and where each keeps its precompiles."""

import copyreg
from collections.abc import Callable
from functools import cache
from operator import attrgetter
from typing import Any, TypeVar, cast

from eth.abc import VirtualMachineAPI
from eth.vm import forks

__all__ = ["PY_EVM_VMS", "VirtualMachineAPI", "precompiles_of", "with_table"]

T = TypeVar("T")
# A function and its arguments.
Made = tuple[Callable[..., Any], tuple[Any, ...]]

_MADE_BY: dict[type, Made] = {}

PY_EVM_VMS: dict[str, type[VirtualMachineAPI]] = {
    "frontier": forks.FrontierVM,
    "homestead": forks.HomesteadVM,
    "tangerine_whistle": forks.TangerineWhistleVM,
    "spurious_dragon": forks.SpuriousDragonVM,
    "byzantium": forks.ByzantiumVM,
    "constantinople": forks.ConstantinopleVM,
    "petersburg": forks.PetersburgVM,
    "istanbul": forks.IstanbulVM,
    "muir_glacier": forks.MuirGlacierVM,
    "berlin": forks.BerlinVM,
    "london": forks.LondonVM,
    "arrow_glacier": forks.ArrowGlacierVM,
    "gray_glacier": forks.GrayGlacierVM,
    "paris": forks.ParisVM,
    "shanghai": forks.ShanghaiVM,
    "cancun": forks.CancunVM,
    "prague": forks.PragueVM,
}


def precompiles_of(vm_class: type[VirtualMachineAPI]) -> dict[Any, Any]:
    """Return the table object that a VM's computations look precompiles up in."""
    return cast(dict[Any, Any], vm_class.get_state_class().computation_class.get_precompiles())


def with_table(
    vm_class: type[VirtualMachineAPI], table: dict[Any, Any], made_by: Made | None = None
) -> type[VirtualMachineAPI]:
    """Return a subclass of a VM whose computations look precompiles up in `table`.

    `made_by` is the function, and its arguments, that gives the same class in another process: so it is
    pickled, and the classes of its states and computations with it.
    """
    state_class = vm_class.get_state_class()
    computation_class = _subclass(state_class.computation_class, _precompiles=table)
    state_class = _subclass(state_class, computation_class=computation_class)
    made = _subclass(vm_class, _state_class=state_class)
    if made_by:
        _MADE_BY[made] = made_by
        _MADE_BY[state_class] = attrgetter("_state_class"), (made,)
        _MADE_BY[computation_class] = attrgetter("_state_class.computation_class"), (made,)
    return made


def _subclass(base: type[T], **overrides: Any) -> type[T]:
    metaclass: Any = type(base)
    made: type[T] = _referred(metaclass)(base.__name__, (base,), {"__module__": base.__module__, **overrides})
    return made


@cache
def _referred(metaclass: Any) -> Any:
    """Return a kind of classes that are pickled by what made them; where nothing is noted, by name."""
    referred = type(metaclass.__name__, (metaclass,), {})
    copyreg.pickle(referred, lambda made: _MADE_BY.get(made, made.__qualname__))
    return referred
