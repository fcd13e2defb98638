"""Cases from documents: tests of the kind that is wanted are validated, the rest is counted or reported.

A test's kind is what `_info` says, else what its fields show.
"""

import os
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from pydantic import ValidationError
from pydantic_core import from_json

from ..errors import UnknownFork
from .block_schema import BlockTest
from .documents import Document, Problem
from .engine_schema import EngineTest
from .networks import fork_of, parse_network
from .schema import Post, StateTest, one_line
from .sources import iter_documents

STATE_TEST, BLOCK_TEST, VECTOR = "state_test", "blockchain_test", "precompile_vector"
ENGINE_TEST = "blockchain_test_engine"
# The kinds that one run takes: the payloads of engine tests are blocks too.
_KINDS_OF_RUN = {STATE_TEST: (STATE_TEST,), BLOCK_TEST: (BLOCK_TEST, ENGINE_TEST)}

# The fields that tell the kinds apart, where `_info` does not say.
_SHAPES = (
    (STATE_TEST, {"pre", "transaction"}),
    # Accounts that many tests share, in files of their own.
    ("blockchain_test_engine_x", {"engineNewPayloads", "preHash"}),
    # A second client fetches the chain from the first.
    ("blockchain_test_sync", {"engineNewPayloads", "syncPayload"}),
    # A state too large for a fixture.
    ("blockchain_test_stateful_engine", {"engineNewPayloads", "setupEngineNewPayloads"}),
    (ENGINE_TEST, {"engineNewPayloads"}),
    (BLOCK_TEST, {"blocks"}),
    ("transaction_test", {"txbytes"}),
)


class PassedOver(NamedTuple):
    """How many tests of a document are of another kind."""

    source: str
    kind: str
    tests: int


class Selection(NamedTuple):
    """Which cases are wanted: canonical fork names (None: all), the kind of test, and what is in its name.

    `match` is a text, `pattern` a regular expression that is searched for.
    """

    forks: frozenset[str] | None = None
    match: str = ""
    kind: str = STATE_TEST
    pattern: str = ""


EVERYTHING = Selection()


@dataclass(frozen=True, eq=False, slots=True)
class LoadedTest:
    """A validated test and where it is from; the cases of one test share it."""

    source: str
    name: str
    content: StateTest


class Case(NamedTuple):
    """One transaction of a test on one fork; `fork` as the fixture spells it."""

    test: LoadedTest
    fork: str
    post: Post

    @property
    def label(self) -> str:
        """The case's name within its file: test, fork and indexes."""
        return label_of(self.test.name, self.fork, self.indexes)

    @property
    def indexes(self) -> tuple[int, int, int]:
        """Which data, gas limit and value the transaction has."""
        chosen = self.post.indexes
        return chosen.data, chosen.gas, chosen.value


class BlockCase(NamedTuple):
    """A blockchain test: one chain of blocks; `fork` is its network."""

    source: str
    name: str
    content: BlockTest

    @property
    def fork(self) -> str:
        """The network as the fixture spells it: a fork, or a change from one to another."""
        return self.content.network


Item = Case | BlockCase | Problem | PassedOver


def label_of(name: str, fork: str, indexes: tuple[int, ...]) -> str:
    """Return a case's name with its fork and, if it has them, its indexes."""
    letters = zip("dgv", indexes, strict=False)
    return f"{name} [{' '.join([fork, *(f'{letter}{index}' for letter, index in letters)])}]"


def iter_cases(paths: Iterable[str | os.PathLike[str]], selection: Selection = EVERYTHING) -> Iterator[Item]:
    """Yield every selected case of files, directories and archives, in a fixed order.

    What is no fixture or malformed comes as a `Problem`, tests of other kinds as `PassedOver`.
    """
    for document in iter_documents(paths):
        if isinstance(document, Problem):
            yield document
        else:
            yield from cases_of(document, selection)


