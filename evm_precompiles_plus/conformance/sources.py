"""Documents from paths: files, directories in sorted order, `.tar.gz` archives as a stream.

An archive is read front to back, member by member, and nothing of it is written to disk. What cannot
be read becomes a `Problem`; the rest goes on.
"""

import gzip
import os
import tarfile
import zlib
from collections.abc import Iterable, Iterator
from pathlib import Path, PurePosixPath
from typing import IO, NamedTuple

ARCHIVE_SUFFIXES = (".tar.gz", ".tgz")
# Enough for white space before the brace that opens every fixture.
_PEEK = 4096
_DRAIN = 1 << 20


class Document(NamedTuple):
    """A JSON file's name (`dir/x.json`, `release.tar.gz::dir/x.json`) and its content."""

    source: str
    content: bytes


class Problem(NamedTuple):
    """Something that is not what it should be: which file (and test), and why."""

    source: str
    reason: str


def iter_documents(paths: Iterable[str | os.PathLike[str]]) -> Iterator[Document | Problem]:
    """Yield every `.json` document of files, directories and archives, in a fixed order."""
    for path in paths:
        yield from _from_path(Path(path))


def _from_path(path: Path) -> Iterator[Document | Problem]:
    if path.is_dir():
        return _from_directory(path)
    if path.name.endswith(ARCHIVE_SUFFIXES):
        return _from_archive(path)
    return _from_file(path)


def _from_directory(directory: Path) -> Iterator[Document | Problem]:
    found = False
    # A release keeps its index in a hidden folder; it is no fixture.
    for folder, subfolders, names in os.walk(directory):
        subfolders[:] = sorted(name for name in subfolders if not name.startswith("."))
        for name in sorted(names):
            if name.endswith((".json", *ARCHIVE_SUFFIXES)) and not name.startswith("."):
                found = True
                yield from _from_path(Path(folder, name))
    if not found:
        yield Problem(str(directory), "no .json file and no archive in this directory")


def _from_file(path: Path) -> Iterator[Document | Problem]:
    try:
        with path.open("rb") as stream:
            yield _read(str(path), stream)
    except OSError as error:
        yield Problem(str(path), error.strerror or str(error))


def _from_archive(path: Path) -> Iterator[Document | Problem]:
    found = False
    try:
        with gzip.open(path) as unzipped:
            with tarfile.open(fileobj=unzipped, mode="r|") as archive:
                for member in archive:
                    # The archive object remembers every member it has seen; a release has many.
                    archive.members = []  # type: ignore[attr-defined]
                    for item in _from_member(path, archive, member):
                        found = True
                        yield item
            # tarfile stops at its own end mark; only the rest shows whether the gzip stream is whole.
            while unzipped.read(_DRAIN):
                pass
    except (OSError, EOFError, zlib.error, tarfile.TarError) as error:
        yield Problem(str(path), f"archive cannot be read to its end: {error}")
        return
    if not found:
        yield Problem(str(path), "no .json file in this archive")


def _from_member(
    path: Path, archive: tarfile.TarFile, member: tarfile.TarInfo
) -> Iterator[Document | Problem]:
    source = f"{path}::{member.name}"
    name = PurePosixPath(member.name)
    if name.is_absolute() or ".." in name.parts:
        yield Problem(source, "refused: this member's path leads outside the archive")
    elif name.suffix != ".json" or any(part.startswith(".") for part in name.parts):
        return
    elif not member.isfile():
        yield Problem(source, "refused: not a regular file")
    else:
        stream = archive.extractfile(member)
        assert stream is not None, "tarfile gives every regular file a stream"
        yield _read(source, stream)


def _read(source: str, stream: IO[bytes]) -> Document | Problem:
    """Read a document whole, but only after its first bytes look like one."""
    head = stream.read(_PEEK)
    if not head.lstrip().startswith(b"{"):
        return Problem(source, "not a fixture: no JSON object")
    return Document(source, head + stream.read())
