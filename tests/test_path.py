"""The path of a move: the counts of its calls, which do not depend on the machine, never rise."""

import subprocess
import sys

import msgspec

from benchmarks.path import RATCHET
from tools.servers import REPOSITORY

COMMAND = (sys.executable, "-m", "benchmarks", "path", "--worst", "--json")
# Pythons differ in the calls that their library makes.
MEASURED = (3, 11)
OF_LIBRARIES = frozenset({"library_calls", "changes"})


def test_no_path_of_a_move_is_longer_than_it_was() -> None:
    done = subprocess.run(COMMAND, capture_output=True, cwd=REPOSITORY, timeout=600, check=False)
    assert done.returncode == 0, done.stderr.decode()
    rows = msgspec.json.decode(done.stdout)["rows"]
    assert len({row["path"] for row in rows}) == 3
    for row in rows:
        if sys.version_info[:2] == MEASURED or row["kind"] not in OF_LIBRARIES:
            assert row["now"] <= row["most"], f"see {RATCHET.name}, and `python -m benchmarks path --list`: {row}"
