"""An ommer is a header like any other, and older than the block that names it.

**Spec** Yellow Paper, section 11.1. **Deviations** py-evm takes ommers whose difficulty, base fee or extra
data no block could have.
"""

from eth.abc import BlockAPI, BlockHeaderAPI
from eth.vm.base import VM

from ...reasons import Reason, Refused


class OmmersVM(VM):
    """A VM that checks ommers as it checks headers."""

    @classmethod
    def validate_uncle(cls, block: BlockAPI, uncle: BlockHeaderAPI, uncle_parent: BlockHeaderAPI) -> None:
        """Raise `Refused` if the ommer is no valid header on its parent, or not older than the block."""
        if uncle.block_number >= block.number:
            raise Refused(Reason.BLOCK_NUMBER, f"ommer {uncle.block_number} in block {block.number}")
        cls.validate_header(uncle, uncle_parent)
        super().validate_uncle(block, uncle, uncle_parent)
