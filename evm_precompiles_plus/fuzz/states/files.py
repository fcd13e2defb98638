"""A case with the executable spec's answer as a state test, which any client's runner reads.

**Spec** execution-spec-tests, "State Tests" (docs/running_test_formats/state_test.md)."""

import json
from importlib.metadata import version
from pathlib import Path
from typing import Any

from .case import Account, Answer, Block, StateCase
from .transactions import ACCESS_LIST, BLOB, LEGACY, SET_CODE, UNPROTECTED, Transaction, address_of, encoded

# How fixtures spell a fork whose words are not just run together.
_SPELLED = {"tangerine_whistle": "EIP150", "spurious_dragon": "EIP158", "petersburg": "ConstantinopleFix"}
# EIP-7840: target, maximum and base fee update fraction (EIP-4844, 7691, 7892).
_BLOBS = {
    "cancun": (3, 6, 3_338_477),
    "prague": (6, 9, 5_007_716),
    "osaka": (6, 9, 5_007_716),
    "bpo1": (10, 15, 8_346_193),
    "bpo2": (14, 21, 11_684_671),
}

# What the spec raises, as the framework spells it.
_EXCEPTIONS = {
    "BlobCountExceededError": "TYPE_3_TX_BLOB_COUNT_EXCEEDED",
    "BlobGasLimitExceededError": "TYPE_3_TX_MAX_BLOB_GAS_ALLOWANCE_EXCEEDED",
    "EmptyAuthorizationListError": "TYPE_4_EMPTY_AUTHORIZATION_LIST",
    "GasUsedExceedsLimitError": "GAS_ALLOWANCE_EXCEEDED",
    "InitCodeTooLargeError": "INITCODE_SIZE_EXCEEDED",
    "InsufficientBalanceError": "INSUFFICIENT_ACCOUNT_FUNDS",
    "InsufficientMaxFeePerBlobGasError": "INSUFFICIENT_MAX_FEE_PER_BLOB_GAS",
    "InsufficientMaxFeePerGasError": "INSUFFICIENT_MAX_FEE_PER_GAS",
    "InsufficientTransactionGasError": "INTRINSIC_GAS_TOO_LOW|INTRINSIC_GAS_BELOW_FLOOR_GAS_COST",
    "InvalidBlobVersionedHashError": "TYPE_3_TX_INVALID_BLOB_VERSIONED_HASH",
    # The spec has no name for a price below the base fee.
    "InvalidBlock": "INSUFFICIENT_MAX_FEE_PER_GAS",
    "InvalidSenderError": "SENDER_NOT_EOA",
    "InvalidSignatureError": "INVALID_SIGNATURE_VRS|INVALID_CHAINID",
    "NoBlobDataError": "TYPE_3_TX_ZERO_BLOBS",
    "NonceMismatchError": "NONCE_MISMATCH_TOO_LOW|NONCE_MISMATCH_TOO_HIGH",
    "NonceOverflowError": "NONCE_IS_MAX",
    "PriorityFeeGreaterThanMaxFeeError": "PRIORITY_GREATER_THAN_MAX_FEE_PER_GAS",
    "TransactionGasLimitExceededError": "GAS_LIMIT_EXCEEDS_MAXIMUM",
    "TransactionTypeContractCreationError": "TYPE_3_TX_CONTRACT_CREATION|TYPE_4_TX_CONTRACT_CREATION",
    "TransactionTypeError": "TYPE_NOT_SUPPORTED",
    # Of what we encode, a fork's decoder cannot read a type from after it, and blobs without a recipient.
    "DecodingError": "TYPE_NOT_SUPPORTED|TYPE_3_TX_CONTRACT_CREATION|TYPE_4_TX_CONTRACT_CREATION",
}

Json = dict[str, Any]


def fixture_fork(fork: str) -> str:
    """Return a fork's name as fixtures have it: `"gray_glacier"` gives `"GrayGlacier"`, `"bpo1"` `"BPO1"`."""
    if fork.startswith("bpo"):
        return fork.upper()
    return _SPELLED.get(fork) or fork.title().replace("_", "")


