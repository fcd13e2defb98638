"""The calibration: its operands and classes, what it derives from times, its file, and the built-in sweep."""

import json
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from evm_precompiles_plus import routing
from evm_precompiles_plus.measure import calibrate, calibrate_report
from evm_precompiles_plus.measure.calibrate import EXPONENT_BITS, MODULUS_BITS, Cell
from evm_precompiles_plus.measure.timing import Time, interleaved
from evm_precompiles_plus.routing import route_file, router, routes
from evm_precompiles_plus.routing.routes import EXPONENT_FROM, LIMBS_FROM, ROW_NAMES

SWEEPS = Path(routes.__file__).parent / "sweeps"
BUILT_IN = {"x86_64": routes.X86_64, "x86_64_adx": routes.X86_64_ADX}


def cell(shape: str, modulus_bits: int, exponent_bits: int, gmpy2: float, openssl: float) -> Cell:
    times = {"gmpy2": Time(gmpy2, gmpy2), "openssl": Time(openssl, openssl)}
    return Cell(shape, modulus_bits, exponent_bits, times)


def value(encoded: bytes) -> int:
    return int.from_bytes(encoded, "big")


@pytest.mark.parametrize("modulus_bits", MODULUS_BITS)
@pytest.mark.parametrize("shape", routes.SHAPES)
def test_operands_have_exactly_the_lengths_of_their_class(shape: str, modulus_bits: int) -> None:
    for exponent_bits in EXPONENT_BITS:
        base, exponent, modulus = calibrate.operands(shape, modulus_bits, exponent_bits, seed=9)
        assert value(modulus).bit_length() == modulus_bits
        assert value(exponent).bit_length() == exponent_bits
        assert value(modulus) % 2 == (shape != "even")
        assert len(base) == (1 if shape == "word" else len(modulus))
        # Even moduli keep their class: the odd part is at most three bits shorter, and not a limb.
        found, limbs, _ = router.classify(len(base), exponent, modulus, 64)
        assert (found, limbs) == (shape, modulus_bits // 64)
    assert value(calibrate.operands(shape, modulus_bits, 17, seed=9)[1]) == 65537


@pytest.mark.parametrize("modulus_bits", MODULUS_BITS)
def test_half_of_a_modulus_is_a_power_of_two(modulus_bits: int) -> None:
    modulus = value(calibrate.operands("half", modulus_bits, 17, seed=9)[2])
    assert modulus.bit_length() == modulus_bits
    assert (modulus & -modulus).bit_length() - 1 == modulus_bits // 2


def test_the_grid_has_a_cell_in_every_class() -> None:
    cells = [
        cell(shape, modulus_bits, exponent_bits, 1, 1)
        for shape in routes.SHAPES
        for modulus_bits in MODULUS_BITS
        for exponent_bits in EXPONENT_BITS
    ]
    reached = {calibrate.class_of(each, 64) for each in cells}
    assert reached == {
        (row, size, exponent)
        for row in ROW_NAMES
        for size in range(len(LIMBS_FROM))
        for exponent in range(len(EXPONENT_FROM))
    }


def test_a_class_goes_to_openssl_where_it_wins_in_every_cell() -> None:
    def letter(*cells: Cell) -> str:
        return calibrate.derive_rows(cells, routes.OTHER_64)["odd/8"][2][3]

    assert letter(cell("odd", 2048, 256, 100, 95)) == "o"
    assert letter(cell("odd", 2048, 256, 100, 97)) == "g"
    assert letter(cell("odd", 2048, 256, 100, 80), cell("odd", 1536, 256, 100, 95)) == "o"
    assert letter(cell("odd", 2048, 256, 100, 80), cell("odd", 1536, 256, 100, 97)) == "g"


def test_classes_without_a_cell_keep_the_built_in_winner() -> None:
    rows = calibrate.derive_rows([cell("odd", 1024, 128, 1, 2)], routes.X86_64)
    changed = {name for name in ROW_NAMES if rows[name] != routes.X86_64.rows[name]}
    assert changed == {"odd/8"}
    assert rows["odd/8"][1] == "gg" + "g" + routes.X86_64.rows["odd/8"][1][3:]


def with_native(modulus_bits: int, native: float, best: float = 100) -> Cell:
    each = cell("odd", modulus_bits, 17, best, 200)
    return each._replace(times={**each.times, "native": Time(native, native)})


@pytest.mark.parametrize(
    ("cells", "native_bytes"),
    [
        ([], 32),
        ([with_native(512, 102)], 64),
        ([with_native(512, 103)], 32),
        ([with_native(512, 50), with_native(1024, 50), with_native(2048, 150)], 128),
        ([with_native(512, 50), with_native(1024, 150), with_native(2048, 50)], 64),
        ([with_native(512, 50), with_native(512, 150)], 32),
        ([with_native(512, 50), cell("odd", 1024, 17, 100, 100)], 64),
    ],
)
def test_native_is_given_what_it_wins_with_all_below(cells: list[Cell], native_bytes: int) -> None:
    assert calibrate.derive_native_bytes(cells) == native_bytes
    assert calibrate.derive_native_bytes(cells[::-1]) == native_bytes


def sweep_of(name: str) -> tuple[dict[str, Any], list[Cell]]:
    document = json.loads((SWEEPS / f"{name}.json").read_text())
    return document, [calibrate.from_json(entry) for entry in document["cells"]]


def test_every_sweep_is_one_of_a_built_in_table() -> None:
    assert {path.stem for path in SWEEPS.iterdir()} == set(BUILT_IN)


@pytest.mark.parametrize("name", BUILT_IN)
def test_a_built_in_table_is_what_its_sweep_makes(name: str) -> None:
    table = BUILT_IN[name]
    document, cells = sweep_of(name)
    shapes = routes.SHAPES if name == "x86_64" else calibrate.GRID_SHAPES
    assert len(cells) == len(MODULUS_BITS) * len(EXPONENT_BITS) * len(shapes)
    assert {key: document[key] for key in document if key != "cells"} == {
        "machine": table.machine,
        "limb_bits": table.limb_bits,
        "measured": table.measured,
    }
    assert calibrate.derive_native_bytes(cells) == table.native_bytes
    if name == "x86_64":
        assert calibrate.derive_rows(cells, routes.OTHER_64) == table.rows


@pytest.mark.parametrize("name", BUILT_IN)
def test_a_built_in_table_does_well_on_its_sweep(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    _, cells = sweep_of(name)
    in_sweep = {backend for each in cells for backend in each.times}
    index = router.index_routes(BUILT_IN[name], (*in_sweep, "pure"))
    monkeypatch.setattr(calibrate, "choose", lambda *call: router.choose_in(index, *call))
    score = calibrate.score(cells)
    assert score.within_8_percent >= 0.9 * score.cells
    assert score.slower_than_worst == 0
    assert score.worst_against_gmpy2 <= 1.02


def test_margin_and_ranking() -> None:
    assert cell("odd", 512, 17, 10, 25).ranking == ["gmpy2", "openssl"]
    assert cell("odd", 512, 17, 10, 25).margin == 2.5
    assert Cell("odd", 512, 17, {"pure": Time(3, 3)}).margin == 1


def test_cells_survive_json() -> None:
    each = cell("even", 512, 17, 1.5, 2.25)
    assert calibrate.from_json(json.loads(json.dumps(calibrate.as_json(each)))) == each


def test_sweep_measures_each_cell_with_every_backend_that_takes_it() -> None:
    cells = list(calibrate.sweep((256, 512), (17,), ("odd", "even"), rounds=1))
    assert [each[:3] for each in cells] == [
        ("odd", 256, 17),
        ("odd", 512, 17),
        ("even", 256, 17),
        ("even", 512, 17),
    ]
    usual = set(routing.active_backends("modexp")) - {"pure"} or {"pure"}
    assert all(set(each.times) == usual for each in cells)
    for each in cells:
        assert all(0 < time.shortest <= time.median for time in each.times.values())


def test_a_written_table_is_used_at_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(route_file.VARIABLE, str(tmp_path / "deep" / "routes.json"))
    cells = [cell("odd", 1024, 128, 100, 50), cell("odd", 1024, 256, 100, 200)]
    with pytest.warns(route_file.RouteFileWarning):
        router.forget_table()
        router.active_table()
    assert calibrate.write(cells) == tmp_path / "deep" / "routes.json"
    table = router.active_table()
    assert table.rows["odd/8"][1][2:4] == "og"
    assert table.measured
    assert [path.name for path in (tmp_path / "deep").iterdir()] == ["routes.json"]
    router.forget_table()


def test_report_prints_winners_and_writes_what_it_is_asked_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv(route_file.VARIABLE, str(tmp_path / "routes.json"))
    first = [cell("odd", 1024, 128, 100, 110), cell("odd", 1024, 17, 10, 25)]
    second = [cell("odd", 1024, 128, 120, 80), cell("odd", 1024, 17, 20, 50)]
    sweeps = iter([first, second])
    monkeypatch.setattr(calibrate_report, "sweep", lambda rounds: next(sweeps))
    plot = pytest.importorskip("matplotlib") and tmp_path / "map.png"
    calibrate_report.report(rounds=1, sweeps=2, plot=plot, to_file=True)
    printed = capsys.readouterr().out
    assert "openssl 1.25" in printed
    assert "gmpy2 2.50" in printed
    row = next(line.split() for line in printed.splitlines() if line.startswith("odd      8"))
    assert row[3][0] == "g"
    assert row[3][2] == "o"
    assert str(tmp_path / "routes.json") in printed
    assert plot.read_bytes().startswith(b"\x89PNG")
    assert len(json.loads((tmp_path / "routes.json").read_text())["cells"]) == 2
    router.forget_table()


def test_contestants_take_turns() -> None:
    order = []
    times = interleaved({"a": lambda: order.append("a"), "b": lambda: order.append("b")}, rounds=3)
    assert set(times) == {"a", "b"}
    changes = sum(left != right for left, right in pairwise(order))
    # Once in the warm-up, and then every turn of three rounds.
    assert changes == 7
