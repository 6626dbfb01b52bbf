"""Measure the engine: playouts beside RLCard and OpenSpiel, and the stateless step of every game."""

from argparse import Namespace
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from random import Random
from statistics import median

from benchmarks.engine.playouts import MOST_SEATS, STEPS, playouts
from benchmarks.engine.steps import make_step, pick_positions, seats_of
from benchmarks.figures import Figures, Knob, Row, benchmark, say_goal
from benchmarks.speed.goals import Found
from engine import GAMES
from tools.measuring.clock import measure_rate, measure_time, take_turns
from tools.measuring.environments import Environment

# RLCard comes as source only, so its build tools are installed first, pinned too. OpenSpiel comes as wheels.
ENVIRONMENT = Environment("bench-venv", "RLCard and OpenSpiel", ("rlcard-build.lock", "rlcard.lock", "open_spiel.lock"))
ENV_STEP = "RLCard UNO env.step"
RAW = "RLCard UNO raw game"
EIGHTS = f"OpenSpiel crazy_eights, 2–{MOST_SEATS} players"
# By name: the argument of `benchmarks.engine.peer`.
PEERS = {
    ENV_STEP: "env",
    RAW: "raw",
    EIGHTS: f"eights of 2 to {MOST_SEATS}",
    "OpenSpiel crazy_eights, 5 players": "eights of 5",
}
# Bar and stretch: the factor by which each game is to beat the peers; and the bar of the step in µs.
BARS: Mapping[str, Mapping[str, tuple[float, float | None]]] = {
    RAW: {"zar": (1.2, 2.5)},
    ENV_STEP: {game: (3.0, 6.0) if game == "zar" else (2.0, 4.0) for game in GAMES},
    EIGHTS: dict.fromkeys(GAMES, (0.25, None)),
}
STEP_GOAL = 100.0

# Takes seconds and the number of the round, and returns the figure of that round.
Measure = Callable[[float, int], float]


@benchmark(
    Knob("seconds", 1.0, "CPU time of each measurement"),
    Knob("rounds", 5, "how often each is measured, in turn"),
    Knob("game", tuple(GAMES), "measure these games", GAMES),
    Knob("without-peers", False, "neither install nor measure RLCard and OpenSpiel"),
)
def engine(wanted: Namespace) -> Iterator[Figures]:
    """Measure the engine: playouts beside RLCard and OpenSpiel, and the stateless step of every game."""
    rates = measure_playouts(wanted.game) | ({} if wanted.without_peers else measure_peers(PEERS))
    yield sum_up_playouts(run(rates, wanted.seconds, wanted.rounds))
    yield sum_up_steps(run(measure_steps(wanted.game), wanted.seconds, wanted.rounds))


def measure_beside_rlcard(games: Iterable[str], seconds: float, rounds: int) -> Mapping[str, float]:
    """Return the moves per second of CPU time of each game and of RLCard. Raises `CannotMeasure`."""
    measured = run(measure_playouts(games) | measure_peers((ENV_STEP, RAW)), seconds, rounds)
    return {name: median(figures) for name, figures in measured.items()}


def measure_playouts(games: Iterable[str]) -> dict[str, Measure]:
    """Return the measurements of each game's random playouts, in moves per second: with all events, and with none."""
    return {f"{game} {way}": partial(_play, game, way) for way in STEPS for game in games}


def measure_peers(names: Iterable[str]) -> dict[str, Measure]:
    """Return the measurements of RLCard and OpenSpiel in their environment, in moves per second.

    Raises `CannotMeasure`.
    """
    ENVIRONMENT.make()
    return {name: partial(_play_peer, PEERS[name]) for name in names}


def measure_steps(games: Iterable[str]) -> dict[str, Measure]:
    """Return the measurements of each game's stateless step, in microseconds."""
    return {f"{game} stateless step, {seats_of(game)} seats": partial(_step, game) for game in games}


def run(measures: Mapping[str, Measure], seconds: float, rounds: int) -> dict[str, list[float]]:
    """Return the figures of each measurement, round after round."""
    found: dict[str, list[float]] = {name: [] for name in measures}
    for name in take_turns(rounds, measures):
        found[name].append(measures[name](seconds, len(found[name])))
    return found


def _play(game: str, way: str, seconds: float, number: int) -> float:
    return measure_rate(playouts(game, Random(number), STEPS[way]), seconds)


def _play_peer(peer: str, seconds: float, number: int) -> float:
    return float(ENVIRONMENT.run("-m", "benchmarks.engine.peer", peer, str(seconds), str(number)))


def _step(game: str, seconds: float, number: int) -> float:
    return measure_time(make_step, pick_positions(game, Random(number)), seconds)


def compare_playouts(rates: Mapping[str, float]) -> list[Found]:
    """Return the ratios of the playouts to the measured peers, where there is a bar."""
    found = []
    for name, rate in rates.items():
        game = name.partition(" ")[0]
        for peer, bars in BARS.items():
            if peer in rates and game in bars:
                found.append(Found(f"{name} / {peer}", rate / rates[peer], *bars[game], at_most=False))
    return found


def sum_up_playouts(rates: Mapping[str, Sequence[float]]) -> Figures:
    """Return rates as a table, with their ratios to the peers and the goals of these."""
    medians = {name: median(found) for name, found in rates.items()}
    rows = [
        {
            "moves per second": name,
            **_spread(found, None),
            **{f"to {peer}": medians[name] / medians[peer] for peer in BARS if peer in medians},
        }
        for name, found in rates.items()
    ]
    goals = [f"{found.name} ≥ {found.bar:g}: {found.ratio:.2f}, {found.verdict}" for found in compare_playouts(medians)]
    return Figures("playouts", {"rounds": len(next(iter(rates.values())))}, rows, goals)


def sum_up_steps(times: Mapping[str, Sequence[float]]) -> Figures:
    """Return the times of steps as a table, with their goal."""
    rows = [{"microseconds": name, **_spread(found, 1)} for name, found in times.items()]
    goals = [say_goal(f"{name} < {STEP_GOAL:g} µs", median(found) < STEP_GOAL) for name, found in times.items()]
    return Figures("stateless steps", {"rounds": len(next(iter(times.values())))}, rows, goals)


def _spread(found: Sequence[float], digits: int | None) -> Row:
    each = {"median": median(found), "lowest": min(found), "highest": max(found)}
    return {name: round(value, digits) for name, value in each.items()}
