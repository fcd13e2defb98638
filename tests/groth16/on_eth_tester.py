"""The verifier on an eth-tester chain, and a proof for it."""

from eth_tester import EthereumTester, PyEVMBackend

from .circuit import digest, witness
from .contract import calldata, creation
from .protocol import VerifyingKey, prove, setup

SECRET = 20_260_501


class Verifier:
    """The contract on a chain of its own."""

    def __init__(self, key: VerifyingKey) -> None:
        self._tester = EthereumTester(PyEVMBackend())
        self._sender = self._tester.get_accounts()[0]
        message = {"from": self._sender, "data": "0x" + creation(key).hex(), "gas": 1_000_000}
        receipt = self._tester.get_transaction_receipt(self._tester.send_transaction(message))
        self._address = receipt["contract_address"]

    def call(self, data: bytes) -> bytes:
        """Return what a call returns; raise eth-tester's `TransactionFailed` where it reverts."""
        message = {"from": self._sender, "to": self._address, "data": "0x" + data.hex(), "gas": 1_000_000}
        return bytes.fromhex(self._tester.call(message).removeprefix("0x"))


def example() -> tuple[VerifyingKey, bytes]:
    """Return a key, and the calldata of a proof for it."""
    proving, verifying = setup(seed=1)
    return verifying, calldata(prove(proving, witness(SECRET), seed=2), digest(SECRET))
