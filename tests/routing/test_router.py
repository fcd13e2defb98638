"""The router: routed answers equal `pow`, classes end where they should, tables in files."""

import json
import platform
import random
import sys
from collections.abc import Iterator
from itertools import product
from pathlib import Path

import pytest

from evm_precompiles_plus import routing
from evm_precompiles_plus.routing import route_file, router, routes
from evm_precompiles_plus.routing.routes import ALIGNMENTS, EXPONENT_FROM, LIMBS_FROM, ROW_NAMES, Table

ACTIVE = ("native", "gmpy2", "openssl", "pure")

# In bytes: 13 x 7 x 5, and both parities.
MODULUS_WIDTHS = (1, 16, 31, 32, 33, 64, 96, 127, 128, 136, 192, 256, 512)
EXPONENT_WIDTHS = (1, 2, 3, 8, 16, 32, 64)
BASE_WIDTHS = (0, 1, 32, 200, 600)


def shapes() -> Iterator[tuple[bytes, bytes, bytes]]:
    rng = random.Random(910)
    for modulus_width in MODULUS_WIDTHS:
        for exponent_width in EXPONENT_WIDTHS:
            for base_width in BASE_WIDTHS:
                for parity in (0, 1):
                    base, exponent = rng.randbytes(base_width), rng.randbytes(exponent_width)
                    # The top byte is at least 64, so the width is exact and shifting keeps it even.
                    modulus = int.from_bytes(rng.randbytes(modulus_width), "big") | 1 << (
                        8 * modulus_width - 2
                    )
                    modulus = modulus | 1 if parity else modulus >> 1 << 1
                    yield base, exponent, modulus.to_bytes(modulus_width, "big")


def all_to(letter: str, limb_bits: int = 64) -> Table:
    row = (letter * len(EXPONENT_FROM),) * len(LIMBS_FROM)
    return Table("test", limb_bits, "for tests", dict.fromkeys(ROW_NAMES, row))


