"""What BLS12-381's precompiles cost: one pure function per call.

**Spec** EIP-2537, sections "Gas schedule" and "Gas costs and discounts".
"""

from ..encoding import WORD

G1_TERM = 128 + WORD
G2_TERM = 256 + WORD
PAIR = 128 + 256

G1_ADD = 375
G1_MUL = 12_000
G2_ADD = 600
G2_MUL = 22_500
PAIRING_BASE = 37_700
PAIRING_PER_PAIR = 32_600
MAP_FP_TO_G1 = 5_500
MAP_FP2_TO_G2 = 23_800

# In thousandths of k single multiplications, for k = 1, 2, ...; from the last on it stays the same.
G1_DISCOUNTS = (
    1000,
    949,
    848,
    797,
    764,
    750,
    738,
    728,
    719,
    712,
    705,
    698,
    692,
    687,
    682,
    677,
    673,
    669,
    665,
    661,
    658,
    654,
    651,
    648,
    645,
    642,
    640,
    637,
    635,
    632,
    630,
    627,
    625,
    623,
    621,
    619,
    617,
    615,
    613,
    611,
    609,
    608,
    606,
    604,
    603,
    601,
    599,
    598,
    596,
    595,
    593,
    592,
    591,
    589,
    588,
    586,
    585,
    584,
    582,
    581,
    580,
    579,
    577,
    576,
    575,
    574,
    573,
    572,
    570,
    569,
    568,
    567,
    566,
    565,
    564,
    563,
    562,
    561,
    560,
    559,
    558,
    557,
    556,
    555,
    554,
    553,
    552,
    551,
    550,
    549,
    548,
    547,
    547,
    546,
    545,
    544,
    543,
    542,
    541,
    540,
    540,
    539,
    538,
    537,
    536,
    536,
    535,
    534,
    533,
    532,
    532,
    531,
    530,
    529,
    528,
    528,
    527,
    526,
    525,
    525,
    524,
    523,
    522,
    522,
    521,
    520,
    520,
    519,
)
G2_DISCOUNTS = (
    1000,
    1000,
    923,
    884,
    855,
    832,
    812,
    796,
    782,
    770,
    759,
    749,
    740,
    732,
    724,
    717,
    711,
    704,
    699,
    693,
    688,
    683,
    679,
    674,
    670,
    666,
    663,
    659,
    655,
    652,
    649,
    646,
    643,
    640,
    637,
    634,
    632,
    629,
    627,
    624,
    622,
    620,
    618,
    615,
    613,
    611,
    609,
    607,
    606,
    604,
    602,
    600,
    598,
    597,
    595,
    593,
    592,
    590,
    589,
    587,
    586,
    584,
    583,
    582,
    580,
    579,
    578,
    576,
    575,
    574,
    573,
    571,
    570,
    569,
    568,
    567,
    566,
    565,
    563,
    562,
    561,
    560,
    559,
    558,
    557,
    556,
    555,
    554,
    553,
    552,
    552,
    551,
    550,
    549,
    548,
    547,
    546,
    545,
    545,
    544,
    543,
    542,
    541,
    541,
    540,
    539,
    538,
    537,
    537,
    536,
    535,
    535,
    534,
    533,
    532,
    532,
    531,
    530,
    530,
    529,
    528,
    528,
    527,
    526,
    526,
    525,
    524,
    524,
)


def g1_add(_: bytes) -> int:
    """BLS12_G1ADD."""
    return G1_ADD


def g2_add(_: bytes) -> int:
    """BLS12_G2ADD."""
    return G2_ADD


def g1_msm(data: bytes) -> int:
    """BLS12_G1MSM, by the number of terms."""
    return _msm(len(data) // G1_TERM, G1_MUL, G1_DISCOUNTS)


def g2_msm(data: bytes) -> int:
    """BLS12_G2MSM, by the number of terms."""
    return _msm(len(data) // G2_TERM, G2_MUL, G2_DISCOUNTS)


def pairing(data: bytes) -> int:
    """BLS12_PAIRING_CHECK, by the number of pairs."""
    return PAIRING_BASE + PAIRING_PER_PAIR * (len(data) // PAIR)


def map_fp_to_g1(_: bytes) -> int:
    """BLS12_MAP_FP_TO_G1."""
    return MAP_FP_TO_G1


def map_fp2_to_g2(_: bytes) -> int:
    """BLS12_MAP_FP2_TO_G2."""
    return MAP_FP2_TO_G2


def _msm(terms: int, one: int, discounts: tuple[int, ...]) -> int:
    discount = discounts[min(terms, len(discounts)) - 1]
    return terms * one * discount // 1000
