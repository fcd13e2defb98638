"""Primes, for tests of constants."""


def is_prime(n: int) -> bool:
    """Miller-Rabin over the first 40 primes; n has no reason to be a pseudoprime to all of them."""
    bases = [p for p in range(2, 174) if all(p % q for q in range(2, p))]
    odd, twos = n - 1, 0
    while odd % 2 == 0:
        odd, twos = odd // 2, twos + 1
    for base in bases:
        x = pow(base, odd, n)
        if x in (1, n - 1):
            continue
        if all((x := x * x % n) != n - 1 for _ in range(twos - 1)):
            return False
    return True
