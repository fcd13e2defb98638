"""Backend `native`: the C extension, where it was built (`_native/`).

**Representation** There are several bodies of the same code, for what a processor can do: `ifma`, `adx`
and `portable`. `body` is the one that runs, the best, unless `EVM_PRECOMPILES_NATIVE_BODY` asks for another
one, for tests and measurements. `ifma-emulated` does what `ifma` does, slowly, on any processor, and runs
only if asked for.
**Invariants** It takes every operation's bytes as they are.
"""

import os
from collections.abc import Mapping

from .._native.shared_object import require_whole

require_whole("evm_precompiles_plus._native._kernels")

from .._native import _kernels  # noqa: E402  # a file that was cut short would end the process

BODY_VARIABLE = "EVM_PRECOMPILES_NATIVE_BODY"


def _choose_body(wanted: str | None) -> str:
    """Return the body that runs: the processor's best, or the wanted one; `ImportError` where it cannot."""
    if wanted and not _kernels.use_body(wanted):
        raise ImportError(f"{BODY_VARIABLE}={wanted}: not one of {', '.join(_kernels.features()['bodies'])}")
    return _kernels.features()["path"]


class NativeBackend:
    """The kernels under their name (`Backend` says what each does): no Python between call and C."""

    name = "native"
    body = _choose_body(os.environ.get(BODY_VARIABLE))
    variant = f"{body} code"
    modexp = staticmethod(_kernels.modexp)
    ecadd = staticmethod(_kernels.ecadd)
    ecmul = staticmethod(_kernels.ecmul)
    ecpairing = staticmethod(_kernels.ecpairing)
    ecrecover = staticmethod(_kernels.ecrecover)
    p256verify = staticmethod(_kernels.p256verify)
    blake2f = staticmethod(_kernels.blake2f)
    # Without 128-bit integers these take 2.2 and 1.8 times as long as the library (Zen 3).
    slower_than: Mapping[str, str] = (
        {} if _kernels.features().get("int128") else {"ecrecover": "coincurve", "p256verify": "cryptography"}
    )


backend = NativeBackend()
