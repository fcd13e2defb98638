"""Why a fixture says that something is refused, in the words of our reasons: one table for all frameworks'
names.

**Spec** execution-spec-tests, `TransactionException` and `BlockException`; retesteth's names for
ethereum/tests and ethereum/legacytests. A name may stand for several reasons: where the framework is coarser
than we are, where one fixture is filled for clients that look at the rules in another order, or where old
names were used for each other.
**Invariants** Every name of the framework is in the table (`tests/conformance/test_reasons.py`).
"""

from collections.abc import Mapping

from ..py_evm.reasons import Reason as R

_MALFORMED = (R.MALFORMED_TRANSACTION, R.MALFORMED_BLOCK)
_FORMAT = (R.BLOCK_FORMAT, R.MALFORMED_BLOCK)
_OMMER_OF_CHAIN = (R.OMMER_IN_CHAIN, R.OMMER_IS_ANCESTOR, R.OMMER_TWICE)
_AFTER_MERGE = (R.DIFFICULTY, R.OMMERS_AFTER_MERGE, R.NONCE_AFTER_MERGE, *_FORMAT)
_TOO_MANY_BLOBS = (R.TOO_MANY_BLOBS, R.BLOCK_BLOB_GAS_EXCEEDED)

# execution-spec-tests, without the classes' names.
_FRAMEWORK: dict[str, R | tuple[R, ...]] = {
    "TYPE_NOT_SUPPORTED": R.TRANSACTION_TYPE,
    "TYPE_1_TX_PRE_FORK": R.TRANSACTION_TYPE,
    "TYPE_2_TX_PRE_FORK": R.TRANSACTION_TYPE,
    "TYPE_3_TX_PRE_FORK": R.TRANSACTION_TYPE,
    "TYPE_3_TX_ZERO_BLOBS_PRE_FORK": R.TRANSACTION_TYPE,
    "TYPE_4_TX_PRE_FORK": R.TRANSACTION_TYPE,
    "SENDER_NOT_EOA": R.SENDER_IS_CONTRACT,
    "ADDRESS_TOO_SHORT": _MALFORMED,
    "ADDRESS_TOO_LONG": _MALFORMED,
    "NONCE_MISMATCH_TOO_HIGH": R.NONCE_TOO_HIGH,
    "NONCE_MISMATCH_TOO_LOW": R.NONCE_TOO_LOW,
    "NONCE_TOO_BIG": R.NONCE_IS_MAX,
    "NONCE_IS_MAX": R.NONCE_IS_MAX,
    "NONCE_OVERFLOW": (R.NONCE_IS_MAX, *_MALFORMED),
    # A number above 2**64 or 2**256 is one that does not decode, or that nobody can pay for.
    "GASLIMIT_OVERFLOW": (R.BLOCK_GAS_EXCEEDED, R.INSUFFICIENT_FUNDS, *_MALFORMED),
    "VALUE_OVERFLOW": (R.INSUFFICIENT_FUNDS, *_MALFORMED),
    "GASPRICE_OVERFLOW": (R.INSUFFICIENT_FUNDS, *_MALFORMED),
    "PRIORITY_OVERFLOW": (R.INSUFFICIENT_FUNDS, R.PRIORITY_FEE_ABOVE_MAX_FEE, *_MALFORMED),
    "GASLIMIT_PRICE_PRODUCT_OVERFLOW": R.INSUFFICIENT_FUNDS,
    "INVALID_SIGNATURE_VRS": R.INVALID_SIGNATURE,
    "RLP_INVALID_SIGNATURE_R": (R.INVALID_SIGNATURE, *_MALFORMED),
    "RLP_INVALID_SIGNATURE_S": (R.INVALID_SIGNATURE, *_MALFORMED),
    "EC_RECOVERY_FAIL": R.INVALID_SIGNATURE,
    "INVALID_CHAINID": (R.WRONG_CHAIN_ID, R.INVALID_SIGNATURE),
    "INSUFFICIENT_ACCOUNT_FUNDS": R.INSUFFICIENT_FUNDS,
    "INSUFFICIENT_MAX_FEE_PER_GAS": R.MAX_FEE_BELOW_BASE_FEE,
    "PRIORITY_GREATER_THAN_MAX_FEE_PER_GAS": R.PRIORITY_FEE_ABOVE_MAX_FEE,
    "PRIORITY_GREATER_THAN_MAX_FEE_PER_GAS_2": R.PRIORITY_FEE_ABOVE_MAX_FEE,
    "INSUFFICIENT_MAX_FEE_PER_BLOB_GAS": R.MAX_BLOB_FEE_BELOW_BLOB_BASE_FEE,
    "INTRINSIC_GAS_TOO_LOW": (R.INTRINSIC_GAS, R.CALLDATA_FLOOR),
    "INTRINSIC_GAS_BELOW_FLOOR_GAS_COST": R.CALLDATA_FLOOR,
    "INITCODE_SIZE_EXCEEDED": R.INITCODE_SIZE,
    "GAS_ALLOWANCE_EXCEEDED": R.BLOCK_GAS_EXCEEDED,
    "GAS_LIMIT_EXCEEDS_MAXIMUM": R.TRANSACTION_GAS_CAP,
    "TYPE_3_TX_INVALID_BLOB_VERSIONED_HASH": R.BLOB_VERSION,
    "TYPE_3_TX_WITH_FULL_BLOBS": _MALFORMED,
    "TYPE_3_TX_BLOB_COUNT_EXCEEDED": R.TOO_MANY_BLOBS,
    "TYPE_3_TX_MAX_BLOB_GAS_ALLOWANCE_EXCEEDED": R.BLOCK_BLOB_GAS_EXCEEDED,
    "TYPE_3_TX_CONTRACT_CREATION": R.CREATION_BY_BLOB_TRANSACTION,
    "TYPE_3_TX_ZERO_BLOBS": R.NO_BLOBS,
    "TYPE_4_EMPTY_AUTHORIZATION_LIST": R.NO_AUTHORIZATIONS,
    "TYPE_4_TX_CONTRACT_CREATION": R.CREATION_BY_SET_CODE_TRANSACTION,
    "TYPE_4_INVALID_AUTHORITY_SIGNATURE": (R.INVALID_SIGNATURE, *_MALFORMED),
    "TYPE_4_INVALID_AUTHORITY_SIGNATURE_S_TOO_HIGH": (R.INVALID_SIGNATURE, *_MALFORMED),
    "TYPE_4_INVALID_AUTHORIZATION_FORMAT": _MALFORMED,
    "LOG_MISMATCH": (R.LOGS_BLOOM, R.RECEIPTS_ROOT),
    "TOO_MANY_UNCLES": R.TOO_MANY_OMMERS,
    "UNCLE_IN_CHAIN": _OMMER_OF_CHAIN,
    "UNCLE_IS_ANCESTOR": _OMMER_OF_CHAIN,
    "UNCLE_IS_BROTHER": (R.OMMER_IS_BROTHER, R.OMMER_TWICE),
    "UNCLE_PARENT_INCORRECT": (R.OMMER_PARENT, R.OMMER_IS_BROTHER),
    "UNCLE_UNKNOWN_PARENT": R.OMMER_PARENT,
    "EXTRA_DATA_TOO_BIG": R.EXTRA_DATA_SIZE,
    "EXTRA_DATA_INVALID_DAO": R.DAO_EXTRA_DATA,
    "UNKNOWN_PARENT": R.UNKNOWN_PARENT,
    "UNKNOWN_PARENT_ZERO": R.UNKNOWN_PARENT,
    "GASLIMIT_TOO_BIG": R.GAS_LIMIT,
    "INVALID_GASLIMIT": R.GAS_LIMIT,
    "INVALID_BLOCK_NUMBER": R.BLOCK_NUMBER,
    "INVALID_BLOCK_TIMESTAMP_OLDER_THAN_PARENT": R.TIMESTAMP,
    "INVALID_DIFFICULTY": R.DIFFICULTY,
    "INVALID_LOG_BLOOM": R.LOGS_BLOOM,
    "INVALID_STATE_ROOT": R.STATE_ROOT,
    "INVALID_RECEIPTS_ROOT": R.RECEIPTS_ROOT,
    "INVALID_TRANSACTIONS_ROOT": R.TRANSACTIONS_ROOT,
    "INVALID_WITHDRAWALS_ROOT": R.WITHDRAWALS_ROOT,
    "INVALID_UNCLES_HASH": R.OMMERS_HASH,
    "GAS_USED_OVERFLOW": (R.BLOCK_GAS_EXCEEDED, R.GAS_USED_ABOVE_LIMIT),
    "INVALID_GAS_USED": R.GAS_USED,
    "INVALID_GAS_USED_ABOVE_LIMIT": R.GAS_USED_ABOVE_LIMIT,
    "INVALID_BASEFEE_PER_GAS": R.BASE_FEE,
    "INCORRECT_BLOCK_FORMAT": _FORMAT,
    "BLOB_GAS_USED_ABOVE_LIMIT": (R.BLOB_GAS_ABOVE_LIMIT, R.BLOCK_BLOB_GAS_EXCEEDED),
    "INCORRECT_BLOB_GAS_USED": R.BLOB_GAS_USED,
    "INCORRECT_EXCESS_BLOB_GAS": R.EXCESS_BLOB_GAS,
    "INVALID_VERSIONED_HASHES": R.VERSIONED_HASHES,
    "INVALID_BLOCK_HASH": R.BLOCK_HASH,
    "INVALID_REQUESTS": R.REQUESTS_HASH,
    "INVALID_DEPOSIT_EVENT_LAYOUT": R.DEPOSIT_EVENT,
    "SYSTEM_CONTRACT_EMPTY": R.SYSTEM_CONTRACT_WITHOUT_CODE,
    "SYSTEM_CONTRACT_CALL_FAILED": R.SYSTEM_CONTRACT_FAILED,
    "IMPORT_IMPOSSIBLE_PARIS_WRONG_POW": _AFTER_MERGE,
    "IMPORT_IMPOSSIBLE_PARIS_WRONG_POS": R.DIFFICULTY,
    "IMPORT_IMPOSSIBLE_LONDON_OVER_PARIS": _AFTER_MERGE,
    "IMPORT_IMPOSSIBLE_UNCLES_OVER_PARIS": (R.OMMERS_AFTER_MERGE, R.OMMERS_HASH),
    "IMPORT_IMPOSSIBLE_DIFFICULTY_OVER_PARIS": R.DIFFICULTY,
    "IMPORT_IMPOSSIBLE_LEGACY": _FORMAT,
    "IMPORT_IMPOSSIBLE_LEGACY_WRONG_PARENT": _FORMAT,
    "IMPORT_IMPOSSIBLE_LONDON_WRONG_PARENT": _FORMAT,
    "IMPORT_IMPOSSIBLE_PARIS_OVER_SHANGHAI": _FORMAT,
    "IMPORT_IMPOSSIBLE_SHANGHAI": _FORMAT,
    "RLP_BLOCK_LIMIT_EXCEEDED": R.BLOCK_SIZE,
}

