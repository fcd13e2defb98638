"""Shards on a Dask cluster: many machines, through the same interface as the local pool.

Content travels with each task, so the workers need this package and none of the files. Dask runs a lost
worker's tasks again elsewhere.
"""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from ..errors import PrecompilesError
from .documents import Document, Problem
from .shards import Result, Settings, Shard, ShardResults, Started, run_shard
from .version import package_version

if TYPE_CHECKING:
    from distributed import Client

# Tasks that wait at each thread of the cluster: enough that none is ever idle.
_QUEUED = 2


class ClusterError(PrecompilesError):
    """The cluster cannot be used: the message says why."""


class DaskCluster:
    """An executor on the cluster whose scheduler is at `address`, as `tcp://host:8786`.

    Raises `ClusterError` where there is no Dask, no cluster, or a worker with another version.
    """

    def __init__(self, address: str) -> None:
        self._address = address

    def __call__(self, shards: Iterator[Shard], settings: Settings) -> Iterator[ShardResults]:
        """Run shards and yield their results as they are finished."""
        with _connect(self._address) as client:
            _check_versions(client)
            yield from _run(client, shards, settings)


def _connect(address: str) -> "Client":
    try:
        from distributed import Client
    except ImportError as error:
        hint = "pip install 'evm-precompiles-plus[dask]'"
        raise ClusterError(f"a Dask cluster needs the package distributed: {hint}") from error
    try:
        return Client(address)
    except (OSError, ValueError) as error:
        raise ClusterError(f"no Dask scheduler at {address}: {error}") from error


def _check_versions(client: "Client") -> None:
    ours = package_version()
    theirs = set(client.run(package_version).values())
    if not theirs:
        raise ClusterError("the cluster has no workers")
    if theirs != {ours}:
        raise ClusterError(f"this is version {ours}, workers have {', '.join(sorted(theirs))}")


def _run(client: "Client", shards: Iterator[Shard], settings: Settings) -> Iterator[ShardResults]:
    from distributed import as_completed

    most = max(1, sum(client.nthreads().values())) * _QUEUED
    running: dict[Any, Shard] = {}
    completed = as_completed()
    while True:
        while len(running) < most and (shard := next(shards, None)) is not None:
            # Not pure: equal content in two places is two shards.
            future = client.submit(_whole_shard, shard, settings, pure=False)
            running[future] = shard
            completed.add(future)
        if not running:
            return
        future = next(completed)
        shard = running.pop(future)
        yield ShardResults(shard, _results(future, shard))


def _whole_shard(shard: Shard, settings: Settings) -> list[Result]:
    return [event for event in run_shard(shard, settings) if not isinstance(event, Started)]


def _results(future: Any, shard: Shard) -> list[Result]:
    """Return a task's results; where it killed every worker that tried it, a problem for each document."""
    from distributed import KilledWorker

    try:
        results: list[Result] = future.result()
    except KilledWorker as error:
        documents = [entry for entry in shard.entries if isinstance(entry, Document)]
        return [Problem(document.source, f"no worker survives it: {error}") for document in documents]
    return results
