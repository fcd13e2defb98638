"""Backend `pure`: Python's own integers; always there."""

from .integers import IntegerBackend

backend = IntegerBackend("pure", int, pow)
