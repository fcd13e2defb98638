"""Proof of work: the nonce and mix hash of a header before the merge, checked without the dataset.

**Spec** Yellow Paper, appendix J (Ethash); executable spec, ethereum.ethash.
**Representation** The cache is one string of rows of 64 bytes, each 16 little-endian words: 16 MiB in the
first epoch.
**Cost** Some seconds for the cache of an epoch of 30,000 blocks, kept for the last one; a fraction of one for
a header.
**Deviations** py-evm makes its cache by the number of a row where the row itself belongs, and so refuses
every block that has been mined (`eth.consensus.ethash.mkcache`); its seeds are wrong too from the second
epoch on.
"""

from collections.abc import Iterable
from functools import lru_cache
from struct import Struct

from Crypto.Hash import keccak as pycryptodome_keccak
from eth.abc import AtomicDatabaseAPI, BlockHeaderAPI, ConsensusAPI
from eth_hash.auto import keccak
from eth_typing import Address

from ...reasons import Reason, Refused

_EPOCH = 30_000
_ROW_BYTES, _ROW = 64, Struct("<16I")
_WORDS_OF_ROW = 16
# Rows of the first epoch's cache and dataset, and by how many each epoch has more; then down to a prime.
_CACHE_ROWS, _CACHE_GROWTH = 2**24 // 64, 2**17 // 64
_DATASET_ROWS, _DATASET_GROWTH = 2**30 // 128, 2**23 // 128
_CACHE_ROUNDS, _PARENTS, _ACCESSES = 3, 256, 64
_FNV_PRIME, _WORD = 0x01000193, 0xFFFFFFFF


class EthashConsensus(ConsensusAPI):
    """Blocks that somebody has mined."""

    def __init__(self, base_db: AtomicDatabaseAPI) -> None:
        pass

    def validate_seal(self, header: BlockHeaderAPI) -> None:
        """Raise `Refused` if the header is no proof of work."""
        cache, dataset_rows = _epoch(header.block_number // _EPOCH)
        mix, result = hashimoto(cache, dataset_rows, header.mining_hash, header.nonce)
        if mix != header.mix_hash:
            raise Refused(
                Reason.PROOF_OF_WORK, f"mix hash is 0x{header.mix_hash.hex()}, should be 0x{mix.hex()}"
            )
        if int.from_bytes(result, "big") * header.difficulty > 2**256:
            raise Refused(Reason.PROOF_OF_WORK, "the nonce does not meet the difficulty")

    def validate_seal_extension(self, header: BlockHeaderAPI, parents: Iterable[BlockHeaderAPI]) -> None:
        """Do nothing: a proof of work does not depend on the parents."""

    @classmethod
    def get_fee_recipient(cls, header: BlockHeaderAPI) -> Address:
        """Return who gets the fees."""
        return header.coinbase


def hashimoto(cache: bytes, dataset_rows: int, mining_hash: bytes, nonce: bytes) -> tuple[bytes, bytes]:
    """Return the mix hash and the result of a nonce; `dataset_rows` are of 128 bytes."""
    seed = _keccak512(mining_hash + nonce[::-1])
    head = int.from_bytes(seed[:4], "little")
    mix = _ROW.unpack(seed) * 2
    for access in range(_ACCESSES):
        row = _fnv(access ^ head, mix[access % len(mix)]) % dataset_rows
        mix = _mixed(mix, _dataset_half(cache, 2 * row) + _dataset_half(cache, 2 * row + 1))
    digest = b"".join(
        _fnv(_fnv(_fnv(mix[i], mix[i + 1]), mix[i + 2]), mix[i + 3]).to_bytes(4, "little")
        for i in range(0, len(mix), 4)
    )
    return digest, keccak(seed + digest)


def make_cache(seed: bytes, rows: int) -> bytes:
    """Return the cache that grows out of an epoch's seed."""
    cache = [_keccak512(seed)]
    while len(cache) < rows:
        cache.append(_keccak512(cache[-1]))
    for _ in range(_CACHE_ROUNDS):
        for i in range(rows):
            other = cache[int.from_bytes(cache[i][:4], "little") % rows]
            mixed = int.from_bytes(cache[i - 1], "big") ^ int.from_bytes(other, "big")
            cache[i] = _keccak512(mixed.to_bytes(_ROW_BYTES, "big"))
    return b"".join(cache)


@lru_cache(maxsize=1)
def _epoch(epoch: int) -> tuple[bytes, int]:
    """Return an epoch's cache and the rows of its dataset."""
    seed = bytes(32)
    for _ in range(epoch):
        seed = keccak(seed)
    cache = make_cache(seed, _prime_below(_CACHE_ROWS + _CACHE_GROWTH * epoch))
    return cache, _prime_below(_DATASET_ROWS + _DATASET_GROWTH * epoch)


def _prime_below(even: int) -> int:
    number = even - 1
    while any(number % divisor == 0 for divisor in range(3, int(number**0.5) + 1, 2)):
        number -= 2
    return number


def _dataset_half(cache: bytes, index: int) -> tuple[int, ...]:
    rows = len(cache) // _ROW_BYTES
    first = _row(cache, index % rows)
    mix = _ROW.unpack(_keccak512(_ROW.pack(first[0] ^ index, *first[1:])))
    for parent in range(_PARENTS):
        row = _fnv(index ^ parent, mix[parent % _WORDS_OF_ROW]) % rows
        mix = _mixed(mix, _row(cache, row))
    return _ROW.unpack(_keccak512(_ROW.pack(*mix)))


def _row(cache: bytes, row: int) -> tuple[int, ...]:
    return _ROW.unpack_from(cache, row * _ROW_BYTES)


def _mixed(mix: tuple[int, ...], other: tuple[int, ...]) -> tuple[int, ...]:
    return tuple([(a * _FNV_PRIME ^ b) & _WORD for a, b in zip(mix, other, strict=True)])


def _fnv(a: int, b: int) -> int:
    return (a * _FNV_PRIME ^ b) & _WORD


def _keccak512(data: bytes) -> bytes:
    return pycryptodome_keccak.new(data=data, digest_bits=512).digest()
