"""The bugs: where, which text becomes which, and the tests that must notice.

A text occurs exactly once in its file. Left out are changes that change no answer: `>` for `>=` at a
coordinate that no point has, or a bound at which both formulas agree.
"""

from typing import NamedTuple

PLUS = "evm_precompiles_plus"
WALK = "tests/native/test_native.py::test_small_multiples_one_by_one"
SHAPES = "tests/native/test_native.py::test_modexp_shapes"


class Mutation(NamedTuple):
    """One bug. `tests` are node ids apart by spaces; the quick ones are not behind the marker `slow`."""

    name: str
    file: str
    old: str
    new: str
    tests: str
    quick: bool = False

    @property
    def is_c(self) -> bool:
        return self.file.endswith((".c", ".h"))


CURVES = [
    Mutation(
        "wnaf: carry of a negative digit dropped",
        f"{PLUS}/arithmetic/curves/wnaf.py",
        "rest = (rest - digit) >> 1",
        "rest >>= 1",
        "tests/arithmetic/test_wnaf.py::test_largest_scalar_has_one_digit_more_than_bits",
        quick=True,
    ),
    Mutation(
        "wnaf: sign wrong just above half the window",
        f"{PLUS}/arithmetic/curves/wnaf.py",
        "if digit >= window >> 1:",
        "if digit > (window >> 1) + 1:",
        "tests/arithmetic/test_wnaf.py::test_largest_scalar_has_one_digit_more_than_bits "
        "tests/arithmetic/test_curves_small.py::test_every_scalar_of_every_point",
    ),
    Mutation(
        "glv: sign of the second half",
        f"{PLUS}/arithmetic/curves/glv.py",
        "-c1 * b1 - c2 * b2",
        "c1 * b1 - c2 * b2",
        "tests/arithmetic/test_glv.py::test_edges",
        quick=True,
    ),
    Mutation(
        "glv: rounds down instead of to the nearest",
        f"{PLUS}/arithmetic/curves/glv.py",
        "(2 * numerator + denominator) // (2 * denominator)",
        "numerator // denominator",
        "tests/arithmetic/test_glv.py::test_the_shortest_halves_are_found_for_every_sign",
    ),
    Mutation(
        "glv: scalar reduced by P instead of N",
        f"{PLUS}/arithmetic/curves/glv.py",
        "k %= curve.N",
        "k %= curve.P",
        "tests/arithmetic/test_glv.py::test_edges",
    ),
    Mutation(
        "multiply: table of multiples instead of odd multiples",
        f"{PLUS}/arithmetic/curves/multiply.py",
        "twice = double(P, multiples[0])",
        "twice = multiples[0]",
        "tests/arithmetic/test_curves_small.py::test_every_scalar_of_every_point",
    ),
    Mutation(
        "multiply: negative digits have the positive points",
        f"{PLUS}/arithmetic/curves/multiply.py",
        "= negate(curve, point)",
        "= point",
        "tests/arithmetic/test_curves_small.py::test_every_scalar_of_every_point",
    ),
    Mutation(
        "multiply: the images under phi are the points themselves",
        f"{PLUS}/arithmetic/curves/multiply.py",
        "[phi(curve, multiple) for multiple in multiples]",
        "multiples",
        "tests/arithmetic/test_curves_small.py::test_every_scalar_of_every_point",
    ),
    Mutation(
        "params: the other cube root of 1",
        f"{PLUS}/arithmetic/curves/params.py",
        "BETA=0x59E26BCEA0D48BACD4F263F1ACDB5C4F5763473177FFFFFE",
        "BETA=0x30644E72E131A0295E6DD9E7E0ACCCB0C28F069FBB966E3DE4BD44E5607CFD48",
        "tests/arithmetic/test_params.py::test_endomorphism_constants_belong_together",
    ),
    Mutation(
        "jacobian: no doubling where a mixed addition meets equal points",
        f"{PLUS}/arithmetic/curves/jacobian.py",
        "double(P, left)\n    return _finish_addition(P, X1,",
        "INFINITY\n    return _finish_addition(P, X1,",
        "tests/arithmetic/test_curves_small.py::test_additions_agree_with_chord_and_tangent",
        quick=True,
    ),
    Mutation(
        "jacobian: infinity plus Q is infinity",
        f"{PLUS}/arithmetic/curves/jacobian.py",
        "return x2, y2, 1",
        "return INFINITY",
        "tests/arithmetic/test_curves_small.py::test_additions_agree_with_chord_and_tangent",
    ),
    Mutation(
        "jacobian: infinity in a batch makes all of it zero",
        f"{PLUS}/arithmetic/curves/jacobian.py",
        "running = running * Z % P if Z else running",
        "running = running * Z % P",
        "tests/arithmetic/test_curves_small.py::test_batch_to_affine_with_infinities_anywhere",
    ),
    Mutation(
        "jacobian: sign of B in the curve's equation",
        f"{PLUS}/arithmetic/curves/jacobian.py",
        "* x - curve.B) % curve.P",
        "* x + curve.B) % curve.P",
        "tests/arithmetic/test_curves_small.py::test_is_on_curve_accepts_exactly_the_points",
    ),
    Mutation(
        "integers: no check that a point is on the curve",
        f"{PLUS}/arithmetic/over_integers.py",
        "if not is_on_curve(self.curve, (x, y)):",
        "if False:",
        "tests/backends/test_agreement.py::test_every_edge_of_eip196_agrees_with_the_spec",
    ),
    Mutation(
        "integers: coordinates are reduced instead of refused",
        f"{PLUS}/arithmetic/over_integers.py",
        "if x >= self.curve.P or y >= self.curve.P:",
        "if False:",
        "tests/backends/test_agreement.py::test_every_edge_of_eip196_agrees_with_the_spec",
    ),
    Mutation(
        "integers: coefficients of G2 in the other order",
        f"{PLUS}/arithmetic/over_integers.py",
        "x1, x0, y1, y0 = self._words(encoded)",
        "x0, x1, y0, y1 = self._words(encoded)",
        "tests/test_required.py",
    ),
    Mutation(
        "ecdsa: r compared without reduction by N",
        f"{PLUS}/arithmetic/curves/ecdsa.py",
        "bool(point[0] % curve.N == r)",
        "bool(point[0] == r)",
        "tests/arithmetic/test_ecdsa.py::test_verification_compares_modulo_the_order",
    ),
    Mutation(
        "ecdsa: recovers with +z",
        f"{PLUS}/arithmetic/curves/ecdsa.py",
        "-z * inverse",
        "z * inverse",
        "tests/arithmetic/test_ecdsa.py::test_every_signature_on_small_curves",
    ),
    Mutation(
        "ecdsa: the y of the other parity",
        f"{PLUS}/arithmetic/curves/ecdsa.py",
        "if y % 2 != odd",
        "if y % 2 == odd",
        "tests/arithmetic/test_ecdsa.py::test_lift_x",
    ),
]

