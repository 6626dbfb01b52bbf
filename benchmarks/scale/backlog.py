"""Measure what a backlog of late notices costs, and how soon receivers that come back get theirs."""

import asyncio
import time
from argparse import Namespace
from collections.abc import AsyncIterator, Callable, Iterator, Mapping, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from functools import partial
from random import Random
from statistics import median

from benchmarks.figures import Figures, Knob, Row, benchmark, pick, say_goal
from benchmarks.scale.common import SEATS, STORES, game_knob
from benchmarks.scale.receivers import NICENESS, PERSON_SECONDS, SILENT, dead_urls
from service.notices import late
from service.notices.endpoints import Endpoints, Webhook
from service.notices.late import Delivery, Target
from service.notices.notice import Notice, Subject, make_origin
from service.notices.repository import EndpointRepository
from store.port import Store
from tools.inbox import Answer, Inbox, Message, accept
from tools.load.connection import Connection
from tools.load.moves import time_move
from tools.load.serving import start_service, start_store
from tools.load.tables import Table, open_tables, write_scripts
from tools.measuring.clock import percentile, tell
from tools.services import Service
from tools.stores import started_store

SLOWER = 1.2
PER_SECOND = 50
STOP_SECONDS = 2.0
# A receiver that has failed once is tried again after 15 seconds at most, and after up to 2 seconds on the way.
RETRY_SECONDS = 17.0
STUMBLING = 10
# The endpoints have failed for up to so long.
HOURS = 6
HOUR = 3_600_000
SECONDS_TO_LIVE = 10 * 86_400
PLAIN = "without a backlog"
BESIDE = "beside the backlog"


