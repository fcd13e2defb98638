"""Every error of `errors` comes whole out of `pickle`, `copy` and other processes."""

import copy
import inspect
import multiprocessing
import pickle
from concurrent.futures import ProcessPoolExecutor
from typing import Any

import pytest
from eth.vm.forks import CancunVM

from evm_precompiles_plus import PrecompilesError, errors, run, with_precompiles

# What is not made from one message.
OWN: dict[type[PrecompilesError], tuple[Any, ...]] = {
    errors.UnknownName: ("x", ["a", "b"]),
    errors.UnknownPrecompile: ("x", ["a", "b"], ["a"]),
    errors.UnknownFork: ("x", ("a", "b")),
    errors.UnknownBackend: (3, iter("ab")),
    errors.InvalidRate: (lambda: 1, "a rate"),
    errors.WrongType: ("calldata", lambda: 1, "bytes"),
}
KINDS = [
    kind for _, kind in inspect.getmembers(errors, inspect.isclass) if issubclass(kind, PrecompilesError)
]
PROVOKED: list[tuple[Any, ...]] = [
    ("ecadd", b"", "petersberg"),
    ("modex", b""),
    ("ecadd", b"\1"),
    ("ecadd", "0x"),
    (True, b""),
]
SECONDS = 60


def same(left: BaseException, right: BaseException) -> bool:
    return (type(left), str(left), left.args, left.__dict__) == (
        type(right),
        str(right),
        right.args,
        right.__dict__,
    )


@pytest.mark.parametrize("kind", KINDS)
def test_every_error_is_pickled_and_copied(kind: type[PrecompilesError]) -> None:
    error = kind(*OWN.get(kind, ("what was wrong",)))
    error.add_note("a note")
    for protocol in range(pickle.HIGHEST_PROTOCOL + 1):
        assert same(error, pickle.loads(pickle.dumps(error, protocol)))
    assert same(error, copy.copy(error)) and same(error, copy.deepcopy(error))
    if isinstance(error, ImportError):
        assert pickle.loads(pickle.dumps(error)).msg == error.msg == "what was wrong"


@pytest.mark.parametrize("call", PROVOKED)
def test_errors_come_out_of_other_processes(call: tuple[Any, ...]) -> None:
    with pytest.raises(PrecompilesError) as here:
        run(*call)
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(1, mp_context=context) as executor:
        with pytest.raises(type(here.value)) as there:
            executor.submit(run, *call).result(SECONDS)
        assert same(here.value, there.value)
    with context.Pool(1) as pool, pytest.raises(type(here.value)) as there:
        pool.apply_async(run, call).get(SECONDS)
    assert same(here.value, there.value)


@pytest.mark.parametrize("protocol", range(pickle.HIGHEST_PROTOCOL + 1))
def test_a_vm_with_precompiles_is_pickled_by_reference(protocol: int) -> None:
    vm_class = with_precompiles(CancunVM)
    state = vm_class.get_state_class()
    for made in (vm_class, state, state.computation_class):
        assert pickle.loads(pickle.dumps(made, protocol)) is made
        assert copy.copy(made) is copy.deepcopy(made) is made


class Own(CancunVM):
    pass


class HeirOfMade(with_precompiles(Own)):  # type: ignore[misc]
    pass


def test_so_are_vms_of_others_and_their_heirs() -> None:
    for made in (with_precompiles(Own), HeirOfMade):
        assert pickle.loads(pickle.dumps(made)) is made


def test_another_process_makes_the_same_vm() -> None:
    with ProcessPoolExecutor(1, mp_context=multiprocessing.get_context("spawn")) as executor:
        vm_class, is_same = executor.submit(_sent, with_precompiles(CancunVM)).result(SECONDS)
    assert is_same and vm_class is with_precompiles(CancunVM)


def _sent(vm_class: Any) -> tuple[Any, bool]:
    return vm_class, vm_class is with_precompiles(CancunVM)
