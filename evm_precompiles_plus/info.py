"""What is installed here: versions, backends, and why one is missing."""

import platform
from importlib.metadata import PackageNotFoundError, version
from typing import NamedTuple

from . import routing
from .backends.names import NAMES
from .registry import TABLE
from .routing.router import table_in_force
from .trust import cross_check
from .trust.cross_check import UNCHECKED

PACKAGES = (
    "evm-precompiles-plus",
    "py-evm",
    "py-ecc",
    "gmpy2",
    "cryptography",
    "ethereum-execution",
)


class Info(NamedTuple):
    """Versions by name, and what there is of backends.

    `backends` says for each why it is missing, or None if it works here; `left_to_host` are the precompiles
    that need one which is missing, so that a host keeps its own code for them. `verified` is the share of
    calls that are cross-checked, `unverifiable` the precompiles, and operations of backends, that cannot be.
    `routes` is the table that MODEXP goes by.
    """

    versions: dict[str, str]
    backends: dict[str, str | None]
    named: str | None
    left_to_host: tuple[str, ...]
    verified: float = 0.0
    unverifiable: tuple[str, ...] = UNCHECKED
    routes: str = ""


def info() -> Info:
    """Look at this machine; loads and checks every backend. Raises if the named backend is not usable."""
    versions = {"Python": f"{platform.python_version()} on {platform.machine()}"}
    versions |= {package: _version(package) for package in PACKAGES}
    missing = {name: routing.why_missing(name) for name in NAMES}
    left_to_host = tuple(row.name for row in TABLE if row.why_missing())
    rate, unchecked = cross_check.rate(), cross_check.unchecked()
    return Info(versions, missing, routing.named(), left_to_host, rate, unchecked, table_in_force())


def info_lines(report: Info) -> list[str]:
    """Return the report as lines of text."""
    width = max(map(len, [*report.versions, *report.backends]))
    lines = [f"{name.ljust(width)}  {text}" for name, text in report.versions.items()]
    lines.append("")
    for name, reason in report.backends.items():
        lines.append(f"{name.ljust(width)}  {reason or _available(name, report)}")
    but = f"; no second implementation here for: {', '.join(report.unverifiable)}"
    lines += ["", f"calls cross-checked: {report.verified:.4g} of all{but if report.unverifiable else ''}"]
    lines += ["", f"MODEXP goes by: {report.routes}"]
    if report.left_to_host:
        lines += ["", f"the host's own code stays in place for: {', '.join(report.left_to_host)}"]
    return lines


def _available(name: str, report: Info) -> str:
    variant = getattr(routing.get(name), "variant", None)
    named = f"named by {routing.VARIABLE}" if name == report.named else None
    return ", ".join(filter(None, ("available", variant, named)))


def _version(package: str) -> str:
    try:
        return version(package)
    except PackageNotFoundError:
        return "not installed"
