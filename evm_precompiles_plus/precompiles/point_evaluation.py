"""Point evaluation: does the polynomial behind this KZG commitment take the value y at z?

**Spec** EIP-4844, section "Point evaluation precompile". Calldata is versioned hash (32 bytes), z (32), y
(32), commitment (48), proof (48). A proof that holds gives two constants; everything else fails.
**Algorithm** Done by c-kzg-4844 through `ckzg`, which py-evm depends on.
**Invariants** The trusted setup takes seconds to load: it is loaded once in a process, by the first call
that needs it, and other threads wait for it (`tests/precompiles/test_point_evaluation.py`).
**Deviations** py-evm's own precompile loads the setup from disk at every call.
"""

from functools import cache
from hashlib import sha256
from importlib.util import find_spec
from pathlib import Path
from threading import Lock
from typing import Any

from .. import routing
from ..errors import InvalidInput
from .answer import Answer

INPUT_LENGTH = 192
VERSION_KZG = b"\x01"

FIELD_ELEMENTS_PER_BLOB = 4096
BLS_MODULUS = 0x73EDA753299D7D483339D80809A1D80553BDA402FFFE5BFEFFFFFFFF00000001
OUTPUT = FIELD_ELEMENTS_PER_BLOB.to_bytes(32, "big") + BLS_MODULUS.to_bytes(32, "big")

_loading = Lock()


def decode(data: bytes) -> bytes:
    """Return the calldata; raise `InvalidInput` for a wrong length."""
    if len(data) != INPUT_LENGTH:
        raise InvalidInput(f"point evaluation calldata has {len(data)} bytes, not {INPUT_LENGTH}")
    return data


def execute(data: bytes) -> Answer:
    """Return the two constants if the proof holds, else raise `InvalidInput`."""
    versioned_hash, z, y = data[:32], data[32:64], data[64:96]
    commitment, proof = data[96:144], data[144:]
    if versioned_hash != VERSION_KZG + sha256(commitment).digest()[1:]:
        raise InvalidInput("versioned hash is not the commitment's")
    routing.say_unchecked("point_evaluation")
    if not _is_proven(commitment, z, y, proof):
        raise InvalidInput("KZG proof does not hold")
    return OUTPUT, "ckzg"


def _is_proven(commitment: bytes, z: bytes, y: bytes, proof: bytes) -> bool:
    import ckzg

    with _loading:
        setup = trusted_setup()
    try:
        return bool(ckzg.verify_kzg_proof(commitment, z, y, proof, setup))
    except RuntimeError:  # z or y is not below the modulus, or a point is not one
        return False


@cache
def trusted_setup() -> Any:
    """Load the KZG ceremony's result from the file that comes with py-evm."""
    import ckzg

    spec = find_spec("eth")
    if spec is None or spec.submodule_search_locations is None:
        raise ModuleNotFoundError("point evaluation needs the trusted setup that comes with py-evm")
    file = Path(spec.submodule_search_locations[0]) / "_utils" / "kzg_trusted_setup.txt"
    return ckzg.load_trusted_setup(str(file), 0)
