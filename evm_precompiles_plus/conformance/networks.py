"""The network of a blockchain test: which fork a block has, by its number, its time or the total difficulty.

**Spec** execution-spec-tests, "Blockchain Tests", `network`: a fork, or `AToBAt5` (block number),
`AToBAtTime15k` (seconds, in thousands if there is a k) or `AToBAtDiffC0000` (total difficulty, hexadecimal).
`Dao` is Homestead with the DAO fork.
"""

import re
from typing import NamedTuple

from ..errors import UnknownFork
from ..forks import FORKS, fork_name

_TRANSITION = re.compile(
    r"(?P<before>\w+?)To(?P<after>\w+)At"
    r"(?:Time(?P<time>\d+)(?P<k>k?)|Diff(?P<difficulty>[0-9A-Fa-f]+)|(?P<number>\d+))"
)
_DAO = "dao"
# Forks that change nothing but the blob parameters (EIP-7892), which fixtures carry themselves.
_BLOB_PARAMETERS = re.compile(r"bpo\d+", re.IGNORECASE)
NUMBER, TIME, DIFFICULTY = "number", "time", "difficulty"


class Network(NamedTuple):
    """Forks as `fork_of` gives them; `after` begins at a `start` in `unit`, or never where it is `before`.

    `dao_fork` is the number of the DAO fork's block, if the network has it.
    """

    before: str
    after: str
    start: int = 0
    unit: str = NUMBER
    dao_fork: int | None = None

    def fork_at(self, number: int, timestamp: int, difficulty: int) -> str:
        """Return the fork of the block at this number and second, on a parent with this total difficulty."""
        position = {NUMBER: number, TIME: timestamp, DIFFICULTY: difficulty}[self.unit]
        return self.after if position >= self.start else self.before


def fork_of(name: str) -> str:
    """Return the canonical name of a fixture's fork; a blob-parameter fork that is not known keeps its own.

    Raises `UnknownFork`.
    """
    try:
        return fork_name(name)
    except UnknownFork:
        if _BLOB_PARAMETERS.fullmatch(name):
            return name.lower()
        raise


def rules_of(fork: str) -> str:
    """Return the fork that has the same rules, and perhaps other blob parameters: one of `FORKS`."""
    return fork if fork in FORKS else FORKS[-1]


def parse_network(name: str) -> Network:
    """Return the network of a fixture's name for it; raises `UnknownFork`."""
    found = _TRANSITION.fullmatch(name)
    if not found:
        fork = fork_of(name)
        return Network(fork, fork)
    before, after = fork_of(found["before"]), found["after"]
    if found["time"]:
        start = int(found["time"]) * (1000 if found["k"] else 1)
        return Network(before, fork_of(after), start, TIME)
    if found["difficulty"]:
        return Network(before, fork_of(after), int(found["difficulty"], 16), DIFFICULTY)
    start = int(found["number"])
    if after.lower() == _DAO:
        return Network(before, before, dao_fork=start)
    return Network(before, fork_of(after), start)
