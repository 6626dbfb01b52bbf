"""Measure pairings and standings of large tournaments on one core; write benchmarks/results/pairings.json."""

from argparse import Namespace
from collections.abc import Iterator
from random import Random
from time import thread_time

from benchmarks.figures import RESULTS, Figures, Knob, Row, benchmark, format_json, numbers_of, say_goal
from tools.random_tournaments import SEED, make_entrants, play_round
from tournaments import Plan, Round, next_round, standings

GOAL_SECONDS = 2.0
# The largest fields that FIDE's Dutch system and a round robin of larger tables are measured with.
SMALL = 40
ROUND_ROBIN = 100


@benchmark(
    Knob("entrants", 3000, "the number of entrants of the Swiss tournaments"),
    Knob("rounds", 9, "the number of their rounds"),
    Knob("write", False, "write the results into the repository"),
)
def pairings(wanted: Namespace) -> list[Figures]:
    """Measure pairings and standings of large tournaments on one core; write benchmarks/results/pairings.json.

    Every table is won at random, with ties. The time is CPU time of one thread.
    """
    rows = [measure_plan(plan, entrants) for plan, entrants in list_plans(wanted.entrants, wanted.rounds)]
    is_met = max(numbers_of(rows, "slowest round, s")) <= GOAL_SECONDS
    settings = {"entrants": wanted.entrants, "rounds": wanted.rounds}
    figures = Figures("pairings", settings, rows, [say_goal(f"{GOAL_SECONDS} s for a round", is_met)])
    if wanted.write:
        (RESULTS / "pairings.json").write_bytes(format_json(figures))
    return [figures]


def list_plans(entrants: int, rounds: int) -> Iterator[tuple[Plan, int]]:
    """Yield what is measured."""
    yield Plan(format="SWISS", seats=2, rounds=rounds), SMALL
    for seats in (2, 3, 4, 6):
        yield Plan(format="SWISS", seats=seats, rounds=rounds), entrants
    yield Plan(format="SWISS", seats=4, boards=4, deals="SAME", rounds=rounds), entrants
    yield Plan(format="ROUND_ROBIN", seats=4), min(entrants, ROUND_ROBIN)
    yield Plan(format="DOUBLE_ELIMINATION", seats=2), entrants


def measure_plan(plan: Plan, entrants: int) -> Row:
    """Play a tournament, and return what it took."""
    field = make_entrants(entrants)
    random = Random(1)
    rounds: list[Round] = []
    times: list[float] = []
    while True:
        start = thread_time()
        paired = next_round(plan, field, rounds, SEED)
        times.append(thread_time() - start)
        if paired is None:
            break
        rounds.append(play_round(plan, paired, random))
    start = thread_time()
    standings(plan, field, rounds)
    return {
        "format": f"{plan.format} {plan.deals}",
        "entrants": entrants,
        "seats": plan.seats,
        "rounds": len(rounds),
        "tables": sum(len(played.tables) for played in rounds),
        "slowest round, s": round(max(times), 3),
        "all rounds, s": round(sum(times), 3),
        "standings, s": round(thread_time() - start, 3),
    }
