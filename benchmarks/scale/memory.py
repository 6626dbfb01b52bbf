"""Measure the memory that a live session takes in Redis, by game and by how far it has come."""

from argparse import ArgumentParser, Namespace
from collections.abc import Mapping, Sequence
from random import Random
from statistics import mean

from redis.asyncio import Redis

from benchmarks.scale.figures import Figures, Value, run, say_goal, tell
from benchmarks.scale.filling import fill
from benchmarks.scale.sessions import Played, play_session
from engine import GAMES
from service.storage.adapters import open_store
from tests.support.redis_server import RedisServer

GIGABYTE = 10**9
GOAL = 30_000
SHARES: Mapping[str, float] = {"dealt": 0.0, "middle": 0.5, "end": 1.0}
TYPICAL = "middle"
# No file is written: what is measured is memory alone, and a store is filled much faster so.
OPTIONS = ("--appendonly", "no", "--save", "")


def add_knobs(parser: ArgumentParser) -> None:
    """Add what may be chosen to a command line."""
    parser.add_argument("--sessions", type=int, default=200, help="stored sessions of each row (default: 200)")
    parser.add_argument("--tables", type=int, default=20, help="different tables among them (default: 20)")
    parser.add_argument("--game", action="append", choices=GAMES, help="measure this game; may be repeated")


async def measure(wanted: Namespace) -> Figures:
    """Return the bytes of a session of each game and length, and where they are."""
    rows: list[Mapping[str, Value]] = []
    with RedisServer(*OPTIONS) as server:
        client = Redis(port=server.port)
        version = (await client.info("server"))["redis_version"]
        for game in wanted.game or GAMES:
            tables = [await play_session(game, Random(number)) for number in range(wanted.tables)]
            for name, share in SHARES.items():
                tell(f"memory: {game}, {name}")
                rows.append(await _measure_row(client, server.url, game, name, tables, share, wanted.sessions))
        await client.aclose()
    return Figures("memory of Redis", {"Redis": version, "sessions": wanted.sessions}, rows, _goals(rows))


async def _measure_row(
    client: Redis, url: str, game: str, name: str, tables: Sequence[Played], share: float, count: int
) -> Mapping[str, Value]:
    await client.flushall()
    # What the server takes once, for its scripts and its tables of keys, is taken before the clock starts.
    await _fill(url, tables, share, count // 4)
    before = await _used(client)
    ids = await _fill(url, tables, share, count)
    each = (await _used(client) - before) / count
    session, receipts = [await _mean_usage(client, ids, suffix) for suffix in (":s", ":i")]
    return {
        "game": game,
        "played": name,
        "versions": round(mean(len(table.until(share)) for table in tables), 1),
        "bytes": round(each),
        "document": session,
        "receipts": receipts,
        "log and names": round(each) - session - receipts,
        "sessions/GB": round(GIGABYTE / each),
    }


async def _fill(url: str, tables: Sequence[Played], share: float, count: int) -> list[str]:
    """Fill the store over connections that are closed afterwards: their buffers are not the sessions'."""
    store = open_store(url)
    await store.start()
    ids = await fill(store, tables, share, count)
    await store.close()
    return ids


async def _used(client: Redis) -> int:
    used: int = (await client.info("memory"))["used_memory"]
    return used


async def _mean_usage(client: Redis, ids: Sequence[str], suffix: str) -> int:
    """Return the bytes of one key of a session, in the mean."""
    return round(mean([await client.memory_usage(f"g:{{{one}}}{suffix}", samples=0) or 0 for one in ids]))


def _goals(rows: Sequence[Mapping[str, Value]]) -> list[str]:
    typical = [row for row in rows if row["played"] == TYPICAL]
    return [say_goal(f"{row['game']} {GOAL:,} sessions/GB", int(row["sessions/GB"] or 0) >= GOAL) for row in typical]


def main(arguments: Sequence[str]) -> int:
    """Run it and print what it found."""
    return run(arguments, __doc__ or "", add_knobs, measure)
