"""Contract tests by Schemathesis against a service of their own: `python -m tests.contract.contract --cases 1000`."""

import argparse
import subprocess
import sys
import tempfile
from pathlib import Path

from tools.services import Service, environment

SETTINGS = Path(__file__).with_name("schemathesis.toml")
LONGEST_RUN = 3600


def check(url: str, folder: Path, cases: int, seed: int | None = None) -> subprocess.CompletedProcess[str]:
    """Run Schemathesis with at most so many cases of each operation; return its process, with the report as output.

    Its own files go to the folder.
    """
    program = str(Path(sys.executable).parent / "schemathesis")
    chosen = [] if seed is None else ["--seed", str(seed)]
    command = [program, "--no-color", "--config-file", str(SETTINGS), "run", url, "--max-examples", str(cases), *chosen]
    return subprocess.run(
        command,
        cwd=folder,
        env=environment(),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        timeout=LONGEST_RUN,
        check=False,
    )


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--cases", type=int, default=1000, help="of each operation, at most")
    parser.add_argument("--seed", type=int, help="of a run that is to be repeated")
    wanted = parser.parse_args()
    with tempfile.TemporaryDirectory() as name, Service(f"sqlite:{name}/croupier.db", Path(name)) as service:
        ran = check(service.url, Path(name), wanted.cases, wanted.seed)
        print(ran.stdout)
        return ran.returncode or int("Traceback" in service.log)


if __name__ == "__main__":
    sys.exit(main())
