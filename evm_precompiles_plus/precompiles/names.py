"""How precompiles are called elsewhere: the names that others write, and what somebody may have meant.

**Spec** The spellings are those of EIP-7910, the EIPs' titles, go-ethereum, libraries of Solidity and Vyper,
and test fixtures.
**Invariants** No spelling stands for two precompiles, and none for an address that is in doubt: `"10"` may be
10 or 0x10, so it is refused with both (`tests/test_names.py`).
"""

import re
from difflib import get_close_matches

from ..errors import WrongType

_HEXADECIMAL = re.compile("0x[0-9a-f]+")
_DIGITS = re.compile("[0-9]+")
_WORDS = re.compile("[0-9a-z]+(?:[ _-][0-9a-z]+)*")
_BETWEEN = re.compile("[ _-]")

_BN254 = ("ec", "bn128", "bn254", "bn256", "altbn128", "altbn254")
_BLS12 = ("bls12", "bls12381", "bls")

# By our names: a curve's names, and what follows each of them; lower case, without what is between words.
_SPELLINGS: dict[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "ecrecover": (("",), ("ecrec", "ecdsarecover", "secp256k1recover")),
    "modexp": (("",), ("expmod", "bigmodexp", "bigexpmod", "bigexp", "modularexponentiation")),
    "ecadd": (_BN254, ("add", "addition", "pointadd", "g1add")),
    "ecmul": (_BN254, ("mul", "multiply", "multiplication", "scalarmul", "scalarmultiply", "g1mul")),
    "ecpairing": (_BN254, ("pairing", "pairingcheck", "pair")),
    "blake2f": (("",), ("blake2", "blake2b", "blake2bf", "blake2compression", "blake2bcompress")),
    "point_evaluation": (("", "kzg"), ("pointevaluation", "pointeval", "verify", "kzg")),
    "bls12_g1add": (_BLS12, ("g1add",)),
    "bls12_g1msm": (_BLS12, ("g1msm", "g1multiexp")),
    "bls12_g2add": (_BLS12, ("g2add",)),
    "bls12_g2msm": (_BLS12, ("g2msm", "g2multiexp")),
    "bls12_pairing_check": (_BLS12, ("pairing", "pairingcheck")),
    "bls12_map_fp_to_g1": (_BLS12, ("mapfptog1", "mapg1", "maptog1")),
    "bls12_map_fp2_to_g2": (_BLS12, ("mapfp2tog2", "mapg2", "maptog2")),
    "p256verify": (("p256", "secp256r1", "ecdsap256", "r1"), ("verify", "verification")),
}


def _letters(name: str) -> str:
    return _BETWEEN.sub("", name)


_NAMED = {
    **{
        curve + rest: name
        for name, (curves, rests) in _SPELLINGS.items()
        for curve in curves
        for rest in rests
    },
    **{_letters(name): name for name in _SPELLINGS},
}


def spelled(precompile: object) -> str | int:
    """Return the name or the address that a spelling stands for; one that is not known comes back as it is.

    Case, and what is between words, do not count. Addresses are numbers, hexadecimal of any length (`"0x05"`,
    `"0x0100"`), or one decimal digit. Raises `WrongType` for what is neither text nor number.
    """
    if isinstance(precompile, int) and not isinstance(precompile, bool):
        return int(precompile)
    if not isinstance(precompile, str):
        raise WrongType("a precompile", precompile, "a name or an address, str or int")
    text = precompile.lower()
    if _HEXADECIMAL.fullmatch(text):
        return int(text, 16)
    if _DIGITS.fullmatch(text) and len(text) == 1:
        return int(text)
    return _NAMED.get(_letters(text), precompile) if _WORDS.fullmatch(text) else precompile


def meant_by(precompile: str | int) -> list[str | int]:
    """Return the names and addresses that may have been meant by what `spelled` does not know."""
    if isinstance(precompile, int):
        return []
    text = precompile.strip().lower()
    if _DIGITS.fullmatch(text):
        return [int(text), int(text, 16)]
    close = get_close_matches(_letters(text), _NAMED, n=3, cutoff=0.7)
    return [_NAMED[spelling] for spelling in close]