PAIRING = [
    Mutation(
        "g2: no check of the subgroup",
        f"{PLUS}/arithmetic/curves/g2.py",
        "if walkers != [_psi_power(tower, point, 3) for point in negatives]:",
        "if False:",
        "tests/arithmetic/test_g2.py::test_points_of_small_order_fail",
    ),
    Mutation(
        "g2: the walk ends at psi**2",
        f"{PLUS}/arithmetic/curves/g2.py",
        "_psi_power(tower, point, 3)",
        "_psi_power(tower, point, 2)",
        "tests/arithmetic/test_g2.py::test_members_of_g2_pass",
    ),
    Mutation(
        "g2: psi without conjugation of y",
        f"{PLUS}/arithmetic/curves/g2.py",
        "(y0, -y1), gamma[3]",
        "(y0, y1), gamma[3]",
        "tests/arithmetic/test_g2.py::test_psi_satisfies_its_equation_on_the_whole_twist",
    ),
    Mutation(
        "tower: wrong Frobenius coefficient",
        f"{PLUS}/arithmetic/curves/tower.py",
        "(a2, -a3), gamma[1]",
        "(a2, -a3), gamma[2]",
        "tests/arithmetic/test_tower.py::test_frobenius_is_the_power_of_p",
        quick=True,
    ),
    Mutation(
        "tower: sign in the product by xi",
        f"{PLUS}/arithmetic/curves/tower.py",
        "return 9 * a4 - a5, 9 * a5 + a4, a0",
        "return 9 * a4 + a5, 9 * a5 + a4, a0",
        "tests/arithmetic/test_tower.py::test_products_squares_and_lines",
    ),
    Mutation(
        "tower: sign in the cyclotomic square",
        f"{PLUS}/arithmetic/curves/tower.py",
        "(6 * (9 * cg0 - cg1) + 2 * b0)",
        "(6 * (9 * cg0 - cg1) - 2 * b0)",
        "tests/arithmetic/test_tower.py::test_cyclotomic_square",
    ),
    Mutation(
        "pairing: sign of the line",
        f"{PLUS}/arithmetic/curves/pairing.py",
        "return -point[0] * inverse_y % P",
        "return point[0] * inverse_y % P",
        "tests/arithmetic/test_pairing.py::test_bilinearity",
    ),
    Mutation(
        "pairing: wrong exponent in the final exponentiation",
        f"{PLUS}/arithmetic/curves/pairing.py",
        "mul(P, mul(P, a, f6t2), f)",
        "mul(P, mul(P, a, f6t), f)",
        "tests/arithmetic/test_pairing.py::test_final_exponentiation_is_the_power_that_it_says",
    ),
    Mutation(
        "pairing: infinity of G1 like a point",
        f"{PLUS}/arithmetic/curves/pairing.py",
        "        return 0, 0\n",
        "        return 1, 1\n",
        "tests/arithmetic/test_pairing.py::test_random_products_on_every_backend",
    ),
]

