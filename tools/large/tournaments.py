"""The largest tournaments that callers may send for pairings, standings and ratings: each large in one way."""

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from random import Random
from typing import Any

Json = dict[str, Any]

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
    chance = Random(seats)
    members = list(range(entrants))
    tables = [members[start : start + seats] for start in range(0, entrants, seats)]
    return [{"tables": [make(table, chance) for table in tables]} for _ in range(rounds)]


def kept(plan: Json, entrants: int, rounds: list[Json]) -> Json:
    """Return a tournament as a caller sends it."""
    return {"plan": plan, "entrants": [{}] * entrants, "rounds": rounds}


def paired(plan: Json, entrants: int, rounds: list[Json]) -> Json:
    """Return a tournament whose next round is asked for."""
    return kept(plan, entrants, rounds) | {"seed": SEED}


def rated(players: int, games: int, teams: Sequence[Sequence[int]]) -> Json:
    """Return games of the same teams again and again."""
    told = [{"players": list(team), "rank": 1 + place % 3} for place, team in enumerate(teams)]
    return {"ratings": [{}] * players, "games": [{"teams": told}] * games}


def unalike(table: Sequence[int], chance: Random) -> Json:
    """Return a table whose points have denominators of three digits."""
    return {"entrants": list(table), "ruling": [chance.randrange(1000) / 1000 for _ in table]}


def _seat_badly(pairs: int, number: int) -> list[Json]:
    """Return tables at which nearly always the same have the first seat, and win."""
    chance = Random(number)
    return [
        {"entrants": [one, other], "ruling": [1, 0]}
        if chance.random() > 0.1
        else {"entrants": [other, one], "ruling": [0, 1]}
        for one, other in ((place, pairs + (place + number) % pairs) for place in range(pairs))
    ]


STANDINGS: dict[str, Callable[[], Json]] = {
    "the issue's": lambda: kept(plan("SWISS", 100), 5000, rounds_of(5000, 100, 9)),
    "100 rounds of one table": lambda: kept(plan("ONE_TABLE", 100, rounds=100), 100, rounds_of(100, 100, 100)),
    "rulings at tables of 2": lambda: kept(plan("SWISS", 2), 5000, rounds_of(5000, 2, 9, ruled)),
    "rulings at tables of 100": lambda: kept(plan("SWISS", 100), 5000, rounds_of(5000, 100, 24, ruled)),
    "rulings of many denominators": lambda: kept(plan("SWISS", 100), 4900, rounds_of(4900, 100, 18, unalike)),
    "the same always meet": lambda: kept(plan("SWISS", 100), 5000, fixed(5000, 100, 20, drawn)),
    "everybody is absent": lambda: kept(plan("SWISS", 2), 5000, [{"tables": []}] * 100),
    "everybody has byes": lambda: kept(plan("SWISS", 2), 5000, [{"tables": [], "byes": list(range(5000))}] * 42),
    "shared deals of 100 boards": lambda: kept(
        plan("SWISS", 2, boards=100, deals="SAME"), 60, rounds_of(60, 2, 10, partial(ranked, boards=100))
    ),
    "double elimination": lambda: kept(plan("DOUBLE_ELIMINATION", 2), 5000, rounds_of(5000, 2, 9, ruled)),
}

PAIRINGS: dict[str, Callable[[], Json]] = {
    "Swiss of 5,000 at tables of 2": lambda: paired(plan("SWISS", 2, rounds=100), 5000, rounds_of(5000, 2, 9, ruled)),
    "Swiss of 5,000 who all want one seat": lambda: paired(
        plan("SWISS", 2, rounds=100), 5000, [{"tables": _seat_badly(2500, number)} for number in range(9)]
    ),
    "Swiss of 1,000 who have met most": lambda: paired(
        plan("SWISS", 2, rounds=100), 1000, rounds_of(1000, 2, 50, drawn)
    ),
    "Swiss at tables of 10": lambda: paired(plan("SWISS", 10, rounds=100), 5000, rounds_of(5000, 10, 19, ruled)),
    "Swiss at tables of 100, 100 boards": lambda: paired(
        plan("SWISS", 100, rounds=100, boards=100), 5000, rounds_of(5000, 100, 24, ruled)
    ),
    "round robin, nine rounds": lambda: paired(plan("ROUND_ROBIN", 100), 5000, rounds_of(5000, 100, 9)),
    "round robin in draws": lambda: paired(plan("ROUND_ROBIN", 6, rounds=100), 25, rounds_of(25, 6, 99, drawn)),
    "round robin in a plane": lambda: paired(plan("ROUND_ROBIN", 67, rounds=100), 4489, []),
    "the Dutch system, rounds drawn by lot": lambda: paired(
        plan("SWISS", 2, rounds=100), 40, rounds_of(40, 2, 5, ranked)
    ),
    "matching of 100": lambda: paired(plan("SWISS", 2, rounds=100), 100, rounds_of(100, 2, 60, ruled)),
    "elimination at tables of 100, 100 boards": lambda: paired(plan("SINGLE_ELIMINATION", 100, boards=100), 5000, []),
}

RATINGS: dict[str, Callable[[], Json]] = {
    "320 games of 100": lambda: rated(100, 320, [[player] for player in range(100)]),
    "1,000 games of 2 teams of 50": lambda: rated(100, 1000, [list(range(50)), list(range(50, 100))]),
    "1,000 games of 33": lambda: rated(100, 1000, [[player] for player in range(33)]),
}
