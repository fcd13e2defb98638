"""Shards on a Dask cluster: the same results as here, also when a worker is lost."""

import os
import signal
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from evm_precompiles_plus import cli
from evm_precompiles_plus.conformance import shards
from evm_precompiles_plus.conformance.bundled import bundled_fixtures
from evm_precompiles_plus.conformance.cluster import ClusterError, DaskCluster
from evm_precompiles_plus.conformance.runner import run
from evm_precompiles_plus.conformance.shards import Result, Settings, Shard
from evm_precompiles_plus.conformance.statetest import Outcome

distributed = pytest.importorskip("distributed")
dask = pytest.importorskip("dask")

Json = dict[str, Any]


@pytest.fixture(scope="module")
def cluster() -> Iterator[Any]:
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None
    ) as local:
        yield local


def without_times(results: Iterator[Result]) -> list[Result]:
    return [result._replace(seconds=0.0) if isinstance(result, Outcome) else result for result in results]


def test_the_report_is_the_same_byte_by_byte(cluster: Any) -> None:
    arguments = ["statetest", "--json", str(bundled_fixtures() / "ecadd")]
    here = CliRunner().invoke(cli.main, arguments)
    there = CliRunner().invoke(cli.main, [*arguments, "--dask", cluster.scheduler_address])
    assert there.stdout == here.stdout
    assert there.exit_code == here.exit_code == 0


def test_a_lost_worker_changes_nothing(cluster: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shards, "SHARD_SIZE", 20_000)
    paths = [bundled_fixtures() / "ecmul"]
    killed: list[int] = []

    def kill_one(shard: Shard, results: list[Result]) -> None:
        if not killed:
            with distributed.Client(cluster.scheduler_address) as client:
                killed.append(next(iter(client.run(os.getpid).values())))
            os.kill(killed[0], signal.SIGKILL)

    there = without_times(run(paths, Settings(), DaskCluster(cluster.scheduler_address), kill_one))
    assert len(killed) == 1
    assert there == without_times(run(paths, Settings()))
    assert len(there) > 100


def test_no_scheduler_is_one_line() -> None:
    with dask.config.set({"distributed.comm.timeouts.connect": "1s"}):
        result = CliRunner().invoke(
            cli.main, ["statetest", str(bundled_fixtures() / "ecadd"), "--dask", "tcp://127.0.0.1:1"]
        )
    assert result.exit_code == 1
    assert result.stderr.splitlines()[-1].startswith("Error: no Dask scheduler at tcp://127.0.0.1:1")


def test_workers_of_another_version_are_refused(cluster: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    # Only here: the workers are other processes.
    monkeypatch.setattr("evm_precompiles_plus.conformance.version.version", lambda package: "0.0.other")
    with pytest.raises(ClusterError, match=r"this is version 0\.0\.other, workers have "):
        list(run([bundled_fixtures() / "ecadd"], Settings(), DaskCluster(cluster.scheduler_address)))


@pytest.mark.parametrize("option", [["--timeout", "5"], ["-j", "2"]])
def test_options_of_the_local_pool_are_refused(
    option: list[str], write: Callable[..., Path], state_test: Json
) -> None:
    path = str(write("x.json", t=state_test))
    result = CliRunner().invoke(cli.main, ["statetest", path, "--dask", "tcp://127.0.0.1:1", *option])
    assert result.exit_code == 2
    assert "--dask" in result.stderr
