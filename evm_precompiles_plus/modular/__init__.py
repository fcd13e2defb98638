"""Modular exponentiation over any integers: the window planner and its execution, even moduli, short exponents."""
