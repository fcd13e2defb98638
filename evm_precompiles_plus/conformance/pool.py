"""Shards on local processes: a case that hangs is killed, a worker that dies is replaced.

Each worker has a pipe of its own and at most one shard. It announces every case before it runs it, so
the parent knows which case to blame, and where the next worker goes on.
**Invariants** A worker is started for a shard that waits, never before. The clock of a case runs from when
its worker was handed the shard, or gave the result before; starting a worker does not count.
"""

import multiprocessing
import signal
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from multiprocessing import resource_tracker
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from time import monotonic
from typing import NamedTuple

from ..errors import PrecompilesError
from .documents import Document, Problem
from .loader import label_of
from .shards import Event, Result, Settings, Shard, ShardResults, Started, run_shard
from .statetest import FAILED, Outcome

# A server that has imported py-evm once forks the workers: this process has the thread of a progress
# bar, beside which forking is not safe, and starting from nothing takes a worker most of a second.
_CONTEXT = (
    multiprocessing.get_context("forkserver")
    if "forkserver" in multiprocessing.get_all_start_methods()
    else multiprocessing.get_context("spawn")
)
_CONTEXT.set_forkserver_preload(["evm_precompiles_plus.conformance.shards"])
# How many shards may be finished ahead of the oldest unfinished one: bounds what waits to be put in order.
AHEAD = 512
# A worker's death may be the machine's fault the first time; the second time it is the case's.
_DEATHS_OF_A_CASE = 2


# From a shard, and how many results to skip, to its events; a module's function, as workers import it.
Work = Callable[[Shard, Settings, int], Iterator[Event]]


class WorkersDie(PrecompilesError):
    """No worker lives long enough to begin its work; no case is to blame."""


class _Ready(NamedTuple):
    """A worker has started and waits for its first shard."""


class _Done(NamedTuple):
    """A worker has no more results for its shard."""


class _Raised(NamedTuple):
    """The work raised an exception, with this text; the worker waits for its next shard."""

    error: str


@dataclass
class _Job:
    """A shard on its way through one worker or, if they die, several."""

    shard: Shard
    results: list[Result] = field(default_factory=list)
    running: Started | None = None
    deadline: float | None = None
    deaths: int = 0


@dataclass
class _Worker:
    """A process, which is handed its first job when it says that it is ready."""

    process: BaseProcess
    pipe: Connection
    job: _Job | None


