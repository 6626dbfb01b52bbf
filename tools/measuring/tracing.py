"""Traces of requests: the calls of a service that runs the code of a checkout, from the socket to the log line."""

import asyncio
import itertools
import signal
import tempfile
from collections.abc import Callable, Coroutine, Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

import msgspec

from tools.load.connection import Connection
from tools.load.following import follow_table
from tools.load.moves import Way, make_move
from tools.load.tables import Script, open_tables
from tools.services import Service

T = TypeVar("T")

# This checkout's tracer runs the other checkout's code.
PROGRAM = """
import runpy, sys
sys.path.insert(0, {checkout!r})
sys.argv = ["tracer", {calls!r}]
runpy.run_path({tracer!r}, run_name="__main__")
"""
# The packages whose calls are our own.
ROOMS = ("engine", "service", "store", "compiled")
TRACER = Path(__file__).with_name("tracer.py")
WARM_MOVES = 12
# So many moves of other tables are made first.
MOVES_OF_OTHERS = 30
QUIET_SECONDS = 0.1
# After the moves before, and two ticks in which it notes who is there, a service writes only what requests cause.
IDLE_SECONDS = 1.1
# Callbacks of the event loop that no request causes: the server's tick, the store's polls, timers, signals.
IDLE = (
    "Server.serve",
    "SqliteStore._poll",
    "LogPoller._poll",
    "_read_new",
    "DatabaseThread.settle",
    "_set_result_unless_cancelled",
    "PresenceTracker.run",
    "Sweep._run",
    "Health.watch",
    "_find_missing",
    "noop",
    "_begin",
    "_end",
)


class Length(msgspec.Struct, frozen=True):
    """The length of a path: calls of our code and of Python libraries; our functions, their files, changes of file."""

    own_calls: int
    library_calls: int
    functions: int
    files: int
    changes: int


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


def trace_service(checkout: Path, trace: Callable[[Traced], Coroutine[Any, Any, T]]) -> T:
    """Start a service over SQLite with the code of a checkout, and trace it."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        calls = folder / "calls.json"
        program = PROGRAM.format(checkout=str(checkout), calls=str(calls), tracer=str(TRACER))
        with Service(f"sqlite:{folder / 'croupier.db'}", folder, program, log="json") as service:
            return asyncio.run(trace(Traced(service, checkout, calls)))


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
