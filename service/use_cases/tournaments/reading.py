"""The use cases that read a tournament, its entrants, tables, standings and record, and stream its frames."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import closing
from operator import attrgetter

from msgspec.structs import replace

import engine
import tournaments
from service.sessions.history_hash import Cursor, read_cursor
from service.sessions.problems import Problem
from service.storage.batches import for_each
from service.storage.sessions import read_archive
from service.storage.tournaments import PUBLIC, TOURNAMENTS, TournamentRepository
from service.tournaments import tournament as hosted
from service.tournaments.tournament import Place, places_of, table_id
from service.use_cases.context import RequestContext
from service.use_cases.finding import first_place, page_size, read_page
from service.use_cases.inputs import ListInput
from service.use_cases.operation import query, raises
from service.use_cases.tournaments.inputs import PageInput, ReadTournamentInput, TablesInput
from service.use_cases.wakeup_timer import WakeupTimer
from service.views.fields import LARGEST_PAGE, make_page
from service.views.tournament_view import (
    EntrantConnection,
    MyTables,
    StandingConnection,
    TableConnection,
    Tournament,
    TournamentConnection,
    TournamentFrame,
    TournamentRecord,
    TournamentTable,
    project_entrant,
    project_entry,
    project_frame,
    project_standings,
    project_tables,
    project_tournament,
)
from store.port import Store
from tournaments import Standing
from tournaments.record import FORMAT, PAIRINGS


@query("/v1/tournaments", "Tournaments", field="tournaments")
async def list_tournaments(context: RequestContext, input: ListInput) -> TournamentConnection:
    """List the public tournaments that are not over, newest first.

    A tournament is listed if it was created with `public`.
    """
    found, has_next = await read_page(context.tournaments, attrgetter("is_listed"), PUBLIC, input)
    items = [(cursor, project_tournament(one, context.token)) for cursor, one in found]
    return make_page(TournamentConnection, items, after=input.after, has_next=has_next)


@query("/v1/tournaments/{tournamentId}", "Tournaments", field="tournament")
@raises("NOT_FOUND", "NEWER_RELEASE")
async def read_tournament(context: RequestContext, input: ReadTournamentInput) -> Tournament:
    """Read a tournament.

    Its entrants, tables and standings are separate lists.
    """
    return project_tournament(await context.tournaments.read(input.tournament_id), context.token)


async def find_tournament(context: RequestContext, tournament_id: str) -> Tournament | None:
    """Return a tournament, or None if no tournament has that id."""
    try:
        return await read_tournament(context, ReadTournamentInput(tournament_id=tournament_id))
    except Problem:
        return None


@query("/v1/tournaments/{tournamentId}/entrants", "Tournaments")
@raises("NOT_FOUND", "NEWER_RELEASE")
async def tournament_entrants(context: RequestContext, input: PageInput) -> EntrantConnection:
    """List the entrants of a tournament, in order of entry.

    The number of an entrant is its place in this list, from 0.
    """
    tournament = await context.tournaments.read(input.tournament_id)
    places, has_next = _cut_page(len(tournament.entries), input)
    items = [(str(number), project_entrant(number, tournament.entries[number])) for number in places]
    return make_page(EntrantConnection, items, after=input.after, has_next=has_next)


@query("/v1/tournaments/{tournamentId}/tables", "Tournaments")
@raises("NOT_FOUND", "NEWER_RELEASE")
async def tournament_tables(context: RequestContext, input: TablesInput) -> TableConnection:
    """List the tables of a round of a tournament.

    Each has its entrants, its boards with their sessions, and its result.
    """
    tournament = await context.tournaments.read(input.tournament_id)
    number = len(tournament.rounds) if input.round is None else input.round
    if input.round is not None and not 1 <= number <= len(tournament.rounds):
        raise Problem("NOT_FOUND", f"Round {number} has not been paired.", ("round",))
    size = len(tournament.rounds[number - 1].tables) if number else 0
    places, has_next = _cut_page(size, input)
    tables = project_tables(tournament, number, places) if number else ()
    items = [(str(table.table), table) for table in tables]
    return make_page(TableConnection, items, after=input.after, has_next=has_next)


@query("/v1/tournaments/{tournamentId}/standings", "Tournaments")
@raises("NOT_FOUND", "NEWER_RELEASE")
async def tournament_standings(context: RequestContext, input: PageInput) -> StandingConnection:
    """List the standings of a tournament, the first rank first.

    They include every result decided so far.
    """
    tournament = await context.tournaments.read(input.tournament_id)
    standings = await context.tournaments.rank(tournament)
    # The exits of 3,000 entrants take a tenth of a second.
    await asyncio.to_thread(getattr, tournament, "exits")
    places, has_next = _cut_page(len(standings), input)
    nodes = project_standings(tournament, [standings[place] for place in places])
    items = zip(map(str, places), nodes, strict=True)
    return make_page(StandingConnection, [*items], after=input.after, has_next=has_next)


@query("/v1/tournaments/{tournamentId}/my-tables", "Tournaments")
@raises("NOT_FOUND", "NEWER_RELEASE", "UNAUTHORIZED")
async def my_tables(context: RequestContext, input: ReadTournamentInput) -> MyTables:
    """List the tables of the entrant with the bearer token, newest round first.

    The entrant's token is also the token of the seat in each of their sessions.
    """
    tournament = await context.tournaments.read(input.tournament_id)
    entrant = tournament.entrant_of(context.token)
    if entrant is None:
        raise Problem("UNAUTHORIZED", "This requires the bearer token of an entrant.", ("tournamentId",))
    tables: list[TournamentTable] = []
    for number in range(len(tournament.rounds), 0, -1):
        played = enumerate(tournament.rounds[number - 1].tables)
        own_places = [index for index, table in played if entrant in table.entrants]
        tables += project_tables(tournament, number, own_places)
    return MyTables(tables=tuple(tables))


def _cut_page(size: int, input: PageInput) -> tuple[Sequence[int], bool]:
    """Return the places of a list that are on a page, and whether more follow; a cursor is a place."""
    begin = min(size, first_place(input.after))
    end = min(size, begin + page_size(input.first, LARGEST_PAGE))
    return range(begin, end), end < size


# A record with more boards than this only names their sessions, whose records clients read one by one.
MOST_RECORDS = 500


@query("/v1/tournaments/{tournamentId}/record", "Tournaments")
@raises("NOT_FOUND", "NEWER_RELEASE", "NOT_OVER")
async def tournament_record(context: RequestContext, input: ReadTournamentInput) -> TournamentRecord:
    """Read the record of a finished tournament.

    With it anybody can pair every round again and compute the same standings: `croupier verify`.
    """
    tournament = await context.tournaments.read(input.tournament_id)
    if tournament.status != "FINISHED":
        raise Problem("NOT_OVER", "The tournament is not finished yet.", ("tournamentId",))
    standings = await context.tournaments.rank(tournament)
    records = await _read_records(context.sessions.store, tournament)
    return TournamentRecord(record=tournaments.dump(make_record(tournament, standings, records)).decode())


async def _read_records(store: Store, tournament: hosted.Tournament) -> dict[Place, engine.Record]:
    """Return the records of the boards; none if there are too many for one document."""
    places: list[Place] = []
    for number in range(1, len(tournament.rounds) + 1):
        places += places_of(tournament, number)
    if len(places) > MOST_RECORDS:
        return {}
    archives = await for_each(lambda place: read_archive(store, table_id(tournament, place)), places)
    return {
        place: engine.parse_record(bytes(archive.record))
        for place, archive in zip(places, archives, strict=True)
        if archive is not None
    }


def make_record(
    tournament: hosted.Tournament, standings: tuple[Standing, ...], records: dict[Place, engine.Record]
) -> tournaments.TournamentRecord:
    """Return the record of a tournament, with the given records of its boards."""
    terms = tournament.terms
    return tournaments.TournamentRecord(
        format=FORMAT,
        pairings=PAIRINGS,
        name=terms.title,
        game=terms.game,
        options=terms.options,
        plan=terms.plan,
        commitment=engine.commit(tournament.seed),
        seed=tournament.seed,
        entrants=tuple(
            tournaments.RecordedEntrant(
                name=entry.name or "", rating=entry.rating, from_round=entry.from_round, until_round=entry.until_round
            )
            for entry in tournament.entries
        ),
        rounds=tuple(_make_round(tournament, number, records) for number in range(1, len(tournament.rounds) + 1)),
        standings=standings,
        rulings=tournaments.version_of_rulings(one.points for one in tournament.rulings),
    )


def _make_round(
    tournament: hosted.Tournament, number: int, records: dict[Place, engine.Record]
) -> tournaments.RecordedRound:
    played = tournament.rounds[number - 1]
    tables = tuple(_make_table(tournament, number, index, records) for index in range(len(played.tables)))
    return tournaments.RecordedRound(tables=tables, byes=played.byes)


def _make_table(
    tournament: hosted.Tournament, number: int, index: int, records: dict[Place, engine.Record]
) -> tournaments.RecordedTable:
    table = tournament.rounds[number - 1].tables[index]
    boards: list[tournaments.RecordedBoard] = []
    for board, end in enumerate(table.boards):
        place = Place(number, index, board)
        boards.append(
            tournaments.RecordedBoard(
                session=table_id(tournament, place),
                scores=None if end is None else end.scores,
                ranking=None if end is None else end.ranking,
                resigned=() if end is None else end.resigned,
                record=records.get(place),
            )
        )
    rulings = tuple(
        tournaments.Ruling(points=one.points, reason=one.reason, round=one.paired)
        for one in tournament.rulings
        if (one.round, one.table) == (number, index)
    )
    return tournaments.RecordedTable(entrants=table.entrants, boards=tuple(boards), rulings=rulings)


_OVER = ("FINISHED", "ABANDONED")
# The longest wait for a wake-up. One that is lost with its connection is reported by the store, sooner than this.
LOOK_MILLIS = 60_000


async def watch_tournament(
    repository: TournamentRepository, tournament_id: str, after: str | None
) -> AsyncIterator[TournamentFrame]:
    """Yield a snapshot and then each later version once; with `after`, each version after that cursor.

    If the log does not continue from a cursor, a snapshot with `resync` comes instead. The stream ends with the version
    that ends the tournament. Raises `Problem` if the tournament does not exist or the cursor is invalid.
    """
    seen = None if after is None else read_cursor(after)[0]
    tournament = await repository.read(tournament_id)
    async with repository.store.wakeups(TOURNAMENTS.prefix + tournament_id) as wakeups:
        with closing(WakeupTimer()) as timer:
            tournament = await repository.read(tournament_id)
            if seen is None or not await _is_kept(repository, tournament, seen):
                yield replace(project_frame(tournament), resync=seen is not None)
                seen = tournament.cursor
            status: str = tournament.status if seen.version == tournament.version else "OPEN"
            while status not in _OVER:
                async for frame in _frames_after(repository, tournament_id, seen):
                    yield frame
                    status = frame.status
                    seen = read_cursor(frame.cursor)[0]
                if status not in _OVER:
                    await timer.wait(wakeups, LOOK_MILLIS)


async def _frames_after(
    repository: TournamentRepository, tournament_id: str, seen: Cursor
) -> AsyncIterator[TournamentFrame]:
    """Yield the versions after a cursor while the log continues from it; otherwise a snapshot."""
    expected = seen.version
    async for logged in repository.log(tournament_id, seen.version - 1):
        version = logged.version
        entry = logged.entry
        if version != expected or not (version > seen.version or seen.names(version, entry.history_hash)):
            break
        if version > seen.version:
            yield project_entry(version, entry)
        expected += 1
    else:
        if expected > seen.version:
            return
    newest = await repository.read(tournament_id)
    if newest.cursor != seen:
        yield replace(project_frame(newest), resync=True)


async def _is_kept(repository: TournamentRepository, tournament: hosted.Tournament, seen: Cursor) -> bool:
    """Tell whether the log continues from a cursor."""
    if seen.version >= tournament.version:
        return seen.names(tournament.version, tournament.history_hash)
    return await _has_version(repository, tournament.id, seen)


async def _has_version(repository: TournamentRepository, tournament_id: str, seen: Cursor) -> bool:
    """Tell whether the log still has the version of a cursor, with its hash."""
    async for logged in repository.log(tournament_id, seen.version - 1):
        return seen.names(logged.version, logged.entry.history_hash)
    return False
