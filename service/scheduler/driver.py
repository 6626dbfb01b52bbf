"""Makes the due steps of tournaments that this worker changes, and of tournaments whose worker has died."""

import asyncio
import secrets
import time
from collections import defaultdict
from contextlib import suppress
from contextvars import Context

import structlog

from service.cleanup import Cleanup
from service.scheduler.steps import Outdated, collect, due_step, give_up_seats, make_step, prolong, report, result_of
from service.sessions.problems import Problem
from service.sessions.session import Session
from service.storage.codec import NewerRelease
from service.storage.sessions import SessionRepository
from service.storage.tournaments import RUNNING, TournamentRepository
from service.tournaments.changes import Result
from service.tournaments.tournament import Place, Tournament, missing_places
from store.problems import DataCorrupted, StoreUnavailable

# Results that arrive within this time share a commit; a large tournament, where commits are slow, waits longer.
REPORT_SECONDS = 0.2
COMMITS_APART = 10
# One worker at a time looks after a tournament, for at most this time, and searches its tables once in this time.
LEASE_SECONDS = 5
# The most boards that one look reads: reading a whole large round at once would delay everything else.
MOST_SEARCHED = 200
PAUSES = (0.1, 0.5, 1.0, 2.0, 5.0)

log = structlog.get_logger("croupier.tournaments")


class Scheduler:
    """The tournaments of one worker process."""

    def __init__(self, sessions: SessionRepository, repository: TournamentRepository) -> None:
        self._sessions = sessions
        self._repository = repository
        self._store = repository.store
        self._worker = secrets.token_urlsafe(16)
        self._advancing: dict[str, asyncio.Task[None]] = {}
        # The newest version of each tournament with a due step.
        self._noticed: dict[str, Tournament] = {}
        # The number of each tournament's boards that were searched for results so far.
        self._searched: dict[str, int] = {}
        self._ended: dict[str, dict[Place, Result]] = defaultdict(dict)
        self._reporting: dict[str, asyncio.Task[None]] = {}
        self._commit_seconds = 0.0
        self._cleanup = Cleanup(self._store, RUNNING, self._lease, self._read, self._look_after)
        self._closed = False

    def start(self) -> None:
        """Begin to make the steps of tournaments that this process changes, or that other workers have left."""
        self._sessions.on_tournament = self.note_end
        self._repository.on_change = self.notice
        self._cleanup.start()

    async def close(self) -> None:
        """Stop. Each step ends with one commit, so another worker can make the rest, now or later."""
        self._closed = True
        await self._cleanup.close()
        tasks = [*self._advancing.values(), *self._reporting.values()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    # ---- tournaments that this process changes

    def notice(self, tournament: Tournament) -> None:
        """Start the steps that are due at a version of a tournament."""
        if self._closed or due_step(tournament) is None:
            return
        self._noticed[tournament.id] = tournament
        if tournament.id not in self._advancing:
            self._advancing[tournament.id] = asyncio.create_task(self._advance(tournament.id), context=Context())

    async def _advance(self, tournament_id: str) -> None:
        """Make the due steps at each noticed version, including versions noticed in the meantime."""
        try:
            while tournament_id in self._noticed:
                await self._advance_from(self._noticed.pop(tournament_id))
        finally:
            del self._advancing[tournament_id]

    async def _advance_from(self, tournament: Tournament) -> None:
        """Make every due step, with retries; after the last pause, the cleanup retries."""
        for pause in PAUSES:
            try:
                await self._make_steps(tournament)
                return
            except Outdated:
                log.debug("a tournament was advanced by another worker", tournament=tournament.id)
            except (Problem, StoreUnavailable, DataCorrupted) as error:
                log.warning("a tournament could not be carried on", tournament=tournament.id, reason=str(error))
            except Exception:
                log.exception("a tournament could not be carried on", tournament=tournament.id)
            await asyncio.sleep(pause)
            with suppress(Problem, StoreUnavailable, DataCorrupted):
                tournament = await self._repository.read(tournament.id)

    async def _make_steps(self, tournament: Tournament) -> None:
        while step := due_step(tournament):
            tournament = await make_step(self._sessions, self._repository, tournament, step)

    def note_end(self, session: Session) -> None:
        """Report the result of a table together with others that end at about the same time."""
        place = session.tournament
        if place is None or self._closed:
            return
        result = result_of(Place(place.round, place.table, place.board), session)
        if result is None:
            return
        self._ended[place.tournament_id][result.place] = result
        if place.tournament_id not in self._reporting:
            reporting = asyncio.create_task(self._report(place.tournament_id), context=Context())
            self._reporting[place.tournament_id] = reporting

    async def _report(self, tournament_id: str) -> None:
        await asyncio.sleep(max(REPORT_SECONDS, COMMITS_APART * self._commit_seconds))
        self._reporting.pop(tournament_id, None)
        results = tuple(self._ended.pop(tournament_id, {}).values())
        begun = time.monotonic()
        try:
            await report(self._repository, tournament_id, results)
        except (Problem, StoreUnavailable, DataCorrupted) as error:
            # The worker that looks after the tournament finds them.
            log.warning("results could not be reported", tournament=tournament_id, reason=str(error))
        self._commit_seconds = time.monotonic() - begun

    # ---- tournaments that other workers have left

    async def _read(self, tournament_id: str) -> Tournament | None:
        """Return a tournament, None if it cannot be read. Raises `Problem` if it is gone."""
        try:
            return await self._repository.read(tournament_id)
        except (DataCorrupted, NewerRelease):
            return None

    async def _look_after(self, tournament: Tournament, now: int) -> bool:
        """Collect a tournament's unreported results and make its due steps; False if nothing is left to do."""
        if tournament.is_over and due_step(tournament) is None:
            self._searched.pop(tournament.id, None)
            return False
        if tournament.last_round is not None and tournament.last_round.stage == "PLAYING":
            await give_up_seats(self._sessions, tournament)
            places = self._search_next(tournament)
            tournament = await collect(self._sessions, self._repository, tournament, places) or tournament
            if tournament.is_half_spent(now):
                tournament = await prolong(self._sessions, self._repository, tournament, places) or tournament
        self.notice(tournament)
        return True

    def _search_next(self, tournament: Tournament) -> tuple[Place, ...]:
        """Return the boards to search now for unreported results; each look searches the next boards."""
        missing = missing_places(tournament)
        begin = self._searched.get(tournament.id, 0)
        if begin >= len(missing):
            begin = 0
        self._searched[tournament.id] = begin + MOST_SEARCHED
        return missing[begin : begin + MOST_SEARCHED]

    async def _lease(self, tournament_id: str) -> bool:
        """Take the lease to look after a tournament; False if another worker has it."""
        # The height is the time in units of leases, so each lease is higher than the one before.
        height = await self._store.now() // (1000 * LEASE_SECONDS)
        return await self._store.advance_watermark(
            f"tournament:{tournament_id}", height, self._worker, 2 * LEASE_SECONDS
        )
