"""Trace the path of a move: count the service's calls between the socket and the store."""

import asyncio
import itertools
import signal
import tempfile
from argparse import Namespace
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

import msgspec

from benchmarks.figures import Figures, Knob, Row, benchmark
from engine import GAMES
from tools.load.connection import Connection
from tools.load.following import follow_table
from tools.load.moves import REST, Way, by_graphql, make_move
from tools.load.operations import view_document
from tools.load.tables import Script, open_tables, write_scripts
from tools.servers import REPOSITORY
from tools.services import Service

# This checkout's tracer runs the other checkout's code.
PROGRAM = """
import runpy, sys
sys.path.insert(0, {checkout!r})
sys.argv = ["tracer", {calls!r}]
runpy.run_path({tracer!r}, run_name="__main__")
"""
# The packages whose calls are our own.
ROOMS = ("engine", "service", "compiled")
TRACER = Path(__file__).with_name("tracer.py")
WARM_MOVES = 12
# So many other tables are played for so many moves first, half of them by REST: a service that is warm has made moves
# of this game before.
WARM_TABLES, MOVES_OF_OTHERS = 8, 30
QUIET_SECONDS = 0.1
# After the moves before, and two ticks in which it notes who is there, a service writes only what requests cause.
IDLE_SECONDS = 1.1
# What else the process does now and then, on a busy machine, only adds to a path: one that is too long is traced again,
# in another process, since this one has made and kept the parts of the answer; the least of so many traces counts.
TRACES = 3
# Callbacks of the event loop that no request causes: the server's tick, the store's polls, timers, signals.
IDLE = (
    "Server.serve",
    "SqliteStore._poll",
    "LogPoller._poll",
    "_read_new",
    "DatabaseThread.settle",
    "_set_result_unless_cancelled",
    "Presence._run",
    "Sweep._run",
    "noop",
    "_begin",
    "_end",
)
# The lengths that no change may exceed, beside the bars.
RATCHET = Path(__file__).with_name("path.json")

PATHS = BY_GRAPHQL, BY_REST, FRAME = "applyMove by GraphQL", "applyMove by REST", "frame of a stream"


@benchmark(
    Knob("game", "zar", "what is played", GAMES),
    Knob("checkout", REPOSITORY, "trace the code of another checkout"),
    Knob("list", "", "print the calls of this path as a tree", PATHS),
    Knob("worst", False, "print the greatest lengths of all games beside those that no change may exceed"),
)
def path(wanted: Namespace) -> list[Figures | str]:
    """Trace the path of a move: count the service's calls between the socket and the store.

    One warm `applyMove` by GraphQL, one by REST, and one frame of a stream are traced in a real process over SQLite,
    from the bytes of the request to the log line. All three make the same move; the frame's path is the work for a
    follower.
    """
    checkout = wanted.checkout.resolve()
    if wanted.worst:
        return [_compare(_find_worst(checkout))]
    traces = trace_paths(checkout, wanted.game)
    if wanted.list:
        return ["\n".join(traces[wanted.list].tree())]
    rows = [{"path": name, **msgspec.structs.asdict(trace.length())} for name, trace in traces.items()]
    return [Figures("path of a move", {"game": wanted.game}, rows)]


class Length(msgspec.Struct, frozen=True):
    """The length of a path: calls of our code and of Python libraries; our functions, their files, changes of file."""

    own_calls: int
    library_calls: int
    functions: int
    files: int
    changes: int


class Ratchet(msgspec.Struct, frozen=True):
    """The most that a path may have of each kind, which only goes down, and the goals."""

    most: Length
    bars: dict[str, int] = {}


def _read_ratchet() -> dict[str, Ratchet]:
    """Return for each path the lengths that no change may exceed, and the bars."""
    return msgspec.json.decode(RATCHET.read_bytes(), type=dict[str, Ratchet])


def _find_worst(checkout: Path) -> dict[str, Length]:
    """Return for each path the greatest number of each kind, of all games."""
    found = [_find_least(checkout, game) for game in GAMES]
    return {name: _join(max, [lengths[name] for lengths in found]) for name in PATHS}


def _find_least(checkout: Path, game: str) -> dict[str, Length]:
    """Return the lengths of the paths: the least of some traces where the first is longer than it may be."""
    most, found = {name: allowed.most for name, allowed in _read_ratchet().items()}, list[dict[str, Length]]()
    while True:
        found.append({name: trace.length() for name, trace in trace_paths(checkout, game).items()})
        least = {name: _join(min, [lengths[name] for lengths in found]) for name in PATHS}
        is_short = all(_join(max, [least[name], most[name]]) == most[name] for name in PATHS)
        if is_short or len(found) == TRACES:
            return least


def _join(choose: Callable[[Sequence[int]], int], lengths: Sequence[Length]) -> Length:
    return Length(*(choose(numbers) for numbers in zip(*map(msgspec.structs.astuple, lengths), strict=True)))


