"""One JSON document from a stream of bytes, or the problem that there is instead.

**Deviations** A byte order mark is understood, which JSON (RFC 8259) leaves to whoever reads it: editors and
shells on Windows write it, and with it UTF-16.
"""

import codecs
from typing import IO, NamedTuple

# Enough for white space before the bracket that opens every document, and after the one that closes it.
_PEEK = 4096
# The UTF-32 marks begin as the UTF-16 ones do.
_MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
# What comes in the place of fixtures, by its first bytes.
_OTHER_KINDS = (
    (b"7z\xbc\xaf\x27\x1c", "a 7-Zip archive"),
    (b"Rar!\x1a\x07", "a RAR archive"),
    (b"\x28\xb5\x2f\xfd", "a Zstandard file"),
    (b"\x04\x22\x4d\x18", "an LZ4 file"),
    (b"PK\x03\x04", "a zip archive"),
    (b"\x1f\x8b", "a gzip file"),
    (b"\xfd7zXZ\x00", "an xz file"),
    (b"BZh", "a bzip2 file"),
    (b"SQLite format 3\x00", "an SQLite database"),
    (b"version https://git-lfs", "the pointer of a Git LFS file"),
    (b"\x7fELF", "a program"),
    (b"%PDF", "a PDF file"),
    (b"<", "HTML or XML"),
)


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


def read_document(source: str, stream: IO[bytes]) -> Document | Problem:
    """Read a document whole if its first bytes look like one, and give it on if its last bytes do too.

    So a huge file that is something else, or was cut short, is not parsed or sent anywhere. Raises what the
    stream raises.
    """
    head = stream.read(_PEEK)
    encoding = next((encoding for mark, encoding in _MARKS if head.startswith(mark)), None)
    if encoding is None and not begins_document(head):
        return Problem(source, f"not a fixture: no JSON object, but {kind_of_file(head)}")
    content = head + stream.read()
    if encoding is not None:
        try:
            content = content.decode(encoding).lstrip("\ufeff").encode()
        except UnicodeError as error:
            return Problem(source, f"not JSON: {error}")
        if not begins_document(content[:_PEEK]):
            return Problem(source, "not a fixture: no JSON object, but other text")
    if not content[-_PEEK:].rstrip().endswith((b"}", b"]")):
        return Problem(source, "cut short: no closing bracket at the end")
    return Document(source, content)


def begins_document(head: bytes) -> bool:
    """Tell whether the first bytes of a file, or its byte order mark, may be those of a JSON document."""
    return head.lstrip().startswith((b"{", b"[")) or head.startswith(tuple(mark for mark, _ in _MARKS))


def kind_of_file(head: bytes) -> str:
    """Say what the first bytes of a file that is no fixture are of."""
    if not head:
        return "an empty file"
    for magic, kind in _OTHER_KINDS:
        if head.startswith(magic):
            return kind
    return "text" if head.isascii() and b"\0" not in head else "binary data"
