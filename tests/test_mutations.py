"""The mutation proof: every known kind of bug, seeded into a copy of the package, makes the suite fail.

`mutations/table.py` has the bugs. Each is one replaced text; the tests beside it must pass on the copy as it
is, and one of them must fail, as a test fails, with the bug in it.
"""

from pathlib import Path

import pytest
from mutations.table import MUTATIONS, Mutation
from mutations.workbench import KERNELS, ROOT, build_kernels, copy_tree, mutated, mutated_text, run_tests

Kind = tuple[bool, bool]
PYTHON, PORTABLE_C, ADX_C = (False, False), (True, False), (True, True)


def kind_of(mutation: Mutation) -> Kind:
    return mutation.is_c, mutation.is_adx


def parameters(kind: Kind) -> list[object]:
    return [
        pytest.param(mutation, id=mutation.name, marks=() if mutation.quick else pytest.mark.slow)
        for mutation in MUTATIONS
        if kind_of(mutation) == kind
    ]


def selected(request: pytest.FixtureRequest, kind: Kind) -> list[str]:
    """Return the tests of all mutations that this session is going to try."""
    functions = [item for item in request.session.items if isinstance(item, pytest.Function)]
    found = [item.callspec.params.get("mutation") for item in functions if hasattr(item, "callspec")]
    mutations = [
        mutation for mutation in found if isinstance(mutation, Mutation) and kind_of(mutation) == kind
    ]
    return list(dict.fromkeys(test for mutation in mutations for test in mutation.tests.split()))


def checked(tree: Path, tests: list[str]) -> Path:
    whole = run_tests(tree, tests)
    assert whole.status == 0, f"the tests fail without any mutation:\n{whole.output}"
    return tree


@pytest.fixture(scope="module")
def tree(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the package over which the tests of all mutations of Python pass."""
    tree = copy_tree(tmp_path_factory.mktemp("python"))
    return checked(tree, selected(request, PYTHON))


@pytest.fixture(scope="module")
def c_tree(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The same for C, with the kernels compiled from the copied sources."""
    tree = copy_tree(tmp_path_factory.mktemp("c"))
    build_kernels(tree)
    return checked(tree, selected(request, PORTABLE_C))


@pytest.fixture(scope="module")
def adx_tree(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The same with the assembly, where the processor can run it."""
    from kernels import _kernels

    if "adx" not in _kernels.features()["bodies"]:
        pytest.skip("this CPU or this build has no adx")
    tree = copy_tree(tmp_path_factory.mktemp("adx"))
    build_kernels(tree, adx=True)
    return checked(tree, selected(request, ADX_C))


def assert_caught(tree: Path, mutation: Mutation) -> None:
    with mutated(tree, mutation):
        outcome = run_tests(tree, mutation.tests.split())
    assert not outcome.broken, f"{mutation.name} breaks more than the arithmetic: {outcome.broken}"
    assert outcome.status != 0, f"{mutation.name} survives:\n{outcome.output}"
    assert outcome.status == 1 and outcome.failures, f"{mutation.name}: no test failed:\n{outcome.output}"
    needed = str(KERNELS) if mutation.is_c else mutation.file
    assert needed in outcome.loaded, f"{mutation.name}: {needed} was not even imported"
    print(f"{mutation.name} -> {', '.join(outcome.failures)}")


def test_the_table_fits_the_sources() -> None:
    names = [mutation.name for mutation in MUTATIONS]
    assert len(set(names)) == len(names) >= 25
    assert sum(mutation.is_c for mutation in MUTATIONS) >= 5
    for mutation in MUTATIONS:
        text = mutated_text(ROOT, mutation)
        if not mutation.is_c:
            compile(text, mutation.file, "exec")


@pytest.mark.parametrize("mutation", parameters(PYTHON))
def test_python(tree: Path, mutation: Mutation) -> None:
    assert_caught(tree, mutation)


@pytest.mark.parametrize("mutation", parameters(PORTABLE_C))
def test_c(c_tree: Path, mutation: Mutation) -> None:
    assert_caught(c_tree, mutation)


@pytest.mark.parametrize("mutation", parameters(ADX_C))
def test_assembly(adx_tree: Path, mutation: Mutation) -> None:
    assert_caught(adx_tree, mutation)
