"""Where the fixtures that come with this package are."""

from pathlib import Path

_PACKAGE = Path(__file__).parent.parent
_IN_WHEEL = _PACKAGE / "bundled_fixtures"
_IN_CHECKOUT = _PACKAGE.parent / "fixtures"


def bundled_fixtures() -> Path:
    """Return the directory of the state tests that this project generated with the executable spec."""
    return (_IN_WHEEL if _IN_WHEEL.is_dir() else _IN_CHECKOUT) / "state_tests"
