"""Child processes write nothing into the log of their worker, whatever happens to the worker or to them."""

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager

import msgspec
import pytest
from structlog.testing import capture_logs

import engine
from service.opponents.pool import Pool
from service.opponents.worker_process import Question, ask_about
from service.process.calculator import LENGTH_BYTES, Calculator
from service.sessions.problems import Problem
from service.tournaments.tournament import Kept, rank
from tools.random_tournaments import make_entrants
from tools.servers import REPOSITORY
from tournaments import Plan, Round

pytestmark = pytest.mark.anyio

SECONDS = 60
# It takes a fifth of a second.
LARGE = Kept(Plan(format="SWISS", seats=2, rounds=100), make_entrants(5000), (Round(()),) * 100)
CALCULATION = msgspec.msgpack.encode((rank.__module__, rank.__name__, LARGE))
CALCULATOR = "service.process.calculator"
WORKER_PROCESS = "service.opponents.worker_process"


@contextmanager
def started(module: str) -> Iterator["subprocess.Popen[bytes]"]:
    """Start a process as a worker does, with its log in a pipe."""
    arguments = ["0", str(os.getpid()), "10"]
    command = [sys.executable, "-P", "-m", module, *arguments]
    environment = {**os.environ, "PYTHONPATH": str(REPOSITORY)}
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=pipe, env=environment) as process:
        yield process


def kill_parent(process: "subprocess.Popen[bytes]") -> str:
    """Close both pipes, as the kernel does when a worker is killed; return what the process writes to the log then."""
    assert process.stdin is not None
    assert process.stdout is not None
    assert process.stderr is not None
    process.stdout.close()
    process.stdin.close()
    process.wait(SECONDS)
    return process.stderr.read().decode()


def question() -> Question:
    state = engine.new_game("zar", seats=2, options={}, seed="7" * 64)
    return ask_about(state, engine.asked_seats(state)[0], 1, "8" * 64, None)


QUESTION = msgspec.json.encode(question()) + b"\n"


@pytest.mark.parametrize(
    ("module", "sent"),
    [
        (CALCULATOR, len(CALCULATION).to_bytes(LENGTH_BYTES, "big") + CALCULATION),
        (CALCULATOR, len(CALCULATION).to_bytes(LENGTH_BYTES, "big") + CALCULATION[:1000]),
        (CALCULATOR, b"\0\0\0"),
        (WORKER_PROCESS, QUESTION),
        (WORKER_PROCESS, QUESTION[:100]),
    ],
    ids=["a calculation", "a part of one", "a part of its length", "a question", "a part of a question"],
)
def test_a_process_whose_worker_is_killed_writes_nothing(module: str, sent: bytes) -> None:
    with started(module) as process:
        assert process.stdin is not None
        process.stdin.write(sent)
        process.stdin.flush()
        assert kill_parent(process) == ""


async def test_a_calculation_that_fails_is_logged_by_the_worker(capfd: pytest.CaptureFixture[str]) -> None:
    def nothing(kept: Kept) -> int:
        raise NotImplementedError(kept)

    nothing.__module__ = rank.__module__
    calculator = Calculator(0)
    try:
        with capture_logs() as lines, pytest.raises(RuntimeError, match="nothing has failed"):
            await calculator.run(nothing, LARGE)
    finally:
        await calculator.close()
    (line,) = lines
    assert (line["event"], line["calculation"]) == ("a calculation has failed", "nothing")
    assert "AttributeError" in line["stack"]
    assert capfd.readouterr().err == ""


async def test_a_decision_that_fails_is_logged_by_the_worker(capfd: pytest.CaptureFixture[str]) -> None:
    # What no caller can send.
    spoilt = msgspec.structs.replace(question(), memory="a memory")
    pool = Pool()
    try:
        with capture_logs() as lines, pytest.raises(Problem, match="Too many questions"):
            await pool.think_exactly(spoilt)
    finally:
        await pool.close()
    assert lines[0]["event"] == "a process that thinks for bots has failed"
    assert "ValidationError" in lines[0]["stack"]
    assert capfd.readouterr().err == ""