MODULAR = [
    Mutation(
        "even: Newton's iteration one step short",
        f"{PLUS}/arithmetic/modular/even.py",
        "while bits < k:",
        "while 2 * bits < k:",
        "tests/arithmetic/test_modular.py::test_inverse_of_every_small_odd_number",
        quick=True,
    ),
    Mutation(
        "even: residues swapped in the Chinese remainder theorem",
        f"{PLUS}/arithmetic/modular/even.py",
        "(low - residue)",
        "(residue - low)",
        "tests/arithmetic/test_modular.py::test_crt_combine_finds_every_number",
    ),
    Mutation(
        "even: one low bit of the exponent too few",
        f"{PLUS}/arithmetic/modular/even.py",
        "max(1, k - 2)",
        "max(1, k - 3)",
        "tests/arithmetic/test_modular.py::test_every_small_power_modulo_a_power_of_two",
    ),
    Mutation(
        "even: an even base is zero one exponent too early",
        f"{PLUS}/arithmetic/modular/even.py",
        "elif exponent >= k:",
        "elif exponent >= k - 1:",
        "tests/arithmetic/test_modular.py::test_every_small_power_modulo_a_power_of_two",
    ),
    Mutation(
        "short exponent: base not reduced",
        f"{PLUS}/arithmetic/modular/short_exponent.py",
        "    base %= modulus\n",
        "",
        "tests/arithmetic/test_modular.py::test_short_exponents",
    ),
    Mutation(
        "short exponent: 0**0 mod 1 is 1",
        f"{PLUS}/arithmetic/modular/short_exponent.py",
        "return 1 % modulus",
        "return 1",
        "tests/arithmetic/test_modular.py::test_short_exponents",
    ),
    Mutation(
        "window: of equal plans the wider",
        f"{PLUS}/arithmetic/modular/window.py",
        "if candidate.cost < best.cost",
        "if candidate.cost <= best.cost",
        "tests/arithmetic/test_window.py::test_every_small_exponent_has_the_plan_of_least_cost",
    ),
    Mutation(
        "window: candidates ruled out by a bound that is one too high",
        f"{PLUS}/arithmetic/modular/window.py",
        "-(-ones // width) - 1",
        "-(-ones // width)",
        "tests/arithmetic/test_window.py::test_every_small_exponent_has_the_plan_of_least_cost",
    ),
    Mutation(
        "window: squarings counted from the window's width, not its length",
        f"{PLUS}/arithmetic/modular/window.py",
        "first.bit_length() - _trailing_zeros(first)",
        "first.bit_length()",
        "tests/arithmetic/test_window.py::test_every_small_exponent_has_the_plan_of_least_cost",
    ),
    Mutation(
        "power: the first window is not looked up",
        f"{PLUS}/arithmetic/modular/power.py",
        "powers[found[0][1] >> 1]",
        "powers[0]",
        "tests/arithmetic/test_window.py::test_the_ring_sees_the_operations_of_the_plan",
    ),
    Mutation(
        "power: zeros at the exponent's end forgotten",
        f"{PLUS}/arithmetic/modular/power.py",
        "for _ in range(last_squarings):",
        "for _ in range(0):",
        "tests/arithmetic/test_window.py::test_the_ring_sees_the_operations_of_the_plan",
    ),
]

