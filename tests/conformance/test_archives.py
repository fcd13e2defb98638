"""Every way in which fixtures are packed, and what comes in their place: named, and never waited for."""

import bz2
import gzip
import io
import json
import lzma
import os
import socket
import tarfile
import tracemalloc
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from evm_precompiles_plus.conformance.documents import Document, Problem
from evm_precompiles_plus.conformance.sources import input_size, iter_documents

Json = dict[str, Any]

MEMBERS = {"d/a.json": b'{"a": 1}', "d/b.json": b'{"b": 2}', "d/.hidden.json": b"{", "readme.txt": b"no"}


def as_tar(members: dict[str, bytes], format: int = tarfile.PAX_FORMAT) -> bytes:
    stream = io.BytesIO()
    with tarfile.open(fileobj=stream, mode="w", format=format) as archive:
        for name, content in members.items():
            info = tarfile.TarInfo(name)
            info.size = len(content)
            archive.addfile(info, io.BytesIO(content))
    return stream.getvalue()


def without_mark(tar: bytes) -> bytes:
    """Make of a tar one as it was before POSIX: no mark, and so another checksum."""
    headers = bytearray(tar)
    for start in range(0, len(tar), 512):
        if tar[start + 257 : start + 262] == b"ustar":
            headers[start + 257 : start + 265] = bytes(8)
            headers[start + 148 : start + 156] = b" " * 8
            checksum = sum(headers[start : start + 512])
            headers[start + 148 : start + 156] = b"%06o\0 " % checksum
    return bytes(headers)


def as_zip(members: dict[str, bytes], compression: int = zipfile.ZIP_DEFLATED) -> bytes:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", compression) as archive:
        for name, content in members.items():
            archive.writestr(name, content)
    return stream.getvalue()


def read(path: Path) -> tuple[dict[str, bytes], dict[str, str]]:
    """Return a path's documents and problems, by their names within it."""
    documents, problems = {}, {}
    for item in iter_documents([path]):
        name = item.source.removeprefix(f"{path}").lstrip(":/")
        if isinstance(item, Document):
            documents[name] = item.content
        else:
            problems[name] = item.reason
    return documents, problems


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("r.tar", as_tar(MEMBERS)),
        ("r.tar", without_mark(as_tar(MEMBERS, tarfile.USTAR_FORMAT))),
        ("r.tar.gz", gzip.compress(as_tar(MEMBERS))),
        ("r.tgz", gzip.compress(as_tar(MEMBERS, tarfile.GNU_FORMAT))),
        ("r.tar.xz", lzma.compress(as_tar(MEMBERS))),
        ("r.txz", lzma.compress(as_tar(MEMBERS))),
        ("r.tar.bz2", bz2.compress(as_tar(MEMBERS))),
        ("R.TAR.GZ", gzip.compress(as_tar(MEMBERS))),
        ("r.zip", as_zip(MEMBERS)),
        ("r.zip", as_zip(MEMBERS, zipfile.ZIP_STORED)),
        ("r.zip", as_zip(MEMBERS, zipfile.ZIP_LZMA)),
        # What a browser makes of a name, or a person.
        ("r.tar.gz", as_tar(MEMBERS)),
        ("r.tar", lzma.compress(as_tar(MEMBERS))),
        ("r.zip", gzip.compress(as_tar(MEMBERS))),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_an_archive_is_read_as_what_it_is(name: str, content: bytes, tmp_path: Path) -> None:
    (tmp_path / name).write_bytes(content)
    expected = {name: content for name, content in MEMBERS.items() if name in ("d/a.json", "d/b.json")}
    assert read(tmp_path / name) == (expected, {})
    in_directory = {f"{name}::{member}": content for member, content in expected.items()}
    assert read(tmp_path) == (in_directory, {})


