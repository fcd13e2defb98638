/*
 * The Python module evm_precompiles_plus._native._kernels: bytes in, bytes out.
 *
 * Multi-phase initialisation (PEP 489); all state is per module, nothing static is written, so the module may live in
 * sub-interpreters with their own GIL and without a GIL.
 * The GIL is released, and signals are looked for every few milliseconds, in what may take long: ECPAIRING of a pair or
 * more, MODEXP from LONG_MODEXP or LONG_BASE on, BLAKE2F beyond MANY_ROUNDS. All else, some microseconds or tens of
 * them, keeps it: ECADD, ECMUL, ECRECOVER, P256VERIFY and what is short of those three. Bytes objects do not change
 * meanwhile.
 */
#define PY_SSIZE_T_CLEAN
#include <Python.h>

#include "hashes/blake2f.h"
#include "hashes/keccak.h"
#include "module/kernels.h"
#include "module/constants.h"

struct module_state {
    PyObject *invalid_point; /* evm_precompiles_plus.errors.InvalidPoint */
    const struct kernels *kernels;
    struct window_tables tables;
};

/* Beyond these a MODEXP takes tens of microseconds, or may: squared limbs times bytes of exponent, bytes of base. */
#define LONG_MODEXP 4096
#define LONG_BASE 16384
/* Beyond these a BLAKE2F does. */
#define MANY_ROUNDS 1000
/* About ten milliseconds of BLAKE2F; the most rounds that it may be asked for take a minute. */
#define ROUNDS_BETWEEN_SIGNALS (BLAKE2F_ORDERS << 17)

static struct module_state *state_of(PyObject *module) { return (struct module_state *)PyModule_GetState(module); }

static int check_count(const char *function, Py_ssize_t given, Py_ssize_t wanted)
{
    if (given == wanted)
        return 1;
    PyErr_Format(PyExc_TypeError, "%s() takes %zd positional arguments, not %zd", function, wanted, given);
    return 0;
}

/* length < 0 admits any. */
static int get_bytes(struct bytes *view, PyObject *object, const char *name, Py_ssize_t length)
{
    if (!PyBytes_Check(object)) {
        PyErr_Format(PyExc_TypeError, "%s must be bytes, not %.100s", name, Py_TYPE(object)->tp_name);
        return 0;
    }
    view->data = (const uint8_t *)PyBytes_AS_STRING(object);
    view->length = (size_t)PyBytes_GET_SIZE(object);
    if (length >= 0 && PyBytes_GET_SIZE(object) != length) {
        PyErr_Format(PyExc_ValueError, "%s must be %zd bytes long, not %zd", name, length, PyBytes_GET_SIZE(object));
        return 0;
    }
    return 1;
}

static uint8_t *bytes_buffer(PyObject *object) { return (uint8_t *)PyBytes_AS_STRING(object); }

/* Hands the result on, or drops it and raises InvalidPoint. */
static PyObject *finish_point(PyObject *module, PyObject *out, struct g1_result result, const char *const names[])
{
    static const char *const reasons[] = {
        [G1_X_TOO_LARGE] = "the x coordinate is not below the field prime",
        [G1_Y_TOO_LARGE] = "the y coordinate is not below the field prime",
        [G1_NOT_ON_CURVE] = "the point is not on the curve",
    };
    if (result.status == G1_OK)
        return out;
    Py_DECREF(out);
    PyErr_Format(state_of(module)->invalid_point, "%s: %s", names[result.point], reasons[result.status]);
    return NULL;
}

static PyObject *py_ecadd(PyObject *module, PyObject *const *args, Py_ssize_t count)
{
    static const char *const names[] = {"p", "q"};
    struct bytes p, q;
    PyObject *out;
    if (!check_count("ecadd", count, 2) || !get_bytes(&p, args[0], "p", 64) || !get_bytes(&q, args[1], "q", 64))
        return NULL;
    out = PyBytes_FromStringAndSize(NULL, 64);
    if (out == NULL)
        return NULL;
    return finish_point(module, out, state_of(module)->kernels->ecadd(bytes_buffer(out), p.data, q.data), names);
}

