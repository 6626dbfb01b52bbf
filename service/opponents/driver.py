"""Schedules the decisions of bots in sessions that this process changes, and in sessions whose worker has died."""

import asyncio
from collections.abc import Coroutine, Sequence
from contextlib import suppress
from contextvars import Context
from random import random

import structlog

from service.cleanup import Cleanup
from service.observability import metrics
from service.opponents.player import LEASE_SECONDS, BotPlayer, Think, persist
from service.opponents.table_slots import SlotBounds, TableSlots, has_people
from service.opponents.timing import BotTurn, is_overdue, turns_of
from service.sessions.problems import Problem, session_not_found
from service.sessions.session import Session, has_bots
from service.storage.codec import SESSIONS, NewerRelease, RulesChanged
from service.storage.sessions import BOT_SESSIONS, SessionRepository
from store.problems import DataCorrupted, StoreUnavailable

# Sessions with a bot to move beyond this number wait for the cleanup.
MOST_SESSIONS = 10_000
# The share of this process's sessions that one round of the cleanup reads: a large session takes milliseconds.
LOOKED_AT = 0.1

log = structlog.get_logger("croupier.bots")


class Driver:
    """The bots of one worker process."""

    def __init__(
        self,
        sessions: SessionRepository,
        think: Think,
        lease_seconds: int = LEASE_SECONDS,
        think_later: Think | None = None,
        bounds: SlotBounds | None = None,
    ) -> None:
        """Decide by `think`, and at tables of bots only by `think_later`, if given."""
        self._sessions = sessions
        self._think = think
        self._think_later = think_later or think
        self._player = BotPlayer(sessions, lease_seconds)
        # The tables of bots only, playing or waiting.
        self._slots = TableSlots(bounds or SlotBounds())
        # The task of each session's decisions, at the newest version that this process knows.
        self._scheduled: dict[str, asyncio.Task[None]] = {}
        self._lease_millis = 1000 * lease_seconds
        self._cleanup = Cleanup(sessions.store, BOT_SESSIONS, self._is_looked_at, self._read, self._take_up)
        self._closed = False

    @property
    def scheduled(self) -> int:
        """Return the number of sessions with a bot that is to move."""
        return len(self._scheduled)

    @property
    def waiting(self) -> int:
        """Return the number of tables of bots only that wait until others are over."""
        return self._slots.waiting

    def start(self) -> None:
        """Begin to play the sessions that this process changes, and the sessions that other workers have left."""
        self._sessions.on_bots = self.notice
        self._cleanup.start()

    async def close(self) -> None:
        """Drop undecided moves, and finish commits in progress."""
        self._closed = True
        await self._cleanup.close()
        for session_id in list(self._scheduled):
            self._forget(session_id)
        await self._player.close()

    def notice(self, session: Session) -> None:
        """Schedule the bots' decisions at a version of a session, in place of those at earlier versions.

        Errors are logged and not raised, since the change that made the version was already committed.
        """
        try:
            self._forget(session.id)
            if not self._closed:
                self._schedule(session)
                self._admit()
        except Exception:
            log.exception("bots could not be scheduled", session=session.id)

    def _schedule(self, session: Session) -> None:
        if session.is_over:
            self._slots.leave(session.id)
            self._player.retire(session)
            return
        turns = turns_of(session) if len(self._scheduled) < MOST_SESSIONS else ()
        if not turns or has_people(session):
            self._slots.leave(session.id)
        if turns and (has_people(session) or self._slots.take(session)):
            self._begin(session.id, self._play(session, turns))

    def _begin(self, session_id: str, work: Coroutine[object, object, None]) -> None:
        """Start the task of a session; `_forget` cancels it."""
        # An empty context: the log lines do not belong to the request that made the version.
        self._scheduled[session_id] = task = asyncio.create_task(work, context=Context())
        task.add_done_callback(lambda done: self._end(session_id, done))

    async def _play(self, session: Session, turns: Sequence[BotTurn]) -> None:
        think = self._think if has_people(session) else self._think_later
        await asyncio.gather(*[self._player.play(session, turn, think) for turn in turns])

    def _admit(self) -> None:
        """Play waiting tables while slots are free."""
        while not self._closed:
            session_id = self._slots.admit()
            if session_id is None:
                break
            self._begin(session_id, self._take_slot(session_id))
        metrics.bot_tables_waiting.set(self.waiting)

    async def _take_slot(self, session_id: str) -> None:
        """Play a table that has waited; if it cannot be read, its slot becomes free."""
        with suppress(Problem, StoreUnavailable, DataCorrupted):
            self.notice(await persist(lambda: self._sessions.read(session_id)))

    def _forget(self, session_id: str) -> None:
        task = self._scheduled.pop(session_id, None)
        if task is not None:
            task.cancel()

    def _end(self, session_id: str, done: asyncio.Task[None]) -> None:
        if self._scheduled.get(session_id) is done:
            del self._scheduled[session_id]
            # No later version was made here: another worker or the cleanup makes the next one.
            self._slots.leave(session_id)
            self._admit()

    # ---- sessions that other workers have left

    def _is_played(self, session_id: str) -> bool:
        """Tell whether the bots of a session play in this process, or wait for a slot."""
        return session_id in self._scheduled or self._slots.is_waiting(session_id)

    async def _is_looked_at(self, session_id: str) -> bool:
        """Tell whether a round reads a session; it reads those played here only now and then, so they stay listed."""
        return not self._is_played(session_id) or random() < LOOKED_AT  # noqa: S311

    async def _read(self, session_id: str) -> Session | None:
        """Return a session, past the cache; None if no bot can play it. Raises `Problem` if it is gone."""
        stored = await self._sessions.store.load(session_id)
        if stored is None:
            raise session_not_found()
        try:
            session = SESSIONS.decode(stored.document, session_id)
        except (ValueError, NewerRelease, RulesChanged):
            # Requests for the session report the reason.
            return None
        return session if session.is_over or has_bots(session) else None

    async def _take_up(self, session: Session, now: int) -> bool:
        """Play a session whose bot is overdue by more than a lease; False if it is over."""
        if is_overdue(session, now, self._lease_millis) and not self._is_played(session.id):
            metrics.bot_takeovers_total.inc()
            self.notice(session)
        return not session.is_over
