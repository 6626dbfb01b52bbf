"""Tournaments as pure functions: pairings, standings and ratings.

Nothing here knows a clock, a store or a network. Chance follows from a seed, so everybody who knows a tournament's
plan, entrants, results and seed pairs every round again and computes the same standings.
"""

from tournaments.pairing.rounds import is_complete, next_round
from tournaments.plans import check_plan, count_rounds
from tournaments.ratings import rate, rate_all
from tournaments.results import table_points
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

__all__ = [
    "Board",
    "Bye",
    "Deals",
    "Entrant",
    "Format",
    "InvalidPlan",
    "Plan",
    "PointScheme",
    "Rating",
    "Round",
    "Standing",
    "Table",
    "TieBreak",
    "check_plan",
    "count_rounds",
    "is_complete",
    "next_round",
    "rate",
    "rate_all",
    "seating",
    "standings",
    "table_points",
]
