"""The window planner, against a count by recursion, and its plans executed in a ring that counts."""

import random
from collections.abc import Iterator

import pytest

from evm_precompiles_plus import routing
from evm_precompiles_plus.arithmetic.modular.power import power
from evm_precompiles_plus.arithmetic.modular.window import (
    MAX_WIDTH,
    Plan,
    plan_exponentiation,
    plan_of_width,
    table_cost,
)


class CountingRing:
    """Powers of one base, each as its exponent: multiplying adds, squaring doubles."""

    def __init__(self) -> None:
        self.multiplications = 0
        self.squarings = 0

    def mul(self, left: int, right: int) -> int:
        self.multiplications += 1
        return left + right

    def sqr(self, element: int) -> int:
        self.squarings += 1
        return 2 * element


def windows_from_the_left(exponent: int, width: int) -> list[int]:
    """Return the lengths of the windows: the top `width` bits without their zeros, then the bits below."""
    lengths = []
    while exponent:
        below = max(0, exponent.bit_length() - width)
        top = exponent >> below
        lengths.append(len(f"{top:b}".rstrip("0")))
        exponent &= (1 << below) - 1
    return lengths


def counted_plan(exponent: int, width: int) -> Plan:
    lengths = windows_from_the_left(exponent, width)
    table = 0 if width == 1 else 2 ** (width - 1)
    return Plan(width, exponent.bit_length() - lengths[0], len(lengths) - 1, table)


def best_counted_plan(exponent: int) -> Plan:
    plans = [counted_plan(exponent, width) for width in range(1, MAX_WIDTH + 1)]
    return min(plans, key=lambda plan: (plan.squarings + plan.multiplies + plan.table, plan.width))


def peculiar_exponents() -> Iterator[int]:
    for bits in (16, 64, 256, 1000, 4096):
        for period in range(1, 12):
            pattern = "1" + "0" * (period - 1)
            yield int((pattern * bits)[:bits], 2)
        yield 2 ** (bits - 1)
        yield 2 ** (bits - 1) + 1
        yield 2**bits - 1
    yield int("55" * 32, 16)
    yield 65537


def random_wide_exponents(count: int) -> Iterator[int]:
    rng = random.Random(14)
    for _ in range(count):
        bits = rng.choice([23, 40, 64, 128, 160, 256, 300, 521, 1024])
        dense = rng.getrandbits(bits)
        yield rng.choice([dense, dense & rng.getrandbits(bits), dense | rng.getrandbits(bits)]) | 1 << bits


def test_nothing_to_do_costs_nothing() -> None:
    assert plan_exponentiation(0) == plan_exponentiation(1) == Plan(1, 0, 0, 0)


def test_known_plans() -> None:
    assert plan_exponentiation(0b10110) == Plan(1, 4, 2, 0)
    assert plan_exponentiation(65537) == Plan(1, 16, 1, 0)
    # 256 ones: 51 windows of 5 and one of 1, a squaring and 15 multiplications for the table.
    assert plan_exponentiation(2**256 - 1) == Plan(5, 251, 51, 16)
    assert plan_of_width(0b1011, 3) == Plan(3, 1, 1, 4)
    assert [table_cost(width) for width in (1, 2, 3, 8)] == [0, 2, 4, 128]


def test_every_small_exponent_has_the_plan_of_least_cost() -> None:
    for exponent in range(2, 2**13):
        assert plan_exponentiation(exponent) == best_counted_plan(exponent)


def test_wide_exponents_have_the_plan_of_least_cost() -> None:
    for exponent in [*random_wide_exponents(300), *peculiar_exponents()]:
        assert plan_exponentiation(exponent) == best_counted_plan(exponent), hex(exponent)


def cost_of_width_1(exponent: int) -> int:
    return exponent.bit_length() - 1 + exponent.bit_count() - 1


def test_no_exponent_costs_more_than_width_1() -> None:
    for exponent in [*range(2, 2**16), *random_wide_exponents(5000), *peculiar_exponents()]:
        assert plan_exponentiation(exponent).cost <= cost_of_width_1(exponent), hex(exponent)


@pytest.mark.slow
def test_no_exponent_below_2_to_the_22_costs_more_than_width_1() -> None:
    for exponent in range(2**16, 2**22):
        assert plan_exponentiation(exponent).cost <= cost_of_width_1(exponent), hex(exponent)


def assert_made_as_planned(exponent: int, plan: Plan, width: int | None = None) -> None:
    ring = CountingRing()
    assert power(1, exponent, ring.mul, ring.sqr, width=width) == exponent
    table_squarings = 1 if plan.table else 0
    assert ring.squarings == plan.squarings + table_squarings, hex(exponent)
    assert ring.multiplications == plan.multiplies + plan.table - table_squarings, hex(exponent)


def test_the_ring_sees_the_operations_of_the_plan() -> None:
    for exponent in [*range(1, 2**12), *random_wide_exponents(500), *peculiar_exponents()]:
        assert_made_as_planned(exponent, plan_exponentiation(exponent))


def test_the_ring_sees_the_operations_of_a_forced_width() -> None:
    for exponent in [*range(1, 600), *random_wide_exponents(30)]:
        for width in range(1, MAX_WIDTH + 1):
            assert_made_as_planned(exponent, counted_plan(exponent, width), width)


@pytest.mark.skipif(routing.why_missing("native") is not None, reason="no native backend")
def test_the_native_kernel_plans_the_same() -> None:
    from evm_precompiles_plus._native import _kernels

    for exponent in [*range(2**14), *random_wide_exponents(2000), *peculiar_exponents()]:
        encoded = exponent.to_bytes((exponent.bit_length() + 7) // 8, "big")
        assert tuple(_kernels.plan(encoded)) == tuple(plan_exponentiation(exponent)), hex(exponent)