class ProcessPool:
    """An executor of `jobs` local processes.

    `timeout` is in seconds per case, None for no limit. `log` gets a line whenever a worker is replaced.
    `work` is what workers do with a shard.
    """

    def __init__(
        self,
        jobs: int,
        timeout: float | None = None,
        log: Callable[[str], None] = print,
        work: Work = run_shard,
    ) -> None:
        self._jobs = jobs
        self._timeout = timeout
        self._log = log
        self._work = work
        self._workers: list[_Worker] = []
        self._again: deque[_Job] = deque()

    def __call__(self, shards: Iterator[Shard], settings: Settings) -> Iterator[ShardResults]:
        """Run shards and yield their results as they are finished; stops its workers in any case."""
        try:
            yield from self._run(shards, settings)
        finally:
            for worker in self._workers:
                _stop(worker)
            self._workers = []

    def _run(self, shards: Iterator[Shard], settings: Settings) -> Iterator[ShardResults]:
        while True:
            self._feed(shards, settings)
            busy = [worker for worker in self._workers if worker.job]
            if not busy:
                return
            ready = wait([worker.pipe for worker in busy], self._seconds_left(busy))
            for worker in busy:
                # Whoever takes the results may take his time: what has come meanwhile comes first.
                if worker.pipe in ready or worker.pipe.poll():
                    yield from self._receive(worker, settings)
                elif worker.job and worker.job.deadline is not None and monotonic() >= worker.job.deadline:
                    yield from self._time_out(worker, worker.job, settings)

    def _feed(self, shards: Iterator[Shard], settings: Settings) -> None:
        """Give every idle worker a shard, and more workers too, as far as there are shards for them."""
        for worker in self._workers:
            if worker.job is None:
                worker.job = self._next_job(shards)
                if worker.job is None:
                    return
                self._hand_over(worker, worker.job)
        if len(self._workers) < self._jobs and (job := self._next_job(shards)) is not None:
            self._start(job, settings)

    def _start(self, job: _Job, settings: Settings) -> None:
        with _interrupts_held():
            self._workers.append(_start_worker(self._work, settings, job))

    def _hand_over(self, worker: _Worker, job: _Job) -> None:
        self._set_deadline(job)
        # A worker that died idle shows when its answer is read.
        with suppress(OSError):
            worker.pipe.send((job.shard, len(job.results)))

    def _set_deadline(self, job: _Job) -> None:
        job.deadline = None if self._timeout is None else monotonic() + self._timeout

    def _next_job(self, shards: Iterator[Shard]) -> _Job | None:
        if self._again:
            return self._again.popleft()
        numbers = [worker.job.shard.number for worker in self._workers if worker.job]
        if numbers and max(numbers) - min(numbers) >= AHEAD:
            return None
        shard = next(shards, None)
        return None if shard is None else _Job(shard)

    def _seconds_left(self, busy: list[_Worker]) -> float | None:
        deadlines = [worker.job.deadline for worker in busy if worker.job and worker.job.deadline is not None]
        return max(0.0, min(deadlines) - monotonic()) if deadlines else None

    def _receive(self, worker: _Worker, settings: Settings) -> Iterator[ShardResults]:
        job = worker.job
        assert job is not None, "only busy workers are waited for"
        try:
            event: Event | _Ready | _Done | _Raised = worker.pipe.recv()
        except (EOFError, OSError):
            self._bury(worker, job, settings)
            return
        if isinstance(event, _Ready):
            self._hand_over(worker, job)
        elif isinstance(event, _Done):
            worker.job = None
            yield ShardResults(job.shard, job.results)
        elif isinstance(event, _Raised):
            worker.job = None
            yield from self._give_up_case(job, event.error)
        elif isinstance(event, Started):
            job.running = event
            self._set_deadline(job)
        else:
            job.results.append(event)
            job.running, job.deaths = None, 0
            self._set_deadline(job)

    def _time_out(self, worker: _Worker, job: _Job, settings: Settings) -> Iterator[ShardResults]:
        self._log(f"{_label(job)}: killed after {self._timeout:g} s")
        _stop(worker)
        self._workers.remove(worker)
        yield from self._give_up_case(job, f"timed out after {self._timeout:g} s")

    def _give_up_case(self, job: _Job, error: str) -> Iterator[ShardResults]:
        """Go on after the case that is running; where none is, the rest of the shard cannot be had."""
        if job.running is None:
            problems = [Problem(source, f"{error}, outside of any case") for source in _unfinished(job)]
            yield ShardResults(job.shard, [*job.results, *problems])
            return
        job.results.append(_failure(job.running, error))
        job.running, job.deadline = None, None
        self._again.append(job)

    def _bury(self, worker: _Worker, job: _Job, settings: Settings) -> None:
        """Run a dead worker's case once more, in case it was killed from outside; then blame the case."""
        worker.process.join()
        job.deaths += 1
        self._log(f"{_label(job)}: worker died (exit code {worker.process.exitcode})")
        if job.deaths >= _DEATHS_OF_A_CASE:
            if job.running is None:
                raise WorkersDie("worker processes die before they run any case")
            job.results.append(_failure(job.running, f"its worker died {job.deaths} times"))
            job.deaths = 0
        self._replace(worker, job, settings)

    def _replace(self, worker: _Worker, job: _Job, settings: Settings) -> None:
        _stop(worker)
        self._workers.remove(worker)
        job.running, job.deadline = None, None
        self._start(job, settings)


def _unfinished(job: _Job) -> list[str]:
    """Return the documents from that of the last result on."""
    sources = [entry.source for entry in job.shard.entries if isinstance(entry, Document)]
    last = job.results[-1].source if job.results else None
    return sources[sources.index(last) :] if last in sources else sources


def _label(job: _Job) -> str:
    case = job.running
    if case is None:
        return f"shard {job.shard.number}"
    return f"{case.source}: {label_of(case.name, case.fork, case.indexes)}"


def _failure(case: Started, error: str) -> Outcome:
    return Outcome(*case, FAILED, None, error, 0.0)


def _start_worker(work: Work, settings: Settings, job: _Job) -> _Worker:
    ours, theirs = _CONTEXT.Pipe()
    process = _CONTEXT.Process(target=_live, args=(theirs, work, settings), daemon=True)
    process.start()
    # Only the worker may hold its end, or its death would not close the pipe.
    theirs.close()
    return _Worker(process, ours, job)


@contextmanager
def _interrupts_held() -> Iterator[None]:
    """Hold Ctrl-C back while a worker starts: it counts afterwards, when the worker can be stopped.

    The worker starts with it held back for good: stopping is the parent's business.
    """
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    # The first worker's start starts this too, which unblocks what was blocked before it.
    resource_tracker.ensure_running()
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _stop(worker: _Worker) -> None:
    worker.pipe.close()
    worker.process.kill()
    worker.process.join()


def _live(pipe: Connection, work: Work, settings: Settings) -> None:
    """The worker's life: take a shard, send what comes of it, until the parent is gone."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    message: Event | _Ready | _Done | _Raised = _Ready()
    while _sent(pipe, message):
        try:
            shard, skip = pipe.recv()
        except (EOFError, OSError):
            return
        try:
            for event in work(shard, settings, skip):
                if not _sent(pipe, event):
                    return
            message = _Done()
        except Exception as error:  # the parent knows which case it was
            message = _Raised(f"{type(error).__name__}: {error}")


def _sent(pipe: Connection, message: object) -> bool:
    try:
        pipe.send(message)
    except OSError:
        return False
    return True
