"""Comparing: every precompile call of state tests, on stock py-evm and on ours."""
