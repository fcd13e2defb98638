"""MODEXP above 256 bits in C, every body: edges and random agreement with Python's `pow`, signals, memory.

Up to 256 bits it is in `test_native.py`, with the other kernels.
"""

import random
import sys
import threading
from collections.abc import Iterator
from itertools import product

import pytest
from interrupting import needs_timer, results_of_interrupted
from kernels import _kernels, use_body

B = 2**64
ONES = B - 1

# In limbs: each unrolled size, rests of every kind above bands of eight, and both sides of each threshold of
# `product.c`, whole and halved.
SIZES = (*range(5, 18), 20, 23, 24, 25, 31, 32, 33, 39, 40, 41, 47, 48, 49, 63, 64, 65, 96, 97, 127, 128, 130)


@pytest.fixture(params=_kernels.features()["bodies"])
def body(request: pytest.FixtureRequest) -> Iterator[str]:
    with use_body(request.param) as body:
        yield body


def encoded(number: int, zeros: int = 0) -> bytes:
    return bytes(zeros) + number.to_bytes((number.bit_length() + 7) // 8, "big")


def check(base: int, exponent: int, modulus: int, zeros: int = 0) -> None:
    right = pow(base, exponent, modulus).to_bytes(zeros + (modulus.bit_length() + 7) // 8, "big")
    given = _kernels.modexp(encoded(base), encoded(exponent), encoded(modulus, zeros))
    assert given == right, (hex(base), hex(exponent), hex(modulus))


def of_limbs(*limbs: int) -> int:
    """Return the number with these limbs, least significant first."""
    return sum(limb << 64 * index for index, limb in enumerate(limbs))


def edge_limbs(rng: random.Random, size: int) -> int:
    """Return a number of so many limbs, each of which carries, borrows, or does nothing."""
    choices = (0, 1, ONES, ONES - 1, 2**63, rng.getrandbits(64))
    return of_limbs(*(rng.choice(choices) for _ in range(size - 1)), rng.choice((1, 2**63, ONES, ONES - 1)))


def odd_moduli(rng: random.Random, size: int) -> Iterator[int]:
    yield B**size - 1
    yield B ** (size - 1) + 1
    yield B**size - B ** (size // 2) - 1
    yield B ** (size - 1) * 2**63 + 1
    yield edge_limbs(rng, size) | 1
    yield rng.getrandbits(64 * size - 7) | 1 << (64 * size - 8) | 1


@pytest.mark.parametrize("size", SIZES)
def test_odd_moduli_of_every_size(body: str, size: int) -> None:
    rng = random.Random(size)
    for modulus in odd_moduli(rng, size):
        bases = [modulus - 1, modulus + 1, B**size - 1, edge_limbs(rng, size), rng.getrandbits(64 * size)]
        for base, exponent in product(bases, [2, 3, 0xB, 65537]):
            check(base, exponent, modulus)
        check(bases[-1], rng.getrandbits(40), modulus)


@pytest.mark.parametrize("size", SIZES)
def test_even_moduli_of_every_size(body: str, size: int) -> None:
    rng = random.Random(size)
    bits = 64 * size
    for k in (1, 2, 63, 64, 65, 200, 256, 257, 300, bits // 2, bits - 257, bits - 256, bits - 65, bits - 1):
        if 0 < k < bits:
            odd = rng.getrandbits(bits - k) | 1 << (bits - k - 1) | 1
            base = rng.getrandbits(bits)
            for exponent in (3, 17, rng.getrandbits(30) | 1):
                check(base | 1, exponent, odd << k)
                check(base & -2, exponent, odd << k)


@pytest.mark.parametrize("k", [256, 257, 258, 320, 383, 384, 385, 1023, 1024, 1025, 2048, 4096, 8192])
def test_powers_of_two(body: str, k: int) -> None:
    rng = random.Random(k)
    full = 2**k - 1
    for base in (1, 3, full, full - 1, 2, rng.getrandbits(k) | 1, edge_limbs(rng, k // 64) | 1, 0):
        for exponent in (1, 2, 3, 65537, rng.getrandbits(80)):
            check(base, exponent, 2**k)


@pytest.mark.parametrize("k", [257, 258, 320, 321, 1024])
def test_exponents_about_the_order_of_an_odd_base(body: str, k: int) -> None:
    odd = random.Random(k).getrandbits(k) | 1
    for exponent in (2 ** (k - 2), 2 ** (k - 2) + 1, 2 ** (k - 2) - 1, 2 ** (k - 1), 3 << (k - 3), 2**k + 2):
        check(odd, exponent, 2**k)


@pytest.mark.parametrize("k", [257, 400, 1024])
def test_an_even_base_modulo_a_power_of_two_is_zero_from_some_exponent_on(body: str, k: int) -> None:
    for base, exponent in product((2, 4, 6, 2**40, 2**k - 2), (k // 41, k // 2, k - 1, k, k + 1, 2**70)):
        check(base, exponent, 2**k)
        check(base, exponent, 2**k * (2**300 - 153))


def test_odd_parts_of_up_to_four_limbs(body: str) -> None:
    rng = random.Random(4)
    for odd_bits, k in product((1, 2, 63, 64, 65, 128, 192, 255, 256, 257), (200, 256, 257, 700)):
        odd = rng.getrandbits(odd_bits) | 1 | 1 << (odd_bits - 1)
        if (odd << k).bit_length() > 256:
            for exponent in (2, 3, rng.getrandbits(300)):
                check(rng.getrandbits(odd_bits + k), exponent, odd << k)


def test_exponents_of_every_kind(body: str) -> None:
    rng = random.Random(6)
    for size in (5, 9, 33):
        modulus = rng.getrandbits(64 * size) | 1 | 1 << (64 * size - 1)
        for bits in (1, 2, 7, 8, 9, 64, 65, 300, 700, 2000):
            for exponent in (2**bits - 1, 2**bits, 2**bits + 1, 1 << (bits - 1), rng.getrandbits(bits)):
                check(rng.getrandbits(64 * size), exponent, modulus)
                check(rng.getrandbits(64 * size), exponent, modulus - 1)


@pytest.mark.parametrize("size", [5, 9, 15, 16, 17, 33, 64])
def test_bases_of_one_limb(body: str, size: int) -> None:
    rng = random.Random(size)
    for modulus in odd_moduli(rng, size):
        for base in (1, 2, 3, 2**63, ONES, rng.getrandbits(64), B, B + 1):
            for exponent in (1, 2, 3, 4, 6, 7, 0b1001, 2**64 - 1, 2**70, rng.getrandbits(90)):
                check(base, exponent, modulus)


def test_powers_that_vanish(body: str) -> None:
    """The form of 0 may be the modulus itself, which is only reduced at the end."""
    rng = random.Random(14)
    for bits in (170, 300, 1100, 2000):
        for root in (2**bits - 1, 2 ** (bits - 1) + 1, rng.getrandbits(bits) | 1 | 1 << (bits - 1)):
            for exponent in (2, 3, 4, 6, 7, 65537, 2**64 + 2, 2**64 + 3):
                check(root, exponent, root**2)
                check(root * 6, exponent, root**2 << 5)


def test_lengths_are_by_value(body: str) -> None:
    rng = random.Random(7)
    modulus = rng.getrandbits(700) | 1
    base, exponent = rng.getrandbits(690), rng.getrandbits(50)
    for zeros in (1, 7, 8, 300):
        check(base, exponent, modulus, zeros)
        padded = _kernels.modexp(encoded(base, zeros), encoded(exponent, zeros), encoded(modulus))
        assert padded == _kernels.modexp(encoded(base), encoded(exponent), encoded(modulus))
    for base in (0, 1, modulus, modulus * 5, modulus * modulus + 3, 3**5000, modulus << 1000):
        for exponent in (0, 1, 2, 3, 5):
            check(base, exponent, modulus)
            check(base, exponent, modulus + 1)


def test_quotients_that_are_one_too_large(body: str) -> None:
    """A quotient limb of the division that enters the form is taken back once in 2**62 at random.

    Here the base is just below a multiple of the modulus, whose limbs below the two top ones are all ones or
    all zeros, so that the top ones do not decide.
    """
    rng = random.Random(8)
    for size in (5, 6, 9, 16, 17):
        for top, fill in product((2**63, 2**63 + 1, ONES, ONES - 1, 1, 2**62), (0, ONES)):
            modulus = of_limbs(1, *[fill] * (size - 3), fill ^ ONES, top) | 1
            for _ in range(3):
                multiple = modulus * (edge_limbs(rng, size) >> rng.choice((0, 1, 7)))
                for base in (multiple - 1, multiple, multiple + 1, multiple - B ** (size - 1)):
                    check(max(0, base), 3, modulus)


def random_operands(rng: random.Random, longest: int) -> tuple[int, int, int]:
    size = rng.randrange(5, longest)
    modulus = rng.choice((edge_limbs(rng, size), rng.getrandbits(64 * size) | B**4))
    modulus = rng.choice((modulus | 1, modulus, modulus >> (k := rng.randrange(64 * size)) << k)) or 1
    base = rng.choice((edge_limbs(rng, size), rng.getrandbits(rng.randrange(1, 128 * size)), modulus - 1, 2))
    return base, rng.choice((rng.getrandbits(rng.randrange(1, 100)), 65537)), modulus


def test_random(body: str) -> None:
    rng = random.Random(9)
    for _ in range(3_000):
        check(*random_operands(rng, 40))


@pytest.mark.slow
def test_random_million(body: str) -> None:
    rng = random.Random(10)
    for _ in range(1_000_000):
        check(*random_operands(rng, 20))


def test_several_threads_at_once(body: str) -> None:
    """Long enough that each releases the GIL."""
    rng = random.Random(11)
    cases = [
        (rng.getrandbits(bits), rng.getrandbits(600), rng.getrandbits(bits)) for bits in (512, 1500, 2048)
    ]
    failed: list[BaseException] = []

    def work() -> None:
        try:
            for case in cases:
                check(*case)
        except BaseException as error:
            failed.append(error)

    threads = [threading.Thread(target=work) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not failed


LONG_CALLS = {
    "exponent of 11 MB": (b"\3", b"\xff" * 11_000_000, b"\xff" * 8),
    "odd modulus of 4 kB": (b"\3", b"\xff" * 4096, b"\xff" * 4096),
    "power of two of 8 kB": (b"\3", b"\xff" * 4096, b"\1" + bytes(8192)),
    "division of 2 MB by 64 kB": (b"\xff" * 2_000_000, b"\3", b"\xff" * 65_536),
    # One question between two products would come after seconds.
    "one square modulo 1 MB": (b"\xfe" * 1_000_000, b"\2", b"\xff" * 1_000_000),
    "one square modulo 2 MB, even": (b"\xff" * 2_000_000, b"\2", b"\1" + bytes(2_000_000)),
    "division of 11 MB by 1 MB": (b"\xfe" * 11_000_000, b"\1", b"\xff" * 1_000_000),
}


@needs_timer
@pytest.mark.parametrize("call", LONG_CALLS.values(), ids=LONG_CALLS)
def test_a_signal_interrupts_a_long_call(body: str, call: tuple[bytes, bytes, bytes]) -> None:
    """As Ctrl-C does. Without the look for signals these take seconds, and return."""
    assert results_of_interrupted(0.05, _kernels.modexp, *call) == []


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="reads /proc")
def test_no_memory_is_kept(body: str) -> None:
    """Each way of the code, stopped calls among them, gives back what it took."""
    rng = random.Random(12)
    cases = [
        (rng.randbytes(300), rng.randbytes(20), modulus)
        for modulus in (rng.randbytes(300) + b"\1", rng.randbytes(300) + b"\2", b"\1" + bytes(300))
    ]

    def resident_kilobytes() -> int:
        with open("/proc/self/statm") as file:
            return int(file.read().split()[1]) * 4

    def work() -> None:
        for case in cases:
            for _ in range(300):
                _kernels.modexp(*case)

    work()
    before = resident_kilobytes()
    work()
    assert resident_kilobytes() - before < 1000
