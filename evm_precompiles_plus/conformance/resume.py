"""What an earlier run passed, in a file, so that the next one leaves it out.

A case counts as passed only for the same content of its fixture file, the same version of this package
and the same way of running it.
"""

import hashlib
import os
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager

from ..errors import PrecompilesError
from .documents import Document
from .loader import label_of
from .shards import Result, Settings, Shard
from .statetest import PASSED, Outcome
from .version import package_version

_TABLE = """
create table if not exists passed (
    run text, document blob, label text, primary key (run, document, label)
) without rowid
"""


class ResumeFileError(PrecompilesError):
    """The file to resume from is not one that this package wrote."""


class ResumeFile:
    """The passed cases of earlier runs, on disk: a run of any size takes no memory here.

    Raises `ResumeFileError` where the file is something else.
    """

    def __init__(self, path: str | os.PathLike[str], settings: Settings) -> None:
        self._run = f"{package_version()} {settings.selection.kind} {'stock' if settings.stock else 'plus'}"
        self._path = path
        self._digests: dict[int, dict[str, bytes]] = {}
        with self._errors():
            self._database = sqlite3.connect(path)
            self._database.execute(_TABLE)

    def mark(self, shards: Iterator[Shard]) -> Iterator[Shard]:
        """Yield the shards with the cases that they may leave out."""
        for shard in shards:
            digests = {
                entry.source: hashlib.sha256(entry.content).digest()
                for entry in shard.entries
                if isinstance(entry, Document)
            }
            self._digests[shard.number] = digests
            yield shard._replace(passed={source: self._labels(digest) for source, digest in digests.items()})

    def record(self, shard: Shard, results: list[Result]) -> None:
        """Note what a finished shard has passed."""
        digests = self._digests.pop(shard.number)
        rows = [
            (self._run, digests[result.source], label_of(result.name, result.fork, result.indexes))
            for result in results
            if isinstance(result, Outcome) and result.status == PASSED
        ]
        with self._errors(), self._database:
            self._database.executemany("insert or ignore into passed values (?, ?, ?)", rows)

    def close(self) -> None:
        """Close the file; everything recorded is in it already."""
        self._database.close()

    def _labels(self, digest: bytes) -> frozenset[str]:
        query = "select label from passed where run = ? and document = ?"
        with self._errors():
            rows = self._database.execute(query, (self._run, digest)).fetchall()
        return frozenset(label for (label,) in rows)

    @contextmanager
    def _errors(self) -> Iterator[None]:
        try:
            yield
        except sqlite3.Error as error:
            raise ResumeFileError(f"{self._path} is not a file to resume from: {error}") from error
