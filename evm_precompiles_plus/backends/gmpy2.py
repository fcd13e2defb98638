"""Backend `gmpy2`: the integers of GMP (PyPI: gmpy2)."""

import gmpy2

from .integers import IntegerBackend

backend = IntegerBackend("gmpy2", gmpy2.mpz, gmpy2.powmod)
