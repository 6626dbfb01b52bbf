"""Run a benchmark: `python -m benchmarks NAME`; `--help` after the name lists its options."""

import asyncio
import sys
from collections.abc import Coroutine, Sequence
from importlib import import_module

from benchmarks.figures import BarExceeded, Benchmark, CannotMeasure, Figures, format_figures, format_json
from tools.measuring.processes import MachineLacksError

# By name: the module that declares the benchmark under this name.
BENCHMARKS = {
    "speed": "speed.command",
    "profile": "speed.profiling",
    "pages": "pages",
    "loading": "loading",
    "instructions": "instructions",
    "against": "against",
    "sizes": "sizes",
    "engine": "engine.command",
    "learners": "engine.learners",
    "worst": "worst",
    "pairings": "pairings",
    "arena": "arena.command",
    "thinking": "arena.thinking",
    "ismcts": "arena.ismcts",
    "memory": "scale.memory",
    "latency": "scale.moves",
    "length": "scale.moves",
    "seats": "scale.seats",
    "throughput": "scale.throughput",
    "connections": "scale.moves",
    "bursts": "scale.bursts",
    "followers": "scale.followers",
    "idle": "scale.followers",
    "holding": "scale.holding",
    "crowd": "scale.crowd",
    "receivers": "scale.receivers",
    "backlog": "scale.backlog",
    "tournament": "scale.tournament",
    "capacity": "scale.capacity",
}


def main(arguments: Sequence[str]) -> int:
    """Run the benchmark named first, or list the benchmarks; return 1 when it cannot run here, or a check fails."""
    if not arguments or arguments[0] not in BENCHMARKS:
        for name in BENCHMARKS:
            print(f"{name:14}{find_benchmark(name).description.splitlines()[0]}")
        return 2
    name, *rest = arguments
    declared = find_benchmark(name)
    wanted = declared.read_arguments(name, rest)
    try:
        found = declared.measure(wanted)
        for each in asyncio.run(found) if isinstance(found, Coroutine) else found:
            print(write(each, as_json=wanted.json), flush=True)
    except (BarExceeded, CannotMeasure, MachineLacksError) as problem:
        print(problem, file=sys.stderr)
        return 1
    return 0


def find_benchmark(name: str) -> Benchmark:
    """Return a benchmark by its name."""
    declared: Benchmark = getattr(import_module(f"benchmarks.{BENCHMARKS[name]}"), name)
    return declared


def write(found: Figures | str, *, as_json: bool) -> str:
    """Return the findings as they are printed."""
    if isinstance(found, str):
        return found
    return format_json(found).decode().rstrip("\n") if as_json else format_figures(found)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
