"""On what a run took place."""

import os
import platform
import sysconfig
from importlib.metadata import version
from pathlib import Path
from time import gmtime, strftime

PACKAGES = (
    "uvicorn",
    "uvloop",
    "httptools",
    "starlette",
    "strawberry-graphql",
    "graphql-core",
    "msgspec",
    "hiredis",
    "apsw",
)


def describe_machine() -> dict[str, str]:
    """Return what the figures depend on: the day, the machine, and how this Python was built."""
    options = sysconfig.get_config_var("CONFIG_ARGS") or ""
    optimised = "--enable-optimizations" in options
    return {
        "date": strftime("%Y-%m-%d", gmtime()),
        "machine": f"{_processor()}, {os.cpu_count()} cores, {platform.system()}",
        "Python": f"{platform.python_version()} ({platform.python_compiler()}, "
        f"{'with' if optimised else 'without'} profile-guided optimisation)",
        "load before": " ".join(f"{average:.2f}" for average in os.getloadavg()),
    }


def package_versions() -> dict[str, str]:
    """Return the versions of the Python packages that the figures depend on."""
    return {name: version(name) for name in PACKAGES} | {"redis-py": version("redis")}


def _processor() -> str:
    cpuinfo = Path("/proc/cpuinfo")
    lines = cpuinfo.read_text().splitlines() if cpuinfo.exists() else []
    names = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return names[0] if names else platform.processor() or platform.machine()
