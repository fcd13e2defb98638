"""Osaka through eth-tester and titanoboa, beside Prague through the same: CLZ, 0x100, 0x05, the gas cap."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from calls import modexp_call, word
from eth.exceptions import VMError
from eth.vm.forks import PragueVM
from eth_utils import ValidationError
from osaka import CLZ_CODE, asks_for, legacy, simulated, that_leaves
from plain_p256 import GOOD, VALID

from evm_precompiles_plus.py_evm.osaka import BPO1VM, BPO2VM, OsakaVM
from evm_precompiles_plus.py_evm.osaka.opcodes import OSAKA_OPCODES

MAX_GAS = 2**24
MODEXP = modexp_call(b"\3" * 32, b"\xff" * 32, b"\7" * 32)
# EIP-2565: words**2 * 255 iterations / 3. EIP-7883: 16 * 255 for operands of 32 bytes.
PRAGUE_PRICE, OSAKA_PRICE = 4**2 * 255 // 3, 16 * 255

# Returns the answer of any address, and the gas that the call took besides what a call itself costs.
CALLER = """
# pragma version ^0.4.0
@external
def forward(target: address, data: Bytes[256]) -> (bool, Bytes[64], uint256):
    before: uint256 = msg.gas
    success: bool = False
    answer: Bytes[64] = b""
    success, answer = raw_call(target, data, max_outsize=64, revert_on_failure=False)
    return success, answer, before - msg.gas
"""
MAPPING = """
# pragma version ^0.4.0
slots: HashMap[uint256, uint256]
@external
def f():
    self.slots[1] = 2
