"""What is measured, in the order of the report, and the goals."""

import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from random import Random

import msgspec

from benchmarks.clock import measure_rate, measure_time
from benchmarks.peers import measure_peer
from benchmarks.playouts import MOST_SEATS, Step, apply_move, playouts
from benchmarks.steps import make_step, pick_positions, seats_of
from engine import next_state

ENV_STEP = "RLCard UNO env.step"
RAW = "RLCard UNO raw game"
EIGHTS = f"OpenSpiel crazy_eights, 2–{MOST_SEATS} players"
EIGHTS_DEFAULT = "OpenSpiel crazy_eights, 5 players"

# The goals: how many times as fast as `env.step` and as RLCard's raw game each game is to be, how near to OpenSpiel,
# and the step in µs.
ENV_STEP_GOALS = {"zar": 3.0}
ENV_STEP_GOAL = 2.0
RAW_GOALS = {"zar": 1.2}
EIGHTS_GOAL = 0.25
STEP_GOAL = 100.0


class Measure(msgspec.Struct, frozen=True):
    """One thing to measure: `run` takes seconds and the round's number, and returns the figure of that round.

    `ratios` names the measures that it is compared with, and the ratio to reach, null if there is no such goal;
    `below` is the goal of a figure that should be small.
    """

    name: str
    run: Callable[[float, int], float]
    ratios: Mapping[str, float | None] = {}
    below: float | None = None


def measure_playouts(games: Iterable[str]) -> list[Measure]:
    """Return the random playouts of each game, in moves per second: with all events told, and with none."""
    ways = (("random playout", apply_move), ("random playout, states only", next_state))
    return [
        Measure(f"{game} {name}", partial(_play, game, step), ratios=_goals(game))
        for name, step in ways
        for game in games
    ]


def measure_peers() -> list[Measure]:
    """Return what RLCard and OpenSpiel do in its place, in moves per second."""
    numbers = ",".join(map(str, range(2, MOST_SEATS + 1)))
    return [
        Measure(ENV_STEP, partial(measure_peer, "rlcard_uno", "env")),
        Measure(RAW, partial(measure_peer, "rlcard_uno", "raw")),
        Measure(EIGHTS, partial(measure_peer, "open_spiel_eights", numbers)),
        Measure(EIGHTS_DEFAULT, partial(measure_peer, "open_spiel_eights", "5")),
    ]


def measure_steps(games: Iterable[str]) -> list[Measure]:
    """Return the stateless step of each game, in microseconds."""
    return [
        Measure(f"{game} stateless step, {seats_of(game)} seats", partial(_step, game), below=STEP_GOAL)
        for game in games
    ]


def run(measures: Sequence[Measure], seconds: float, rounds: int) -> list[tuple[Measure, list[float]]]:
    """Return the figures of each measure, round after round: what slows the machine for a while slows all of them."""
    measured: list[tuple[Measure, list[float]]] = [(measure, []) for measure in measures]
    for number in range(rounds):
        for measure, figures in measured:
            print(f"round {number + 1} of {rounds}: {measure.name}", file=sys.stderr)
            figures.append(measure.run(seconds, number))
    return measured


def _goals(game: str) -> dict[str, float | None]:
    return {ENV_STEP: ENV_STEP_GOALS.get(game, ENV_STEP_GOAL), RAW: RAW_GOALS.get(game), EIGHTS: EIGHTS_GOAL}


def _play(game: str, step: Step, seconds: float, number: int) -> float:
    return measure_rate(playouts(game, Random(number), step), seconds)


def _step(game: str, seconds: float, number: int) -> float:
    return measure_time(make_step, pick_positions(game, Random(number)), seconds)
