"""ECRECOVER (Yellow Paper, appendix E)."""

ECRECOVER_GAS = 3_000


def ecrecover_gas(_: bytes) -> int:
    """ECRECOVER, in every fork, of any input."""
    return ECRECOVER_GAS
