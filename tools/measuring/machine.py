"""The machine and the Python that figures were measured with."""

import os
import platform
from pathlib import Path
from time import gmtime, strftime

from service.process.interpreter import describe_python


def describe_machine() -> dict[str, str]:
    """Return the conditions of figures: the day, the machine, and how this Python was built."""
    return {
        "date": strftime("%Y-%m-%d", gmtime()),
        "machine": f"{_processor()}, {os.cpu_count()} cores, {platform.system()}",
        "Python": describe_python(),
        "load before": " ".join(f"{average:.2f}" for average in os.getloadavg()),
    }


def _processor() -> str:
    cpuinfo = Path("/proc/cpuinfo")
    lines = cpuinfo.read_text().splitlines() if cpuinfo.exists() else []
    names = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return names[0] if names else platform.processor() or platform.machine()
