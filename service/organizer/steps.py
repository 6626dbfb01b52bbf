"""The steps of a tournament, each ended by one commit: so a worker that dies between two leaves nothing half done.

Each step finds out by itself what is left to do, and may be made twice without harm.
"""

import secrets
from collections.abc import Sequence
from typing import Literal

from service.organizer.tables import INTERNAL, end_tables, give_up_seats, open_deals, open_tables, read_results
from service.sessions.problems import Problem
from service.storage.sessions import SessionRepository
from service.storage.tournaments import TournamentRepository
from service.tournaments.changes import (
    Change,
    Finished,
    Result,
    ResultsReported,
    RoundClosed,
    RoundPaired,
    TablesOpened,
)
from service.tournaments.tournament import Drawn, Place, Tournament, missing_places, pair, places_of, rounds_of

Step = Literal["PAIR", "OPEN", "CLOSE"]


class Outdated(Problem):
    """The tournament has moved on since a step was prepared."""

    def __init__(self) -> None:
        super().__init__("STALE_VERSION", "The tournament has moved on.")


def due_step(tournament: Tournament) -> Step | None:
    """Return the step that can be made now, None if the tournament waits for its tables, its host, or is over."""
    last = tournament.last_round
    if tournament.status == "ABANDONED":
        # Its tables are ended and its deals opened: nobody else would do that.
        return "CLOSE" if last is not None and last.stage != "OVER" else None
    if tournament.status not in ("RUNNING", "PAUSED"):
        return None
    if last is not None and last.stage == "PAIRED":
        return "OPEN"
    if last is not None and last.stage == "PLAYING":
        return None if missing_places(tournament) else "CLOSE"
    waits = tournament.status == "PAUSED" or (tournament.terms.by_host and not tournament.is_next_allowed)
    return None if waits else "PAIR"


async def make_step(
    sessions: SessionRepository, repository: TournamentRepository, tournament: Tournament, step: Step
) -> Tournament:
    """Make a step and return the tournament after it. Raises `Outdated` if somebody else has moved it on."""
    if step == "PAIR":
        return await pair_round(repository, tournament)
    number = len(tournament.rounds)
    if step == "OPEN":
        await open_tables(sessions, tournament, places_of(tournament, number))
        opened = await _commit_stage(repository, tournament, TablesOpened)
        # Whoever withdrew meanwhile had no seat to give up yet.
        await give_up_seats(sessions, opened)
        return opened
    if tournament.is_over:
        await end_tables(sessions, tournament)
    if tournament.rounds[-1].server_seed:
        await open_deals(sessions, tournament)
    return await _commit_stage(repository, tournament, RoundClosed)


async def pair_round(repository: TournamentRepository, tournament: Tournament) -> Tournament:
    """Pair the next round, or end the tournament if there is none."""
    terms = tournament.terms
    drawn = Drawn(terms.plan, tournament.entrants, rounds_of(tournament), tournament.seed)
    # It may take a second, and must not hold up what else this worker does.
    paired = await repository.calculate(pair, drawn)
    server_seed = secrets.token_hex(32) if terms.plan.deals == "SAME" else ""

    def decide(current: Tournament, now: int) -> Change:
        if current.cursor != tournament.cursor:
            raise Outdated
        if paired is None:
            return Finished(now)
        return RoundPaired(now, paired.tables, paired.byes, server_seed)

    return (await repository.change(tournament.id, INTERNAL, decide)).tournament


async def _commit_stage(
    repository: TournamentRepository, tournament: Tournament, change: type[TablesOpened] | type[RoundClosed]
) -> Tournament:
    """Commit the end of the last round's stage, whatever else was changed meanwhile."""
    before = _stage_of(tournament)

    def decide(current: Tournament, now: int) -> Change:
        if _stage_of(current) != before:
            raise Outdated
        return change(now)

    return (await repository.change(tournament.id, INTERNAL, decide)).tournament


def _stage_of(tournament: Tournament) -> tuple[int, str, bool]:
    return len(tournament.rounds), tournament.rounds[-1].stage, tournament.is_over


async def report(
    repository: TournamentRepository, tournament_id: str, results: tuple[Result, ...]
) -> Tournament | None:
    """Commit the results of boards; None if all of them are known already."""

    def decide(current: Tournament, now: int) -> Change:
        missing = set(missing_places(current))
        news = tuple(result for result in results if result.place in missing)
        if not news or current.is_over:
            raise Outdated
        return ResultsReported(now, news)

    try:
        return (await repository.change(tournament_id, INTERNAL, decide)).tournament
    except Outdated:
        return None


async def collect(
    sessions: SessionRepository, repository: TournamentRepository, tournament: Tournament, places: Sequence[Place]
) -> Tournament | None:
    """Look at some boards for results that nobody has reported, since a worker has died; None if there are none."""
    results = await read_results(sessions, tournament, places)
    return await report(repository, tournament.id, results) if results else None
