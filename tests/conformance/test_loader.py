"""Cases from files, directories and archives; everything that is none of that is named and passed by."""

import gzip
import io
import json
import tarfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from evm_precompiles_plus.conformance.documents import Document, Problem
from evm_precompiles_plus.conformance.loader import (
    Case,
    Item,
    PassedOver,
    Selection,
    cases_of,
    iter_cases,
    kind_of,
)
from evm_precompiles_plus.conformance.sources import input_size, iter_documents

Json = dict[str, Any]
Write = Callable[..., Path]


def labels(items: list[Item]) -> list[str]:
    return [item.label if isinstance(item, Case) else str(item) for item in items]


def problems(items: list[Item]) -> list[Problem]:
    return [item for item in items if isinstance(item, Problem)]


def without_other_kinds(items: list[Item]) -> list[Item]:
    return [item for item in items if not isinstance(item, PassedOver)]


def make_archive(path: Path, members: dict[str, bytes]) -> Path:
    with tarfile.open(path, "w:gz") as archive:
        for name, content in members.items():
            info = tarfile.TarInfo(name)
            info.size = len(content)
            archive.addfile(info, io.BytesIO(content))
    return path


def test_file_directory_and_archive_give_the_same_cases(
    state_test: Json, write: Write, tmp_path: Path
) -> None:
    content = json.dumps({"a": state_test}).encode()
    expected = ["a [ConstantinopleFix d0 g0 v0]", "a [Osaka d0 g0 v0]"]
    file = write("suite/x.json", a=state_test)
    assert labels(list(iter_cases([file]))) == expected
    assert labels(list(iter_cases([file.parent]))) == expected
    archive = make_archive(tmp_path / "release.tar.gz", {"fixtures/x.json": content})
    from_archive = list(iter_cases([archive]))
    assert labels(from_archive) == expected
    assert isinstance(from_archive[0], Case)
    assert from_archive[0].test.source == f"{archive}::fixtures/x.json"


def test_directories_are_sorted_and_hidden_files_left_out(
    state_test: Json, write: Write, tmp_path: Path
) -> None:
    for name in ("b/2.json", "b/10.json", "a/z.json", ".meta/index.json", "a/.hidden.json", "a/readme.txt"):
        write(name, t=state_test)
    sources = [document.source for document in iter_documents([tmp_path])]
    assert sources == [str(tmp_path / name) for name in ("a/z.json", "b/10.json", "b/2.json")]


def test_weights_add_up_to_the_input_size(state_test: Json, write: Write, tmp_path: Path) -> None:
    write("d/1.json", t=state_test)
    content = json.dumps({"t": state_test}).encode()
    make_archive(tmp_path / "d/2.tgz", {f"{n}.json": content for n in range(50)})
    documents = [entry for entry in iter_documents([tmp_path / "d"]) if isinstance(entry, Document)]
    assert len(documents) == 51
    total = input_size([tmp_path / "d"])
    assert 0.9 * total <= sum(document.weight for document in documents) <= total


def test_archives_in_directories_are_read(state_test: Json, tmp_path: Path) -> None:
    make_archive(tmp_path / "r.tgz", {"x.json": json.dumps({"a": state_test}).encode()})
    assert len(list(iter_cases([tmp_path]))) == 2


def test_selection(state_test: Json, write: Write) -> None:
    file = write("x.json", first=state_test, second=state_test)
    only_petersburg = Selection(forks=frozenset({"petersburg"}))
    assert labels(list(iter_cases([file], only_petersburg))) == [
        "first [ConstantinopleFix d0 g0 v0]",
        "second [ConstantinopleFix d0 g0 v0]",
    ]
    assert {
        item.test.name for item in iter_cases([file], Selection(match="eco")) if isinstance(item, Case)
    } == {"second"}


def test_parts_in_turn_are_the_whole(state_test: Json) -> None:
    tests = {f"t{n}": state_test for n in range(7)} | {"b": {"blocks": []}, "broken": {"_info": {}}}
    document = Document("x.json", json.dumps(tests).encode())
    whole = list(cases_of(document))
    for parts in (1, 2, 3, 10):
        together = [item for part in range(parts) for item in cases_of(document, part=part, parts=parts)]
        assert labels(without_other_kinds(together)) == labels(without_other_kinds(whole))
        assert sum(item.tests for item in together if isinstance(item, PassedOver)) == 1
    not_json = Document("x.json", b"{")
    assert len([item for part in range(3) for item in cases_of(not_json, part=part, parts=3)]) == 1


