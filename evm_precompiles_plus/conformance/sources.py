"""Documents from paths: files, and directories, in sorted order, with the files and archives in them."""

import os
import stat
from collections.abc import Iterable, Iterator
from pathlib import Path

from .archives import ARCHIVE_SUFFIXES, DOCUMENT_SUFFIXES, documents_of
from .documents import Document, Problem


def input_size(paths: Iterable[str | os.PathLike[str]]) -> int:
    """Return the bytes on disk of everything that `iter_documents` would read."""
    return sum(_size(file) for path in paths for file in _files(Path(path)))


def iter_documents(paths: Iterable[str | os.PathLike[str]]) -> Iterator[Document | Problem]:
    """Yield every document of files, directories and archives, in a fixed order."""
    for given in paths:
        path = Path(given)
        found = False
        for file in _files(path):
            found = True
            yield from documents_of(file)
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
            wanted = name.lower().endswith((*DOCUMENT_SUFFIXES, *ARCHIVE_SUFFIXES))
            if wanted and not name.startswith(".") and not _may_be_waited_for(Path(folder, name)):
                yield Path(folder, name)


def _may_be_waited_for(file: Path) -> bool:
    """Tell pipes, sockets and devices, which nobody may ever write to; a link that leads nowhere is none."""
    try:
        return not stat.S_ISREG(file.stat().st_mode)
    except OSError:
        return False


def _size(file: Path) -> int:
    try:
        return file.stat().st_size
    except OSError:
        return 0
