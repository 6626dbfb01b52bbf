"""Trace the path of a move: count what the service calls between the socket and the store.

One warm `applyMove` by GraphQL, one by REST, and one frame of a stream are traced in a real process over SQLite, from
the bytes of the request to the log line. All three make the same move; the frame's path is what a follower adds to it.
"""

import asyncio
import itertools
import os
import signal
import subprocess
import sys
import tempfile
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

import msgspec

from benchmarks.scale.figures import Figures, print_figures
from benchmarks.scale.playing import Connection
from benchmarks.speed.operations import view_document
from benchmarks.speed.players import Read, Write, read_graphql, read_rest, write_graphql, write_rest
from benchmarks.speed.streams import follow
from benchmarks.speed.tables import Script, open_tables, write_scripts
from engine import GAMES

HOST = "127.0.0.1"
ROOT = Path(__file__).resolve().parents[1]
TRACER = Path(__file__).with_name("tracer.py")
WARM_MOVES = 12
QUIET_SECONDS = 0.4
# Callbacks of the event loop that no request causes: the server's tick, the store's looks, timers, signals.
IDLE = (
    "Server.serve",
    "SqliteStore._poll",
    "LogPoller._poll",
    "DatabaseThread.settle",
    "_set_result_unless_cancelled",
    "noop",
    "_begin",
    "_end",
)

GRAPHQL, REST, FRAME = "applyMove by GraphQL", "applyMove by REST", "frame of a stream"


class Call(NamedTuple):
    """A call of a function in Python: the callbacks of the event loop, and what threads are given, have depth 0."""

    thread: int
    depth: int
    file: str
    name: str


class Length(msgspec.Struct, frozen=True):
    """How long a path is: calls of ours and of libraries', in Python; our functions, their files, changes of file."""

    own_calls: int
    library_calls: int
    functions: int
    files: int
    changes: int


class Trace(NamedTuple):
    """The calls of a path, callback by callback, and the checkout whose code was run."""

    checkout: Path
    callbacks: list[list[Call]]

    def is_own(self, call: Call) -> bool:
        """Tell whether a function is ours, or was made of a GraphQL operation by ours."""
        return call.file.startswith((f"{self.checkout}/service/", f"{self.checkout}/engine/", "<selection"))

    def length(self) -> Length:
        """Return how long the path is. All that is made of operations counts as one file."""
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


class Traced:
    """A service of a checkout, and what it calls."""

    def __init__(self, checkout: Path, folder: Path) -> None:
        self._checkout = checkout
        self._found = folder / "calls.json"
        settings = {"CROUPIER_STORE": f"sqlite:{folder / 'croupier.db'}", "CROUPIER_PORT": "0", "CROUPIER_LOG": "json"}
        with (folder / "log").open("wb") as log:
            self.process = subprocess.Popen(
                [sys.executable, "-P", TRACER, self._found],
                cwd=folder,
                env={**os.environ, **settings, "PYTHONPATH": str(checkout), "PYTHONUNBUFFERED": "1"},
                stdout=subprocess.PIPE,
                stderr=log,
                text=True,
            )
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        if "/graphql" not in line:
            raise RuntimeError(f"The service does not start:\n{(folder / 'log').read_text()}")
        self.port = int(line.partition("/graphql")[0].rpartition(":")[2])

    async def trace_move(self, script: Script, write: Write, read: Read, *, is_followed: bool = False) -> Trace:
        """Open a table, make some moves, and trace the next one; a follower watches it if it is to be followed."""
        (table,) = await open_tables(HOST, self.port, [script])
        if is_followed:
            table.tokens, tokens = table.tokens[:1], table.tokens
            await follow(HOST, self.port, table)
            table.tokens = tokens
        async with Connection(HOST, self.port) as connection:
            for _ in range(WARM_MOVES):
                table.version = read(await connection.send(write(table))).version
                table.at += 1
            return await self._trace(connection, write(table))

    async def _trace(self, connection: Connection, request: bytes) -> Trace:
        self._found.unlink(missing_ok=True)
        self.process.send_signal(signal.SIGUSR1)
        await asyncio.sleep(QUIET_SECONDS)
        await connection.send(request)
        await asyncio.sleep(QUIET_SECONDS)
        self.process.send_signal(signal.SIGUSR2)
        while not self._found.exists():  # noqa: ASYNC110 - another process writes it
            await asyncio.sleep(QUIET_SECONDS / 10)
        return Trace(self._checkout, split(msgspec.json.decode(self._found.read_bytes(), type=list[Call])))


def split(calls: Sequence[Call]) -> list[list[Call]]:
    """Return calls by callback, from the one on that receives the request."""
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


def measure(checkout: Path, game: str) -> dict[str, Trace]:
    """Trace every path with the code of a checkout."""
    script, graphql = write_scripts(game, 1)[0], write_graphql([view_document()])

    async def trace(service: Traced) -> dict[str, Trace]:
        alone = await service.trace_move(script, graphql, read_graphql)
        rest = await service.trace_move(script, write_rest, read_rest)
        # A subscription has a plan from the second time on.
        await service.trace_move(script, graphql, read_graphql, is_followed=True)
        followed = await service.trace_move(script, graphql, read_graphql, is_followed=True)
        known = {callback[0].name for callback in alone.callbacks}
        added = [callback for callback in followed.callbacks if callback[0].name not in known]
        return {GRAPHQL: alone, REST: rest, FRAME: Trace(checkout, added)}

    with _started(checkout) as service:
        return asyncio.run(trace(service))


@contextmanager
def _started(checkout: Path) -> Iterator[Traced]:
    with tempfile.TemporaryDirectory() as folder:
        service = Traced(checkout, Path(folder))
        try:
            yield service
        finally:
            service.process.kill()
            service.process.communicate()


def read_arguments(arguments: Sequence[str]) -> Namespace:
    """Read the command line."""
    parser = ArgumentParser(prog="python -m benchmarks path", description=__doc__)
    parser.add_argument("--game", choices=GAMES, default="zar", help="what is played (default: %(default)s)")
    parser.add_argument("--checkout", type=Path, default=ROOT, help="trace the code of another checkout")
    parser.add_argument("--list", choices=(GRAPHQL, REST, FRAME), help="print the calls of this path as a tree")
    parser.add_argument("--json", action="store_true", help="print JSON instead of a table")
    return parser.parse_args(arguments)


def main(arguments: Sequence[str]) -> int:
    """Print how long the paths are, or one of them."""
    wanted = read_arguments(arguments)
    traces = measure(wanted.checkout.resolve(), wanted.game)
    if wanted.list:
        print("\n".join(traces[wanted.list].tree()))
        return 0
    rows = [{"path": name, **msgspec.structs.asdict(trace.length())} for name, trace in traces.items()]
    print_figures(Figures("path of a move", {"game": wanted.game}, rows), as_json=wanted.json)
    return 0