GAS = [
    Mutation(
        "gas: Berlin's divisor dropped",
        f"{PLUS}/gas/modexp.py",
        "_iterations(call, 8) // 3",
        "_iterations(call, 8)",
        "tests/gas/test_gas.py::test_modexp_costs_what_the_spec_charges",
    ),
    Mutation(
        "gas: Berlin's 8 a byte in Osaka",
        f"{PLUS}/gas/modexp.py",
        "_iterations(call, 16)",
        "_iterations(call, 8)",
        "tests/gas/test_gas.py::test_modexp_costs_what_the_spec_charges",
    ),
    Mutation(
        "gas: Berlin's minimum in Osaka",
        f"{PLUS}/gas/modexp.py",
        "return cost if cost > 500 else 500",
        "return cost if cost > 200 else 200",
        "tests/gas/test_gas.py::test_minimum_by_rule",
        quick=True,
    ),
    Mutation(
        "gas: 32 bytes count as long in Osaka",
        f"{PLUS}/gas/modexp.py",
        "16 if length <= WORD",
        "16 if length < WORD",
        "tests/gas/test_gas.py::test_modexp_costs_what_the_spec_charges",
    ),
    Mutation(
        "gas: length of the exponent's head one too long",
        f"{PLUS}/gas/modexp.py",
        "bit_length() - 1 if",
        "bit_length() if",
        "tests/gas/test_gas.py::test_worked_examples_of_eip198",
    ),
    Mutation(
        "gas: discount of one term more",
        f"{PLUS}/gas/bls12_381.py",
        "min(terms, len(discounts)) - 1",
        "min(terms + 1, len(discounts)) - 1",
        "tests/precompiles/test_bls12_381.py::test_discounts_are_the_specs",
    ),
]

