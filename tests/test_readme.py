"""The README's Python is run as it stands."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

README = Path(__file__).parents[1] / "README.md"
BLOCKS = re.findall(r"^```python\n(.*?)^```$", README.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)


@pytest.mark.parametrize("code", BLOCKS)
def test_the_python_of_the_readme_runs_and_prints_what_it_says(code: str) -> None:
    told = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60, check=True)
    promised = re.findall(r"^# (.+)$", code, re.MULTILINE)
    assert promised
    assert told.stdout.splitlines()[: len(promised)] == promised


def test_there_is_python_in_the_readme() -> None:
    assert len(BLOCKS) == 2
