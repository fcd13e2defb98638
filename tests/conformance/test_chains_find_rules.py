"""A rule that only blocks show, taken out again, is found by a bundled chain."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from taken_out import forget_vms, out_of_table

from evm_precompiles_plus.conformance.blocktest import run_block_case
from evm_precompiles_plus.conformance.documents import Document
from evm_precompiles_plus.conformance.loader import BLOCK_TEST, BlockCase, Selection, cases_of
from evm_precompiles_plus.conformance.sources import iter_documents
from evm_precompiles_plus.conformance.statetest import PASSED
from evm_precompiles_plus.py_evm.rules.blocks.system_calls import RequestsVM

CHAINS = Path(__file__).parents[2] / "fixtures/blockchain_tests/rules/system_contracts.json"


def failures() -> Iterator[str]:
    for document in iter_documents([CHAINS]):
        assert isinstance(document, Document)
        for case in cases_of(document, Selection(kind=BLOCK_TEST)):
            assert isinstance(case, BlockCase)
            if run_block_case(case).status != PASSED:
                yield case.name


def test_system_contracts_that_fail_or_have_no_code(
    vms_made_anew: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    out_of_table(RequestsVM)(monkeypatch)
    forget_vms()
    assert next(failures(), None)
    monkeypatch.undo()
    forget_vms()
    assert not list(failures())
