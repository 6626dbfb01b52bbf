"""A supervised command: however it ends, its status is returned, and no process of it is left running.

Each process of a command inherits its output. So the end of the output is the end of the last process.
"""

import os
import shlex
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from tools.servers import REPOSITORY

SECONDS = 60
SUPERVISED = (sys.executable, "-m", "tools.supervised", "sh", "-c")
# A child of the command, and an orphan in a session of its own.
STARTS_TWO = "sleep 600 & (setsid sleep 601 &)\n"


def hear_hangups() -> None:
    """Undo what `nohup` does for the tests: a supervisor that inherits the ignored signal keeps it ignored."""
    signal.signal(signal.SIGHUP, signal.SIG_DFL)


@contextmanager
def supervised(script: str, before: str = "exec ") -> Iterator["subprocess.Popen[str]"]:
    """Run a script of the shell under supervision, up to the line `ready`; `before` stands before the command."""
    pipe = subprocess.PIPE
    with subprocess.Popen(
        ["sh", "-c", f"{before}{shlex.join([*SUPERVISED, script])}"],
        cwd=REPOSITORY,
        stdout=pipe,
        stderr=subprocess.STDOUT,
        text=True,
        preexec_fn=hear_hangups,  # noqa: PLW1509 - the tests have one thread
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "ready\n"
        try:
            yield process
        finally:
            process.kill()


def end_of(process: "subprocess.Popen[str]") -> tuple[int, str]:
    """Return the status of a command, and what it printed until the last process that holds its output ended."""
    output, _ = process.communicate(timeout=SECONDS)
    return process.returncode, output


@pytest.mark.parametrize(("end", "status"), [("exit 0", 0), ("exit 3", 3), ("kill -KILL $$", 137)])
def test_processes_that_a_command_leaves_behind_are_stopped(end: str, status: int) -> None:
    with supervised(f"{STARTS_TWO} echo ready; {end}") as process:
        returned, output = end_of(process)
    assert returned == status
    assert "Stopping 2 processes that were left running:" in output
    assert "sleep 600" in output
    assert "sleep 601" in output


def test_a_process_that_ignores_sigterm_is_killed() -> None:
    with supervised("(trap '' TERM; setsid sleep 600 &); echo ready") as process:
        status, output = end_of(process)
    assert status == 0
    assert "Stopping 1 process that was left running:" in output


def test_a_process_from_before_goes_on() -> None:
    script = f"exec 3>&1 >&-; sleep 600 3>&- & echo $! >&3; exec {' '.join(SUPERVISED)} 'exit 4'"
    with subprocess.Popen(["bash", "-c", script], cwd=REPOSITORY, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        before = int(process.stdout.readline())
        try:
            assert process.wait(SECONDS) == 4
            os.kill(before, 0)
        finally:
            os.kill(before, signal.SIGKILL)


def test_a_signal_that_is_ignored_interrupts_nothing() -> None:
    with supervised("trap '' INT; kill -HUP $PPID; echo ready; read -r line; exit 5", "trap '' HUP; exec ") as process:
        assert end_of(process) == (5, "")


def test_a_command_that_there_is_not_has_the_status_of_a_shell() -> None:
    run = subprocess.run([*SUPERVISED[:3], "none-such"], cwd=REPOSITORY, capture_output=True, text=True, check=False)
    assert (run.returncode, run.stderr) == (127, "none-such: No such file or directory\n")


def test_a_command_that_leaves_nothing_is_not_commented() -> None:
    with supervised("sleep 0 & echo ready; wait") as process:
        assert end_of(process) == (0, "")


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_a_signal_lets_a_command_report_before_all_is_stopped(number: signal.Signals) -> None:
    with supervised(f"trap 'echo reported; exit 2' INT; {STARTS_TWO} echo ready; wait") as process:
        process.send_signal(number)
        status, output = end_of(process)
    assert status == 2
    assert output.startswith("reported\nStopping 2 processes")


def test_a_second_signal_stops_a_command_that_goes_on() -> None:
    with supervised("trap 'echo going on' INT; sleep 600 & echo ready; while :; do wait; done") as process:
        process.terminate()
        assert process.stdout is not None
        assert process.stdout.readline() == "going on\n"
        process.terminate()
        status, _ = end_of(process)
    assert status == 128 + signal.SIGTERM
