"""Fuzzing of whole state tests: contracts and transactions from a seed, on our VMs and on the spec."""
