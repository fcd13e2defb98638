"""A smaller case with the same fault: fewer accounts, less in them, a plainer transaction, shorter code.

**Algorithm** Edits in order, the coarse ones first, each kept where the fault stays; from the start again
until none is. Code loses instructions, and calldata is cut as that of single calls is (`fuzz.minimise`).
"""

from collections.abc import Callable, Iterator, Mapping

from ..minimise import minimise
from .assembly import instructions
from .case import Account, StateCase
from .transactions import LEGACY
from .world import SENDER, at_least

Differs = Callable[[StateCase], bool]
Edit = Callable[[StateCase], StateCase]
Fields = Mapping[str, object]

# Calldata can have edits by the thousand; so many of them are tried.
_TRIES = 200
_FEWER_INSTRUCTIONS = (64, 16, 4, 2, 1)
_PLAIN_ACCOUNT: tuple[Fields, ...] = ({"code": b""}, {"storage": {}}, {"nonce": 0}, {"balance": 0})
_PLAIN_TRANSACTION: tuple[Fields, ...] = (
    *({"type": LEGACY}, {"value": 0}, {"data": b""}, {"priority_fee": 0}, {"nonce": 0}, {"gas_price": 10}),
)


def shrink(case: StateCase, differs: Differs) -> StateCase:
    """Return the case after all edits that `differs` lets pass; it stops by saying no to everything."""

    def still_differs(smaller: StateCase) -> bool:
        return _can_be(smaller) and differs(smaller)

    before = None
    while case != before:
        before = case
        for edit in _edits(case):
            case = _tried(case, edit, still_differs)
        for address in case.accounts:
            case = _with_shorter_code(case, address, still_differs)
        case = _with_shorter_data(case, still_differs)
    return case


def _can_be(case: StateCase) -> bool:
    """Tell whether a chain can come to the state: there are no empty accounts after EIP-161."""
    if not at_least(case.fork, "spurious_dragon"):
        return True
    return all(any(account) for account in case.accounts.values())


def _tried(case: StateCase, edit: Edit, differs: Differs) -> StateCase:
    smaller = edit(case)
    return smaller if smaller != case and differs(smaller) else case


def _edits(case: StateCase) -> Iterator[Edit]:
    yield from (_without(address) for address in case.accounts if address != SENDER)
    for fields in _PLAIN_ACCOUNT:
        yield from (_account_with(address, fields) for address in case.accounts)
    transaction = case.transaction
    for name in ("access_list", "authorizations", "blob_hashes"):
        yield _transaction_with({name: ()})
        yield from (_one_less(name, index) for index in range(len(getattr(transaction, name)) - 1, -1, -1))
    yield from map(_transaction_with, _PLAIN_TRANSACTION)
    yield from (_transaction_with({"gas": gas}) for gas in (1_000_000, 100_000) if gas < transaction.gas)
    for address, account in case.accounts.items():
        yield from (_without_slot(address, slot) for slot in account.storage)


def _without(address: bytes) -> Edit:
    def edit(case: StateCase) -> StateCase:
        return case._replace(accounts={key: kept for key, kept in case.accounts.items() if key != address})

    return edit


def _account_with(address: bytes, fields: Fields) -> Edit:
    def edit(case: StateCase) -> StateCase:
        account = case.accounts.get(address)
        return case if account is None else _put(case, address, account._replace(**fields))  # type: ignore[arg-type]

    return edit


def _without_slot(address: bytes, slot: int) -> Edit:
    def edit(case: StateCase) -> StateCase:
        account = case.accounts.get(address)
        if account is None or slot not in account.storage:
            return case
        storage = {key: value for key, value in account.storage.items() if key != slot}
        return _put(case, address, account._replace(storage=storage))

    return edit


def _put(case: StateCase, address: bytes, account: Account) -> StateCase:
    return case._replace(accounts={**case.accounts, address: account})


def _transaction_with(fields: Fields) -> Edit:
    return lambda case: case._replace(transaction=case.transaction._replace(**fields))  # type: ignore[arg-type]


def _one_less(name: str, index: int) -> Edit:
    def edit(case: StateCase) -> StateCase:
        items = getattr(case.transaction, name)
        return _transaction_with({name: items[:index] + items[index + 1 :]})(case)

    return edit


def _with_shorter_code(case: StateCase, address: bytes, differs: Differs) -> StateCase:
    account = case.accounts[address]
    parts = instructions(account.code)
    for size in _FEWER_INSTRUCTIONS:
        for start in reversed(range(0, len(parts), size)):
            fewer = parts[:start] + parts[start + size :]
            smaller = _put(case, address, account._replace(code=b"".join(fewer)))
            if len(fewer) < len(parts) and differs(smaller):
                case, parts = smaller, fewer
    return case


def _with_shorter_data(case: StateCase, differs: Differs) -> StateCase:
    def differs_with(data: bytes) -> bool:
        return differs(_transaction_with({"data": data})(case))

    return _transaction_with({"data": minimise(case.transaction.data, differs_with, _TRIES)})(case)
