"""The contenders: a server and its requests. Each gets a slice in every round, and keeps its tables meanwhile."""

import asyncio
from collections.abc import Callable, Mapping, Sequence
from typing import Protocol

import msgspec

from benchmarks.client.following import follow_table
from benchmarks.client.moves import REST, Way, by_graphql
from benchmarks.client.tables import SEATS, Pool, Script, make_up_tables, open_tables
from benchmarks.processes import cpu_seconds
from benchmarks.speed.load import Player, Slice, do_nothing, run_slice
from benchmarks.speed.operations import view_document, whole_document
from benchmarks.speed.players import FollowedPlayer, SamePlayer, TablePlayer
from benchmarks.speed.servers import HOST, Server, Servers
from tools.redis_server import RedisServer, wait_until

# The factor by which more moves are prepared than the last slice used, for the next one may be faster.
SPARE = 1.4
PROBE_SECONDS = 0.3
MOST_TRIES = 5
# Redis reports this when its append-only file is complete.
FILE_IS_COMPLETE = {"aof_enabled": "1", "aof_rewrite_scheduled": "0", "aof_rewrite_in_progress": "0"}


class Settings(msgspec.Struct, frozen=True):
    """How long and how often everything is measured, and which games are played."""

    seconds: float
    warm_up: float
    rounds: int
    in_flight: int
    games: tuple[str, ...]


class Contender(Protocol):
    """A contender, measured slice by slice."""

    server: Server

    async def run(self, seconds: float) -> Slice:
        """Prepare the tables of a slice, then measure one."""


Scripts = Mapping[str, tuple[Script, ...]]
Make = Callable[[Servers, Settings, Scripts], Contender]


class Playing:
    """A contender that plays real tables at a server."""

    def __init__(
        self,
        server: Server,
        settings: Settings,
        scripts: Scripts,
        way: Way,
        player: type[TablePlayer] = TablePlayer,
    ) -> None:
        self.server = server
        self._settings = settings
        self._pool = Pool(dict(scripts))
        games = self._pool.games
        self._players = [player(self._pool, games[number % len(games)], way) for number in range(settings.in_flight)]
        self._is_followed = player is FollowedPlayer
        self._rate = 0.0

    async def run(self, seconds: float, begin: Callable[[], None] = do_nothing) -> Slice:
        """Open the tables that are needed, then measure; before the first slice, find out their number.

        The measurement begins with the call of `begin`.

        If the tables are used up before half of the time, it is measured again with more of them.
        """
        if not self._rate:
            self._rate = (await self._run(PROBE_SECONDS / 2, PROBE_SECONDS / 2, do_nothing)).rate
        for _ in range(MOST_TRIES):
            found = await self._run(self._settings.warm_up, seconds, begin)
            self._rate = found.rate
            if found.seconds > seconds / 2:
                return found
        raise RuntimeError("The tables run out again and again.")

    async def _run(self, warm_up: float, seconds: float, begin: Callable[[], None]) -> Slice:
        await self._open_tables(SPARE * self._rate * (warm_up + seconds) / len(self._players))
        process_id = self.server.process_id
        return await run_slice(HOST, self.server.port, self._players, warm_up, seconds, process_id, begin)

    async def _open_tables(self, moves_each: float) -> None:
        wanted = [script for game in self._pool.games for script in self._missing(game, moves_each)]
        tables = await open_tables(HOST, self.server.opens_at, wanted)
        if self._is_followed:
            for table in tables:
                await follow_table(HOST, self.server.port, table)
        self._pool.add(tables)

    def _missing(self, game: str, moves_each: float) -> list[Script]:
        players = [player for player in self._players if player.game == game]
        left = sum(player.left for player in players)
        return self._pool.missing(game, moves_each * len(players) - left, 2 * len(players))


class Persisting:
    """A contender that plays real tables while the server's Redis keeps an append-only file, which is off otherwise.

    The same server is measured without the file, too: two processes differ by more than the file makes.
    """

    def __init__(self, playing: Playing, redis: RedisServer, fsync: str) -> None:
        self.server = playing.server
        self._playing = playing
        self._redis = redis
        self._fsync = fsync

    async def run(self, seconds: float) -> Slice:
        """Wait until the file is complete, then measure."""
        self._redis.call("CONFIG", "SET", "appendfsync", self._fsync)
        self._redis.call("CONFIG", "SET", "appendonly", "yes")
        try:
            await asyncio.to_thread(wait_until, self._has_file)
            return await self._playing.run(seconds)
        finally:
            self._redis.call("CONFIG", "SET", "appendonly", "no")

    def _has_file(self) -> bool:
        persistence = self._redis.info("persistence")
        return [persistence[name] for name in FILE_IS_COMPLETE] == list(FILE_IS_COMPLETE.values())


