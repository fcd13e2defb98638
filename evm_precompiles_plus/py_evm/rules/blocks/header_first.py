"""A block's header is checked before anything in the block is executed.

**Spec** Yellow Paper, section 11.5 and the executable spec's order: of two faults, the header's is the
reason.
**Deviations** py-evm executes first, and compares its own header with the one it was given.
"""

from eth._utils.db import get_parent_header
from eth.abc import BlockAndMetaWitness, BlockAPI
from eth.vm.base import VM


class HeaderFirstVM(VM):
    """A VM that checks the header of a block that somebody else made before it imports it."""

    def import_block(self, block: BlockAPI) -> BlockAndMetaWitness:
        """Execute the block; raise `Refused` if its header does not go with its parent's."""
        self.validate_header(block.header, get_parent_header(block.header, self.chaindb))
        return super().import_block(block)
