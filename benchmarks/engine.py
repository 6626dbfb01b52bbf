"""Measure the engine: playouts beside RLCard and OpenSpiel, and the stateless step of every game."""

import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from random import Random
from statistics import median

from benchmarks.clock import measure_rate, measure_time
from benchmarks.environments import EnvironmentMissing
from benchmarks.peers import EIGHTS, ENV_STEP, ENVIRONMENT, PEERS, RAW, measure_peer
from benchmarks.playouts import STEPS, playouts
from benchmarks.scale.figures import Figures, Value, print_figures, say_goal, tell
from benchmarks.steps import make_step, pick_positions, seats_of
from engine import GAMES

# The goals: how many times as fast as the peers each game is to be, and the step in µs.
GOALS: Mapping[str, Mapping[str, float]] = {
    ENV_STEP: {game: 3.0 if game == "zar" else 2.0 for game in GAMES},
    RAW: {"zar": 1.2},
    EIGHTS: dict.fromkeys(GAMES, 0.25),
}
STEP_GOAL = 100.0

# Takes seconds and the number of the round, and returns the figure of that round.
Measure = Callable[[float, int], float]


def measure_playouts(games: Iterable[str]) -> dict[str, Measure]:
    """Return what measures the random playouts of each game, in moves per second: with all events told, with none."""
    return {f"{game} {way}": partial(_play, game, way) for way in STEPS for game in games}


def measure_peers(names: Iterable[str] = PEERS) -> dict[str, Measure]:
    """Return what measures RLCard and OpenSpiel in its place, in moves per second. Raises `EnvironmentMissing`."""
    ENVIRONMENT.make()
    return {name: partial(measure_peer, name) for name in names}


def measure_steps(games: Iterable[str]) -> dict[str, Measure]:
    """Return what measures the stateless step of each game, in microseconds."""
    return {f"{game} stateless step, {seats_of(game)} seats": partial(_step, game) for game in games}


def run(measures: Mapping[str, Measure], seconds: float, rounds: int) -> dict[str, list[float]]:
    """Return the figures of each measure, round after round: what slows the machine for a while slows all of them."""
    found: dict[str, list[float]] = {name: [] for name in measures}
    for number in range(rounds):
        for name, measure in measures.items():
            tell(f"round {number + 1} of {rounds}: {name}")
            found[name].append(measure(seconds, number))
    return found


def _play(game: str, way: str, seconds: float, number: int) -> float:
    return measure_rate(playouts(game, Random(number), STEPS[way]), seconds)


def _step(game: str, seconds: float, number: int) -> float:
    return measure_time(make_step, pick_positions(game, Random(number)), seconds)


def compare(rates: Mapping[str, Sequence[float]]) -> Figures:
    """Return rates as a table, with their ratios to the peers and the goals of these."""
    medians = {name: median(found) for name, found in rates.items()}
    rows: list[Mapping[str, Value]] = [
        {
            "moves per second": name,
            **_spread(found, 0),
            **{f"to {peer}": round(medians[name] / medians[peer], 2) for peer in GOALS if peer in medians},
        }
        for name, found in rates.items()
    ]
    ratios = [
        (name, peer, goal, round(medians[name] / medians[peer], 2))
        for peer, of_peer in GOALS.items()
        for game, goal in of_peer.items()
        for name in medians
        if peer in medians and name.startswith(f"{game} ")
    ]
    goals = [say_goal(f"{name} ≥ {goal:g} × {peer}", ratio >= goal) for name, peer, goal, ratio in ratios]
    return Figures("playouts", {"rounds": len(next(iter(rates.values())))}, rows, goals)


def sum_up_steps(times: Mapping[str, Sequence[float]]) -> Figures:
    """Return the times of steps as a table, with their goal."""
    rows = [{"microseconds": name, **_spread(found, 1)} for name, found in times.items()]
    goals = [say_goal(f"{name} < {STEP_GOAL:g} µs", median(found) < STEP_GOAL) for name, found in times.items()]
    return Figures("stateless steps", {"rounds": len(next(iter(times.values())))}, rows, goals)


def _spread(found: Sequence[float], digits: int) -> Mapping[str, Value]:
    each = {"median": median(found), "lowest": min(found), "highest": max(found)}
    return {name: round(value, digits or None) for name, value in each.items()}


def read_arguments(arguments: Sequence[str]) -> Namespace:
    """Read the command line."""
    parser = ArgumentParser(prog="python -m benchmarks engine", description=__doc__)
    parser.add_argument("--seconds", type=float, default=1.0, help="CPU time of each measurement (default: 1)")
    parser.add_argument("--rounds", type=int, default=5, help="how often each is measured, in turn (default: 5)")
    parser.add_argument("--game", action="append", choices=GAMES, help="measure this game; may be repeated")
    parser.add_argument("--without-peers", action="store_true", help="neither install nor measure RLCard and OpenSpiel")
    parser.add_argument("--json", action="store_true", help="print JSON instead of tables")
    wanted = parser.parse_args(arguments)
    if wanted.seconds <= 0 or wanted.rounds < 1:
        parser.error("--seconds must be above 0 and --rounds at least 1")
    return wanted


def main(arguments: Sequence[str]) -> int:
    """Print what was found; return 1 when the peers are wanted and cannot be had."""
    wanted = read_arguments(arguments)
    games = wanted.game or list(GAMES)
    try:
        rates = measure_playouts(games) | ({} if wanted.without_peers else measure_peers())
        print_figures(compare(run(rates, wanted.seconds, wanted.rounds)), as_json=wanted.json)
    except EnvironmentMissing as problem:
        print(f"{problem} --without-peers measures the engine alone.", file=sys.stderr)
        return 1
    print_figures(sum_up_steps(run(measure_steps(games), wanted.seconds, wanted.rounds)), as_json=wanted.json)
    return 0
