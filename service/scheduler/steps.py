"""The steps of a tournament.

Each step ends with one commit and determines by itself what is left to do. So any worker can repeat a step that a crash
interrupted, without harm.
"""

import secrets
from collections.abc import Awaitable, Callable, Iterable, Sequence
from contextlib import suppress
from typing import Literal, TypeVar

import structlog
from msgspec.structs import replace

import bots
import engine
import tournaments
from service.sessions.changes import Abandoned, Claimed, Created, DealOpened, NoticesWanted, Resigned
from service.sessions.changes import Change as SessionChange
from service.sessions.changes import Prolonged as SessionProlonged
from service.sessions.history_hash import new_history_key
from service.sessions.problems import Problem
from service.sessions.session import AGREEMENTS, Bot, Dealing, Seat, Session, TournamentTable, deadline_of
from service.sessions.tokens import ChangeRequest
from service.storage.batches import for_each, tables_at_once
from service.storage.sessions import SessionRepository
from service.storage.tournaments import TournamentRepository
from service.tournaments.changes import (
    Change,
    Finished,
    Prolonged,
    Result,
    ResultsReported,
    RoundClosed,
    RoundPaired,
    TablesOpened,
)
from service.tournaments.tournament import (
    Drawn,
    Entry,
    Place,
    Tournament,
    board_of,
    missing_places,
    pair,
    places_of,
    rounds_of,
    table_id,
)
from store.problems import DataCorrupted

Step = Literal["PAIR", "OPEN", "CLOSE"]
T = TypeVar("T")
R = TypeVar("R")

# An internal change needs no key: a repeated change is refused.
INTERNAL = ChangeRequest("", None)

log = structlog.get_logger("croupier.tournaments")


class Outdated(Problem):
    """The tournament has changed since a step was prepared."""

    def __init__(self) -> None:
        super().__init__("STALE_VERSION", "The tournament has changed.")


def due_step(tournament: Tournament) -> Step | None:
    """Return the step that is due; None if the tournament waits for its tables or its host, or is over."""
    last = tournament.last_round
    if tournament.status == "ABANDONED":
        # This step ends its tables and opens its deals.
        return "CLOSE" if last is not None and last.stage != "OVER" else None
    if tournament.status not in ("RUNNING", "PAUSED"):
        return None
    if last is not None and last.stage == "PAIRED":
        return "OPEN"
    if last is not None and last.stage == "PLAYING":
        return None if missing_places(tournament) else "CLOSE"
    waits_for_host = tournament.terms.by_host and not tournament.is_next_allowed
    return None if waits_for_host or tournament.status == "PAUSED" else "PAIR"


async def make_step(
    sessions: SessionRepository, repository: TournamentRepository, tournament: Tournament, step: Step
) -> Tournament:
    """Make a step and return the tournament after it. Raises `Outdated` if the tournament has changed meanwhile."""
    if step == "PAIR":
        return await pair_round(repository, tournament)
    number = len(tournament.rounds)
    if step == "OPEN":
        await open_tables(sessions, tournament, places_of(tournament, number))
        opened = await _commit_stage(repository, tournament, TablesOpened)
        # Entrants who withdrew while the tables were being opened had no seat to give up then.
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
    # Pairing may take a second, so it runs in another process.
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
    """Commit the end of the last round's stage; other changes in the meantime do not matter."""
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
    """Commit the results of boards; return None if all are already known."""

    def decide(current: Tournament, now: int) -> Change:
        missing = set(missing_places(current))
        new_results = tuple(result for result in results if result.place in missing)
        if not new_results or current.is_over:
            raise Outdated
        return ResultsReported(now, new_results)

    try:
        return (await repository.change(tournament_id, INTERNAL, decide)).tournament
    except Outdated:
        return None


async def collect(
    sessions: SessionRepository, repository: TournamentRepository, tournament: Tournament, places: Sequence[Place]
) -> Tournament | None:
    """Commit results of some boards that a dead worker did not report; return None if there are none."""
    results = await read_results(sessions, tournament, places)
    return await report(repository, tournament.id, results) if results else None


async def prolong(
    sessions: SessionRepository, repository: TournamentRepository, tournament: Tournament, places: Sequence[Place]
) -> Tournament | None:
    """Extend the life of a tournament if one of some boards is still in play; return None if none is.

    This also extends the life of finished tables with a shared deal, which they show only at the end of the round.
    """
    found = await _find_tables(sessions, tournament, places)
    if all(session is None or session.is_over for session in found):
        return None
    if tournament.rounds[-1].is_secret:
        await _prolong_tables(sessions, tournament)

    def decide(current: Tournament, now: int) -> Change:
        if current.is_over or not current.is_half_spent(now):
            raise Outdated
        return Prolonged(now)

    try:
        return (await repository.change(tournament.id, INTERNAL, decide)).tournament
    except Outdated:
        return None