@benchmark(
    Knob("store", "sqlite", "the store", STORES),
    Knob("parked", 20_000, "parked deliveries"),
    Knob("endpoints", 100, "endpoints for which they are parked"),
    Knob("rounds", 6, "rounds, in turn without the backlog and beside it"),
    Knob("seconds", 10.0, "seconds of a round"),
    game_knob("zeven"),
)
async def backlog(wanted: Namespace) -> list[Figures]:
    """Measure a person's move beside notices that are parked for dead receivers, and how these are delivered.

    Half of the receivers refuse connections, and half accept them and never answer until they come back. Meanwhile
    other receivers refuse their first notice, and get it again.
    """
    async with AsyncExitStack() as stack:
        silent = await stack.enter_async_context(Inbox(addresses=SILENT))
        silent.is_open.clear()
        stumbling = await stack.enter_async_context(Inbox(refuse_first()))
        plain = await stack.enter_async_context(_serve(wanted.store))
        url = stack.enter_context(start_store(wanted.store))
        store = await stack.enter_async_context(started_store(url))
        tell(f"backlog: parking {wanted.parked:,} deliveries")
        targets = await fill(store, wanted, silent)
        beside = stack.enter_context(start_service(url, bot_niceness=NICENESS, webhooks="private"))
        moves, retries = await asyncio.gather(
            measure_moves(plain, beside, wanted), measure_retries(beside.port, stumbling)
        )
        tell("backlog: the silent receivers come back")
        rate = await measure_return(store, targets[1::2], silent, wanted.parked // wanted.endpoints)
        begun = time.perf_counter()
        beside.terminate()
        stopping = time.perf_counter() - begun
    said = [
        f"the last second try came after {max(retries):.1f} s. {_say_seconds(RETRY_SECONDS, max(retries))}",
        f"a receiver that came back got {rate:,.0f} a second. {say_goal(f'{PER_SECOND}', rate >= PER_SECOND)}",
        f"the service ended after {stopping:.1f} s. {_say_seconds(STOP_SECONDS, stopping)}",
    ]
    return [_report(moves, said, wanted)]


def _report(moves: Mapping[str, Sequence[float]], said: Sequence[str], wanted: Namespace) -> Figures:
    p90 = {name: percentile(sorted(each), 90) for name, each in moves.items()}
    rows: list[Row] = [
        {"tables": name, "moves": len(each), "median ms": median(each), "p90 ms": p90[name]}
        for name, each in moves.items()
    ]
    slower = p90[BESIDE] / p90[PLAIN]
    first = f"p90 of a move: {slower:.2f} times. {say_goal(f'at most {SLOWER} times', slower <= SLOWER)}"
    settings = pick(wanted, "store", "parked", "endpoints", "game")
    return Figures("a backlog of late notices", settings, rows, [first, *said])


def _say_seconds(goal: float, seconds: float) -> str:
    return say_goal(f"{goal:g} s", seconds <= goal)


@asynccontextmanager
async def _serve(kind: str) -> AsyncIterator[Service]:
    with start_store(kind) as url, start_service(url, bot_niceness=NICENESS, webhooks="private") as service:
        yield service


def refuse_first() -> Callable[[Message], Answer]:
    """Return an answer to messages that refuses each of them once."""
    seen = set[str]()

    def answer(message: Message) -> Answer:
        is_new = message.id not in seen
        seen.add(message.id)
        return Answer(500 if is_new else 204)

    return answer


async def fill(store: Store, wanted: Namespace, silent: Inbox) -> Sequence[Target]:
    """Park deliveries for endpoints, which refuse connections and never answer in turn; return the endpoints."""
    targets = [Target(f"session:dead-{number}", "hook") for number in range(wanted.endpoints)]
    random = Random(wanted.endpoints)
    now = await store.now()
    endpoints = EndpointRepository(store)
    for target, url in zip(targets, dead_urls(silent), strict=False):
        webhook = Webhook(target.endpoint, url, 0)
        await endpoints.change(target.owner, SECONDS_TO_LIVE, partial(_add, webhook))
        age = random.randrange(HOURS * HOUR)
        notices = [
            Notice("turn.started", now - age, make_origin(target.owner, number), Subject(target.owner))
            for number in range(wanted.parked // wanted.endpoints)
        ]
        await asyncio.gather(*(late.put(store, Delivery(*target, one, one.at)) for one in notices))
        await late.enter(store, target, now)
    return targets


def _add(webhook: Webhook, endpoints: Endpoints, _now: int) -> Endpoints:
    return endpoints.with_webhook(webhook)


class Person:
    """Somebody who plays at one table of a service after the other."""

    def __init__(self, port: int, tables: Iterator[Table]) -> None:
        self._port = port
        self._tables = tables
        self._table = next(tables)

    async def play(self, seconds: float) -> Sequence[float]:
        """Play for so long, and return the milliseconds of each move."""
        end = time.perf_counter() + seconds
        times = list[float]()
        async with Connection(self._port) as connection:
            while time.perf_counter() < end:
                if not self._table.left:
                    self._table = next(self._tables)
                times.append(await time_move(connection, self._table))
                await asyncio.sleep(PERSON_SECONDS)
        return times


async def measure_moves(plain: Service, beside: Service, wanted: Namespace) -> dict[str, list[float]]:
    """Return the milliseconds of the moves at both services, in rounds by turns."""
    scripts = write_scripts(wanted.game, seats=SEATS)
    sides = {name: await open_tables(one.port, scripts) for name, one in ((PLAIN, plain), (BESIDE, beside))}
    people = {PLAIN: Person(plain.port, iter(sides[PLAIN])), BESIDE: Person(beside.port, iter(sides[BESIDE]))}
    times: dict[str, list[float]] = {name: [] for name in people}
    for number in range(wanted.rounds):
        for name, person in people.items():
            tell(f"backlog: round {number + 1} of {wanted.rounds}, {name}")
            times[name] += await person.play(wanted.seconds)
    return times


async def measure_retries(port: int, receiver: Inbox) -> Sequence[float]:
    """Return the seconds between the two tries of notices that a receiver refuses once, each of a new endpoint."""
    async with Connection(port) as connection:
        for number in range(STUMBLING):
            made = await connection.post("/v1/sessions", {"game": "zar", "seats": 2})
            session = made["session"]["id"]
            wish = {"sessionId": session, "url": receiver.url(f"/{number}")}
            await connection.post("/v1/webhooks", wish, made["hostToken"])
            await connection.post(f"/v1/sessions/{session}/abandon", {}, made["hostToken"])
    return await asyncio.gather(*(_time_retry(receiver, f"/{number}") for number in range(STUMBLING)))


async def _time_retry(receiver: Inbox, path: str) -> float:
    await _until(lambda: len(receiver.types(path)) >= 1)
    first = time.perf_counter()
    await _until(lambda: len(receiver.types(path)) >= 2)
    return time.perf_counter() - first


async def measure_return(store: Store, targets: Sequence[Target], receiver: Inbox, each: int) -> float:
    """Let a receiver come back when its endpoints are due; return how many notices it gets in a second."""
    receiver.answer = accept
    receiver.is_open.set()
    now = await store.now()
    for target in targets:
        await late.enter(store, target, now)
    begun = time.perf_counter()
    received = len(receiver.messages)
    await _until(lambda: len({message.id for message in receiver.messages}) >= each * len(targets))
    return (len(receiver.messages) - received) / (time.perf_counter() - begun)


async def _until(condition: Callable[[], bool]) -> None:
    while not condition():  # noqa: ASYNC110 - nothing announces what comes to a receiver
        await asyncio.sleep(0.05)
