"""How a state differs from the one that a fixture gives, account by account, for a person to read."""

from collections.abc import Iterator, Mapping

from pydantic import TypeAdapter, ValidationError

from ..py_evm.state_transition import Account as HostAccount
from ..py_evm.state_transition import Transition, accounts_after
from .hexadecimal import Address
from .schema import Account, Post, StateTest

_POST_STATE = TypeAdapter(dict[Address, Account])
_SHOWN_CODE = 32


def state_diff(test: StateTest, post: Post, transition: Transition) -> Iterator[str]:
    """Yield a line for each account, field and slot that is not as the fixture gives it.

    Yields nothing where the fixture gives hashes only, as the older ones do.
    """
    if post.state is None:
        return
    try:
        wanted = _POST_STATE.validate_python(post.state)
    except ValidationError:
        yield "the fixture's post state is malformed"
        return
    found = accounts_after(
        transition,
        {
            address: [*_slots(test.pre, address), *_slots(wanted, address)]
            for address in test.pre.keys() | wanted.keys()
        },
    )
    for address in sorted(wanted.keys() | found.keys()):
        for line in _account_diff(found.get(address), wanted.get(address)):
            yield f"0x{address.hex()}: {line}"


def _slots(accounts: Mapping[bytes, Account], address: bytes) -> list[int]:
    account = accounts.get(address)
    return [] if account is None else [*account.storage]


def _account_diff(found: HostAccount | None, wanted: Account | None) -> Iterator[str]:
    if found is None:
        yield "does not exist, but should"
        return
    if wanted is None:
        yield f"exists, but should not (balance {found.balance}, nonce {found.nonce})"
        return
    if found.balance != wanted.balance:
        yield f"balance {found.balance}, want {wanted.balance} ({found.balance - wanted.balance:+})"
    if found.nonce != wanted.nonce:
        yield f"nonce {found.nonce}, want {wanted.nonce}"
    if found.code != wanted.code:
        yield f"code {_code(found.code)}, want {_code(wanted.code)}"
    for slot in sorted(found.storage.keys() | wanted.storage.keys()):
        got, want = found.storage.get(slot, 0), wanted.storage.get(slot, 0)
        if got != want:
            yield f"storage[{slot:#x}] {got:#x}, want {want:#x}"


def _code(code: bytes) -> str:
    shown = code[:_SHOWN_CODE].hex()
    return f"0x{shown}" if len(code) <= _SHOWN_CODE else f"0x{shown}... ({len(code)} bytes)"
