"""When a transaction is valid: a module for each rule, and the order in which they are asked.

There are two places. Against the header of the block that is to have the transaction, and against the state;
a simulated call (`eth_call`, gas estimation) meets the second only. The order is the executable spec's, so
that what breaks two rules is refused for the same reason.

**Invariants** Every rule raises `Refused`; what py-evm checks again afterwards finds nothing
(`tests/py_evm/test_rules_transactions.py`).
"""

from collections.abc import Callable

from eth.abc import BlockHeaderAPI, SignedTransactionAPI, StateAPI

from . import (
    blobs,
    block_gas,
    fees,
    funds,
    initcode_size,
    intrinsic_gas,
    nonce,
    recipient,
    sender_code,
    signature,
    transaction_gas_cap,
)
from .setting import Setting

HeaderRule = Callable[[Setting, BlockHeaderAPI, SignedTransactionAPI], None]
StateRule = Callable[[StateAPI, SignedTransactionAPI], None]

# Each with the fork that begins it.
HEADER_RULES: tuple[tuple[str, HeaderRule], ...] = (
    ("frontier", intrinsic_gas.check),
    ("frontier", nonce.check_limit),
    ("shanghai", initcode_size.check),
    ("osaka", transaction_gas_cap.check),
    ("frontier", block_gas.check),
    ("cancun", block_gas.check_blobs),
    ("frontier", signature.check),
    ("cancun", recipient.check),
)
STATE_RULES: tuple[tuple[str, StateRule], ...] = (
    ("frontier", signature.check_chain_id),
    ("london", fees.check),
    ("cancun", blobs.check),
    ("osaka", blobs.check_count),
    ("frontier", nonce.check),
    ("frontier", funds.check),
    ("frontier", sender_code.check),
)
