"""Measure what the worst accepted documents, and the worst request of each operation, cost a worker and the others."""

import asyncio
import gc
import threading
import time
from argparse import Namespace
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

import httpx2
import msgspec

from benchmarks.figures import Figures, Knob, Row, benchmark, numbers_of, say_goal
from service.graphql.schema import checks, compiled, schema
from service.graphql.subscriptions import format_result
from service.graphql.types import GraphQLContext
from service.http.call import Call
from service.process.serve import spare_collector
from service.storage.sessions import Lifetimes, SessionRepository
from service.storage.tournaments import TournamentRepository
from service.use_cases.context import StatelessTables
from tools.large.documents import ACCEPTED, WRONG
from tools.large.requests import LONGEST_BODY, WORST, Request, Stage, make
from tools.load.serving import serving
from tools.measuring.clock import percentile, tell
from tools.measuring.processes import children_of, cpu_seconds, resident_bytes
from tools.services import Service
from tools.stores import started_store

DOCUMENT_GOAL = 50
STEPS = ("check", "first", "second", "third")
CPU_GOAL = 1.0
WAIT_GOAL = 100.0
KEPT_GOAL = 20.0
# Levels of bots have their own price and their own processes: a search takes what the level is for.
SEARCHES = ("suggestMove", "suggestMoveForState", "review")
PROBE_SECONDS = 0.01
SETTLE_SECONDS = 1.0
MEBIBYTE = 1024 * 1024


@benchmark(Knob("only", "", "measure the requests of this operation alone"))
async def worst(wanted: Namespace) -> list[Figures]:
    """Measure what the worst accepted documents, and the worst request of each operation, cost a worker and the others.

    The time of a document is CPU time of the uninterrupted steps: it is checked, executed for the first time by
    graphql-core, for the second time by its plan while that is compiled, and then by the plan. Of a request, it is the
    CPU time of the service and of its processes; meanwhile `/livez` is asked every ten milliseconds.
    """
    figures = [] if wanted.only else [await _measure_documents()]
    return [*figures, await asyncio.to_thread(_measure_requests, wanted.only)]


async def _measure_documents() -> Figures:
    """Return the milliseconds of each document, the slowest first."""
    with TemporaryDirectory() as folder:
        async with started_store(f"sqlite:{folder}/croupier.db") as store:
            lifetimes = Lifetimes(600, 600, 600)
            repositories = SessionRepository(store, lifetimes), TournamentRepository(store, lifetimes)
            call = Call(method="POST", path="/graphql", headers=[], fields={}, client=None)
            context = GraphQLContext(*repositories, StatelessTables(None, store, 0), None, call=call)
            spare_collector()
            times = {name: await _measure_steps(text, context) for name, text in (ACCEPTED | WRONG).items()}
    slowest = sorted(times.items(), key=lambda row: -max(row[1]))
    rows: list[Row] = [{"milliseconds": name, **dict(zip(STEPS, steps, strict=True))} for name, steps in slowest]
    is_met = max(map(max, times.values())) < DOCUMENT_GOAL
    return Figures("worst documents", {}, rows, [say_goal(f"{DOCUMENT_GOAL} ms", is_met)])


async def _measure_steps(document: str, context: GraphQLContext) -> list[float]:
    """Return the milliseconds of the steps."""
    gc.collect()
    start = time.thread_time()
    checks.check(schema._schema, document)
    steps = [1000 * (time.thread_time() - start)]
    name = "A0" if document.startswith("query A0 ") else None
    for _ in range(3):
        start = time.thread_time()
        result = await compiled.execute(document, context_value=context, operation_name=name)
        msgspec.json.encode(format_result(result))
        steps.append(1000 * (time.thread_time() - start))
    return steps


# ---- requests


def _measure_requests(only: str) -> Figures:
    """Return the costs of the worst request of each operation, or of one of them."""
    rows: list[Row] = []
    with serving("sqlite") as service:
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
    table = stage.send(make("newTable", {"game": "zar", "seats": 2, "seed": "00" * 32}))["table"]
    asked = {"state": table["state"], "seat": table["activeSeats"][0], "level": 1}
    stage.send(make("suggestMoveForState", asked))


def _measure(service: Service, stage: Stage, name: str, case: str, request: Request) -> Row:
    tell(f"worst: {name}, {case}")
    time.sleep(SETTLE_SECONDS)
    memory = _memory(service)
    cpu = _cpu(service)
    own = cpu_seconds(service.process_id)
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


def _memory(service: Service) -> int:
    """Return the resident memory of a service and its processes."""
    return sum(map(resident_bytes, [service.process_id, *children_of(service.process_id)]))


def _cpu(service: Service) -> float:
    """Return the CPU seconds of a service and its processes, with those that these have waited for."""
    stats = [Path(f"/proc/{one}/stat").read_text() for one in (service.process_id, *children_of(service.process_id))]
    return sum(int(ticks) for stat in stats for ticks in stat.rpartition(")")[2].split()[11:15]) / 100


def _say_goals(rows: list[Row]) -> list[str]:
    counted = [row for row in rows if row["operation"] not in SEARCHES]
    spent = numbers_of(counted, "CPU s")
    waited = numbers_of(rows, "longest ms")
    return [
        say_goal(f"{CPU_GOAL:g} s of CPU", max(spent, default=0) <= CPU_GOAL),
        say_goal(f"{WAIT_GOAL:g} ms for others", max(waited, default=0) <= WAIT_GOAL),
        say_goal(f"{KEPT_GOAL:g} MiB kept", max(numbers_of(rows, "kept MiB"), default=0) <= KEPT_GOAL),
    ]
