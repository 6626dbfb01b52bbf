"""Processes that calculate beside a worker, and leave the cores to those that answer requests."""

import asyncio
import os
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

from service.settings import PREFIX

LINE_BYTES = 64 * 1024
# Where the workers share their metrics: a child that wrote there would count as one of them.
METRICS_FOLDER = "PROMETHEUS_MULTIPROC_DIR"


async def launch(module: str, niceness: int, *arguments: str, line_bytes: int = LINE_BYTES) -> Process:
    """Start a Python module with pipes; it is given its niceness, this process's id, and the arguments.

    `line_bytes` bounds a line that is read from it.
    """
    return await asyncio.create_subprocess_exec(
        *(sys.executable, "-P", "-m", module, str(niceness), str(os.getpid()), *arguments),
        stdin=PIPE,
        stdout=PIPE,
        env=_environment(),
        limit=line_bytes,
        # Ctrl-C reaches the server alone, which then ends its children.
        start_new_session=True,
    )


def give_way(niceness: int) -> None:
    """Leave a core that requests want to those that answer them, at a niceness above 0.

    Linux may share a core by sessions (sched(7), autogroup), among which the niceness of a process does not count: then
    the session of this process is as nice.
    """
    os.nice(niceness)
    with suppress(OSError):
        Path("/proc/self/autogroup").write_text(str(niceness))


def _environment() -> Mapping[str, str]:
    """Return the environment of this process, without the settings: they hold passwords and keys."""
    inherited = {
        name: value for name, value in os.environ.items() if not name.startswith(PREFIX) and name != METRICS_FOLDER
    }
    return {**inherited, "PYTHONPATH": os.pathsep.join(sys.path)}
