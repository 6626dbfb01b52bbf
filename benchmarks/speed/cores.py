"""Two cores: one for the server that is measured, one for all that it does not do itself. And what a process took."""

import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

# What clock_getcpuclockid(3) makes of a process id: the clock of its CPU time, to the nanosecond.
CPU_CLOCK = 2


class TooFewCores(Exception):
    """The server and the load would share a core."""


def find_cores() -> tuple[int, int]:
    """Return the core of the server, and that of the load and of Redis. Raises `TooFewCores`."""
    cores = sorted(os.sched_getaffinity(0))
    if len(cores) < 2:
        raise TooFewCores("This needs two cores: one for the server, one for the load and Redis.")
    return cores[-1], cores[0]


@contextmanager
def on_core(core: int) -> Iterator[None]:
    """Keep this process on one core; processes that it starts meanwhile stay there."""
    before = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {core})
    try:
        yield
    finally:
        os.sched_setaffinity(0, before)


def cpu_seconds(process_id: int) -> float:
    """Return the CPU time that all threads of a process have taken so far, in the kernel and outside."""
    return time.clock_gettime(~process_id << 3 | CPU_CLOCK)


def resident_megabytes(process_id: int) -> float:
    """Return how much memory a process holds."""
    pages = int(Path(f"/proc/{process_id}/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGESIZE") / 1_000_000
