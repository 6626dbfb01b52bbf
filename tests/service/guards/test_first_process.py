"""SIGTERM during the start, sent to the first process of a container, for which no signal has a default action."""

import os
import select
import signal
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tools.fork_server import MEASURING
from tools.redis.server import wait_until
from tools.services import environment

ENTRY = "from service.process.entry import main; main()"
CAUGHT = 1 << (signal.SIGTERM - 1)
SECONDS = 60


def namespace() -> list[str]:
    """Return the command that makes another one the first process of its namespace.

    Where this user may make none, it is empty. Then SIGTERM kills a process that does not handle it.
    """
    command = ["unshare", "--user", "--map-root-user", "--pid", "--fork", "--kill-child"]
    try:
        subprocess.run([*command, "true"], check=True, capture_output=True)
    except (OSError, subprocess.CalledProcessError):
        return []
    return command


@pytest.fixture
def silent_store() -> Iterator[socket.socket]:
    """A listener that never answers: a service that starts on it waits for some seconds, and gives up."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        yield listener


@contextmanager
def starting(store: socket.socket, folder: Path, command: str) -> Iterator["subprocess.Popen[str]"]:
    prefix = namespace()
    pipe = subprocess.PIPE
    settings = environment(store=f"redis://127.0.0.1:{store.getsockname()[1]}", port="0")
    # Coverage handles SIGTERM before the command does, and lets the default action follow: here, there is none.
    settings.pop(MEASURING, None)
    with subprocess.Popen(
        [*prefix, sys.executable, "-c", ENTRY, *command.split()],
        env=settings,
        cwd=folder,
        stdout=pipe,
        stderr=pipe,
        text=True,
    ) as process:
        try:
            yield process
        finally:
            process.kill()


def first_process(process: "subprocess.Popen[str]") -> int:
    """Return the id of the process that runs the command: a child if it is the first one of a namespace."""
    children = Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text().split()
    return int(children[0]) if children else process.pid


def terminate(process: "subprocess.Popen[str]") -> tuple[int, str]:
    """Send SIGTERM to the command, and return its exit status and its output."""
    os.kill(first_process(process), signal.SIGTERM)
    output, errors = process.communicate(timeout=SECONDS)
    return process.returncode, output + errors


def catches(process: "subprocess.Popen[str]") -> bool:
    """Tell whether a command handles SIGTERM by now. Raises `AssertionError` if it has ended."""
    assert process.poll() is None, "it has ended without a handler"
    folder = Path(f"/proc/{first_process(process)}")
    try:
        # Before it is executed, the first process is a copy of its parent, whose handlers it loses then.
        if "python" not in (folder / "exe").readlink().name:
            return False
        status = (folder / "status").read_text()
    except OSError:
        return False
    fields = dict(line.split(":", 1) for line in status.splitlines())
    return bool(int(fields["SigCgt"], 16) & CAUGHT)


def as_soon_as_it_can(process: "subprocess.Popen[str]", _store: socket.socket) -> None:
    wait_until(lambda: catches(process))


def while_it_waits_for_its_store(_process: "subprocess.Popen[str]", store: socket.socket) -> None:
    # Never accepted: the kernel completes the connection, and nobody answers on it.
    ready, _, _ = select.select([store], [], [], SECONDS)
    assert ready


@pytest.mark.parametrize("moment", [as_soon_as_it_can, while_it_waits_for_its_store])
@pytest.mark.parametrize("command", ["serve", "serve --workers 2"])
def test_a_start_ends_at_once_when_it_is_told_to(
    silent_store: socket.socket,
    tmp_path: Path,
    command: str,
    moment: Callable[["subprocess.Popen[str]", socket.socket], None],
) -> None:
    with starting(silent_store, tmp_path, command) as process:
        moment(process, silent_store)
        status, output = terminate(process)
    assert (status, output) == (0, "")


def test_a_command_that_is_cut_short_has_not_succeeded(silent_store: socket.socket, tmp_path: Path) -> None:
    with starting(silent_store, tmp_path, "arena zlam --deals 100000 --processes 1") as process:
        wait_until(lambda: catches(process))
        status, _ = terminate(process)
    assert status == 128 + signal.SIGTERM
