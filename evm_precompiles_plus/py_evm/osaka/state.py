"""Osaka's state before the rules: Prague's, with Osaka's instructions and precompiles."""

from eth.vm.forks.prague.state import PragueState

from .computation import OsakaComputation


class OsakaState(PragueState):
    """Prague's state with Osaka's computation."""

    computation_class = OsakaComputation
