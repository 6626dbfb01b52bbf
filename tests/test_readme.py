"""The README's Python is run as it stands."""

import re
import subprocess
import sys
from pathlib import Path

README = Path(__file__).parents[1] / "README.md"


def test_the_python_of_the_readme_runs_and_prints_what_it_says() -> None:
    (code,) = re.findall(r"^```python\n(.*?)^```$", README.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)
    told = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60, check=True)
    promised = re.findall(r"^# (.+)$", code, re.MULTILINE)
    assert told.stdout.splitlines()[: len(promised)] == promised
    assert told.stdout.count("\n") > 5
