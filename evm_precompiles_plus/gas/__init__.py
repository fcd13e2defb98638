"""What a precompile call costs: one pure function per rule, named by the EIP that made it.

A module here prices what the module of the same name in `precompiles` decodes.
**Invariants** Costs are exact integers of any size, since a declared length can be 2**256 - 1; the
caller compares them with the gas it has.
"""
