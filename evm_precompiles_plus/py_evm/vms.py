"""py-evm's VM classes by fork name, and where each keeps its precompiles."""

import copyreg
from collections.abc import Callable
from functools import cache
from operator import attrgetter
from typing import Any, TypeVar, cast

from eth.abc import VirtualMachineAPI
from eth.vm import forks

from ..forks import fork_name

__all__ = ["PY_EVM_VMS", "VirtualMachineAPI", "fork_of", "precompiles_of", "subclass", "with_table"]

T = TypeVar("T")
# A function and its arguments.
Made = tuple[Callable[..., Any], tuple[Any, ...]]

# Where a class has that, itself: a table of classes would keep each of them for ever.
_MADE_BY = "_made_by"
_REFERRED: set[type] = set()

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


def fork_of(vm_class: type[VirtualMachineAPI]) -> str:
    """Return the canonical name of a VM's fork; raises `UnknownFork` if there is none by that name here."""
    return fork_name(vm_class.fork.replace("-", "_"))


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
    computation_class = subclass(state_class.computation_class, _precompiles=table)
    made = subclass(vm_class, _state_class=subclass(state_class, computation_class=computation_class))
    return made if made_by is None else pickled_by(made, made_by)


def pickled_by(vm_class: type[VirtualMachineAPI], made_by: Made) -> type[VirtualMachineAPI]:
    """Return a VM from `subclass`, from now on pickled by what gives it.

    The classes of its states and computations are pickled with it.
    """
    state_class: Any = vm_class.get_state_class()
    setattr(vm_class, _MADE_BY, made_by)
    for made, path in (
        (state_class, "_state_class"),
        (state_class.computation_class, "_state_class.computation_class"),
    ):
        # What another VM has too has it from there.
        if type(made) in _REFERRED and _MADE_BY not in vars(made):
            setattr(made, _MADE_BY, (attrgetter(path), (vm_class,)))
    return vm_class


def subclass(base: type[T], *mixins: type[Any], **attributes: Any) -> type[T]:
    """Return a subclass by the same name in the same module, with `mixins` before its base."""
    bases = (*mixins, base)
    metaclass: Any = type(base)
    make = _referred(metaclass)
    made: type[T] = make(base.__name__, bases, {"__module__": base.__module__, **attributes})
    return made


@cache
def _referred(metaclass: Any) -> Any:
    """Return a kind of classes that are pickled by what made them; where nothing is noted, by name."""
    if metaclass in _REFERRED:
        return metaclass
    referred = type(metaclass.__name__, (metaclass,), {})
    copyreg.pickle(referred, lambda made: vars(made).get(_MADE_BY, made.__qualname__))
    _REFERRED.add(referred)
    return referred
