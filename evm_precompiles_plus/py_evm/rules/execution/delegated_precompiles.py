"""A transaction to a precompile's address runs the precompile, even if the address holds a delegation.

**Spec** EIP-7702 leaves it open; no key is known that could sign one. geth and revm look among precompiles
first, and so do we; the executable spec runs the delegate.
**Deviations** py-evm runs neither: the call succeeds with an empty output.
"""

from eth.vm.forks.prague.state import PragueTransactionExecutor
from eth_typing import Address


class PrecompileFirstExecutor(PragueTransactionExecutor):
    """Prague's executor, for which the address of a precompile holds no delegation."""

    def get_code_at_address(self, code_address: Address) -> tuple[bytes, Address | None]:
        """Return the code that a transaction to an address runs, and the delegate that it is from."""
        if code_address in self.vm_state.computation_class.get_precompiles():
            return self.vm_state.get_code(code_address), None
        found: tuple[bytes, Address | None] = super().get_code_at_address(code_address)
        return found