static PyObject *py_ecmul(PyObject *module, PyObject *const *args, Py_ssize_t count)
{
    static const char *const names[] = {"p"};
    struct bytes p, k;
    PyObject *out;
    if (!check_count("ecmul", count, 2) || !get_bytes(&p, args[0], "p", 64) || !get_bytes(&k, args[1], "k", 32))
        return NULL;
    out = PyBytes_FromStringAndSize(NULL, 64);
    if (out == NULL)
        return NULL;
    return finish_point(module, out, state_of(module)->kernels->ecmul(bytes_buffer(out), p.data, k.data), names);
}

/* The work's question while the GIL is released: whether a signal's handler has raised. */
static int signal_has_raised(void *thread)
{
    int raised;
    PyEval_RestoreThread(*(PyThreadState **)thread);
    raised = PyErr_CheckSignals() < 0;
    *(PyThreadState **)thread = PyEval_SaveThread();
    return raised;
}

static PyObject *raise_pairing(PyObject *module, struct pairing_result result)
{
    static const char *const reasons[] = {
        [PAIRING_G1_X_TOO_LARGE] = "the G1 point's x coordinate is not below the field prime",
        [PAIRING_G1_Y_TOO_LARGE] = "the G1 point's y coordinate is not below the field prime",
        [PAIRING_G1_NOT_ON_CURVE] = "the G1 point is not on the curve",
        [PAIRING_G2_TOO_LARGE] = "a coordinate of the G2 point is not below the field prime",
        [PAIRING_G2_NOT_ON_TWIST] = "the G2 point is not on the twist",
        [PAIRING_G2_NOT_OF_ORDER_N] = "the G2 point is not of the prime order N",
    };
    return PyErr_Format(state_of(module)->invalid_point, "pair %zu: %s", result.pair, reasons[result.status]);
}

static PyObject *py_ecpairing(PyObject *module, PyObject *object)
{
    const struct kernels *kernels = state_of(module)->kernels;
    struct bytes pairs;
    struct pairing_walk *walks;
    PyThreadState *thread;
    struct work work = {signal_has_raised, &thread, 0, 0};
    struct pairing_result result;
    size_t count;
    if (!get_bytes(&pairs, object, "pairs", -1))
        return NULL;
    count = pairs.length / PAIRING_PAIR_BYTES;
    if (pairs.length % PAIRING_PAIR_BYTES) {
        PyErr_Format(PyExc_ValueError, "pairs must be a multiple of %d bytes long, not %zu", PAIRING_PAIR_BYTES,
                     pairs.length);
        return NULL;
    }
    if (count == 0)
        Py_RETURN_TRUE;
    walks = count <= SIZE_MAX / sizeof *walks ? PyMem_RawMalloc(count * sizeof *walks) : NULL;
    if (walks == NULL)
        return PyErr_NoMemory();
    thread = PyEval_SaveThread();
    result = kernels->ecpairing(walks, pairs.data, count, &work);
    PyEval_RestoreThread(thread);
    PyMem_RawFree(walks);
    if (work.stopped)
        return NULL; /* by what the signal's handler raised */
    if (result.status != PAIRING_OK)
        return raise_pairing(module, result);
    return PyBool_FromLong(result.is_one);
}

static PyObject *py_ecrecover(PyObject *module, PyObject *const *args, Py_ssize_t count)
{
    struct bytes digest, signature;
    uint8_t key[64], address[32];
    if (!check_count("ecrecover", count, 2) || !get_bytes(&digest, args[0], "digest", 32) ||
        !get_bytes(&signature, args[1], "signature", 65))
        return NULL;
    if (!state_of(module)->kernels->ecrecover(key, digest.data, signature.data))
        return PyBytes_FromStringAndSize(NULL, 0);
    keccak256(address, key, sizeof key);
    memset(address, 0, 12);
    return PyBytes_FromStringAndSize((const char *)address, sizeof address);
}

