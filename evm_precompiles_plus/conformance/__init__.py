"""State-test and blockchain-test fixtures: read them, run them on py-evm, report what came out.

sources (files, directories, archives) -> loader (documents to cases) -> statetest or blocktest
(one case) -> report. Each stage hands plain data to the next.
"""
