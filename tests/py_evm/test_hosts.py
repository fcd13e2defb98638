"""titanoboa and eth-tester, made before `install()`, use the new precompiles after it.

0**0 mod 5 with an empty base tells the two apart: py-evm's own MODEXP answers 0, the spec 1.
"""

from collections.abc import Iterator
from typing import Any

import pytest
from calls import modexp_call, word

import evm_precompiles_plus as plus

ZERO_TO_THE_ZERO = modexp_call(b"", b"", b"\5")
STOCK, OURS = b"\0", b"\1"

MODEXP_CALLER = """
# pragma version ^0.4.0
@external
@view
def modexp(data: Bytes[256]) -> Bytes[32]:
    return raw_call(0x0000000000000000000000000000000000000005, data, max_outsize=32, is_static_call=True)

@external
@view
def double(x: uint256, y: uint256) -> (uint256[2], uint256[2]):
    p: uint256[2] = [x, y]
    return ecadd(p, p), ecmul(p, 2)
"""


@pytest.fixture(autouse=True)
def clean_tables() -> Iterator[None]:
    plus.uninstall()
    yield
    plus.uninstall()


def test_a_titanoboa_environment_made_before_install() -> None:
    import boa

    with boa.swap_env(boa.Env()):
        contract = boa.loads(MODEXP_CALLER)
        before = contract.double(1, 2)
        assert contract.modexp(ZERO_TO_THE_ZERO) == STOCK
        plus.install()
        assert contract.modexp(ZERO_TO_THE_ZERO) == OURS
        assert contract.double(1, 2) == before
        assert before[0] == before[1]
        plus.uninstall()
        assert contract.modexp(ZERO_TO_THE_ZERO) == STOCK


def test_an_eth_tester_chain_made_before_install() -> None:
    from eth_tester import EthereumTester, PyEVMBackend

    tester: Any = EthereumTester(PyEVMBackend())
    sender = tester.get_accounts()[0]

    def call(address: int, data: bytes) -> bytes:
        to = "0x" + address.to_bytes(20, "big").hex()
        answer = tester.call({"from": sender, "to": to, "data": "0x" + data.hex(), "gas": 1_000_000})
        return bytes.fromhex(answer[2:])

    before = call(7, word(1) + word(2) + word(7))
    assert call(5, ZERO_TO_THE_ZERO) == STOCK
    plus.install()
    assert call(5, ZERO_TO_THE_ZERO) == OURS
    assert call(7, word(1) + word(2) + word(7)) == before != bytes(64)
    tester.mine_block()
    assert call(5, ZERO_TO_THE_ZERO) == OURS
    plus.uninstall()
    assert call(5, ZERO_TO_THE_ZERO) == STOCK
