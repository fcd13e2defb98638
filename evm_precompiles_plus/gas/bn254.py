"""ECADD and ECMUL (EIP-196), ECPAIRING (EIP-197), and all three from EIP-1108 on."""

from ..encoding import WORD

ECADD_GAS_EIP196 = 500
ECADD_GAS_EIP1108 = 150
ECMUL_GAS_EIP196 = 40_000
ECMUL_GAS_EIP1108 = 6_000
ECPAIRING_PAIR = 6 * WORD


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


def ecpairing_gas_eip197(pairs: bytes) -> int:
    """ECPAIRING from Byzantium to Petersburg."""
    return 100_000 + 80_000 * (len(pairs) // ECPAIRING_PAIR)


def ecpairing_gas_eip1108(pairs: bytes) -> int:
    """ECPAIRING from Istanbul on."""
    return 45_000 + 34_000 * (len(pairs) // ECPAIRING_PAIR)
