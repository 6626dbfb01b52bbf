"""Measure many followers on one worker, and how long one move takes to reach all who follow its session."""

import asyncio
import resource
import time
from argparse import ArgumentParser, Namespace
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from functools import partial
from random import Random
from statistics import median

from prometheus_client.parser import text_string_to_metric_families

from benchmarks.scale.figures import Figures, Value, run, say_goal, tell
from benchmarks.scale.playing import Connection, Table, open_table
from benchmarks.scale.servers import STORES, connect, start_service, start_store
from engine import GAMES
from tests.support.services import Service

GOAL_MILLISECONDS = 250
SEATS = 4
AT_ONCE = 100
DEADLINE_SECONDS = 120.0
# Files that a process needs beside one for each follower.
SPARE_FILES = 200
FRAME = b"event: frame"


def add_knobs(parser: ArgumentParser) -> None:
    """Add what may be chosen to a command line."""
    parser.add_argument("--followers", type=int, default=5_000, help="followers of many sessions (default: 5000)")
    parser.add_argument("--sessions", type=int, default=500, help="sessions that they follow (default: 500)")
    parser.add_argument("--audience", type=int, default=1_000, help="followers of one session (default: 1000)")
    parser.add_argument("--moves", type=int, default=20, help="moves that are told to them (default: 20)")
    parser.add_argument("--idle", type=float, default=20.0, help="seconds of silence, for CPU (default: 20)")
    parser.add_argument("--store", choices=STORES, default="redis", help="the store (default: redis)")
    parser.add_argument("--game", choices=GAMES, default="zeven", help="the game (default: zeven)")


async def measure(wanted: Namespace) -> Figures:
    """Return what followers cost, and when the last of them has a move."""
    raise_limit(max(wanted.followers, wanted.audience) + SPARE_FILES)
    rows = []
    for followers, sessions in ((wanted.followers, wanted.sessions), (wanted.audience, 1)):
        tell(f"followers: {followers:,} of {sessions:,} sessions")
        with start_store(wanted.store) as url, start_service(url) as service:
            rows.append(await _measure_row(service, wanted, followers, sessions))
    settings = {"game": wanted.game, "store": wanted.store, "moves": wanted.moves}
    return Figures("followers on one worker", settings, rows, _goals(rows, wanted.audience))


def raise_limit(files: int) -> None:
    """Let this process, and those that it starts, open so many files. Ends the program if the machine forbids it."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if hard != resource.RLIM_INFINITY and hard < files:
        raise SystemExit(f"This needs {files} open files, and the machine allows {hard}: raise `ulimit -Hn`.")
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, files), hard))


async def _measure_row(service: Service, wanted: Namespace, followers: int, sessions: int) -> Mapping[str, Value]:
    chance = Random(1)
    async with connect(service) as player:
        tables = [await open_table(player, wanted.game, SEATS, Random(number)) for number in range(sessions)]
    crowds = [Crowd(table.id, len(range(number, followers, sessions))) for number, table in enumerate(tables)]
    before, began = _process(service), time.perf_counter()
    async with _following(service, crowds):
        opened, after = time.perf_counter() - began, _process(service)
        await asyncio.sleep(wanted.idle)
        idle = _process(service)
        async with connect(service) as player:
            times = [
                await _play(player, tables[number % sessions], crowds[number % sessions], chance)
                for number in range(wanted.moves)
            ]
        done = _process(service)
    memory, cpu = "process_resident_memory_bytes", "process_cpu_seconds_total"
    return {
        "followers": followers,
        "sessions": sessions,
        "opened in s": opened,
        "idle CPU": f"{(idle[cpu] - after[cpu]) / wanted.idle:.1%}",
        "KB each": round((after[memory] - before[memory]) / followers / 1000, 1),
        "answer ms": median(answer for answer, _ in times),
        "last frame ms": median(last for _, last in times),
        "worst ms": max(last for _, last in times),
        "CPU ms/move": 1000 * (done[cpu] - idle[cpu]) / wanted.moves,
    }


def _process(service: Service) -> Mapping[str, float]:
    """Return what a service tells of its process."""
    text = service.http.get(f"{service.root}/metrics").text
    return {sample.name: sample.value for family in text_string_to_metric_families(text) for sample in family.samples}


def _goals(rows: Sequence[Mapping[str, Value]], audience: int) -> list[str]:
    last = float(rows[-1]["last frame ms"] or 0)
    return [say_goal(f"{audience:,} followers have a move within {GOAL_MILLISECONDS} ms", last <= GOAL_MILLISECONDS)]


class Crowd:
    """The followers of one session: counts the frames that have reached them all together."""

    def __init__(self, session_id: str, size: int) -> None:
        self.session_id = session_id
        self.size = size
        self._awaited = size
        self._all = asyncio.Event()

    def arrive(self, frames: int) -> None:
        """Note frames that reached a follower."""
        self._awaited -= frames
        if self._awaited <= 0:
            self._all.set()

    async def have_all(self) -> None:
        """Return when every follower has one frame more than the last time."""
        if self.size:
            async with asyncio.timeout(DEADLINE_SECONDS):
                await self._all.wait()
        self._awaited += self.size
        if self._awaited > 0:
            self._all.clear()


class _Follower(asyncio.Protocol):
    """A reader of server-sent events that counts frames and keeps nothing of them."""

    def __init__(self, crowd: Crowd) -> None:
        self._crowd = crowd
        self._end = b""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Ask for the frames."""
        assert isinstance(transport, asyncio.WriteTransport)
        path = f"/v1/sessions/{self._crowd.session_id}/frames"
        transport.write(f"GET {path} HTTP/1.1\r\nHost: localhost\r\nAccept: text/event-stream\r\n\r\n".encode())

    def data_received(self, data: bytes) -> None:
        """Count the frames that begin in these bytes, or began at the end of those before."""
        data = self._end + data
        frames, self._end = data.count(FRAME), data[1 - len(FRAME) :]
        if frames:
            self._crowd.arrive(frames)


@asynccontextmanager
async def _following(service: Service, crowds: Sequence[Crowd]) -> AsyncIterator[None]:
    """Let every crowd follow its session: each follower has its snapshot."""
    host, _, port = service.address.partition(":")
    loop, transports = asyncio.get_running_loop(), list[asyncio.BaseTransport]()
    waiting = [crowd for crowd in crowds for _ in range(crowd.size)]
    try:
        for start in range(0, len(waiting), AT_ONCE):
            opening = (
                loop.create_connection(partial(_Follower, crowd), host, int(port))
                for crowd in waiting[start : start + AT_ONCE]
            )
            transports += [transport for transport, _ in await asyncio.gather(*opening)]
        for crowd in crowds:
            await crowd.have_all()
        yield
    finally:
        for transport in transports:
            transport.close()


async def _play(player: Connection, table: Table, crowd: Crowd, chance: Random) -> tuple[float, float]:
    """Make a move, and return the milliseconds until its answer, and until the last follower has it."""
    began = time.perf_counter()
    reaching = asyncio.create_task(crowd.have_all())
    took = await table.play(player, chance)
    assert took is not None, "the table is over: --moves is too much"
    await reaching
    return took, 1000 * (time.perf_counter() - began)


def main(arguments: Sequence[str]) -> int:
    """Run it and print what it found."""
    return run(arguments, __doc__ or "", add_knobs, measure)
