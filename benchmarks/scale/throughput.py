"""Measure the moves a second that one worker and two acknowledge, with clients in a process of their own."""

import asyncio
import sys
import time
from argparse import Namespace
from collections.abc import Mapping, Sequence
from statistics import median
from subprocess import PIPE

import msgspec

from benchmarks.client.connection import Connection
from benchmarks.client.moves import TableAfterTable
from benchmarks.client.tables import Script, write_scripts
from benchmarks.figures import Figures, Knob, Row, tell
from benchmarks.scale.servers import STORES, read_metrics, redis_seconds, start_service, start_store
from engine import GAMES
from tools.servers import REPOSITORY
from tools.services import Service

SEATS = 2


KNOBS = (
    Knob("seconds", 5.0, "seconds of each measurement"),
    Knob("rounds", 3, "how often each is measured, in turn"),
    Knob("clients", 32, "tables that are played at once"),
    Knob("workers", (1, 2), "numbers of workers"),
    Knob("store", STORES, "measure these stores", STORES),
    Knob("game", "zlam", "the game", GAMES),
)


async def measure(wanted: Namespace) -> list[Figures]:
    """Return the moves per second with each number of workers, and the ratio to the first."""
    rows: list[Row] = []
    for kind in wanted.store:
        rates: dict[int, list[Rate]] = {workers: [] for workers in wanted.workers}
        for number in range(wanted.rounds):
            for workers, found in rates.items():
                tell(f"throughput: {kind}, {workers} workers, round {number + 1} of {wanted.rounds}")
                with start_store(kind) as url, start_service(url, workers) as service:
                    found.append(await _measure_rate(service, url, wanted, number))
        rows += [_row(kind, workers, found, rates[wanted.workers[0]]) for workers, found in rates.items()]
    settings = {"game": wanted.game, "clients": wanted.clients, "seconds": wanted.seconds, "rounds": wanted.rounds}
    return [Figures("throughput of moves", settings, rows)]


class Rate(msgspec.Struct, frozen=True):
    """Moves per second, the milliseconds of CPU time of workers and Redis for one, the busiest worker's part."""

    moves: float
    workers: float
    redis: float
    busiest: float


async def _measure_rate(service: Service, store: str, wanted: Namespace, seed: int) -> Rate:
    before, stored = read_load(service), redis_seconds(store)
    rate = await _run_clients(service, wanted, seed)
    after = read_load(service)
    moves = after.moves - before.moves
    spent = [seconds - before.seconds[worker] for worker, seconds in after.seconds.items()]
    redis = redis_seconds(store) - stored
    return Rate(rate, 1000 * sum(spent) / moves, 1000 * redis / moves, max(spent) / sum(spent))


class Load(msgspec.Struct, frozen=True):
    """The moves made so far, and the CPU time of each worker (of the only one: under an empty name)."""

    moves: float
    seconds: Mapping[str, float]


def read_load(service: Service) -> Load:
    """Read the work that a service has done so far from its metrics."""
    samples = read_metrics(service)
    return Load(
        sum(sample.value for sample in samples if sample.name == "croupier_moves_total"),
        {s.labels.get("worker", ""): s.value for s in samples if s.name == "process_cpu_seconds_total"},
    )


async def _run_clients(service: Service, wanted: Namespace, seed: int) -> float:
    """Return the moves per second acknowledged to clients in another process."""
    given = (service.address, wanted.game, str(wanted.clients), str(wanted.seconds), str(seed))
    process = await asyncio.create_subprocess_exec(sys.executable, "-m", __name__, *given, stdout=PIPE, cwd=REPOSITORY)
    output, _ = await process.communicate()
    if process.returncode:
        raise RuntimeError("The clients failed; what they say is above.")
    rate: float = msgspec.json.decode(output)
    return rate


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


async def play_for(address: str, game: str, clients: int, seconds: float, seed: int) -> float:
    """Play with many clients for a while, after a fifth of the time to warm up, and return the moves per second."""
    host, _, port = address.partition(":")
    counted, scripts = [0] * clients, write_scripts(game, seats=SEATS)
    tasks = [
        asyncio.create_task(_play(Connection(host, int(port)), scripts, seed * clients + number, counted, number))
        for number in range(clients)
    ]
    await asyncio.sleep(seconds / 5)
    before, began = sum(counted), time.perf_counter()
    await asyncio.wait(tasks, timeout=seconds, return_when=asyncio.FIRST_COMPLETED)
    rate = (sum(counted) - before) / (time.perf_counter() - began)
    for task in tasks:
        if task.done():
            task.result()
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    return rate


async def _play(connection: Connection, scripts: Sequence[Script], first: int, counted: list[int], number: int) -> None:
    async with connection:
        player = TableAfterTable(connection, scripts, first)
        while True:
            await player.move()
            counted[number] += 1


if __name__ == "__main__":
    _, address, name, clients, seconds, seed = sys.argv
    print(asyncio.run(play_for(address, name, int(clients), float(seconds), int(seed))))
