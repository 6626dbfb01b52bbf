"""Carries on the tournaments that this worker changes, and those whose worker has died."""

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

# Results that come within this time share a commit; a large tournament, whose commits take long, waits longer.
REPORT_SECONDS = 0.2
COMMITS_APART = 10
# A tournament is looked after by one worker at a time, which may be dead, and its tables are searched no more often.
LEASE_SECONDS = 5
# The boards that a look reads: all of a large round at once would hold up everything else.
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
        # The newest version, with a step to make, of each tournament that is to be moved on.
        self._noticed: dict[str, Tournament] = {}
        # How many boards of a tournament were searched for results so far.
        self._searched: dict[str, int] = {}
        self._ended: dict[str, dict[Place, Result]] = defaultdict(dict)
        self._reporting: dict[str, asyncio.Task[None]] = {}
        self._commit_seconds = 0.0
        self._cleanup = Cleanup(self._store, RUNNING, self._lease, self._read, self._look_after)
        self._closed = False

    def start(self) -> None:
        """Begin to carry on the tournaments that this process changes, and those that others have left."""
        self._sessions.on_tournament = self.note_end
        self._repository.on_change = self.notice
        self._cleanup.start()

    async def close(self) -> None:
        """Stop; each step ends with one commit, so whatever is left is done by another worker, or later."""
        self._closed = True
        await self._cleanup.close()
        tasks = [*self._advancing.values(), *self._reporting.values()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    # ---- what this process changes

    def notice(self, tournament: Tournament) -> None:
        """Make the steps that are due at a version of a tournament."""
        if self._closed or due_step(tournament) is None:
            return
        self._noticed[tournament.id] = tournament
        if tournament.id not in self._advancing:
            self._advancing[tournament.id] = asyncio.create_task(self._advance(tournament.id), context=Context())

    async def _advance(self, tournament_id: str) -> None:
        """Move a tournament on from each version that is noticed, also from those that come meanwhile."""
        try:
            while (tournament := self._noticed.pop(tournament_id, None)) is not None:
                await self._move_on(tournament)
        finally:
            del self._advancing[tournament_id]

    async def _move_on(self, tournament: Tournament) -> None:
        """Make one step after the other, as long as one is due; after the last pause the cleanup goes on."""
        for pause in PAUSES:
            try:
                await self._make_steps(tournament)
                return
            except Outdated:
                log.debug("a tournament was moved on by somebody else", tournament=tournament.id)
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
            # Whoever looks after the tournament finds them.
            log.warning("results could not be reported", tournament=tournament_id, reason=str(error))
        self._commit_seconds = time.monotonic() - begun

    # ---- what others have left

    async def _read(self, tournament_id: str) -> Tournament | None:
        """Return a tournament, None if it cannot be read. Raises `Problem` if it is gone."""
        try:
            return await self._repository.read(tournament_id)
        except (DataCorrupted, NewerRelease):
            return None

    async def _look_after(self, tournament: Tournament, now: int) -> bool:
        """Carry on a tournament from what its boards show; False if there is nothing left to do."""
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
        """Return the boards to search now for results that nobody has reported: some, and at the next look others."""
        missing = missing_places(tournament)
        begin = self._searched.get(tournament.id, 0)
        begin = begin if begin < len(missing) else 0
        self._searched[tournament.id] = begin + MOST_SEARCHED
        return missing[begin : begin + MOST_SEARCHED]

    async def _lease(self, tournament_id: str) -> bool:
        """Take the lease to look after a tournament; False if another worker has it."""
        # The time, in units of leases, is the height: a lease that is over is below the next one.
        height = await self._store.now() // (1000 * LEASE_SECONDS)
        return await self._store.advance_watermark(
            f"tournament:{tournament_id}", height, self._worker, 2 * LEASE_SECONDS
        )
