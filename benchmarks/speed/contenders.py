"""The contenders: a server and its requests. Each gets a slice in every round, and keeps its tables meanwhile."""

import asyncio
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from itertools import cycle, islice
from typing import NamedTuple, Protocol

import msgspec

from benchmarks.speed.servers import Server, Servers
from tools.load.following import follow_table
from tools.load.moves import REST, Way, by_graphql
from tools.load.operations import view_document, whole_document
from tools.load.players import FollowedPlayer, SamePlayer, TablePlayer
from tools.load.slices import Slice, do_nothing, run_slice
from tools.load.tables import SEATS, Script, Table, make_up_tables, open_tables
from tools.measuring.processes import cpu_seconds
from tools.redis.server import RedisServer, wait_until

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

    @property
    def server(self) -> Server:
        """Return its server."""

    async def run(self, seconds: float) -> Slice:
        """Prepare the tables of a slice, then measure one."""


Scripts = Mapping[str, tuple[Script, ...]]
Make = Callable[[Servers, Settings, Scripts], Contender]


class Refilled(ABC):
    """A contender whose tables are used up: as many are prepared as the last slice lets expect."""

    server: Server
    _rate = 0.0

    def __init__(self, settings: Settings) -> None:
        self._settings = settings

    async def run(self, seconds: float, begin: Callable[[], None] = do_nothing) -> Slice:
        """Prepare the tables that are needed, then measure; before the first slice, find out their number.

        The measurement begins with the call of `begin`. If the tables are used up before half of the time, it is
        measured again with more of them.
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
        await self._prepare(SPARE * self._rate * (warm_up + seconds) / self._settings.in_flight)
        return await self._measure(warm_up, seconds, begin)

    @abstractmethod
    async def _prepare(self, moves_each: float) -> None:
        """Open tables for so many moves of each connection, at least for some."""

    @abstractmethod
    async def _measure(self, warm_up: float, seconds: float, begin: Callable[[], None]) -> Slice:
        """Measure one slice."""


class Playing(Refilled):
    """A contender that plays real tables at a server."""

    def __init__(
        self, server: Server, settings: Settings, scripts: Scripts, way: Way, player: type[TablePlayer] = TablePlayer
    ) -> None:
        super().__init__(settings)
        self.server = server
        self._scripts = {game: cycle(of_game) for game, of_game in scripts.items()}
        # By game, the tables at which nobody plays yet.
        self._ready: dict[str, list[Table]] = {game: [] for game in scripts}
        games = islice(cycle(scripts), settings.in_flight)
        self._players = [player(game, self._ready[game], way) for game in games]
        self._is_followed = player is FollowedPlayer

    async def _prepare(self, moves_each: float) -> None:
        wanted = [script for game in self._ready for script in self._missing(game, moves_each)]
        tables = await open_tables(self.server.opens_at, wanted)
        for table in tables:
            if self._is_followed:
                await follow_table(self.server.port, table)
            self._ready[table.script.game].append(table)

    def _missing(self, game: str, moves_each: float) -> list[Script]:
        """Return the scripts of the tables still to open: for so many moves, and two for each player at least."""
        players = [player for player in self._players if player.game == game]
        ready = self._ready[game]
        left = moves_each * len(players) - sum(one.left for one in players) - sum(one.left for one in ready)
        wanted: list[Script] = []
        while left > 0 or len(ready) + len(wanted) < 2 * len(players):
            wanted.append(script := next(self._scripts[game]))
            left -= len(script.moves)
        return wanted

    async def _measure(self, warm_up: float, seconds: float, begin: Callable[[], None]) -> Slice:
        return await run_slice(self.server.port, self._players, warm_up, seconds, self.server.process_id, begin)


class Persisting(NamedTuple):
    """A contender that plays real tables while the server's Redis keeps an append-only file, which is off otherwise.

    The same server is measured without the file, too: two processes differ by more than the file makes.
    """

    server: Server
    playing: Playing
    redis: RedisServer
    fsync: str

    async def run(self, seconds: float) -> Slice:
        """Wait until the file is complete, then measure."""
        self.redis.call("CONFIG", "SET", "appendfsync", self.fsync)
        self.redis.call("CONFIG", "SET", "appendonly", "yes")
        try:
            await asyncio.to_thread(wait_until, self._has_file)
            return await self.playing.run(seconds)
        finally:
            self.redis.call("CONFIG", "SET", "appendonly", "no")

    def _has_file(self) -> bool:
        persistence = self.redis.info("persistence")
        return [persistence[name] for name in FILE_IS_COMPLETE] == list(FILE_IS_COMPLETE.values())


class Asking:
    """A contender whose server knows no tables, and sends a fixed response."""

    def __init__(self, server: Server, settings: Settings, scripts: Scripts) -> None:
        self.server = server
        self._warm_up = settings.warm_up
        way, count = by_graphql(view_document()), settings.in_flight
        tables = make_up_tables([script for of_game in scripts.values() for script in of_game])
        self._players = [SamePlayer(tables[number::count], way) for number in range(count)]

    async def run(self, seconds: float) -> Slice:
        """Measure one slice."""
        return await run_slice(self.server.port, self._players, self._warm_up, seconds, self.server.process_id)


class Matches(Refilled):
    """A contender that plays matches on boardgame.io's server, by a process of Node on this process's core."""

    def __init__(self, servers: Servers, settings: Settings, sockets: int) -> None:
        super().__init__(settings)
        self.server = servers.find("boardgame.io" if sockets == 1 else "boardgame.io, 4 sockets")
        arguments = (str(self.server.port), str(settings.in_flight), str(sockets))
        self._process = servers.start_node("load.js", *arguments)

    async def _prepare(self, moves_each: float) -> None:
        moves = (await self._do(do="open", count=0))["moves"]
        await self._do(do="open", count=round(self._settings.in_flight * (moves_each / moves + 2)))

    async def _measure(self, warm_up: float, seconds: float, begin: Callable[[], None]) -> Slice:
        await self._do(do="play", warmUp=warm_up, seconds=seconds)
        begin()
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


def _graphql(server: str, *documents: str, player: type[TablePlayer] = TablePlayer) -> Make:
    def make(servers: Servers, settings: Settings, scripts: Scripts) -> Contender:
        way = by_graphql(*(documents or [view_document()]))
        return Playing(servers.find(server), settings, scripts, way, player)

    return make


def _persisting(fsync: str) -> Make:
    def make(servers: Servers, settings: Settings, scripts: Scripts) -> Contender:
        playing = Playing(servers.find("croupier"), settings, scripts, by_graphql(view_document()))
        return Persisting(playing.server, playing, servers.redis, fsync)

    return make


def _anything(server: str) -> Make:
    return lambda servers, settings, scripts: Asking(servers.find(server), settings, scripts)


def _documents(count: int) -> Make:
    return _graphql(f"croupier, {count:,} documents", *(view_document(number) for number in range(count)))


CONTENDERS: dict[str, Make] = {
    "applyMove": _graphql("croupier"),
    "boardgame.io": lambda servers, settings, _: Matches(servers, settings, 1),
    "applyMove, all fields": _graphql("croupier", whole_document()),
    "REST move": lambda servers, settings, scripts: Playing(servers.find("croupier"), settings, scripts, REST),
    "bare Starlette with Redis": _anything("starlette with Redis"),
    "bare Starlette": _anything("starlette"),
    "bare ASGI": _anything("asgi"),
    "Strawberry with caches": _graphql("strawberry with caches"),
    "stock Strawberry": _graphql("strawberry"),
    "not compiled": _graphql("croupier, not compiled"),
    "AOF everysec": _persisting("everysec"),
    "AOF always": _persisting("always"),
    "followed by 4": _graphql("croupier, followed", player=FollowedPlayer),
    "boardgame.io, 4 sockets": lambda servers, settings, _: Matches(servers, settings, SEATS),
    "SQLite": _graphql("croupier, SQLite"),
    "10 documents": _documents(10),
    "10,000 documents": _documents(10_000),
}
