"""The use case that gives the record of a tournament that is over."""

import engine
import tournaments
from service.sessions.problems import Problem
from service.storage.batches import for_each
from service.storage.port import Store
from service.storage.sessions import read_archive
from service.tournaments.tournament import Place, Tournament, places_of, table_id
from service.use_cases.context import RequestContext
from service.use_cases.operation import operation
from service.use_cases.tournaments.inputs import ReadTournamentInput
from service.views.tournaments.contract import TournamentRecord
from tournaments import Standing
from tournaments.record import FORMAT, PAIRINGS

# A record of more boards names their sessions, whose records are read one by one.
MOST_RECORDS = 500


@operation("query", "NOT_FOUND", "NOT_OVER")
async def tournament_record(context: RequestContext, input: ReadTournamentInput) -> TournamentRecord:
    """Read the record of a finished tournament.

    From it anybody pairs every round again and computes the same standings: `croupier verify`.
    """
    tournament = await context.tournaments.read(input.tournament_id)
    if tournament.status != "FINISHED":
        raise Problem("NOT_OVER", "The tournament is not finished yet.", ("tournamentId",))
    standings = await context.tournaments.rank(tournament)
    records = await _read_records(context.sessions.store, tournament)
    return TournamentRecord(record=tournaments.dump(make_record(tournament, standings, records)).decode())


async def _read_records(store: Store, tournament: Tournament) -> dict[Place, engine.Record]:
    """Return the records of the boards; none if there are too many for one document."""
    places = [place for number in range(1, len(tournament.rounds) + 1) for place in places_of(tournament, number)]
    if len(places) > MOST_RECORDS:
        return {}
    archives = await for_each(lambda place: read_archive(store, table_id(tournament, place)), places)
    return {
        place: engine.parse_record(bytes(archive.record))
        for place, archive in zip(places, archives, strict=True)
        if archive is not None
    }


def make_record(
    tournament: Tournament, standings: tuple[Standing, ...], records: dict[Place, engine.Record]
) -> tournaments.TournamentRecord:
    """Return the record of a tournament, with those records of its boards."""
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
    )


def _make_round(tournament: Tournament, number: int, records: dict[Place, engine.Record]) -> tournaments.RecordedRound:
    played = tournament.rounds[number - 1]
    tables = tuple(_make_table(tournament, number, index, records) for index in range(len(played.tables)))
    return tournaments.RecordedRound(tables=tables, byes=played.byes)


def _make_table(
    tournament: Tournament, number: int, index: int, records: dict[Place, engine.Record]
) -> tournaments.RecordedTable:
    table = tournament.rounds[number - 1].tables[index]
    boards = tuple(
        tournaments.RecordedBoard(
            session=table_id(tournament, place),
            scores=None if end is None else end.scores,
            ranking=None if end is None else end.ranking,
            record=records.get(place),
        )
        for place, end in ((Place(number, index, board), end) for board, end in enumerate(table.boards))
    )
    rulings = tuple(
        tournaments.Ruling(points=one.points, reason=one.reason, round=one.paired)
        for one in tournament.rulings
        if (one.round, one.table) == (number, index)
    )
    return tournaments.RecordedTable(entrants=table.entrants, boards=boards, rulings=rulings)
