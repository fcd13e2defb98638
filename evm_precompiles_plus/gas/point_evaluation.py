"""Point evaluation (EIP-4844)."""

POINT_EVALUATION_GAS_EIP4844 = 50_000


def point_evaluation_gas_eip4844(_: bytes) -> int:
    """Point evaluation, valid or not."""
    return POINT_EVALUATION_GAS_EIP4844
