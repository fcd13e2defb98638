"""Gas rules: worked examples of the EIPs, and the executable spec's own cost of random calls."""

import random

import pytest
from calls import header

from evm_precompiles_plus.eels.spec import spec_call
from evm_precompiles_plus.encoding import parse_modexp
from evm_precompiles_plus.gas.modexp import modexp_gas_eip198, modexp_gas_eip2565, modexp_gas_eip7883
from evm_precompiles_plus.registry import find

SPEC_FORKS = ["byzantium", "petersburg", "istanbul", "berlin", "cancun", "prague", "osaka"]


def test_worked_examples_of_eip198() -> None:
    fermat = header(1, 32, 32, bytes.fromhex("03" + "ff" * 31 + "fe" + "ff" * 32))
    assert modexp_gas_eip198(parse_modexp(fermat)) == 13056
    assert modexp_gas_eip198(parse_modexp(header(0, 32, 32, b"\xff" * 64))) == 13056
    expensive = parse_modexp(header(0, 2**256 - 1, 2**256 - 2, b"\xff" * 64))
    assert modexp_gas_eip198(expensive) > 2**256


def test_minimum_by_rule() -> None:
    empty = parse_modexp(b"")
    assert modexp_gas_eip198(empty) == 0
    assert modexp_gas_eip2565(empty) == 200
    assert modexp_gas_eip7883(empty) == 500


@pytest.mark.parametrize("name", ["ecadd", "ecmul"])
@pytest.mark.parametrize("fork", SPEC_FORKS)
def test_bn254_costs_what_the_spec_charges(name: str, fork: str) -> None:
    assert find(name, fork).gas(b"") == spec_call(name, fork)(b"").gas


def random_header(rng: random.Random) -> bytes:
    """Lengths around every bound of every rule; modulus and base are zero bytes, so the spec is quick."""
    near = [0, 1, 7, 8, 9, 31, 32, 33, 63, 64, 65, 127, 255, 256, 257, 511, 1023, 1024]
    base_len, mod_len = rng.choice(near), rng.choice(near)
    exp_len = rng.choice([*near[:-2], 1023, 1024])
    head_bits = rng.choice([0, 1, 2, 8, rng.randrange(257)])
    head = rng.getrandbits(head_bits).to_bytes(33, "big")[-min(exp_len, 32) or 33 :]
    return header(base_len, exp_len, mod_len, bytes(base_len) + head)


@pytest.mark.parametrize("fork", SPEC_FORKS)
def test_modexp_costs_what_the_spec_charges(fork: str) -> None:
    rng = random.Random(7883)
    bound, oracle = find("modexp", fork), spec_call("modexp", fork)
    costs = set()
    for _ in range(600):
        data = random_header(rng)
        cost = bound.gas(bound.decode(data))
        assert cost == oracle(data).gas
        costs.add(cost)
    assert len(costs) > 50