@pytest.mark.parametrize("compress", [gzip.compress, lzma.compress, bz2.compress, bytes])
def test_compressed_documents(compress: Callable[[bytes], bytes], tmp_path: Path) -> None:
    ending = {gzip.compress: ".gz", lzma.compress: ".xz", bz2.compress: ".bz2"}.get(compress, ".gz")
    packed = compress(b'{"a": 1}')
    (tmp_path / f"x.json{ending}").write_bytes(packed)
    archive = {f"in/y.json{ending}": packed, "z.json": b'{"z": 3}'}
    (tmp_path / "t.tar").write_bytes(as_tar(archive))
    (tmp_path / "u.zip").write_bytes(as_zip(archive))
    documents, problems = read(tmp_path)
    assert problems == {}
    assert documents == {
        f"x.json{ending}": b'{"a": 1}',
        f"t.tar::in/y.json{ending}": b'{"a": 1}',
        "t.tar::z.json": b'{"z": 3}',
        f"u.zip::in/y.json{ending}": b'{"a": 1}',
        "u.zip::z.json": b'{"z": 3}',
    }


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "utf-32"])
def test_a_byte_order_mark_is_understood(encoding: str, tmp_path: Path) -> None:
    mark = "\ufeff" if encoding.endswith(("le", "be")) else ""
    for name in ("x.json", "y.json.gz"):
        content = f'{mark}  {{"ä": 1}}\n'.encode(encoding)
        (tmp_path / name).write_bytes(gzip.compress(content) if name.endswith("gz") else content)
    documents, problems = read(tmp_path)
    assert problems == {}
    assert [json.loads(content) for content in documents.values()] == 2 * [{"ä": 1}]


def cut(content: bytes) -> bytes:
    return content[: len(content) - 20]


def flipped(content: bytes) -> bytes:
    """Damage the last member's content, not the directory behind it."""
    place = content.rindex(b"2")
    return content[:place] + b"3" + content[place + 1 :]


def encrypted(content: bytes) -> bytes:
    """Mark the members of a zip archive as encrypted."""
    for signature, flags in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        start = content.find(signature)
        while start >= 0:
            content = content[: start + flags] + b"\x01" + content[start + flags + 1 :]
            start = content.find(signature, start + 1)
    return content


