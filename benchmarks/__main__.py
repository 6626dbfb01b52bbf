"""Run a benchmark: `python -m benchmarks NAME`, and `--help` after the name tells its knobs."""

import sys
from importlib import import_module

# By name: the module, whose `main` takes the rest of the command line.
BENCHMARKS = {
    "speed": "benchmarks.speed.command",
    "profile": "benchmarks.speed.profiling",
    "pages": "benchmarks.speed.pages",
    "path": "benchmarks.path",
    "against": "benchmarks.against",
    "engine": "benchmarks.engine",
    "worst": "benchmarks.worst",
    "memory": "benchmarks.scale.memory",
    "latency": "benchmarks.scale.latency",
    "length": "benchmarks.scale.length",
    "throughput": "benchmarks.scale.throughput",
    "connections": "benchmarks.scale.connections",
    "followers": "benchmarks.scale.followers",
    "idle": "benchmarks.scale.idle",
    "capacity": "benchmarks.scale.capacity",
}


def main(arguments: list[str]) -> int:
    """Run the benchmark that is named first, or say which there are."""
    if not arguments or arguments[0] not in BENCHMARKS:
        for name, module in BENCHMARKS.items():
            first_line, *_ = (import_module(module).__doc__ or "").splitlines()
            print(f"{name:12}{first_line}")
        return 2
    status: int = import_module(BENCHMARKS[arguments[0]]).main(arguments[1:])
    return status


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