CALLDATA = [
    Mutation(
        "encoding: a short header is padded on the left",
        f"{PLUS}/encoding.py",
        "header <<= 8 * (MODEXP_HEADER - len(data))",
        "header <<= 0",
        "tests/test_encoding.py::test_a_short_header_is_padded_on_the_right",
        quick=True,
    ),
    Mutation(
        "encoding: a cut exponent head is padded on the left",
        f"{PLUS}/encoding.py",
        "exp_head <<= 8 * (head_len - len(head))",
        "exp_head <<= 0",
        "tests/test_encoding.py::test_a_cut_exponent_head_is_padded_on_the_right",
    ),
    Mutation(
        "modexp: bound of 1025 bytes",
        f"{PLUS}/precompiles/modexp.py",
        "MAX_LENGTH_EIP7823 = 1024",
        "MAX_LENGTH_EIP7823 = 1025",
        "tests/test_run.py::test_eip7823_comes_before_gas",
    ),
    Mutation(
        "modexp: bound of 1023 bytes",
        f"{PLUS}/precompiles/modexp.py",
        "MAX_LENGTH_EIP7823 = 1024",
        "MAX_LENGTH_EIP7823 = 1023",
        "tests/gas/test_gas.py::test_modexp_costs_what_the_spec_charges",
    ),
    Mutation(
        "blake2f: flag 2 accepted",
        f"{PLUS}/precompiles/blake2f.py",
        "if flag > 1:",
        "if flag > 2:",
        "tests/precompiles/test_blake2f.py::test_wrong_flag_fails",
    ),
    Mutation(
        "blake2f: rotation by 62",
        f"{PLUS}/arithmetic/hashes/blake2f.py",
        "(b | b << 64) >> 63",
        "(b | b << 64) >> 62",
        "tests/test_required.py",
    ),
    Mutation(
        "blake2f: permutations start again after 9",
        f"{PLUS}/arithmetic/hashes/blake2f.py",
        "schedule[index % 10]",
        "schedule[index % 9]",
        "tests/test_required.py",
    ),
    Mutation(
        "ecrecover: only the last byte of v",
        f"{PLUS}/precompiles/ecrecover.py",
        "parity = int.from_bytes(v",
        "parity = int.from_bytes(v[-1:]",
        "tests/precompiles/test_ecrecover.py::test_edges_agree_with_the_spec",
    ),
    Mutation(
        "ecrecover: v for r + N taken for one of r",
        f"{PLUS}/precompiles/ecrecover.py",
        "parity not in (0, 1)",
        "parity not in (0, 1, 2, 3)",
        "tests/precompiles/test_ecrecover.py::test_edges_agree_with_the_spec",
    ),
    Mutation(
        "ecrecover: high s refused",
        f"{PLUS}/precompiles/ecrecover.py",
        "_is_scalar(s))",
        "_is_scalar(s + s))",
        "tests/precompiles/test_ecrecover.py::test_signers_are_recovered",
    ),
    Mutation(
        "ecrecover: N is a scalar",
        f"{PLUS}/precompiles/ecrecover.py",
        "< int(SECP256K1.N)",
        "<= int(SECP256K1.N)",
        "tests/precompiles/test_ecrecover.py::test_edges_agree_with_the_spec",
    ),
    Mutation(
        "p256verify: high s refused",
        f"{PLUS}/precompiles/p256verify.py",
        "0 < s < N",
        "0 < s <= N // 2",
        "tests/precompiles/test_p256verify.py::test_there_is_no_low_s_rule "
        "tests/precompiles/test_p256verify.py::test_a_valid_signature_and_its_price",
    ),
    Mutation(
        "p256verify: r of N and more",
        f"{PLUS}/precompiles/p256verify.py",
        "0 < r < N",
        "0 < r",
        "tests/precompiles/test_p256verify.py::test_r_and_s_outside_the_group",
    ),
    Mutation(
        "p256verify: x = P accepted for 0",
        f"{PLUS}/precompiles/p256verify.py",
        "x < P and",
        "x <= P and",
        "tests/precompiles/test_p256verify.py::test_an_x_of_zero_is_not_p",
    ),
    Mutation(
        "point evaluation: version of the hash not looked at",
        f"{PLUS}/precompiles/point_evaluation.py",
        "if versioned_hash != VERSION_KZG + sha256",
        "if versioned_hash[1:] != sha256",
        "tests/precompiles/test_point_evaluation.py::test_any_changed_part_fails",
    ),
    Mutation(
        "bls12_381: padding not looked at",
        f"{PLUS}/precompiles/bls12_381.py",
        "max(fields) >= P_BYTES",
        "max(field[PADDING:] for field in fields) >= P_BYTES[PADDING:]",
        "tests/precompiles/test_bls12_381.py::test_additions",
    ),
    Mutation(
        "bls12_381: P accepted for 0",
        f"{PLUS}/precompiles/bls12_381.py",
        "max(fields) >= P_BYTES",
        "max(fields) > P_BYTES",
        "tests/precompiles/test_bls12_381.py::test_points_say_what_is_wrong_with_them "
        "tests/precompiles/test_bls12_381.py::test_maps tests/precompiles/test_bls12_381.py::test_additions",
    ),
    Mutation(
        "bls12_381: no items at all accepted",
        f"{PLUS}/precompiles/bls12_381.py",
        "if not data or len(data) % size:",
        "if len(data) % size:",
        "tests/precompiles/test_bls12_381.py::test_wrong_lengths_fail",
    ),
    Mutation(
        "arkworks: no check of G1's subgroup",
        f"{PLUS}/backends/arkworks.py",
        "    point = _g1_on_curve(encoded)\n    if not point.is_in_subgroup():",
        "    point = _g1_on_curve(encoded)\n    if False:",
        "tests/precompiles/test_bls12_381.py::test_pairings_refuse_bad_points",
    ),
]