static PyObject *py_p256verify(PyObject *module, PyObject *const *args, Py_ssize_t count)
{
    struct bytes digest, signature, key;
    if (!check_count("p256verify", count, 3) || !get_bytes(&digest, args[0], "digest", 32) ||
        !get_bytes(&signature, args[1], "signature", 64) || !get_bytes(&key, args[2], "key", 64))
        return NULL;
    return PyBool_FromLong(state_of(module)->kernels->p256verify(digest.data, signature.data, key.data));
}

static int get_rounds(uint32_t *rounds, PyObject *object)
{
    unsigned long long value = PyLong_AsUnsignedLongLong(object);
    if (value == (unsigned long long)-1 && PyErr_Occurred()) {
        if (!PyErr_ExceptionMatches(PyExc_OverflowError))
            return 0;
        PyErr_Clear();
    }
    if (value > UINT32_MAX) {
        PyErr_SetString(PyExc_ValueError, "rounds must be from 0 to 2**32 - 1");
        return 0;
    }
    *rounds = (uint32_t)value;
    return 1;
}

/* Without the GIL, and looking for signals now and then; 0 if a signal's handler raised. */
static int blake2f_interruptible(uint8_t *out, const struct blake2f_input *input)
{
    struct blake2f_work work;
    uint32_t left = input->rounds;
    blake2f_start(&work, input);
    while (left > 0) {
        uint32_t rounds = left < ROUNDS_BETWEEN_SIGNALS ? left : ROUNDS_BETWEEN_SIGNALS;
        Py_BEGIN_ALLOW_THREADS
        blake2f_mix(&work, rounds);
        Py_END_ALLOW_THREADS
        if (PyErr_CheckSignals() < 0)
            return 0;
        left -= rounds;
    }
    blake2f_end(out, &work);
    return 1;
}

static PyObject *py_blake2f(PyObject *module, PyObject *const *args, Py_ssize_t count)
{
    struct blake2f_input input;
    struct bytes h, m, t;
    PyObject *out;
    (void)module;
    if (!check_count("blake2f", count, 5) || !get_rounds(&input.rounds, args[0]) || !get_bytes(&h, args[1], "h", 64) ||
        !get_bytes(&m, args[2], "m", 128) || !get_bytes(&t, args[3], "t", 16))
        return NULL;
    input.h = h.data;
    input.m = m.data;
    input.t = t.data;
    input.final = PyObject_IsTrue(args[4]);
    if (input.final < 0)
        return NULL;
    out = PyBytes_FromStringAndSize(NULL, 64);
    if (out == NULL)
        return NULL;
    if (input.rounds <= MANY_ROUNDS) {
        blake2f(bytes_buffer(out), &input);
    } else if (!blake2f_interruptible(bytes_buffer(out), &input)) {
        Py_DECREF(out);
        return NULL;
    }
    return out;
}

/* Whether a MODEXP takes, or may take, tens of microseconds. */
static int is_long(struct bytes base, struct bytes exponent, struct bytes modulus)
{
    double limbs = (double)(strip_leading_zeros(modulus).length / 8 + 1);
    return limbs * limbs * (double)exponent.length > LONG_MODEXP || base.length > LONG_BASE;
}

static PyObject *finish_modexp(PyObject *out, enum modexp_status status)
{
    if (status == MODEXP_OK)
        return out;
    Py_DECREF(out);
    return status == MODEXP_NO_MEMORY ? PyErr_NoMemory() : NULL; /* stopped, by what the signal's handler raised */
}

