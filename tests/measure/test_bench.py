"""The benchmarks measure what they name: shapes, contestants, gas, figures, ablations. Never how fast."""

import json
import sys
from pathlib import Path

import pytest

from evm_precompiles_plus import routing, run
from evm_precompiles_plus.arithmetic.curves.multiply import mul_double_and_add
from evm_precompiles_plus.arithmetic.curves.params import BN254
from evm_precompiles_plus.measure import ablation, bench, bench_report, shapes
from evm_precompiles_plus.measure.bench import Row
from evm_precompiles_plus.measure.plots import PlottingUnavailable
from evm_precompiles_plus.measure.shapes import Shape
from evm_precompiles_plus.measure.timing import Time
from evm_precompiles_plus.registry import NAMES, find

G = (BN254.Gx, BN254.Gy)
# Cheap beside the others of EIP-2537.
UNMEASURED = {"bls12_g1add", "bls12_g2add", "bls12_map_fp_to_g1", "bls12_map_fp2_to_g2"}


def row(shape: str, precompile: str, gas: int, backend: str = "gmpy2", **times: float) -> Row:
    return Row(shape, precompile, gas, backend, {name: Time(us, us) for name, us in times.items()})


def by_name() -> dict[str, Shape]:
    return {shape.name: shape for shape in shapes.shapes()}


def test_every_shape_of_the_plan_is_there_under_its_own_name() -> None:
    names = [shape.name for shape in shapes.shapes()]
    assert len(names) == len(set(names)) == 11 * 6 * 2 + 5 + len(list(shapes.table_shapes()))
    for modulus_bits in (128, 192, 256, 320, 512, 768, 1024, 1536, 2048, 4096, 8192):
        for exponent in ("3", "65537", "64 bits", "256 bits", "2048 bits", "8192 bits"):
            assert {f"modexp {modulus_bits} {parity} e={exponent}" for parity in ("odd", "even")} <= set(
                names
            )
    assert {
        "ecadd",
        *(f"ecmul {kind} scalar" for kind in ("small", "half-size", "random", "maximal")),
    } <= set(names)


def test_headline_is_part_of_it_and_has_every_other_precompile() -> None:
    headline = [shape.name for shape in shapes.headline_shapes()]
    assert set(shapes.HEADLINE) < set(headline) <= set(by_name())
    assert {shape.precompile for shape in shapes.headline_shapes()} >= set(NAMES) - UNMEASURED


@pytest.mark.parametrize("shape", list(shapes.table_shapes()), ids=lambda shape: shape.name)
def test_table_shapes_are_calls_that_succeed(shape: Shape) -> None:
    """Each call does the whole work: signatures recover, proofs hold, pairings are true."""
    if routing.why_missing("arkworks") and shape.precompile.startswith("bls12"):
        pytest.skip("no py-arkworks-bls12381")
    output = run(shape.precompile, shape.data).output
    assert any(output)
    if "pairing" in shape.precompile or shape.precompile == "p256verify":
        assert output == bytes(31) + b"\1"


def test_modexp_shapes_are_what_their_names_say() -> None:
    for shape in shapes.modexp_shapes():
        _, modulus_bits, parity, exponent_name, *_ = shape.name.split()
        base_len, exp_len, mod_len, *_ = find("modexp", "prague").decode(shape.data)
        operands = bench.split_modexp(shape.data, base_len, exp_len)
        base, exponent, modulus = (int.from_bytes(operand, "big") for operand in operands)
        assert modulus.bit_length() == int(modulus_bits)
        assert modulus % 2 == (parity == "odd")
        assert len(operands[0]) == len(operands[2]) == mod_len
        assert base > 3
        named = int(exponent_name.removeprefix("e="))
        assert named in ((exponent,) if named in (3, 65537) else (exponent.bit_length(),))


def test_curve_shapes_are_points_and_scalars_of_their_kind() -> None:
    shapes = by_name()
    point = mul_double_and_add(BN254, 0xACE, G)
    assert point is not None
    for kind, least, most in (("small", 2, 2**16), ("half-size", 2**126, 2**127), ("random", 2**248, 2**256)):
        data = shapes[f"ecmul {kind} scalar"].data
        assert data[:64] == b"".join(part.to_bytes(32, "big") for part in point)
        assert least <= int.from_bytes(data[64:], "big") < most
    assert shapes["ecmul maximal scalar"].data[64:] == b"\xff" * 32
    assert len(shapes["ecadd"].data) == 128


def test_measure_has_every_contestant_that_can_do_the_shape() -> None:
    chosen = [by_name()[name] for name in ("ecadd", "modexp 256 odd e=3", "modexp 512 even e=65537")]
    names = routing.active_backends("modexp")
    ecadd, narrow, wide = bench.measure(chosen, fork="prague", with_backends=names, rounds=1)
    assert set(ecadd.times) == {"run", "stock", *(set(names) - {"openssl"})}
    assert set(narrow.times) == {"run", "stock", *names}
    assert set(wide.times) == {"run", "stock", *names}
    assert (ecadd.gas, narrow.gas) == (150, 200)
    assert wide.gas == 8**2 * 16 // 3
    for each in (ecadd, narrow, wide):
        assert each.backend in routing.active_backends()
        assert each.gas_per_second > 0
        assert each.times_stock


