"""The names and the order of Ethereum's forks.

**Spec** ethereum/execution-specs, the list of forks. Names are lower case with underscores, as the
executable spec's packages; the spellings of published fixtures are understood too.
"""

from .errors import UnknownFork, WrongType

FORKS = (
    "frontier",
    "homestead",
    "tangerine_whistle",
    "spurious_dragon",
    "byzantium",
    "constantinople",
    "petersburg",
    "istanbul",
    "muir_glacier",
    "berlin",
    "london",
    "arrow_glacier",
    "gray_glacier",
    "paris",
    "shanghai",
    "cancun",
    "prague",
    "osaka",
    "bpo1",
    "bpo2",
)

_ORDER = {name: index for index, name in enumerate(FORKS)}

# Fixtures name some forks by the EIP that carried them, or run the words together.
_ALIASES = {
    "eip150": "tangerine_whistle",
    "eip158": "spurious_dragon",
    "constantinoplefix": "petersburg",
    "merge": "paris",
} | {name.replace("_", ""): name for name in FORKS}


def fork_name(name: str) -> str:
    """Return the canonical name of a fork: `"ConstantinopleFix"` gives `"petersburg"`.

    Raises `UnknownFork`, with the choices, for any other name, and `WrongType` for what is none.
    """
    if not isinstance(name, str):
        raise WrongType("a fork", name, "a name, str")
    found = _ALIASES.get(name.lower().replace("_", "").replace(" ", ""))
    if found is None:
        raise UnknownFork(name, FORKS)
    return found


def fork_order(name: str) -> int:
    """Return the position of a canonical fork name in `FORKS`; later forks have larger ones."""
    return _ORDER[name]
