"""P256VERIFY (EIP-7951)."""

P256VERIFY_GAS_EIP7951 = 6_900


def p256verify_gas_eip7951(_: bytes) -> int:
    """P256VERIFY, of any input, valid or not."""
    return P256VERIFY_GAS_EIP7951