@pytest.mark.parametrize(
    ("name", "content", "read_before", "problem"),
    [
        ("r.tar", as_tar(MEMBERS)[:515], [], {"": "unexpected end of data"}),
        ("r.tar", as_tar(MEMBERS)[:1100], ["d/a.json"], {"": "no mark of a tar's end"}),
        ("r.tar.gz", gzip.compress(as_tar(MEMBERS)[:1024]), ["d/a.json"], {"": "no mark of a tar's end"}),
        ("r.tar.xz", cut(lzma.compress(as_tar(MEMBERS))), [], {"": "cannot be read to its end"}),
        ("r.tar.bz2", cut(bz2.compress(as_tar(MEMBERS))), [], {"": "cannot be read to its end"}),
        ("x.json.gz", cut(gzip.compress(b'{"a": 1}' + bytes(99))), [], {"": "cannot be read to its end"}),
        ("r.zip", cut(as_zip(MEMBERS)), [], {"": "cannot be read to its end: File is not a zip file"}),
        (
            "r.zip",
            flipped(as_zip({"a.json": b"{1}", "b.json": b"{2}"}, zipfile.ZIP_STORED)),
            ["a.json"],
            {"b.json": "Bad CRC-32"},
        ),
        ("r.zip", encrypted(as_zip({"a.json": b"{}"})), [], {"a.json": "encrypted"}),
        ("r.zip", as_zip({"../a.json": b"{}"}), [], {"../a.json": "outside the archive"}),
        ("r.zip", as_zip({"a.tar.gz": b"", "b.json": b"{}"}), ["b.json"], {"a.tar.gz": "in an archive"}),
        ("r.zip", as_zip({}), [], {"": "no .json file in this archive"}),
        (
            "r.tar",
            as_tar({"a.json.gz": b"\x1f\x8b", "b.json": b"{}"}),
            ["b.json"],
            {"a.json.gz": "to its end"},
        ),
        ("r.7z", b"7z\xbc\xaf\x27\x1c", [], {"": "no JSON object, but a 7-Zip archive"}),
        ("r.tar.zst", b"\x28\xb5\x2f\xfd", [], {"": "no JSON object, but a Zstandard file"}),
        ("x.json", as_zip({}) + b"{}", [], {"": "no .json file in this archive"}),
        ("x.json", b"version https://git-lfs.github.com/spec/v1\n", [], {"": "pointer of a Git LFS file"}),
        ("x.json", b"<html>", [], {"": "HTML or XML"}),
        ("x.json", b"", [], {"": "an empty file"}),
        ("x.json.gz", gzip.compress(b""), [], {"": "an empty file"}),
        ("x.json", b"no", [], {"": "text"}),
        ("x.json", "\ufeffno".encode("utf-16"), [], {"": "other text"}),
        ("x.json", b"\xff\xfe{", [], {"": "not JSON: 'utf-16"}),
    ],
    # Compressed bytes have the time in them.
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_damage_is_named_and_the_rest_goes_on(
    name: str, content: bytes, read_before: list[str], problem: dict[str, str], tmp_path: Path
) -> None:
    (tmp_path / name).write_bytes(content)
    documents, problems = read(tmp_path / name)
    assert [*documents] == read_before
    assert problems.keys() == problem.keys()
    for where, reason in problem.items():
        assert reason in problems[where]


def test_a_link_in_a_zip_archive_is_refused(tmp_path: Path) -> None:
    link = zipfile.ZipInfo("link.json")
    link.external_attr = 0o120777 << 16
    with zipfile.ZipFile(tmp_path / "r.zip", "w") as archive:
        archive.writestr(link, "/etc/passwd")
    assert read(tmp_path / "r.zip") == ({}, {"link.json": "refused: not a regular file"})


def test_what_would_be_waited_for_is_passed_over_in_a_directory(tmp_path: Path) -> None:
    (tmp_path / "a.json").write_bytes(b"{}")
    os.mkfifo(tmp_path / "fifo.json")
    (tmp_path / "link.json").symlink_to(tmp_path / "fifo.json")
    os.mkfifo(tmp_path / "fifo.tar.gz")
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind(str(tmp_path / "s.json"))
        assert read(tmp_path) == ({"a.json": b"{}"}, {})
        assert input_size([tmp_path]) == 2


@pytest.mark.parametrize("name", ["r.tar", "r.tar.xz", "r.zip"])
def test_weights_of_every_archive_add_up(name: str, tmp_path: Path) -> None:
    members = {f"{n}.json": json.dumps({"x": os.urandom(3000).hex()}).encode() for n in range(50)}
    packed = as_zip(members) if name.endswith("zip") else as_tar(members)
    (tmp_path / name).write_bytes(lzma.compress(packed) if name.endswith("xz") else packed)
    documents = [item for item in iter_documents([tmp_path]) if isinstance(item, Document)]
    assert len(documents) == 50
    total = input_size([tmp_path])
    assert 0.9 * total <= sum(document.weight for document in documents) <= total


@pytest.mark.parametrize("name", ["r.tar", "r.tar.gz", "r.tar.xz", "r.zip"])
def test_an_archive_is_not_held_in_memory(name: str, tmp_path: Path) -> None:
    members = {f"{n}.json": b'{"x": "' + os.urandom(250_000).hex().encode() + b'"}' for n in range(20)}
    packed = as_zip(members) if name.endswith("zip") else as_tar(members)
    compress = {"gz": gzip.compress, "xz": lambda data: lzma.compress(data, preset=0)}
    (tmp_path / name).write_bytes(compress.get(name[-2:], bytes)(packed))
    assert len(packed) > 5_000_000 and not any(
        isinstance(item, Problem) for item in iter_documents([tmp_path])
    )
    tracemalloc.start()
    try:
        for item in iter_documents([tmp_path]):
            del item
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert peak < 4_000_000
