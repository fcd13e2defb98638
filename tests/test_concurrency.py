"""Threads, processes and interpreters: the same answers everywhere, whatever goes on beside them."""

import multiprocessing
import os
import random
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import cache, partial
from typing import Any

import pytest
from calls import modexp_call, point_bytes, random_point, word
from eth.vm.forks import PragueVM
from liars import LOG, Lying, once_in, replace
from twist import g2, g2_bytes
from vm_calls import ECMUL, MODEXP, execute

import evm_precompiles_plus as plus
from evm_precompiles_plus import routing, run
from evm_precompiles_plus.eels.spec import spec_call
from evm_precompiles_plus.py_evm.adapter import address_of
from evm_precompiles_plus.py_evm.vms import precompiles_of
from evm_precompiles_plus.trust import cross_check, in_service

THREADS = 8

# A precompile, its calldata, and the executable spec's output.
Case = tuple[str, bytes, bytes | None]


@pytest.fixture(autouse=True)
def fresh(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.delenv(routing.VARIABLE, raising=False)
    routing.reset()
    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-5)  # threads take turns in the midst of everything
    yield
    sys.setswitchinterval(interval)
    monkeypatch.undo()
    plus.uninstall()
    routing.reset()


@cache
def cases() -> tuple[Case, ...]:
    """Calls of every kind of backend, with what they have to give."""
    rng = random.Random(8)
    p, q = (point_bytes(random_point(rng)) for _ in range(2))
    pair = word(1) + word(2) + g2_bytes(g2(1))
    calls = [
        ("ecadd", p + q),
        ("ecadd", p + word(1) + word(3)),
        ("ecmul", p + rng.randbytes(32)),
        ("ecmul", word(5) + word(5)),
        ("ecpairing", pair),
        ("ecpairing", pair + pair[:192]),
        ("blake2f", (3000).to_bytes(4, "big") + rng.randbytes(208) + b"\1"),
        ("modexp", modexp_call(rng.randbytes(32), rng.randbytes(32), rng.randbytes(31) + b"\1")),
        ("modexp", modexp_call(rng.randbytes(32), rng.randbytes(300), rng.randbytes(31) + b"\1")),
        ("p256verify", rng.randbytes(160)),
    ]
    for bits in (512, 1024, 2048):
        for last in (b"\1", b"\2"):
            modulus = b"\xc1" + rng.randbytes(bits // 8 - 2) + last
            calls.append(("modexp", modexp_call(rng.randbytes(bits // 8), rng.randbytes(128), modulus)))
    return tuple((name, data, spec_call(name, "osaka")(data).output) for name, data in calls)


def without_pairings() -> tuple[Case, ...]:
    """Return the cases of which also the slowest checker makes short work."""
    return tuple(case for case in cases() if case[0] != "ecpairing")


def answer(name: str, data: bytes) -> bytes | None:
    try:
        return run(name, data).output
    except plus.PrecompileFailure:
        return None


def wrong_answers(calls: tuple[Case, ...], rounds: int, seed: int) -> list[str]:
    """Make every call several times, in an order of the seed's, and name those that are answered wrongly."""
    rng = random.Random(seed)
    order = [*calls * rounds]
    rng.shuffle(order)
    return [name for name, data, right in order if answer(name, data) != right]


def in_threads(work: Callable[[int], list[str]]) -> list[str]:
    """Do the work in all threads from the same moment on; what any of them raises is raised here."""
    barrier = threading.Barrier(THREADS)

    def start(seed: int) -> list[str]:
        barrier.wait()
        return work(seed)

    with ThreadPoolExecutor(THREADS) as pool:
        return [name for names in pool.map(start, range(THREADS)) for name in names]


@pytest.mark.parametrize("name", [None, *routing.active_backends("modexp")])
def test_threads_get_the_same_answers(name: str | None, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each backend for itself, first calls and loading included."""
    if name:
        monkeypatch.setenv(routing.VARIABLE, name)
    routing.reset()
    work = partial(wrong_answers, without_pairings(), 1) if name else partial(wrong_answers, cases(), 8)
    assert in_threads(work) == []


def test_threads_with_verification() -> None:
    plus.install(verify=0.25)
    assert in_threads(partial(wrong_answers, cases(), 6)) == []
    assert not in_service.withdrawn


def test_threads_with_a_liar_among_the_backends(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """One thread finds it; no other gets a wrong answer from it, or an error."""
    fastest = routing.active_backends("ecadd")[0]
    replace(monkeypatch, fastest, Lying(in_service.load(fastest), once_in(50)))
    plus.install(verify=1)
    assert in_threads(partial(wrong_answers, without_pairings(), 2)) == []
    assert in_service.withdrawn.keys() == {fastest}
    assert [record.name for record in caplog.records] == [LOG]
    assert routing.for_operation("ecadd").name != fastest


def put(queue: Any, calls: tuple[Case, ...], seed: int) -> None:
    queue.put((os.getpid(), wrong_answers(calls, 2, seed)))


@pytest.mark.parametrize("verify", [0, 0.1])
@pytest.mark.parametrize("method", multiprocessing.get_all_start_methods())
def test_processes_get_the_same_answers(method: str, verify: float, monkeypatch: pytest.MonkeyPatch) -> None:
    """Forked ones inherit loaded backends and OpenSSL's contexts, spawned ones load their own."""
    monkeypatch.setenv(cross_check.VARIABLE, str(verify))
    routing.reset()
    assert wrong_answers(cases(), 1, 0) == []
    context: Any = multiprocessing.get_context(method)
    queue = context.Queue()
    processes = [context.Process(target=put, args=(queue, cases(), seed)) for seed in range(2)]
    for process in processes:
        process.start()
    answers = [queue.get(timeout=300) for _ in processes]
    for process in processes:
        process.join()
        assert process.exitcode == 0
    assert [wrong for _, wrong in answers] == [[], []]
    assert len({os.getpid(), *(process for process, _ in answers)}) == 3


def test_install_and_uninstall_while_others_execute() -> None:
    """Each call is answered by stock or by ours, and rightly: they agree on these."""
    table = precompiles_of(PragueVM)
    before = dict(table)
    calls = [
        (ECMUL, word(1) + word(2) + word(7), spec_call("ecmul", "prague")),
        (address_of(6), word(1) + word(2) + word(1) + word(3), spec_call("ecadd", "prague")),
        (MODEXP, modexp_call(b"\3", b"\xff" * 32, b"\7" * 32), spec_call("modexp", "prague")),
    ]
    expected = [(address, data, call(data).output) for address, data, call in calls]
    done = threading.Event()
    rounds = []

    def switch(verify: float | None) -> None:
        while not done.is_set():
            plus.install(verify=verify)
            plus.uninstall()
            rounds.append(verify)

    switches = [threading.Thread(target=switch, args=(verify,)) for verify in (None, 1, 0.5)]
    for thread in switches:
        thread.start()

    def call_all(_: int) -> list[str]:
        wrong = []
        for address, data, right in expected * 10:
            computation = execute(PragueVM, address, data, 100_000)
            if computation.is_error is not (right is None) or computation.output != (right or b""):
                wrong.append(address.hex())
        return wrong

    try:
        assert in_threads(call_all) == []
    finally:
        done.set()
        for thread in switches:
            thread.join()
    assert set(rounds) == {None, 1, 0.5}
    plus.uninstall()
    assert table == before
    assert cross_check.rate() == 0


# In an interpreter of its own the kernels work. Dependencies may refuse to be imported there (Rust extensions
# by PyO3 do in a second one), which has to be an ImportError that says so.
IN_AN_INTERPRETER = """
data = (1).to_bytes(32, "big") + (2).to_bytes(32, "big")
double = "030644e72e131a029b85045b68181585d97816a916871ca8d3c208c16d87cfd3"
try:
    from evm_precompiles_plus._native import _kernels
    print("kernels", _kernels.ecadd(data, data).hex()[:64] == double, flush=True)
except ImportError as error:
    print("kernels", "_kernels" in str(error), flush=True)
try:
    from evm_precompiles_plus import run
    print("run", run("ecadd", data + data).output.hex()[:64] == double, flush=True)
except ImportError as error:
    print("run", "interpreter" in str(error), flush=True)
"""
INTERPRETERS = f"""
try:
    import _interpreters as interpreters
    execute = interpreters.exec
except ImportError:
    import _xxsubinterpreters as interpreters
    execute = interpreters.run_string
code = {IN_AN_INTERPRETER!r}
exec(code)
for _ in range(2):
    interpreter = interpreters.create()
    execute(interpreter, code)
    interpreters.destroy(interpreter)
exec(code)
"""


def test_interpreters_in_one_process() -> None:
    done = subprocess.run([sys.executable, "-c", INTERPRETERS], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines() == ["kernels True", "run True"] * 4
