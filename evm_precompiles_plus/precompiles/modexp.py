"""MODEXP: base**exponent mod modulus for operands of any length.

**Spec** EIP-198, EIP-7823 (bounds on the lengths).
**Invariants** The calldata ends before the modulus does, or else base and exponent are complete in
it: they come first. So nothing but the output is ever padded, and nothing is allocated for operands
that are not there.
**Deviations** py-evm's own MODEXP answers 0 whenever the base's length is 0; 0**0 mod m is 1 mod m.
"""

from .. import routing
from ..encoding import MODEXP_HEADER, ModexpInput, pad_right, parse_modexp
from ..errors import InvalidInput
from .answer import Answer

MAX_LENGTH_EIP7823 = 1024


# Before Osaka every calldata is valid.
decode = parse_modexp


def decode_eip7823(data: bytes) -> ModexpInput:
    """Parse the calldata; raise `InvalidInput` if any of the three lengths is above 1024 bytes."""
    call = parse_modexp(data)
    base_len, exp_len, mod_len, _, _ = call
    if base_len > MAX_LENGTH_EIP7823 or exp_len > MAX_LENGTH_EIP7823 or mod_len > MAX_LENGTH_EIP7823:
        longest = max(base_len, exp_len, mod_len)
        raise InvalidInput(f"MODEXP operand length {longest} is above the {MAX_LENGTH_EIP7823} of EIP-7823")
    return call


def execute(call: ModexpInput) -> Answer:
    """Return the power as `mod_len` bytes; modulus 0 gives zeros. Call only after gas is settled."""
    base_len, exp_len, mod_len, _, data = call
    exp_start = MODEXP_HEADER + base_len
    mod_start = exp_start + exp_len
    modulus = data[mod_start : mod_start + mod_len]
    if not any(modulus):
        return bytes(mod_len), "direct"
    if len(modulus) < mod_len:
        modulus = pad_right(modulus, mod_len)
    base = data[MODEXP_HEADER:exp_start]
    exponent = data[exp_start:mod_start]
    return routing.answering_modexp(base, exponent, modulus)(base, exponent, modulus)
