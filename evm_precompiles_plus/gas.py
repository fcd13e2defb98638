"""What a precompile call costs: one pure function per rule, named by the EIP that made it.

**Spec** Yellow Paper, appendix E (ECRECOVER); EIP-198, EIP-2565 and EIP-7883 (MODEXP); EIP-196, EIP-197 and
EIP-1108 (BN254); EIP-152 (BLAKE2F); EIP-4844 (point evaluation); EIP-7951 (P256VERIFY).
**Invariants** Costs are exact integers of any size, since a declared length can be 2**256 - 1; the
caller compares them with the gas it has.
"""

from .encoding import WORD, Blake2fInput, ModexpInput

ECADD_GAS_EIP196 = 500
ECADD_GAS_EIP1108 = 150
ECMUL_GAS_EIP196 = 40_000
ECMUL_GAS_EIP1108 = 6_000
ECRECOVER_GAS = 3_000
ECPAIRING_PAIR = 6 * WORD
POINT_EVALUATION_GAS_EIP4844 = 50_000
P256VERIFY_GAS_EIP7951 = 6_900


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


def ecadd_gas_eip196(_: bytes) -> int:
    """ECADD from Byzantium to Petersburg."""
    return ECADD_GAS_EIP196


def ecadd_gas_eip1108(_: bytes) -> int:
    """ECADD from Istanbul on."""
    return ECADD_GAS_EIP1108


def ecmul_gas_eip196(_: bytes) -> int:
    """ECMUL from Byzantium to Petersburg."""
    return ECMUL_GAS_EIP196


def ecmul_gas_eip1108(_: bytes) -> int:
    """ECMUL from Istanbul on."""
    return ECMUL_GAS_EIP1108


def ecrecover_gas(_: bytes) -> int:
    """ECRECOVER, in every fork, of any input."""
    return ECRECOVER_GAS


def ecpairing_gas_eip197(pairs: bytes) -> int:
    """ECPAIRING from Byzantium to Petersburg."""
    return 100_000 + 80_000 * (len(pairs) // ECPAIRING_PAIR)


def ecpairing_gas_eip1108(pairs: bytes) -> int:
    """ECPAIRING from Istanbul on."""
    return 45_000 + 34_000 * (len(pairs) // ECPAIRING_PAIR)


def blake2f_gas_eip152(call: Blake2fInput) -> int:
    """BLAKE2F: one gas a round."""
    return call.rounds


def point_evaluation_gas_eip4844(_: bytes) -> int:
    """Point evaluation, valid or not."""
    return POINT_EVALUATION_GAS_EIP4844


def p256verify_gas_eip7951(_: bytes) -> int:
    """P256VERIFY, of any input, valid or not."""
    return P256VERIFY_GAS_EIP7951
