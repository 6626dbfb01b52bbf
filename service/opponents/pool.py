"""A bounded pool of worker processes that think for bots, so that the processes that answer requests never do.

The worker processes start when they are first needed. The standard library's pools would import the parent's program
with all its libraries in each of them; these import only the engine and the bots.
"""

import asyncio
import time
from asyncio.subprocess import Process
from collections import deque
from collections.abc import Sequence
from contextlib import suppress

import msgspec
import structlog
from msgspec.structs import replace

import bots
import engine
from service.children import launch
from service.observability import metrics
from service.opponents.worker_process import Question, Thought, WorkerReply
from service.sessions.problems import Problem

# The longest line that a worker process may answer; a choice among hundreds of moves takes a tenth of a MiB.
LONGEST_ANSWER = 16 * 1024 * 1024
CLOSE_SECONDS = 2.0
ATTEMPTS = 2
RETRY_MILLIS = 1000

log = structlog.get_logger("croupier.opponents")
_decode = msgspec.json.Decoder(WorkerReply).decode


class Bounds(msgspec.Struct, frozen=True):
    """The bounds of a pool: its worker processes, its queue, and the time that a question waits at its own level.

    While a worker process thinks for a table without people, one extra process thinks for the other tables.

    Worker processes give way to those that answer requests, by a `niceness` of 0 (not at all) to 19. A worker process
    is killed and replaced if it takes longer than its question's time multiplied by `slack`.
    """

    processes: int = 1
    queue: int = 64
    patience_seconds: float = 5.0
    niceness: int = 10
    slack: float = 3.0


class _Asked(msgspec.Struct, eq=False):
    """A question that has waited `since` a time of the monotonic clock, and its future answer.

    It is answered at `level` if its turn comes soon. A later answer is at a lower level; if the answer must be `exact`,
    the question is refused instead. `callers` is the number of callers that await the answer: more than one only if it
    must be exact.
    """

    question: Question
    level: int
    exact: bool
    since: float
    answered: asyncio.Future[Thought]
    callers: int = 0


class Pool:
    """Answers questions in worker processes: first come, first served, but tables without people come last."""

    def __init__(self, bounds: Bounds | None = None) -> None:
        """Prepare a pool; it starts its first process with the first question."""
        self._bounds = bounds or Bounds()
        self._waiting: deque[_Asked] = deque()
        # Questions for which that queue had no room. They are answered at level 1, which is fast, so they come first.
        self._greedy: deque[_Asked] = deque()
        # Questions of tables without people: they come last, in a queue of their own.
        self._later: deque[_Asked] = deque()
        # Exact questions, waiting or in progress: a repeated question gets the same answer.
        self._exact: list[_Asked] = []
        self._idle: list[_Worker] = []
        self._busy: set[asyncio.Task[None]] = set()
        # The number of processes that think for tables without people; if any, an extra process thinks for the others.
        self._busy_later = 0
        self._extra: asyncio.Task[None] | None = None

    async def think(self, question: Question) -> Thought:
        """Decide, at a lower level if too many questions are waiting.

        The level falls by one for each full patience time that the question has waited; if the queue is full, it is 1.
        Raises `Problem` with BUSY if there is no room even for level 1, and `engine.InvalidInput` for a question
        without an answer.
        """
        if len(self._waiting) < self._bounds.queue:
            return await self._wait(self._put(self._waiting, question, question.level))
        return await self._wait(self._put(self._greedy, question, 1))

    async def think_later(self, question: Question) -> Thought:
        """Decide once no other question is waiting; the level falls with the wait, as in `think`.

        Raises `Problem` with BUSY if too many such questions are waiting, and otherwise like `think`.
        """
        return await self._wait(self._put(self._later, question, question.level))

    async def think_exactly(self, question: Question) -> Thought:
        """Decide at the level of the question, once for all callers that ask it in the meantime.

        Raises `Problem` with BUSY if too many other questions are waiting, and otherwise like `think`.
        """
        same = next((asked for asked in self._exact if asked.question == question), None)
        if same is not None:
            return await self._wait(same)
        asked = self._put(self._waiting, question, question.level, exact=True)
        self._exact.append(asked)
        return await self._wait(asked)

    async def close(self) -> None:
        """End the processes; questions without an answer get BUSY."""
        tasks = [*self._busy, *filter(None, (self._extra,))]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        for asked in (*self._greedy, *self._waiting, *self._later):
            _refuse(asked)
        await asyncio.gather(*(worker.end() for worker in self._idle))
        self._idle.clear()

    def _put(self, queue: deque[_Asked], question: Question, level: int, *, exact: bool = False) -> _Asked:
        """Queue a question and make sure that a process answers it. Raises `Problem` with BUSY if there is no room."""
        if len(queue) >= self._bounds.queue:
            raise _busy()
        asked = _Asked(question, level, exact, time.monotonic(), asyncio.get_running_loop().create_future())
        queue.append(asked)
        if len(self._busy) < self._bounds.processes:
            task = asyncio.create_task(self._work((self._greedy, self._waiting, self._later)))
            self._busy.add(task)
        elif self._busy_later and self._extra is None and queue is not self._later:
            self._extra = asyncio.create_task(self._work((self._greedy, self._waiting)))
        return asked

    async def _wait(self, asked: _Asked) -> Thought:
        """Return the answer. A caller that is cancelled does not cancel the answer for the others."""
        asked.callers += 1
        try:
            with metrics.bot_questions.track_inprogress():
                return await asyncio.shield(asked.answered)
        finally:
            asked.callers -= 1
            if not asked.callers:
                self._forget(asked)

    def _forget(self, asked: _Asked) -> None:
        """Drop a question that nobody awaits any more, whether or not it is still waiting."""
        asked.answered.cancel()
        for asking in (self._waiting, self._greedy, self._later, self._exact):
            if asked in asking:
                asking.remove(asked)

    async def _work(self, queues: Sequence[deque[_Asked]]) -> None:
        """Answer the questions of some queues, in the order of the queues, until all are empty."""
        worker = self._idle.pop() if self._idle else _Worker(self._bounds)
        try:
            while queue := next(filter(None, queues), None):
                self._busy_later += queue is self._later
                try:
                    await self._answer(worker, queue.popleft())
                finally:
                    self._busy_later -= queue is self._later
        finally:
            # Nothing is awaited since the queues were found empty, so no new question relies on this task.
            self._idle.append(worker)
            self._busy.discard(asyncio.current_task())
            self._extra = None if self._extra is asyncio.current_task() else self._extra

    async def _answer(self, worker: "_Worker", asked: _Asked) -> None:
        waited = time.monotonic() - asked.since
        level = max(1, asked.level - int(waited / self._bounds.patience_seconds))
        try:
            if level == asked.level or not asked.exact:
                _settle(asked, await self._ask(worker, asked, level))
        except _WorkerDied:
            # Without a traceback, since the bug is not in this process.
            log.error("a question is given up: the processes that were asked died of it, or hung")  # noqa: TRY400
        finally:
            _refuse(asked)

    async def _ask(self, worker: "_Worker", asked: _Asked, level: int) -> WorkerReply:
        """Return a process's answer at a level; if two processes die or hang, retry at level 1 unless exact."""
        began = time.monotonic()
        try:
            reply = await worker.ask(replace(asked.question, level=level))
        except _WorkerDied:
            if asked.exact or level == 1:
                raise
            return await self._ask(worker, asked, 1)
        metrics.bot_thought_seconds.labels(str(level)).observe(time.monotonic() - began)
        return reply


