"""The executable spec (PyPI: ethereum-execution, extra `spec`) as an oracle and a host.

    from evm_precompiles_plus import eels
    eels.install()

puts the precompiles into every fork of the spec. `spec.spec_call` is the spec's own answer all the same.
This room and those below it are the only ones that import `ethereum`.
"""

from .host import install, installed, uninstall

__all__ = ["install", "installed", "uninstall"]
