"""Measure what people notice of a crowd of bots: their bots' answers, their moves, and a probe, at one worker.

People play against a bot of level 1 and among themselves, first alone and then beside the crowd: a tournament of bots
that somebody starts, or batches of large tables of bots that somebody opens. At last somebody ends it.
"""

import asyncio
import time
from argparse import Namespace
from collections.abc import Callable, Coroutine, Sequence
from contextlib import AsyncExitStack
from random import Random
from typing import Any, NamedTuple, cast

import aiohttp
import msgspec

from benchmarks.client.connection import Json
from benchmarks.client.moves import TableAfterTable
from benchmarks.client.tables import write_scripts
from benchmarks.figures import Figures, Knob, Row, say_goal, tell
from benchmarks.processes import cpu_seconds
from benchmarks.scale.connections import percentile, play
from benchmarks.scale.servers import STORES, connect, read_metrics, start_service, start_store
from tools.services import Service

BOT_SECONDS, SLOWER, STALL_MILLIS = 1.5, 2.0, 100.0
CROWDS = ("tournament", "batch", "batches")
# Enough cards for a table of a hundred.
DECKS = 7
# As a service has it by default.
NICENESS = "10"
GAME, GUEST_GAME = "zlam", "zeven"
MOVES = "croupier_bot_turns_total"
PROBE = b"GET /livez HTTP/1.1\r\nHost: localhost\r\n\r\n"
PROBE_SECONDS = 0.02
# Each person moves about so often.
MOVE_SECONDS = 0.2
POLL_SECONDS = 0.1
ROUND_SECONDS = 1.0

KNOBS = (
    Knob("crowd", CROWDS, "the crowds", CROWDS),
    Knob("people", 4, "people who play against a bot, and as many pairs of people"),
    Knob("seconds", 20.0, "seconds without the crowd, and again with it"),
    Knob("level", 1, "the level of the crowd's bots"),
    Knob("bots", 3_000, "bots of the tournament, two at a table"),
    Knob("batches", 10, "batches of `batches`, opened at the same time"),
    Knob("tables", 50, "tables of a batch"),
    Knob("seats", 100, "seats of each of these"),
    Knob("store", "redis", "the store", STORES),
)


class Noticed(NamedTuple):
    """What people notice, in milliseconds: their bots' answers, their own moves, and the answers to a probe.

    Meanwhile the crowd made so many moves, in so many `seconds`, of which the worker computed for `cpu`.
    """

    bots: list[float]
    moves: list[float]
    probes: list[float]
    crowd: float
    seconds: float
    cpu: float


class People:
    """Those who play, and a probe, each on a connection of its own."""

    def __init__(self, service: Service, guests: Sequence["Guest"], movers: Sequence[TableAfterTable]) -> None:
        self._service = service
        self._guests = guests
        self._movers = movers

    async def notice(self, seconds: float) -> Noticed:
        """Play for so long."""
        before, computed = self._count_moves(), cpu_seconds(self._service.process_id)
        end = time.perf_counter() + seconds
        playing = asyncio.gather(*(guest.play(end) for guest in self._guests))
        probing = asyncio.create_task(_probe(self._service, end))
        moves = await play(self._movers, seconds, MOVE_SECONDS)
        bots = [took for each in await playing for took in each]
        crowd, cpu = self._count_moves() - before - len(bots), cpu_seconds(self._service.process_id) - computed
        return Noticed(bots, moves, await probing, crowd, seconds, cpu)

    async def notice_until(self, done: asyncio.Future[Any]) -> Noticed:
        """Play until something is done, in rounds of a second."""
        rounds = [await self.notice(ROUND_SECONDS)]
        while not done.done():
            rounds.append(await self.notice(ROUND_SECONDS))
        bots = [took for each in rounds for took in each.bots]
        moves = [took for each in rounds for took in each.moves]
        probes = [took for each in rounds for took in each.probes]
        crowd, seconds = sum(each.crowd for each in rounds), sum(each.seconds for each in rounds)
        return Noticed(bots, moves, probes, crowd, seconds, sum(each.cpu for each in rounds))

    def _count_moves(self) -> float:
        """Return how many moves bots have made so far."""
        found = read_metrics(self._service)
        return sum(one.value for one in found if one.name == MOVES and one.labels.get("outcome") == "moved")


