"""The processes that think for bots, as the system knows them."""

import os
from pathlib import Path


def worker_processes_of(parent: int | None = None) -> set[int]:
    """Return the ids of the live processes that a process (None: this one) has started to think."""
    wanted = f"PPid:\t{os.getpid() if parent is None else parent}\n"
    return {
        int(folder.name)
        for folder in Path("/proc").glob("[0-9]*")
        if is_worker_process(int(folder.name)) and wanted in _read(folder / "status")
    }


def is_worker_process(process: int) -> bool:
    """Tell whether a process is there and thinks; one that has ended has no command line."""
    return "service.opponents.worker_process" in _read(Path(f"/proc/{process}/cmdline"))


def _read(file: Path) -> str:
    try:
        return file.read_text()
    except OSError:
        return ""
