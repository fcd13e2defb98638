"""What is installed here: versions, backends, and why one is missing."""

import platform
from importlib.metadata import PackageNotFoundError, version
from typing import NamedTuple

from . import backends

PACKAGES = (
    "evm-precompiles-plus",
    "py-evm",
    "py-ecc",
    "gmpy2",
    "cryptography",
    "ethereum-execution",
)


class Info(NamedTuple):
    """Versions by name, and for each backend why it is missing, or None if it works here."""

    versions: dict[str, str]
    backends: dict[str, str | None]
    named: str | None


def info() -> Info:
    """Look at this machine; loads and checks every backend. Raises if the named backend is not usable."""
    versions = {"Python": f"{platform.python_version()} on {platform.machine()}"}
    versions |= {package: _version(package) for package in PACKAGES}
    missing = {name: backends.why_missing(name) for name in backends.NAMES}
    return Info(versions, missing, backends.named())


def info_lines(report: Info) -> list[str]:
    """Return the report as lines of text."""
    width = max(map(len, [*report.versions, *report.backends]))
    lines = [f"{name.ljust(width)}  {text}" for name, text in report.versions.items()]
    lines.append("")
    for name, reason in report.backends.items():
        chosen = f", named by {backends.VARIABLE}" if name == report.named else ""
        lines.append(f"{name.ljust(width)}  {reason or 'available' + chosen}")
    return lines


def _version(package: str) -> str:
    try:
        return version(package)
    except PackageNotFoundError:
        return "not installed"
