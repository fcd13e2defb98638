"""Hex text as bytes and numbers, in every spelling that the executable spec's own reader takes.

**Spec** execution-specs, ethereum.utils.hexadecimal and ethereum_spec_tools.evm_tools: the prefix 0x may be
left out, an address may lack zeros on its left, and environment and accounts may have decimal numbers.
**Deviations** No number at all (`""` or `"0x"`) is zero everywhere, as fuzzers write it; spaces, signs and
underscores are refused, though Python's `int` takes them.
"""

import re
from binascii import Error as BinasciiError
from binascii import unhexlify
from typing import Annotated

from pydantic import BeforeValidator, Field

_HEX_DIGITS = re.compile(r"[0-9a-fA-F]+")
_DECIMAL_DIGITS = re.compile(r"[0-9]+")
# ethereum/tests marks numbers too big for its own tools with this prefix.
_BIGINT = "0x:bigint "
_ADDRESS_DIGITS, _HASH_DIGITS = 40, 64


def parse_bytes(value: object) -> bytes:
    """Return the bytes of hex of even length; raises `ValueError` for anything else."""
    if not isinstance(value, str):
        raise ValueError(f"not hex: {_shown(value)}")
    try:
        return unhexlify(value.removeprefix("0x"))
    except (BinasciiError, ValueError):
        fault = "of odd length" if len(value) % 2 else "with a character that is none"
        raise ValueError(f"hex {fault}: {_shown(value)}") from None


def parse_address(value: object) -> bytes:
    """Return the bytes of hex, zeros added on the left up to 20; raises `ValueError` for what is no hex."""
    return parse_bytes(_padded(value, _ADDRESS_DIGITS))


def parse_secret_key(value: object) -> bytes:
    """Return the bytes of hex, zeros added on the left up to 32; raises `ValueError` for what is no hex."""
    return parse_bytes(_padded(value, _HASH_DIGITS))


def parse_recipient(value: object) -> bytes | None:
    """Return an address, or None for a creation, which has an empty text or nothing at all."""
    return None if value in ("", None) else parse_address(value)


def parse_number(value: object) -> int:
    """Return the number of hex of any length, also none; raises `ValueError` for anything else."""
    if not isinstance(value, str):
        raise ValueError(f"not a hex number: {_shown(value)}")
    if value in ("", "0x"):
        return 0
    digits = value.removeprefix(_BIGINT).removeprefix("0x")
    if not _HEX_DIGITS.fullmatch(digits):
        raise ValueError(f"not a hex number: {_shown(value)}")
    return int(digits, 16)


def parse_number_or_decimal(value: object) -> int:
    """Return a number as `parse_number` does, but without a prefix, or as a JSON number, it is decimal."""
    if isinstance(value, int) and not isinstance(value, bool) and value >= 0:
        return value
    if not isinstance(value, str) or not value or value.startswith("0x"):
        return parse_number(value)
    if not _DECIMAL_DIGITS.fullmatch(value):
        raise ValueError(f"neither decimal nor 0x-prefixed hex: {_shown(value)}")
    return int(value)


def _padded(value: object, digits: int) -> object:
    return value.removeprefix("0x").rjust(digits, "0") if isinstance(value, str) else value


def _shown(value: object) -> str:
    text = repr(value)
    return text if len(text) <= 40 else text[:37] + "..."


Bytes = Annotated[bytes, BeforeValidator(parse_bytes)]
Address = Annotated[bytes, Field(min_length=20, max_length=20), BeforeValidator(parse_address)]
Hash = Annotated[bytes, Field(min_length=32, max_length=32), BeforeValidator(parse_bytes)]
SecretKey = Annotated[bytes, Field(min_length=32, max_length=32), BeforeValidator(parse_secret_key)]
Number = Annotated[int, BeforeValidator(parse_number)]
NumberOrDecimal = Annotated[int, BeforeValidator(parse_number_or_decimal)]
# None creates a contract.
Recipient = Annotated[
    Annotated[bytes, Field(min_length=20, max_length=20)] | None, BeforeValidator(parse_recipient)
]