def test_measure_goes_by_the_rules_of_the_fork() -> None:
    shape = by_name()["modexp 256 odd e=3"]
    (osaka,) = bench.measure([shape], fork="osaka", rounds=1)
    (byzantium,) = bench.measure([shape], fork="byzantium", with_stock=False, rounds=1)
    assert osaka.gas == 500
    assert "stock" in osaka.times
    assert byzantium.gas == 32**2 // 20
    assert byzantium.times_stock is None


def test_figures_follow_from_the_times() -> None:
    slow, fast = row("a", "ecmul", 6000, run=60, stock=6000), row("b", "ecmul", 6000, run=6)
    assert slow.gas_per_second == pytest.approx(100e6)
    assert slow.times_stock == 100
    assert fast.times_stock is None
    assert bench.worst([fast, slow, row("c", "ecadd", 150, run=1)]) == {
        "ecmul": slow,
        "ecadd": row("c", "ecadd", 150, run=1),
    }


def test_gain_over_one_backend() -> None:
    rows = [
        row("modexp 1024 odd e=256 bits", "modexp", 1, "openssl", gmpy2=100, openssl=80),
        row("modexp 4096 odd e=2048 bits", "modexp", 1, "openssl", gmpy2=100, openssl=45),
        row("modexp 8192 odd e=2048 bits", "modexp", 1, "openssl", gmpy2=100, openssl=103),
        row("modexp 2048 odd e=3", "modexp", 1, "gmpy2", gmpy2=100, openssl=300),
        row("modexp 2048 even e=256 bits", "modexp", 1, "gmpy2", gmpy2=100, openssl=10),
        row("ecmul", "ecmul", 1, "native", native=1),
    ]
    gain = bench.gain_over(rows, "gmpy2")
    assert gain is not None
    assert (gain.shapes, round(gain.geometric_mean, 6), gain.worst) == (2, 0.6, 1.03)
    assert bench.gain_over(rows[4:], "gmpy2") is None


def test_report_prints_a_table(capsys: pytest.CaptureFixture[str]) -> None:
    bench_report.report(
        match="ecmul small",
        headline=False,
        fork="prague",
        only=["pure"],
        with_stock=False,
        rounds=1,
        in_json=False,
        plot=None,
    )
    printed = capsys.readouterr().out
    assert "ecmul small scalar" in printed
    assert "pure, us" in printed
    assert "stock, us" not in printed
    assert "least gas a second of ecmul" in printed


def test_report_prints_json_and_draws(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("matplotlib")
    plot = tmp_path / "bars.png"
    bench_report.report(
        match="ecadd",
        headline=False,
        fork="prague",
        only=["pure"],
        with_stock=True,
        rounds=1,
        in_json=True,
        plot=plot,
    )
    document = json.loads(capsys.readouterr().out)
    (ecadd,) = document["rows"]
    assert (ecadd["shape"], ecadd["gas"]) == ("ecadd", 150)
    assert ecadd["times"]["pure"]["shortest"] > 0
    assert document["machine"]
    assert plot.read_bytes().startswith(b"\x89PNG")


def test_without_matplotlib_nothing_is_measured_in_vain(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    monkeypatch.setattr(bench_report, "measure", lambda *_, **__: pytest.fail("measured"))
    with pytest.raises(PlottingUnavailable, match=r"pip install 'evm-precompiles-plus\[plot\]'"):
        bench_report.report(
            match="",
            headline=False,
            fork="prague",
            only=[],
            with_stock=False,
            rounds=1,
            in_json=False,
            plot=Path("x.png"),
        )


def test_every_variant_of_ecmul_multiplies() -> None:
    for name, multiply in ablation.ecmul_variants().items():
        for k in (0, 1, 2, 5, BN254.N - 1, BN254.N, 2**256 - 1, 0xDEADBEEF << 200, BN254.endomorphism.LAMBDA):
            assert multiply(BN254, k, G) == mul_double_and_add(BN254, k, G), (name, k)


def test_ablation_of_ecmul_names_glv_and_every_width() -> None:
    times = ablation.ecmul("pure", rounds=1)
    widths = {f"{prefix}wNAF {width}" for prefix in ("", "GLV, ") for width in range(2, 7)}
    assert set(times) == {"double-and-add", "GLV, plain interleaving"} | widths
    with pytest.raises(ValueError, match="gmpy2, pure"):
        ablation.ecmul("openssl")


def test_ablation_of_the_window_names_every_width_and_the_planned_one() -> None:
    times = ablation.modexp_window(512, 64, rounds=1)
    assert {f"width {width}" for width in range(1, 9)} < set(times)
    assert len(times) == 9


def test_report_of_ablations(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    variants = dict.fromkeys(ablation.ecmul_variants(), Time(100, 100))
    monkeypatch.setattr(ablation, "ecmul", lambda backend, rounds: {**variants, "GLV, wNAF 4": Time(60, 60)})
    bench_report.report_ablation("ecmul", rounds=1)
    printed = capsys.readouterr().out
    assert "GLV lowers the time by 40.0%" in printed
    assert "0.600" in printed
    monkeypatch.setattr(
        ablation, "modexp_window", lambda rounds: {"width 1": Time(2, 2), "width 2": Time(1, 1)}
    )
    bench_report.report_ablation("window", rounds=1)
    assert "0.500" in capsys.readouterr().out
