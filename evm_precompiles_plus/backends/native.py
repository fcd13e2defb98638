"""Backend `native`: the C extension, where it was built (`_native/`).

**Invariants** It takes every operation's bytes as they are; a modulus of 2**256 and more is a ValueError, and
`routing.takes` says so beforehand.
"""

from .._native.shared_object import require_whole

require_whole("evm_precompiles_plus._native._kernels")

from .._native import _kernels  # noqa: E402  # a file that was cut short would end the process


class NativeBackend:
    """The kernels under their name (`Backend` says what each does): no Python between call and C."""

    name = "native"
    widest_modulus = 32
    variant = f"{_kernels.features()['path']} code"
    modexp = staticmethod(_kernels.modexp)
    ecadd = staticmethod(_kernels.ecadd)
    ecmul = staticmethod(_kernels.ecmul)
    ecpairing = staticmethod(_kernels.ecpairing)
    blake2f = staticmethod(_kernels.blake2f)


backend = NativeBackend()
