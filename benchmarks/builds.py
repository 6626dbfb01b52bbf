"""Compare builds of Python by the engine's playouts: `python -m benchmarks.builds /usr/bin/python3`.

Each must have this Python's version but for its last number, since it runs with the packages of this environment.
"""

import os
import subprocess
import sys
import sysconfig
from argparse import ArgumentParser, Namespace
from collections.abc import Sequence
from pathlib import Path
from random import Random
from statistics import geometric_mean, median

from benchmarks.clock import measure_rate
from benchmarks.playouts import apply_move, playouts
from engine import GAMES

ROOT = Path(__file__).resolve().parents[1]


def main(arguments: Sequence[str] | None = None) -> int:
    """Print how many times as fast as this Python each other one is."""
    wanted = read_arguments(arguments)
    pythons = [sys.executable, *wanted.python]
    rates: dict[tuple[str, str], list[float]] = {(python, game): [] for python in pythons for game in GAMES}
    for number in range(wanted.rounds):
        print(f"round {number + 1} of {wanted.rounds}", file=sys.stderr)
        for (python, game), found in rates.items():
            found.append(measure(python, game, wanted.seconds, number))
    for python in wanted.python:
        ratios = {game: median(rates[python, game]) / median(rates[sys.executable, game]) for game in GAMES}
        each = ", ".join(f"{game} {ratio:.2f}" for game, ratio in ratios.items())
        print(f"{python}: × {geometric_mean(ratios.values()):.2f} ({each})")
    return 0


def measure(python: str, game: str, seconds: float, seed: int, checkout: Path = ROOT) -> float:
    """Return the moves per second of CPU time of random playouts with a Python, and with the engine of a checkout."""
    environment = {**os.environ, "PYTHONPATH": f"{checkout}{os.pathsep}{sysconfig.get_path('platlib')}"}
    command = [python, "-m", "benchmarks.builds", "--measure", game, str(seconds), str(seed)]
    done = subprocess.run(command, cwd=checkout, env=environment, stdout=subprocess.PIPE, text=True, check=True)
    return float(done.stdout)


def read_arguments(arguments: Sequence[str] | None = None) -> Namespace:
    """Read the command line."""
    parser = ArgumentParser(prog="python -m benchmarks.builds", description=__doc__)
    parser.add_argument("python", nargs="+", help="another Python")
    parser.add_argument("--seconds", type=float, default=0.5, help="CPU time of each measurement (default: 0.5)")
    parser.add_argument("--rounds", type=int, default=9, help="how often each is measured, in turn (default: 9)")
    return parser.parse_args(arguments)


if __name__ == "__main__":
    if sys.argv[1:2] == ["--measure"]:
        game, seconds, seed = sys.argv[2:]
        print(measure_rate(playouts(game, Random(int(seed)), apply_move), float(seconds)))
        sys.exit()
    sys.exit(main())
