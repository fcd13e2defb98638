"""A comparison as text: the table by precompile and fork, then every divergence with its calldata."""

from collections.abc import Iterator

from ..call import HostAnswer
from ..forks import fork_order
from ..py_evm.vms import PY_EVM_VMS
from ..terminal.tables import microseconds, print_table, ratio
from .comparison import NEWEST_STOCK, Comparison, Divergence, Row

HEADERS = (
    "precompile",
    "fork",
    "calls",
    "outputs equal",
    "gas equal",
    "stock median",
    "plus median",
    "stock / plus",
)


def print_comparison(comparison: Comparison) -> None:
    """Print the whole comparison to standard output."""
    print_table("stock py-evm and evm_precompiles_plus", HEADERS, [_cells(row) for row in comparison.rows])
    for line in footnotes(comparison):
        print(line)


def footnotes(comparison: Comparison) -> Iterator[str]:
    """Yield the lines under the table: what was compared with what, and the divergences."""
    calls = sum(comparison.recording.calls.values())
    yield ""
    yield f"{calls} calls, {len(comparison.recording.calls)} distinct, of {comparison.recording.cases} cases"
    if any(row.fork not in PY_EVM_VMS for row in comparison.rows):
        yield f"* not in py-evm: output and gas against the executable spec, time against {NEWEST_STOCK}"
    for problem in comparison.recording.problems:
        yield f"problem: {problem.source}: {problem.reason}"
    yield f"{len(comparison.divergences)} divergences" + (":" if comparison.divergences else "")
    for divergence, forks in _grouped(comparison.divergences):
        yield from _lines(divergence, forks)


def _cells(row: Row) -> tuple[str, ...]:
    return (
        row.precompile,
        row.fork + ("" if row.fork in PY_EVM_VMS else " *"),
        f"{row.calls}",
        f"{row.outputs_equal}",
        f"{row.gas_equal}",
        microseconds(row.stock_seconds),
        microseconds(row.our_seconds),
        ratio(row.ratio),
    )


def _grouped(divergences: list[Divergence]) -> Iterator[tuple[Divergence, str]]:
    """Yield each divergence once, with all the forks that show it at the same gas."""
    groups: dict[tuple[object, ...], list[Divergence]] = {}
    for divergence in divergences:
        key = (divergence.call._replace(fork=""), divergence.reference, divergence.ours, divergence.verdict)
        groups.setdefault(key, []).append(divergence)
    for group in groups.values():
        forks = sorted((entry.call.fork for entry in group), key=fork_order)
        yield group[0], ", ".join(forks)


def _lines(divergence: Divergence, forks: str) -> Iterator[str]:
    call = divergence.call
    yield f"  {call.precompile} on {forks}: {divergence.verdict}"
    yield f"    calldata 0x{call.data.hex()}"
    yield f"    {'stock' if call.fork in PY_EVM_VMS else 'spec'}  {_answer(divergence.reference)}"
    yield f"    plus   {_answer(divergence.ours)}"
    if divergence.spec is not None:
        yield f"    spec   {_answer(divergence.spec)}"


def _answer(answer: HostAnswer) -> str:
    if answer.output is None:
        return f"fails, all gas consumed ({answer.failure})"
    return f"0x{answer.output.hex()}, gas {answer.gas}"
