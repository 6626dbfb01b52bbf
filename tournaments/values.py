"""The values of tournaments: a plan, its entrants, rounds of tables, and the standings that come of them.

Entrants have numbers from 0, in the order of entry, and keep them.
"""

from typing import Literal

from msgspec import Struct

Format = Literal["SWISS", "ROUND_ROBIN", "SINGLE_ELIMINATION", "DOUBLE_ELIMINATION", "ONE_TABLE"]
Deals = Literal["FRESH", "SAME"]
PointScheme = Literal["LINEAR", "WINNER"]
Bye = Literal["WIN", "DRAW", "ZERO"]
TieBreak = Literal[
    "BUCHHOLZ",
    "BUCHHOLZ_CUT_1",
    "MEDIAN_BUCHHOLZ",
    "SONNEBORN_BERGER",
    "DIRECT_ENCOUNTER",
    "PROGRESSIVE",
    "WINS",
    "MARGIN",
]

DEFAULT_TIE_BREAKS: tuple[TieBreak, ...] = (
    "BUCHHOLZ_CUT_1",
    "BUCHHOLZ",
    "DIRECT_ENCOUNTER",
    "SONNEBORN_BERGER",
    "WINS",
)


class InvalidPlan(ValueError):
    """A plan that cannot be carried out: `field` is the wrong field of the plan, and the message says why."""

    def __init__(self, field: str, message: str) -> None:
        super().__init__(message)
        self.field = field
        self.message = message


class Plan(Struct, frozen=True, kw_only=True, rename="camel", forbid_unknown_fields=True):
    """How a tournament is played.

    `seats` is the size of a full table and `least_seats` that of the smallest one. `rounds` 0 means as many as the
    format needs. Each table plays `boards` deals in a round, with the entrants one seat further from board to board;
    with `deals` SAME, all tables of a round play the same deals.
    """

    format: Format
    seats: int
    rounds: int = 0
    boards: int = 1
    deals: Deals = "FRESH"
    points: PointScheme = "LINEAR"
    byes: Bye = "WIN"
    tie_breaks: tuple[TieBreak, ...] = DEFAULT_TIE_BREAKS
    least_seats: int = 2


class Entrant(Struct, frozen=True, gc=False, kw_only=True, rename="camel", forbid_unknown_fields=True):
    """Somebody who plays: seeded by `rating`, from one round on, until another (0: never; null: to the end)."""

    rating: float | None = None
    from_round: int = 1
    until_round: int | None = None


class Board(Struct, frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True):
    """The end of one deal: total and rank of each seat, and the seats that resigned, as `engine.Outcome` has them.

    One that ended by resignation has no totals: they are 0.
    """

    scores: tuple[int, ...]
    ranking: tuple[int, ...]
    resigned: tuple[int, ...] = ()


class Table(Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """A table of a round: its entrants by seat at the first board, and its boards (null: not over).

    `ruling` holds the points that the organizer set, in the order of `entrants`; they override the boards.
    """

    entrants: tuple[int, ...]
    boards: tuple[Board | None, ...] = ()
    ruling: tuple[float, ...] | None = None


class Round(Struct, frozen=True, forbid_unknown_fields=True):
    """A round: its tables, and the entrants who play at none and get points for it."""

    tables: tuple[Table, ...]
    byes: tuple[int, ...] = ()


class Standing(Struct, frozen=True, rename="camel", forbid_unknown_fields=True):
    """Where an entrant stands. Equal entrants share a rank; `tie_breaks` are in the order of the plan."""

    rank: int
    entrant: int
    points: float
    tie_breaks: tuple[float, ...]
    played: int
    wins: int
    byes: int
    is_active: bool


class Rating(Struct, frozen=True, forbid_unknown_fields=True):
    """A strength as a normal distribution: its mean and its standard deviation."""

    mu: float = 25.0
    sigma: float = 25.0 / 3.0
