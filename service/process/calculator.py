"""Has large calculations made in another process: a thread of this one would hold up everything else that it does.

The process (`calculations.py`) is started when it is first needed.
"""

import asyncio
import heapq
import os
import signal
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager, suppress
from itertools import count
from typing import Any, TypeVar, get_type_hints

import msgspec
import structlog

from service.sessions.problems import Problem
from service.settings import PREFIX

I = TypeVar("I", bound=msgspec.Struct)  # noqa: E741  an input
A = TypeVar("A")

MOST_WAITING = 64
RETRY_MILLIS = 1000
# The CPU time of a calculation, after which it is given up. All that is accepted takes a second on a calm core.
MOST_SECONDS = 10.0
# A process that has not answered by then is stopped or hangs: it ends a calculation much earlier itself.
ANSWER_SECONDS = 60.0
LENGTH_BYTES = 8

log = structlog.get_logger("croupier.calculations")


class Reply(msgspec.Struct, frozen=True):
    """What the process answers: the answer, or the code, message and path of a problem."""

    answer: bytes = b""
    problem: tuple[str, str, tuple[str, ...]] | None = None
    has_failed: bool = False


_decode = msgspec.msgpack.Decoder(Reply).decode


class Calculator:
    """Makes one calculation after the other in a process of its own, the smallest first.

    Each may take so many `seconds` of a core; the process gives way to those that answer requests, by a `niceness`.
    """

    def __init__(self, niceness: int = 10, seconds: float = MOST_SECONDS) -> None:
        self._niceness = niceness
        self._seconds = seconds
        self._process: Process | None = None
        self._is_busy = False
        self._waiting: list[tuple[int, int, asyncio.Future[None]]] = []
        self._numbers = count()

    async def run(self, function: Callable[[I], A], argument: I) -> A:
        """Return what a function of a module returns. Raises its `Problem`, or one with BUSY if too many wait."""
        try:
            sent = msgspec.msgpack.encode((function.__module__, function.__name__, argument))
        except OverflowError:
            raise Problem("INVALID_INPUT", "A whole number is too large: it has more than 64 bits.") from None
        async with self._turn(len(sent)):
            reply = _decode(await self._ask(sent))
        if reply.problem is not None:
            raise Problem(*reply.problem)
        if reply.has_failed:
            raise RuntimeError(f"{function.__name__} has failed; its process has written why.")
        answer: A = msgspec.msgpack.decode(reply.answer, type=get_type_hints(function)["return"])
        return answer

    async def close(self) -> None:
        """End the process."""
        await self._end()

    @asynccontextmanager
    async def _turn(self, size: int) -> AsyncIterator[None]:
        if self._is_busy:
            await self._wait(size)
        self._is_busy = True
        try:
            yield
        finally:
            self._is_busy = False
            while self._waiting and not self._is_busy:
                *_, turn = heapq.heappop(self._waiting)
                if not turn.done():
                    self._is_busy = True
                    turn.set_result(None)

    async def _wait(self, size: int) -> None:
        if len(self._waiting) >= MOST_WAITING:
            raise _busy("Too many calculations wait; send it again.")
        turn = asyncio.get_running_loop().create_future()
        heapq.heappush(self._waiting, (size, next(self._numbers), turn))
        await turn

    async def _ask(self, sent: bytes) -> bytes:
        """Return what the process answers. Raises `Problem` with BUSY if it ends or hangs."""
        try:
            async with asyncio.timeout(ANSWER_SECONDS):
                return await self._send(sent)
        except (OSError, asyncio.IncompleteReadError):  # a timeout is an OSError, too
            log.warning("a calculation has no answer: its process has ended, or hangs, and is replaced")
            await self._end()
            raise _busy("The calculation was given up.") from None
        except asyncio.CancelledError:
            await self._end()
            raise

    async def _send(self, sent: bytes) -> bytes:
        if self._process is None or self._process.returncode is not None:
            self._process = await _launch(self._niceness, self._seconds)
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(len(sent).to_bytes(LENGTH_BYTES, "big") + sent)
        await self._process.stdin.drain()
        length = int.from_bytes(await self._process.stdout.readexactly(LENGTH_BYTES), "big")
        return await self._process.stdout.readexactly(length)

    async def _end(self) -> None:
        """End the process at once, and the one in which it calculates."""
        process, self._process = self._process, None
        if process is not None:
            with suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
            await process.wait()


def _busy(message: str) -> Problem:
    problem = Problem("BUSY", message)
    problem.retry_after = RETRY_MILLIS
    return problem


async def _launch(niceness: int, seconds: float) -> Process:
    arguments = (str(niceness), str(os.getpid()), str(seconds))
    return await asyncio.create_subprocess_exec(
        *(sys.executable, "-P", "-m", "service.process.calculations", *arguments),
        stdin=PIPE,
        stdout=PIPE,
        env=_environment(),
        # Ctrl-C reaches the server alone, which then closes it.
        start_new_session=True,
    )


def _environment() -> Mapping[str, Any]:
    """Return the environment of this process, without the settings: they hold passwords and keys."""
    inherited = {name: value for name, value in os.environ.items() if not name.startswith(PREFIX)}
    return {**inherited, "PYTHONPATH": os.pathsep.join(sys.path)}
