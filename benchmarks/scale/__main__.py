"""Measure how the service grows, one benchmark after the other: `python -m benchmarks.scale [NAME …]`."""

import asyncio
import sys
from argparse import ArgumentParser, Namespace

from benchmarks.scale import connections, followers, idle, latency, length, memory, throughput
from benchmarks.scale.figures import format_json, format_table

BENCHMARKS = {
    "memory": memory,
    "latency": latency,
    "length": length,
    "throughput": throughput,
    "connections": connections,
    "followers": followers,
    "idle": idle,
}


def main() -> int:
    """Run the benchmarks with their usual sizes, and print each report as soon as it is there."""
    parser = ArgumentParser(prog="python -m benchmarks.scale", description=__doc__)
    parser.add_argument("name", nargs="*", help=f"what to measure, all if none is given: {', '.join(BENCHMARKS)}")
    parser.add_argument("--json", action="store_true", help="print JSON instead of tables")
    wanted = parser.parse_args()
    unknown = set(wanted.name) - set(BENCHMARKS)
    if unknown:
        parser.error(f"there is no benchmark {', '.join(sorted(unknown))}")
    for name in wanted.name or BENCHMARKS:
        figures = asyncio.run(BENCHMARKS[name].measure(usual_sizes(name)))
        print(format_json(figures) if wanted.json else f"{format_table(figures)}\n", flush=True)
    return 0


def usual_sizes(name: str) -> Namespace:
    """Return the knobs of a benchmark as they are when none is turned."""
    parser = ArgumentParser()
    BENCHMARKS[name].add_knobs(parser)
    return parser.parse_args([])


if __name__ == "__main__":
    sys.exit(main())
