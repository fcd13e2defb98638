"""Run a program as `python` would, unmodified, with the precompiles on until its process ends.

**Invariants** The program sees its own `sys.argv`, `sys.path[0]` and `__main__`, its exit status is the
process's, and an uncaught exception is shown without the launcher's frames
(`tests/activation/test_launcher.py`).
**Deviations** A process that the program starts afresh (not by `fork`) is an ordinary one.
"""

import builtins
import os
import runpy
import shutil
import sys
import sysconfig
from collections.abc import Callable, Sequence
from pathlib import Path
from types import ModuleType, TracebackType
from typing import NoReturn

_FAILED = 1
_INTERRUPTED = 130


def exec_script(path: str, arguments: Sequence[str], host: str = "py-evm") -> NoReturn:
    """Run a Python file as `python path arguments...`, and end the process with its exit status.

    `path` may be the name of a console script, on PATH or beside this interpreter; `host` is one of `HOSTS`.
    It is made for a process of its own, where nothing is put back. Raises `OSError` for a path that is not
    there or cannot be read, and `BackendUnavailable` for a host that is not installed.
    """
    script = _find_script(path)
    source = Path(script).read_bytes()
    HOSTS[host]()
    _set_argv([script, *arguments], first_path=str(Path(script).resolve().parent))
    _run(lambda: _run_source(source, os.path.abspath(script)))


def exec_module(name: str, arguments: Sequence[str], host: str = "py-evm") -> NoReturn:
    """Run a module or package as `python -m name arguments...`; otherwise as `exec_script`."""
    HOSTS[host]()
    # runpy puts the module's file in place of its name.
    _set_argv([name, *arguments], first_path=os.getcwd())
    _run(lambda: runpy.run_module(name, run_name="__main__", alter_sys=True))


def _install_in_py_evm() -> None:
    from ..py_evm.install import install

    install()


def _install_in_spec() -> None:
    from ..eels import install
    from ..eels.tools import prepare_once

    install()
    prepare_once()


HOSTS: dict[str, Callable[[], None]] = {"py-evm": _install_in_py_evm, "eels": _install_in_spec}


def _find_script(path: str) -> str:
    if os.path.exists(path):
        return path
    if os.path.dirname(path):
        raise FileNotFoundError(f"no such script: {path}")
    # An environment's commands are often called by their path, with that environment not on PATH.
    beside = sysconfig.get_path("scripts")
    found = shutil.which(path) or shutil.which(path, path=beside)
    if found is None:
        raise FileNotFoundError(f"no such script: {path} (not on PATH, and not in {beside})")
    return found


def _set_argv(argv: list[str], first_path: str) -> None:
    sys.argv[:] = argv
    if not sys.flags.safe_path:
        sys.path[0] = first_path


def _run_source(source: bytes, path: str) -> None:
    # runpy would take sys.argv[0] for __file__, and remove the module before the program's exit handlers run.
    main = ModuleType("__main__")
    vars(main).update(__file__=path, __builtins__=builtins)
    sys.modules["__main__"] = main
    exec(compile(source, path, "exec", dont_inherit=True), vars(main))


def _run(program: Callable[[], object]) -> NoReturn:
    try:
        program()
    except SystemExit:
        raise
    except BaseException as error:
        error.__traceback__ = _of_the_program(error.__traceback__)
        sys.excepthook(type(error), error, error.__traceback__)
        raise SystemExit(_INTERRUPTED if isinstance(error, KeyboardInterrupt) else _FAILED) from None
    raise SystemExit(0)


def _of_the_program(traceback: TracebackType | None) -> TracebackType | None:
    """Return a traceback from the program's first frame on."""
    while traceback and traceback.tb_frame.f_globals.get("__name__") in (__name__, runpy.__name__):
        traceback = traceback.tb_next
    return traceback
