"""py-evm's VM classes by fork name, and where each keeps its precompiles."""

from typing import Any, TypeVar, cast

from eth.abc import VirtualMachineAPI
from eth.vm import forks

__all__ = ["PY_EVM_VMS", "VirtualMachineAPI", "precompiles_of", "with_table"]

T = TypeVar("T")

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


def with_table(vm_class: type[VirtualMachineAPI], table: dict[Any, Any]) -> type[VirtualMachineAPI]:
    """Return a subclass of a VM whose computations look precompiles up in `table`."""
    state_class = vm_class.get_state_class()
    computation_class = _subclass(state_class.computation_class, _precompiles=table)
    return _subclass(vm_class, _state_class=_subclass(state_class, computation_class=computation_class))


def _subclass(base: type[T], **overrides: Any) -> type[T]:
    return type(base.__name__, (base,), {"__module__": base.__module__, **overrides})
