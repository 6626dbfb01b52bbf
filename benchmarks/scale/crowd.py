"""Measure what people notice of a crowd of bots: their bots' answers, their moves, and a probe, at one worker."""

import asyncio
import time
from argparse import Namespace
from collections.abc import Callable, Coroutine, Sequence
from contextlib import AsyncExitStack
from typing import Any, NamedTuple

from benchmarks.figures import Figures, Knob, Row, benchmark, numbers_of, pick, say_goal
from benchmarks.scale.common import STORE, connected, seat_players
from tools.load.connection import Connection, Json, ask, write_get
from tools.load.guests import MOVE_SECONDS, Guest
from tools.load.moves import TableAfterTable, play
from tools.load.serving import read_metric, serving
from tools.measuring.clock import percentile, tell
from tools.measuring.processes import cpu_seconds
from tools.services import Service

# The goals: the wait for a bot, the slowdown of a move by the crowd, and the longest answer to a probe.
BOT_SECONDS = 1.5
SLOWER = 2.0
STALL_MILLIS = 100.0

CROWDS = ("tournament", "batch", "batches")
# Instead of a crowd: two small tables whose bots search, with `--level 3`.
SEARCHING = "searching"
# Enough cards for a table of a hundred.
DECKS = 7
# As a service has it by default.
NICENESS = "10"
GAME = "zlam"
SEARCHED_GAME = "zeven"

# The pauses between probes and between polls, and the length of a round.
PROBE_SECONDS = 0.02
POLL_SECONDS = 0.1
ROUND_SECONDS = 1.0


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


class People(NamedTuple):
    """Those who play, each on a connection of its own, at one service."""

    service: Service
    guests: Sequence[Guest]
    movers: Sequence[TableAfterTable]

    async def notice(self, seconds: float) -> Noticed:
        """Play for so long."""
        before = self._count_moves()
        computed = cpu_seconds(self.service.process_id)
        end = time.perf_counter() + seconds
        playing = asyncio.gather(*(guest.play(end) for guest in self.guests))
        probing = asyncio.create_task(_probe(self.service, end))
        moves = await play(self.movers, seconds, MOVE_SECONDS)
        bots = [took for each in await playing for took in each]
        crowd = self._count_moves() - before - len(bots)
        cpu = cpu_seconds(self.service.process_id) - computed
        return Noticed(bots, moves, await probing, crowd, seconds, cpu)

    async def notice_until(self, done: asyncio.Future[Any]) -> Noticed:
        """Play until something is done, in rounds of a second."""
        rounds = [await self.notice(ROUND_SECONDS)]
        while not done.done():
            rounds.append(await self.notice(ROUND_SECONDS))
        columns = zip(*(one[:3] for one in rounds), strict=True)
        bots, moves, probes = ([took for each in times for took in each] for times in columns)
        return Noticed(bots, moves, probes, *map(sum, zip(*(one[3:] for one in rounds), strict=True)))

    def _count_moves(self) -> float:
        """Return how many moves bots have made so far."""
        return read_metric(self.service, "croupier_bot_turns_total", outcome="moved")


async def _probe(service: Service, end: float) -> list[float]:
    times = []
    async with Connection(service.port) as connection:
        while time.perf_counter() < end:
            began = time.perf_counter()
            await connection.send(write_get("/livez"))
            times.append(1000 * (time.perf_counter() - began))
            await asyncio.sleep(PROBE_SECONDS)
    return times


@benchmark(
    Knob("crowd", CROWDS, "the crowds; `searching` is two tables of two, for higher levels", (*CROWDS, SEARCHING)),
    Knob("people", 4, "people who play against a bot, and as many pairs of people"),
    Knob("seconds", 20.0, "seconds without the crowd, and again with it"),
    Knob("level", 1, "the level of the crowd's bots"),
    Knob("bots", 3_000, "bots of the tournament, two at a table"),
    Knob("batches", 10, "batches of `batches`, opened at the same time"),
    Knob("tables", 50, "tables of a batch"),
    Knob("seats", 100, "seats of each of these"),
    STORE,
)
async def crowd(wanted: Namespace) -> list[Figures]:
    """Measure what people notice of a crowd of bots: their bots' answers, their moves, and a probe, at one worker.

    People play against a bot of level 1 and among themselves, first alone and then beside the crowd: a tournament of
    bots that somebody starts, or batches of large tables of bots that somebody opens. At last somebody ends it.
    """
    rows: list[Row] = []
    for kind in wanted.crowd:
        with serving(wanted.store, bot_niceness=NICENESS) as service:
            rows += await _measure_crowd(service, kind, wanted)
    settings = pick(wanted, "store", "people", "seconds", "level")
    return [Figures("people beside a crowd of bots", settings, rows, _say_goals(rows))]


