"""`python -m evm_precompiles_plus`: the command line."""

from .cli import main

if __name__ == "__main__":
    main(prog_name="evm-precompiles-plus")
