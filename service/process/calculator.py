"""Large calculations in another process, since a thread would block all other work.

The process starts at its first calculation, and ends with its parent. Each calculation runs in a fork, which returns
all its memory when it ends, and is killed when it has used too much CPU time.
"""

import asyncio
import gc
import heapq
import os
import select
import signal
import sys
import traceback
from asyncio.subprocess import Process
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from itertools import count
from typing import BinaryIO, TypeVar, get_type_hints

import msgspec
import structlog

from service.children import give_way, launch
from service.sessions.problems import Problem

# Imported before the forks; the functions are looked up by name.
from service.tournaments import tournament as hosted
from service.use_cases.tournaments import calculations as stateless

I = TypeVar("I", bound=msgspec.Struct)  # noqa: E741  an input
A = TypeVar("A")

MOST_WAITING = 64
RETRY_MILLIS = 1000
# The CPU time after which a calculation is killed. Every accepted input takes about a second on an idle core.
MOST_SECONDS = 10.0
# A process without an answer by then is stopped or hangs: it kills a calculation much earlier itself.
ANSWER_SECONDS = 60.0
LENGTH_BYTES = 8
# How often the process checks its parent: standard input stays open if another process inherited the other end.
PARENT_SECONDS = 1.0
MODULES = {module.__name__: module for module in (hosted, stateless)}

log = structlog.get_logger("croupier.calculations")


class CalculatorReply(msgspec.Struct, frozen=True):
    """A reply of the process: an answer, the code, message and path of a problem, or the stack of a failure."""

    answer: bytes = b""
    problem: tuple[str, str, tuple[str, ...]] | None = None
    failure: str = ""


_decode_reply = msgspec.msgpack.Decoder(CalculatorReply).decode


class Calculator:
    """Run calculations one at a time in a separate process, the smallest first.

    Each may use `seconds` of CPU time. The process runs at a `niceness`, so that request processes take precedence.
    """

    def __init__(self, niceness: int = 10, seconds: float = MOST_SECONDS) -> None:
        self._niceness = niceness
        self._seconds = seconds
        self._process: Process | None = None
        self._is_busy = False
        self._waiting: list[tuple[int, int, asyncio.Future[None]]] = []
        self._numbers = count()

    async def run(self, function: Callable[[I], A], argument: I) -> A:
        """Return the result of a function, calculated in the process. Raises its `Problem`, BUSY if too many wait."""
        try:
            sent = msgspec.msgpack.encode((function.__module__, function.__name__, argument))
        except OverflowError:
            raise Problem("INVALID_INPUT", "A whole number is too large: it has more than 64 bits.") from None
        async with self._turn(len(sent)):
            reply = _decode_reply(await self._ask(sent))
        if reply.problem is not None:
            raise Problem(*reply.problem)
        if reply.failure:
            log.error("a calculation has failed", calculation=function.__name__, stack=reply.failure)
            raise RuntimeError(f"{function.__name__} has failed; the log tells why.")
        answer: A = msgspec.msgpack.decode(reply.answer, type=get_type_hints(function)["return"])
        return answer

    async def close(self) -> None:
        """Kill the process and its current fork."""
        process = self._process
        self._process = None
        if process is not None:
            with suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
            await process.wait()

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
        """Return the reply of the process. Raises `Problem` with BUSY if it ends or hangs."""
        try:
            async with asyncio.timeout(ANSWER_SECONDS):
                return await self._send(sent)
        except (OSError, asyncio.IncompleteReadError):  # a timeout is an OSError, too
            log.warning("a calculation has no answer: its process has ended, or hangs, and is replaced")
            await self.close()
            raise _busy("The calculation was given up.") from None
        except asyncio.CancelledError:
            await self.close()
            raise

    async def _send(self, sent: bytes) -> bytes:
        if self._process is None or self._process.returncode is not None:
            self._process = await launch("service.process.calculator", self._niceness, str(self._seconds))
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(len(sent).to_bytes(LENGTH_BYTES, "big") + sent)
        await self._process.stdin.drain()
        length = int.from_bytes(await self._process.stdout.readexactly(LENGTH_BYTES), "big")
        return await self._process.stdout.readexactly(length)


def _busy(message: str) -> Problem:
    problem = Problem("BUSY", message)
    problem.retry_after = RETRY_MILLIS
    return problem


# ---- in the other process

_decode_question = msgspec.msgpack.Decoder(tuple[str, str, msgspec.Raw]).decode


def main() -> int:
    """Answer questions until the input ends; the arguments are niceness, parent's id, seconds per answer."""
    give_way(int(sys.argv[1]))
    gc.freeze()
    while (sent := _receive(sys.stdin.buffer, int(sys.argv[2]))) is not None:
        child = os.fork()
        if not child:
            _answer(sent, float(sys.argv[3]))
        _, status = os.waitpid(child, 0)
        if status:
            # The parent notices the exit, and starts a new process.
            return 1
    return 0


def _receive(source: BinaryIO, parent: int) -> bytes | None:
    while not select.select([source], [], [], PARENT_SECONDS)[0]:
        if os.getppid() != parent:
            return None
    length = int.from_bytes(source.read(LENGTH_BYTES), "big")
    question = source.read(length)
    # Nothing, or a part of a question: the parent has ended.
    return question if question and len(question) == length else None


def _answer(sent: bytes, seconds: float) -> None:
    """Calculate, write the answer, and end this fork; the kernel ends it after `seconds` of CPU time."""
    signal.setitimer(signal.ITIMER_PROF, seconds)
    answer = msgspec.msgpack.encode(_calculate(sent))
    # If the parent has ended, the answer has no reader.
    with suppress(BrokenPipeError):
        sys.stdout.buffer.write(len(answer).to_bytes(LENGTH_BYTES, "big") + answer)
        sys.stdout.buffer.flush()
    os._exit(0)


def _calculate(sent: bytes) -> CalculatorReply:
    try:
        module, name, argument = _decode_question(sent)
        function = getattr(MODULES[module], name)
        kind, _ = get_type_hints(function).values()
        answer = function(msgspec.msgpack.decode(argument, type=kind))
        return CalculatorReply(msgspec.msgpack.encode(answer))
    except Problem as problem:
        return CalculatorReply(problem=(problem.code, problem.message, problem.path))
    except Exception:  # noqa: BLE001  the parent logs it in the configured style, and reports a bug
        return CalculatorReply(failure=traceback.format_exc())


if __name__ == "__main__":
    sys.exit(main())
