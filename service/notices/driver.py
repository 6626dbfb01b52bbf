"""Sends the notices of versions: those that it is given, those that other workers have left, and late ones."""

import asyncio
from contextvars import Context
from random import random
from weakref import WeakValueDictionary

import structlog

from service.notices.attempts import Attempts
from service.notices.backlog import find_backlog
from service.notices.deliveries import Deliveries
from service.notices.derive import awaited_seats
from service.notices.drain import Line, Means
from service.notices.notice import Notice
from service.notices.parking import Parking
from service.notices.recovery import Pace, Recovery, outbox_of_sessions, outbox_of_tournaments
from service.notices.repository import EndpointRepository
from service.notices.sending import Sender
from service.notices.tally import Tally
from service.notices.ticks import Ticks
from service.notices.versions import Version, mark_told, version_of_session, version_of_tournament
from service.notices.visits import Visits
from service.sessions.changes import LogEntry
from service.sessions.history_hash import Cursor
from service.sessions.problems import Problem
from service.sessions.session import Session
from service.storage.sessions import SessionRepository
from service.storage.tournaments import TournamentRepository
from service.tournaments.changes import LogEntry as TournamentEntry
from service.tournaments.tournament import Tournament
from store.problems import DataCorrupted, StoreUnavailable

# The most versions that are told at a time; the recovery finds those beyond.
MOST_TELLING = 2_000
# How often the endpoints with late deliveries are looked through.
POLL_SECONDS = 1.0
# How often the number of late deliveries is looked up.
COUNT_SECONDS = 15.0
# For so long, writes to the store are gathered.
GATHER_SECONDS = 0.1
# The time that tries which are under way get when the service stops.
CLOSE_SECONDS = 5.0
# The time for parking what they were to deliver, if they are interrupted.
PARK_SECONDS = 2.0

log = structlog.get_logger("croupier.notices")


class NoticeDriver:
    """The notices of one worker."""

    def __init__(
        self,
        sessions: SessionRepository,
        tournaments: TournamentRepository,
        endpoints: EndpointRepository,
        sender: Sender,
        pace: Pace | None = None,
        gather_seconds: float = GATHER_SECONDS,
    ) -> None:
        self._sessions = sessions
        self._store = sessions.store
        self._sender = sender
        self.tally = Tally()
        self._ticks = Ticks(gather_seconds)
        self._attempts = Attempts(endpoints, sender, self.tally)
        self._deliveries = Deliveries(endpoints, self._attempts, Parking(self._store, self._ticks))
        hosts: WeakValueDictionary[str, Line] = WeakValueDictionary()
        self._visits = Visits(Means(endpoints, self._attempts, self._is_awaited, self.tally, self._ticks, hosts))
        self.recoveries = (
            Recovery(outbox_of_sessions(sessions), self.take_over_session, pace),
            Recovery(outbox_of_tournaments(tournaments), self.take_over_tournament, pace),
        )
        # The tasks of the versions that are being told.
        self._telling: dict[tuple[str, Cursor], asyncio.Task[None]] = {}
        self._looking: list[asyncio.Task[None]] = []
        self._closed = False

    def start(self) -> None:
        """Begin to tell what other workers have left, and to try what is late."""
        for recovery in self.recoveries:
            recovery.start()
        self._looking = [asyncio.create_task(work, context=Context()) for work in (self._look(), self._count())]

    async def close(self, seconds: float = CLOSE_SECONDS) -> None:
        """Stop. Attempts that are under way get some seconds; what has not begun is parked for another worker."""
        self._closed = True
        self._deliveries.stop()
        self._visits.stop()
        for recovery in self.recoveries:
            await recovery.close()
        for looking in self._looking:
            looking.cancel()
        if await self.settle(seconds):
            self._attempts.stop.come()
        unfinished = await self.settle(PARK_SECONDS)
        for task in unfinished:
            task.cancel()
        await asyncio.gather(*unfinished, *self._looking, return_exceptions=True)
        await self._sender.close()

    async def settle(self, seconds: float | None = None) -> set[asyncio.Task[None]]:
        """Wait for the tries that are under way; return those that are still under way after so many seconds."""
        tasks = {*self._telling.values(), *self._visits.under_way.values()}
        if not tasks:
            return set()
        _, unfinished = await asyncio.wait(tasks, timeout=seconds)
        return unfinished

    # ---- versions

    def tell(self, version: Version) -> None:
        """Tell a version, in a task of its own, unless it is being told or too many are."""
        key = version.name, version.cursor
        if self._closed or key in self._telling or len(self._telling) >= MOST_TELLING:
            return
        # An empty context: the log lines do not belong to the request that made the version.
        task = asyncio.create_task(self._tell(version), context=Context())
        self._telling[key] = task
        task.add_done_callback(lambda _done: self._telling.pop(key))

    def take_over_session(self, before: Session | None, after: Session, entry: LogEntry) -> None:
        """Tell a version of a session that another worker has left."""
        self.tally.takeovers += 1
        self.tell(version_of_session(before, entry, after))

    def take_over_tournament(self, before: Tournament | None, after: Tournament, entry: TournamentEntry) -> None:
        """Tell a version of a tournament that another worker has left."""
        self.tally.takeovers += 1
        self.tell(version_of_tournament(before, entry, after))

    async def _tell(self, version: Version) -> None:
        """Tell a version and mark it as told. If that fails, a later recovery repeats it."""
        try:
            await self._deliveries.deliver(version)
            await self._ticks.wait()
            await mark_told(self._store, version.name, version.cursor)
        except (StoreUnavailable, DataCorrupted, Problem) as error:
            log.warning("notices could not be sent", reason=str(error))
        except Exception:
            log.exception("notices could not be sent")

    # ---- late deliveries

    async def _look(self) -> None:
        are_waiting = False
        while True:
            if are_waiting:
                await self._visits.wait_for_place(POLL_SECONDS)
            else:
                # Workers that were started together look at different times.
                await asyncio.sleep(POLL_SECONDS * (0.5 + random()))  # noqa: S311
            are_waiting = False
            try:
                are_waiting = await self.look_for_late()
            except StoreUnavailable:
                log.debug("late notices wait for the store")
            except Exception:
                log.exception("late notices could not be looked through")

    async def look_for_late(self) -> bool:
        """Begin to visit the endpoints with late deliveries that are due; tell whether some wait for a place.

        Raises `StoreUnavailable`.
        """
        return await self._visits.look()

    async def _is_awaited(self, notice: Notice) -> bool:
        """Tell whether the seat of a notice is still to decide."""
        session_id = notice.subject.session_id
        session = None if session_id is None else await self._sessions.find(session_id)
        return session is not None and notice.subject.seat in awaited_seats(session)

    async def _count(self) -> None:
        while True:
            try:
                self.tally.backlog = await find_backlog(self._store)
            except (StoreUnavailable, DataCorrupted):
                log.debug("late notices could not be counted")
            await asyncio.sleep(COUNT_SECONDS * (0.5 + random()))  # noqa: S311