async def _measure_crowd(service: Service, kind: str, wanted: Namespace) -> list[Row]:
    async with AsyncExitStack() as stack:
        guests, movers = [await stack.enter_async_context(connected(service, wanted.people)) for _ in range(2)]
        people = People(service, [Guest(one, at) for at, one in enumerate(guests)], seat_players(movers, GAME))
        await people.notice(wanted.seconds / 10)
        tell(f"crowd: {kind}")
        alone = await people.notice(wanted.seconds)
        opening = asyncio.create_task(_open_crowd(service.port, kind, wanted))
        opens = await people.notice_until(opening)
        plays = await people.notice(wanted.seconds)
        ending = asyncio.create_task((await opening)())
        ends = await people.notice_until(ending)
    found = {"people alone": alone, f"{kind} opens": opens, f"{kind} plays": plays, f"{kind} ends": ends}
    return [_row(name, noticed, alone) for name, noticed in found.items() if noticed.seconds]


# ---- the crowds

End = Callable[[], Coroutine[Any, Any, None]]


async def _open_crowd(port: int, kind: str, wanted: Namespace) -> End:
    """Open a crowd of bots, and return what ends it."""
    if kind == "tournament":
        return await _start_tournament(port, wanted)
    batches = [_write_batch(kind, wanted)] * (wanted.batches if kind == "batches" else 1)
    opened = await asyncio.gather(*(ask(port, "/v1/batches", batch) for batch in batches))

    async def end() -> None:
        for session in (session for batch in opened for session in batch["sessions"]):
            await ask(port, f"/v1/sessions/{session['sessionId']}/abandon", {}, session["hostToken"])

    return end


def _write_batch(kind: str, wanted: Namespace) -> Json:
    """Return the input of a batch of large tables, or of a few small ones."""
    bots = [{"seat": seat, "level": wanted.level} for seat in range(2 if kind == SEARCHING else wanted.seats)]
    if kind == SEARCHING:
        return {"sessions": [{"game": SEARCHED_GAME, "seats": 2, "bots": bots}] * 2}
    options = [{"name": "decks", "value": str(DECKS)}]
    return {"sessions": [{"game": GAME, "seats": wanted.seats, "options": options, "bots": bots}] * wanted.tables}


async def _start_tournament(port: int, wanted: Namespace) -> End:
    entrants = [{"name": f"Bot {number}", "botLevel": wanted.level} for number in range(wanted.bots)]
    terms = {"title": "Crowd", "game": GAME, "format": "SWISS", "rounds": min(9, wanted.bots - 1), "entrants": entrants}
    made = await ask(port, "/v1/tournaments", terms)
    path = f"/v1/tournaments/{made['tournament']['id']}"
    host = made["hostToken"]
    await ask(port, f"{path}/start", {}, host)
    opened: list[Json] = []
    # A follower would be one more load.
    while not opened or opened[0]["boards"][0]["status"] == "PAIRED":
        await asyncio.sleep(POLL_SECONDS)
        opened = (await ask(port, f"{path}/tables?first=1"))["nodes"]

    async def end() -> None:
        await ask(port, f"{path}/abandon", {}, host)
        while not (await ask(port, path))["playedRounds"][-1]["isOver"]:  # noqa: ASYNC110 - nothing else is cheaper
            await asyncio.sleep(POLL_SECONDS)

    return end


# ---- what is told


def _row(name: str, noticed: Noticed, alone: Noticed) -> Row:
    bots, moves, probes = (sorted(times) for times in noticed[:3])
    p99 = _at(moves, 99)
    p99_alone = _at(sorted(alone.moves), 99)
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
    bots, slower, stall = (max(numbers_of(rows, name)) for name in ("p95 ms", "p99, to that alone", "longest ms"))
    return [
        say_goal(f"a person's bot p95 ≤ {BOT_SECONDS:g} s", bots <= 1000 * BOT_SECONDS),
        say_goal(f"applyMove p99 ≤ {SLOWER:g} × that alone", slower <= SLOWER),
        say_goal(f"/livez ≤ {STALL_MILLIS:g} ms", stall <= STALL_MILLIS),
    ]
