"""Makes one decision of a bot: takes a lease, thinks, waits until it is time, and commits the move.

Each decision is made once: a worker takes a lease in the store before it thinks. If the worker dies, another one takes
over after the lease and finds the same move, since the seed depends on the session only. The commit expects the version
on which the move was chosen and has its own key. So it is neither lost nor made twice, like any other commit.
"""

import asyncio
import secrets
import time
from collections.abc import Awaitable, Callable, Coroutine, Iterator
from contextlib import contextmanager, suppress
from random import random
from typing import TypeVar

import structlog
from msgspec.structs import replace

import bots
import engine
from engine import Memory
from service.observability import metrics
from service.opponents.memories import Memories
from service.opponents.timing import BotTurn
from service.opponents.worker_process import Question, Thought, ask_about
from service.sessions.changes import Decision, Moved
from service.sessions.problems import Problem
from service.sessions.rules import MoveRefused, VersionConflict
from service.sessions.session import Session
from service.sessions.tokens import ChangeRequest, short_hash
from service.storage.sessions import BOT_SESSIONS, SessionRepository
from store.problems import DataCorrupted, StoreUnavailable

# The life of a lease: a dead worker's decision waits for this time. While a worker thinks, it renews its lease after a
# part of that life.
LEASE_SECONDS = 5
RENEWED = 0.4
# The time box of a decision; on an idle core, no level needs that long.
MOST_SECONDS = 5.0
# How long a lease is renewed. A longer decision may hang, so another worker may take it over.
RENEWED_SECONDS = 3 * MOST_SECONDS
# The pauses between retries while the store does not answer or the pool is full; after the last, the cleanup retries.
PAUSES = (0.1, 0.2, 0.5, 1.0, 2.0, 5.0, 5.0, 5.0, 5.0, 5.0)
CLOSE_SECONDS = 5.0

T = TypeVar("T")
Think = Callable[[Question], Awaitable[Thought]]

log = structlog.get_logger("croupier.bots")


