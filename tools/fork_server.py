"""Services forked from a process that has imported all their modules: one starts in a twentieth of the CPU time.

`fork` asks this process's own server for a child; the server is this module, run as a program, and ends with this
process; there is another one for children whose coverage is not measured. A keeper between server and child waits for
the child, and reports its id and, in the end, its exit status.
"""

import atexit
import gc
import os
import selectors
import signal
import socket
import subprocess
import sys
from contextlib import redirect_stdout, suppress
from functools import cache
from io import FileIO, StringIO, TextIOWrapper
from pathlib import Path

import msgspec
from coverage import Coverage

from tools.servers import REPOSITORY

MOST_BYTES = 1 << 16
# The variable that tells coverage to measure a Python process.
MEASURING = "COVERAGE_PROCESS_CONFIG"


class Request(msgspec.Struct, frozen=True):
    """The program of a child with its arguments, its folder and its environment."""

    program: str
    arguments: list[str]
    folder: str
    environment: dict[str, str]


class Forked:
    """A child process, with the part of `subprocess.Popen` that a service needs."""

    def __init__(self, output: int, reports: int) -> None:
        self.stdout = os.fdopen(output, "rb")
        self._reports = os.fdopen(reports, "rb", buffering=0)
        self.pid = int(self._reports.readline())
        self._status: int | None = None

    def send_signal(self, number: signal.Signals) -> None:
        """Send a signal, unless the child has ended."""
        if self._status is None:
            with suppress(ProcessLookupError):
                os.kill(self.pid, number)

    def wait(self, timeout: float) -> int:
        """Return the exit status once the child has ended; raises `TimeoutError`."""
        if self._status is None:
            with selectors.DefaultSelector() as selector:
                selector.register(self._reports, selectors.EVENT_READ)
                if not selector.select(timeout):
                    raise TimeoutError(f"Process {self.pid} has not ended within {timeout} s.")
            with self._reports as reports:
                self._status = int(reports.readline())
        return self._status


def fork(request: Request, log: int, given: int | None = None) -> Forked:
    """Start a child that writes standard error to an open file, and reads what is given in another."""
    output, child_output = os.pipe()
    reports, keeper_reports = os.pipe()
    server = _server(MEASURING in os.environ)
    nothing = os.open(os.devnull, os.O_RDONLY)
    descriptors = [nothing if given is None else given, child_output, log, keeper_reports]
    socket.send_fds(server, [msgspec.json.encode(request)], descriptors)
    os.close(nothing)
    os.close(child_output)
    os.close(keeper_reports)
    return Forked(output, reports)


@cache
def _server(is_measured: bool) -> socket.socket:
    assert is_measured == (MEASURING in os.environ), "it inherits the environment"
    here, there = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    environment = {**os.environ, "PYTHONPATH": str(REPOSITORY), "PYTHONUNBUFFERED": "1", "PYTHONUTF8": "1"}
    process = subprocess.Popen([sys.executable, "-m", __name__], stdin=there.fileno(), cwd=REPOSITORY, env=environment)
    there.close()

    def end() -> None:
        here.close()
        process.wait()

    atexit.register(end)
    return here


# ---- the server


def next_request(server: socket.socket) -> tuple[Request, list[int]] | None:
    """Fork a child for each request; return its request and descriptors in the child, None in the server at its end."""
    while True:
        data, descriptors, _, _ = socket.recv_fds(server, MOST_BYTES, 4)
        if not data:
            return None
        if os.fork() == 0:
            return msgspec.json.decode(data, type=Request), descriptors
        for descriptor in descriptors:
            os.close(descriptor)


def keep_child(reports: int) -> None:
    """Return in a new child; the keeper waits for its end, reports the status, and ends."""
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    child = os.fork()
    if child:
        os.write(reports, b"%d\n" % child)
        _, status = os.waitpid(child, 0)
        os.write(reports, b"%d\n" % os.waitstatus_to_exitcode(status))
        os._exit(0)
    os.close(reports)


def run(request: Request, descriptors: list[int]) -> None:
    """Run the program as `python -c` would; this process ends with it."""
    for here, there in enumerate(descriptors):
        os.dup2(there, here)
        os.close(there)
    # The streams of the server do not change with their descriptors.
    encoding = request.environment.get("PYTHONIOENCODING", "utf-8")
    sys.stdin = TextIOWrapper(FileIO(0), encoding)
    sys.stdout, sys.stderr = (TextIOWrapper(FileIO(here, "w"), encoding, write_through=True) for here in (1, 2))
    os.chdir(Path(request.folder))
    os.environ.clear()
    os.environ.update(request.environment)
    # Its own children are not measured: they think and calculate, which the tests of bots and of tournaments cover.
    os.environ.pop(MEASURING, None)
    sys.argv = ["-c", *request.arguments]
    exec(request.program, {"__name__": "__main__"})


def load() -> None:
    """Import all modules that a child needs, and exempt them from garbage collection."""
    import service.process.serve  # noqa: F401
    from cli import app

    # The command imports more when it first reads arguments.
    with redirect_stdout(StringIO()):
        app(["--version"], standalone_mode=False)
    # A service collects garbage when it has started: without this, in all that was imported here.
    gc.collect()
    gc.freeze()


def main() -> None:
    """Serve until the process that asks for children has ended."""
    measuring = Coverage.current()
    if measuring is None:
        load()
    else:
        # What the imports cover is known: measured, they take twice as long, and each child would write it again.
        measuring.stop()
        load()
        measuring.start()
    # Keepers end unnoticed.
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    with socket.socket(fileno=0) as server:
        found = next_request(server)
        if found is None:
            return
        server.detach()
    request, (*streams, reports) = found
    keep_child(reports)
    run(request, streams)


if __name__ == "__main__":
    main()
