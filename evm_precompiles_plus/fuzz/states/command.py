"""What `fuzz --states` prints: a line for each difference, and at the end what was run."""

from collections.abc import Sequence
from pathlib import Path

import click

from ... import routing
from ...errors import PrecompilesError, UnknownFork
from ...forks import FORKS, fork_name
from ..directory import require_writable
from ..ours import ROUTED, on
from .case import Answer
from .runner import StateDifference, StatePlan, StateTally, fuzz_states
from .sides import judged_forks


def fuzz(
    *,
    seconds: float | None,
    seed: int,
    forks: Sequence[str],
    backend: str | None,
    indexes: Sequence[int] | None,
    out: Path,
) -> bool:
    """Run, print, and tell whether no difference was found; without forks, under all that both sides have.

    Raises a `PrecompilesError` for a name that does not exist, and where nothing can be written to `out`.
    """
    plan = StatePlan(seed, _forks(forks), out)
    if backend is not None:
        routing.get(backend)
    require_writable(out)
    click.echo(f"seed {seed}, state tests under {len(plan.forks)} forks against eels")

    def report(difference: StateDifference) -> None:
        click.echo(difference_line(seed, difference, plan.forks))

    with on(backend or ROUTED):
        tally = fuzz_states(plan, report, seconds=seconds, indexes=indexes)
    for line in tally_lines(tally):
        click.echo(line)
    if tally.cases == sum(tally.not_judged.values()):
        raise PrecompilesError("no case was judged by eels")
    found = len(tally.differences)
    click.echo(f"seed {seed}: {tally.cases} cases, {found or 'no'} difference{'' if found < 2 else 's'}")
    return not found


def _forks(wanted: Sequence[str]) -> tuple[str, ...]:
    judged = judged_forks()
    for fork in wanted:
        if fork_name(fork) not in judged:
            raise UnknownFork(fork, judged)
    names = {fork_name(fork) for fork in wanted} or set(judged)
    return tuple(fork for fork in FORKS if fork in names)


def difference_line(seed: int, difference: StateDifference, forks: Sequence[str]) -> str:
    """Return all about a difference in one line, with how to see it again."""
    case, given, right, path, not_written = difference
    again = f"--states --seed {seed} --case {case.number} --fork {','.join(forks)}"
    said = f"ours {_words(given)}, eels {_words(right)}"
    return f"difference: {case.kind} under {case.fork}: {said}; {path or not_written}; {again}"


def tally_lines(tally: StateTally) -> list[str]:
    """Return what was run, by kind and fork, and what the spec could not judge."""
    lines = [
        "kinds: " + _counts(tally.kinds),
        "forks: " + _counts(tally.forks),
        f"refused: {tally.refused}: " + _counts(tally.refusals),
    ]
    return [*lines, *(f"not judged {times} times: {why}" for why, times in tally.not_judged.most_common(3))]


def _counts(counted: dict[str, int]) -> str:
    return ", ".join(f"{name} {times}" for name, times in counted.items()) or "none"


def _words(answer: Answer) -> str:
    if answer.crash is not None:
        return f"crashes ({_one_line(answer.crash)})"
    if answer.refusal is not None:
        return f"refuses it ({_one_line(answer.refusal)}), root {answer.state_root.hex()[:8]}"
    return (
        f"uses {answer.gas_used} gas, root {answer.state_root.hex()[:8]}, logs {answer.logs_hash.hex()[:8]}"
    )


def _one_line(text: str) -> str:
    return " ".join(text.split())[:100]
