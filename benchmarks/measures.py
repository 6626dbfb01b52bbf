"""What is measured, in the order of the report."""

from collections.abc import Callable, Sequence
from functools import partial
from random import Random

import msgspec

from benchmarks.clock import measure_rate
from benchmarks.playouts import playouts, round_trips
from benchmarks.rlcard_env import measure_uno


class Measure(msgspec.Struct, frozen=True):
    """One thing to measure: `run` takes seconds and the round's number, and returns how much is done per second.

    `compared` tells whether it does what RLCard's `env.step` does, so that the ratio of the two means something.
    """

    name: str
    unit: str
    run: Callable[[float, int], float]
    compared: bool = False
    is_rlcard: bool = False


def all_measures(games: Sequence[str]) -> list[Measure]:
    """Return every measure of these games, and RLCard's."""
    return [
        *(Measure(f"{game} random playout", "moves", partial(_play, game), compared=True) for game in games),
        Measure("RLCard UNO env.step", "steps", measure_uno, is_rlcard=True),
        *(Measure(f"{game} decode, apply, encode", "moves", partial(_round_trip, game)) for game in games),
    ]


def _play(game: str, seconds: float, number: int) -> float:
    return measure_rate(playouts(game, Random(number)), seconds)


def _round_trip(game: str, seconds: float, number: int) -> float:
    return measure_rate(round_trips(game, Random(number)), seconds)
