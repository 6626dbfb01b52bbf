"""The contenders: a server and its requests. Each gets a slice in every round, and keeps its tables meanwhile."""

import asyncio
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping
from itertools import cycle, islice
from typing import NamedTuple, Protocol

import msgspec

from benchmarks.speed.servers import BOARDGAME, COLYSEUS, Server, Servers
from tools.load.following import FOLLOW, FOLLOW_CHANGES, Following, follow_table
from tools.load.moves import CHANGES, REST, REST_CHANGES, VIEW, Way, by_graphql
from tools.load.operations import view_document
from tools.load.players import FollowedPlayer, SamePlayer, TablePlayer
from tools.load.slices import Slice, do_nothing, run_slice
from tools.load.tables import SEATS, Script, Table, make_up_tables, open_tables, write_scripts
from tools.measuring.processes import cpu_seconds
from tools.redis.server import RedisServer, wait_until

# The factor by which more moves are prepared than the last slice used, for the next one may be faster.
SPARE = 1.4
PROBE_SECONDS = 0.3
# A server in Node compiles what it does while it does it.
NODE_SECONDS = 3.0
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
    processes: int = 1


class Contender(Protocol):
    """A contender, measured slice by slice."""

    @property
    def server(self) -> Server:
        """Return its server."""

    async def run(self, seconds: float) -> Slice:
        """Prepare the tables of a slice, then measure one."""


Make = Callable[[Servers, Settings], Contender]


class Refilled(ABC):
    """A contender whose tables are used up: as many are prepared as the last slice lets expect."""

    server: Server
    # How long it is played at first, which does not count.
    first_seconds = PROBE_SECONDS
    _rate = 0.0

    def __init__(self, settings: Settings) -> None:
        self._settings = settings

    async def run(self, seconds: float, begin: Callable[[], None] = do_nothing) -> Slice:
        """Prepare the tables that are needed, then measure; before the first slice, find out their number.

        The measurement begins with the call of `begin`. If the tables are used up before half of the time, it is
        measured again with more of them.
        """
        if not self._rate:
            await self._begin()
        for _ in range(MOST_TRIES):
            found = await self._run(self._settings.warm_up, seconds, begin)
            self._rate = found.rate
            if found.seconds > seconds / 2:
                return found
        raise RuntimeError("The tables run out again and again.")

    async def _begin(self) -> None:
        """Find out the rate of a server that has just started, and warm it up."""
        left = self.first_seconds
        seconds = PROBE_SECONDS
        while left > 0:
            found = await self._run(0.0, seconds, do_nothing)
            self._rate = found.rate
            left -= found.seconds
            seconds = left

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
        self,
        server: Server,
        scripts: Mapping[str, Iterator[Script]],
        settings: Settings,
        way: Way,
        following: Following | None = None,
    ) -> None:
        super().__init__(settings)
        self.server = server
        self._scripts = scripts
        # By game, the tables at which nobody plays yet.
        self._ready: dict[str, list[Table]] = {game: [] for game in settings.games}
        self._following = following
        player = TablePlayer if following is None else FollowedPlayer
        games = islice(cycle(settings.games), settings.in_flight)
        self._players = [player(game, self._ready[game], way) for game in games]

    async def _prepare(self, moves_each: float) -> None:
        wanted = [script for game in self._ready for script in self._missing(game, moves_each)]
        tables = await open_tables(self.server.opens_at, wanted)
        for table in tables:
            if self._following is not None:
                await follow_table(self.server.port, table, self._following)
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

    def __init__(self, server: Server, settings: Settings) -> None:
        self.server = server
        self._warm_up = settings.warm_up
        count = settings.in_flight
        tables = make_up_tables([script for game in settings.games for script in write_scripts(game)])
        self._players = [SamePlayer(tables[number::count], VIEW) for number in range(count)]

    async def run(self, seconds: float) -> Slice:
        """Measure one slice."""
        return await run_slice(self.server.port, self._players, self._warm_up, seconds, self.server.process_id)


class Matches(Refilled):
    """A contender that plays matches on a peer's server, by a process of Node on this process's core."""

    first_seconds = NODE_SECONDS

    def __init__(self, servers: Servers, settings: Settings, peer: str, name: str, *asked: str) -> None:
        """Start the server of a name in `KINDS`, and a load that is asked for so many sockets or clients."""
        super().__init__(settings)
        self.server = servers.find(name)
        arguments = (str(self.server.port), str(settings.in_flight), *asked)
        self._process = servers.start_node(peer, "load.js", *arguments)

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
            raise RuntimeError("The load for a peer has failed; what it says is above.")
        answer: dict[str, float] = msgspec.json.decode(line)
        return answer


def _play(servers: Servers, name: str, settings: Settings, way: Way, following: Following | None = None) -> Playing:
    return Playing(servers.find(name), servers.scripts(name, settings.games), settings, way, following)


def _playing(server: str, way: Way, following: Following | None = None) -> Make:
    return lambda servers, settings: _play(servers, server, settings, way, following)


def _persisting(fsync: str) -> Make:
    def make(servers: Servers, settings: Settings) -> Contender:
        playing = _play(servers, "croupier", settings, VIEW)
        return Persisting(playing.server, playing, servers.redis, fsync)

    return make


def _anything(server: str) -> Make:
    return lambda servers, settings: Asking(servers.find(server), settings)


def _matches(peer: str, server: str, *asked: str) -> Make:
    return lambda servers, settings: Matches(servers, settings, peer, server, *asked)


def _documents(count: int) -> Way:
    return by_graphql(*(view_document(number) for number in range(count)))


CONTENDERS: dict[str, Make] = {
    "applyMove": _playing("croupier", VIEW),
    "applyMove, changes": _playing("croupier", CHANGES),
    "REST move": _playing("croupier", REST),
    "REST move, changes": _playing("croupier", REST_CHANGES),
    "followed by 4": _playing("croupier, followed", VIEW, FOLLOW),
    "followed by 4, changes": _playing("croupier, followed by changes", CHANGES, FOLLOW_CHANGES),
    "SQLite": _playing("croupier, SQLite", VIEW),
    "SQLite, changes": _playing("croupier, SQLite", CHANGES),
    "AOF everysec": _persisting("everysec"),
    "AOF always": _persisting("always"),
    "Colyseus": _matches(COLYSEUS, "Colyseus", "1"),
    "Colyseus, 4 clients": _matches(COLYSEUS, "Colyseus, 4 clients", "4"),
    "Colyseus, same duties": _matches(COLYSEUS, "Colyseus, same duties", "1", "acknowledged"),
    "Colyseus, same duties, 4 clients": _matches(COLYSEUS, "Colyseus, same duties, 4 clients", "4", "acknowledged"),
    "boardgame.io": _matches(BOARDGAME, "boardgame.io", "1"),
    "boardgame.io, 4 sockets": _matches(BOARDGAME, "boardgame.io, 4 sockets", str(SEATS)),
    "bare ASGI": _anything("asgi"),
    "bare Starlette with Redis": _anything("starlette with Redis"),
    "Strawberry with caches": _playing("strawberry with caches", VIEW),
    "not compiled": _playing("croupier, not compiled", VIEW),
    "10,000 documents": lambda servers, settings: _play(
        servers, "croupier, 10,000 documents", settings, _documents(10_000)
    ),
}
# Those that need a service that can answer with what has changed.
OF_CHANGES = tuple(name for name in CONTENDERS if name.endswith(", changes"))