def cases_of(
    document: Document, selection: Selection = EVERYTHING, part: int = 0, parts: int = 1
) -> Iterator[Item]:
    """Yield the selected cases of one document, then what was passed over.

    Only the tests of one of `parts` equal shares are read; all shares in turn give the whole document.
    """
    tests = _named_tests(document)
    if not isinstance(tests, dict):
        if part == 0:
            yield tests
        return
    others: Counter[str] = Counter()
    share = slice(len(tests) * part // parts, len(tests) * (part + 1) // parts)
    for name, test in list(tests.items())[share]:
        kind = kind_of(test)
        if kind is None:
            yield Problem(document.source, f"{name}: not a test of any known kind")
        elif kind not in _KINDS_OF_RUN[selection.kind]:
            others[kind] += 1
        elif selection.match in name and re.search(selection.pattern, name):
            yield from _READERS[kind](document.source, name, test, selection)
    for kind, count in sorted(others.items()):
        yield PassedOver(document.source, kind, count)


def _named_tests(document: Document) -> dict[str, Any] | Problem | PassedOver:
    try:
        # The standard parser overflows the stack on deep nesting, as py-evm lifts the recursion limit.
        tests = from_json(document.content)
    except ValueError as error:
        return Problem(document.source, f"not JSON: {error}")
    if _are_vectors(tests):
        return PassedOver(document.source, VECTOR, len(tests))
    if not isinstance(tests, dict) or not tests:
        return Problem(document.source, "not a fixture: no object of named tests")
    return tests


def _are_vectors(document: object) -> bool:
    """Tell go-ethereum's lists of precompile calls, input and expected output, which come beside fixtures."""
    return (
        isinstance(document, list)
        and len(document) > 0
        and all(
            isinstance(entry, dict) and {"input", "expected"} <= {key.lower() for key in entry}
            for entry in document
        )
    )


def kind_of(test: object) -> str | None:
    """Return a test's kind as execution-spec-tests names it, or None where it is no test."""
    if not isinstance(test, Mapping):
        return None
    info = test.get("_info")
    if isinstance(info, Mapping):
        # Releases before 2025 spell the key with an underscore.
        stated = info.get("fixture-format", info.get("fixture_format"))
        if isinstance(stated, str):
            return stated
    return next((kind for kind, fields in _SHAPES if fields <= test.keys()), None)


def _cases_of_test(source: str, name: str, test: Any, selection: Selection) -> Iterator[Case | Problem]:
    try:
        loaded = LoadedTest(source, name, StateTest.model_validate(test))
    except ValidationError as error:
        yield Problem(source, f"{name}: {one_line(error)}")
        return
    for fork, posts in loaded.content.post.items():
        if not _is_selected(fork, selection):
            continue
        try:
            fork_of(fork)
        except UnknownFork as error:
            yield Problem(source, f"{name}: {error}")
            continue
        yield from _cases_of_fork(loaded, fork, posts)


def _block_case(source: str, name: str, test: Any, selection: Selection) -> Iterator[BlockCase | Problem]:
    yield from _chain_case(source, name, BlockTest.model_validate, test, selection)


def _engine_case(source: str, name: str, test: Any, selection: Selection) -> Iterator[BlockCase | Problem]:
    yield from _chain_case(
        source, name, lambda given: EngineTest.model_validate(given).as_block_test(), test, selection
    )


def _chain_case(
    source: str, name: str, read: Callable[[Any], BlockTest], test: Any, selection: Selection
) -> Iterator[BlockCase | Problem]:
    try:
        content = read(test)
        network = parse_network(content.network)
    except ValidationError as error:
        yield Problem(source, f"{name}: {one_line(error)}")
    except UnknownFork as error:
        if selection.forks is None:
            yield Problem(source, f"{name}: {error}")
    else:
        if selection.forks is None or selection.forks & {network.before, network.after}:
            yield BlockCase(source, name, content)


_READERS: dict[str, Callable[[str, str, Any, Selection], Iterator[Case | BlockCase | Problem]]] = {
    STATE_TEST: _cases_of_test,
    BLOCK_TEST: _block_case,
    ENGINE_TEST: _engine_case,
}


def _is_selected(fork: str, selection: Selection) -> bool:
    """A fork that is not known is selected unless the forks wanted are named."""
    if selection.forks is None:
        return True
    try:
        return fork_of(fork) in selection.forks
    except UnknownFork:
        return False


def _cases_of_fork(test: LoadedTest, fork: str, posts: list[Post]) -> Iterator[Case | Problem]:
    if not posts:
        yield Problem(test.source, f"{test.name}: post.{fork} is empty")
    for post in posts:
        case = Case(test, fork, post)
        if _indexes_exist(case):
            yield case
        else:
            yield Problem(test.source, f"{case.label}: indexes outside the transaction's lists")


def _indexes_exist(case: Case) -> bool:
    data, gas, value = case.indexes
    transaction = case.test.content.transaction
    return (
        data < len(transaction.data)
        and gas < len(transaction.gas_limit)
        and value < len(transaction.value)
        and (transaction.access_lists is None or data < len(transaction.access_lists))
    )