def _check(reply: WorkerReply) -> WorkerReply:
    """Return a reply. If the process failed, log that and raise `_WorkerDied`, since a retry would fail, too."""
    if reply.failure:
        log.error("a process that thinks for bots has failed", stack=reply.failure)
        raise _WorkerDied
    return reply


def _settle(asked: _Asked, reply: WorkerReply) -> None:
    """Give an answer to the callers, if any are left."""
    if asked.answered.done():
        return
    if reply.thought is None:
        asked.answered.set_exception(engine.InvalidInput(reply.problem))
        return
    if reply.thought.level < asked.question.level:
        metrics.bot_hurried_total.inc()
    asked.answered.set_result(reply.thought)


def _refuse(asked: _Asked) -> None:
    """Refuse a question without an answer, with BUSY."""
    if not asked.answered.done():
        asked.answered.set_exception(_busy())


def _busy() -> Problem:
    return Problem(
        "BUSY", "Too many questions are waiting for the bots: send this request again.", retry_after=RETRY_MILLIS
    )


class _WorkerDied(Exception):
    """The processes that were asked a question gave no answer."""


class _Worker:
    """A worker process (`worker_process.py`), started with its first question, and replaced after it has died."""

    def __init__(self, bounds: Bounds) -> None:
        self._bounds = bounds
        self._process: Process | None = None

    async def ask(self, question: Question) -> WorkerReply:
        """Return the answer to a question. Raises `_WorkerDied`."""
        line = msgspec.json.encode(question) + b"\n"
        seconds = self._bounds.slack * _seconds_of(question)
        for _ in range(ATTEMPTS):
            answered = await self._send(line, seconds)
            if answered.endswith(b"\n"):
                return _check(_decode(answered))
            log.warning("a process that thinks for bots has died, or hangs, and is replaced")
            await self._kill()
        raise _WorkerDied

    async def _send(self, line: bytes, seconds: float) -> bytes:
        """Return the line that the process answers; if the process died, a part of the line or nothing."""
        try:
            if self._process is None or self._process.returncode is not None:
                self._process = await launch(
                    "service.opponents.worker_process", self._bounds.niceness, line_bytes=LONGEST_ANSWER
                )
            assert self._process.stdin is not None
            assert self._process.stdout is not None
            self._process.stdin.write(line)
            async with asyncio.timeout(seconds):
                return await self._process.stdout.readline()
        except OSError:  # a timeout is one, too
            return b""

    async def _kill(self) -> None:
        """End the process at once, since a stopped process would not notice the end of its questions."""
        process = self._process
        self._process = None
        if process is not None:
            with suppress(ProcessLookupError):
                process.kill()
            await process.wait()
            assert process.stdin is not None
            process.stdin.close()
            # A question that nobody read raises its error here; if it is not awaited, Python 3.11.2 logs it as a bug.
            with suppress(OSError):
                await process.stdin.wait_closed()

    async def end(self) -> None:
        """Close the process's input, and kill the process if it does not end soon."""
        if self._process is None:
            return
        assert self._process.stdin is not None
        self._process.stdin.close()
        try:
            async with asyncio.timeout(CLOSE_SECONDS):
                await self._process.wait()
        except TimeoutError:
            await self._kill()


def _seconds_of(question: Question) -> float:
    """Return the time for a question: its time box, or else the time of its level."""
    return bots.LEVELS[question.level].seconds if question.seconds is None else question.seconds
