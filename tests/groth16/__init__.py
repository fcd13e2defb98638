"""A Groth16 proof of a circuit of our own, and the contract that verifies it: what a user of the curve does.

    python -m tests.groth16

shows the time of one call to the verifier on eth-tester, on stock py-evm and on ours. circuit (what is
proved) - protocol (keys, proof) - contract (bytecode) - on_eth_tester (its chain) - `__main__` (the times).
"""
