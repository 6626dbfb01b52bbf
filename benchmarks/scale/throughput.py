"""Measure the moves a second that one, two and more workers acknowledge, with clients in a process of their own."""

import asyncio
import time
from argparse import Namespace
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import AsyncExitStack
from multiprocessing import get_context
from statistics import median

import msgspec
from redis import Redis

from benchmarks.figures import Figures, Knob, Row, benchmark, pick
from benchmarks.kept import WRITE, keep
from benchmarks.scale.common import EACH_STORE, SEATS, game_knob
from tools.load.connection import Connection
from tools.load.moves import TableAfterTable, play
from tools.load.serving import read_metric, read_metrics, serving
from tools.load.tables import write_scripts
from tools.measuring.clock import take_turns
from tools.services import Service


class Rate(msgspec.Struct, frozen=True):
    """Moves per second, the milliseconds of CPU time of workers and Redis for one, the busiest worker's part."""

    moves: float
    workers: float
    redis: float
    busiest: float


@benchmark(
    Knob("seconds", 5.0, "seconds of each measurement"),
    Knob("rounds", 3, "how often each is measured, in turn"),
    Knob("clients", 32, "tables that are played at once"),
    Knob("workers", (1, 2, 4), "numbers of workers"),
    EACH_STORE,
    game_knob("zlam"),
    WRITE,
)
async def throughput(wanted: Namespace) -> list[Figures]:
    """Measure the moves a second that one, two and more workers acknowledge, with clients in a process of their own."""
    rows: list[Row] = []
    for kind in wanted.store:
        rates: dict[int, list[Rate]] = {workers: [] for workers in wanted.workers}
        for workers in take_turns(wanted.rounds, rates, f"throughput: {kind}, workers: "):
            with serving(kind, workers) as service:
                rates[workers].append(await _measure_rate(service, wanted, len(rates[workers])))
        rows += [_row(kind, workers, found, rates[wanted.workers[0]]) for workers, found in rates.items()]
    found = [Figures("throughput of moves", pick(wanted, "game", "clients", "seconds", "rounds"), rows)]
    if wanted.write:
        keep("throughput", found)
    return found


async def _measure_rate(service: Service, wanted: Namespace, seed: int) -> Rate:
    before = _worker_seconds(service)
    stored = _redis_seconds(service.store)
    made = read_metric(service, "croupier_moves_total")
    with ProcessPoolExecutor(1, get_context("spawn")) as process:
        given = (service.port, wanted.game, wanted.clients, wanted.seconds, seed)
        rate = await asyncio.get_running_loop().run_in_executor(process, run_clients, *given)
    moves = read_metric(service, "croupier_moves_total") - made
    spent = [seconds - before[worker] for worker, seconds in _worker_seconds(service).items()]
    redis = _redis_seconds(service.store) - stored
    return Rate(rate, 1000 * sum(spent) / moves, 1000 * redis / moves, max(spent) / sum(spent))


def _worker_seconds(service: Service) -> dict[str, float]:
    """Return the CPU time of each worker; of the only one under an empty name."""
    found = (sample for sample in read_metrics(service) if sample.name == "process_cpu_seconds_total")
    return {sample.labels.get("worker", ""): sample.value for sample in found}


def _redis_seconds(url: str) -> float:
    """Return the CPU time that a Redis server has taken so far, 0 for a store other than Redis."""
    if not url.startswith("redis:"):
        return 0.0
    with Redis.from_url(url) as client:
        used = client.info("cpu")
        seconds: float = used["used_cpu_user"] + used["used_cpu_sys"]
        return seconds


def _row(kind: str, workers: int, rates: Sequence[Rate], first: Sequence[Rate]) -> Row:
    moves = [rate.moves for rate in rates]
    return {
        "store": kind,
        "workers": workers,
        "moves/s": round(median(moves)),
        "lowest": round(min(moves)),
        "highest": round(max(moves)),
        "to the first": round(median(moves) / median(rate.moves for rate in first), 2),
        "workers' CPU ms/move": median(rate.workers for rate in rates),
        "Redis CPU ms/move": median(rate.redis for rate in rates),
        "busiest worker": f"{median(rate.busiest for rate in rates):.0%}",
    }


# ---- in the process of the clients


def run_clients(port: int, game: str, clients: int, seconds: float, seed: int) -> float:
    """Play with many clients for a while, after a fifth of the time to warm up, and return the moves per second."""
    return asyncio.run(_run_clients(port, game, clients, seconds, seed))


async def _run_clients(port: int, game: str, clients: int, seconds: float, seed: int) -> float:
    scripts = write_scripts(game, seats=SEATS)
    async with AsyncExitStack() as stack:
        opened = [await stack.enter_async_context(Connection(port)) for _ in range(clients)]
        players = [TableAfterTable(one, scripts, seed * clients + number) for number, one in enumerate(opened)]
        await play(players, seconds / 5)
        began = time.perf_counter()
        return len(await play(players, seconds)) / (time.perf_counter() - began)
