"""The rules that py-evm has wrong or leaves out, a module for each; `as_specified` puts them over a VM.

    from eth.vm.forks import CancunVM
    from evm_precompiles_plus.py_evm import as_specified

    SpecifiedCancunVM = as_specified(CancunVM)

transactions/ (when one is valid) - execution/ (what it does) - blocks/ (when one is valid, and what it
does besides) - table (all of them, each with its first fork). py-evm's own classes are never changed.
"""
