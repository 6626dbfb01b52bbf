"""Published tournaments, in a notation of our own: `white-black result for white`, numbers by seed from 1.

The Swiss tournaments were paired by bbpPairings, a program that FIDE has endorsed for its Dutch system, from its random
generator (numbers 42 and 43); the two positions are those of its own tests of the rules C.5 and C.9.
"""

from msgspec import Struct

from tournaments import Board, Entrant, Plan, Round, Table

SCORES = {"1": (1, 0), "=": (0, 0), "0": (0, 1)}

SWISS = {
    "ten entrants": (
        "2-7 1, 4-9 1, 6-1 =, 8-3 =, 10-5 0",
        "1-4 0, 3-6 1, 5-2 1, 7-8 =, 9-10 =",
        "2-3 0, 4-5 =, 6-7 1, 8-9 =, 10-1 0",
        "1-8 1, 3-4 =, 5-6 =, 7-10 1, 9-2 0",
        "2-1 1, 4-6 1, 5-3 0, 8-10 0, 9-7 0",
    ),
    "eleven entrants": (
        "2-7 =, 4-9 1, 6-1 0, 8-3 0, 10-5 0, 11-bye",
        "1-4 1, 3-11 1, 5-2 0, 7-6 0, 9-8 0, 10-bye",
        "2-4 =, 3-1 =, 6-10 1, 8-7 1, 9-bye, 11-5 0",
        "1-8 1, 4-11 1, 5-3 0, 6-2 0, 7-bye, 10-9 =",
        "2-1 =, 3-4 =, 6-bye, 7-10 =, 8-5 =, 9-11 =",
    ),
    "eleven others": (
        "2-7 1, 4-9 1, 6-1 0, 8-3 0, 10-5 0, 11-bye",
        "1-4 1, 3-11 1, 5-2 0, 7-8 1, 9-6 0, 10-bye",
        "2-1 0, 4-3 0, 6-10 1, 8-bye, 9-7 0, 11-5 0",
        "1-3 1, 5-7 1, 6-2 0, 8-11 =, 9-bye, 10-4 0",
        "3-2 0, 4-bye, 5-1 =, 7-6 =, 8-9 =, 11-10 1",
    ),
}


class Position(Struct, frozen=True):
    """A position to pair: the rounds so far, who takes part from when on and until when, and the next round."""

    entrants: tuple[Entrant, ...]
    rounds: tuple[str, ...]
    expected: str


POSITIONS = {
    "C.5: who is left over from the last bracket but one": Position(
        (*[Entrant()] * 3, Entrant(until_round=2), *[Entrant()] * 2),
        ("1-4 1, 3-6 1, 2-5 0", "2-1 0, 4-3 0, 6-5 0"),
        "1-5, 3-2, 6-bye",
    ),
    "C.9: the bye for who has played less": Position(
        (*[Entrant()] * 4, Entrant(from_round=2)), ("1-3 1, 4-2 0",), "2-1, 3-5, 4-bye"
    ),
}

# The tables of FIDE's handbook, C.05, annex 1.
BERGER = {
    4: ("1-4 2-3", "4-3 1-2", "2-4 3-1"),
    6: ("1-6 2-5 3-4", "6-4 5-3 1-2", "2-6 3-1 4-5", "6-5 1-4 2-3", "3-6 4-2 5-1"),
    8: (
        "1-8 2-7 3-6 4-5",
        "8-5 6-4 7-3 1-2",
        "2-8 3-1 4-7 5-6",
        "8-6 7-5 1-4 2-3",
        "3-8 4-2 5-1 6-7",
        "8-7 1-6 2-5 3-4",
        "4-8 5-3 6-2 7-1",
    ),
    10: (
        "1-10 2-9 3-8 4-7 5-6",
        "10-6 7-5 8-4 9-3 1-2",
        "2-10 3-1 4-9 5-8 6-7",
        "10-7 8-6 9-5 1-4 2-3",
        "3-10 4-2 5-1 6-9 7-8",
        "10-8 9-7 1-6 2-5 3-4",
        "4-10 5-3 6-2 7-1 8-9",
        "10-9 1-8 2-7 3-6 4-5",
        "5-10 6-4 7-3 8-2 9-1",
    ),
}


def read_round(text: str, plan: Plan) -> Round:
    """Read a round of a published tournament."""
    tables = []
    byes = []
    for entry in text.split(", "):
        pair, _, result = entry.partition(" ")
        white, black = pair.split("-")
        if black == "bye":
            byes.append(int(white) - 1)
        else:
            tables.append(Table((int(white) - 1, int(black) - 1), (read_board(result),) * plan.boards))
    return Round(tuple(tables), tuple(byes))


def read_board(result: str) -> Board | None:
    """Return a board with this result for white; null where the game is still to be played."""
    if not result:
        return None
    scores = SCORES[result]
    return Board(scores, tuple(1 + sum(other > score for other in scores) for score in scores))