@pytest.mark.parametrize(
    ("test", "kind"),
    [
        ({"_info": {"fixture-format": "state_test"}}, "state_test"),
        ({"_info": {"fixture_format": "blockchain_test"}, "pre": {}, "transaction": {}}, "blockchain_test"),
        ({"_info": {"comment": ""}, "env": {}, "pre": {}, "transaction": {}, "post": {}}, "state_test"),
        ({"blocks": [], "genesisBlockHeader": {}, "pre": {}}, "blockchain_test"),
        ({"engineNewPayloads": [], "pre": {}}, "blockchain_test_engine"),
        ({"txbytes": "0x", "result": {}}, "transaction_test"),
        ({"_info": {"fixture-format": 5}}, None),
        ({}, None),
        (None, None),
        ([], None),
    ],
)
def test_kinds(test: object, kind: str | None) -> None:
    assert kind_of(test) == kind


def test_other_kinds_are_counted(state_test: Json, write: Write) -> None:
    file = write("x.json", a={"blocks": []}, b=state_test, c={"blocks": []}, d={"txbytes": "0x"})
    others = [item for item in iter_cases([file]) if isinstance(item, PassedOver)]
    assert others == [
        PassedOver(str(file), "blockchain_test", 2),
        PassedOver(str(file), "transaction_test", 1),
    ]


def test_lists_of_precompile_calls_are_counted(tmp_path: Path) -> None:
    vectors = [{"Input": "", "Expected": "00", "Gas": 3}, {"input": "", "expected": ""}]
    (tmp_path / "x.json").write_text(json.dumps(vectors))
    assert list(iter_cases([tmp_path])) == [PassedOver(str(tmp_path / "x.json"), "precompile_vector", 2)]


def _not_json(directory: Path, good: bytes) -> None:
    (directory / "bad.json").write_bytes(b"\x7fELF" + bytes(5_000_000))


