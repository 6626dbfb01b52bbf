"""The costs of the worst request of each operation: CPU time, what others wait meanwhile, and what memory is kept."""

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx2

from benchmarks.figures import Figures, Row, say_goal, tell
from benchmarks.processes import cpu_seconds, resident_bytes
from benchmarks.scale.connections import percentile
from benchmarks.scale.servers import start_service, start_store
from benchmarks.worst_requests import LONGEST_BODY, WORST, Request, Stage, make
from tools.services import Service

CPU_GOAL, WAIT_GOAL, KEPT_GOAL = 1.0, 100.0, 20.0
# Levels of bots have their own price and their own processes: a search takes what the level is for.
SEARCHES = ("suggestMove", "suggestMoveForState", "review")
PROBE_SECONDS = 0.01
SETTLE_SECONDS = 1.0
MEBIBYTE = 1024 * 1024


def measure_requests(only: str) -> Figures:
    """Return the costs of the worst request of each operation, or of one of them."""
    rows: list[Row] = []
    with start_store("sqlite") as url, start_service(url) as service:
        stage = Stage(service)
        _warm_up(stage)
        for name, found in WORST.items():
            if only in ("", name) and not isinstance(found, str):
                rows += [_measure(service, stage, name, case, build(stage)) for case, build in found.items()]
    reasons = [f"{name}: {found}" for name, found in WORST.items() if isinstance(found, str) and not only]
    return Figures("worst requests", {"body": LONGEST_BODY}, rows, [*_say_goals(rows), *reasons])


def _warm_up(stage: Stage) -> None:
    """Have the processes started that think and calculate."""
    plan = {"format": "SWISS", "seats": 2}
    stage.send(make("standingsOf", {"plan": plan, "entrants": [{}, {}]}))
    state = stage.send(make("newTable", {"game": "zar", "seats": 2, "seed": "00" * 32}))["table"]["state"]
    for seat in range(2):
        try:
            stage.send(make("suggestMoveForState", {"state": state, "seat": seat, "level": 1}))
        except RuntimeError:
            tell("it is not the turn of one of two seats")


def _measure(service: Service, stage: Stage, name: str, case: str, request: Request) -> Row:
    tell(f"worst: {name}, {case}")
    time.sleep(SETTLE_SECONDS)
    memory, cpu, own = _memory(service), _cpu(service), cpu_seconds(service.process_id)
    with _probing(service) as waits:
        began = time.perf_counter()
        stage.send(request)
        took = time.perf_counter() - began
        time.sleep(SETTLE_SECONDS)
    return {
        "operation": name,
        "worst": case,
        "kB": len(request.body or b"") / 1000,
        "seconds": took,
        "CPU s": _cpu(service) - cpu,
        "of the server": cpu_seconds(service.process_id) - own,
        "livez p99 ms": percentile(sorted(waits), 99),
        "longest ms": max(waits),
        "kept MiB": (_memory(service) - memory) / MEBIBYTE,
    }


@contextmanager
def _probing(service: Service) -> Iterator[list[float]]:
    """Ask for `/livez` again and again, and yield the milliseconds that each answer takes."""
    waits: list[float] = []
    ended = threading.Event()

    def probe() -> None:
        with httpx2.Client(timeout=60) as http:
            while not ended.wait(PROBE_SECONDS):
                began = time.perf_counter()
                http.get(f"{service.root}/livez")
                waits.append(1000 * (time.perf_counter() - began))

    prober = threading.Thread(target=probe)
    prober.start()
    try:
        yield waits
    finally:
        ended.set()
        prober.join()


def _family(service: Service) -> list[int]:
    """Return the ids of the service's process and its children."""
    folders = [folder for folder in Path("/proc").iterdir() if folder.name.isdigit()]
    return [service.process_id, *(int(one.name) for one in folders if _parent(one) == service.process_id)]


def _parent(folder: Path) -> int:
    try:
        return int((folder / "stat").read_text().rpartition(")")[2].split()[1])
    except OSError:
        return 0


def _memory(service: Service) -> int:
    return sum(map(resident_bytes, _family(service)))


def _cpu(service: Service) -> float:
    """Return the CPU seconds of a service and its processes, with those that these have waited for."""
    ticks = 0
    for number in _family(service):
        fields = Path(f"/proc/{number}/stat").read_text().rpartition(")")[2].split()
        ticks += sum(map(int, fields[11:15]))
    return ticks / 100


def _say_goals(rows: list[Row]) -> list[str]:
    counted = [row for row in rows if row["operation"] not in SEARCHES]
    return [
        say_goal(f"{CPU_GOAL:g} s of CPU", all(float(row["CPU s"] or 0) <= CPU_GOAL for row in counted)),
        say_goal(f"{WAIT_GOAL:g} ms for others", all(float(row["longest ms"] or 0) <= WAIT_GOAL for row in rows)),
        say_goal(f"{KEPT_GOAL:g} MiB kept", all(float(row["kept MiB"] or 0) <= KEPT_GOAL for row in rows)),
    ]
