"""Shards: the pieces of a run that one worker does in one go, cut by content.

**Invariants** The items of all shards, in order of their numbers, are those of the whole run in order,
however it was cut (`tests/conformance/test_shards.py`).
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import NamedTuple

from .blocktest import run_block_case
from .documents import Document, Problem
from .loader import EVERYTHING, BlockCase, Case, Item, PassedOver, Selection, cases_of, label_of
from .statetest import PASSED_BEFORE, Outcome, run_case

# Bytes of JSON: about half a second of cases on py-evm, and a few milliseconds of parsing.
SHARD_SIZE = 256 * 1024
# Each part of a document parses the whole of it, so a huge one is not cut finer than this.
MAX_PARTS = 8


class Shard(NamedTuple):
    """Whole documents, or one part of a big one; problems found while reading stand in their places.

    `passed` has the labels of the cases, by document, that an earlier run has passed.
    """

    number: int
    entries: tuple[Document | Problem, ...]
    part: int = 0
    parts: int = 1
    passed: Mapping[str, frozenset[str]] = {}

    @property
    def weight(self) -> int:
        """How many bytes of the input this shard accounts for; a cut document counts with its last part."""
        if self.part < self.parts - 1:
            return 0
        return sum(entry.weight for entry in self.entries if isinstance(entry, Document))


class Settings(NamedTuple):
    """What every shard of a run has in common; plain data, sent to each worker."""

    selection: Selection = EVERYTHING
    stock: bool = False
    trace: bool = False


class Started(NamedTuple):
    """A case that is about to run."""

    source: str
    name: str
    fork: str
    indexes: tuple[int, ...]


Result = Outcome | Problem | PassedOver
Event = Started | Result


def cut(entries: Iterable[Document | Problem]) -> Iterator[Shard]:
    """Group documents into shards of about `SHARD_SIZE` bytes, cutting what is much larger."""
    number = 0
    waiting: list[Document | Problem] = []
    size = 0
    for entry in entries:
        length = len(entry.content) if isinstance(entry, Document) else 0
        if waiting and size + length > SHARD_SIZE:
            yield Shard(number, tuple(waiting))
            number, waiting, size = number + 1, [], 0
        parts = min(-(-length // SHARD_SIZE), MAX_PARTS)
        if parts > 1:
            for part in range(parts):
                yield Shard(number, (entry,), part, parts)
                number += 1
            continue
        waiting.append(entry)
        size += length
    if waiting:
        yield Shard(number, tuple(waiting))


def run_shard(shard: Shard, settings: Settings, skip: int = 0) -> Iterator[Event]:
    """Yield what comes of a shard: each case's start, then its outcome; problems; what is passed over.

    The first `skip` results are left out and not computed again: another worker got that far.
    """
    for index, item in enumerate(_items(shard, settings.selection)):
        if index < skip:
            continue
        if not isinstance(item, Case | BlockCase):
            yield item
            continue
        case = _identity(item)
        if label_of(case.name, case.fork, case.indexes) in shard.passed.get(case.source, ()):
            root = item.post.hash if isinstance(item, Case) else None
            yield Outcome(*case, PASSED_BEFORE, root, "", 0.0)
            continue
        yield case
        if isinstance(item, Case):
            yield run_case(item, settings.stock, settings.trace)
        else:
            yield run_block_case(item, settings.stock)


def _identity(case: Case | BlockCase) -> Started:
    if isinstance(case, Case):
        return Started(case.test.source, case.test.name, case.fork, case.indexes)
    return Started(case.source, case.name, case.fork, ())


def _items(shard: Shard, selection: Selection) -> Iterator[Item]:
    for entry in shard.entries:
        if isinstance(entry, Problem):
            yield entry
        else:
            yield from cases_of(entry, selection, shard.part, shard.parts)


class ShardResults(NamedTuple):
    """All results of one shard, in order."""

    shard: Shard
    results: list[Result]


# The one interface for the local processes and a cluster: results come in any order, each shard once.
Executor = Callable[[Iterator[Shard], Settings], Iterator[ShardResults]]


def run_here(shards: Iterator[Shard], settings: Settings) -> Iterator[ShardResults]:
    """Run shards one after the other in this process: the simplest executor."""
    for shard in shards:
        results = [event for event in run_shard(shard, settings) if not isinstance(event, Started)]
        yield ShardResults(shard, results)
