"""A whole run: documents, shards, an executor, and the results in the order of the documents."""

import os
from collections.abc import Callable, Iterable, Iterator

from .pool import ProcessPool
from .shards import Executor, Result, Settings, Shard, cut, run_here
from .sources import iter_documents


def run(
    paths: Iterable[str | os.PathLike[str]],
    settings: Settings,
    executor: Executor = run_here,
    advance: Callable[[Shard, list[Result]], None] = lambda shard, results: None,
) -> Iterator[Result]:
    """Run everything under `paths` and yield every result, in the same order on every executor.

    `advance` is called for each shard as soon as it is finished, in whatever order that is.
    """
    waiting: dict[int, list[Result]] = {}
    next_number = 0
    finished = executor(cut(iter_documents(paths)), settings)
    for shard, results in finished:
        advance(shard, results)
        waiting[shard.number] = results
        while next_number in waiting:
            yield from waiting.pop(next_number)
            next_number += 1


def local_executor(jobs: int, timeout: float | None, log: Callable[[str], None]) -> Executor:
    """Return the simplest executor that can do it: this process, or a pool of others."""
    return run_here if jobs == 1 and timeout is None else ProcessPool(jobs, timeout, log)
