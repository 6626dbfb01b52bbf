"""examples/compiled_schema.py gets equal answers from plans and from graphql-core."""

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]


def test_the_example_gets_equal_answers_from_both() -> None:
    command = (sys.executable, "examples/compiled_schema.py", "--rounds", "2")
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 0, done.stderr
    assert len(done.stdout.splitlines()) == 4