# retesteth's, in the fixtures of ethereum/tests.
_RETESTETH: dict[str, R | tuple[R, ...]] = {
    "IntrinsicGas": R.INTRINSIC_GAS,
    "SenderNotEOA": R.SENDER_IS_CONTRACT,
    "SenderNotEOAorNoCASH": (R.SENDER_IS_CONTRACT, R.INSUFFICIENT_FUNDS),
    "InvalidTransactionVRS": R.INVALID_SIGNATURE,
    "TR_BLOBCREATE": (R.CREATION_BY_BLOB_TRANSACTION, *_MALFORMED),
    "TR_BLOBLIST_OVERSIZE": _TOO_MANY_BLOBS,
    "TR_BLOBVERSION_INVALID": R.BLOB_VERSION,
    "TR_BlobDecodeError": _MALFORMED,
    "TR_EMPTYBLOB": R.NO_BLOBS,
    "TR_FeeCapLessThanBlocks": R.MAX_FEE_BELOW_BASE_FEE,
    "TR_FeeCapLessThanBlocksORGasLimitReached": (R.MAX_FEE_BELOW_BASE_FEE, R.BLOCK_GAS_EXCEEDED),
    # The transaction has a gas limit of 0 besides.
    "TR_FeeCapLessThanBlocksORNoFunds": (R.MAX_FEE_BELOW_BASE_FEE, R.INSUFFICIENT_FUNDS, R.INTRINSIC_GAS),
    "TR_GasLimitReached": R.BLOCK_GAS_EXCEEDED,
    "TR_InitCodeLimitExceeded": R.INITCODE_SIZE,
    "TR_IntrinsicGas": R.INTRINSIC_GAS,
    "TR_NoFunds": R.INSUFFICIENT_FUNDS,
    "TR_NoFundsOrGas": (R.INSUFFICIENT_FUNDS, R.INTRINSIC_GAS),
    "TR_NoFundsValue": R.INSUFFICIENT_FUNDS,
    "TR_NoFundsX": (R.INSUFFICIENT_FUNDS, *_MALFORMED),
    "TR_NonceHasMaxValue": R.NONCE_IS_MAX,
    "TR_NonceTooHigh": R.NONCE_TOO_HIGH,
    "TR_NonceTooLow": R.NONCE_TOO_LOW,
    "TR_RLP_WRONGVALUE": (R.INSUFFICIENT_FUNDS, *_MALFORMED),
    "TR_TipGtFeeCap": R.PRIORITY_FEE_ABOVE_MAX_FEE,
    "TR_TooShort": _MALFORMED,
    "TR_TypeNotSupported": R.TRANSACTION_TYPE,
    "TR_TypeNotSupportedBlob": R.TRANSACTION_TYPE,
    "LegacyBlockBaseFeeTransaction": R.TRANSACTION_TYPE,
    "1559BaseFeeTooLarge": (R.INSUFFICIENT_FUNDS, *_MALFORMED),
    "1559PriorityFeeGreaterThanBaseFee": R.PRIORITY_FEE_ABOVE_MAX_FEE,
    "1559BlockImportImpossible_BaseFeeWrong": R.BASE_FEE,
    "1559BlockImportImpossible_HeaderIsLegacy": _FORMAT,
    "1559BlockImportImpossible_InitialBaseFeeWrong": R.BASE_FEE,
    "1559BlockImportImpossible_InitialGasLimitInvalid": R.GAS_LIMIT,
    "1559BlockImportImpossible_TargetGasHigh": R.GAS_LIMIT,
    "1559BlockImportImpossible_TargetGasLow": R.GAS_LIMIT,
    "3675PoSBlockRejected": R.DIFFICULTY,
    "3675PoWBlockRejected": R.DIFFICULTY,
    "3675PreMerge1559BlockRejected": _AFTER_MERGE,
    "3675PreParis1559BlockRejected": _AFTER_MERGE,
    "LegacyBlockImportImpossible": _FORMAT,
    "LegacyBlockImportImpossible2": _FORMAT,
    "MergeBlockImportImpossible": _FORMAT,
    "ParisBlockImportImpossible": _FORMAT,
    "ShanghaiBlockImportImpossible": _FORMAT,
    "PostParisDifficultyIsNot0": R.DIFFICULTY,
    "PostParisUncleHashIsNotEmpty": (R.OMMERS_AFTER_MERGE, R.OMMERS_HASH),
    "BlockGasLimitReached": (R.BLOCK_GAS_EXCEEDED, R.GAS_USED_ABOVE_LIMIT),
    "TooMuchGasUsed": (R.BLOCK_GAS_EXCEEDED, R.GAS_USED_ABOVE_LIMIT),
    "ExtraDataIncorrectDAO": R.DAO_EXTRA_DATA,
    "ExtraDataTooBig": R.EXTRA_DATA_SIZE,
    "InvalidBlockMixHash": R.PROOF_OF_WORK,
    "InvalidBlockNonce": R.PROOF_OF_WORK,
    "InvalidDifficulty": R.DIFFICULTY,
    "InvalidDifficulty2": R.DIFFICULTY,
    "InvalidDifficulty_TooLarge": R.DIFFICULTY,
    "InvalidGasLimit": R.GAS_LIMIT,
    # One block of these is London's before London besides.
    "InvalidGasLimit2": (R.GAS_LIMIT, R.BLOCK_FORMAT),
    "InvalidGasLimit3": R.GAS_LIMIT,
    "InvalidGasLimit4": R.GAS_LIMIT,
    "InvalidGasLimit5": R.GAS_LIMIT,
    "InvalidGasUsed": R.GAS_USED,
    "InvalidGasUsed2": R.GAS_USED,
    "InvalidLogBloom": R.LOGS_BLOOM,
    "InvalidNumber": R.BLOCK_NUMBER,
    "InvalidReceiptsStateRoot": R.RECEIPTS_ROOT,
    "InvalidStateRoot": R.STATE_ROOT,
    "InvalidTimestamp": R.TIMESTAMP,
    "InvalidTimestampEqualParent": R.TIMESTAMP,
    "InvalidTimestampOlderParent": R.TIMESTAMP,
    "InvalidTransactionsRoot": R.TRANSACTIONS_ROOT,
    "InvalidWithdrawals": R.WITHDRAWALS_ROOT,
    "TooManyUncles": R.TOO_MANY_OMMERS,
    "InvalidUncleParentHash": (R.OMMER_PARENT, R.OMMER_IS_BROTHER, R.OMMER_IS_ANCESTOR),
    "InvalidUnclesHash": R.OMMERS_HASH,
    "UncleInChain": _OMMER_OF_CHAIN,
    "UncleIsAncestor": _OMMER_OF_CHAIN,
    "UncleIsBrother": (R.OMMER_IS_BROTHER, R.OMMER_TWICE),
    "UncleParentIsNotAncestor": (R.OMMER_PARENT, R.OMMER_IS_BROTHER),
    "UncleTooOld": R.OMMER_PARENT,
    "UnknownParent": R.UNKNOWN_PARENT,
    "UnknownParent2": R.UNKNOWN_PARENT,
}

