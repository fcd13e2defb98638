"""What pyproject.toml cannot say: which files are C sources, and that a wheel has nothing of earlier builds.

`pip install .` builds in the checkout and leaves `build/` behind. Without a compiler the extension that an
earlier build had one for would go into the next wheel, of whatever age, flags and Python.
"""

import shutil
from glob import glob

from setuptools import setup
from setuptools.command.build import build
from setuptools.command.build_ext import build_ext

NATIVE = "evm_precompiles_plus/_native"


class FreshBuild(build):
    """Builds from nothing."""

    def run(self) -> None:
        """Remove what lies where this build puts its files, and build."""
        shutil.rmtree(self.build_lib, ignore_errors=True)
        super().run()


class FoundSources(build_ext):
    """Compiles what lies in the folders of `_native`."""

    def finalize_options(self) -> None:
        """Fill the lists of the one extension."""
        super().finalize_options()
        (extension,) = self.extensions
        extension.sources = sorted(glob(f"{NATIVE}/*/*.c"))
        extension.depends = sorted(glob(f"{NATIVE}/*/*.h"))


setup(cmdclass={"build": FreshBuild, "build_ext": FoundSources})
