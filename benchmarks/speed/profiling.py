"""Report where the server's CPU time of one request goes, layer by layer."""

import asyncio
import cProfile
import os
import pstats
import signal
import tempfile
from argparse import Namespace
from collections import defaultdict
from collections.abc import Mapping, Sequence
from pathlib import Path
from time import perf_counter, thread_time
from types import FrameType

from benchmarks.figures import Figures, Knob, Row, benchmark
from benchmarks.speed.contenders import CONTENDERS, Playing, Settings
from benchmarks.speed.servers import Servers, run_beside
from cli import app
from engine import GAMES
from tools.load.slices import Slice
from tools.measuring.clock import tell
from tools.redis.server import wait_until
from tools.servers import REPOSITORY

PROGRAM = "from benchmarks.speed.profiling import serve; serve({clock!r}, {file!r})"
PROFILED = (
    "applyMove",
    "applyMove, changes",
    "REST move",
    "REST move, changes",
    "followed by 4",
    "followed by 4, changes",
    "not compiled",
)
CLOCKS = {"wall": perf_counter, "cpu": thread_time}
# A function's key in the profiler: file, line and name. C functions have no file.
Function = tuple[str, int, str]
IN_C = "~"
# The event loop is entered once: its own C code is reading, writing and waiting, which the layers cause.
LOOP = "uvloop, uvicorn and the kernel"
COMPILED = "compiled"
# The file names of functions generated for plans.
GENERATED = "<selection "
ROOMS = ("graphql", "rest", "use_cases", "views", "sessions", "storage", "http", "middleware")
PARTS = (COMPILED, *(f"service/{room}" for room in ROOMS))


@benchmark(
    Knob("name", PROFILED[0], "what is asked", PROFILED),
    Knob("seconds", 5.0, "how long each slice is"),
    Knob("in-flight", 16, "requests on their way at once"),
    Knob("game", tuple(GAMES), "play these games", GAMES),
    Knob(
        "clock", "wall", "the profiler's: that of CPU time makes calls dearer, but is right where others work", CLOCKS
    ),
    Knob("functions", 25, "how many functions to tell"),
)
def profile(wanted: Namespace) -> Sequence[Figures]:
    """Report where the server's CPU time of one request goes, layer by layer.

    One slice runs plain, and one with the profiler on, which makes every Python call dearer: so its shares are
    applied to the CPU time of the first. C code counts for the layer that calls it; the event loop's own work, such as
    reading from sockets, is not seen, and so spread over all.
    """
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "profile"
        program = PROGRAM.format(clock=wanted.clock, file=str(file))
        plain, stats = run_beside(lambda servers: _measure_slices(servers, wanted, file), program)
    settings = {"of": wanted.name, "µs of CPU a request": plain.cpu_micros, "a second": plain.rate}
    found = (("By layer", by_layer(stats), 100), ("By function", by_function(stats), wanted.functions))
    return [Figures(title, settings, share(seconds, plain, most)) for title, seconds, most in found]


# ---- in the process of the server


def serve(clock: str, file: str) -> None:
    """Serve as `croupier serve` does; a signal starts the profiler, the next one writes its statistics to a file."""
    profiler = cProfile.Profile(CLOCKS[clock])

    def start(_number: int, _frame: FrameType | None) -> None:
        profiler.enable()

    def stop(_number: int, _frame: FrameType | None) -> None:
        profiler.disable()
        profiler.dump_stats(f"{file}.part")
        Path(f"{file}.part").rename(file)

    signal.signal(signal.SIGUSR1, start)
    signal.signal(signal.SIGUSR2, stop)
    app()


# ---- beside it


async def _measure_slices(servers: Servers, wanted: Namespace, file: Path) -> tuple[Slice, pstats.Stats]:
    """Return a plain slice, and the profiler's statistics of another one."""
    settings = Settings(wanted.seconds, 0.3, 1, wanted.in_flight, tuple(wanted.game))
    contender = CONTENDERS[wanted.name](servers, settings)
    assert isinstance(contender, Playing), "all that is profiled plays tables"
    process_id = contender.server.process_id
    tell("a slice as it is")
    plain = await contender.run(wanted.seconds)
    tell("a slice with the profiler on")
    await contender.run(wanted.seconds, lambda: os.kill(process_id, signal.SIGUSR1))
    os.kill(process_id, signal.SIGUSR2)
    await asyncio.to_thread(wait_until, file.exists)
    return plain, pstats.Stats(str(file))


def by_layer(stats: pstats.Stats) -> Mapping[str, float]:
    """Return the seconds that each layer took, without its calls to other layers."""
    seconds: defaultdict[str, float] = defaultdict(float)
    for function, (_, _, own, _, callers) in stats.stats.items():  # type: ignore[attr-defined]
        # What is written in C is charged to its callers.
        parts = {one: part for one, (_, _, part, _) in callers.items()} if function[0] == IN_C else {}
        for one, part in (parts or {function: own}).items():
            seconds[layer_of(one)] += part
    return seconds


def by_function(stats: pstats.Stats) -> Mapping[str, float]:
    """Return the seconds that each function took, without its calls."""
    seconds: defaultdict[str, float] = defaultdict(float)
    for (file, line, name), (_, _, own, _, _) in stats.stats.items():  # type: ignore[attr-defined]
        place = "in C" if file == IN_C else f"{layer_of((file, line, name))}, {Path(file).name}:{line}"
        seconds[f"{name} ({place})"] += own
    return seconds


def layer_of(function: Function) -> str:
    """Return the layer of a function."""
    file = function[0]
    if file == IN_C:
        return LOOP
    if "site-packages" in file:
        package = file.rpartition("site-packages/")[2].partition("/")[0]
        return LOOP if package in ("uvicorn", "uvloop") else package
    if file.startswith(str(REPOSITORY)):
        path = file.removeprefix(f"{REPOSITORY}/")
        return next((part for part in PARTS if path.startswith(f"{part}/")), path.partition("/")[0] + " (the rest)")
    return COMPILED if file.startswith(GENERATED) else "standard library"


def share(seconds: Mapping[str, float], request: Slice, most: int) -> list[Row]:
    """Return shares of a request's CPU time, the largest first."""
    total = sum(seconds.values())
    largest = sorted(seconds.items(), key=lambda item: -item[1])[:most]
    return [
        {"of": name, "share": f"{part / total:.1%}", "µs": request.cpu_micros * part / total} for name, part in largest
    ]