static PyObject *py_modexp(PyObject *module, PyObject *const *args, Py_ssize_t count)
{
    const struct module_state *state = state_of(module);
    struct bytes base, exponent, modulus;
    struct work work = {NULL, NULL, 0, 0};
    enum modexp_status status;
    PyThreadState *thread;
    PyObject *out;
    if (!check_count("modexp", count, 3) || !get_bytes(&base, args[0], "base", -1) ||
        !get_bytes(&exponent, args[1], "exponent", -1) || !get_bytes(&modulus, args[2], "modulus", -1))
        return NULL;
    out = PyBytes_FromStringAndSize(NULL, (Py_ssize_t)modulus.length);
    if (out == NULL)
        return NULL;
    if (!is_long(base, exponent, modulus))
        return finish_modexp(out, state->kernels->modexp(bytes_buffer(out), base, exponent, modulus, &state->tables,
                                                         &work));
    work.should_stop = signal_has_raised;
    work.context = &thread;
    thread = PyEval_SaveThread();
    status = state->kernels->modexp(bytes_buffer(out), base, exponent, modulus, &state->tables, &work);
    PyEval_RestoreThread(thread);
    return finish_modexp(out, status);
}

static PyObject *py_keccak256(PyObject *module, PyObject *object)
{
    struct bytes data;
    uint8_t hash[32];
    (void)module;
    if (!get_bytes(&data, object, "data", -1))
        return NULL;
    keccak256(hash, data.data, data.length);
    return PyBytes_FromStringAndSize((const char *)hash, sizeof hash);
}

static PyObject *py_plan(PyObject *module, PyObject *object)
{
    struct bytes exponent;
    struct window_plan plan;
    struct work work = {NULL, NULL, 0, 0};
    if (!get_bytes(&exponent, object, "exponent", -1))
        return NULL;
    plan = window_plan(&state_of(module)->tables, strip_leading_zeros(exponent), &work);
    return Py_BuildValue("innn", plan.width, (Py_ssize_t)plan.squarings, (Py_ssize_t)plan.multiplies,
                         (Py_ssize_t)plan.table);
}

/* A tuple, or NULL with an exception set. */
static PyObject *names_of_bodies(void)
{
    PyObject *list = PyList_New(0), *names;
    const struct kernels *body;
    for (size_t i = 0; list != NULL && (body = kernels_body(i)) != NULL; i++) {
        PyObject *name = PyUnicode_FromString(body->name);
        if (name == NULL || PyList_Append(list, name) < 0)
            Py_CLEAR(list);
        Py_XDECREF(name);
    }
    names = list != NULL ? PyList_AsTuple(list) : NULL;
    Py_XDECREF(list);
    return names;
}

static PyObject *py_features(PyObject *module, PyObject *unused)
{
    (void)unused;
#if defined(__SIZEOF_INT128__) && !defined(EPP_NO_INT128)
    PyObject *int128 = Py_True;
#else
    PyObject *int128 = Py_False;
#endif
    return Py_BuildValue("{s:s,s:N,s:O}", "path", state_of(module)->kernels->name, "bodies", names_of_bodies(),
                         "int128", int128);
}

static PyObject *py_use_body(PyObject *module, PyObject *object)
{
    const char *name = PyUnicode_AsUTF8(object);
    const struct kernels *body;
    if (name == NULL)
        return NULL;
    for (size_t i = 0; (body = kernels_body(i)) != NULL; i++)
        if (strcmp(body->name, name) == 0) {
            state_of(module)->kernels = body;
            Py_RETURN_TRUE;
        }
    Py_RETURN_FALSE;
}

#define FAST(function) ((PyCFunction)(void (*)(void))(function))

