"""MODEXP (EIP-198, EIP-2565, EIP-7883)."""

from ..encoding import WORD, ModexpInput


def modexp_gas_eip198(call: ModexpInput) -> int:
    """MODEXP from Byzantium to Muir Glacier: floor(complexity * iterations / 20), no minimum."""
    return _complexity_eip198(_longest(call)) * _iterations(call, 8) // 20


def modexp_gas_eip2565(call: ModexpInput) -> int:
    """MODEXP from Berlin to Prague: words**2 * iterations / 3, at least 200."""
    words = (_longest(call) + 7) >> 3
    cost = words * words * _iterations(call, 8) // 3
    return cost if cost > 200 else 200


def modexp_gas_eip7883(call: ModexpInput) -> int:
    """MODEXP from Osaka on: 16 * iterations up to 32 bytes, then 2 * words**2 * iterations, at least 500."""
    length = _longest(call)
    words = (length + 7) >> 3
    cost = (16 if length <= WORD else 2 * words * words) * _iterations(call, 16)
    return cost if cost > 500 else 500


def _complexity_eip198(length: int) -> int:
    if length <= 64:
        return length**2
    if length <= 1024:
        return length**2 // 4 + 96 * length - 3072
    return length**2 // 16 + 480 * length - 199_680


# Comparisons where `max` would read better: a call of `max` takes as long as the rest of the rule.
def _longest(call: ModexpInput) -> int:
    base_len, _, mod_len, _, _ = call
    return base_len if base_len > mod_len else mod_len


def _iterations(call: ModexpInput, bits_per_byte: int) -> int:
    """Estimate the squarings: the head's highest bit, and a fixed number for each byte after the head."""
    _, exp_len, _, exp_head, _ = call
    count = exp_head.bit_length() - 1 if exp_head else 0
    if exp_len > WORD:
        count += bits_per_byte * (exp_len - WORD)
    return count or 1
