"""Switching the precompiles on where nobody can call `install`: a program, a test session."""
