"""Documents of one file, as a stream: JSON, compressed JSON, or an archive of it, known by its first bytes.

An archive is read front to back, member by member, and nothing of it is written to disk. What cannot be read
becomes a `Problem`; the rest goes on.
**Deviations** A zip archive has its directory at its end: it cannot come through a pipe, and one that was cut
short gives nothing at all.
"""

import bz2
import gzip
import io
import lzma
import stat
import tarfile
import zipfile
import zlib
from collections.abc import Callable, Iterator
from pathlib import Path, PurePosixPath
from typing import IO, Any, cast

from .documents import Document, Problem, begins_document, read_document

# First bytes, name's ending, and what reads it. (Their types differ in ways that do not matter here.)
_COMPRESSIONS: tuple[tuple[bytes, str, Callable[[Any], Any]], ...] = (
    (b"\x1f\x8b", ".gz", lambda raw: gzip.GzipFile(fileobj=raw)),
    (b"\xfd7zXZ\x00", ".xz", lzma.LZMAFile),
    (b"BZh", ".bz2", bz2.BZ2File),
)
_ZIP_MAGIC = (b"PK\x03\x04", b"PK\x05\x06")
_TAR_MAGIC, _TAR_MAGIC_AT = b"ustar", 257
_ENDINGS = tuple(ending for _, ending, _ in _COMPRESSIONS)
_TAR_SUFFIXES = (".tar", *(f".tar{ending}" for ending in _ENDINGS), ".tgz", ".txz", ".tbz2")
DOCUMENT_SUFFIXES = (".json", *(f".json{ending}" for ending in _ENDINGS))
# The last of these are not read; that is better said than left out.
ARCHIVE_SUFFIXES = (*_TAR_SUFFIXES, ".zip", ".7z", ".rar", ".zst")
_DRAIN = 1 << 20

# What reading raises; `RuntimeError` is of zip archives that are encrypted or compressed in a way of their
# own.
_DAMAGE = (OSError, EOFError, zlib.error, lzma.LZMAError, tarfile.TarError, zipfile.BadZipFile, RuntimeError)


def documents_of(path: Path) -> Iterator[Document | Problem]:
    """Yield every document of one file; the weights are bytes of it."""
    try:
        with path.open("rb") as raw:
            if raw.peek().startswith(_ZIP_MAGIC):
                yield from _from_zip(path, raw)
                return
            stream = _decompressed(raw)
            if _is_tar(path, stream.peek()):
                yield from _from_tar(path, raw, stream)
            else:
                yield _weighed(read_document(str(path), stream), _position(raw))
    except _DAMAGE as error:
        yield Problem(str(path), _damage(error))


def _is_tar(path: Path, head: bytes) -> bool:
    """Go by the content, and by the name where that does not tell: the oldest tars have no mark."""
    marked = head[_TAR_MAGIC_AT:].startswith(_TAR_MAGIC)
    return marked or (path.name.lower().endswith(_TAR_SUFFIXES) and not begins_document(head))


def _decompressed(raw: "io.BufferedReader[Any]") -> "io.BufferedReader[Any]":
    head = raw.peek()
    for magic, _, reader in _COMPRESSIONS:
        if head.startswith(magic):
            return io.BufferedReader(reader(raw))
    return raw


def _from_tar(path: Path, raw: io.BufferedReader, stream: io.BufferedReader) -> Iterator[Document | Problem]:
    found = False
    position = 0
    watched = _Tail(stream)
    # Only read() is asked of it.
    with tarfile.open(fileobj=cast(IO[bytes], watched), mode="r|") as archive:
        for member in archive:
            # The archive object remembers every member it has seen; a release has many.
            archive.members = []  # type: ignore[attr-defined]
            for item in _from_member(path, member.name, member.isfile(), _opener(archive, member)):
                found = True
                yield _weighed(item, _position(raw) - position)
                position = _position(raw)
    # tarfile stops at its own end mark; only the rest shows whether the compressed stream is whole.
    while watched.read(_DRAIN):
        pass
    if watched.tail.strip(b"\0"):
        yield Problem(str(path), "cannot be read to its end: no mark of a tar's end")
    elif not found:
        yield Problem(str(path), _NO_DOCUMENT)


class _Tail:
    """A stream's last block: a tar that ends without one of zeros was cut, which tarfile may not say."""

    def __init__(self, stream: IO[bytes]) -> None:
        self._stream = stream
        self.tail = b""

    def read(self, size: int) -> bytes:
        content = self._stream.read(size)
        self.tail = (self.tail + content)[-tarfile.BLOCKSIZE :]
        return content


def _opener(archive: tarfile.TarFile, member: tarfile.TarInfo) -> Callable[[], IO[bytes]]:
    def open_member() -> IO[bytes]:
        stream = archive.extractfile(member)
        assert stream is not None, "tarfile gives every regular file a stream"
        return stream

    return open_member


def _from_zip(path: Path, raw: io.BufferedReader) -> Iterator[Document | Problem]:
    found = False
    with zipfile.ZipFile(raw) as archive:
        for member in archive.infolist():
            # The upper half is the mode of the file where it was made on Unix, else zero.
            mode = member.external_attr >> 16
            is_file = not member.is_dir() and (stat.S_IFMT(mode) in (0, stat.S_IFREG))
            for item in _from_zip_member(path, archive, member, is_file):
                found = True
                yield _weighed(item, member.compress_size)
    if not found:
        yield Problem(str(path), _NO_DOCUMENT)


def _from_zip_member(
    path: Path, archive: zipfile.ZipFile, member: zipfile.ZipInfo, is_file: bool
) -> Iterator[Document | Problem]:
    try:
        yield from _from_member(path, member.filename, is_file, lambda: archive.open(member))
    except _DAMAGE as error:
        yield Problem(f"{path}::{member.filename}", _damage(error))


def _from_member(
    path: Path, name: str, is_file: bool, open_member: Callable[[], IO[bytes]]
) -> Iterator[Document | Problem]:
    source = f"{path}::{name}"
    parts = PurePosixPath(name)
    if parts.is_absolute() or ".." in parts.parts:
        yield Problem(source, "refused: this member's path leads outside the archive")
    elif any(part.startswith(".") for part in parts.parts):
        return
    elif name.lower().endswith(ARCHIVE_SUFFIXES):
        yield Problem(source, "refused: an archive in an archive")
    elif not name.lower().endswith(DOCUMENT_SUFFIXES):
        return
    elif not is_file:
        yield Problem(source, "refused: not a regular file")
    else:
        with open_member() as stream:
            yield _read_member(source, stream)


def _read_member(source: str, stream: IO[bytes]) -> Document | Problem:
    if source.lower().endswith(".json"):
        return read_document(source, stream)
    # The member is read whole, so that only damage of its own is its problem.
    content = io.BufferedReader(io.BytesIO(stream.read()))
    try:
        return read_document(source, _decompressed(content))
    except _DAMAGE as error:
        return Problem(source, _damage(error))


_NO_DOCUMENT = "no .json file in this archive"


def _damage(error: Exception) -> str:
    if isinstance(error, OSError) and error.strerror:
        return error.strerror
    return f"cannot be read to its end: {error or type(error).__name__}"


def _position(raw: io.BufferedReader) -> int:
    return raw.tell() if raw.seekable() else 0


def _weighed(document: Document | Problem, weight: int) -> Document | Problem:
    return document._replace(weight=weight) if isinstance(document, Document) else document