def _compare(worst: dict[str, Length]) -> Figures:
    rows: list[Row] = []
    for name, allowed in _read_ratchet().items():
        for kind, most in msgspec.structs.asdict(allowed.most).items():
            now, bar = getattr(worst[name], kind), allowed.bars.get(kind)
            rows.append({"path": name, "kind": kind, "now": now, "most": most, "bar": bar})
    return Figures("path of a move, the worst of all games", {}, rows)


class Call(NamedTuple):
    """A call of a Python function: callbacks of the event loop, and functions handed to threads, have depth 0."""

    thread: int
    depth: int
    file: str
    name: str


class Trace(NamedTuple):
    """The calls of a path, callback by callback, and the checkout whose code ran."""

    checkout: Path
    callbacks: list[list[Call]]

    def is_own(self, call: Call) -> bool:
        """Tell whether a function is ours, or was generated from a GraphQL operation by ours."""
        return call.file.startswith((*(f"{self.checkout}/{room}/" for room in ROOMS), "<selection"))

    def length(self) -> Length:
        """Return the length of the path. All code generated from operations counts as one file."""
        calls = [call for callback in self.callbacks for call in callback]
        own = [(call.file, call.name) for call in calls if self.is_own(call)]
        files = [file.partition(" ")[0] for file, _ in own]
        changes = sum(before != after for before, after in itertools.pairwise(files))
        return Length(len(own), len(calls) - len(own), len(set(own)), len(set(files)), changes)

    def tree(self) -> Iterator[str]:
        """Yield the calls as indented lines, those of libraries in brackets."""
        for call in (call for callback in self.callbacks for call in callback):
            file = call.file.removeprefix(f"{self.checkout}/").rpartition("site-packages/")[2]
            line = f"{call.name}  {file}"
            yield "  " * call.depth + (line if self.is_own(call) else f"({line})")


def trace_paths(checkout: Path, game: str) -> dict[str, Trace]:
    """Trace every path with the code of a checkout."""
    script, *others = write_scripts(game, 1 + WARM_TABLES)
    graphql = by_graphql(view_document())

    async def trace_all(service: Traced) -> dict[str, Trace]:
        await service.play(others[::2], graphql)
        await service.play(others[1::2], REST)
        alone = await service.trace_move(script, graphql)
        rest = await service.trace_move(script, REST)
        # A subscription has a plan from the second time on.
        await service.trace_move(script, graphql, is_followed=True)
        followed = await service.trace_move(script, graphql, is_followed=True)
        known = {callback[0].name for callback in alone.callbacks}
        added = [callback for callback in followed.callbacks if callback[0].name not in known]
        return {BY_GRAPHQL: alone, BY_REST: rest, FRAME: Trace(checkout, added)}

    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        calls = folder / "calls.json"
        program = PROGRAM.format(checkout=str(checkout), calls=str(calls), tracer=str(TRACER))
        with Service(f"sqlite:{folder / 'croupier.db'}", folder, program, log="json") as service:
            return asyncio.run(trace_all(Traced(service, checkout, calls)))


class Traced(NamedTuple):
    """A service that runs the code of a checkout, and the file that receives its trace."""

    service: Service
    checkout: Path
    calls: Path

    async def play(self, scripts: Sequence[Script], way: Way) -> None:
        """Open tables, and play some moves of each."""
        port = self.service.port
        for table in await open_tables(port, scripts):
            async with Connection(port) as connection:
                for _ in range(min(MOVES_OF_OTHERS, table.left)):
                    await make_move(connection, table, way)

    async def trace_move(self, script: Script, way: Way, *, is_followed: bool = False) -> Trace:
        """Open a table, make some moves, and trace the next one; a follower watches it if asked for."""
        port = self.service.port
        (table,) = await open_tables(port, [script])
        if is_followed:
            table.tokens, tokens = table.tokens[:1], table.tokens
            await follow_table(port, table)
            table.tokens = tokens
        async with Connection(port) as connection:
            for _ in range(WARM_MOVES):
                await make_move(connection, table, way)
            await asyncio.sleep(IDLE_SECONDS)
            return await self._trace(connection, way.write(table))

    async def _trace(self, connection: Connection, request: bytes) -> Trace:
        self.calls.unlink(missing_ok=True)
        self.service.send(signal.SIGUSR1)
        await asyncio.sleep(QUIET_SECONDS)
        await connection.send(request)
        await asyncio.sleep(QUIET_SECONDS)
        self.service.send(signal.SIGUSR2)
        while not self.calls.exists():  # noqa: ASYNC110 - another process writes it
            await asyncio.sleep(QUIET_SECONDS / 10)
        return Trace(self.checkout, split(msgspec.json.decode(self.calls.read_bytes(), type=list[Call])))


def split(calls: Sequence[Call]) -> list[list[Call]]:
    """Group calls by callback, starting with the callback that receives the request."""
    callbacks: list[list[Call]] = []
    latest: dict[int, list[Call]] = {}
    for call in calls:
        if call.depth == 0:
            callbacks.append([])
            latest[call.thread] = callbacks[-1]
        if call.thread in latest:
            latest[call.thread].append(call)
    begun = next(at for at, callback in enumerate(callbacks) if callback[0].name.endswith("data_received"))
    return [callback for callback in callbacks[begun:] if callback[0].name not in IDLE]