static PyMethodDef methods[] = {
    {"ecadd", FAST(py_ecadd), METH_FASTCALL,
     "ecadd($module, p, q, /)\n--\n\nThe sum of two BN254 points of 64 bytes; InvalidPoint for what is not one."},
    {"ecmul", FAST(py_ecmul), METH_FASTCALL,
     "ecmul($module, p, k, /)\n--\n\nThe BN254 point p times the 32-byte scalar k; InvalidPoint for a bad p."},
    {"modexp", FAST(py_modexp), METH_FASTCALL,
     "modexp($module, base, exponent, modulus, /)\n--\n\n"
     "base**exponent mod modulus, as long as the modulus; 0 for modulus 0. Signals may interrupt a long one."},
    {"ecpairing", py_ecpairing, METH_O,
     "ecpairing($module, pairs, /)\n--\n\n"
     "Whether the product of BN254 pairings is 1; 192 bytes a pair, InvalidPoint for what is not in G1 or G2. Signals may "
     "interrupt it."},
    {"ecrecover", FAST(py_ecrecover), METH_FASTCALL,
     "ecrecover($module, digest, signature, /)\n--\n\n"
     "The address, as a word of 32 bytes, of the secp256k1 key behind r, s and the parity of R's y (65 bytes), or "
     "nothing if there is no key."},
    {"p256verify", FAST(py_p256verify), METH_FASTCALL,
     "p256verify($module, digest, signature, key, /)\n--\n\n"
     "Whether r and s (64 bytes) sign the digest under the P-256 key x, y (64 bytes)."},
    {"blake2f", FAST(py_blake2f), METH_FASTCALL,
     "blake2f($module, rounds, h, m, t, final, /)\n--\n\n"
     "BLAKE2b's next state after h (64 bytes), m (128), t (16), words little-endian. Signals may interrupt it."},
    {"plan", py_plan, METH_O,
     "plan($module, exponent, /)\n--\n\nThe window plan: (width, squarings, multiplies, table)."},
    {"features", py_features, METH_NOARGS,
     "features($module, /)\n--\n\nWhich code runs: its path, the bodies that this processor can run, int128."},
    {"use_body", py_use_body, METH_O,
     "use_body($module, name, /)\n--\n\nChoose one of features()'s bodies; returns whether it is one.\n\n"
     "For tests and measurements; not to be called while another thread computes."},
    {"_keccak256", py_keccak256, METH_O,
     "_keccak256($module, data, /)\n--\n\nEthereum's Keccak-256, for tests; it keeps the GIL."},
    {"_constants", module_constants, METH_NOARGS,
     "_constants($module, /)\n--\n\nThe constants of the C code, for tests."},
    {"_pairing_constants", module_pairing_constants, METH_NOARGS,
     "_pairing_constants($module, /)\n--\n\nThe constants of the pairing's C code, for tests."},
    {NULL, NULL, 0, NULL},
};

static int module_exec(PyObject *module)
{
    struct module_state *state = state_of(module);
    PyObject *errors = PyImport_ImportModule("evm_precompiles_plus.errors");
    if (errors == NULL)
        return -1;
    state->invalid_point = PyObject_GetAttrString(errors, "InvalidPoint");
    Py_DECREF(errors);
    if (state->invalid_point == NULL)
        return -1;
    state->kernels = kernels_body(0);
    window_tables_init(&state->tables);
    return 0;
}

static int module_traverse(PyObject *module, visitproc visit, void *arg)
{
    Py_VISIT(state_of(module)->invalid_point);
    return 0;
}

static int module_clear(PyObject *module)
{
    Py_CLEAR(state_of(module)->invalid_point);
    return 0;
}

static void module_free(void *module) { (void)module_clear((PyObject *)module); }

static PyModuleDef_Slot slots[] = {
    {Py_mod_exec, (void *)(uintptr_t)module_exec},
#ifdef Py_mod_multiple_interpreters
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
#endif
#ifdef Py_mod_gil
    {Py_mod_gil, Py_MOD_GIL_NOT_USED},
#endif
    {0, NULL},
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT,
    .m_name = "evm_precompiles_plus._native._kernels",
    .m_doc = "ECRECOVER, P256VERIFY, BN254's ECADD, ECMUL and ECPAIRING, MODEXP, and BLAKE2F, in C.",
    .m_size = sizeof(struct module_state),
    .m_methods = methods,
    .m_slots = slots,
    .m_traverse = module_traverse,
    .m_clear = module_clear,
    .m_free = module_free,
};

PyMODINIT_FUNC PyInit__kernels(void) { return PyModuleDef_Init(&definition); }