@pytest.fixture
def built_in(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(router, "active_table", router.built_in_table)
    monkeypatch.delenv(routing.VARIABLE, raising=False)
    routing.reset()
    yield
    routing.reset()


@pytest.mark.usefixtures("built_in")
@pytest.mark.parametrize("table", [None, all_to("g"), all_to("o")], ids=["built-in", "gmpy2", "openssl"])
def test_910_shapes_agree_with_pow(table: Table | None, monkeypatch: pytest.MonkeyPatch) -> None:
    if table is not None:
        monkeypatch.setattr(router, "active_table", lambda: table)
    count = 0
    for base, exponent, modulus in shapes():
        b, e, m = (int.from_bytes(operand, "big") for operand in (base, exponent, modulus))
        answer, name = routing.answering_modexp(base, exponent, modulus)(base, exponent, modulus)
        assert answer == pow(b, e, m).to_bytes(len(modulus), "big"), (name, b, e, m)
        count += 1
    assert count == 13 * 7 * 5 * 2 == 910


def encoded(number: int, zeros: int = 0) -> bytes:
    return bytes(zeros) + number.to_bytes((number.bit_length() + 7) // 8, "big")


def class_of(number: int, limb_bits: int, exponent: int = 5, base_len: int = 999) -> tuple[str, int, int]:
    return router.classify(base_len, encoded(exponent), encoded(number), limb_bits)


@pytest.mark.parametrize("limb_bits", [16, 32, 64, 128])
def test_limbs_begin_and_end_with_the_word_size(limb_bits: int) -> None:
    for limbs in range(1, 140):
        last, first = 2 ** (limb_bits * limbs) - 1, 2 ** (limb_bits * limbs) + 1
        assert class_of(last, limb_bits)[:2] == ("odd", limbs)
        assert class_of(first, limb_bits)[:2] == ("odd", limbs + 1)


@pytest.mark.parametrize("limb_bits", [16, 32, 64])
def test_even_moduli_are_classed_by_their_odd_part(limb_bits: int) -> None:
    for limbs in (1, 7, 8, 9, 32, 33):
        last, first = 2 ** (limb_bits * limbs) - 1, 2 ** (limb_bits * limbs) + 1
        for k in (1, 2, 7, 8, 9, limb_bits - 1):
            assert class_of(last << k, limb_bits)[:2] == ("even", limbs)
            assert class_of(first << k, limb_bits)[:2] == ("even", limbs + 1)
        for k in (limb_bits, limb_bits + 1, 5 * limb_bits):
            assert class_of(last << k, limb_bits)[0] == "wide"
    assert class_of(2 ** (9 * limb_bits), limb_bits)[0] == "wide"


@pytest.mark.parametrize("limb_bits", [32, 64])
def test_a_base_of_one_limb_is_a_word(limb_bits: int) -> None:
    limb_bytes = limb_bits // 8
    modulus = 2 ** (16 * limb_bits) - 1
    assert class_of(modulus, limb_bits, base_len=limb_bytes)[0] == "word"
    assert class_of(modulus, limb_bits, base_len=0)[0] == "word"
    assert class_of(modulus, limb_bits, base_len=limb_bytes + 1)[0] == "odd"


def test_exponents_are_classed_by_value() -> None:
    modulus = encoded(2**1024 - 1)
    assert EXPONENT_FROM == (0, 26, 80, 240, 672)
    for index, bits in enumerate(EXPONENT_FROM[1:], start=1):
        for zeros in (0, 1, 40):
            first, last = encoded(2 ** (bits - 1), zeros), encoded(2 ** (bits - 1) - 1, zeros)
            assert router.classify(99, first, modulus, 64)[2] == index
            assert router.classify(99, last, modulus, 64)[2] == index - 1
    assert router.classify(99, b"", modulus, 64)[2] == router.classify(99, bytes(32), modulus, 64)[2] == 0


def test_size_classes_and_alignments() -> None:
    assert LIMBS_FROM == (1, 9, 17, 33, 97)
    for index, limbs in enumerate(LIMBS_FROM):
        assert router.size_class(limbs) == index
        if limbs > 1:
            assert router.size_class(limbs - 1) == index - 1
    by_alignment = {8: (8, 16, 128), 4: (4, 12, 20, 132), 1: (1, 2, 3, 6, 17, 127)}
    assert tuple(by_alignment) == ALIGNMENTS
    for alignment, examples in by_alignment.items():
        assert {router.alignment_of(limbs) for limbs in examples} == {alignment}


def lettered(row: str, size: int, exponent: int) -> Table:
    """Return a table that gives one class to OpenSSL and all others to GMP."""
    letters = ["g" * len(EXPONENT_FROM)] * len(LIMBS_FROM)
    letters[size] = "g" * exponent + "o" + "g" * (len(EXPONENT_FROM) - exponent - 1)
    return all_to("g")._replace(rows={**all_to("g").rows, row: tuple(letters)})


@pytest.mark.parametrize(
    ("row", "size", "exponent", "inside", "outside"),
    [
        ("odd/8", 1, 2, [(961, 80), (1024, 239)], [(960, 80), (1025, 80), (961, 79), (1024, 240)]),
        ("odd/8", 4, 4, [(104 * 64, 672), (800 * 64, 999)], [(96 * 64, 672), (108 * 64, 672), (8128, 999)]),
        ("odd/1", 3, 0, [(33 * 64, 1), (95 * 64, 25)], [(32 * 64, 1), (97 * 64, 25), (36 * 64, 25)]),
        ("odd/4", 0, 1, [(256, 26), (193, 79)], [(192, 26), (257, 79), (512, 26)]),
    ],
)
def test_a_class_is_all_that_its_letter_moves(
    row: str, size: int, exponent: int, inside: list[tuple[int, int]], outside: list[tuple[int, int]]
) -> None:
    index = router.index_routes(lettered(row, size, exponent), ("gmpy2", "openssl", "pure"))

    def chosen(modulus_bits: int, exponent_bits: int) -> str:
        modulus, e = encoded(2**modulus_bits - 1), encoded(2**exponent_bits - 1)
        return router.choose_in(index, 999, e, modulus).backend

    assert {chosen(*shape) for shape in inside} == {"openssl"}
    assert {chosen(*shape) for shape in outside} == {"gmpy2"}


def test_leading_zeros_of_the_modulus_do_not_count() -> None:
    index = router.index_routes(lettered("odd/8", 1, 2), ACTIVE)
    exponent = encoded(2**100)
    for bits in (8, 255, 256, 257, 960, 961, 1024, 1025):
        plain = router.choose_in(index, 200, exponent, encoded(2**bits - 1))
        padded = router.choose_in(index, 200, exponent, encoded(2**bits - 1, zeros=100))
        assert plain is padded


def test_native_takes_every_modulus_up_to_256_bits() -> None:
    index = router.index_routes(all_to("o"), ACTIVE)
    for modulus in (1, 2, 97, 2**255, 2**256 - 1, 2**256 - 2):
        assert router.choose_in(index, 5, b"\3", encoded(modulus)).backend == "native"
    assert router.choose_in(index, 5, b"\3", encoded(2**256 + 1)).backend == "openssl"


@pytest.mark.parametrize(
    ("letter", "active", "chosen"),
    [
        ("o", ("gmpy2", "openssl", "pure"), "openssl"),
        ("o", ("gmpy2", "pure"), "gmpy2"),
        ("o", ("native", "pure"), "native"),
        ("o", ("pure",), "pure"),
        ("g", ("openssl", "pure"), "openssl"),
        ("g", ("pure",), "pure"),
    ],
)
def test_absent_winners_are_replaced(letter: str, active: tuple[str, ...], chosen: str) -> None:
    index = router.index_routes(all_to(letter), active)
    for modulus in (97, 98, 2**256 - 1, 2**2048 - 1, 2**2048 - 2):
        assert router.choose_in(index, 5, b"\3", encoded(modulus)).backend == chosen
    wide = router.choose_in(index, 5, b"\3", encoded(2**2048)).backend
    assert wide == ("gmpy2" if "gmpy2" in active else chosen)


def test_a_route_says_why() -> None:
    index = router.index_routes(all_to("g"), ACTIVE)
    route = router.choose_in(index, 128, b"\1\0\1", encoded(2**2048 - 1))
    assert route.why == "odd modulus of 17 to 32 limbs in 8s, exponent of 0 to 25 bits"
    assert "even" in router.choose_in(index, 128, b"\1\0\1", encoded(2**2048 - 2)).why
    assert "longer than a limb" in router.choose_in(index, 128, b"\1\0\1", encoded(2**2048)).why
    assert "256 bits" in router.choose_in(index, 128, b"\1\0\1", b"\7").why


def test_what_is_not_measured_says_so_and_uses_one_backend() -> None:
    for table in (routes.AARCH64, routes.OTHER_64, routes.OTHER_32):
        assert table.measured.startswith("not measured")
        assert {letter for row in table.rows.values() for letters in row for letter in letters} == {"g"}
    assert routes.OTHER_32.limb_bits == 32
    assert routes.X86_64_IFMA.measured.startswith("not measured")


def test_every_table_is_complete() -> None:
    tables = (routes.X86_64, routes.X86_64_ADX, routes.X86_64_IFMA)
    for table in (*tables, routes.AARCH64, routes.OTHER_64, routes.OTHER_32):
        assert route_file.parse(route_file.dump(table, []), table) == table


def document(**changes: object) -> str:
    return json.dumps({**json.loads(route_file.dump(routes.X86_64, [])), **changes})


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "Expecting value"),
        ("{", "Expecting property name"),
        ("[]", "not a routing table"),
        (document(format=1), "not a routing table of format 2"),
        (document(machine="riscv64"), "made on riscv64"),
        (document(limb_bits=32), "32-bit limbs"),
        (document(native_bytes=31), "native_bytes must be"),
        (document(native_bytes="1024"), "native_bytes must be"),
        (document(native_bytes=True), "native_bytes must be"),
        (document(rows=None), "the rows must be"),
        (document(rows={"odd/8": []}), "the rows must be"),
        (document(rows={**routes.X86_64.rows, "odd/4": ["ggggg"]}), "row odd/4 must be"),
        (document(rows={**routes.X86_64.rows, "odd/1": ["gggg"] * 5}), "row odd/1 must be"),
        (document(rows={**routes.X86_64.rows, "even/8": ["ggggx"] * 5}), "row even/8 must be"),
        (document(rows={**routes.X86_64.rows, "even/8": "ggggg"}), "row even/8 must be"),
    ],
)
def test_damaged_or_foreign_tables_are_refused(
    text: str, reason: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    where = tmp_path / "routes.json"
    where.write_text(text)
    monkeypatch.setenv(route_file.VARIABLE, str(where))
    with pytest.warns(route_file.RouteFileWarning, match=reason) as warned:
        assert route_file.load(routes.X86_64) is None
    assert str(where) in str(warned[0].message)
    assert "built-in" in str(warned[0].message)


def test_binary_rubbish_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    where = tmp_path / "routes.json"
    where.write_bytes(b"\xff\xfe\x00")
    monkeypatch.setenv(route_file.VARIABLE, str(where))
    with pytest.warns(route_file.RouteFileWarning):
        assert route_file.load(routes.X86_64) is None


def test_a_named_file_that_is_not_there_is_an_error_to_hear_of(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(route_file.VARIABLE, str(tmp_path / "absent.json"))
    with pytest.warns(route_file.RouteFileWarning, match="no such file"):
        assert route_file.load(routes.X86_64) is None


def test_without_any_file_there_is_no_warning(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, recwarn: pytest.WarningsRecorder
) -> None:
    monkeypatch.delenv(route_file.VARIABLE, raising=False)
    monkeypatch.setattr(route_file, "_configuration", lambda: tmp_path)
    assert route_file.load(routes.X86_64) is None
    assert not recwarn.list


def test_a_written_table_is_used(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    table = router.built_in_table()._replace(
        rows=lettered("odd/8", 1, 2).rows, measured="here", native_bytes=64
    )
    where = tmp_path / "routes.json"
    where.write_text(route_file.dump(table, [{"shape": "odd"}]))
    monkeypatch.setenv(route_file.VARIABLE, str(where))
    assert router.active_table() == table
    routing.reset()
    modulus = encoded(2 ** (table.limb_bits * 16) - 1)
    if {"gmpy2", "openssl"} <= set(routing.active_backends()):
        assert router.choose(999, encoded(2**100), modulus).backend == "openssl"
        assert router.choose(999, encoded(2**700), modulus).backend == "gmpy2"
    routing.reset()


def test_the_table_in_force_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    built_in = router.built_in_table()
    monkeypatch.setattr(route_file, "_configuration", lambda: tmp_path)
    monkeypatch.delenv(route_file.VARIABLE, raising=False)
    assert router.table_in_force().startswith(f"{built_in.machine}, built in: native up to ")
    where = tmp_path / "routes.json"
    where.write_text(route_file.dump(built_in._replace(measured="here", native_bytes=100), []))
    monkeypatch.setenv(route_file.VARIABLE, str(where))
    assert router.table_in_force() == f"{built_in.machine}, from {where}: native up to 800 bits; here"


def test_native_has_all_that_the_table_gives_it() -> None:
    index = router.index_routes(routes.X86_64_ADX, ACTIVE)
    for base_len, exponent, bits in product((1, 999), (3, 2**2000), (1, 256, 257, 511, 2048, 8191, 8192)):
        for modulus in (2**bits - 1, 2**bits - 2, 2 ** (bits - 1)):
            if modulus:
                assert (
                    router.choose_in(index, base_len, encoded(exponent), encoded(modulus)).backend == "native"
                )
    assert router.choose_in(index, 999, b"\3", encoded(2**8192 + 1)).backend == "gmpy2"


def test_where_the_table_is(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(route_file.VARIABLE, raising=False)
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.setenv("XDG_CONFIG_HOME", "/conf")
    assert route_file.path() == Path("/conf/evm-precompiles-plus/routes.json")
    monkeypatch.setenv(route_file.VARIABLE, "/elsewhere/r.json")
    assert route_file.path() == Path("/elsewhere/r.json")


@pytest.mark.parametrize(
    ("machine", "maxsize", "table"),
    [
        ("x86_64", 2**63 - 1, routes.X86_64),
        ("AMD64", 2**63 - 1, routes.X86_64),
        ("arm64", 2**63 - 1, routes.AARCH64),
        ("aarch64", 2**63 - 1, routes.AARCH64),
        ("riscv64", 2**63 - 1, routes.OTHER_64),
        ("x86_64", 2**31 - 1, routes.OTHER_32),
    ],
)
def test_the_machine_decides_the_table(
    machine: str, maxsize: int, table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(platform, "machine", lambda: machine)
    monkeypatch.setattr(sys, "maxsize", maxsize)
    monkeypatch.setattr(router, "native_body", lambda: None)
    assert router.built_in_table() is table


@pytest.mark.parametrize(
    ("body", "table"),
    [
        ("ifma", routes.X86_64_IFMA),
        ("adx", routes.X86_64_ADX),
        ("portable", routes.X86_64),
        ("ifma-emulated", routes.X86_64),
    ],
)
def test_the_body_of_native_decides_the_table(
    body: str, table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(platform, "machine", lambda: "x86_64")
    monkeypatch.setattr(router, "native_body", lambda: body)
    assert router.built_in_table() is table
