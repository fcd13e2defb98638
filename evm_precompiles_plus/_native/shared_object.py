"""Whether a shared library's file is whole, before it is loaded.

Linux maps a library's segments as its header says; where the file ends before them, the process dies of a
signal instead of raising. Other systems' loaders look for themselves.

**Spec** System V ABI, "ELF Header": linkers put the section headers last, at e_shoff.
"""

from importlib.util import find_spec
from pathlib import Path

# By the class byte: the place and the length of e_shoff, and the place of e_shentsize, which e_shnum follows.
_FIELDS = {1: (0x20, 4, 0x2E), 2: (0x28, 8, 0x3A)}
_HEADER = 64


def require_whole(module: str) -> None:
    """Raise `ImportError` if the extension module is a file that was cut short."""
    spec = find_spec(module)
    if spec is None or spec.origin is None:
        return
    path = Path(spec.origin)
    with path.open("rb") as file:
        header = file.read(_HEADER)
    if path.stat().st_size < _elf_size(header):
        raise ImportError(f"{path}: the file is truncated")


def _elf_size(header: bytes) -> int:
    """Return how many bytes an ELF file has at least, or 0 for a file of another kind."""
    if header[:4] != b"\x7fELF":
        return 0
    if len(header) < _HEADER or header[4] not in _FIELDS:
        return _HEADER
    start, length, entry = _FIELDS[header[4]]
    is_big = header[5] == 2

    def number(at: int, size: int) -> int:
        return int.from_bytes(header[at : at + size], "big" if is_big else "little")

    return number(start, length) + number(entry, 2) * number(entry + 2, 2)
