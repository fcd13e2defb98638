"""BLAKE2F (EIP-152)."""

from ..encoding import Blake2fInput


def blake2f_gas_eip152(call: Blake2fInput) -> int:
    """BLAKE2F: one gas a round."""
    return call[0]
