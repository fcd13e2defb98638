"""Backends by name, the environment variable, the self-check, and who answers what a named one cannot."""

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from importlib import import_module

import pytest
from calls import modexp_call

from evm_precompiles_plus import BackendMismatch, BackendUnavailable, backends, routing, run
from evm_precompiles_plus.trust import in_service
from evm_precompiles_plus.trust.self_check import QUESTIONS, check

WIDE = (2**300 + 1).to_bytes(40, "big")


@pytest.fixture(autouse=True)
def fresh_selection() -> Iterator[None]:
    routing.reset()
    yield
    routing.reset()


def test_unknown_name_is_a_value_error_with_the_choices() -> None:
    with pytest.raises(ValueError, match=r"choose from: native, .*gmpy2, openssl, pure"):
        routing.get("gmp")


def test_missing_backend_is_an_import_error_with_its_hint(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(name: str, package: str) -> object:
        raise ImportError(f"No module named {name}")

    monkeypatch.setattr(f"{backends.__name__}.import_module", missing)
    with pytest.raises(BackendUnavailable, match="pip install gmpy2"):
        routing.get("gmpy2")
    assert issubclass(BackendUnavailable, ImportError)
    assert "pip install gmpy2" in (routing.why_missing("gmpy2") or "")


def test_named_but_missing_is_never_replaced(monkeypatch: pytest.MonkeyPatch) -> None:
    def without_openssl(name: str, package: str) -> object:
        if name == ".openssl":
            raise ImportError("gone")
        return import_module(name, package)

    monkeypatch.setattr(f"{backends.__name__}.import_module", without_openssl)
    monkeypatch.setenv(routing.VARIABLE, "openssl")
    with pytest.raises(BackendUnavailable, match="gone"):
        run("modexp", modexp_call(b"\x03", b"\x05", b"\x07"))
    with pytest.raises(BackendUnavailable, match="gone"):
        run("ecadd", b"")


def test_unknown_name_in_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(routing.VARIABLE, "mpir")
    with pytest.raises(ValueError, match="mpir"):
        run("modexp", modexp_call(b"\x03", b"\x05", b"\x07"))


@pytest.mark.parametrize("name", routing.active_backends("modexp"))
def test_named_backend_answers_modexp(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(routing.VARIABLE, name)
    assert run("modexp", modexp_call(b"\x03", b"\x05", b"\x07"))[::2] == (b"\x05", name)
    assert run("modexp", modexp_call(b"\x03", b"\x05", b"\x08"))[::2] == (b"\x03", name)


@pytest.mark.parametrize("name", routing.active_backends())
def test_what_a_named_backend_lacks_goes_to_the_default_order(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(routing.VARIABLE, name)
    able = routing.active_backends("ecadd")
    assert run("ecadd", b"").backend == (name if name in able else able[0])
    answer = run("modexp", modexp_call(b"\x02", b"\x05", WIDE))
    assert int.from_bytes(answer.output, "big") == 32
    able = routing.active_backends("modexp")
    assert answer.backend == name if name in able else answer.backend in able


def withdraw_all_but(*kept: str) -> None:
    for name in ("native", "gmpy2", "openssl", "pure"):
        if name not in kept:
            in_service.withdrawn[name] = f"why {name} is out"


def test_a_modulus_that_is_left_to_native_alone_goes_there() -> None:
    if "native" not in routing.active_backends():
        pytest.skip("native is not built")
    withdraw_all_but("native")
    for modulus in (b"\7", WIDE, b"\1" + bytes(2000)):
        answer = run("modexp", modexp_call(b"\2", b"\5", modulus), fork="cancun")
        assert (answer.backend, int.from_bytes(answer.output, "big")) == (
            "native",
            32 % int.from_bytes(modulus, "big"),
        )


@pytest.mark.parametrize("modulus", [b"\7", WIDE])
def test_a_modexp_that_nobody_is_left_for_says_why(modulus: bytes) -> None:
    withdraw_all_but()
    with pytest.raises(BackendUnavailable, match=r"why gmpy2 is out; .*why pure is out"):
        run("modexp", modexp_call(b"\2", b"\5", modulus))


@pytest.mark.parametrize("body", ["ifma", "adx", "portable", "ifma-emulated", "vax"])
def test_the_body_of_native_is_chosen_by_a_variable(body: str) -> None:
    if "native" not in routing.active_backends():
        pytest.skip("native is not built")
    code = (
        "from evm_precompiles_plus import backends, routing;"
        "print(routing.why_missing('native') or backends.get('native').body)"
    )
    environment = {**os.environ, "EVM_PRECOMPILES_NATIVE_BODY": body}
    done = subprocess.run(
        [sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True
    )
    from evm_precompiles_plus._native import _kernels

    here = body in _kernels.features()["bodies"]
    assert done.stdout.strip() == body if here else f"NATIVE_BODY={body}: not one of" in done.stdout


class Slow:
    """`native`, if it were slower than another backend, or than one that is not there."""

    name = "native"

    def __init__(self, library: str) -> None:
        self.slower_than = {"ecadd": library}

    def __getattr__(self, attribute: str) -> object:
        return getattr(routing.get("pure"), attribute)


@pytest.mark.parametrize(("library", "chosen"), [("gmpy2", "gmpy2"), ("coincurve", "native")])
def test_a_library_that_is_faster_goes_first_where_it_is_there(
    library: str, chosen: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        in_service, "load", lambda name: Slow(library) if name == "native" else backends.get(name)
    )
    monkeypatch.setattr(routing, "load", in_service.load)
    missing = in_service.why_missing
    monkeypatch.setattr(routing, "why_missing", lambda name: "gone" if name == "coincurve" else missing(name))
    routing.for_operation.cache_clear()
    assert routing.for_operation("ecadd").name == chosen
    monkeypatch.undo()
    routing.for_operation.cache_clear()
    routing.get.cache_clear()


def test_active_backends_of_an_operation() -> None:
    assert "openssl" not in routing.active_backends("ecmul")
    assert {"gmpy2", "pure"} & set(routing.active_backends()) <= set(routing.active_backends("ecmul"))
    assert routing.active_backends("no_such_operation") == ()
    assert "pure" in routing.active_backends("modexp")


class Wrong:
    """A backend that is right but for one operation."""

    name = "wrong"

    def __init__(self, operation: str) -> None:
        self.wrong_operation = operation

    def __getattr__(self, operation: str) -> Callable[..., object]:
        right: Callable[..., object] = getattr(routing.get("pure"), operation)
        return (lambda *_: b"wrong") if operation == self.wrong_operation else right


OF_PURE = {question.operation for question in QUESTIONS if hasattr(routing.get("pure"), question.operation)}


@pytest.mark.parametrize("operation", sorted(OF_PURE))
def test_wrong_answer_is_refused(operation: str) -> None:
    with pytest.raises(BackendMismatch, match=f"'wrong' answers .* to {operation}"):
        check(Wrong(operation))  # type: ignore[arg-type]  # it has what is asked
    check(Wrong("nothing"))  # type: ignore[arg-type]


def test_lacking_operations_are_not_asked_for() -> None:
    class OnlyModexp:
        name = "only"
        modexp = staticmethod(routing.get("pure").modexp)

    check(OnlyModexp())  # type: ignore[arg-type]
