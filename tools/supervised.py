"""Run a command, and stop every process that it leaves behind.

    python -m tools.supervised COMMAND [ARGUMENT...]

SIGINT, SIGTERM and SIGHUP interrupt the command once, so that it can report and clean up. After a second signal, or
half a minute, the command is stopped. However it ends, the processes that it started and left running are stopped: on
Linux all of them, since orphans become children of this process; elsewhere only the command's process group.
"""

import ctypes
import os
import selectors
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Collection, Sequence
from contextlib import suppress
from pathlib import Path

INTERRUPTIONS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
PATIENCE_SECONDS = 30.0
# A process first gets time to end by itself, then SIGTERM, then SIGKILL.
MOMENT_SECONDS = 1.0
GRACE_SECONDS = 3.0
NOTHING = 0
ADOPT_ORPHANS = 36  # PR_SET_CHILD_SUBREAPER of <linux/prctl.h>
LONGEST_NAME = 100
# What a shell adds to the number of the signal that has ended a command.
BY_SIGNAL = 128
# What a shell returns for a command that there is not.
NOT_STARTED = 127


class Signals:
    """The signals that this process has received, in order; none ends it."""

    def __init__(self) -> None:
        self._reader, writer = socket.socketpair()
        self._reader.setblocking(False)
        writer.setblocking(False)
        self._writer = writer
        signal.set_wakeup_fd(writer.fileno())
        for number in (*INTERRUPTIONS, signal.SIGCHLD):
            # What is ignored, as by `nohup`, stays so.
            if signal.getsignal(number) is not signal.SIG_IGN:
                signal.signal(number, lambda *_: None)
        self._selector = selectors.DefaultSelector()
        self._selector.register(self._reader, selectors.EVENT_READ)

    def wait(self, seconds: float | None) -> set[int]:
        """Return the signals that have arrived once there are any; none if that takes longer."""
        return set(self._reader.recv(1 << 12)) if self._selector.select(seconds) else set()


def adopt_orphans() -> None:
    """Become the parent of every process whose parent ends, if it descends from this one."""
    if sys.platform == "linux" and ctypes.CDLL(None, use_errno=True).prctl(ADOPT_ORPHANS, 1, 0, 0, 0):
        raise OSError(ctypes.get_errno(), "orphans cannot be adopted")


def reap(command: "subprocess.Popen[bytes]") -> bool:
    """Take the status of every child that has ended, and tell whether the command is one of them."""
    with suppress(ChildProcessError):
        while True:
            child, status = os.waitpid(-1, os.WNOHANG)
            if child == 0:
                break
            if child == command.pid:
                command.returncode = os.waitstatus_to_exitcode(status)
    return command.returncode is not None


def wait_for(command: "subprocess.Popen[bytes]", signals: Signals) -> None:
    """Wait for the end of the command, and interrupt it when this process is interrupted; a second time, go on."""
    deadline: float | None = None
    while not reap(command):
        left = None if deadline is None else deadline - time.monotonic()
        interrupted = signals.wait(left) & {*INTERRUPTIONS}
        if deadline is None and interrupted:
            command.send_signal(signal.SIGINT)
            deadline = time.monotonic() + PATIENCE_SECONDS
        elif interrupted or (left is not None and left <= 0):
            return


def read_children() -> list[int] | None:
    """Return the children of this process; None where the system does not tell."""
    try:
        listed = Path(f"/proc/self/task/{os.getpid()}/children").read_text()
    except OSError:
        return None
    return [int(child) for child in listed.split()]


def name_of(process: int) -> str:
    """Return the command line of a process, cut short."""
    with suppress(OSError):
        words = Path(f"/proc/{process}/cmdline").read_bytes().split(b"\0")
        return f"{process} {b' '.join(words).decode(errors='replace')}"[:LONGEST_NAME].strip()
    return str(process)


def end_children(
    command: "subprocess.Popen[bytes]", signals: Signals, number: int, seconds: float, others: Collection[int]
) -> list[int]:
    """Send each child a signal, also those that become children; return those that have not ended in time.

    `others` are children that this process had before.
    """
    deadline = time.monotonic() + seconds
    signalled: set[int] = set()
    while children := [child for child in read_children() or () if child not in others]:
        for child in {*children} - signalled:
            with suppress(PermissionError):
                os.kill(child, number)
        signalled.update(children)
        left = deadline - time.monotonic()
        if left <= 0:
            break
        signals.wait(left)
        reap(command)
    return children


def end_group(command: "subprocess.Popen[bytes]") -> None:
    """Kill what is left of the command's process group."""
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(command.pid, signal.SIGKILL)


def end_what_is_left(command: "subprocess.Popen[bytes]", signals: Signals, others: Collection[int]) -> None:
    """Stop every process that descends from the command and does not end by itself, and say which they were."""
    left = end_children(command, signals, NOTHING, MOMENT_SECONDS, others)
    if not left:
        return
    kind = "process that was" if len(left) == 1 else "processes that were"
    print(f"Stopping {len(left)} {kind} left running:", file=sys.stderr)
    for process in left:
        print(f"  {name_of(process)}", file=sys.stderr)
    end_children(command, signals, signal.SIGTERM, GRACE_SECONDS, others)
    end_children(command, signals, signal.SIGKILL, GRACE_SECONDS, others)


def run(arguments: Sequence[str]) -> int:
    """Run a command to its end, and return its status as a shell does."""
    adopt_orphans()
    # A shell may have become this process, with its children.
    others = read_children()
    signals = Signals()
    # A terminal sends Ctrl-C to all of its group: in one of its own, the command is interrupted once, from here.
    try:
        command = subprocess.Popen(arguments, stdin=subprocess.DEVNULL, process_group=0)
    except OSError as error:
        print(f"{arguments[0]}: {error.strerror}", file=sys.stderr)
        return NOT_STARTED
    wait_for(command, signals)
    reap(command)
    if others is None:
        end_group(command)
    else:
        end_what_is_left(command, signals, others)
    status = command.wait()
    return status if status >= 0 else BY_SIGNAL - status


if __name__ == "__main__":
    sys.exit(run(sys.argv[1:]) if sys.argv[1:] else __doc__)
