"""Each rule that py-evm has wrong, taken out again, is found within 10,000 cases."""

from collections.abc import Iterator
from typing import NamedTuple

import pytest
from eth.abc import StateAPI
from taken_out import TakeOut, forget_vms, out_of_table

from evm_precompiles_plus.fuzz.states.case import StateCase
from evm_precompiles_plus.fuzz.states.generators import make_case
from evm_precompiles_plus.fuzz.states.kinds import KINDS
from evm_precompiles_plus.fuzz.states.sides import agree, judged_forks, ours, spec
from evm_precompiles_plus.py_evm import state_transition
from evm_precompiles_plus.py_evm.rules.execution.creation_collision import CollisionState
from evm_precompiles_plus.py_evm.rules.execution.initcode_halts import halting_opcodes
from evm_precompiles_plus.py_evm.rules.execution.initcode_words import OutermostComputation
from evm_precompiles_plus.py_evm.rules.transactions import (
    fees,
    funds,
    initcode_size,
    recipient,
    sender_code,
    signature,
    validity,
)

CASES = 10_000


def out_of_validity(check: object) -> TakeOut:
    """Take out one rule of a transaction's validity."""

    def take_out(monkeypatch: pytest.MonkeyPatch) -> None:
        taken = 0
        for name in ("HEADER_RULES", "STATE_RULES"):
            rules = getattr(validity, name)
            rest = tuple(rule for rule in rules if rule[1] is not check)
            taken += len(rules) - len(rest)
            monkeypatch.setattr(validity, name, rest)
        assert taken

    return take_out


def touched_whatever_comes(monkeypatch: pytest.MonkeyPatch) -> None:
    """Touch the coinbase of a refused transaction too."""
    touch = state_transition._touch_coinbase

    def always(state: StateAPI, fork: str, is_refused: bool) -> None:
        touch(state, fork, False)

    monkeypatch.setattr(state_transition, "_touch_coinbase", always)


class Fault(NamedTuple):
    """How a rule is taken out, and a kind of case that shows it."""

    take_out: TakeOut
    kind: str


FAULTS = {
    "initcode too long halts, whatever else": Fault(out_of_table(halting_opcodes), "long initcode"),
    "initcode of a delegated origin is paid once": Fault(out_of_table(OutermostComputation), "delegations"),
    "creation onto storage alone collides": Fault(out_of_table(CollisionState), "creations"),
    "funds for value, fee and blobs": Fault(out_of_validity(funds.check), "funds"),
    "a sender with code": Fault(out_of_validity(sender_code.check), "refused"),
    "priority fee above fee": Fault(out_of_validity(fees.check), "refused"),
    "initcode of a transaction": Fault(out_of_validity(initcode_size.check), "creation transactions"),
    "blobs without a recipient": Fault(out_of_validity(recipient.check), "blobs"),
    "a signature for another chain": Fault(out_of_validity(signature.check_chain_id), "refused"),
    "a refused transaction leaves the coinbase": Fault(touched_whatever_comes, "refused"),
}


def cases_of(kind: str) -> Iterator[StateCase]:
    """The cases of a kind, of the first 10,000 under all forks."""
    names = tuple(KINDS)
    return (make_case(0, number, judged_forks()) for number in range(names.index(kind), CASES, len(names)))


@pytest.mark.parametrize("rule", FAULTS)
def test_a_rule_taken_out_is_found(rule: str, vms_made_anew: None, monkeypatch: pytest.MonkeyPatch) -> None:
    take_out, kind = FAULTS[rule]
    take_out(monkeypatch)
    forget_vms()
    found = next(case for case in cases_of(kind) if not agree(ours(case), spec(case)))
    monkeypatch.undo()
    forget_vms()
    assert agree(ours(found), spec(found))
