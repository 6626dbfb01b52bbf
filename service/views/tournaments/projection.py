"""Project tournaments as values of the contract.

While the tables of a round play the same deals, no score of the round is told: it would tell of the hands of others.
"""

from collections.abc import Iterable, Sequence
from fractions import Fraction

import msgspec

import engine
import tournaments
from service.sessions.history_hash import Cursor
from service.tournaments.changes import LogEntry, TournamentEvent
from service.tournaments.tournament import Entry, Place, PlayedRound, Tournament, count_rounds, table_id
from service.views.catalogue import set_options
from service.views.fields import format_time
from service.views.session_view import project_settings
from service.views.tournaments import contract
from tournaments import Standing


def project_tournament(tournament: Tournament, token: str | None) -> contract.Tournament:
    """Return a tournament as the bearer of a token may see it."""
    terms, plan = tournament.terms, tournament.terms.plan
    return contract.Tournament(
        id=tournament.id,
        version=tournament.version,
        head=tournament.history_hash,
        cursor=str(tournament.cursor),
        title=terms.title,
        game=terms.game,
        options=set_options(terms.game, msgspec.json.encode(terms.options)),
        settings=project_settings(terms.setup, shared_deal=plan.deals == "SAME"),
        format=plan.format,
        seats_per_table=plan.seats,
        least_seats=plan.least_seats,
        rounds=count_rounds(tournament),
        boards=plan.boards,
        deals=plan.deals,
        points=plan.points,
        byes=plan.byes,
        tie_breaks=plan.tie_breaks,
        status=tournament.status,
        is_open=tournament.takes_entries,
        needs_code=bool(terms.entry_code),
        by_host=terms.by_host,
        entrant_count=len(tournament.entries),
        played_rounds=tuple(_project_round(one, number) for number, one in enumerate(tournament.rounds, 1)),
        commitment=engine.commit(tournament.seed),
        seed=tournament.seed if tournament.is_over else None,
        is_host=tournament.is_host(token),
        entrant=tournament.entrant_of(token),
        created_at=format_time(tournament.created_at),
        expires_at=format_time(tournament.expires_at),
    )


def _project_round(played: PlayedRound, number: int) -> contract.RoundSummary:
    over, shared = played.stage == "OVER", played.server_seed
    return contract.RoundSummary(
        round=number,
        tables=len(played.tables),
        tables_over=sum(bool(table.boards) and None not in table.boards for table in played.tables),
        byes=played.byes,
        is_over=over,
        commitment=engine.commit(shared) if shared else None,
        server_seed=shared if over and shared else None,
    )


def project_entrant(number: int, entry: Entry) -> contract.TournamentEntrant:
    """Return an entrant."""
    return contract.TournamentEntrant(
        number=number,
        name=entry.name,
        rating=entry.rating,
        bot_level=None if entry.bot is None else entry.bot.level,
        from_round=entry.from_round,
        until_round=entry.until_round,
    )


def project_tables(tournament: Tournament, number: int, tables: Sequence[int]) -> tuple[contract.TournamentTable, ...]:
    """Return some tables of a round."""
    points = tournament.points_in(number)
    return tuple(_project_table(tournament, number, index, points[index]) for index in tables)


def _project_table(
    tournament: Tournament, number: int, index: int, points: Sequence[Fraction] | None
) -> contract.TournamentTable:
    table = tournament.rounds[number - 1].tables[index]
    ruling = next((one for one in reversed(tournament.rulings) if (one.round, one.table) == (number, index)), None)
    return contract.TournamentTable(
        round=number,
        table=index,
        entrants=table.entrants,
        boards=tuple(
            _project_board(tournament, Place(number, index, board)) for board in range(tournament.terms.plan.boards)
        ),
        points=None if points is None else tuple(map(float, points)),
        ruling=None if ruling is None else contract.TableRuling(points=ruling.points, reason=ruling.reason),
    )


def _project_board(tournament: Tournament, place: Place) -> contract.TournamentBoard:
    played = tournament.rounds[place.round - 1]
    table = played.tables[place.table]
    end = table.boards[place.board] if table.boards else None
    shown = None if played.is_secret else end
    return contract.TournamentBoard(
        session_id=table_id(tournament, place),
        seats=tournaments.seating(table, place.board),
        status="FINISHED" if end is not None else "PAIRED" if played.stage == "PAIRED" else "PLAYING",
        scores=None if shown is None else shown.scores,
        ranking=None if shown is None else shown.ranking,
    )


def project_standings(tournament: Tournament, standings: Iterable[Standing]) -> tuple[contract.Standing, ...]:
    """Return some of the standings."""
    return tuple(
        contract.Standing(
            rank=one.rank,
            entrant=one.entrant,
            name=tournament.entries[one.entrant].name,
            points=one.points,
            tie_breaks=one.tie_breaks,
            played=one.played,
            wins=one.wins,
            byes=one.byes,
            is_active=one.is_active,
            out_after_round=tournament.exits.get(one.entrant),
        )
        for one in standings
    )


def project_frame(tournament: Tournament) -> contract.TournamentFrame:
    """Return a snapshot for whoever follows a tournament."""
    return _frame(tournament.cursor, (), tournament.status, len(tournament.rounds))


def project_entry(version: int, entry: LogEntry) -> contract.TournamentFrame:
    """Return a later version for whoever follows a tournament."""
    return _frame(Cursor(version, entry.history_hash), entry.events, entry.status, entry.rounds)


def _frame(cursor: Cursor, events: Sequence[TournamentEvent], status: str, rounds: int) -> contract.TournamentFrame:
    return contract.TournamentFrame(
        version=cursor.version,
        head=cursor.history_hash,
        cursor=str(cursor),
        resync=False,
        events=msgspec.convert(events, tuple[contract.TournamentEvent, ...], from_attributes=True),
        status=status,
        rounds_paired=rounds,
    )
