"""Verify a tournament's record offline: the commitment, every pairing, the tables, the deals and the standings."""

import re
from collections.abc import Callable, Iterator

import engine
from engine import Check, count_noun
from tournaments.pairing.rounds import next_round
from tournaments.record import (
    RecordedBoard,
    TournamentRecord,
    list_entrants,
    list_rounds,
    parse,
    version_of_rulings,
)
from tournaments.results import read_board
from tournaments.standings import standings
from tournaments.values import Board, Round

_SEED = re.compile("[0-9a-f]{64}")


def verify(record: TournamentRecord) -> tuple[Check, ...]:
    """Check a record and return the findings: commitment, pairings, tables, deals, standings.

    A finding that the record cannot tell neither holds nor fails.
    """
    return tuple(check(record) for check in CHECKS)


def verify_document(document: bytes | str) -> tuple[Check, ...]:
    """Check the JSON of a record as `verify` does.

    For a record of another format the finding `version` says that it is not verifiable here. Raises
    `engine.InvalidRecord` for anything else that is no record.
    """
    try:
        return verify(parse(document))
    except engine.ForeignRecord as problem:
        return (engine.not_verifiable("version", problem.message),)


def check_commitment(record: TournamentRecord) -> Check:
    """Check that the seed of the pairings is the one that was committed to."""
    if not record.commitment:
        return Check("commitment", None, "The record tells of no commitment: whoever made it chose the seed.")
    if _SEED.fullmatch(record.seed) is None:
        return Check("commitment", False, "The seed of the pairings is not 64 lower-case hex digits.")
    if engine.commit(record.seed) != record.commitment:
        return Check("commitment", False, "The seed of the pairings is not the one that was committed to.")
    return Check(
        "commitment", True, "The seed of the pairings is the one that was committed to before the first round."
    )


def check_pairings(record: TournamentRecord) -> Check:
    """Pair every round again from the seed and the results before it."""
    if _SEED.fullmatch(record.seed) is None:
        return Check("pairings", None, "The record has no seed, so that its rounds cannot be paired again.")
    entrants = list_entrants(record)
    for number, played in enumerate(list_rounds(record)):
        paired = next_round(record.plan, entrants, list_rounds(record, number), record.seed)
        if paired is None or _members(paired) != _members(played):
            return Check("pairings", False, f"Round {number + 1} is not paired as the seed and the results say.")
    rounds = count_noun(len(record.rounds), "round")
    return Check("pairings", True, f"Every round is paired as the seed and the results say ({rounds}).")


def check_tables(record: TournamentRecord) -> Check:
    """Check the record of each board, and that its result is the one that counts."""
    told = 0
    foreign = ""
    for place, board, seats in _list_boards(record):
        fault = _find_fault(record, board, seats)
        if fault:
            return Check("tables", False, f"{place}: {fault}")
        foreign = foreign or _find_foreign(board)
        told += board.record is not None
    if not told:
        return Check("tables", None, "The record has no records of its tables.")
    if foreign:
        return engine.not_verifiable("tables", foreign)
    boards = count_noun(told, "board")
    return Check("tables", True, f"Every record of a board is right, and its result is the one that counts ({boards}).")


def check_deals(record: TournamentRecord) -> Check:
    """Check that boards that ought to have the same deal have one key, and all others different ones."""
    keys: dict[tuple[int, ...], set[str]] = {}
    for (number, table, index), board, seats in _index_boards(record):
        deal = (number, index, seats) if record.plan.deals == "SAME" else (number, index, seats, table)
        if board.record is not None:
            keys.setdefault(deal, set()).add(board.record.seed)
    if not keys:
        return Check("deals", None, "The record has no records of its tables.")
    if any(len(found) > 1 for found in keys.values()):
        return Check("deals", False, "Tables that ought to have played the same deal played others.")
    if len({key for found in keys.values() for key in found}) < len(keys):
        return Check("deals", False, "A deal was played twice.")
    same = "all tables of a round play the same ones" if record.plan.deals == "SAME" else "each is another"
    return Check("deals", True, f"{count_noun(len(keys), 'deal')}: {same}.")


def check_standings(record: TournamentRecord) -> Check:
    """Compute the standings again."""
    if not record.standings:
        return Check("standings", None, "The record has no standings.")
    if standings(record.plan, list_entrants(record), list_rounds(record)) != record.standings:
        tables = [table for played in list_rounds(record) for table in played.tables]
        rulings = version_of_rulings(table.ruling for table in tables if table.ruling)
        if record.rulings < rulings:
            message = f"they count rulings by version {record.rulings}, and this release by version {rulings}."
            return engine.not_verifiable("standings", message)
        return Check("standings", False, "The standings are not those of the results.")
    return Check("standings", True, "The standings are those of the results.")


CHECKS: tuple[Callable[[TournamentRecord], Check], ...] = (
    check_commitment,
    check_pairings,
    check_tables,
    check_deals,
    check_standings,
)


def _members(played: Round) -> tuple[tuple[tuple[int, ...], ...], tuple[int, ...]]:
    return tuple(table.entrants for table in played.tables), played.byes


def _find_fault(record: TournamentRecord, board: RecordedBoard, seats: int) -> str | None:
    """Return what is wrong with the record of a board, if anything is."""
    table = board.record
    if table is None:
        return None
    played = (table.game, table.options, table.seats)
    planned = (record.game, record.options, seats)
    if played != planned:
        return "this is the record of another game, or of other options or seats."
    if not engine.is_resigned(table.seats, table.resigned):
        return "the record names seats that cannot have resigned."
    end = read_board(table.seats, table.result, table.resigned)
    if end is None or end != Board(board.scores or (), board.ranking or (), board.resigned):
        return "the result that counts is not the one that was played."
    if not table.seed:
        return "the record was cut, so that it cannot be checked."
    wrong = [check.message for check in engine.verify(table) if check.holds is False]
    return wrong[0] if wrong else None


def _find_foreign(board: RecordedBoard) -> str:
    """Return why the record of a board is not verifiable here, if it is not."""
    if board.record is None:
        return ""
    try:
        engine.check_native(board.record)
    except engine.ForeignRecord as problem:
        return problem.message
    return ""


def _list_boards(record: TournamentRecord) -> Iterator[tuple[str, RecordedBoard, int]]:
    """Yield each board with its place in words and the number of its seats."""
    for (number, table, index), board, seats in _index_boards(record):
        yield f"Round {number}, table {table}, board {index}", board, seats


def _index_boards(record: TournamentRecord) -> Iterator[tuple[tuple[int, int, int], RecordedBoard, int]]:
    """Yield each board with its round, table and number, from 1, and the number of its seats."""
    for number, played in enumerate(record.rounds, 1):
        for place, table in enumerate(played.tables, 1):
            for index, board in enumerate(table.boards, 1):
                yield (number, place, index), board, len(table.entrants)
