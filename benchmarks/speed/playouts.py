"""The engine alone: random playouts of every game beside RLCard's UNO, each in CPU time."""

from collections.abc import Iterable, Mapping
from statistics import median

from benchmarks.engine import measure_peers, measure_playouts, run
from benchmarks.peers import ENV_STEP, RAW
from benchmarks.speed.goals import Found

ROW = 13
BARS = {RAW: {"zar": (1.2, 2.5)}, ENV_STEP: {"zar": (3.0, 6.0)}}
ENV_STEP_BARS = (2.0, 4.0)


def measure_engine(games: Iterable[str], seconds: float, rounds: int) -> Mapping[str, float]:
    """Return the moves per second of CPU time of each game and of RLCard. Raises `EnvironmentMissing`."""
    measured = run(measure_playouts(games) | measure_peers((ENV_STEP, RAW)), seconds, rounds)
    return {name: median(figures) for name, figures in measured.items()}


def compare_playouts(rates: Mapping[str, float]) -> list[Found]:
    """Return the ratios of the playouts to RLCard's, for which there is a bar."""
    return [
        found
        for name, rate in rates.items()
        if name not in (ENV_STEP, RAW)
        for peer in (RAW, ENV_STEP)
        for found in _compare(name, rate, peer, rates[peer])
    ]


def _compare(name: str, rate: float, peer: str, peer_rate: float) -> list[Found]:
    game = name.partition(" ")[0]
    bars = BARS[peer].get(game, ENV_STEP_BARS if peer == ENV_STEP else None)
    if bars is None:
        return []
    return [Found(ROW, f"{name} / {peer}", rate / peer_rate, None, *bars)]
