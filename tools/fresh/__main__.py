"""`python -m tools.fresh`: carry out the commands of the README on a bare machine."""

import argparse
import os
import re
import shlex
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from urllib.error import URLError
from urllib.request import urlopen

from tools.fresh.roots import Root, can_be_debian, make_debian, make_empty
from tools.servers import REPOSITORY

COMMANDS = ("serve", "test")
ROOTS = {"debian": make_debian, "empty": make_empty}
ADDRESS = re.compile(r"(http://[^ ]*:\d+)/graphql")
# More than these lines before the address would hide it.
MOST_LINES = 20
# Less than the patience of what supervises this.
STOP_SECONDS = 20


@contextmanager
def interrupted_in_the_end(process: "subprocess.Popen[str]") -> Iterator["subprocess.Popen[str]"]:
    """Interrupt what is left of a process and its group as Ctrl-C does, and wait for its end."""
    try:
        yield process
    finally:
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGINT)
        process.wait(STOP_SECONDS)


def check_serve(root: Root) -> None:
    """Serve, ask for the page, play a table, and stop as Ctrl-C does. Raises `SystemExit` when one of them fails."""
    began = time.monotonic()
    # The port of the README may be taken on this machine, and a table is many lines of log.
    settings = ("CROUPIER_PORT=0", "CROUPIER_LOG_LEVEL=warning")
    with interrupted_in_the_end(root.start("exec make serve", *settings, output=subprocess.PIPE)) as process:
        address = _read_address(process)
        with urlopen(f"{address}/play", timeout=STOP_SECONDS) as page:
            shown = page.read()
        print(f"The first page came after {time.monotonic() - began:.0f} s ({len(shown)} bytes).", flush=True)
        smoke = subprocess.run([sys.executable, str(REPOSITORY / "deploy" / "smoke.py"), address], check=False)
    if smoke.returncode:
        raise SystemExit("make serve: no table could be played.")
    try:
        urlopen(f"{address}/play", timeout=STOP_SECONDS)
    except URLError:
        return
    raise SystemExit("make serve: it goes on after Ctrl-C.")


def _read_address(process: "subprocess.Popen[str]") -> str:
    """Show what a process says up to the address at which it serves, and return that."""
    assert process.stdout is not None
    for count, line in enumerate(process.stdout):
        print(line, end="", flush=True)
        if count == MOST_LINES:
            raise SystemExit(f"make serve: more than {MOST_LINES} lines come before the address.")
        if (announced := ADDRESS.search(line)) is not None:
            return announced[1]
    raise SystemExit(f"make serve: it ended with {process.wait()}, without an address.")


def check_test(root: Root, settings: list[str]) -> None:
    """Run the tests. Raises `SystemExit` when they fail."""
    command = shlex.join(["make", "test", *settings])
    with interrupted_in_the_end(root.start(f"exec {command}")) as process:
        status = process.wait()
    if status:
        raise SystemExit(f"make test: it ended with {status}.")


def main() -> None:
    """Make a bare machine, and carry out the commands there."""
    usual = "debian" if can_be_debian() else "empty"
    parser = argparse.ArgumentParser(prog="make fresh", description=__doc__)
    parser.add_argument("--only", choices=COMMANDS, action="append", help="carry out one command alone")
    parser.add_argument("--root", choices=ROOTS, default=usual, help=f"the kind of bare machine (here: {usual})")
    parser.add_argument("settings", nargs="*", help="settings of `make test`, such as TESTS=tests/store")
    chosen = parser.parse_args()
    # The folder is removed at any end.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(128 + signal.SIGTERM))
    with tempfile.TemporaryDirectory(prefix="croupier-fresh-") as name:
        folder = Path(name).resolve()
        folder.chmod(0o755)
        root = ROOTS[chosen.root](folder)
        for command in chosen.only or COMMANDS:
            print(f"\n### make {command}, {chosen.root}", flush=True)
            if command == "serve":
                check_serve(root)
            else:
                check_test(root, chosen.settings)
    print(f"\nIt works: make {', make '.join(chosen.only or COMMANDS)}.")


if __name__ == "__main__":
    main()