async def _prolong_tables(sessions: SessionRepository, tournament: Tournament) -> None:
    """Extend the life of the last round's finished tables with a shared deal."""
    places = places_of(tournament, len(tournament.rounds))
    ids = [table_id(tournament, place) for place in places]
    await _for_tables(sessions, tournament, lambda one: _change_if_possible(sessions, one, _keep_closed), ids)


# ---- the sessions of the tables: opening them, reading their results, and opening their shared deals


async def open_tables(sessions: SessionRepository, tournament: Tournament, places: Iterable[Place]) -> None:
    """Open the session of each board; sessions that are already open stay as they are."""
    now = await sessions.store.now()
    await _for_tables(
        sessions,
        tournament,
        lambda place: sessions.create(table_id(tournament, place), plan_table(tournament, place, now)),
        places,
    )


async def want_notices(sessions: SessionRepository, tournament: Tournament) -> None:
    """Let the tables of the last round send notices, as the tournament does; later ones do so when they are opened.

    Tables that are still to be opened are opened here, since a step that has begun would open them without.
    """
    number = len(tournament.rounds)
    if not number:
        return
    if tournament.rounds[-1].stage == "PAIRED":
        await open_tables(sessions, tournament, places_of(tournament, number))
    playing = [table_id(tournament, place) for place in missing_places(tournament)]
    await _for_tables(sessions, tournament, lambda one: _change_if_possible(sessions, one, _want_notices), playing)


async def _for_tables(
    sessions: SessionRepository, tournament: Tournament, work: Callable[[T], Awaitable[R]], items: Iterable[T]
) -> list[R]:
    """Return the results of work on tables: a limited number at a time, so that other requests are not delayed."""
    return await for_each(work, items, tables_at_once(tournament.terms.plan.seats), sessions.many_tables)


def plan_table(tournament: Tournament, place: Place, at: int) -> Created:
    """Return the change that opens the session of a board, with its players in their seats."""
    terms = tournament.terms
    return Created(
        at=at,
        lifetime=tournament.table_lifetime,
        finished_lifetime=tournament.finished_lifetime,
        game=terms.game,
        seats=tuple(_seat(tournament.entries[number], place.round) for number in seats_at(tournament, place)),
        options=terms.options,
        setup=replace(terms.setup, public=False),
        dealing=_dealing(tournament, place),
        host=tournament.host,
        history_key=new_history_key(),
        tournament=TournamentTable(tournament.id, place.round, place.table, place.board),
        agreements=AGREEMENTS,
        sends_notices=tournament.sends_notices,
        app=tournament.app,
    )


def _seat(entry: Entry, number: int) -> Seat:
    if entry.bot is not None:
        return Seat(name=entry.name, kind="BOT", bot=Bot(entry.bot.level, bots.VERSION))
    if entry.until_round == number:
        # The entrant has withdrawn since the round was paired.
        return Seat(name=entry.name, kind="DEFAULT_POLICY")
    return Seat(name=entry.name, token=entry.token, entropy=entry.entropy)


def _dealing(tournament: Tournament, place: Place) -> Dealing:
    """Return the source of the cards: the table's own secret, or the round's secret if deals are shared."""
    shared = tournament.rounds[place.round - 1].server_seed
    if not shared:
        return Dealing(server_seed=secrets.token_hex(32))
    return Dealing(server_seed=shared, table=name_deal(tournament.id, place), is_shared=True)


def name_deal(tournament_id: str, place: Place) -> str:
    """Return the name of a shared deal of a round, which stands for the table in its proof (engine 4)."""
    return f"{tournament_id}/{place.round}/{place.board}"


async def read_results(
    sessions: SessionRepository, tournament: Tournament, places: Sequence[Place]
) -> tuple[Result, ...]:
    """Return the results of finished boards, after claiming every deadline that has passed."""
    found = await _find_tables(sessions, tournament, places)
    results: list[Result] = []
    for place, session in zip(places, found, strict=True):
        result = None if session is None else result_of(place, session)
        if result is not None:
            results.append(result)
    return tuple(results)


async def _find_tables(
    sessions: SessionRepository, tournament: Tournament, places: Sequence[Place]
) -> list[Session | None]:
    """Return the sessions of boards, after claiming their passed deadlines; None for those that cannot be read."""
    ids = [table_id(tournament, place) for place in places]
    return await _for_tables(sessions, tournament, lambda one: _find_claimed(sessions, one), ids)


