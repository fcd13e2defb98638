"""Prague as specified: py-evm's PragueVM, and the rule of transaction validity that it leaves out.

**Spec** EIP-7623 and EIP-3860: the gas limit covers the calldata floor, and the initcode's words.
**Deviations** py-evm's own PragueVM takes such transactions into a block; `install` does not change that.
"""

from eth.abc import BlockHeaderAPI, SignedTransactionAPI
from eth.vm.forks import PragueVM

from .osaka.validation import validate_minimum_gas


class SpecifiedPragueVM(PragueVM):
    """PragueVM that refuses a transaction whose gas limit is below what validity asks for."""

    def validate_transaction_against_header(
        self, base_header: BlockHeaderAPI, transaction: SignedTransactionAPI
    ) -> None:
        """Raise `ValidationError` if the transaction cannot go into the block that `base_header` begins."""
        super().validate_transaction_against_header(base_header, transaction)
        validate_minimum_gas(transaction)
