"""Shards and the processes that run them: whatever happens to a worker, the results are the same."""

import json
import multiprocessing
import os
import signal
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from time import sleep
from typing import Any

import pytest

from evm_precompiles_plus.conformance import pool, shards
from evm_precompiles_plus.conformance.documents import Document, Problem
from evm_precompiles_plus.conformance.loader import PassedOver, Selection
from evm_precompiles_plus.conformance.pool import ProcessPool, Work, WorkersDie
from evm_precompiles_plus.conformance.runner import local_executor, run
from evm_precompiles_plus.conformance.shards import Event, Result, Settings, Shard, ShardResults, Started, cut
from evm_precompiles_plus.conformance.statetest import FAILED, PASSED, Outcome

Json = dict[str, Any]
Write = Callable[..., Path]


def document(name: str, size: int) -> Document:
    return Document(name, b"{" + b" " * (size - 1), weight=size)


def shapes(entries: Sequence[Document | Problem]) -> list[tuple[str, int, int]]:
    return [
        ("".join(entry.source for entry in shard.entries), shard.part, shard.parts) for shard in cut(entries)
    ]


def test_small_documents_share_a_shard() -> None:
    third = shards.SHARD_SIZE // 3
    assert shapes([document(name, third) for name in "abcdefg"]) == [
        ("abc", 0, 1),
        ("def", 0, 1),
        ("g", 0, 1),
    ]


def test_a_big_document_is_cut_and_the_order_kept() -> None:
    big = document("B", 3 * shards.SHARD_SIZE)
    small = [document("a", 10), big, document("c", 10)]
    cut_in_order = sorted(shapes(small), key=lambda shape: (shape[0].lower(), shape[1]))
    assert shapes(small) == cut_in_order == [("a", 0, 1), ("B", 0, 3), ("B", 1, 3), ("B", 2, 3), ("c", 0, 1)]
    assert [shard.number for shard in cut(small)] == list(range(5))


def test_a_huge_document_is_not_cut_without_end() -> None:
    assert len(list(cut([document("h", 100 * shards.SHARD_SIZE)]))) == shards.MAX_PARTS


def test_problems_keep_their_places_and_weights_add_up() -> None:
    entries: list[Document | Problem] = [
        document("a", 5),
        Problem("p", "broken"),
        document("B", 2 * shards.SHARD_SIZE),
        Problem("q", "too"),
    ]
    assert [shape[0] for shape in shapes(entries)] == ["ap", "B", "B", "q"]
    assert sum(shard.weight for shard in cut(entries)) == 5 + 2 * shards.SHARD_SIZE


