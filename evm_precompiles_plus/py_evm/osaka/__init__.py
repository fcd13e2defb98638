"""The Osaka fork for py-evm, and the blob-parameter-only forks after it.

    from eth.chains.base import MiningChain
    from evm_precompiles_plus.py_evm.osaka import chain

    OsakaChain = chain.build(MiningChain, chain.osaka_at(0))

makes a chain class; the VM classes also go wherever py-evm or eth-tester takes a `vm_configuration`.
"""

from eth.abc import VirtualMachineAPI

from ..rules.blocks.blob_schedule import BlobSchedule
from .vm import BPO1VM, BPO2VM, OsakaVM

__all__ = ["BPO1VM", "BPO2VM", "OSAKA_VMS", "BlobSchedule", "OsakaVM"]

OSAKA_VMS: dict[str, type[VirtualMachineAPI]] = {"osaka": OsakaVM, "bpo1": BPO1VM, "bpo2": BPO2VM}
