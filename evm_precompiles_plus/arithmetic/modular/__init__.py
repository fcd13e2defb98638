"""Modular exponentiation over any integers: window planner, its execution, even moduli, short exponents."""
