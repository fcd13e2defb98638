"""What pyproject.toml cannot say: a wheel has nothing of an earlier build.

`pip install .` builds in the checkout and leaves `build/` behind. Without a compiler the extension that an
earlier build had one for would go into the next wheel, of whatever age, flags and Python.
"""

import shutil

from setuptools import setup
from setuptools.command.build import build


class FreshBuild(build):
    """Builds from nothing."""

    def run(self) -> None:
        """Remove what lies where this build puts its files, and build."""
        shutil.rmtree(self.build_lib, ignore_errors=True)
        super().run()


setup(cmdclass={"build": FreshBuild})
