"""Records: a tournament as a JSON document, from which anybody pairs its rounds again and computes its standings."""

from collections.abc import Iterable

import msgspec
from msgspec import Struct

from engine import ForeignRecord, InvalidRecord, Plain, Record, check_format
from tournaments.checks import InvalidRounds, check_rounds, check_ruling
from tournaments.plans import check_plan
from tournaments.values import Board, Entrant, InvalidPlan, Plan, Round, Standing, Table

FORMAT = 1
# Raised when the same results and seed come to be paired otherwise.
PAIRINGS = 1
# In version 1 the order of a ruling's points was the result, and two who got as many had a draw.
RULINGS = 2
# These are the same results in both versions.
_USUAL_RULINGS = ((1.0, 0.0), (0.5, 0.5), (0.0, 1.0))


class RecordedEntrant(
    Struct, frozen=True, kw_only=True, omit_defaults=True, rename="camel", forbid_unknown_fields=True
):
    """An entrant with the name that it had."""

    name: str
    rating: float | None = None
    from_round: int = 1
    until_round: int | None = None


class RecordedBoard(Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """A deal of a table: its session, the session's record if there is one, and the end (null: not over).

    `resigned` are the seats that gave up, in that order.
    """

    session: str = ""
    scores: tuple[int, ...] | None = None
    ranking: tuple[int, ...] | None = None
    resigned: tuple[int, ...] = ()
    record: Record | None = None


class Ruling(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Points that the organizer set, in the order of the table's entrants, and why.

    `round` is the number of the last round that was paired then: later ones are paired with these points.
    """

    points: tuple[float, ...]
    reason: str
    round: int


class RecordedTable(Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """A table: its entrants by seat at the first board, its boards, and its rulings; the last of these counts."""

    entrants: tuple[int, ...]
    boards: tuple[RecordedBoard, ...]
    rulings: tuple[Ruling, ...] = ()


class RecordedRound(Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """A round: its tables and byes."""

    tables: tuple[RecordedTable, ...]
    byes: tuple[int, ...] = ()


class TournamentRecord(Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """A tournament: what was announced, who entered, every round, and the standings after the last.

    `options` are the game's that differ from the defaults. `commitment` was published before the first round, and
    `seed` is opened at the end: it decides what is drawn by lot. `rulings` is the version of what rulings are in
    tie-breaks, where it matters.
    """

    format: int
    pairings: int
    name: str
    game: str
    options: dict[str, Plain] = {}
    plan: Plan
    commitment: str = ""
    seed: str = ""
    entrants: tuple[RecordedEntrant, ...]
    rounds: tuple[RecordedRound, ...]
    standings: tuple[Standing, ...] = ()
    rulings: int = 1


def dump(record: TournamentRecord) -> bytes:
    """Return a record as JSON."""
    return msgspec.json.encode(record)


def parse(document: bytes | str) -> TournamentRecord:
    """Return a record from its JSON.

    Raises `engine.InvalidRecord`, which says what is wrong, and `engine.ForeignRecord` for one of another format.
    """
    try:
        record = msgspec.json.decode(document, type=TournamentRecord)
        _check(record)
    except (msgspec.MsgspecError, UnicodeError, RecursionError, InvalidPlan, InvalidRounds) as problem:
        check_format(document, FORMAT, problem)
        raise InvalidRecord(f"This is not a tournament's record: {problem}") from None
    return record


def is_tournament(document: bytes | str) -> bool:
    """Tell whether a JSON document looks like a tournament's record, and not like a table's."""
    try:
        fields = msgspec.json.decode(document, type=dict[str, msgspec.Raw])
    except (msgspec.MsgspecError, UnicodeError, RecursionError):
        return False
    return "plan" in fields and "rounds" in fields


def version_of_rulings(rulings: Iterable[tuple[float, ...]]) -> int:
    """Return the version of what these rulings are in tie-breaks, 1 where it does not matter."""
    return RULINGS if any(points not in _USUAL_RULINGS for points in rulings) else 1


def list_entrants(record: TournamentRecord) -> tuple[Entrant, ...]:
    """Return the entrants as they are paired."""
    return tuple(
        Entrant(rating=entrant.rating, from_round=entrant.from_round, until_round=entrant.until_round)
        for entrant in record.entrants
    )


def list_rounds(record: TournamentRecord, paired: int | None = None) -> tuple[Round, ...]:
    """Return the rounds with what counts at the end, or the first `paired` ones with what counted for the next."""
    rounds = record.rounds[:paired]
    latest = len(record.rounds) if paired is None else paired
    return tuple(Round(tuple(_read_table(table, latest) for table in played.tables), played.byes) for played in rounds)


def _read_table(table: RecordedTable, latest: int) -> Table:
    rulings = [ruling.points for ruling in table.rulings if ruling.round <= latest]
    return Table(table.entrants, tuple(map(_read_board, table.boards)), rulings[-1] if rulings else None)


def _read_board(board: RecordedBoard) -> Board | None:
    if board.scores is None or board.ranking is None:
        return None
    return Board(board.scores, board.ranking, board.resigned)


def _check(record: TournamentRecord) -> None:
    """Check what the types cannot say."""
    if (record.format, record.pairings) != (FORMAT, PAIRINGS):
        found = f"The record has format {record.format} with pairings {record.pairings}"
        raise ForeignRecord(f"{found}, and this release reads format {FORMAT} with pairings {PAIRINGS}.", ("format",))
    if not 1 <= record.rulings <= RULINGS:
        found = f"The record has rulings of version {record.rulings}"
        raise ForeignRecord(f"{found}, and this release knows version {RULINGS}.", ("rulings",))
    check_plan(record.plan, len(record.entrants))
    check_rounds(record.plan, list_entrants(record), list_rounds(record))
    for played in record.rounds:
        for table in played.tables:
            for ruling in table.rulings:
                check_ruling(ruling.points, len(table.entrants), ("rulings",))