class BotPlayer:
    """Makes the decisions of bots for one worker process."""

    def __init__(self, sessions: SessionRepository, lease_seconds: int) -> None:
        self._sessions = sessions
        self._store = sessions.store
        self._lease_seconds = lease_seconds
        self._worker = secrets.token_urlsafe(16)
        self._memories = Memories(sessions.store)
        # These tasks are interrupted only at the end of the process.
        self._writing: set[asyncio.Task[None]] = set()

    async def play(self, session: Session, turn: BotTurn, think: Think) -> None:
        """Make a decision by `think` at its time, unless another worker does. Cancelling never interrupts a commit."""
        with _outcomes_counted():
            await self._wait_until(session, turn.begins_at)
            if not await persist(lambda: self._lease(session, turn)):
                metrics.bot_turns("left").inc()
                return
            move, decision = await self._decide(session, turn, think)
            if move is None:
                metrics.bot_turns("waited").inc()
                return
            await self._wait_until(session, turn.ready_at(session, move))
            await asyncio.shield(self._write(self._commit(session, turn, move, decision)))

    def retire(self, session: Session) -> None:
        """Remove a finished session from the list of sessions that bots play."""
        self._write(self._unlist(session))

    async def close(self) -> None:
        """Finish what is being written."""
        if self._writing:
            _, late = await asyncio.wait(self._writing, timeout=CLOSE_SECONDS)
            for task in late:
                task.cancel()

    # ---- the steps of a decision

    async def _wait_until(self, session: Session, at: int) -> None:
        """Wait until a time by the store's clock."""
        now = self._store.clock(session.id)
        if now is None:
            now = await persist(self._store.now)
        if now < at:
            await asyncio.sleep((at - now) / 1000)

    async def _lease(self, session: Session, turn: BotTurn) -> bool:
        """Take or renew the lease of a decision; False if another worker has it, or the session is at a later one."""
        name = f"bot:{session.id}:{turn.seat}"
        return await self._store.advance_watermark(name, session.version, self._worker, self._lease_seconds)

    async def _decide(self, session: Session, turn: BotTurn, think: Think) -> tuple[str | None, Decision | None]:
        """Return a move (None: wait) and its decision; after a bug, return the default policy's move."""
        try:
            thought = await persist(lambda: self._ask(session, turn, think))
        except (Problem, StoreUnavailable):
            raise
        except Exception:
            log.exception("a bot could not decide", session=session.id)
            return (_default_move(session, turn.seat) if turn.asked else None), None
        chosen = thought.choice
        return chosen.move, Decision(thought.level, bots.VERSION, chosen.effort, turn.seed)

    async def _ask(self, session: Session, turn: BotTurn, think: Think) -> Thought:
        assert session.state is not None
        memory = await self._recall(session, turn)
        question = ask_about(session.state, turn.seat, turn.level, turn.seed, memory)
        thinking = asyncio.ensure_future(think(replace(question, seconds=MOST_SECONDS)))
        renewed_until = time.monotonic() + RENEWED_SECONDS
        try:
            while not (await asyncio.wait({thinking}, timeout=self._lease_seconds * RENEWED))[0]:
                if time.monotonic() < renewed_until:
                    with suppress(StoreUnavailable):
                        await self._lease(session, turn)
            return thinking.result()
        finally:
            thinking.cancel()

    async def _recall(self, session: Session, turn: BotTurn) -> Memory | None:
        if not bots.needs_memory(session.game, bots.LEVELS[turn.level].effort):
            return None
        try:
            return await self._memories.recall(session, turn.seat)
        except DataCorrupted:
            # A bot can finish a table with a corrupted log, without a memory.
            return None

    async def _commit(self, session: Session, turn: BotTurn, move: str, decision: Decision | None) -> None:
        """Commit a move; if the rules refuse it, commit the default policy's move, so that the table continues."""
        with _outcomes_counted():
            try:
                await self._make(session, turn, move, decision)
                metrics.bot_turns("defaulted" if decision is None else "moved").inc()
            except MoveRefused as refusal:
                log.exception("a bot chose a move that the rules refuse", session=session.id, rule=refusal.rule)
                await self._make(session, turn, _default_move(session, turn.seat), None)
                metrics.bot_turns("defaulted").inc()

    async def _make(self, session: Session, turn: BotTurn, move: str, decision: Decision | None) -> None:
        """Make a move at exactly this version of a session. Raises `VersionConflict` at any other, or `MoveRefused`."""
        ready_at = turn.ready_at(session, move)

        def decide(newest: Session, now: int) -> Moved:
            if newest.cursor != session.cursor:
                raise VersionConflict(session.cursor, newest)
            # The clock of this process may run a little fast.
            if now < ready_at:
                raise Problem("TOO_EARLY", "It is not yet time for this bot's move.", retry_after=ready_at - now)
            metrics.bot_late_seconds.observe((now - ready_at) / 1000)
            return Moved(now, turn.seat, move, decision)

        await persist(lambda: self._sessions.change(session.id, _request(session, turn), decide))

    # ---- what is written

    def _write(self, writing: Coroutine[object, object, None]) -> asyncio.Task[None]:
        """Start a write that is not cancelled along with its decision."""
        task = asyncio.create_task(writing)
        self._writing.add(task)
        task.add_done_callback(self._writing.discard)
        return task

    async def _unlist(self, session: Session) -> None:
        # If the store does not answer, the cleanup removes it later.
        with suppress(StoreUnavailable):
            await self._store.unlist(BOT_SESSIONS, session.id)


def _request(session: Session, turn: BotTurn) -> ChangeRequest:
    """Return the request for a decision, the same in every worker; clients' keys have other scopes."""
    name = f"the decision of a bot\n{session.cursor} {turn.seat}"
    return ChangeRequest("bot", short_hash(name.encode()))


def _default_move(session: Session, seat: int) -> str:
    assert session.state is not None
    return str(engine.legal_moves(session.state, seat)[0])


async def persist(call: Callable[[], Awaitable[T]]) -> T:
    """Retry a call while the store does not answer or the pool is full; give up after the last pause."""
    for pause in PAUSES:
        try:
            return await call()
        except StoreUnavailable:
            await _sleep(pause)
        except Problem as problem:
            if problem.code not in ("BUSY", "TOO_EARLY"):
                raise
            await _sleep(pause if problem.retry_after is None else problem.retry_after / 1000)
    return await call()


async def _sleep(seconds: float) -> None:
    """Sleep for the time and up to half of it more, so that waiting tasks do not retry together."""
    await asyncio.sleep(seconds * (1 + random() / 2))  # noqa: S311


@contextmanager
def _outcomes_counted() -> Iterator[None]:
    """Count and end a decision that could not be made; the cleanup finds it again if it is still due."""
    try:
        yield
    except VersionConflict:
        metrics.bot_turns("overtaken").inc()
    except (Problem, StoreUnavailable, DataCorrupted):
        metrics.bot_turns("given_up").inc()
    except Exception:
        log.exception("a bot could not move")
        metrics.bot_turns("failed").inc()
