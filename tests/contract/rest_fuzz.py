"""Requests that schemathesis generates from the OpenAPI document, with its checks of the responses.

`make contract` sends many, the tests send few. One pass is a stranger's, with every phase; another a seat's at a
table in play, which it must not leave while the pass lasts.
"""

import argparse
import subprocess
import sys
import tempfile
from pathlib import Path

from tests.support.rest_client import Table
from tools.redis.server import RedisServer
from tools.services import Service

STRANGER = Path(__file__).with_name("rest.toml")
SEAT = Path(__file__).with_name("seat.toml")
LEAVING = ("handOverSeat", "leaveSession", "resign")


def throw_as_stranger(service: Service, folder: Path, examples: int, *more: str) -> subprocess.CompletedProcess[str]:
    """Send requests of every kind to every operation, following the links between them."""
    settings = STRANGER.read_text(encoding="utf-8")
    return _run(service, folder, settings, "--max-examples", str(examples), *more)


def throw_as_seat(service: Service, folder: Path, examples: int, *more: str) -> subprocess.CompletedProcess[str]:
    """Send requests to a table in play, with the token of one of its seats."""
    table = Table(service, "zeven", takeBacks=True, moveSeconds=1).fill()
    seat = table.seats[table.turn()]
    leaving = [argument for name in LEAVING for argument in ("--exclude-operation-id", name)]
    return _run(
        service,
        folder,
        f'[parameters]\n"path.sessionId" = "{table.id}"\n' + SEAT.read_text(encoding="utf-8"),
        "--header",
        f"Authorization: Bearer {seat.token}",
        "--include-path-regex",
        "sessionId",
        *leaving,
        "--max-examples",
        str(examples),
        *more,
    )


def _run(service: Service, folder: Path, settings: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    file = folder / "rest.toml"
    file.write_text(settings, encoding="utf-8")
    command = [sys.executable, "-m", "schemathesis.cli", "--config-file", str(file), "--no-color"]
    return subprocess.run(
        [*command, "run", f"{service.root}/openapi.json", *arguments],
        cwd=folder,
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
    )


def main() -> None:
    """Send the requested number to a service on each store, and report the findings."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("--examples", type=int, required=True, help="how many requests for each operation and phase")
    examples = parser.parse_args().examples
    found = 0
    with RedisServer() as redis, tempfile.TemporaryDirectory() as name:
        for store in (f"sqlite:{name}/croupier.db", redis.url):
            with Service(store, Path(name)) as service:
                for throw in (throw_as_stranger, throw_as_seat):
                    done = throw(service, Path(name), examples)
                    print(done.stdout, done.stderr, flush=True)
                    found |= done.returncode
                if "Traceback" in service.log:
                    sys.exit(f"There was a bug:\n{service.log}")
    sys.exit(found)


if __name__ == "__main__":
    main()
