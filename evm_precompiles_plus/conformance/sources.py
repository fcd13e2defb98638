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
# Enough for white space before the bracket that opens every document, and after the one that closes it.
_PEEK = 4096
_DRAIN = 1 << 20


class Document(NamedTuple):
    """A JSON file's name (`dir/x.json`, `release.tar.gz::dir/x.json`) and its content.

    `weight` is how many bytes of the input it took, compressed in an archive; all weights add up to
    `input_size`.
    """

    source: str
    content: bytes
    weight: int = 0


class Problem(NamedTuple):
    """Something that is not what it should be: which file (and test), and why."""

    source: str
    reason: str


def input_size(paths: Iterable[str | os.PathLike[str]]) -> int:
    """Return the bytes on disk of everything that `iter_documents` would read."""
    return sum(_size(file) for path in paths for file in _files(Path(path)))


def iter_documents(paths: Iterable[str | os.PathLike[str]]) -> Iterator[Document | Problem]:
    """Yield every `.json` document of files, directories and archives, in a fixed order."""
    for given in paths:
        path = Path(given)
        found = False
        for file in _files(path):
            found = True
            yield from _from_archive(file) if file.name.endswith(ARCHIVE_SUFFIXES) else _from_file(file)
        if not found:
            yield Problem(str(path), "no .json file and no archive in this directory")


def _files(path: Path) -> Iterator[Path]:
    """Yield a file itself, a directory's fixtures and archives in sorted order."""
    if not path.is_dir():
        yield path
        return
    for folder, subfolders, names in os.walk(path):
        # A release keeps its index in a hidden folder; it is no fixture.
        subfolders[:] = sorted(name for name in subfolders if not name.startswith("."))
        for name in sorted(names):
            if name.endswith((".json", *ARCHIVE_SUFFIXES)) and not name.startswith("."):
                yield Path(folder, name)


def _size(file: Path) -> int:
    try:
        return file.stat().st_size
    except OSError:
        return 0


def _from_file(path: Path) -> Iterator[Document | Problem]:
    try:
        with path.open("rb") as stream:
            document = _read(str(path), stream)
    except OSError as error:
        yield Problem(str(path), error.strerror or str(error))
    else:
        yield _weighed(document, _size(path))


def _weighed(document: Document | Problem, weight: int) -> Document | Problem:
    return document._replace(weight=weight) if isinstance(document, Document) else document


def _from_archive(path: Path) -> Iterator[Document | Problem]:
    found = False
    position = 0
    try:
        with path.open("rb") as zipped, gzip.GzipFile(fileobj=zipped) as unzipped:
            with tarfile.open(fileobj=unzipped, mode="r|") as archive:
                for member in archive:
                    # The archive object remembers every member it has seen; a release has many.
                    archive.members = []  # type: ignore[attr-defined]
                    for item in _from_member(path, archive, member):
                        found = True
                        yield _weighed(item, zipped.tell() - position)
                        position = zipped.tell()
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
    """Read a document whole if its first bytes look like one, and give it on if its last bytes do too.

    So a huge file that is something else, or was cut short, is not parsed or sent anywhere.
    """
    head = stream.read(_PEEK)
    if not head.lstrip().startswith((b"{", b"[")):
        return Problem(source, "not a fixture: no JSON object")
    content = head + stream.read()
    if not content[-_PEEK:].rstrip().endswith((b"}", b"]")):
        return Problem(source, "cut short: no closing bracket at the end")
    return Document(source, content)
