/*
 * Two functions of the module, a part of module.c: the constants of the C code as a dictionary of Python integers, for
 * the tests that recompute them. Elements of Fp2 are two numbers, NAME_C0 and NAME_C1, in Montgomery form.
 */
#ifndef EPP_MODULE_CONSTANTS_H
#define EPP_MODULE_CONSTANTS_H

#include <Python.h>

#include "bn254/final_exponentiation.h"
#include "bn254/g1.h"
#include "bn254/g2.h"
#include "bn254/glv.h"

static int add_constant(PyObject *dict, const char *name, const limb *value, int size)
{
    char digits[4 * 16 + 1];
    PyObject *number;
    int failed;
    for (int i = 0; i < size; i++)
        (void)snprintf(digits + 16 * i, 17, "%016llx", (unsigned long long)value[size - 1 - i]);
    number = PyLong_FromString(digits, NULL, 16);
    if (number == NULL)
        return 0;
    failed = PyDict_SetItemString(dict, name, number);
    Py_DECREF(number);
    return failed == 0;
}

static PyObject *module_constants(PyObject *module, PyObject *unused)
{
    static const limb n0_inv[1] = {FP_N0_INV};
    const struct {
        const char *name;
        const limb *value;
        int size;
    } constants[] = {
        {"P", FP_P.l, 4},   {"TWO_P", FP_2P.l, 4},   {"N0_INV", n0_inv, 1},       {"Q", FP_Q.l, 4},
        {"R", FP_R.l, 4},   {"R2", FP_R2.l, 4},      {"R3", FP_R3.l, 4},         {"N", GLV_N, 4},
        {"A1", GLV_A1, 2},   {"B1", GLV_B1, 2},        {"A2", GLV_A2, 2},           {"RECIPROCAL_A1", GLV_RECIPROCAL_A1, 3},
        {"RECIPROCAL_B1", GLV_RECIPROCAL_B1, 4},   {"BETA_R", G1_BETA.l, 4}, {"THREE_R", G1_THREE.l, 4},
    };
    PyObject *dict = PyDict_New();
    (void)module;
    (void)unused;
    if (dict == NULL)
        return NULL;
    for (size_t i = 0; i < sizeof constants / sizeof *constants; i++)
        if (!add_constant(dict, constants[i].name, constants[i].value, constants[i].size)) {
            Py_DECREF(dict);
            return NULL;
        }
    return dict;
}

static int add_fp2_constant(PyObject *dict, const char *name, const fp2 *value)
{
    char full[16];
    (void)snprintf(full, sizeof full, "%s_C0", name);
    if (!add_constant(dict, full, value->c0.l, 4))
        return 0;
    (void)snprintf(full, sizeof full, "%s_C1", name);
    return add_constant(dict, full, value->c1.l, 4);
}

/* The digits of 6T + 2 and of T as the numbers that they make. */
static int add_pairing_digits(PyObject *dict)
{
    const limb plus[1] = {G2_ATE_PLUS}, minus[1] = {G2_ATE_MINUS};
    limb t[1] = {1};
    for (int i = 0; i < FINAL_T_STEP_COUNT; i++)
        t[0] = (t[0] << FINAL_T_STEPS[i].doublings) + (limb)FINAL_T_STEPS[i].digit;
    return add_constant(dict, "T", t, 1) && add_constant(dict, "ATE_PLUS", plus, 1) &&
           add_constant(dict, "ATE_MINUS", minus, 1);
}

static PyObject *module_pairing_constants(PyObject *module, PyObject *unused)
{
    static const char *const gammas[5] = {"GAMMA1", "GAMMA2", "GAMMA3", "GAMMA4", "GAMMA5"};
    PyObject *dict = PyDict_New();
    int added;
    (void)module;
    (void)unused;
    if (dict == NULL)
        return NULL;
    added = add_pairing_digits(dict) && add_fp2_constant(dict, "THREE_B", &G2_THREE_B);
    for (int k = 0; added && k < 5; k++)
        added = add_fp2_constant(dict, gammas[k], &FP12_GAMMA[k]);
    if (added)
        return dict;
    Py_DECREF(dict);
    return NULL;
}

#endif
