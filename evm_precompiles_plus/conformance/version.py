"""Which version of this package runs: reports and files to resume from depend on it."""

from importlib.metadata import PackageNotFoundError, version


def package_version() -> str:
    """Return this package's version; a checkout that is not installed has none."""
    try:
        return version("evm-precompiles-plus")
    except PackageNotFoundError:
        return "(not installed)"