# What does not decode has a hundred names by field and fault, all of these beginnings.
_MALFORMED_PREFIXES = (
    "RLP_",
    "OVERSIZE_RLP",
    "BLOCKHEADER_VALUE_TOO",
    "TRANSACTION_VALUE_TOO",
    "INPUT_UNMARSHAL_",
    "2930AccessList",
    "1559LeadingZeros",
)

_TABLE: Mapping[str, R | tuple[R, ...]] = {**_FRAMEWORK, **_RETESTETH}


def wrong_reason(expected: str, reason: R) -> str:
    """Return, in one line, what is wrong about a refusal for `reason`; an empty text where nothing is.

    `expected` is the fixture's exception: one name, several with bars between them, or none, which any reason
    satisfies.
    """
    if not expected:
        return ""
    satisfied: set[R] = set()
    for name in expected.split("|"):
        found = _reasons_of(name.strip().rpartition(".")[2])
        if not found:
            return f"refused, but {name} is no reason that is known"
        satisfied.update(found)
    if reason in satisfied:
        return ""
    return f"refused for {reason.name} ({reason.value}), expected {expected}"


def _reasons_of(name: str) -> tuple[R, ...]:
    if name in _TABLE:
        found = _TABLE[name]
        return found if isinstance(found, tuple) else (found,)
    return _MALFORMED if name.startswith(_MALFORMED_PREFIXES) else ()
