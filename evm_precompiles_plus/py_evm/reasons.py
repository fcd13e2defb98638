"""Why a transaction or a block is refused, as data: one enum, and the exception that carries a member.

**Spec** The EIPs beside the names; names and values are the field's words for the rule that is broken.
Whoever compares with another client's or framework's names maps those to these.
**Deviations** py-evm says it in English only. `Refused` is a `ValidationError`, so hosts of py-evm see what
they always saw.
"""

from enum import Enum, unique

from eth_utils.exceptions import ValidationError


@unique
class Reason(Enum):
    """The rule that is broken: of a transaction in the first part, of a block in the second."""

    # A transaction that does not decode, or that nobody signed.
    MALFORMED_TRANSACTION = "transaction does not decode"
    TRANSACTION_TYPE = "transaction type is not of this fork"
    WRONG_CHAIN_ID = "transaction is for another chain (EIP-155)"
    INVALID_SIGNATURE = "signature gives no sender"

    # A transaction by itself.
    INTRINSIC_GAS = "gas limit below the intrinsic gas"
    CALLDATA_FLOOR = "gas limit below the floor of the calldata (EIP-7623)"
    NONCE_IS_MAX = "nonce is 2**64 - 1 or more (EIP-2681)"
    INITCODE_SIZE = "initcode too long (EIP-3860)"
    TRANSACTION_GAS_CAP = "gas limit above a transaction's cap (EIP-7825)"
    PRIORITY_FEE_ABOVE_MAX_FEE = "priority fee above the maximum fee (EIP-1559)"
    CREATION_BY_BLOB_TRANSACTION = "blob transaction without a recipient (EIP-4844)"
    NO_BLOBS = "blob transaction without blobs (EIP-4844)"
    BLOB_VERSION = "versioned hash of another version (EIP-4844)"
    TOO_MANY_BLOBS = "more blobs than a transaction may have (EIP-7594)"
    CREATION_BY_SET_CODE_TRANSACTION = "set-code transaction without a recipient (EIP-7702)"
    NO_AUTHORIZATIONS = "set-code transaction without authorizations (EIP-7702)"

    # A transaction in its block, and its sender.
    BLOCK_GAS_EXCEEDED = "gas limit above what is left of the block's"
    BLOCK_BLOB_GAS_EXCEEDED = "blob gas above what is left of the block's (EIP-4844)"
    MAX_FEE_BELOW_BASE_FEE = "maximum fee below the base fee (EIP-1559)"
    MAX_BLOB_FEE_BELOW_BLOB_BASE_FEE = "maximum blob fee below the blob base fee (EIP-4844)"
    NONCE_TOO_LOW = "nonce below the sender's"
    NONCE_TOO_HIGH = "nonce above the sender's"
    INSUFFICIENT_FUNDS = "sender cannot pay value, gas and blob gas"
    SENDER_IS_CONTRACT = "sender has code (EIP-3607)"

    # A payload that a consensus client sends, beside the block that it stands for.
    BLOCK_HASH = "block hash is another"
    VERSIONED_HASHES = "versioned hashes are not those of the transactions (EIP-4844)"

    # A block that does not decode, or not as one of its fork.
    MALFORMED_BLOCK = "block does not decode"
    BLOCK_FORMAT = "block has another fork's format"
    BLOCK_SIZE = "block's RLP too long (EIP-7934)"

    # A header beside its parent.
    UNKNOWN_PARENT = "no block has the parent hash"
    BLOCK_NUMBER = "number is not the parent's plus 1"
    TIMESTAMP = "timestamp not after the parent's"
    GAS_LIMIT = "gas limit out of the bounds that the parent sets"
    GAS_USED_ABOVE_LIMIT = "gas used above the gas limit"
    DIFFICULTY = "difficulty is not the one that follows from the parent"
    BASE_FEE = "base fee is not the one that follows from the parent (EIP-1559)"
    EXCESS_BLOB_GAS = "excess blob gas is not the one that follows from the parent (EIP-4844)"
    EXTRA_DATA_SIZE = "extra data too long"
    DAO_EXTRA_DATA = "extra data of a block at the DAO fork is another (EIP-779)"
    PROOF_OF_WORK = "nonce and mix hash are no proof of work"
    NONCE_AFTER_MERGE = "nonce of a block after the merge is not 0 (EIP-3675)"

    # Ommers, which py-evm calls uncles.
    OMMERS_HASH = "ommers' hash is another"
    TOO_MANY_OMMERS = "more than two ommers"
    OMMERS_AFTER_MERGE = "ommers in a block after the merge (EIP-3675)"
    OMMER_IN_CHAIN = "ommer is an ommer of an earlier block"
    OMMER_IS_ANCESTOR = "ommer is the block itself, or one of its ancestors"
    OMMER_TWICE = "the same ommer twice"
    OMMER_IS_BROTHER = "ommer has the block's own parent"
    OMMER_PARENT = "ommer's parent is no ancestor within six generations"

    # A header beside what the block does.
    STATE_ROOT = "state root is another"
    TRANSACTIONS_ROOT = "transactions' root is another"
    RECEIPTS_ROOT = "receipts' root is another"
    WITHDRAWALS_ROOT = "withdrawals' root is another (EIP-4895)"
    LOGS_BLOOM = "logs' bloom is another"
    GAS_USED = "gas used is another"
    BLOB_GAS_USED = "blob gas used is another (EIP-4844)"
    BLOB_GAS_ABOVE_LIMIT = "blob gas used above the block's limit (EIP-4844)"
    REQUESTS_HASH = "requests' hash is another (EIP-7685)"
    DEPOSIT_EVENT = "deposit event without the contract's layout (EIP-6110)"
    SYSTEM_CONTRACT_WITHOUT_CODE = "system contract without code (EIP-7002, EIP-7251)"
    SYSTEM_CONTRACT_FAILED = "system contract's call failed (EIP-7002, EIP-7251)"

    OTHER = "a rule that has no name here"


class Refused(ValidationError):
    """The transaction or block breaks the rule `reason`; the message has the particulars."""

    def __init__(self, reason: Reason, message: str = "") -> None:
        super().__init__(message or reason.value)
        self.reason = reason
