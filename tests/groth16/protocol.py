"""Groth16's setup and prover.

**Spec** Groth, "On the Size of Pairing-Based Non-interactive Arguments", 2016, section 3.2.
**Representation** Points are py_ecc's. Constraint number i belongs to the point i + 1 of the field;
polynomials are lists of coefficients, the lowest first.
**Deviations** The trapdoors come from a seed, so that the contract is the same at every run: a real setup
forgets them.
"""

from random import Random
from typing import Any, NamedTuple

from py_ecc.optimized_bn128 import G1, G2, Z1, Z2, add, multiply, neg

from .circuit import PUBLIC, WIRES, R, Vector, constraints

Point = Any
Polynomial = list[int]
PRIVATE = range(len(PUBLIC), WIRES)


class VerifyingKey(NamedTuple):
    """alpha in G1; beta, gamma and delta in G2; a point of G1 for each public wire."""

    alpha: Point
    beta: Point
    gamma: Point
    delta: Point
    signals: list[Point]


class ProvingKey(NamedTuple):
    """What the prover needs of the trapdoors, in the exponent."""

    alpha: Point
    beta: tuple[Point, Point]
    delta: tuple[Point, Point]
    a: list[Point]
    b: list[tuple[Point, Point]]
    private: dict[int, Point]
    quotient: list[Point]


class Proof(NamedTuple):
    """A and C in G1, B in G2."""

    a: Point
    b: Point
    c: Point


def setup(seed: int) -> tuple[ProvingKey, VerifyingKey]:
    """Return the keys of the circuit."""
    rng = Random(seed)
    alpha, beta, gamma, delta, tau = (rng.randrange(1, R) for _ in range(5))
    a, b, c = ([evaluate(column(side, wire), tau) for wire in range(WIRES)] for side in range(3))
    mixed = [(beta * a[wire] + alpha * b[wire] + c[wire]) % R for wire in range(WIRES)]
    vanishing = evaluate(vanishing_polynomial(), tau)
    verifying = VerifyingKey(
        multiply(G1, alpha),
        multiply(G2, beta),
        multiply(G2, gamma),
        multiply(G2, delta),
        [multiply(G1, mixed[wire] * pow(gamma, -1, R) % R) for wire in PUBLIC],
    )
    over_delta = pow(delta, -1, R)
    proving = ProvingKey(
        verifying.alpha,
        (multiply(G1, beta), verifying.beta),
        (multiply(G1, delta), verifying.delta),
        [multiply(G1, value) for value in a],
        [(multiply(G1, value), multiply(G2, value)) for value in b],
        {wire: multiply(G1, mixed[wire] * over_delta % R) for wire in PRIVATE},
        [
            multiply(G1, pow(tau, power, R) * vanishing * over_delta % R)
            for power in range(len(constraints()) - 1)
        ],
    )
    return proving, verifying


def prove(key: ProvingKey, values: list[int], seed: int) -> Proof:
    """Return a proof that somebody knows the private wires' values. Raises `ValueError` if they are wrong."""
    rng = Random(seed)
    r, s = rng.randrange(R), rng.randrange(R)
    a = add(key.alpha, add(combination(key.a, values, Z1), multiply(key.delta[0], r)))
    b1, b2 = (
        add(
            key.beta[group],
            add(combination([each[group] for each in key.b], values, zero), multiply(key.delta[group], s)),
        )
        for group, zero in enumerate((Z1, Z2))
    )
    private = combination(key.private.values(), [values[wire] for wire in key.private], Z1)
    c = add(private, combination(key.quotient, quotient(values), Z1))
    blinding = add(multiply(a, s), add(multiply(b1, r), neg(multiply(key.delta[0], r * s % R))))
    return Proof(a, b2, add(c, blinding))


def combination(points: Any, scalars: list[int], zero: Point) -> Point:
    """Return the sum of [scalar]point."""
    total = zero
    for point, scalar in zip(points, scalars, strict=True):
        total = add(total, multiply(point, scalar))
    return total


def column(side: int, wire: int) -> Polynomial:
    """Return the polynomial whose value at i + 1 is what constraint i has for a wire on one of its sides."""
    return interpolate([constraint[side].get(wire, 0) for constraint in constraints()])


def quotient(values: list[int]) -> Polynomial:
    """Return (A * B - C) / Z for the sides' polynomials at the wires' values. Raises `ValueError`."""
    a, b, c = (
        interpolate([dot(constraint[side], values) for constraint in constraints()]) for side in range(3)
    )
    remainder = times(a, b)
    for power, coefficient in enumerate(c):
        remainder[power] = (remainder[power] - coefficient) % R
    divisor = vanishing_polynomial()
    found = [0] * (len(remainder) - len(divisor) + 1)
    for power in reversed(range(len(found))):
        found[power] = remainder[power + len(divisor) - 1]
        for place, coefficient in enumerate(divisor):
            remainder[power + place] = (remainder[power + place] - found[power] * coefficient) % R
    if any(remainder):
        raise ValueError("the wires' values do not satisfy the constraints")
    return found


def vanishing_polynomial() -> Polynomial:
    """Return Z, which is 0 at every constraint's point and has the leading coefficient 1."""
    product = [1]
    for number in range(len(constraints())):
        product = times(product, [-(number + 1), 1])
    return product


def interpolate(values: list[int]) -> Polynomial:
    """Return the polynomial with these values at 1, 2, 3, ... (Lagrange)."""
    total = [0] * len(values)
    for here, value in enumerate(values):
        term = [value]
        for other in range(len(values)):
            if value and other != here:
                inverse = pow(here - other, -1, R)
                term = times(term, [-(other + 1) * inverse, inverse])
        for power, coefficient in enumerate(term):
            total[power] = (total[power] + coefficient) % R
    return total


def times(p: Polynomial, q: Polynomial) -> Polynomial:
    """Return the product of two polynomials."""
    product = [0] * (len(p) + len(q) - 1)
    for i, left in enumerate(p):
        for j, right in enumerate(q):
            product[i + j] = (product[i + j] + left * right) % R
    return product


def evaluate(polynomial: Polynomial, x: int) -> int:
    """Return a polynomial's value."""
    value = 0
    for coefficient in reversed(polynomial):
        value = (value * x + coefficient) % R
    return value


def dot(vector: Vector, values: list[int]) -> int:
    """Return <vector, values>."""
    return sum(coefficient * values[wire] for wire, coefficient in vector.items()) % R