class Guest:
    """A person who plays against a bot of level 1, table after table."""

    def __init__(self, http: aiohttp.ClientSession, number: int) -> None:
        self._http = http
        self._chance = Random(number)
        self._seat: dict[str, str] = {}

    async def play(self, end: float) -> list[float]:
        """Play until a time; return the milliseconds until the bot has answered, each time."""
        times = []
        while time.perf_counter() < end:
            now = await self._poll()
            if now["state"] == "DECIDING":
                answered = await self._move(now)
                times += [] if answered is None else [answered]
            else:
                self._seat = {}
            await asyncio.sleep(MOVE_SECONDS * self._chance.random())
        return times

    async def _move(self, now: Json) -> float | None:
        """Move; return the milliseconds until this seat is asked again, None unless a bot has moved before."""
        view = now["session"]["view"]
        move = self._chance.choice(view["legalMoves"])["notation"]
        path, token = f"/v1/sessions/{self._seat['sessionId']}/moves", self._seat["seatToken"]
        moved = await _post(self._http, path, {"move": move}, token)
        began = time.perf_counter()
        if view["viewer"] in moved["session"]["view"]["turn"]:
            return None
        await self._poll()
        return 1000 * (time.perf_counter() - began)

    async def _poll(self) -> Json:
        """Return what this seat has to decide, once it has; at a new table if it has none."""
        if not self._seat:
            self._seat = await self._open()
        answer = await _post(self._http, "/v1/decisions", {"seats": [self._seat]})
        polled: Json = answer["seats"][0]
        return polled if polled["state"] != "WAITING" else await self._poll()

    async def _open(self) -> dict[str, str]:
        table = {"game": GUEST_GAME, "seats": 2, "bots": [{"seat": 1, "level": 1}]}
        opened = await _post(self._http, "/v1/batches", {"sessions": [table]})
        session = opened["sessions"][0]["sessionId"]
        joined = await _post(self._http, f"/v1/sessions/{session}/seats", {"seat": 0})
        return {"sessionId": session, "seatToken": joined["seatToken"]}


async def measure(wanted: Namespace) -> list[Figures]:
    """Return what people notice of each crowd."""
    rows: list[Row] = []
    for crowd in wanted.crowd:
        with start_store(wanted.store) as url, start_service(url, bot_niceness=NICENESS) as service:
            rows += await _measure_crowd(service, crowd, wanted)
    settings = {"store": wanted.store, "people": wanted.people, "seconds": wanted.seconds, "level": wanted.level}
    return [Figures("people beside a crowd of bots", settings, rows, _say_goals(rows))]


async def _measure_crowd(service: Service, crowd: str, wanted: Namespace) -> list[Row]:
    async with AsyncExitStack() as stack:
        http = await stack.enter_async_context(aiohttp.ClientSession(service.root))
        connections = [await stack.enter_async_context(connect(service)) for _ in range(wanted.people)]
        movers = [TableAfterTable(one, write_scripts(GAME, seats=2), at) for at, one in enumerate(connections)]
        people = People(service, [Guest(http, number) for number in range(wanted.people)], movers)
        await people.notice(wanted.seconds / 10)
        tell(f"crowd: {crowd}")
        alone = await people.notice(wanted.seconds)
        opening = asyncio.create_task(_open_crowd(http, crowd, wanted))
        opens = await people.notice_until(opening)
        plays = await people.notice(wanted.seconds)
        ending = asyncio.create_task((await opening)())
        ends = await people.notice_until(ending)
    found = {"people alone": alone, f"{crowd} opens": opens, f"{crowd} plays": plays, f"{crowd} ends": ends}
    return [_row(name, noticed, alone) for name, noticed in found.items() if noticed.seconds]


# ---- the crowds

End = Callable[[], Coroutine[Any, Any, None]]


async def _open_crowd(http: aiohttp.ClientSession, crowd: str, wanted: Namespace) -> End:
    """Open a crowd of bots, and return what ends it."""
    if crowd == "tournament":
        return await _start_tournament(http, wanted)
    ids = await asyncio.gather(*(_open_batch(http, wanted) for _ in range(wanted.batches if crowd == "batches" else 1)))
    return lambda: _end_batches(http, [one for each in ids for one in each])


