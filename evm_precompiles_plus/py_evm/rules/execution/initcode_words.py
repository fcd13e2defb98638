"""Only a transaction that creates pays for its initcode's words in its outermost frame.

**Spec** EIP-3860; EIP-7702 makes the difference: a delegated account can call itself.
**Deviations** py-evm takes a frame whose sender is the transaction's origin for the outermost one. A
delegated origin that calls itself and creates pays the words of CREATE's initcode twice.
"""

from eth.vm.computation import BaseComputation


class OutermostComputation(BaseComputation):
    """A computation that is the transaction's outermost one by its depth."""

    @property
    def is_origin_computation(self) -> bool:
        """Whether no other frame has called this one."""
        depth: int = self.msg.depth
        return depth == 0
