"""What a measurement was made on, in one line."""

import platform
import ssl
import sys
from pathlib import Path


def describe() -> str:
    """Return processor, system and the versions of what computes: `"AMD EPYC, Linux x86_64, ..."`."""
    parts = [
        cpu_name(),
        f"{platform.system()} {platform.machine()}",
        f"Python {platform.python_version()}",
        ssl.OPENSSL_VERSION.rsplit(" ", 3)[0],
        _gmp(),
    ]
    return ", ".join(part for part in parts if part)


def cpu_name() -> str:
    """Return the processor's name as the system has it."""
    if sys.platform == "linux":
        for line in Path("/proc/cpuinfo").read_text(encoding="utf-8", errors="replace").splitlines():
            key, _, value = line.partition(":")
            if key.strip() in ("model name", "Model"):
                return value.strip()
    return platform.processor() or "unknown processor"


def _gmp() -> str:
    try:
        import gmpy2
    except ImportError:
        return ""
    return f"{gmpy2.mp_version()} (gmpy2 {gmpy2.version()})"
