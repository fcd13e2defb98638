"""Where differences are written: asked before the first case, so that none is found and then lost."""

from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryFile

from ..errors import PrecompilesError

_CHECKOUT = Path(__file__).parents[2]


def regressions() -> Path:
    """Return `fixtures/regressions` of the checkout that this package runs from.

    Raises `PrecompilesError` where it was installed without one: nothing is written among a user's packages.
    """
    if (_CHECKOUT / "pyproject.toml").is_file():
        return _CHECKOUT / "fixtures" / "regressions"
    raise PrecompilesError("no checkout to write differences to; say where: --out DIR")


def require_writable(directory: Path) -> None:
    """Raise `PrecompilesError` if no file can be made in the directory; what is not there stays so."""
    missing = [path for path in (directory, *directory.parents) if not path.exists()]
    try:
        directory.mkdir(parents=True, exist_ok=True)
        with TemporaryFile(dir=directory):
            pass
    except OSError as error:
        raise PrecompilesError(
            f"cannot write to {directory}: {error.strerror}; say where: --out DIR"
        ) from error
    finally:
        for path in missing:
            with suppress(OSError):
                path.rmdir()
