"""The largest tournaments that callers may send for pairings, standings and ratings: each large in one way."""

from collections.abc import Callable, Iterator, Sequence
from random import Random

from tests.support.graphql_client import Json

SEED = "5c" * 32
TIE_BREAKS = [
    "BUCHHOLZ_CUT_1",
    "BUCHHOLZ",
    "MEDIAN_BUCHHOLZ",
    "SONNEBORN_BERGER",
    "DIRECT_ENCOUNTER",
    "PROGRESSIVE",
    "WINS",
    "MARGIN",
]


def plan(format_: str, seats: int, **rest: object) -> Json:
    """Return a plan with all tie-breaks."""
    return {"format": format_, "seats": seats, "tieBreaks": TIE_BREAKS, **rest}


def ranked(table: Sequence[int], chance: Random, boards: int = 1) -> Json:
    """Return a table with a ranking drawn by lot, and scores that follow from it."""
    drawn = [chance.sample(range(1, len(table) + 1), len(table)) for _ in range(boards)]
    return {
        "entrants": list(table),
        "boards": [{"scores": [len(table) - rank for rank in ranks], "ranking": ranks} for ranks in drawn],
    }


def ruled(table: Sequence[int], chance: Random) -> Json:
    """Return a table whose points are set, which takes least room; there are many different ones."""
    return {"entrants": list(table), "ruling": [chance.choice((0, 1, 0.5, 0.3, 0.7)) for _ in table]}


def drawn(table: Sequence[int], _chance: Random) -> Json:
    """Return a table that nobody won."""
    return {"entrants": list(table), "ruling": [0.5 for _ in table]}


def rounds_of(
    entrants: int, seats: int, rounds: int, make: Callable[[Sequence[int], Random], Json] = ranked, most: int = 0
) -> list[Json]:
    """Return rounds whose tables are drawn by lot; with `most`, that many entrants play."""
    chance = Random(seats)
    return [{"tables": [make(t, chance) for t in _cut(entrants, seats, chance, most)]} for _ in range(rounds)]


def _cut(entrants: int, seats: int, chance: Random, most: int) -> Iterator[list[int]]:
    members = chance.sample(range(entrants), most or entrants)
    for start in range(0, len(members) - 1, seats):
        if len(members) - start > 1:
            yield members[start : start + seats]


def fixed(entrants: int, seats: int, rounds: int, make: Callable[[Sequence[int], Random], Json] = ranked) -> list[Json]:
    """Return rounds in which the same always meet."""
    chance, members = Random(seats), list(range(entrants))
    tables = [members[start : start + seats] for start in range(0, entrants, seats)]
    return [{"tables": [make(table, chance) for table in tables]} for _ in range(rounds)]


def kept(plan: Json, entrants: int, rounds: list[Json]) -> Json:
    """Return a tournament as a caller sends it."""
    return {"plan": plan, "entrants": [{}] * entrants, "rounds": rounds}