FORKS_AND_ROUTES = [
    Mutation(
        "registry: a rule begins one fork late",
        f"{PLUS}/registry.py",
        "fork_order(rule.first_fork) <= order",
        "fork_order(rule.first_fork) < order",
        "tests/gas/test_gas.py::test_bn254_costs_what_the_spec_charges",
    ),
    Mutation(
        "registry: Berlin's gas from Istanbul on",
        f"{PLUS}/registry.py",
        'Rule("berlin", modexp.decode, gas',
        'Rule("istanbul", modexp.decode, gas',
        "tests/gas/test_gas.py::test_modexp_costs_what_the_spec_charges",
    ),
    Mutation(
        "registry: Osaka without EIP-7823, which comes before gas",
        f"{PLUS}/registry.py",
        "modexp.decode_eip7823",
        "modexp.decode",
        "tests/test_run.py::test_eip7823_comes_before_gas",
    ),
    Mutation(
        "router: a size class ends one limb late",
        f"{PLUS}/routing/router.py",
        "bisect(LIMBS_FROM, limbs) - 1",
        "bisect(LIMBS_FROM, max(1, limbs - 1)) - 1",
        "tests/routing/test_router.py::test_size_classes_and_alignments",
    ),
    Mutation(
        "router: limbs of the odd part rounded down",
        f"{PLUS}/routing/router.py",
        "-(-(_bit_length(modulus) - k) // limb_bits)",
        "(_bit_length(modulus) - k) // limb_bits",
        "tests/routing/test_router.py::test_even_moduli_are_classed_by_their_odd_part",
    ),
    Mutation(
        "osaka: CLZ of a word of 255 bits",
        f"{PLUS}/py_evm/osaka/opcodes.py",
        "WORD_BITS = 256",
        "WORD_BITS = 255",
        "tests/py_evm/test_osaka_clz.py::test_every_one_bit_word_and_its_neighbours",
    ),
    Mutation(
        "osaka: a cap of 2**24 - 1 gas",
        f"{PLUS}/py_evm/osaka/validation.py",
        "if transaction.gas > MAX_TRANSACTION_GAS:",
        "if transaction.gas >= MAX_TRANSACTION_GAS:",
        "tests/py_evm/test_osaka_transactions.py::test_the_gas_cap",
    ),
    Mutation(
        "osaka: seven blobs",
        f"{PLUS}/py_evm/osaka/validation.py",
        "if blobs > MAX_BLOBS_PER_TRANSACTION:",
        "if blobs > MAX_BLOBS_PER_TRANSACTION + 1:",
        "tests/py_evm/test_osaka_transactions.py::test_six_blobs_in_a_transaction",
    ),
    Mutation(
        "osaka: the calldata floor is no condition of validity",
        f"{PLUS}/py_evm/osaka/transactions.py",
        "return max(intrinsic_gas(transaction), calldata_floor_gas(transaction))",
        "return intrinsic_gas(transaction)",
        "tests/py_evm/test_osaka_transactions.py::test_estimated_gas_is_enough_to_be_valid",
    ),
    Mutation(
        "osaka: at the blob target the reserve price is forgotten",
        f"{PLUS}/py_evm/osaka/schedule.py",
        "if excess + used < target:",
        "if excess + used <= target:",
        "tests/py_evm/test_osaka_blobs.py::test_excess_blob_gas_of_5000_parents",
    ),
    Mutation(
        "osaka: Prague's precompiles over ours",
        f"{PLUS}/py_evm/osaka/computation.py",
        '{**PragueComputation.get_precompiles(), **host_table("osaka")}',
        '{**host_table("osaka"), **PragueComputation.get_precompiles()}',
        "tests/py_evm/test_osaka_hosts.py tests/py_evm/test_osaka_fixtures.py tests/py_evm/test_install.py",
    ),
]