def state_test(name: str, case: StateCase, right: Answer) -> Json:
    """Return the contents of a file with one test."""
    fork = fixture_fork(case.fork)
    post: Json = {
        "hash": _hex(right.state_root),
        "logs": _hex(right.logs_hash),
        "txbytes": _hex(encoded(case.transaction)),
        "indexes": {"data": 0, "gas": 0, "value": 0},
    }
    if right.refusal is not None:
        post["expectException"] = _exception(right.refusal)
    info = {"comment": f"kind: {case.kind}", "filling-transition-tool": f"ethereum-execution {_version()}"}
    said = (
        {"refused": right.refusal}
        if right.refusal is not None
        else {"gas-used": _number(right.gas_used or 0)}
    )
    test = {
        "_info": info | said,
        "config": _config(case),
        "env": _environment(case.block),
        "pre": {_hex(address): _account(account) for address, account in sorted(case.accounts.items())},
        "transaction": _transaction(case.transaction),
        "post": {fork: [post]},
    }
    return {name: test}


def write_state_test(directory: Path, name: str, case: StateCase, right: Answer) -> Path:
    """Write a file of one test, by its name, and return its path."""
    directory.mkdir(parents=True, exist_ok=True)
    path = directory / f"{name}.json"
    path.write_text(json.dumps(state_test(name, case, right), indent=1) + "\n")
    return path


def _exception(refusal: str) -> str:
    names = _EXCEPTIONS.get(refusal.partition(":")[0], "UNDEFINED")
    return "|".join(f"TransactionException.{name}" for name in names.split("|"))


def _version() -> str:
    return version("ethereum-execution")


def _hex(data: bytes) -> str:
    return f"0x{data.hex()}"


def _number(value: int) -> str:
    digits = f"{value:x}"
    return f"0x{'0' * (len(digits) % 2)}{digits}"


def _account(account: Account) -> Json:
    return {
        "nonce": _number(account.nonce),
        "balance": _number(account.balance),
        "code": _hex(account.code),
        "storage": {_number(slot): _number(value) for slot, value in sorted(account.storage.items())},
    }


def _config(case: StateCase) -> Json:
    config: Json = {"chainid": _number(case.block.chain_id)}
    if case.fork in _BLOBS:
        names = ("target", "max", "baseFeeUpdateFraction")
        limits = dict(zip(names, map(_number, _BLOBS[case.fork]), strict=True))
        config["blobSchedule"] = {fixture_fork(case.fork): limits}
    return config


def _environment(block: Block) -> Json:
    return {
        "currentCoinbase": _hex(block.coinbase),
        "currentGasLimit": _number(block.gas_limit),
        "currentNumber": _number(block.block_number),
        "currentTimestamp": _number(block.timestamp),
        "currentDifficulty": _number(block.difficulty),
        "currentRandom": _hex(block.mix_hash),
        "currentBaseFee": _number(block.base_fee_per_gas or 0),
        "currentExcessBlobGas": _number(block.excess_blob_gas or 0),
    }


def _transaction(transaction: Transaction) -> Json:
    fields: Json = {
        "nonce": _number(transaction.nonce),
        "gasLimit": [_number(transaction.gas)],
        "to": _hex(transaction.to) if transaction.to else "",
        "value": [_number(transaction.value)],
        "data": [_hex(transaction.data)],
        "sender": _hex(address_of(transaction.key)),
        "secretKey": _hex(transaction.key),
        "protected": transaction.signing != UNPROTECTED,
    }
    if transaction.type <= ACCESS_LIST:
        fields["gasPrice"] = _number(transaction.gas_price)
    else:
        fields["maxFeePerGas"] = _number(transaction.gas_price)
        fields["maxPriorityFeePerGas"] = _number(transaction.priority_fee)
    if transaction.type != LEGACY:
        fields["accessLists"] = [[_access(*entry) for entry in transaction.access_list]]
    if transaction.type == BLOB:
        fields["maxFeePerBlobGas"] = _number(transaction.blob_fee)
        fields["blobVersionedHashes"] = [_hex(blob) for blob in transaction.blob_hashes]
    if transaction.type == SET_CODE:
        fields["authorizationList"] = [_authorization(*entry) for entry in transaction.authorizations]
    return fields


def _access(address: bytes, slots: tuple[int, ...]) -> Json:
    return {"address": _hex(address), "storageKeys": [f"0x{slot:064x}" for slot in slots]}


def _authorization(chain_id: int, address: bytes, nonce: int, y_parity: int, r: int, s: int) -> Json:
    numbers = {"chainId": chain_id, "nonce": nonce, "v": y_parity, "yParity": y_parity, "r": r, "s": s}
    return {"address": _hex(address)} | {key: _number(value) for key, value in numbers.items()}