def _cut_in_half(directory: Path, good: bytes) -> None:
    (directory / "bad.json").write_bytes(good[: len(good) // 2])


def _cut_after_a_bracket(directory: Path, good: bytes) -> None:
    (directory / "bad.json").write_bytes(good[: good.rindex(b"}", 0, len(good) - 10) + 1])


def _not_utf8(directory: Path, good: bytes) -> None:
    (directory / "bad.json").write_bytes(b'{"a": "\xff\xfe"}')


def _nested_too_deep(directory: Path, good: bytes) -> None:
    (directory / "bad.json").write_bytes(b'{"a":' * 200_000 + b"1" + b"}" * 200_000)


def _empty(directory: Path, good: bytes) -> None:
    (directory / "bad.json").write_bytes(b"")


def _no_tests(directory: Path, good: bytes) -> None:
    (directory / "bad.json").write_bytes(b"{}")


def _a_list(directory: Path, good: bytes) -> None:
    (directory / "bad.json").write_bytes(b"[" + good + b"]")


def _empty_list(directory: Path, good: bytes) -> None:
    (directory / "bad.json").write_bytes(b"[]")


def _unknown_kind(directory: Path, good: bytes) -> None:
    (directory / "bad.json").write_bytes(b'{"some": {"thing": 1}}')


def _dangling_link(directory: Path, good: bytes) -> None:
    (directory / "bad.json").symlink_to(directory / "nowhere")


def _unknown_fork(directory: Path, good: bytes) -> None:
    (directory / "bad.json").write_bytes(good.replace(b'"Osaka"', b'"Atlantis"'))


def _empty_fork(directory: Path, good: bytes) -> None:
    test = json.loads(good)
    test["t"]["post"]["Osaka"] = []
    (directory / "bad.json").write_text(json.dumps(test))


def _index_outside(directory: Path, good: bytes) -> None:
    test = json.loads(good)
    test["t"]["post"]["Osaka"][0]["indexes"]["data"] = 1
    (directory / "bad.json").write_text(json.dumps(test))


def _wrong_type(directory: Path, good: bytes) -> None:
    test = json.loads(good)
    test["t"]["transaction"]["data"] = "0x"
    (directory / "bad.json").write_text(json.dumps(test))


@pytest.mark.parametrize(
    ("spoil", "reason"),
    [
        (_not_json, "no JSON object"),
        (_cut_in_half, "cut short: no closing bracket"),
        (_cut_after_a_bracket, "not JSON: "),
        (_not_utf8, "not JSON: "),
        (_nested_too_deep, "not JSON: recursion limit exceeded"),
        (_empty, "no JSON object"),
        (_no_tests, "no object of named tests"),
        (_a_list, "no object of named tests"),
        (_empty_list, "no object of named tests"),
        (_unknown_kind, "some: not a test of any known kind"),
        (_dangling_link, "No such file"),
        (_unknown_fork, "t: unknown fork 'Atlantis'; choose from: frontier, "),
        (_empty_fork, "t: post.Osaka is empty"),
        (_index_outside, "t [Osaka d1 g0 v0]: indexes outside the transaction's lists"),
        (_wrong_type, "t: transaction.data: Input should be a valid list"),
    ],
)
def test_a_bad_file_is_named_and_the_rest_goes_on(
    spoil: Callable[[Path, bytes], None], reason: str, state_test: Json, write: Write, tmp_path: Path
) -> None:
    good = write("good.json", t=state_test)
    spoil(tmp_path, good.read_bytes())
    items = list(iter_cases([tmp_path]))
    found = problems(items)
    assert [Path(problem.source).name for problem in found] == ["bad.json"]
    assert reason in found[0].reason
    good_cases = [item for item in items if isinstance(item, Case) and item.test.source == str(good)]
    assert len(good_cases) == 2


def test_an_unknown_fork_is_no_problem_where_other_forks_are_wanted(state_test: Json, write: Write) -> None:
    state_test["post"]["Atlantis"] = state_test["post"]["Osaka"]
    items = list(iter_cases([write("x.json", t=state_test)], Selection(forks=frozenset({"osaka"}))))
    assert labels(items) == ["t [Osaka d0 g0 v0]"]


def test_an_empty_directory_is_a_problem(tmp_path: Path) -> None:
    assert "no .json file" in problems(list(iter_cases([tmp_path])))[0].reason


def test_a_truncated_archive_is_a_problem_after_what_it_holds(state_test: Json, tmp_path: Path) -> None:
    content = json.dumps({"t": state_test}).encode()
    archive = make_archive(tmp_path / "r.tar.gz", {f"{n}.json": content for n in range(3)})
    whole = archive.read_bytes()
    for kept in (len(whole) - 1, len(whole) - 8, len(whole) // 2, 20, 5):
        archive.write_bytes(whole[:kept])
        items = list(iter_cases([archive]))
        assert [problem.source for problem in problems(items)] == [str(archive)], kept
        assert "cannot be read to its end" in problems(items)[0].reason, kept
        assert len(items) - 1 <= 6
    assert len(whole) // 2 > 20


def test_a_truncated_tar_in_a_whole_gzip_is_a_problem(state_test: Json, tmp_path: Path) -> None:
    content = json.dumps({"t": state_test}).encode()
    archive = make_archive(tmp_path / "r.tar.gz", {"1.json": content, "2.json": content})
    unzipped = gzip.decompress(archive.read_bytes())
    second_header = unzipped.index(b"2.json")
    archive.write_bytes(gzip.compress(unzipped[: second_header + 700]))
    assert [problem.source for problem in problems(list(iter_cases([archive])))] == [str(archive)]


@pytest.mark.parametrize(
    "content",
    [b"no gzip at all", gzip.compress(b"no tar at all"), gzip.compress(b"")],
    ids=["no gzip", "no tar", "empty"],
)
def test_not_an_archive(content: bytes, tmp_path: Path) -> None:
    archive = tmp_path / "r.tar.gz"
    archive.write_bytes(content)
    assert [problem.source for problem in problems(list(iter_cases([archive])))] == [str(archive)]


@pytest.mark.parametrize("name", ["../outside.json", "/etc/outside.json", "a/../../outside.json"])
def test_a_member_with_a_path_outside_is_refused(name: str, state_test: Json, tmp_path: Path) -> None:
    content = json.dumps({"t": state_test}).encode()
    archive = make_archive(tmp_path / "r.tar.gz", {"good.json": content, name: content, "more.json": content})
    before = sorted(tmp_path.rglob("*"))
    items = list(iter_cases([archive]))
    assert [problem.source for problem in problems(items)] == [f"{archive}::{name}"]
    assert "outside the archive" in problems(items)[0].reason
    assert len(items) == 5
    assert sorted(tmp_path.rglob("*")) == before


def test_a_link_in_an_archive_is_refused(state_test: Json, tmp_path: Path) -> None:
    path = tmp_path / "r.tar.gz"
    with tarfile.open(path, "w:gz") as archive:
        link = tarfile.TarInfo("link.json")
        link.type, link.linkname = tarfile.SYMTYPE, "/etc/passwd"
        archive.addfile(link)
    assert [problem.reason for problem in problems(list(iter_cases([path])))] == [
        "refused: not a regular file"
    ]
