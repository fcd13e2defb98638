"""A part of a whole release of fixtures: of each folder some documents, of each of those a case on every
fork.

The rule is fixed, so that every run has the same part: by the SHA-256 of names, the smallest first. It takes
every suite and every fork, and some 1,600 of 50,000 cases.
"""

import hashlib
from collections import Counter, defaultdict
from collections.abc import Iterator
from pathlib import Path, PurePath

import pytest

from evm_precompiles_plus.conformance.blocktest import run_block_case
from evm_precompiles_plus.conformance.documents import Document
from evm_precompiles_plus.conformance.loader import (
    BLOCK_TEST,
    STATE_TEST,
    BlockCase,
    Case,
    Item,
    Selection,
    cases_of,
)
from evm_precompiles_plus.conformance.sources import iter_documents
from evm_precompiles_plus.conformance.statetest import PASSED, run_case

_DOCUMENTS_OF_FOLDER = 2


def rank(name: str) -> bytes:
    return hashlib.sha256(name.encode()).digest()


def chosen_documents(archive: Path) -> Iterator[Document]:
    folders: defaultdict[PurePath, list[tuple[bytes, Document]]] = defaultdict(list)
    for document in iter_documents([archive]):
        assert isinstance(document, Document), document
        name = document.source.rpartition("::")[2]
        folder = folders[PurePath(name).parent]
        folder.append((rank(name), document))
        folder.sort()
        del folder[_DOCUMENTS_OF_FOLDER:]
    for folder in folders.values():
        yield from (document for _, document in folder)


def chosen_cases(archive: Path, kind: str) -> Iterator[Item]:
    for document in chosen_documents(archive):
        first: dict[str, tuple[bytes, Case | BlockCase]] = {}
        for item in cases_of(document, Selection(kind=kind)):
            if not isinstance(item, Case | BlockCase):
                yield item
                continue
            name = item.label if isinstance(item, Case) else item.name
            candidate = (rank(name), item)
            if item.fork not in first or candidate[0] < first[item.fork][0]:
                first[item.fork] = candidate
        yield from (item for _, item in first.values())


@pytest.mark.parametrize(
    ("name", "kind", "least"),
    [
        ("state_tests.tar.gz", STATE_TEST, 500),
        ("blockchain_tests.tar.gz", BLOCK_TEST, 250),
        ("blockchain_tests_devnet.tar.gz", BLOCK_TEST, 500),
    ],
)
def test_a_part_of_the_release_passes(name: str, kind: str, least: int, shared_fixtures: Path) -> None:
    passed: Counter[str] = Counter()
    wrong: list[object] = []
    for item in chosen_cases(shared_fixtures / "release" / name, kind):
        if not isinstance(item, Case | BlockCase):
            wrong.append(item)
            continue
        outcome = run_case(item) if isinstance(item, Case) else run_block_case(item)
        if outcome.status == PASSED:
            passed[item.fork] += 1
        else:
            wrong.append((outcome.name, outcome.fork, outcome.error))
    assert wrong == []
    assert passed.total() >= least and len(passed) >= 6
