"""A creation onto an account that has storage fails, as onto one that has code or a nonce.

**Spec** EIP-7610, for all forks. **Deviations** py-evm looks at code and nonce only.
"""

from typing import Any

from eth.constants import BLANK_ROOT_HASH
from eth.vm.state import BaseState
from eth_typing import Address


class CollisionState(BaseState):
    """A state that counts storage among what makes an address taken."""

    def has_code_or_nonce(self, address: Address) -> bool:
        """Whether nothing can be created at the address.

        Only storage of before the transaction can be without code and nonce, so the account's root says it.
        """
        if super().has_code_or_nonce(address):
            return True
        accounts: Any = self._account_db
        return bool(accounts._get_storage_root(address) != BLANK_ROOT_HASH)
