"""py-evm's VM classes by fork name, and where each keeps its precompiles."""

from typing import Any, cast

from eth.abc import VirtualMachineAPI
from eth.vm import forks

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
