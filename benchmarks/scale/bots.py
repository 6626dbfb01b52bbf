"""Measure how much bots that think slow down the moves at tables of people, on one worker.

Of two cores there are two ways to give the processes that think one: that of the load and the store, where they come
last (`shared`), or one of their own, while the worker shares the other with the load and the store (`free`). The goals
are those of a machine with a free core.
"""

import asyncio
import os
from argparse import Namespace
from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from statistics import median
from typing import Any, NamedTuple

from benchmarks.client.moves import TableAfterTable
from benchmarks.client.tables import write_scripts
from benchmarks.figures import Figures, Knob, Row, say_goal, tell
from benchmarks.processes import cpu_seconds, find_cores, on_core
from benchmarks.scale.connections import percentile, play
from benchmarks.scale.servers import STORES, connect, read_metrics, start_service, start_store
from engine import GAMES
from tools.services import Service

# At most so much of the throughput may be lost, and the slowest hundredth may take so much longer.
MOST_LOST = 0.10
MOST_SLOWER = 2.0
SEATS = 2
# A table of this game goes on for longer than any round.
LONG_GAME = "zeven"
DECISIONS = "croupier_bot_thought_seconds_count"
POLL_SECONDS = 0.05

KNOBS = (
    Knob("connections", 16, "people's connections, each always busy"),
    Knob("seconds", 5.0, "seconds of each round"),
    Knob("rounds", 7, "rounds of each kind"),
    Knob("tables", 2, "tables at which bots play all seats"),
    Knob("level", 3, "the level of the bots"),
    Knob("store", "redis", "the store", STORES),
    Knob("game", "zlam", "the game of the people", GAMES),
    Knob("core", "free", "the core of the processes that think", ("free", "shared")),
)


class Round(NamedTuple):
    """The milliseconds of each move of people, ascending, and the decisions of bots meanwhile.

    `cpu` is the milliseconds of CPU time that the worker took for everything, to a move of people.
    """

    times: Sequence[float]
    decisions: float
    cpu: float


async def measure(wanted: Namespace) -> list[Figures]:
    """Return the moves per second of people and their percentiles, without and with bots, turn by turn."""
    server, load = find_cores()
    thinking = load
    if wanted.core == "free":
        server, thinking = load, server
    alone, beside = list[Round](), list[Round]()
    with on_core(load), start_store(wanted.store) as url, start_service(url) as service:
        _keep_on_core(service.process_id, server)
        async with AsyncExitStack() as stack:
            connections = [await stack.enter_async_context(connect(service)) for _ in range(wanted.connections)]
            scripts = write_scripts(wanted.game, seats=SEATS)
            players = [TableAfterTable(connection, scripts, first) for first, connection in enumerate(connections)]
            await play(players, wanted.seconds / 5, 0)
            for number in range(wanted.rounds):
                tell(f"bots: round {number + 1} of {wanted.rounds}")
                # Forwards and backwards in turn, so that neither kind is always the first.
                for found, tables in ((alone, 0), (beside, wanted.tables))[:: 1 if number % 2 else -1]:
                    async with bots_play(service, tables, wanted.level, thinking):
                        found.append(await _play_round(service, players, wanted.seconds))
    rows = [_row("without bots", alone, alone, wanted.seconds), _row("with bots", beside, alone, wanted.seconds)]
    settings = {"game": wanted.game, "store": wanted.store, "level": wanted.level, "rounds": wanted.rounds}
    settings["core"] = wanted.core
    return [Figures("people beside bots", settings, rows, _say_goals(rows[1]))]


@asynccontextmanager
async def bots_play(service: Service, tables: int, level: int, core: int) -> AsyncIterator[None]:
    """Let bots play at so many tables meanwhile, and think on a core."""
    opened = [_open_table(service, level) for _ in range(tables)]
    while opened and not _children(service.process_id):  # noqa: ASYNC110 - nothing announces them
        await asyncio.sleep(POLL_SECONDS)
    for thinker in _children(service.process_id):
        _keep_on_core(thinker, core)
    yield
    for session, host in opened:
        _post(service, f"/{session}/abandon", {}, host)
    # What they think about does not belong to the next round.
    while _read(service, "croupier_bot_questions"):  # noqa: ASYNC110 - nothing tells of it
        await asyncio.sleep(POLL_SECONDS)


async def _play_round(service: Service, players: Sequence[TableAfterTable], seconds: float) -> Round:
    before, spent = _read(service, DECISIONS), cpu_seconds(service.process_id)
    times = await play(players, seconds, 0)
    cpu = 1000 * (cpu_seconds(service.process_id) - spent) / len(times)
    return Round(times, _read(service, DECISIONS) - before, cpu)


def _row(kind: str, rounds: Sequence[Round], alone: Sequence[Round], seconds: float) -> Row:
    """Return the medians of the rounds, and the medians of their ratios to the round without bots beside them."""
    pairs = list(zip(rounds, alone, strict=True))
    return {
        "people": kind,
        "moves/s": round(median(len(one.times) for one in rounds) / seconds),
        "p50 ms": median(percentile(one.times, 50) for one in rounds),
        "p99 ms": median(percentile(one.times, 99) for one in rounds),
        "moves, to those without": median(len(one.times) / len(other.times) for one, other in pairs),
        "p99, to that without": median(percentile(one.times, 99) / percentile(other.times, 99) for one, other in pairs),
        "worker's CPU ms/move": median(one.cpu for one in rounds),
        "decisions of bots/s": sum(one.decisions for one in rounds) / len(rounds) / seconds,
    }


def _say_goals(row: Row) -> list[str]:
    lost, slower = 1 - float(row["moves, to those without"] or 0), float(row["p99, to that without"] or 0)
    return [
        say_goal(f"at most {MOST_LOST:.0%} of the moves lost", lost <= MOST_LOST),
        say_goal(f"p99 at most {MOST_SLOWER:g} times as long", slower <= MOST_SLOWER),
    ]


def _open_table(service: Service, level: int) -> tuple[str, str]:
    """Open a table, let bots play all its seats, and return its id and the host's token."""
    made = _post(service, "", {"game": LONG_GAME, "seats": SEATS})
    session, host = made["session"]["id"], made["hostToken"]
    for seat in range(SEATS):
        _post(service, f"/{session}/bots", {"seat": seat, "level": level}, host)
    return session, host


def _post(service: Service, path: str, body: object, token: str = "") -> Any:  # noqa: ANN401 - JSON
    headers = {"Authorization": f"Bearer {token}"} if token else {}
    answer = service.http.post(f"{service.root}/v1/sessions{path}", json=body, headers=headers)
    answer.raise_for_status()
    return answer.json()


def _read(service: Service, metric: str) -> float:
    """Return the value of a metric, summed over its labels."""
    return sum(sample.value for sample in read_metrics(service) if sample.name == metric)


def _children(process: int) -> list[int]:
    threads = Path(f"/proc/{process}/task").glob("*/children")
    return [int(child) for thread in threads for child in thread.read_text().split()]


def _keep_on_core(process: int, core: int) -> None:
    for thread in Path(f"/proc/{process}/task").iterdir():
        os.sched_setaffinity(int(thread.name), {core})
