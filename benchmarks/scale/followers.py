"""Measure many followers on one worker, and the time in which one move reaches all followers of its session."""

import asyncio
import time
from argparse import Namespace
from itertools import cycle, islice
from statistics import median

from benchmarks.client.connection import Connection
from benchmarks.client.following import Follower, following
from benchmarks.client.moves import time_move
from benchmarks.client.tables import SCRIPTS, Table, open_tables, write_scripts
from benchmarks.figures import Figures, Knob, Row, say_goal, tell
from benchmarks.processes import allow_files, cpu_seconds, resident_bytes
from benchmarks.scale.servers import STORES, connect, start_service, start_store
from benchmarks.speed.servers import HOST, port_of
from engine import GAMES
from tools.services import Service

GOAL_MILLISECONDS = 250
DEADLINE_SECONDS = 120.0
# Files that a process needs beside one for each follower.
SPARE_FILES = 200
FRAME = b"event: frame"
KNOBS = (
    Knob("followers", 5_000, "followers of many sessions"),
    Knob("sessions", 500, "sessions that they follow"),
    Knob("audience", 1_000, "followers of one session"),
    Knob("moves", 20, "moves that are told to them"),
    Knob("idle", 20.0, "seconds of silence, for CPU"),
    Knob("store", "redis", "the store", STORES),
    Knob("game", "zeven", "the game", GAMES),
)


async def measure(wanted: Namespace) -> list[Figures]:
    """Return the cost of followers, and the time until the last of them has a move. Raises `CannotMeasure`."""
    allow_files(max(wanted.followers, wanted.audience) + SPARE_FILES)
    rows = []
    for followers, sessions in ((wanted.followers, wanted.sessions), (wanted.audience, 1)):
        tell(f"followers: {followers:,} of {sessions:,} sessions")
        with start_store(wanted.store) as url, start_service(url) as service:
            rows.append(await _measure_row(service, wanted, followers, sessions))
    settings = {"game": wanted.game, "store": wanted.store, "moves": wanted.moves}
    last = float(rows[-1]["last frame ms"] or 0)
    goal = f"{wanted.audience:,} followers have a move within {GOAL_MILLISECONDS} ms"
    return [Figures("followers on one worker", settings, rows, [say_goal(goal, last <= GOAL_MILLISECONDS)])]


async def _measure_row(service: Service, wanted: Namespace, followers: int, sessions: int) -> Row:
    tables = await open_sessions(service, wanted.game, sessions)
    crowds = [Crowd(table, len(range(number, followers, sessions))) for number, table in enumerate(tables)]
    process = service.process_id
    before, began = resident_bytes(process), time.perf_counter()
    async with following(HOST, port_of(service), [crowd.follow for crowd in crowds for _ in range(crowd.size)]):
        opened, after = time.perf_counter() - began, resident_bytes(process)
        silent = cpu_seconds(process)
        await asyncio.sleep(wanted.idle)
        moving = cpu_seconds(process)
        async with connect(service) as player:
            times = [await _play(player, crowds[number % sessions]) for number in range(wanted.moves)]
        moved = cpu_seconds(process)
    return {
        "followers": followers,
        "sessions": sessions,
        "opened in s": opened,
        "idle CPU": f"{(moving - silent) / wanted.idle:.1%}",
        "KB each": round((after - before) / followers / 1000, 1),
        "answer ms": median(answer for answer, _ in times),
        "last frame ms": median(last for _, last in times),
        "worst ms": max(last for _, last in times),
        "CPU ms/move": 1000 * (moved - moving) / wanted.moves,
    }


async def open_sessions(service: Service, game: str, count: int) -> list[Table]:
    """Open the wanted number of sessions."""
    scripts = write_scripts(game, min(count, SCRIPTS))
    return await open_tables(HOST, port_of(service), islice(cycle(scripts), count))


class Crowd:
    """The followers of one session: counts the frames that have reached all of them."""

    def __init__(self, table: Table, size: int) -> None:
        self.table = table
        self.size = size
        self._awaited = size
        self._all = asyncio.Event()

    def follow(self) -> Follower:
        """Return one more follower."""
        return Follower(ask_for_frames(self.table.id, b"text/event-stream"), FRAME, self._arrive)

    def _arrive(self) -> None:
        self._awaited -= 1
        if self._awaited <= 0:
            self._all.set()

    async def have_all(self) -> None:
        """Wait until every follower has one frame more than the last time."""
        if self.size:
            async with asyncio.timeout(DEADLINE_SECONDS):
                await self._all.wait()
        self._awaited += self.size
        if self._awaited > 0:
            self._all.clear()


def ask_for_frames(session_id: bytes, media: bytes) -> bytes:
    """Return a request for the frames of a session over REST, as a spectator."""
    return b"GET /v1/sessions/%b/frames HTTP/1.1\r\nHost: localhost\r\nAccept: %b\r\n\r\n" % (session_id, media)


async def _play(player: Connection, crowd: Crowd) -> tuple[float, float]:
    """Make a move, and return the milliseconds until its response, and until the last follower has it."""
    assert crowd.table.left, "the table is over: --moves is too much"
    began = time.perf_counter()
    reaching = asyncio.create_task(crowd.have_all())
    took = await time_move(player, crowd.table)
    await reaching
    return took, 1000 * (time.perf_counter() - began)
