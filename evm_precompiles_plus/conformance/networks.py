"""The network of a blockchain test: which fork a block has, by its number and its time.

**Spec** execution-spec-tests, "Blockchain Tests", `network`: a fork, or `AToBAt5` (block number) or
`AToBAtTime15k` (seconds, in thousands if there is a k).
"""

import re
from typing import NamedTuple

from ..forks import fork_name

_TRANSITION = re.compile(r"(?P<before>\w+?)To(?P<after>\w+)At(?P<time>Time)?(?P<start>\d+)(?P<k>k?)")


class Network(NamedTuple):
    """Canonical fork names; `after` begins at a block number or a time, or never where it is `before`."""

    before: str
    after: str
    start: int = 0
    by_time: bool = False

    def fork_at(self, number: int, timestamp: int) -> str:
        """Return the fork of the block with this number and time in seconds."""
        position = timestamp if self.by_time else number
        return self.after if position >= self.start else self.before


def parse_network(name: str) -> Network:
    """Return the network of a fixture's name for it; raises `UnknownFork`."""
    found = _TRANSITION.fullmatch(name)
    if not found:
        fork = fork_name(name)
        return Network(fork, fork)
    start = int(found["start"]) * (1000 if found["k"] else 1)
    return Network(fork_name(found["before"]), fork_name(found["after"]), start, bool(found["time"]))
