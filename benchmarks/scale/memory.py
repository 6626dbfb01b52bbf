"""Measure the memory of a live session in Redis, by game and by number of moves."""

from argparse import Namespace
from collections.abc import Mapping, Sequence
from random import Random
from statistics import mean

from redis.asyncio import Redis

from benchmarks.figures import Figures, Knob, Row, benchmark, say_goal
from engine import GAMES
from tools.load.filling import Played, fill, play_session
from tools.measuring.clock import tell
from tools.redis.server import RedisServer
from tools.stores import started_store

GIGABYTE = 10**9
GOAL = 30_000
TYPICAL = "middle"
SHARES: Mapping[str, float] = {"dealt": 0.0, TYPICAL: 0.5, "end": 1.0}
# No file is written: only memory is measured, and filling a store is much faster this way.
OPTIONS = ("--appendonly", "no", "--save", "")


@benchmark(
    Knob("sessions", 200, "stored sessions of each row"),
    Knob("tables", 20, "different tables among them"),
    Knob("game", tuple(GAMES), "measure these games", GAMES),
)
async def memory(wanted: Namespace) -> list[Figures]:
    """Measure the memory of a live session in Redis, by game and by number of moves."""
    rows: list[Row] = []
    with RedisServer(*OPTIONS) as server:
        client = Redis(host="127.0.0.1", port=server.port)
        version = (await client.info("server"))["redis_version"]
        for game in wanted.game:
            async with started_store(server.url) as store:
                tables = [await play_session(store, game, Random(number)) for number in range(wanted.tables)]
            for name, share in SHARES.items():
                tell(f"memory: {game}, {name}")
                measured = await _measure_row(client, server.url, tables, share, wanted.sessions)
                rows.append({"game": game, "played": name, **measured})
        await client.aclose()
    typical = [row for row in rows if row["played"] == TYPICAL]
    goals = [say_goal(f"{row['game']} {GOAL:,} sessions/GB", int(row["sessions/GB"] or 0) >= GOAL) for row in typical]
    return [Figures("memory of Redis", {"Redis": version, "sessions": wanted.sessions}, rows, goals)]


async def _measure_row(client: Redis, url: str, tables: Sequence[Played], share: float, count: int) -> Row:
    await client.flushall()
    # The server's one-time allocations, for its scripts and its tables of keys, happen before the measurement.
    await _fill(url, tables, share, count // 4)
    before = (await client.info("memory"))["used_memory"]
    ids = await _fill(url, tables, share, count)
    each = ((await client.info("memory"))["used_memory"] - before) / count
    session, receipts = [await _mean_usage(client, ids, suffix) for suffix in (":s", ":i")]
    return {
        "versions": round(mean(len(table.until(share)) for table in tables), 1),
        "bytes": round(each),
        "document": session,
        "receipts": receipts,
        "log and names": round(each) - session - receipts,
        "sessions/GB": round(GIGABYTE / each),
    }


async def _fill(url: str, tables: Sequence[Played], share: float, count: int) -> list[str]:
    """Fill the store over connections that are closed afterwards: their buffers are not the sessions'."""
    async with started_store(url) as store:
        return await fill(store, tables, share, count)


async def _mean_usage(client: Redis, ids: Sequence[str], suffix: str) -> int:
    """Return the mean number of bytes of one key of a session."""
    return round(mean([await client.memory_usage(f"g:{{{one}}}{suffix}", samples=0) or 0 for one in ids]))