async def _find_claimed(sessions: SessionRepository, session_id: str) -> Session | None:
    """Claim the deadlines of a session that have passed, and return it; None if it cannot be read."""

    def decide(session: Session, now: int) -> Claimed:
        if not _can_be_claimed(session, now):
            raise Problem("TOO_EARLY", "There is no time to claim.")
        return Claimed(now)

    session = None
    now = await sessions.store.now()
    # An expired or damaged table must not block the others.
    with suppress(Problem, DataCorrupted):
        session = await sessions.find(session_id)
        while session is not None and _can_be_claimed(session, max(now, session.moved_at)):
            session = (await sessions.change(session_id, INTERNAL, decide)).session
    return session


def _can_be_claimed(session: Session, now: int) -> bool:
    """Tell whether a deadline has passed; at a table without people, only the scheduler claims it."""
    deadline = deadline_of(session)
    return deadline is not None and deadline <= now


def result_of(place: Place, session: Session) -> Result | None:
    """Return the result of a board, None before its end, and for a table that was abandoned."""
    if session.state is None or session.abandoned:
        return None
    board = tournaments.read_board(len(session.seats), engine.result(session.state), session.resigned)
    return None if board is None else Result(place, board)


async def end_tables(sessions: SessionRepository, tournament: Tournament) -> None:
    """End the tables of the last round that are still in play."""
    number = len(tournament.rounds)
    tables = tournament.rounds[-1].tables
    places = places_of(tournament, number)
    played = [table_id(tournament, place) for place in places if board_of(tables[place.table], place.board) is None]
    # In reverse order: if tables in play ended first, waiting tables of bots would take their slots.
    await _for_tables(sessions, tournament, lambda one: _change_if_possible(sessions, one, _end), played[::-1])


async def open_deals(sessions: SessionRepository, tournament: Tournament) -> None:
    """Open the shared deals of the last round, after ending every table that still plays one.

    The host has ruled on such a table or abandoned the tournament.
    """
    await end_tables(sessions, tournament)
    places = places_of(tournament, len(tournament.rounds))
    closed = [table_id(tournament, place) for place in places]
    await _for_tables(sessions, tournament, lambda one: _change_if_possible(sessions, one, _open_deal), closed)


def _end(session: Session, now: int) -> Abandoned:
    if session.is_over:
        raise Problem("SESSION_OVER", "The session is over.")
    return Abandoned(now)


def _want_notices(session: Session, now: int) -> NoticesWanted:
    if session.is_over or session.sends_notices:
        raise Problem("SESSION_OVER", "The session is over, or sends notices already.")
    return NoticesWanted(now)


def _open_deal(session: Session, now: int) -> DealOpened:
    if not session.is_deal_closed:
        raise Problem("NOT_OVER", "The deal is open already.")
    return DealOpened(now)


def _keep_closed(session: Session, now: int) -> SessionProlonged:
    if not (session.is_over and session.is_deal_closed):
        raise Problem("NOT_OVER", "The session lives by itself.")
    return SessionProlonged(now)


async def _change_if_possible(
    sessions: SessionRepository, session_id: str, decide: Callable[[Session, int], SessionChange]
) -> None:
    try:
        await sessions.change(session_id, INTERNAL, decide)
    except Problem as problem:
        # The change was made before a crash, or the session has expired or cannot be read.
        if problem.code not in ("NOT_OVER", "NOT_FOUND", "SESSION_OVER", "RULES_CHANGED", "NEWER_RELEASE"):
            raise
    except DataCorrupted:
        log.warning("a damaged table does not show its deal", session=session_id)


async def give_up_seats(sessions: SessionRepository, tournament: Tournament) -> None:
    """Have the default policy play for entrants who withdrew in the last round, at its unfinished boards."""
    number = len(tournament.rounds)
    withdrawn = {entrant for entrant, entry in enumerate(tournament.entries) if entry.until_round == number}
    if not withdrawn:
        return
    seats: list[tuple[str, int]] = []
    for place in missing_places(tournament):
        session_id = table_id(tournament, place)
        entrants = enumerate(seats_at(tournament, place))
        seats += ((session_id, seat) for seat, entrant in entrants if entrant in withdrawn)
    await _for_tables(sessions, tournament, lambda one: _give_up_seat(sessions, *one), seats)


async def _give_up_seat(sessions: SessionRepository, session_id: str, seat: int) -> None:
    def decide(session: Session, now: int) -> Resigned:
        if session.is_over or session.seats[seat].kind != "HUMAN":
            raise Problem("RESIGNED", "Nobody plays the seat.")
        return Resigned(now, seat)

    # The session is not open yet or is over, or the seat was already given up.
    with suppress(Problem):
        await sessions.change(session_id, INTERNAL, decide)


def seats_at(tournament: Tournament, place: Place) -> tuple[int, ...]:
    """Return the entrants at a board, by seat."""
    return tournaments.seating(tournament.rounds[place.round - 1].tables[place.table], place.board)
