"""The C extension, for tests of it alone: skipped where it is not built, unless it is required to be."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from evm_precompiles_plus._native import _kernels
else:
    try:
        from evm_precompiles_plus._native import _kernels
    except ImportError as error:
        if "native" in os.environ.get("EVM_PRECOMPILES_REQUIRED", ""):
            raise
        pytest.skip(f"the C extension is not built: {error}", allow_module_level=True)

__all__ = ["_kernels", "use_body"]


@contextmanager
def use_body(name: str) -> Iterator[str]:
    """Run tests over a body of the code, or skip them; afterwards the best one runs again."""
    if not _kernels.use_body(name):
        pytest.skip(f"this CPU or this build has no {name}")
    yield name
    _kernels.use_body(_kernels.features()["bodies"][0])
