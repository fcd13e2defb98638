"""Every Python snippet of the README runs, each in a process of its own."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

README = Path(__file__).parents[1] / "README.md"
SNIPPETS = re.findall(r"^```python\n(.*?)^```$", README.read_text(), re.MULTILINE | re.DOTALL)


@pytest.mark.parametrize("snippet", SNIPPETS, ids=[f"snippet{number}" for number in range(len(SNIPPETS))])
def test_snippet(snippet: str, tmp_path: Path) -> None:
    done = subprocess.run([sys.executable, "-c", snippet], cwd=tmp_path, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


def test_there_are_snippets_and_two_commands() -> None:
    assert len(SNIPPETS) >= 8
    assert len(re.findall(r"^```bash$", README.read_text(), re.MULTILINE)) == 2


def test_ci_finds_the_test_command() -> None:
    after = README.read_text().split("<!-- test-command -->\n```bash\n", 1)[1]
    assert "pytest" in after.split("\n```", 1)[0]