class Asking:
    """A contender whose server knows no tables, and sends a fixed response."""

    def __init__(self, server: Server, settings: Settings, scripts: Scripts) -> None:
        self.server = server
        self._settings = settings
        way = by_graphql(view_document())
        tables = make_up_tables([script for of_game in scripts.values() for script in of_game])
        self._players = [SamePlayer(tables[number :: settings.in_flight], way) for number in range(settings.in_flight)]

    async def run(self, seconds: float) -> Slice:
        """Measure one slice."""
        players: Sequence[Player] = self._players
        warm_up = self._settings.warm_up
        return await run_slice(HOST, self.server.port, players, warm_up, seconds, self.server.process_id)


class Matches:
    """A contender that plays matches on boardgame.io's server, by a process of Node on this process's core."""

    def __init__(self, servers: Servers, settings: Settings, sockets: int) -> None:
        self.server = servers.find("boardgame.io" if sockets == 1 else "boardgame.io, 4 sockets")
        self._settings = settings
        arguments = (str(self.server.port), str(settings.in_flight), str(sockets))
        self._process = servers.start_node("load.js", *arguments)
        self._rate = 0.0

    async def run(self, seconds: float) -> Slice:
        """Open the matches that are needed, then measure; before the first slice, find out their number."""
        if not self._rate:
            self._rate = (await self._run(PROBE_SECONDS / 2, PROBE_SECONDS / 2, 2)).rate
        moves = (await self._do(do="open", count=0))["moves"]
        for _ in range(MOST_TRIES):
            each = SPARE * self._rate * (self._settings.warm_up + seconds) / moves / self._settings.in_flight
            found = await self._run(self._settings.warm_up, seconds, each + 2)
            self._rate = found.rate
            if found.seconds > seconds / 2:
                return found
        raise RuntimeError("The matches run out again and again.")

    async def _run(self, warm_up: float, seconds: float, matches_each: float) -> Slice:
        await self._do(do="open", count=round(self._settings.in_flight * matches_each))
        await self._do(do="play", warmUp=warm_up, seconds=seconds)
        before = self._cpu()
        await self._read()
        cpu, load_cpu = (now - then for now, then in zip(self._cpu(), before, strict=True))
        found = await self._read()
        return Slice(int(found["answers"]), found["seconds"], cpu, load_cpu, found["p50"], found["p99"])

    def _cpu(self) -> tuple[float, float]:
        return cpu_seconds(self.server.process_id), cpu_seconds(self._process.pid)

    async def _do(self, **command: float | str) -> dict[str, float]:
        assert self._process.stdin is not None
        self._process.stdin.write(msgspec.json.encode(command) + b"\n")
        self._process.stdin.flush()
        return await self._read()

    async def _read(self) -> dict[str, float]:
        """Return the next line of the process's output."""
        assert self._process.stdout is not None
        line = await asyncio.to_thread(self._process.stdout.readline)
        if not line:
            raise RuntimeError("The load for boardgame.io has failed; what it says is above.")
        answer: dict[str, float] = msgspec.json.decode(line)
        return answer


def _graphql(
    server: str, *documents: str, player: type[TablePlayer] = TablePlayer
) -> Callable[[Servers, Settings, Scripts], Playing]:
    def make(servers: Servers, settings: Settings, scripts: Scripts) -> Playing:
        found = servers.find(server)
        return Playing(found, settings, scripts, by_graphql(*(documents or [view_document()])), player)

    return make


def _persisting(fsync: str) -> Make:
    def make(servers: Servers, settings: Settings, scripts: Scripts) -> Contender:
        return Persisting(_graphql("croupier")(servers, settings, scripts), servers.redis(), fsync)

    return make


def _rest(servers: Servers, settings: Settings, scripts: Scripts) -> Contender:
    return Playing(servers.find("croupier"), settings, scripts, REST)


def _anything(server: str) -> Make:
    return lambda servers, settings, scripts: Asking(servers.find(server), settings, scripts)


def _matches(sockets: int) -> Make:
    return lambda servers, settings, _scripts: Matches(servers, settings, sockets)


def _documents(count: int) -> list[str]:
    return [view_document(number) for number in range(count)]


CONTENDERS: dict[str, Make] = {
    "applyMove": _graphql("croupier"),
    "boardgame.io": _matches(1),
    "applyMove, all fields": _graphql("croupier", whole_document()),
    "REST move": _rest,
    "bare Starlette with Redis": _anything("starlette with Redis"),
    "bare Starlette": _anything("starlette"),
    "bare ASGI": _anything("asgi"),
    "Strawberry with caches": _graphql("strawberry with caches"),
    "stock Strawberry": _graphql("strawberry"),
    "not compiled": _graphql("croupier, not compiled"),
    "AOF everysec": _persisting("everysec"),
    "AOF always": _persisting("always"),
    "followed by 4": _graphql("croupier, followed", player=FollowedPlayer),
    "boardgame.io, 4 sockets": _matches(SEATS),
    "SQLite": _graphql("croupier, SQLite"),
    "10 documents": _graphql("croupier, 10 documents", *_documents(10)),
    "10,000 documents": _graphql("croupier, 10,000 documents", *_documents(10_000)),
}
