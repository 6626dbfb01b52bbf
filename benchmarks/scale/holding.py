"""What a server costs beside its moves: tables that wait, streams that wait, and the time after it was killed."""

import asyncio
import tempfile
import time
from argparse import Namespace
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import chain, islice
from pathlib import Path

from benchmarks.figures import Figures, Knob, Row, benchmark, pick
from benchmarks.kept import WRITE, keep
from benchmarks.scale.common import STORE
from benchmarks.speed.servers import SERVE
from engine import GAMES
from tools.load.connection import Connection
from tools.load.following import FOLLOW, FOLLOW_CHANGES, Following, follow_tables
from tools.load.moves import VIEW, make_move
from tools.load.operations import knows_changes
from tools.load.serving import start_store
from tools.load.tables import SEATS, Script, fresh_scripts, open_tables
from tools.measuring.clock import tell
from tools.measuring.processes import allow_files, cpu_seconds, resident_bytes
from tools.servers import REPOSITORY
from tools.services import Service

KIB = 1024
# Files that a process needs beside one for each follower.
SPARE_FILES = 200
# So many tables are played first, and so many moves of each: what a service allocates once is not a table's.
WARM_TABLES = 20
WARM_MOVES = 10
# The memory of an idle stream that would be good; there is no bar.
STREAM_GOAL = 25.0


@benchmark(
    Knob("tables", 500, "tables of four seats, of every game in turn"),
    Knob("idle", 10.0, "seconds of silence, for CPU"),
    STORE,
    WRITE,
)
def holding(wanted: Namespace) -> list[Figures]:
    """Measure what a server costs beside its moves: tables that wait, streams that wait, and a restart.

    One worker holds the tables; it is killed and started again. The report says when it listens, when the first move
    is acknowledged, and when every table from before has made another move. Other workers hold streams: every seat
    follows its table by GraphQL, with the view or with its changes.
    """
    allow_files(wanted.tables * SEATS + SPARE_FILES)
    with start_store(wanted.store) as url:
        with _started(url) as service:
            rows = asyncio.run(_hold_tables(service, wanted))
            rows += asyncio.run(_restart(service, wanted.tables))
        # Each at a process of its own: one that has held others before would take their memory.
        for name, following in _followings().items():
            with _started(url) as service:
                rows += asyncio.run(_hold_streams(service, wanted, name, following))
    found = [Figures("what a server costs beside its moves", pick(wanted, "tables", "store"), rows)]
    if wanted.write:
        keep("holding", found)
    return found


@contextmanager
def _started(url: str) -> Iterator[Service]:
    """Start one worker as users do: a process that the tests' server forks would have imported everything before."""
    usual = {"log_level": "warning", "streams_per_caller": "1000000"}
    with tempfile.TemporaryDirectory() as folder, Service(url, Path(folder), SERVE, **usual) as service:
        yield service


def _scripts() -> Iterator[Script]:
    """Yield tables of every game for so many seats in turn, all different: they would share what is equal."""
    games = [name for name, game in GAMES.items() if game.min_seats <= SEATS <= game.max_seats]
    return chain.from_iterable(zip(*map(fresh_scripts, games), strict=True))


async def _hold_tables(service: Service, wanted: Namespace) -> list[Row]:
    """Return what tables cost at which nothing happens."""
    await _warm_up(service)
    process = service.process_id
    count = wanted.tables
    tell(f"holding: {count} tables")
    before = resident_bytes(process)
    await open_tables(service.port, islice(_scripts(), count))
    held = resident_bytes(process) - before
    return [
        _row("memory of a table", held / count / KIB, "KiB"),
        _row(f"CPU of {count} idle tables", await _idle(process, wanted.idle), "% of a core"),
    ]


def _followings() -> dict[str, Following]:
    """Return the ways to follow that are measured."""
    return {"stream": FOLLOW} | ({"stream with changes": FOLLOW_CHANGES} if knows_changes(REPOSITORY) else {})


async def _hold_streams(service: Service, wanted: Namespace, name: str, following: Following) -> list[Row]:
    """Let every seat follow its table, and return what a stream costs in which nothing happens."""
    await _warm_up(service)
    tables = await open_tables(service.port, islice(_scripts(), wanted.tables))
    process = service.process_id
    count = SEATS * len(tables)
    tell(f"holding: {count} of {name}")
    before = resident_bytes(process)
    followers = await follow_tables(service.port, tables, following)
    held = resident_bytes(process) - before
    rows = [
        _row(f"memory of an idle {name}, four a table", held / count / KIB, "KiB", STREAM_GOAL),
        _row(f"CPU of {count} of them", await _idle(process, wanted.idle), "% of a core"),
    ]
    for follower in followers:
        follower.transport.abort()
    return rows


async def _warm_up(service: Service) -> None:
    """Make moves at tables that are followed in every way, so that all code is there, and all plans."""
    for following in _followings().values():
        tables = await open_tables(service.port, islice(_scripts(), WARM_TABLES))
        followers = await follow_tables(service.port, tables, following)
        async with Connection(service.port) as connection:
            for table in tables:
                for _ in range(WARM_MOVES):
                    await make_move(connection, table, VIEW)
        for follower in followers:
            follower.transport.abort()


async def _idle(process: int, seconds: float) -> float:
    """Return the percentage of a core that a process takes while nothing is asked."""
    before = cpu_seconds(process)
    began = time.perf_counter()
    await asyncio.sleep(seconds)
    return 100 * (cpu_seconds(process) - before) / (time.perf_counter() - began)


async def _restart(service: Service, count: int) -> list[Row]:
    """Open tables, kill the server, and return how long it takes until they are played again."""
    tell("holding: a restart")
    tables = await open_tables(service.port, islice(_scripts(), count))
    service.kill()
    began = time.perf_counter()
    await asyncio.to_thread(service.start)
    listens = time.perf_counter() - began
    async with Connection(service.port) as connection:
        await make_move(connection, tables[0], VIEW)
        first = time.perf_counter() - began
        for table in tables[1:]:
            await make_move(connection, table, VIEW)
    return [
        _row("killed and started: until it listens", listens, "s"),
        _row("until the first move is acknowledged", first, "s"),
        _row(f"until {count} tables have made a move, one after the other", time.perf_counter() - began, "s"),
    ]


def _row(what: str, measured: float, unit: str, goal: float | None = None) -> Row:
    return {"of one worker": what, "measured": measured, "unit": unit, "would be good": goal}
