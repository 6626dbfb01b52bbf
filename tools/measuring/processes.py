"""Processes: the core of each, its children, and the CPU time and memory that it has used."""

import os
import resource
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

# The clock that clock_getcpuclockid(3) derives from a process id: that of its CPU time, to the nanosecond.
CPU_CLOCK = 2


class MachineLacksError(Exception):
    """This machine lacks something that is needed."""


def find_cores() -> tuple[int, int]:
    """Return the core of the server, and that of the load and of Redis. Raises `MachineLacksError`."""
    cores = sorted(os.sched_getaffinity(0))
    if len(cores) < 2:
        raise MachineLacksError("This needs two cores: one for the server, one for the load and Redis.")
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


def allow_files(needed: int) -> None:
    """Let this process, and those that it starts, open as many files as the machine allows.

    Raises `MachineLacksError` when these are fewer than needed.
    """
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    if most != resource.RLIM_INFINITY and most < needed:
        raise MachineLacksError(f"This needs {needed} open files, and {most} are allowed: raise `ulimit -Hn`.")
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


def children_of(process_id: int) -> list[int]:
    """Return the ids of the children of a process."""
    threads = Path(f"/proc/{process_id}/task").glob("*/children")
    return [int(child) for thread in threads for child in thread.read_text().split()]


def cpu_seconds(process_id: int) -> float:
    """Return the CPU time that all threads of a process have taken so far, in the kernel and outside."""
    return time.clock_gettime(~process_id << 3 | CPU_CLOCK)


def resident_bytes(process_id: int) -> int:
    """Return the resident memory of a process, in bytes."""
    pages = int(Path(f"/proc/{process_id}/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGESIZE")
