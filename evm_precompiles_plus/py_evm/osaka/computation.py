"""One message call under Osaka's rules: its instructions and its precompiles."""

from eth.vm.forks.prague.computation import PragueComputation

from ..adapter import host_table
from .opcodes import OSAKA_OPCODES

OSAKA_PRECOMPILES = {**PragueComputation.get_precompiles(), **host_table("osaka")}


class OsakaComputation(PragueComputation):
    """Prague's computation with CLZ, with P256VERIFY, and with Osaka's rules for MODEXP."""

    opcodes = OSAKA_OPCODES
    _precompiles = OSAKA_PRECOMPILES
