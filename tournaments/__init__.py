"""Tournaments as pure functions: pairings, standings and ratings.

Nothing here knows a clock, a store or a network. Chance follows from a seed, so everybody who knows a tournament's
plan, entrants, results and seed pairs every round again and computes the same standings.
"""

from tournaments.checks import InvalidRounds, check_rounds
from tournaments.formats import FORMATS
from tournaments.pairing.elimination import read_bracket
from tournaments.pairing.rounds import is_complete, next_round
from tournaments.plans import check_plan, count_rounds
from tournaments.ratings import rate, rate_all
from tournaments.record import (
    RecordedBoard,
    RecordedEntrant,
    RecordedRound,
    RecordedTable,
    Ruling,
    TournamentRecord,
    dump,
    is_tournament,
    parse,
    version_of_rulings,
)
from tournaments.results import read_board, round_points, table_points
from tournaments.seats import seating
from tournaments.standings import standings
from tournaments.values import (
    Board,
    Bye,
    Deals,
    Entrant,
    Format,
    InvalidPlan,
    Plan,
    PointScheme,
    Rating,
    Round,
    Standing,
    Table,
    TieBreak,
)
from tournaments.verification import verify, verify_document

__all__ = [
    "FORMATS",
    "Board",
    "Bye",
    "Deals",
    "Entrant",
    "Format",
    "InvalidPlan",
    "InvalidRounds",
    "Plan",
    "PointScheme",
    "Rating",
    "RecordedBoard",
    "RecordedEntrant",
    "RecordedRound",
    "RecordedTable",
    "Round",
    "Ruling",
    "Standing",
    "Table",
    "TieBreak",
    "TournamentRecord",
    "check_plan",
    "check_rounds",
    "count_rounds",
    "dump",
    "is_complete",
    "is_tournament",
    "next_round",
    "parse",
    "rate",
    "rate_all",
    "read_board",
    "read_bracket",
    "round_points",
    "seating",
    "standings",
    "table_points",
    "verify",
    "verify_document",
    "version_of_rulings",
]
