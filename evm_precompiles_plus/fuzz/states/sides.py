"""The two sides of a comparison: our VM, run as the conformance runner runs a state test, and the spec."""

from collections.abc import Callable

from ...eels import transition as by_spec
from ...py_evm import state_transition as by_py_evm
from ...py_evm.by_fork import plus_vm
from .case import Answer, StateCase
from .transactions import encoded


def judged_forks() -> tuple[str, ...]:
    """Return the forks that both sides have, oldest first; raises `BackendUnavailable` without the spec."""
    return by_spec.judged_forks()


def ours(case: StateCase) -> Answer:
    """Run a case on our VM of its fork."""
    return _answered(lambda: _by_py_evm(case))


def spec(case: StateCase) -> Answer:
    """Run a case on the executable spec."""
    return _answered(
        lambda: by_spec.apply_transaction(
            case.fork, case.accounts, case.block._asdict(), encoded(case.transaction)
        )
    )


def agree(one: Answer, other: Answer) -> bool:
    """Tell whether two answers are the same; the reasons of two refusals may differ in words."""
    if one.crash or other.crash or (one.refusal is None) != (other.refusal is None):
        return False
    return one[:3] == other[:3]


Transition = by_py_evm.Transition | by_spec.SpecTransition


def _by_py_evm(case: StateCase) -> Transition:
    pre = by_py_evm.build_pre_state(case.accounts)
    block = case.block._replace(state_root=pre.root)
    return by_py_evm.apply_transaction(plus_vm(case.fork), case.fork, pre, block, encoded(case.transaction))


def _answered(run: Callable[[], Transition]) -> Answer:
    try:
        done = run()
    except Exception as error:  # that is a finding, not the end of the run
        return Answer(crash=f"{type(error).__name__}: {error}")
    return Answer(done.state_root, done.logs_hash, done.gas_used, done.refusal)
