"""A run of the tests always lists its failures, and leaves no process running."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tools.servers import REPOSITORY

SECONDS = 120
PYTEST = (sys.executable, "-m", "tools.supervised", sys.executable, "-m", "pytest", "-p", "tests.support.reports")
OPTIONS = ("-ra", "-s", "-p", "xdist.plugin", "-p", "no:cacheprovider", "-o", "addopts=", "-o", "testpaths=")
# Other plugins take seconds to import.
WITHOUT_OTHERS = {"PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}

FAILS = """
def test_that_fails():
    assert "one" == "other"
"""

# Every collection runs a finalizer that parses, as do those that show a traceback.
FAILS_WHILE_FINALIZERS_PARSE = """
import ast
import gc


class NotClosed:
    def __init__(self):
        self.itself = self

    def __del__(self):
        ast.parse("a + b")
        NotClosed()


def test_that_fails():
    gc.set_threshold(10)
    NotClosed()
    assert "one" == "other"
"""

# A process of a test, which has the output of the run and is stopped by nobody.
STARTS = """
import os
import signal
import subprocess
import time


def start():
    subprocess.Popen(["sleep", "600"], start_new_session=True)
"""
KILLS_ITS_WORKER = f"""{STARTS}

def test_that_kills():
    start()
    os.kill(os.getpid(), signal.SIGKILL)
"""
WAITS = f"""{STARTS}

def test_that_waits():
    start()
    print("waiting", flush=True)
    time.sleep(600)
"""

CANNOT_REPORT = """
import pytest


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_makereport(call):
    if call.when == "call":
        raise SystemError("the report breaks")
"""
BREAKS_AFTER_A_TEST = """
def pytest_runtest_logfinish():
    raise SystemError("pytest itself breaks")
"""


def start(folder: Path, tests: str, *options: str, conftest: str = "") -> "subprocess.Popen[str]":
    """Start a run of some tests, whose output ends with the last process that it starts."""
    (folder / "conftest.py").write_text(conftest, encoding="utf-8")
    (folder / "test_some.py").write_text(tests, encoding="utf-8")
    command = [*PYTEST, *OPTIONS, f"--rootdir={folder}", f"--confcutdir={folder}", *options, str(folder)]
    return subprocess.Popen(
        command,
        cwd=REPOSITORY,
        env={**os.environ, **WITHOUT_OTHERS},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )


def end_of(process: "subprocess.Popen[str]") -> tuple[int, str]:
    """Return the exit status of a run, and its output until nothing of it runs."""
    with process:
        try:
            output, _ = process.communicate(timeout=SECONDS)
        finally:
            process.kill()
    return process.returncode, output


def listed_in(output: str) -> list[str]:
    """Return the tests in the list at the end of a run."""
    _, _, summary = output.partition("short test summary info")
    rows = [line.split(" - ")[0] for line in summary.splitlines() if line.startswith("FAILED")]
    return [row.rpartition("::")[2] for row in rows]


def test_a_failure_is_shown_with_its_source_while_finalizers_parse(tmp_path: Path) -> None:
    status, output = end_of(start(tmp_path, FAILS_WHILE_FINALIZERS_PARSE))
    assert (status, listed_in(output)) == (1, ["test_that_fails"])
    assert '>       assert "one" == "other"' in output


@pytest.mark.parametrize("workers", ["0", "1"])
def test_a_failure_that_cannot_be_reported_is_listed_and_its_place_is_shown(tmp_path: Path, workers: str) -> None:
    status, output = end_of(start(tmp_path, FAILS, "-n", workers, conftest=CANNOT_REPORT))
    assert (status, listed_in(output)) == (1, ["test_that_fails"])
    assert "pytest could not report this test: SystemError: the report breaks" in output
    assert "test_some.py:3 in test_that_fails\nAssertionError: assert 'one' == 'other'" in output


def test_failures_are_listed_when_pytest_itself_breaks(tmp_path: Path) -> None:
    status, output = end_of(start(tmp_path, FAILS, conftest=BREAKS_AFTER_A_TEST))
    assert (status, listed_in(output)) == (pytest.ExitCode.INTERNAL_ERROR, ["test_that_fails"])


def test_a_killed_worker_is_listed_and_what_it_started_is_stopped(tmp_path: Path) -> None:
    status, output = end_of(start(tmp_path, KILLS_ITS_WORKER, "-n", "1"))
    assert (status, listed_in(output)) == (1, ["test_that_kills"])
    assert "Stopping 1 process that was left running:" in output


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_an_interrupted_run_lists_its_failures_and_stops_what_it_started(tmp_path: Path, number: int) -> None:
    process = start(tmp_path, FAILS + WAITS)
    assert process.stdout is not None
    while "waiting" not in process.stdout.readline():
        assert process.poll() is None
    process.send_signal(number)
    status, output = end_of(process)
    assert (status, listed_in(output)) == (pytest.ExitCode.INTERRUPTED, ["test_that_fails"])
    assert "Stopping 1 process that was left running:" in output
