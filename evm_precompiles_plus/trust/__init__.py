"""Whether a backend can be believed: known answers, cross-checks of calls, and what to check against."""
