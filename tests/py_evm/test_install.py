"""py-evm's tables: in, out, by identity, and nothing but the entries that are ours."""

import threading
from collections.abc import Iterator
from typing import Any

import pytest
from calls import header, modexp_call
from eth.abc import VirtualMachineAPI
from eth.vm.forks import BerlinVM, FrontierVM, LondonVM, PragueVM
from vm_calls import ECADD, ECMUL, MODEXP, execute

import evm_precompiles_plus as plus
from evm_precompiles_plus.py_evm.adapter import address_of, host_table
from evm_precompiles_plus.py_evm.install import _assert_same_rule
from evm_precompiles_plus.py_evm.vms import PY_EVM_VMS, precompiles_of


@pytest.fixture(autouse=True)
def clean_tables() -> Iterator[None]:
    plus.uninstall()
    yield
    plus.uninstall()


def snapshot() -> dict[str, list[tuple[Any, ...]]]:
    """Every fork's table object and its entries, by identity."""
    return {
        fork: [
            (id(precompiles_of(vm)),),
            *sorted((key, id(entry)) for key, entry in precompiles_of(vm).items()),
        ]
        for fork, vm in PY_EVM_VMS.items()
    }


def test_install_replaces_what_the_fork_has_and_adds_nothing() -> None:
    before = {fork: set(precompiles_of(vm)) for fork, vm in PY_EVM_VMS.items()}
    plus.install()
    for fork, vm in PY_EVM_VMS.items():
        table = precompiles_of(vm)
        assert set(table) == before[fork]
        for address, entry in host_table(fork).items():
            if address in table:
                assert entry.__qualname__ == table[address].__qualname__
    assert MODEXP not in precompiles_of(FrontierVM)
    assert precompiles_of(PragueVM)[MODEXP] is not precompiles_of(PY_EVM_VMS["byzantium"])[MODEXP]


def test_uninstall_restores_the_very_objects() -> None:
    before = snapshot()
    plus.install()
    during = snapshot()
    assert during != before
    plus.install()
    assert snapshot() == during
    plus.uninstall()
    assert snapshot() == before
    plus.uninstall()
    assert snapshot() == before


def test_uninstall_leaves_what_others_put_over_ours() -> None:
    table = precompiles_of(PragueVM)
    stock = table[ECMUL]

    def theirs(computation: Any) -> Any:
        return computation

    try:
        plus.install()
        table[ECMUL] = theirs
        plus.uninstall()
        assert table[ECMUL] is theirs
        plus.install()
        plus.uninstall()
        assert table[ECMUL] is theirs
    finally:
        table[ECMUL] = stock


def test_installed_is_a_context_manager_that_nests() -> None:
    before = snapshot()
    with plus.installed():
        inside = snapshot()
        with plus.installed():
            assert snapshot() == inside
        assert snapshot() == inside != before
    assert snapshot() == before
    with pytest.raises(RuntimeError), plus.installed():
        raise RuntimeError
    assert snapshot() == before


def test_with_precompiles_changes_nothing_elsewhere() -> None:
    before = snapshot()
    fast = plus.with_precompiles(BerlinVM)
    assert snapshot() == before
    assert issubclass(fast, BerlinVM) and fast.fork == "berlin" and fast.__name__ == "BerlinVM"
    assert precompiles_of(fast)[MODEXP] is host_table("berlin")[MODEXP]
    assert set(precompiles_of(fast)) == set(precompiles_of(BerlinVM))
    assert plus.with_precompiles(BerlinVM) is fast
    stock, ours = precompiles_of(FrontierVM), precompiles_of(plus.with_precompiles(FrontierVM))
    assert {address for address in stock if ours[address] is not stock[address]} == {address_of(0x01)}
    assert set(ours) == set(stock)


def test_with_precompiles_takes_a_subclass_made_by_others() -> None:
    class TheirVM(LondonVM):
        """Somebody's own VM."""

    fast = plus.with_precompiles(TheirVM)
    assert issubclass(fast, TheirVM)
    assert precompiles_of(fast)[ECADD] is host_table("london")[ECADD]
    assert precompiles_of(TheirVM)[ECADD] is not host_table("london")[ECADD]


def test_forks_that_share_a_table_must_agree() -> None:
    _assert_same_rule("berlin", "shanghai", MODEXP)
    with pytest.raises(AssertionError, match="rules differ"):
        _assert_same_rule("istanbul", "berlin", MODEXP)


def test_install_and_uninstall_from_many_threads() -> None:
    before = snapshot()

    def switch() -> None:
        for _ in range(30):
            plus.install()
            plus.uninstall()

    threads = [threading.Thread(target=switch) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert snapshot() == before


@pytest.mark.parametrize("vm_class", [PY_EVM_VMS["byzantium"], BerlinVM, PragueVM])
def test_gas_and_failure_inside_a_computation(vm_class: type[VirtualMachineAPI]) -> None:
    stock = execute(vm_class, ECMUL, b"", 100_000)
    with plus.installed():
        ours = execute(vm_class, ECMUL, b"", 100_000)
        assert (ours.output, ours.get_gas_used()) == (stock.output, stock.get_gas_used())
        failed = execute(vm_class, ECADD, b"\1" * 64, 100_000)
        assert failed.is_error and failed.get_gas_used() == 100_000 and failed.output == b""
        assert isinstance(failed.error.__cause__, plus.InvalidPoint)
        broke = execute(vm_class, ECMUL, b"", 10)
        assert broke.is_error and broke.get_gas_used() == 10
        zero_to_the_zero = execute(vm_class, MODEXP, modexp_call(b"", b"", b"\5"), 100_000)
        assert zero_to_the_zero.output == b"\1"


def test_osaka_refuses_long_operands_before_gas() -> None:
    from evm_precompiles_plus.py_evm.osaka import OsakaVM

    for lengths, fails in (((1024, 0, 0), False), ((1025, 0, 0), True), ((0, 2**255, 0), True)):
        computation = execute(OsakaVM, MODEXP, header(*lengths), 1_000_000)
        assert computation.is_error is fails
        assert (computation.get_gas_used() == 1_000_000) is fails