"""
DEPLOY_CLZ = that_leaves(CLZ_CODE)

Forward = Callable[[Any, bytes], tuple[bool, bytes, int]]


def answers(forward: Forward, clz: Any) -> dict[str, Any]:
    """What a contract gets from the three, and what MODEXP costs more than an empty call of 0x04."""
    modexp, nothing = forward("0x" + "05".zfill(40), MODEXP), forward("0x" + "04".zfill(40), b"")
    assert modexp[0] and nothing[0]
    return {
        "p256verify": forward("0x" + "0100".zfill(40), GOOD)[:2],
        "clz": forward(clz, word(1))[:2],
        "modexp": modexp[1],
        "price": modexp[2] - nothing[2],
    }


def titanoboa_answers(env: Any) -> dict[str, Any]:
    import boa

    with boa.swap_env(env):
        contract = boa.loads(CALLER)
        clz, code = env.deploy_code(bytecode=DEPLOY_CLZ)
        assert code == CLZ_CODE
        return answers(lambda target, data: contract.forward(target, data), clz)


def osaka_env(**options: Any) -> Any:
    from evm_precompiles_plus.py_evm.osaka.titanoboa import osaka_env

    return osaka_env(**options)


def test_titanoboa() -> None:
    import boa

    prague, osaka = titanoboa_answers(boa.Env()), titanoboa_answers(osaka_env())
    assert prague["p256verify"] == (True, b"")
    assert osaka["p256verify"] == (True, VALID)
    assert prague["clz"] == (False, b"")
    assert osaka["clz"] == (True, word(255))
    assert prague["modexp"] == osaka["modexp"]
    assert osaka["price"] - prague["price"] == OSAKA_PRICE - PRAGUE_PRICE


def test_titanoboa_calls_may_use_more_gas_than_a_transaction() -> None:
    import boa

    env = osaka_env(vm_class=BPO2VM)
    assert env.evm.vm.fork == "bpo2"
    with boa.swap_env(env):
        contract = boa.loads(CALLER)
        assert contract.forward("0x" + "0100".zfill(40), GOOD, gas=2 * MAX_GAS)[1] == VALID


@pytest.mark.parametrize("make", ["prague", "osaka"])
def test_a_transaction_on_titanoboas_chain_has_the_forks_cap(make: str) -> None:
    import boa

    env: Any = osaka_env() if make == "osaka" else boa.Env()
    transaction = legacy(chain_id=None, gas=MAX_GAS + 1, gas_price=10**10)
    env.set_balance(transaction.sender, 10**24)
    vm = env.evm.vm
    if make == "osaka":
        with pytest.raises(ValidationError, match="EIP-7825"):
            vm.apply_transaction(vm.get_header(), transaction)
        transaction = legacy(chain_id=None, gas=MAX_GAS, gas_price=10**10)
    receipt, _ = vm.apply_transaction(vm.get_header(), transaction)
    assert receipt.gas_used == 21_000


def test_titanoboas_tracers_stay_in_their_environment() -> None:
    import boa

    first, second = osaka_env(), osaka_env()
    tables = [env.evm.vm.state.computation_class.opcodes for env in (first, second)]
    assert tables[0][0x20].env is first and tables[1][0x20].env is second
    assert not hasattr(OSAKA_OPCODES[0x20], "env")
    with boa.swap_env(first):
        boa.loads(MAPPING).f()
    assert first.sha3_trace and not second.sha3_trace


@pytest.fixture
def tester() -> Iterator[Any]:
    """eth-tester on a chain whose block 5 is the first of Osaka."""
    from eth_tester import EthereumTester, PyEVMBackend

    yield EthereumTester(PyEVMBackend(vm_configuration=((0, PragueVM), (5, OsakaVM))))


def deploy(tester: Any, code: bytes) -> str:
    sender = tester.get_accounts()[0]
    sent = tester.send_transaction({"from": sender, "data": "0x" + code.hex(), "gas": 3_000_000})
    address: str = tester.get_transaction_receipt(sent)["contract_address"]
    return address


def eth_tester_forward(tester: Any, contract: str) -> Forward:
    from eth_abi.abi import decode, encode
    from eth_utils import keccak

    def forward(target: str, data: bytes) -> tuple[bool, bytes, int]:
        selector = keccak(text="forward(address,bytes)")[:4]
        calldata = selector + encode(["address", "bytes"], [target, data])
        answer = tester.call(
            {
                "from": tester.get_accounts()[0],
                "to": contract,
                "data": "0x" + calldata.hex(),
                "gas": 1_000_000,
            }
        )
        success, output, gas = decode(["bool", "bytes", "uint256"], bytes.fromhex(answer[2:]))
        return success, output, gas

    return forward


def send_with_gas(tester: Any, gas: int) -> Any:
    sender, receiver = tester.get_accounts()[:2]
    sent = tester.send_transaction({"from": sender, "to": receiver, "gas": gas, "value": 1})
    return tester.get_transaction_receipt(sent)


def test_eth_tester_across_the_fork(tester: Any) -> None:
    from vyper import compile_code

    bytecode = bytes.fromhex(compile_code(CALLER, output_formats=["bytecode"])["bytecode"][2:])
    forward, clz = eth_tester_forward(tester, deploy(tester, bytecode)), deploy(tester, DEPLOY_CLZ)
    prague = answers(forward, clz)
    assert send_with_gas(tester, MAX_GAS + 1)["status"] == 1
    tester.mine_blocks(3)
    osaka = answers(forward, clz)
    assert prague["p256verify"] == (True, b"")
    assert osaka["p256verify"] == (True, VALID)
    assert prague["clz"] == (False, b"")
    assert osaka["clz"] == (True, word(255))
    assert prague["modexp"] == osaka["modexp"]
    assert osaka["price"] - prague["price"] == OSAKA_PRICE - PRAGUE_PRICE
    with pytest.raises(ValidationError, match="EIP-7825"):
        send_with_gas(tester, MAX_GAS + 1)
    assert send_with_gas(tester, MAX_GAS)["gas_used"] == 21_000


def test_eth_tester_from_genesis() -> None:
    from eth_tester import EthereumTester, PyEVMBackend

    parameters = PyEVMBackend.generate_genesis_params(overrides={"gas_limit": 60_000_000})
    tester: Any = EthereumTester(
        PyEVMBackend(genesis_parameters=parameters, vm_configuration=((0, OsakaVM),))
    )
    sender = tester.get_accounts()[0]
    clz = deploy(tester, DEPLOY_CLZ)
    # Without a gas limit eth-tester calls with all the gas of the block, which is more than the cap.
    call = {"from": sender, "to": clz, "data": "0x" + word(1).hex()}
    assert tester.call(call) == "0x" + word(255).hex()
    estimate = tester.estimate_gas(call)
    assert 21_000 < estimate < 60_000
    assert tester.get_transaction_receipt(tester.send_transaction({**call, "gas": estimate}))["status"] == 1
    snapshot = tester.take_snapshot()
    tester.mine_blocks(2)
    tester.revert_to_snapshot(snapshot)
    assert tester.get_block_by_number("latest")["gas_limit"] == 60_000_000


@pytest.mark.parametrize("vm_class", [OsakaVM, BPO1VM, BPO2VM])
def test_eth_testers_estimates_can_be_sent(vm_class: Any) -> None:
    """An estimate is at most EIP-7825's cap, and is enough; what needs more than the cap has none."""
    from eth_tester import EthereumTester, PyEVMBackend
    from eth_tester.exceptions import TransactionFailed

    parameters = PyEVMBackend.generate_genesis_params(overrides={"gas_limit": 60_000_000})
    tester: Any = EthereumTester(
        PyEVMBackend(genesis_parameters=parameters, vm_configuration=((0, vm_class),))
    )
    near, beyond = (deploy(tester, that_leaves(asks_for(gas))) for gas in (16_700_000, MAX_GAS))
    call = {"from": tester.get_accounts()[0], "to": near}
    estimate = tester.estimate_gas(call)
    assert 16_700_000 < estimate <= MAX_GAS
    receipt = tester.get_transaction_receipt(tester.send_transaction({**call, "gas": estimate}))
    assert receipt["status"] == 1
    with pytest.raises(TransactionFailed):
        tester.estimate_gas({**call, "to": beyond})


@pytest.mark.parametrize("vm_class", [OsakaVM, BPO1VM, BPO2VM])
def test_an_estimate_on_titanoboas_chain_can_be_sent(vm_class: Any) -> None:
    """titanoboa itself estimates nothing; its chain does, of a creation whose initcode wants the gas."""
    chain = osaka_env(vm_class=vm_class).evm.chain
    creation = {"to": b"", "gas_price": 0}
    assert 16_700_000 < chain.estimate_gas(simulated(data=asks_for(16_700_000), **creation)) <= MAX_GAS
    with pytest.raises(VMError):
        chain.estimate_gas(simulated(data=asks_for(MAX_GAS), **creation))