@pytest.fixture
def many(state_test: Json, write: Write, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A directory that makes several shards, with failures and everything else a run can meet."""
    monkeypatch.setattr(shards, "SHARD_SIZE", 12_000)
    wrong = json.loads(json.dumps(state_test))
    wrong["post"]["Osaka"][0]["hash"] = "0x" + 32 * "ab"
    for number in range(4):
        write(f"in/{number}.json", good=state_test, wrong=wrong, other={"blocks": []})
    write("in/5.json", **{f"t{number}": state_test for number in range(9)})
    path = write("in/6.json", broken=[])
    return path.parent


def without_times(results: Iterator[Result]) -> list[Result]:
    return [
        result._replace(seconds=0.0) if isinstance(result, Outcome) else result
        for result in results
        # A cut document counts other kinds part by part.
        if not isinstance(result, PassedOver)
    ]


def test_one_and_two_processes_give_the_same(many: Path) -> None:
    here = without_times(run([many], Settings()))
    assert len(here) == 4 * 4 + 18 + 1
    assert sum(isinstance(result, Outcome) and result.status == FAILED for result in here) == 4
    lines: list[str] = []
    assert without_times(run([many], Settings(), ProcessPool(2, log=lines.append))) == here
    assert lines == []


def test_progress_is_told_of_every_shard(many: Path) -> None:
    seen: list[int] = []
    list(run([many], Settings(), advance=lambda shard, results: seen.append(len(results))))
    assert len(seen) > 3 and sum(seen) == 4 * 5 + 18 + 1


def test_results_are_put_in_order(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def backwards(given: Iterator[Shard], settings: Settings) -> Iterator[ShardResults]:
        for shard in reversed(list(given)):
            yield ShardResults(shard, [Problem(f"{shard.number}", "")])

    monkeypatch.setattr(shards, "SHARD_SIZE", 10)
    for name in "abc":
        (tmp_path / f"{name}.json").write_text("{" + 30 * " " + "}")
    found = [
        result.source for result in run([tmp_path], Settings(), backwards) if isinstance(result, Problem)
    ]
    assert found == [f"{number}" for number in range(12)]


def test_the_simplest_executor_is_taken() -> None:
    assert local_executor(1, None, print) is shards.run_here
    assert isinstance(local_executor(2, None, print), ProcessPool)
    assert isinstance(local_executor(1, 5.0, print), ProcessPool)


# What a worker does is replaced from here on, by four cases of which one hangs or kills the process.

_TESTS = 4


def _events(skip: int, act: Callable[[int], None]) -> Iterator[Event]:
    for test in range(skip, _TESTS):
        yield Started("x.json", f"t{test}", "Osaka", (0, 0, 0))
        act(test)
        yield Outcome("x.json", f"t{test}", "Osaka", (0, 0, 0), PASSED, b"", "", 0.0)


def _hanging(shard: Shard, settings: Settings, skip: int) -> Iterator[Event]:
    return _events(skip, lambda test: signal.pause() if test == 1 else None)


def _dying(shard: Shard, settings: Settings, skip: int) -> Iterator[Event]:
    return _events(skip, lambda test: os.kill(os.getpid(), signal.SIGKILL) if test == 2 else None)


def _dying_once(shard: Shard, settings: Settings, skip: int) -> Iterator[Event]:
    marker = Path(settings.selection.match)

    def act(test: int) -> None:
        if test == 2 and not marker.exists():
            marker.touch()
            os.kill(os.getpid(), signal.SIGKILL)

    return _events(skip, act)


def _dying_at_birth(shard: Shard, settings: Settings, skip: int) -> Iterator[Event]:
    os.kill(os.getpid(), signal.SIGKILL)
    return iter(())


def two_shards() -> Iterator[Shard]:
    return iter([Shard(0, ()), Shard(1, ())])


def errors(finished: Iterator[ShardResults]) -> dict[int, list[str]]:
    return {
        shard.number: [result.error for result in results if isinstance(result, Outcome)]
        for shard, results in finished
    }


def test_a_case_that_hangs_is_killed_and_the_rest_goes_on() -> None:
    lines: list[str] = []
    executor = ProcessPool(2, timeout=0.5, log=lines.append, work=_hanging)
    assert errors(executor(two_shards(), Settings())) == {
        n: ["", "timed out after 0.5 s", "", ""] for n in (0, 1)
    }
    assert lines == 2 * ["x.json: t1 [Osaka d0 g0 v0]: killed after 0.5 s"]


def test_a_case_that_kills_its_worker_is_blamed_and_the_rest_goes_on() -> None:
    lines: list[str] = []
    executor = ProcessPool(1, log=lines.append, work=_dying)
    assert errors(executor(two_shards(), Settings())) == {
        n: ["", "", "its worker died 2 times", ""] for n in (0, 1)
    }
    assert lines == 4 * ["x.json: t2 [Osaka d0 g0 v0]: worker died (exit code -9)"]


def test_a_worker_killed_from_outside_changes_nothing(tmp_path: Path) -> None:
    lines: list[str] = []
    settings = Settings(Selection(match=str(tmp_path / "killed")))
    executor = ProcessPool(1, log=lines.append, work=_dying_once)
    assert errors(executor(two_shards(), settings)) == {n: ["", "", "", ""] for n in (0, 1)}
    assert len(lines) == 1


def test_workers_that_cannot_live_end_the_run() -> None:
    executor = ProcessPool(1, log=lambda line: None, work=_dying_at_birth)
    with pytest.raises(WorkersDie, match="before they run any case"):
        list(executor(two_shards(), Settings()))


def test_no_worker_is_left_behind() -> None:
    before = set(multiprocessing.active_children())
    finished = ProcessPool(2, timeout=0.5, log=lambda line: None, work=_hanging)(two_shards(), Settings())
    next(finished)
    assert set(multiprocessing.active_children()) > before
    del finished
    assert set(multiprocessing.active_children()) == before


def _raising(shard: Shard, settings: Settings, skip: int) -> Iterator[Event]:
    def act(test: int) -> None:
        if test == 2:
            raise OSError("disk full")

    return _events(skip, act)


def _raising_at_start(shard: Shard, settings: Settings, skip: int) -> Iterator[Event]:
    raise OSError("disk full")


def _hanging_at_start(shard: Shard, settings: Settings, skip: int) -> Iterator[Event]:
    signal.pause()
    return iter(())


def _hanging_after_the_first(shard: Shard, settings: Settings, skip: int) -> Iterator[Event]:
    for event in _events(skip, lambda test: None):
        yield event
        if isinstance(event, Outcome):
            signal.pause()


def _waiting_for_each_other(shard: Shard, settings: Settings, skip: int) -> Iterator[Event]:
    """Shard 0 ends once shard 1 runs, shard 1 once the results of shard 0 have been taken."""
    folder, case = Path(settings.selection.match), Started(f"{shard.number}.json", "t", "Osaka", ())
    yield case
    (folder / f"{shard.number} runs").touch()
    awaited = folder / ("1 runs" if shard.number == 0 else "0 is taken")
    while not awaited.exists():
        sleep(0.01)
    yield Outcome(*case, PASSED, b"", "", 0.0)


def shard_of(*sources: str) -> Iterator[Shard]:
    return iter([Shard(0, tuple(Document(source, b"{}") for source in sources))])


def test_an_error_of_the_work_is_its_case_s_failure_and_the_rest_goes_on() -> None:
    lines: list[str] = []
    executor = ProcessPool(1, log=lines.append, work=_raising)
    assert errors(executor(two_shards(), Settings())) == {
        n: ["", "", "OSError: disk full", ""] for n in (0, 1)
    }
    assert lines == []


@pytest.mark.parametrize(
    ("work", "fault"),
    [(_raising_at_start, "OSError: disk full"), (_hanging_at_start, "timed out after 0.5 s")],
)
def test_a_fault_before_any_case_is_a_problem_of_the_documents(work: Work, fault: str) -> None:
    executor = ProcessPool(1, timeout=0.5, log=lambda line: None, work=work)
    [finished] = executor(shard_of("x.json", "y.json"), Settings())
    assert finished.results == [
        Problem(source, f"{fault}, outside of any case") for source in ("x.json", "y.json")
    ]


def test_a_hang_between_two_cases_is_a_problem_of_what_is_left() -> None:
    executor = ProcessPool(1, timeout=0.5, log=lambda line: None, work=_hanging_after_the_first)
    [finished] = executor(shard_of("w.json", "x.json", "y.json"), Settings())
    passed, *problems = finished.results
    assert isinstance(passed, Outcome) and passed.status == PASSED
    assert [problem.source for problem in problems] == ["x.json", "y.json"]


def test_a_case_that_was_finished_while_nobody_looked_is_not_called_timed_out(tmp_path: Path) -> None:
    lines: list[str] = []
    timeout = 2.0
    executor = ProcessPool(2, timeout=timeout, log=lines.append, work=_waiting_for_each_other)
    finished = executor(two_shards(), Settings(Selection(match=str(tmp_path))))
    assert next(finished).shard.number == 0
    (tmp_path / "0 is taken").touch()
    sleep(timeout + 0.5)
    assert errors(finished) == {1: [""]}
    assert lines == []


def test_there_are_no_more_workers_than_shards(monkeypatch: pytest.MonkeyPatch) -> None:
    started: list[object] = []
    start_worker = pool._start_worker

    def counted(work: Work, settings: Settings, job: pool._Job) -> pool._Worker:
        started.append(job)
        return start_worker(work, settings, job)

    monkeypatch.setattr(pool, "_start_worker", counted)
    assert list(ProcessPool(3000)(iter(()), Settings())) == []
    assert started == []
    assert len(list(ProcessPool(3000, work=_raising_at_start)(two_shards(), Settings()))) == 2
    assert 1 <= len(started) <= 2


def test_an_interrupt_while_workers_start_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    start_worker, before = pool._start_worker, set(multiprocessing.active_children())

    def interrupted(work: Work, settings: Settings, job: pool._Job) -> pool._Worker:
        worker = start_worker(work, settings, job)
        os.kill(os.getpid(), signal.SIGINT)
        return worker

    monkeypatch.setattr(pool, "_start_worker", interrupted)
    with pytest.raises(KeyboardInterrupt):
        list(ProcessPool(2, work=_hanging)(two_shards(), Settings()))
    assert set(multiprocessing.active_children()) == before
