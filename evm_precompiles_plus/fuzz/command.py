"""What the command prints: a line for each difference, and at the end one for each precompile."""

from collections.abc import Iterable, Sequence
from pathlib import Path

import click

from ..call import HostAnswer
from ..errors import PrecompilesError, UnknownPrecompile
from ..forks import fork_name
from ..registry import NAMES, TABLE
from . import ours
from .directory import require_writable
from .generators import has_precompile, rule_forks
from .oracles import Oracle, oracle
from .runner import Difference, Plan, Tally, fuzz_cases, fuzz_for

_SHOWN_BYTES = 64


def fuzz(
    *,
    seconds: float,
    seed: int,
    against: Sequence[str],
    precompiles: Sequence[str],
    forks: Sequence[str],
    backend: str | None,
    indexes: Sequence[int] | None,
    out: Path,
) -> bool:
    """Run, print, and tell whether no difference was found; empty sequences stand for everything there is.

    With `indexes` those cases are run, else as many as there is time for. Raises a `PrecompilesError` for a
    name that does not exist, where nothing is left to run, and where nothing can be written to `out`.
    """
    plan = make_plan(seed, against, precompiles, forks, backend, out)
    require_writable(out)
    click.echo(f"seed {seed}, {len(plan.forks)} precompiles against {', '.join(plan.oracles)}")

    def report(difference: Difference) -> None:
        click.echo(difference_line(seed, difference))

    tallies = fuzz_for(plan, seconds, report) if indexes is None else fuzz_cases(plan, indexes, report)
    for tally in tallies:
        click.echo(tally_line(tally))
        for reason, count in tally.not_judged.most_common(3):
            click.echo(f"  not judged {count} times: {shortened(reason)}")
    if not any(tally.judged for tally in tallies):
        raise PrecompilesError(f"no case was judged by {', '.join(plan.oracles)}")
    found = sum(len(tally.differences) for tally in tallies)
    cases = sum(tally.cases for tally in tallies)
    click.echo(f"seed {seed}: {cases} cases, {_counted(found)}")
    return not found


def make_plan(
    seed: int,
    against: Sequence[str],
    precompiles: Sequence[str],
    forks: Sequence[str],
    backend: str | None,
    out: Path,
) -> Plan:
    """Return what `fuzz` runs, with everything looked up by name."""
    if not against:
        raise PrecompilesError("nothing to run: --against names no oracle")
    oracles = {name: oracle(name) for name in against}
    wanted = [fork_name(fork) for fork in forks]
    names = _names(precompiles)
    ways = {name: ours.ways(name, backend) for name in names}
    by_name = {name: _forks_of(name, wanted, oracles.values()) for name in names if ways[name]}
    chosen = {name: found for name, found in by_name.items() if found}
    if not chosen:
        raise PrecompilesError(f"nothing to run: {_why_nothing(names, ways, wanted, backend, against)}")
    return Plan(seed, chosen, ways, oracles, out)


def _why_nothing(
    names: Sequence[str],
    ways: dict[str, tuple[str, ...]],
    wanted: Sequence[str],
    backend: str | None,
    against: Sequence[str],
) -> str:
    """Return what leaves no case of these precompiles: they, the backend, the forks, or else the oracles."""
    if not names:
        return "no precompile can be called here"
    which = ", ".join(names)
    if not any(ways.values()):
        return f"backend {backend} has none of {which}"
    if wanted and not any(has_precompile(name, fork) for name in names for fork in wanted):
        return f"{', '.join(wanted)} has none of {which}"
    return f"{', '.join(against)} cannot judge {which}"


def _names(wanted: Sequence[str]) -> list[str]:
    """Return precompiles that can be called here, in the registry's order."""
    for name in wanted:
        if name not in NAMES:
            raise UnknownPrecompile(name, NAMES)
    missing = {row.name: row.why_missing() for row in TABLE}
    chosen = [name for name in NAMES if not wanted or name in wanted]
    for name in chosen:
        if missing[name]:
            click.echo(f"{name}: left out: {missing[name]}", err=True)
    return [name for name in chosen if not missing[name]]


def _forks_of(name: str, wanted: Sequence[str], oracles: Iterable[Oracle]) -> tuple[str, ...]:
    """Return the forks that have the precompile and that an oracle judges."""
    forks = [fork for fork in wanted or rule_forks(name) if has_precompile(name, fork)]
    return tuple(fork for fork in forks if any(judge(name, fork) for judge in oracles))


def difference_line(seed: int, difference: Difference) -> str:
    """Return all about a difference in one line."""
    case, way, judge, given, right, path, not_written = difference
    again = f"--seed {seed} --case {case.number} --precompile {case.precompile} --fork {case.fork}"
    said = f"{way} {_words(given.answer)}, {judge} {_words(right)}"
    data = f"{len(case.data)} bytes 0x{shortened(case.data.hex())}"
    where = path or not_written or "no vector"
    return f"difference: {case.precompile} of {case.fork} ({case.kind}): {said}; {data}; {where}; {again}"


def tally_line(tally: Tally) -> str:
    """Return what was done for a precompile in one line."""
    answered = ", ".join(f"{name} {count}" for name, count in sorted(tally.answered.items()) if name)
    counts = f"{tally.cases:>7} cases {tally.failing:>7} failing {len(tally.distinct):>7} distinct"
    found = _counted(len(tally.differences))
    return f"{tally.precompile:<20} {counts}  {found}; answered by {answered or 'none'}"


def _counted(differences: int) -> str:
    return f"{differences or 'no'} difference{'' if differences < 2 else 's'}"


def _words(answer: HostAnswer) -> str:
    if answer.output is None:
        return f"fails ({shortened(str(answer.failure))})"
    gas = "" if answer.gas is None else f" for {answer.gas} gas"
    return f"gives 0x{shortened(answer.output.hex())}{gas}"


def shortened(text: str) -> str:
    """Return a text in one line, with its middle left out where it is long."""
    line = " ".join(text.split())
    return line if len(line) <= 2 * _SHOWN_BYTES else f"{line[:_SHOWN_BYTES]}...{line[-_SHOWN_BYTES:]}"
