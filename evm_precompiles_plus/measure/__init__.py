"""Measuring: benchmarks, where each MODEXP backend wins, and the calls of least gas a second."""
