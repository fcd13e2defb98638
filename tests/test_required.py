"""`EVM_PRECOMPILES_REQUIRED=pure,gmpy2` turns a backend that cannot be loaded into a failure."""

import os

import pytest

from evm_precompiles_plus import routing

REQUIRED = os.environ.get("EVM_PRECOMPILES_REQUIRED", "pure").split(",")


@pytest.mark.parametrize("name", REQUIRED)
def test_required_backend_is_there(name: str) -> None:
    assert routing.why_missing(name) is None
    assert routing.get(name).name == name
