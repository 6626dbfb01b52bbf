"""The use cases that read a tournament: itself, its entrants, tables and standings, page by page."""

import asyncio
import re
from collections.abc import Sequence

from service.sessions.problems import Problem
from service.use_cases.context import RequestContext
from service.use_cases.finding.listing import page_size
from service.use_cases.operation import query, raises
from service.use_cases.tournaments.inputs import PageInput, ReadTournamentInput, TablesInput
from service.views.fields import LARGEST_PAGE, make_page
from service.views.tournament_view import (
    EntrantConnection,
    MyTables,
    StandingConnection,
    TableConnection,
    Tournament,
    TournamentTable,
    project_entrant,
    project_standings,
    project_tables,
    project_tournament,
)

_CURSOR = re.compile("[0-9]{1,6}")


@query("/v1/tournaments/{tournamentId}", "Tournaments", field="tournament")
@raises("NOT_FOUND")
async def read_tournament(context: RequestContext, input: ReadTournamentInput) -> Tournament:
    """Read a tournament."""
    return project_tournament(await context.tournaments.read(input.tournament_id), context.token)


async def find_tournament(context: RequestContext, tournament_id: str) -> Tournament | None:
    """Return a tournament, or None when no tournament has that id."""
    try:
        return await read_tournament(context, ReadTournamentInput(tournament_id=tournament_id))
    except Problem:
        return None


@query("/v1/tournaments/{tournamentId}/entrants", "Tournaments")
@raises("NOT_FOUND")
async def tournament_entrants(context: RequestContext, input: PageInput) -> EntrantConnection:
    """List the entrants of a tournament, in order of entry."""
    tournament = await context.tournaments.read(input.tournament_id)
    places, has_next = _cut_page(len(tournament.entries), input)
    items = [(str(number), project_entrant(number, tournament.entries[number])) for number in places]
    return make_page(EntrantConnection, items, after=input.after, has_next=has_next)


@query("/v1/tournaments/{tournamentId}/tables", "Tournaments")
@raises("NOT_FOUND")
async def tournament_tables(context: RequestContext, input: TablesInput) -> TableConnection:
    """List the tables of a round of a tournament."""
    tournament = await context.tournaments.read(input.tournament_id)
    number = len(tournament.rounds) if input.round is None else input.round
    if input.round is not None and not 1 <= number <= len(tournament.rounds):
        raise Problem("NOT_FOUND", f"Round {number} has not been paired.", ("round",))
    places, has_next = _cut_page(len(tournament.rounds[number - 1].tables) if number else 0, input)
    tables = project_tables(tournament, number, places) if number else ()
    items = [(str(table.table), table) for table in tables]
    return make_page(TableConnection, items, after=input.after, has_next=has_next)


@query("/v1/tournaments/{tournamentId}/standings", "Tournaments")
@raises("NOT_FOUND")
async def tournament_standings(context: RequestContext, input: PageInput) -> StandingConnection:
    """List the standings of a tournament, the first rank first."""
    tournament = await context.tournaments.read(input.tournament_id)
    standings = await context.tournaments.rank(tournament)
    # Those of 3,000 entrants take a tenth of a second.
    await asyncio.to_thread(getattr, tournament, "exits")
    places, has_next = _cut_page(len(standings), input)
    nodes = project_standings(tournament, [standings[place] for place in places])
    items = zip(map(str, places), nodes, strict=True)
    return make_page(StandingConnection, [*items], after=input.after, has_next=has_next)


@query("/v1/tournaments/{tournamentId}/my-tables", "Tournaments")
@raises("NOT_FOUND", "UNAUTHORIZED")
async def my_tables(context: RequestContext, input: ReadTournamentInput) -> MyTables:
    """List the tables of the entrant who bears the token, the newest round first."""
    tournament = await context.tournaments.read(input.tournament_id)
    entrant = tournament.entrant_of(context.token)
    if entrant is None:
        raise Problem("UNAUTHORIZED", "This needs the bearer token of an entrant.", ("tournamentId",))
    tables: list[TournamentTable] = []
    for number in range(len(tournament.rounds), 0, -1):
        played = enumerate(tournament.rounds[number - 1].tables)
        tables += project_tables(tournament, number, [index for index, one in played if entrant in one.entrants])
    return MyTables(tables=tuple(tables))


def _cut_page(size: int, input: PageInput) -> tuple[Sequence[int], bool]:
    """Return the places of a list that are on a page, and whether others follow; a cursor is a place."""
    after = input.after
    if after is not None and not _CURSOR.fullmatch(after):
        raise Problem("INVALID_INPUT", "This is not a cursor that the service gave.", ("after",))
    begin = min(size, 0 if after is None else int(after) + 1)
    end = min(size, begin + page_size(input.first, LARGEST_PAGE))
    return range(begin, end), end < size