async def _start_tournament(http: aiohttp.ClientSession, wanted: Namespace) -> End:
    entrants = [{"name": f"Bot {number}", "botLevel": wanted.level} for number in range(wanted.bots)]
    terms = {"title": "Crowd", "game": GAME, "format": "SWISS", "rounds": min(9, wanted.bots - 1), "entrants": entrants}
    made = await _post(http, "/v1/tournaments", terms)
    path, host = f"/v1/tournaments/{made['tournament']['id']}", made["hostToken"]
    await _post(http, f"{path}/start", {}, host)
    while not await _is_opened(http, path):  # noqa: ASYNC110 - a follower would be one more load
        await asyncio.sleep(POLL_SECONDS)

    async def end() -> None:
        await _post(http, f"{path}/abandon", {}, host)
        while not (await _get(http, path))["playedRounds"][-1]["isOver"]:  # noqa: ASYNC110 - nothing else is cheaper
            await asyncio.sleep(POLL_SECONDS)

    return end


async def _is_opened(http: aiohttp.ClientSession, path: str) -> bool:
    """Tell whether the tables of a round are open."""
    tables = (await _get(http, f"{path}/tables?first=1"))["nodes"]
    return bool(tables) and tables[0]["boards"][0]["status"] != "PAIRED"


async def _open_batch(http: aiohttp.ClientSession, wanted: Namespace) -> list[tuple[str, str]]:
    """Open a batch of large tables, and return the id and the host's token of each."""
    bots = [{"seat": seat, "level": wanted.level} for seat in range(wanted.seats)]
    options = [{"name": "decks", "value": str(DECKS)}]
    table = {"game": GAME, "seats": wanted.seats, "options": options, "bots": bots}
    opened = await _post(http, "/v1/batches", {"sessions": [table] * wanted.tables})
    return [(one["sessionId"], one["hostToken"]) for one in opened["sessions"]]


async def _end_batches(http: aiohttp.ClientSession, tables: Sequence[tuple[str, str]]) -> None:
    for session, host in tables:
        await _post(http, f"/v1/sessions/{session}/abandon", {}, host)


async def _probe(service: Service, end: float) -> list[float]:
    times = []
    async with connect(service) as connection:
        while time.perf_counter() < end:
            began = time.perf_counter()
            await connection.send(PROBE)
            times.append(1000 * (time.perf_counter() - began))
            await asyncio.sleep(PROBE_SECONDS)
    return times


async def _post(http: aiohttp.ClientSession, path: str, body: object, token: str = "") -> Json:
    headers = {"Content-Type": "application/json", "If-Match": "*"}
    headers |= {"Authorization": f"Bearer {token}"} if token else {}
    async with http.post(path, data=msgspec.json.encode(body), headers=headers) as response:
        response.raise_for_status()
        return cast("Json", msgspec.json.decode(await response.read()))


async def _get(http: aiohttp.ClientSession, path: str) -> Json:
    async with http.get(path) as response:
        response.raise_for_status()
        return cast("Json", msgspec.json.decode(await response.read()))


# ---- what is told


def _row(name: str, noticed: Noticed, alone: Noticed) -> Row:
    bots, moves, probes = (sorted(times) for times in noticed[:3])
    p99, p99_alone = _at(moves, 99), _at(sorted(alone.moves), 99)
    return {
        "while": name,
        "seconds": noticed.seconds,
        "person's bot p50 ms": _at(bots, 50),
        "p95 ms": _at(bots, 95),
        "applyMove p50 ms": _at(moves, 50),
        "p99 ms": p99,
        "p99, to that alone": p99 / p99_alone if p99 and p99_alone else None,
        "probe p50 ms": _at(probes, 50),
        "longest ms": probes[-1],
        "worker busy %": 100 * noticed.cpu / noticed.seconds,
        "crowd's moves/s": noticed.crowd / noticed.seconds,
    }


def _at(times: Sequence[float], percent: int) -> float | None:
    """Return a percentile of times that ascend, None if nothing was noticed."""
    return percentile(times, percent) if times else None


def _say_goals(rows: Sequence[Row]) -> list[str]:
    bots, slower, stall = (
        max(float(row[name] or 0) for row in rows) for name in ("p95 ms", "p99, to that alone", "longest ms")
    )
    return [
        say_goal(f"a person's bot p95 ≤ {BOT_SECONDS:g} s", bots <= 1000 * BOT_SECONDS),
        say_goal(f"applyMove p99 ≤ {SLOWER:g} × that alone", slower <= SLOWER),
        say_goal(f"/livez ≤ {STALL_MILLIS:g} ms", stall <= STALL_MILLIS),
    ]
