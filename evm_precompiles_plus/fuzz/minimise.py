"""Smaller calldata with the same fault."""

from collections.abc import Callable, Iterator

Edit = Callable[[bytes], bytes]

# As long as words and points, then as limbs and bytes.
_ZEROED = (256, 128, 64, 32, 16, 8, 4, 1)
_CUT = (768, 384, 192, 160, 128, 64, 32)


def minimise(data: bytes, differs: Callable[[bytes], bool], tries: int) -> bytes:
    """Return the data shortened, then with zeros, then with lower bytes, as far as `differs` stays true.

    `differs` is asked `tries` times at most.
    """
    for edit in _edits(len(data)):
        smaller = edit(data)
        while smaller != data:
            if tries == 0:
                return data
            tries -= 1
            if not differs(smaller):
                break
            data, smaller = smaller, edit(smaller)
    return data


def _edits(length: int) -> Iterator[Edit]:
    yield _cut(0, length)
    for size in _CUT:
        yield from (_cut(start, size) for start in range(length - length % size, -1, -size))
    for size in (16, 8, 4, 2, 1):
        yield _cut_end(size)
    for size in _ZEROED:
        yield from (_zero(start, size) for start in range(0, length, size))
    yield from (
        _lower(position, bit) for position in range(length) for bit in (0x80, 0x40, 0x20, 0x10, 8, 4, 2, 1)
    )


def _cut(start: int, size: int) -> Edit:
    return lambda data: data[:start] + data[start + size :]


def _cut_end(size: int) -> Edit:
    return lambda data: data[: max(0, len(data) - size)]


def _zero(start: int, size: int) -> Edit:
    def edit(data: bytes) -> bytes:
        part = data[start : start + size]
        return data[:start] + bytes(len(part)) + data[start + size :] if any(part) else data

    return edit


def _lower(position: int, bit: int) -> Edit:
    def edit(data: bytes) -> bytes:
        if position >= len(data) or not data[position] & bit:
            return data
        return data[:position] + bytes([data[position] & ~bit]) + data[position + 1 :]

    return edit
