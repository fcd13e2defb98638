"""The executable spec (PyPI: ethereum-execution, extra `spec`) as an oracle and a host.

This room and those below it are the only ones that import `ethereum`.
"""
