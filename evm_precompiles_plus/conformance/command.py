"""The commands `statetest` and `blocktest`: one run, its progress, and its report."""

import sys
from collections.abc import Sequence

from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

from .loader import BLOCK_TEST, STATE_TEST
from .report import JsonList, Tally, line_of, print_summary
from .runner import run
from .shards import Executor, Result, Settings, Shard
from .sources import input_size
from .statetest import Outcome

TITLES = {STATE_TEST: "state tests", BLOCK_TEST: "blockchain tests"}


def run_tests(paths: Sequence[str], settings: Settings, executor: Executor, as_json: bool) -> int:
    """Run tests of one kind and report them: to stdout the report, to stderr everything else.

    Returns the exit status: 0 where every case passed and at least one ran.
    """
    tally = Tally()
    listing = JsonList(sys.stdout) if as_json else None
    try:
        with _progress_bar() as progress:
            meter = _Meter(progress, input_size(paths))
            for result in run(paths, settings, executor, meter.advance):
                tally.add(result)
                if listing:
                    listing.add(result)
                line = line_of(result)
                if line is not None:
                    progress.console.print(line, markup=False, highlight=False, soft_wrap=True)
    finally:
        # Also after Ctrl-C: what has been run is reported.
        if listing:
            listing.close()
        else:
            print_summary(tally, TITLES[settings.selection.kind])
    return 0 if tally.all_passed else 1


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
