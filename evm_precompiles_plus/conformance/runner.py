"""A whole run: documents, shards, an executor, and the results in the order of the documents."""

import os
from collections.abc import Callable, Generator, Iterable

from .pool import ProcessPool
from .resume import ResumeFile
from .shards import Executor, Result, Settings, Shard, cut, run_here
from .sources import iter_documents


def run(
    paths: Iterable[str | os.PathLike[str]],
    settings: Settings,
    executor: Executor = run_here,
    advance: Callable[[Shard, list[Result]], None] = lambda shard, results: None,
    resume: ResumeFile | None = None,
) -> Generator[Result, None, None]:
    """Run everything under `paths` and yield every result, in the same order on every executor.

    `advance` is called for each shard as soon as it is finished, in whatever order that is. What `resume`
    has passed is not run again, and what passes now is added to it.
    """
    shards = cut(iter_documents(paths))
    waiting: dict[int, list[Result]] = {}
    next_number = 0
    try:
        for shard, results in executor(resume.mark(shards) if resume else shards, settings):
            if resume:
                resume.record(shard, results)
            advance(shard, results)
            waiting[shard.number] = results
            while next_number in waiting:
                yield from waiting.pop(next_number)
                next_number += 1
    except KeyboardInterrupt:
        # What is finished belongs into the report, also behind a gap.
        for number in sorted(waiting):
            yield from waiting[number]
        raise


def local_executor(jobs: int, timeout: float | None, log: Callable[[str], None]) -> Executor:
    """Return the simplest executor that can do it: this process, or a pool of others."""
    return run_here if jobs == 1 and timeout is None else ProcessPool(jobs, timeout, log)
