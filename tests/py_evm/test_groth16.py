"""The Groth16 verifier: what it takes and refuses, by py_ecc's pairing, on stock py-evm and on ours."""

import pytest
from py_ecc.optimized_bn128 import FQ12, G1, add, multiply, neg, pairing

pytest.importorskip("eth_tester")

from eth_tester.exceptions import TransactionFailed
from groth16.circuit import ROUNDS, SECRET, R, constraints, digest, witness
from groth16.contract import P, calldata
from groth16.on_eth_tester import SECRET as PREIMAGE
from groth16.on_eth_tester import Verifier
from groth16.protocol import Proof, ProvingKey, VerifyingKey, dot, prove, setup

from evm_precompiles_plus import installed

YES, NO = (1).to_bytes(32), bytes(32)
Keys = tuple[ProvingKey, VerifyingKey]


@pytest.fixture(scope="module")
def keys() -> Keys:
    return setup(seed=1)


@pytest.fixture(scope="module")
def proof(keys: Keys) -> Proof:
    return prove(keys[0], witness(PREIMAGE), seed=2)


@pytest.fixture(scope="module")
def verifier(keys: Keys) -> Verifier:
    return Verifier(keys[1])


def test_the_wires_of_a_secret_satisfy_the_circuit() -> None:
    values = witness(PREIMAGE)
    assert values[SECRET] == PREIMAGE and len(constraints()) == 3 * ROUNDS
    for a, b, c in constraints():
        assert dot(a, values) * dot(b, values) % R == dot(c, values)


def test_no_proof_of_what_is_not_so(keys: Keys) -> None:
    values = witness(PREIMAGE)
    values[1] = digest(PREIMAGE + 1)
    with pytest.raises(ValueError, match="do not satisfy"):
        prove(keys[0], values, seed=2)


def test_the_proof_holds_by_another_library(keys: Keys, proof: Proof) -> None:
    """Groth's equation, each pairing by itself."""
    key = keys[1]
    signals = add(key.signals[0], multiply(key.signals[1], digest(PREIMAGE)))
    right = pairing(key.beta, key.alpha) * pairing(key.gamma, signals) * pairing(key.delta, proof.c)
    assert pairing(proof.b, proof.a) == right != FQ12.one()


def test_the_verifier_on_ours(verifier: Verifier, keys: Keys, proof: Proof) -> None:
    image = digest(PREIMAGE)
    with installed():
        assert verifier.call(calldata(proof, image)) == YES
        other = prove(keys[0], witness(PREIMAGE), seed=3)
        assert other != proof and verifier.call(calldata(other, image)) == YES
        assert verifier.call(calldata(proof, digest(PREIMAGE + 1))) == NO
        for wrong in (
            proof._replace(c=add(proof.c, G1)),
            proof._replace(a=neg(proof.a)),
            other._replace(b=proof.b),
        ):
            assert verifier.call(calldata(wrong, image)) == NO


def test_the_verifier_reverts_on_what_is_no_input(verifier: Verifier, proof: Proof) -> None:
    data = calldata(proof, digest(PREIMAGE))
    off_curve = data[:63] + bytes([data[63] ^ 1]) + data[64:]
    out_of_field = (int.from_bytes(data[:32]) + P).to_bytes(32) + data[32:]
    same_signal = data[:-32] + (digest(PREIMAGE) + R).to_bytes(32)
    with installed():
        for wrong in (off_curve, out_of_field, same_signal, data[:-64], b""):
            with pytest.raises(TransactionFailed):
                verifier.call(wrong)


def test_stock_says_the_same(verifier: Verifier, proof: Proof) -> None:
    assert verifier.call(calldata(proof, digest(PREIMAGE))) == YES
    assert verifier.call(calldata(proof, digest(PREIMAGE + 1))) == NO