KERNELS = [
    Mutation(
        "fp.c: carry of a folded row dropped",
        f"{PLUS}/_native/bn254/fp.c",
        "t[4] = carry;",
        "t[4] = 0;",
        WALK,
        quick=True,
    ),
    Mutation(
        "inverse.h: the sign of the inverse",
        f"{PLUS}/_native/fields/inverse.h",
        "if (sign_mask(f[3]) &&",
        "if (!sign_mask(f[3]) &&",
        "tests/native/test_native.py::test_ecadd_edges",
    ),
    Mutation(
        "inverse.h: a quotient that is below P is reduced all the same",
        f"{PLUS}/_native/fields/inverse.h",
        "if (limbs_sub(a, quotient, p, 4))\n        memcpy(a, quotient, sizeof quotient);",
        "(void)limbs_sub(a, quotient, p, 4);",
        "tests/native/test_native.py::test_ecadd_edges",
    ),
    Mutation(
        "glv.c: carry of a negative digit dropped",
        f"{PLUS}/_native/bn254/glv.c",
        "carry = (limb)negative;",
        "carry = 0;",
        WALK,
    ),
    Mutation(
        "glv.c: quotient not rounded",
        f"{PLUS}/_native/bn254/glv.c",
        "carry = t[4] >> 63;",
        "carry = 0;",
        "tests/native/test_native.py::test_ecmul_edges",
    ),
    Mutation(
        "g1.c: no doubling in ECADD",
        f"{PLUS}/_native/bn254/g1.c",
        "if (!fp_is_zero(&m)) {",
        "if (1) {",
        "tests/native/test_native.py::test_ecadd_edges",
    ),
    Mutation(
        "g1.c: coordinate x = P accepted",
        f"{PLUS}/_native/bn254/g1.c",
        "if (!limbs_less(p->x.l, FP_P.l, 4))",
        "if (limbs_less(FP_P.l, p->x.l, 4))",
        "tests/native/test_native.py::test_bad_points_say_what_is_wrong",
    ),
    Mutation(
        "g1.c: no check that a point is on the curve",
        f"{PLUS}/_native/bn254/g1.c",
        "return on_curve(p) ? G1_OK : G1_NOT_ON_CURVE;",
        "return G1_OK;",
        "tests/native/test_native.py::test_bad_points_say_what_is_wrong",
    ),
    Mutation(
        "modexp_u256.c: result not reduced",
        f"{PLUS}/_native/modexp/modexp_u256.c",
        "if (!limbs_less(r, ring->m.n, ring->m.size))",
        "if (0)",
        "tests/native/test_native.py::test_modexp_every_small_triple",
    ),
    Mutation(
        "modexp_u256.c: a base's chunk subtracts the modulus once at most",
        f"{PLUS}/_native/modexp/modexp_u256.c",
        "while (carry)",
        "if (carry)",
        SHAPES,
    ),
    Mutation(
        "modexp_u256.c: table index",
        f"{PLUS}/_native/modexp/modexp_u256.c",
        "ring->mul(acc, acc, odd[window.value >> 1]",
        "ring->mul(acc, acc, odd[window.value >> 2]",
        SHAPES,
    ),
    Mutation(
        "modexp_u256.c: result of 2**k not cut",
        f"{PLUS}/_native/modexp/modexp_u256.c",
        "    truncate(r, k);\n",
        "",
        "tests/native/test_native.py::test_modexp_every_small_triple",
        quick=True,
    ),
    Mutation(
        "modexp_u256.c: Newton's iteration one step short",
        f"{PLUS}/_native/modexp/modexp_u256.c",
        "i < 2; i++",
        "i < 1; i++",
        SHAPES,
    ),
    Mutation(
        "modexp_u256.c: 2**k: an even base is zero one exponent too early",
        f"{PLUS}/_native/modexp/modexp_u256.c",
        "return value >= k;",
        "return value >= k - 1;",
        "tests/native/test_native.py::test_modexp_every_small_triple",
    ),
    Mutation(
        "montgomery.c: a quotient that is one too large is kept",
        f"{PLUS}/_native/modexp/montgomery.c",
        "if (u[size] - carry - borrow != 0)",
        "if (0)",
        SHAPES,
    ),
    Mutation(
        "montgomery.c: no largest quotient for equal top limbs",
        f"{PLUS}/_native/modexp/montgomery.c",
        "if (u2 == d->d1 && u1 == d->d0)",
        "if (0)",
        "tests/native/test_native.py::test_modexp_limb_boundaries",
    ),
    Mutation(
        "montgomery.c: a quotient that is one too small is kept",
        f"{PLUS}/_native/modexp/montgomery.c",
        "if (r1 > d->d1 || (r1 == d->d1 && r0 >= d->d0))\n        q1++;",
        "",
        "tests/native/test_native.py::test_modexp_sparse_moduli",
    ),
    Mutation(
        "montgomery.c: the reciprocal is not refined by the second limb",
        f"{PLUS}/_native/modexp/montgomery.c",
        "    if (p < d0) {\n        v--;",
        "    if (p < d0) {",
        SHAPES,
    ),
    Mutation(
        "montgomery.c: the reciprocal's rarest correction left out",
        f"{PLUS}/_native/modexp/montgomery.c",
        "        if (p > d1 || (p == d1 && low >= d0))\n            v--;\n",
        "",
        "tests/native/test_native.py::test_modexp_limb_boundaries",
    ),
    Mutation(
        "window.c: the smaller width wins only strictly",
        f"{PLUS}/_native/modexp/window.c",
        "if (plan_cost(&plan) < plan_cost(&best))",
        "if (plan_cost(&plan) <= plan_cost(&best))",
        "tests/native/test_native.py::test_plan_is_the_definitions_and_the_python_planners",
    ),
    Mutation(
        "blake2f.c: rotation by 62",
        f"{PLUS}/_native/hashes/blake2f.c",
        "rotate_right(b ^ c, 63)",
        "rotate_right(b ^ c, 62)",
        "tests/native/test_native_blake2f.py::test_eip152_vectors",
    ),
    Mutation(
        "fp2.c: the carry into the sixth limb dropped",
        f"{PLUS}/_native/bn254/fp2.c",
        "    t[5] += t[4] < carry;\n",
        "",
        "tests/native/test_native_pairing.py::test_small_scalars",
    ),
    Mutation(
        "fp12.c: products past w**6 without xi",
        f"{PLUS}/_native/bn254/fp12.c",
        "i + j < 6 ? &plain[j] : &turned[j]",
        "i + j < 7 ? &plain[j] : &turned[j]",
        "tests/native/test_native_pairing.py::test_small_scalars",
    ),
    Mutation(
        "g2.c: psi takes the wrong Frobenius coefficient",
        f"{PLUS}/_native/bn254/g2.c",
        "&FP12_GAMMA[1]",
        "&FP12_GAMMA[3]",
        "tests/native/test_native_pairing.py::test_small_scalars",
    ),
    Mutation(
        "pairing.c: no check of the subgroup",
        f"{PLUS}/_native/bn254/pairing.c",
        "if (!g2_equals(&walks[i].t, &walks[i].q))",
        "if (0)",
        "tests/native/test_native_pairing.py::test_bad_g2_points",
    ),
    Mutation(
        "final_exponentiation.c: a factor left out",
        f"{PLUS}/_native/bn254/final_exponentiation.c",
        "    fp12_mul(f, f, &f6t2);\n",
        "",
        "tests/native/test_native_pairing.py::test_small_scalars",
    ),
]

MUTATIONS = [*CURVES, *PAIRING, *MODULAR, *GAS, *CALLDATA, *FORKS_AND_ROUTES, *KERNELS]
