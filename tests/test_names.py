"""Names as others write them, addresses in every spelling, and what is said where there is a doubt."""

import pytest

from evm_precompiles_plus import UnknownPrecompile, WrongType, run
from evm_precompiles_plus.precompiles.names import _NAMED, _SPELLINGS, meant_by, spelled
from evm_precompiles_plus.registry import NAMES, TABLE, bound_table, find

# EIP-7910's names, go-ethereum's (its test data and contracts), Solidity's and Vyper's libraries.
WRITTEN = {
    "ecrecover": "ECREC ecRecover ECRECOVER ec_recover",
    "modexp": "MODEXP modExp bigModExp ModExp mod_exp expmod",
    "ecadd": "BN254_ADD bn128Add bn256Add ecAdd alt_bn128_add altBn128Add EC_ADD bn254-add",
    "ecmul": "BN254_MUL bn128Mul bn256ScalarMul ecMul alt_bn128_mul EC_MUL",
    "ecpairing": "BN254_PAIRING bn128Pairing bn256Pairing ecPairing alt_bn128_pairing",
    "blake2f": "BLAKE2F blake2F blake2b_f blake2",
    "point_evaluation": "KZG_POINT_EVALUATION kzgPointEvaluation pointEvaluation POINT_EVALUATION",
    "bls12_g1add": "BLS12_G1ADD bls12381G1Add bls12_381_g1_add blsG1Add",
    "bls12_g1msm": "BLS12_G1MSM bls12381G1MultiExp bls12_g1_msm",
    "bls12_g2add": "BLS12_G2ADD bls12381G2Add blsG2Add",
    "bls12_g2msm": "BLS12_G2MSM bls12381G2MultiExp bls12_g2_msm",
    "bls12_pairing_check": "BLS12_PAIRING_CHECK bls12381Pairing blsPairing bls12_pairing",
    "bls12_map_fp_to_g1": "BLS12_MAP_FP_TO_G1 bls12381MapG1 blsMapG1",
    "bls12_map_fp2_to_g2": "BLS12_MAP_FP2_TO_G2 bls12381MapG2 blsMapG2",
    "p256verify": "P256VERIFY p256Verify secp256r1Verify P256_VERIFY",
}


def test_every_precompile_has_its_row() -> None:
    assert set(_SPELLINGS) == set(WRITTEN) == set(NAMES)


@pytest.mark.parametrize("name", NAMES)
def test_names_as_others_write_them(name: str) -> None:
    address = next(row.address for row in TABLE if row.name == name)
    for spelling in (name, name.upper(), *WRITTEN[name].split()):
        assert spelled(spelling) == name, spelling
    for number in (address, hex(address), f"0x{address:04x}", f"0x{address:040X}"):
        assert spelled(number) == address


def test_no_spelling_is_two_precompiles() -> None:
    of: dict[str, set[str]] = {}
    for name, (curves, rests) in _SPELLINGS.items():
        for spelling in (name.replace("_", ""), *(curve + rest for curve in curves for rest in rests)):
            of.setdefault(spelling, set()).add(name)
            assert spelled(spelling) == name
    assert max(map(len, of.values())) == 1
    assert of.keys() == _NAMED.keys()


def test_run_reads_them_too() -> None:
    for name, address in (
        ("bn128Add", 6),
        ("alt_bn128_pairing", 8),
        ("0x0008", 8),
        ("5", 5),
        ("0x0100", 256),
    ):
        assert run(name, b"") == run(address, b"")
        assert find(name, "osaka").address == address


@pytest.mark.parametrize(
    ("given", "meant"),
    [
        ("modex", ["modexp (0x05)"]),
        ("ecrecver", ["ecrecover (0x01)"]),
        ("bn128_pairng", ["ecpairing (0x08)"]),
        ("5 ", ["modexp (0x05)"]),
        ("10", ["point_evaluation (0x0a)", "bls12_map_fp_to_g1 (0x10)"]),
        ("0100", ["p256verify (0x100)"]),
        ("256", ["p256verify (0x100)"]),
    ],
)
def test_what_may_have_been_meant_is_named(given: str, meant: list[str]) -> None:
    # A precompile that needs a library which is not there is none to be meant.
    there = {bound.name for bound in bound_table("osaka").values()}
    meant = [name for name in meant if name.split()[0] in there]
    with pytest.raises(UnknownPrecompile) as raised:
        run(given, b"")
    assert f"{given!r}; did you mean {' or '.join(meant)}? Or choose from: ecrecover (0x01), " in str(
        raised.value
    )


@pytest.mark.parametrize(
    "given", ["", "0x", "0xzz", "-5", "0x0_5", "\u0665", "identity", "mod\u00b9exp", "m.odexp", 4096]
)
def test_what_is_like_no_name_is_unknown(given: str | int) -> None:
    with pytest.raises(UnknownPrecompile, match=r"; choose from: ecrecover \(0x01\)|did you mean modexp"):
        run(given, b"")
    assert spelled(given) == given


def test_a_meant_precompile_is_one_of_the_fork() -> None:
    assert meant_by("p256verfy") == ["p256verify"] * len(meant_by("p256verfy"))
    with pytest.raises(UnknownPrecompile) as raised:
        run("p256verfy", b"", "prague")
    assert "did you mean" not in str(raised.value)


@pytest.mark.parametrize("given", [True, False, None, 1.0, b"modexp", bytes(19) + b"\5", ["modexp"]])
def test_what_is_neither_text_nor_number_is_a_type_error(given: object) -> None:
    run(1, b"")
    run(0x100, b"")
    with pytest.raises(WrongType) as raised:
        run(given, b"")  # type: ignore[arg-type]
    kind = type(given).__name__
    assert isinstance(raised.value, TypeError)
    assert str(raised.value) == f"a precompile is of type {kind}; it must be a name or an address, str or int"
