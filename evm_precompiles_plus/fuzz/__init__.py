"""Differential fuzzing: structured calls, made from a seed, on ours and on oracles, until time is up."""
