"""G2's membership test against multiplication by the order, and the proof that it is complete."""

import random
from math import gcd

import gmpy2
import pytest
from calls import N, P
from twist import COFACTOR, g2, multiple, plus, point_of_order, random_twist_point

from evm_precompiles_plus.arithmetic.curves import g2 as room
from evm_precompiles_plus.arithmetic.curves.g2 import G2Point
from evm_precompiles_plus.arithmetic.curves.params import BN254, T, over
from evm_precompiles_plus.arithmetic.curves.tower import Tower, tower_over
from evm_precompiles_plus.errors import InvalidPoint

towers = pytest.mark.parametrize("tower", [tower_over(over(BN254, kind)) for kind in (int, gmpy2.mpz)])
TOWER = tower_over(BN254)

SMALL_ORDERS = (10069, 5864401)


def is_member(tower: Tower, *points: G2Point) -> bool:
    assert all(room.is_on_twist(tower, point) for point in points)
    try:
        room.check_subgroup(tower, list(points))
    except InvalidPoint:
        return False
    return True


def test_the_polynomial_in_psi_vanishes_on_g2_and_nowhere_else() -> None:
    trace = P + 1 - N
    assert (6 * T + 2 + P - P**2 + P**3) % N == 0
    # X**3 - X**2 + X + 6T + 2 modulo psi's X**2 - trace * X + P leaves c + d * X.
    c = -trace * P + P + 6 * T + 2
    d = trace**2 - P - trace + 1
    norm = c * c + c * d * trace + d * d * P
    assert gcd(norm, N * COFACTOR) == N
    assert COFACTOR % 10069 == COFACTOR % 5864401 == 0


def test_psi_satisfies_its_equation_on_the_whole_twist() -> None:
    rng = random.Random(1)
    for _ in range(5):
        q = random_twist_point(rng)
        trace_q = multiple(P + 1 - N, room.psi(TOWER, q))
        squared = room.psi(TOWER, room.psi(TOWER, q))
        p_q = multiple(P, q)
        assert trace_q is not None and p_q is not None
        assert plus(squared, p_q) == trace_q
    assert room.psi(TOWER, g2()) == multiple(P, g2())


def test_twist_has_the_order_that_the_cofactor_says() -> None:
    rng = random.Random(2)
    assert all(multiple(N * COFACTOR, random_twist_point(rng)) is None for _ in range(5))


@towers
def test_members_of_g2_pass(tower: Tower) -> None:
    for k in (1, 2, 3, 6 * T + 2, N - 1, N // 2, 2**200 + 1):
        assert is_member(tower, g2(k))
    assert is_member(tower, g2(1), g2(1), g2(N - 1), g2(7))
    assert is_member(tower)


@towers
@pytest.mark.parametrize("order", SMALL_ORDERS)
def test_points_of_small_order_fail(tower: Tower, order: int) -> None:
    rng = random.Random(order)
    for _ in range(5):
        small = point_of_order(order, rng)
        assert not is_member(tower, small)
        mixed = plus(small, g2(5))
        assert mixed is not None
        assert not is_member(tower, mixed)
        assert not is_member(tower, g2(2), small, g2(3))


@towers
def test_agrees_with_multiplication_by_the_order(tower: Tower) -> None:
    rng = random.Random(3)
    points = [random_twist_point(rng) for _ in range(12)]
    cleared = [multiple(COFACTOR, point) for point in points[:4]]
    only_cofactor = [multiple(N, point) for point in points[4:8]]
    for point in (*points, *cleared, *only_cofactor):
        assert point is not None
        assert is_member(tower, point) == (multiple(N, point) is None)
    assert all(multiple(N, point) is None for point in cleared if point)


@towers
def test_is_on_twist(tower: Tower) -> None:
    x0, x1, y0, y1 = g2()
    assert room.is_on_twist(tower, g2())
    for wrong in ((x1, x0, y1, y0), (x0, x1, y0, P - y1), (x0 + 1, x1, y0, y1), (0, 0, 1, 0)):
        assert not room.is_on_twist(tower, wrong)


def test_negate() -> None:
    assert room.negate(P, g2(9)) == g2(N - 9)


def test_a_walk_that_meets_its_own_point_is_refused() -> None:
    """No order that divides the cofactor makes it do so; if one did, the slope would have no denominator."""
    for other in (g2(), room.negate(P, g2())):
        with pytest.raises(InvalidPoint, match="not of the prime order"):
            room._add_all(P, [g2(5), g2()], [g2(7), other])
