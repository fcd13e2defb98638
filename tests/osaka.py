"""Chains, transactions and bytecode for the tests of Osaka."""

from typing import Any

from eth.abc import ChainAPI, ComputationAPI, SignedTransactionAPI, VirtualMachineAPI
from eth.chains.base import MiningChain
from eth.db.atomic import AtomicDB
from eth.tools.builder.chain import build
from eth.tools.builder.chain.builders import fork_at
from eth.vm.forks.prague.transactions import PragueTransactionBuilder
from eth.vm.spoof import SpoofTransaction
from eth_keys.datatypes import PrivateKey
from eth_typing import Address

from evm_precompiles_plus.py_evm.osaka.chain import genesis

ETHER = 10**18
GWEI = 10**9
CHAIN_ID = 1337

KEY = PrivateKey((42).to_bytes(32, "big"))
SENDER = Address(KEY.public_key.to_canonical_address())
CONTRACT = Address(b"\xc0" * 20)
NOBODY = Address(b"\x0b" * 20)

# What a contract has to do: copy its calldata to memory, call `address` with it, return what comes back.
FORWARDERS = {
    address: bytes.fromhex(f"365f5f375f5f365f5f61{address:04x}5af1503d5f5f3e3d5ff3")
    for address in (0x05, 0x100)
}
# Return CLZ of the first word of the calldata.
CLZ_CODE = bytes.fromhex("5f351e5f5260205ff3")


def new_chain(
    *forks: tuple[int, type[VirtualMachineAPI]], state: dict[bytes, Any] | None = None, **params: Any
) -> Any:
    """A chain of `forks`, each a first block and a VM; `params` are fields of the genesis header.

    Without a `state` there are a rich sender and the contracts.
    """
    chain_class = build(MiningChain, *(fork_at(vm, block) for block, vm in forks))
    chain_class = chain_class.configure(chain_id=CHAIN_ID)
    if state is None:
        state = {SENDER: {"balance": 10**6 * ETHER}}
        state |= {at(address): {"code": code} for address, code in contracts().items()}
    params = {"base_fee_per_gas": GWEI, "timestamp": 1_700_000_000, **params}
    chain: ChainAPI = build(chain_class, genesis(AtomicDB(), params, state))
    return chain


def contracts() -> dict[int, bytes]:
    """Address to code: forwarders at 0xf000 plus what they call, CLZ at 0xf01e."""
    return {0xF01E: CLZ_CODE} | {0xF000 + address: code for address, code in FORWARDERS.items()}


def at(address: int) -> Address:
    return Address(address.to_bytes(20, "big"))


def signed(kind: str = "dynamic_fee", key: PrivateKey = KEY, **fields: Any) -> SignedTransactionAPI:
    """A signed transaction of the kind that py-evm's builder calls so; every field has a default."""
    defaults: dict[str, Any] = {
        "chain_id": CHAIN_ID,
        "nonce": 0,
        "max_priority_fee_per_gas": GWEI,
        "max_fee_per_gas": 100 * GWEI,
        "gas": 100_000,
        "to": NOBODY,
        "value": 0,
        "data": b"",
        "access_list": (),
    }
    if kind == "access_list":
        defaults["gas_price"] = 100 * GWEI
        del defaults["max_fee_per_gas"], defaults["max_priority_fee_per_gas"]
    elif kind == "blob":
        defaults |= {"max_fee_per_blob_gas": GWEI, "blob_versioned_hashes": blob_hashes(1)}
    elif kind == "set_code":
        defaults |= {"authorization_list": [authorization()]}
    build_unsigned = getattr(PragueTransactionBuilder, f"new_unsigned_{kind}_transaction")
    transaction: SignedTransactionAPI = build_unsigned(**defaults | fields).as_signed_transaction(key)
    return transaction


def legacy(chain_id: int | None = CHAIN_ID, **fields: Any) -> SignedTransactionAPI:
    defaults = {"nonce": 0, "gas_price": 100 * GWEI, "gas": 100_000, "to": NOBODY, "value": 0, "data": b""}
    unsigned: Any = PragueTransactionBuilder.create_unsigned_transaction(**{**defaults, **fields})
    transaction: SignedTransactionAPI = unsigned.as_signed_transaction(KEY, chain_id=chain_id)
    return transaction


def blob_hashes(count: int) -> tuple[bytes, ...]:
    return tuple(b"\1" + bytes(30) + bytes([index]) for index in range(count))


def authorization(address: Address = CONTRACT) -> dict[str, Any]:
    """A well-formed authorisation that recovers to nobody in particular."""
    return {"chain_id": 0, "address": address, "nonce": 0, "y_parity": 0, "r": 1, "s": 1}


def run_code(vm_class: type[VirtualMachineAPI], code: bytes, data: bytes = b"") -> ComputationAPI:
    """Run bytecode on a block of the fork, outside of any transaction."""
    vm = new_chain((0, vm_class)).get_vm()
    return execute(vm, code, data)


def execute(vm: VirtualMachineAPI, code: bytes, data: bytes = b"") -> ComputationAPI:
    return vm.execute_bytecode(SENDER, 1, 1_000_000, CONTRACT, SENDER, 0, data, code)


def asks_for(gas: int) -> bytes:
    """Code that fails unless so much gas is left."""
    return b"\x63" + gas.to_bytes(4, "big") + bytes.fromhex("5a1015600c57fe5b")


def that_leaves(code: bytes) -> bytes:
    """Initcode whose contract has this code, of up to 255 bytes."""
    return bytes([0x60, len(code)]) + bytes.fromhex("8060095f395ff3") + code


def simulated(**fields: Any) -> Any:
    """An unsigned call as `eth_call` and gas estimation make it."""
    sender = fields.pop("sender", SENDER)
    defaults = {"nonce": 0, "gas_price": 10 * GWEI, "gas": 100_000, "to": NOBODY, "value": 0, "data": b""}
    unsigned = PragueTransactionBuilder.create_unsigned_transaction(**{**defaults, **fields})
    return SpoofTransaction(unsigned, from_=sender)
