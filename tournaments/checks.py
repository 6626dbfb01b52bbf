"""Checks of rounds that come from outside, against a plan and its entrants."""

from collections import Counter
from collections.abc import Sequence
from math import isfinite, lcm

from engine import count_noun, is_resigned
from tournaments.entries import takes_part
from tournaments.pairing.rounds import is_complete
from tournaments.results import read_ruling
from tournaments.values import Board, Entrant, Plan, Round, Table

# Bounds of scores, which keep every sum exact and short.
HIGHEST_SCORE = 1_000_000_000
# The points of rulings are added up in a unit that all of them have in common: with four decimals it has 14 bits, and
# with as many seats as there may be, 150.
MOST_UNIT_BITS = 256


class InvalidRounds(ValueError):
    """Rounds that cannot be those of the plan: `path` names the wrong part, outermost first."""

    def __init__(self, path: tuple[str | int, ...], message: str) -> None:
        super().__init__(message)
        self.path = path
        self.message = message


def check_rounds(plan: Plan, entrants: Sequence[Entrant], rounds: Sequence[Round]) -> None:
    """Check that rounds fit the plan, and all but the last are complete. Raises `InvalidRounds`."""
    for number, entrant in enumerate(entrants):
        if entrant.rating is not None and not isfinite(entrant.rating):
            raise InvalidRounds(("entrants", number, "rating"), "A rating is a finite number.")
    unit = 1
    for index, played in enumerate(rounds):
        _check_members(entrants, played, index)
        for place, table in enumerate(played.tables):
            _check_table(plan, table, ("rounds", index, "tables", place))
            unit = lcm(unit, *(read_ruling(points).denominator for points in table.ruling or ()))
            if unit.bit_length() > MOST_UNIT_BITS:
                message = "The points of these rulings have too little in common: give them fewer decimals."
                raise InvalidRounds(("rounds", index, "tables", place, "ruling"), message)
        if index < len(rounds) - 1 and not is_complete(played):
            raise InvalidRounds(("rounds", index), f"Round {index + 1} is not complete, and others follow it.")


def _check_members(entrants: Sequence[Entrant], played: Round, index: int) -> None:
    members = Counter([number for table in played.tables for number in table.entrants])
    members.update(played.byes)
    for number, times in members.items():
        if not 0 <= number < len(entrants):
            raise InvalidRounds(("rounds", index), f"There is no entrant {number}: they are 0 to {len(entrants) - 1}.")
        if times > 1:
            raise InvalidRounds(("rounds", index), f"Entrant {number} is {times} times in round {index + 1}.")
        if not takes_part(entrants[number], index + 1):
            raise InvalidRounds(("rounds", index), f"Entrant {number} does not take part in round {index + 1}.")


def _check_table(plan: Plan, table: Table, path: tuple[str | int, ...]) -> None:
    if not 2 <= len(table.entrants) <= plan.seats:
        raise InvalidRounds((*path, "entrants"), f"A table has from 2 to {plan.seats} entrants.")
    if len(table.boards) not in (0, plan.boards):
        raise InvalidRounds((*path, "boards"), f"A table has {count_noun(plan.boards, 'board')}, or none yet.")
    for index, board in enumerate(table.boards):
        if board is not None:
            _check_board(board, len(table.entrants), (*path, "boards", index))
    if table.ruling is not None:
        check_ruling(table.ruling, len(table.entrants), (*path, "ruling"))


def _check_board(board: Board, seats: int, path: tuple[str | int, ...]) -> None:
    if not is_resigned(seats, board.resigned):
        raise InvalidRounds((*path, "resigned"), f"Resigned seats are different ones of {seats}, and not all of them.")
    if len(board.scores) != seats or len(board.ranking) != seats:
        raise InvalidRounds(path, f"There must be a score and a rank for each of {seats} seats.")
    if not all(-HIGHEST_SCORE <= score <= HIGHEST_SCORE for score in board.scores):
        raise InvalidRounds((*path, "scores"), f"Scores are from -{HIGHEST_SCORE} to {HIGHEST_SCORE}.")
    places: dict[int, int] = {}
    for place, rank in enumerate(sorted(board.ranking), 1):
        places.setdefault(rank, place)
    if any(rank != place for rank, place in places.items()):
        raise InvalidRounds((*path, "ranking"), "Ranks count from 1, and equal ones leave a gap: 1, 2, 2, 4.")


def check_ruling(ruling: Sequence[float], seats: int, path: tuple[str | int, ...]) -> None:
    """Check the points that an organizer gives a table. Raises `InvalidRounds`."""
    if len(ruling) != seats or not all(0 <= points <= 1 for points in ruling):
        raise InvalidRounds(path, f"A ruling gives each of {seats} entrants from 0 to 1 point.")
