"""What a precompile gives back."""

from typing import NamedTuple


class Answer(NamedTuple):
    """Output bytes, and the name of the backend that computed them.

    The backend is `"direct"` where the calldata alone settles the output.
    """

    output: bytes
    backend: str
