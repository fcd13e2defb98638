"""The commands `statetest` and `blocktest`: one run, its progress, and its reports."""

import sys
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, closing
from pathlib import Path
from typing import NamedTuple

from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

from .interrupts import Interrupts
from .loader import BLOCK_TEST, STATE_TEST
from .report import Slowest, Tally, lines_of, print_summary
from .resume import ResumeFile
from .runner import run
from .shards import Executor, Result, Settings, Shard
from .sources import input_size
from .statetest import FAILED, Outcome
from .writers import Csv, JsonList, JUnit, Taker, Writer

TITLES = {STATE_TEST: "state tests", BLOCK_TEST: "blockchain tests"}


class Reports(NamedTuple):
    """Which reports a run makes: JSON on standard output, or text there; files by path."""

    as_json: bool = False
    csv: Path | None = None
    junit: Path | None = None
    resume: Path | None = None
    fail_fast: bool = False
    slowest: int = 0


def run_tests(
    paths: Sequence[str], settings: Settings, executor: Executor, reports: Reports | None = None
) -> int:
    """Run tests of one kind and report them: to stdout the report, to stderr everything else.

    Returns the exit status: 0 where every case passed and at least one ran. Also after Ctrl-C every
    report is whole, with what has been run so far.
    """
    reports = reports or Reports()
    tally, slowest, interrupts = Tally(), Slowest(reports.slowest), Interrupts()
    with interrupts.handled(), ExitStack() as stack:
        writers = [stack.enter_context(closing(writer)) for writer in _writers(stack, reports)]
        takers: list[Taker] = [tally, slowest, *writers]
        resume = _resume(stack, reports, settings)
        if not reports.as_json:
            stack.callback(print_summary, tally, slowest, TITLES[settings.selection.kind])
        progress = stack.enter_context(_progress_bar())
        meter = _Meter(progress, input_size(paths))
        results = stack.enter_context(closing(run(paths, settings, executor, meter.advance, resume)))
        for result in results:
            with interrupts.held():
                for taker in takers:
                    taker.add(result)
            for line in lines_of(result):
                progress.console.print(line, markup=False, highlight=False, soft_wrap=True)
            if reports.fail_fast and isinstance(result, Outcome) and result.status == FAILED:
                break
    return 0 if tally.all_passed else 1


def _writers(stack: ExitStack, reports: Reports) -> Iterator[Writer]:
    if reports.as_json:
        yield JsonList(sys.stdout)
    if reports.csv:
        yield Csv(stack.enter_context(reports.csv.open("w", encoding="utf-8", newline="")))
    if reports.junit:
        yield JUnit(stack.enter_context(reports.junit.open("w", encoding="utf-8")))


def _resume(stack: ExitStack, reports: Reports, settings: Settings) -> ResumeFile | None:
    if reports.resume is None:
        return None
    return stack.enter_context(closing(ResumeFile(reports.resume, settings)))


def _progress_bar() -> Progress:
    """Return a bar on standard error, shown on a terminal only."""
    console = Console(stderr=True)
    return Progress(
        BarColumn(),
        TextColumn("{task.percentage:>3.0f}%"),
        TextColumn("{task.fields[cases]} cases, {task.fields[rate]:.0f}/s"),
        TimeRemainingColumn(),
        console=console,
        transient=True,
        disable=not console.is_terminal,
    )


class _Meter:
    """Progress by bytes of input, which are known beforehand; cases and their rate are shown beside it."""

    def __init__(self, progress: Progress, total: int) -> None:
        self._progress = progress
        self._cases = 0
        self._task = progress.add_task("cases", total=total, cases=0, rate=0.0)

    def advance(self, shard: Shard, results: list[Result]) -> None:
        """Count a finished shard."""
        self._cases += sum(isinstance(result, Outcome) for result in results)
        elapsed = self._progress.tasks[0].elapsed or 0.0
        rate = self._cases / elapsed if elapsed else 0.0
        self._progress.update(self._task, advance=shard.weight, cases=self._cases, rate=rate)
