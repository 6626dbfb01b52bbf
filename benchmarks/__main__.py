"""Run a benchmark: `python -m benchmarks NAME`; `--help` after the name lists its options."""

import asyncio
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Sequence
from importlib import import_module
from inspect import iscoroutine
from types import ModuleType

from benchmarks.figures import CannotMeasure, Figures, Knob, format_figures, format_json

# By name: the module, with its `KNOBS`, and `measure`, which takes them and returns the text to print.
BENCHMARKS = {
    "speed": "benchmarks.speed.command",
    "profile": "benchmarks.speed.profiling",
    "pages": "benchmarks.pages",
    "path": "benchmarks.path",
    "against": "benchmarks.against",
    "engine": "benchmarks.engine.command",
    "worst": "benchmarks.worst",
    "pairings": "benchmarks.pairings",
    "arena": "benchmarks.arena.command",
    "thinking": "benchmarks.thinking",
    "memory": "benchmarks.scale.memory",
    "latency": "benchmarks.scale.latency",
    "length": "benchmarks.scale.length",
    "seats": "benchmarks.scale.seats",
    "throughput": "benchmarks.scale.throughput",
    "connections": "benchmarks.scale.connections",
    "bursts": "benchmarks.scale.bursts",
    "followers": "benchmarks.scale.followers",
    "idle": "benchmarks.scale.idle",
    "bots": "benchmarks.scale.bots",
    "crowd": "benchmarks.scale.crowd",
    "tournament": "benchmarks.scale.tournament",
    "capacity": "benchmarks.scale.capacity",
}


def main(arguments: Sequence[str]) -> int:
    """Run the benchmark named first, or list the benchmarks; return 1 when it cannot run here."""
    if not arguments or arguments[0] not in BENCHMARKS:
        for name, module in BENCHMARKS.items():
            first_line, *_ = (import_module(module).__doc__ or "").splitlines()
            print(f"{name:12}{first_line}")
        return 2
    name, *rest = arguments
    benchmark = import_module(BENCHMARKS[name])
    wanted = read_arguments(name, benchmark, rest)
    try:
        found = benchmark.measure(wanted)
        for each in asyncio.run(found) if iscoroutine(found) else found:
            print(write(each, as_json=wanted.json), flush=True)
    except CannotMeasure as problem:
        print(problem, file=sys.stderr)
        return 1
    return 0


def read_arguments(name: str, benchmark: ModuleType, arguments: Sequence[str]) -> Namespace:
    """Read the command line of a benchmark."""
    parser = ArgumentParser(prog=f"python -m benchmarks {name}", description=benchmark.__doc__)
    for knob in benchmark.KNOBS:
        add_knob(parser, knob)
    parser.add_argument("--json", action="store_true", help="print JSON instead of tables")
    return parser.parse_args(arguments)


def add_knob(parser: ArgumentParser, knob: Knob) -> None:
    """Add an option to a command line."""
    flag, default = f"--{knob.name}", knob.default
    if default is False:
        parser.add_argument(flag, action="store_true", help=knob.meaning)
        return
    several = isinstance(default, tuple)
    shown = " ".join(map(str, default)) if several else default
    meaning = f"{knob.meaning} (default: {shown})".replace("%", "%%")
    kind = type(default[0] if several else default)
    parser.add_argument(
        flag, type=kind, nargs="+" if several else None, default=default, choices=knob.choices, help=meaning
    )


def write(found: Figures | str, *, as_json: bool) -> str:
    """Return the findings as they are printed."""
    if isinstance(found, str):
        return found
    return format_json(found) if as_json else format_figures(found)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
