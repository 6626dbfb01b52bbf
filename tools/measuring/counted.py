"""Run `croupier serve` in this process, send it requests without a network, and count its instructions.

`benchmarks.instructions` starts this file below valgrind, with the code of any checkout: it uses nothing else of this
one. It reads a plan, which says what is played and how, and prints what was counted as JSON. The server's own loop is
replaced: requests are handed to the protocol of a connection, and there are neither sockets nor ticks of a clock.
"""

import asyncio
import ctypes
import itertools
import json
import mmap
import os
import platform
import random
import secrets
import socket
import sys
import time
from collections.abc import Callable, Iterator
from typing import Any

import uvicorn

Json = Any

# ---- callgrind: its requests are sequences of instructions that do nothing on a processor

# On x86-64, from valgrind.h: `rax` points to the request, `rdx` has the default of the result.
_CODE = bytes.fromhex("4889f84889f248c1c70348c1c70d48c1c73d48c1c7334887db4889d0c3")
PROCESSORS = ("x86_64", "AMD64")
_DUMP, _ZERO, _START, _STOP = (0x43540000 + number for number in (0, 1, 4, 5))


class Callgrind:
    """Requests of callgrind; without it, and on other processors, they do nothing."""

    def __init__(self) -> None:
        self._call: Callable[..., int] = lambda *_: 0
        if platform.machine() not in PROCESSORS:
            return
        # The page is kept as long as the function.
        self._page = mmap.mmap(-1, mmap.PAGESIZE, prot=mmap.PROT_READ | mmap.PROT_WRITE | mmap.PROT_EXEC)
        self._page.write(_CODE)
        address = ctypes.addressof(ctypes.c_char.from_buffer(self._page))
        self._call = ctypes.CFUNCTYPE(ctypes.c_ulong, ctypes.c_void_p, ctypes.c_ulong)(address)

    def ask(self, number: int) -> None:
        """Make a request."""
        self._call(ctypes.byref((ctypes.c_ulong * 6)(number)), 0)


# ---- a connection without a socket


class Transport(asyncio.Transport):
    """The server's side of a connection; what it writes is kept until it is taken."""

    def __init__(self) -> None:
        # Some servers ask the socket how much the client has not read: of this one, nothing.
        known = {"peername": ("127.0.0.1", 1), "sockname": ("127.0.0.1", 2), "socket": socket.socket()}
        super().__init__(known)
        self.written: list[bytes] = []
        self.on_write: Callable[[], None] = lambda: None

    def write(self, data: bytes | bytearray | memoryview) -> None:
        """Keep what is written."""
        self.written.append(bytes(data))
        self.on_write()

    def writelines(self, list_of_data: Any) -> None:  # noqa: ANN401 - as the library has it
        """Keep what is written."""
        self.write(b"".join(list_of_data))

    def is_closing(self) -> bool:
        """Tell that it stays open."""
        return False

    def is_reading(self) -> bool:
        """Tell that it is read."""
        return True

    def get_write_buffer_size(self) -> int:
        """Tell that the client has read everything."""
        return 0

    def set_write_buffer_limits(self, high: int | None = None, low: int | None = None) -> None:
        """Ignore the limits."""

    def pause_reading(self) -> None:
        """Ignore it: each request waits for the answer to the one before."""

    def resume_reading(self) -> None:
        """Ignore it."""

    def close(self) -> None:
        """Ignore it."""

    def abort(self) -> None:
        """Ignore it."""


class Client:
    """A connection to the server, with one request on its way at a time."""

    def __init__(self, server: uvicorn.Server) -> None:
        config = server.config
        loop = asyncio.get_running_loop()
        make: Any = config.http_protocol_class
        state = {"config": config, "server_state": server.server_state, "app_state": server.lifespan.state}
        self._protocol = make(**state, _loop=loop)
        self.transport = Transport()
        self._protocol.connection_made(self.transport)

    async def send(self, request: bytes) -> bytes:
        """Send a request, and return the whole response."""
        answered = asyncio.get_running_loop().create_future()
        written = self.transport.written

        def finish() -> None:
            if not answered.done() and _is_whole(written):
                answered.set_result(None)

        self.transport.on_write = finish
        self._protocol.data_received(request)
        await answered
        response = b"".join(written)
        written.clear()
        return response

    async def ask(self, path: str, body: Json, *headers: str) -> Json:
        """Post JSON, and return the body of the response."""
        response = await self.send(write_post(path, body, *headers))
        if not response.startswith(b"HTTP/1.1 2"):
            raise RuntimeError(response.decode())
        return json.loads(response.partition(b"\r\n\r\n")[2])

    async def follow(self, request: bytes, on_frame: Callable[[], None]) -> None:
        """Open a stream, wait for its first frame, and call back for each later one."""
        opened = asyncio.get_running_loop().create_future()

        def finish() -> None:
            if not opened.done() and any(b"\ndata: " in piece for piece in self.transport.written):
                opened.set_result(None)

        self.transport.on_write = finish
        self._protocol.data_received(request)
        await asyncio.wait_for(opened, 60)
        self.transport.written.clear()
        self.transport.on_write = on_frame


def _is_whole(written: list[bytes]) -> bool:
    head, end, body = b"".join(written).partition(b"\r\n\r\n")
    length = head.lower().partition(b"content-length: ")[2].partition(b"\r\n")[0]
    return bool(end) and len(body) >= int(length or 0)


def write_post(path: str, body: Json, *headers: str) -> bytes:
    """Return a request with a body as JSON."""
    text = json.dumps(body, separators=(",", ":")).encode()
    usual = ("Host: localhost", "Content-Type: application/json", f"Content-Length: {len(text)}")
    return "\r\n".join((f"POST {path} HTTP/1.1", *usual, *headers, "", "")).encode() + text


# ---- tables


class Table:
    """A session at which every seat is taken, and the requests of its moves."""

    def __init__(self, session_id: str, tokens: list[str], version: int, moves: list[tuple[int, str]]) -> None:
        self.id = session_id
        self.tokens = tokens
        self.version = version
        self.moves = moves

    def write_moves(self, plan: Json) -> Iterator[bytes]:
        """Yield the request of each move, each at the version that the one before makes."""
        for number, (seat, move) in enumerate(self.moves):
            yield self._write_move(plan, self.version + number, seat, move, f"{self.id[:12]}-{number}")

    def _write_move(self, plan: Json, version: int, seat: int, move: str, key: str) -> bytes:
        token = f"Authorization: Bearer {self.tokens[seat]}"
        if plan["document"] is None:
            path = f"/v1/sessions/{self.id}/moves"
            given = (f'If-Match: "{version}"', f'Idempotency-Key: "{key}"')
            return write_post(path, {"move": move}, token, *given, *plan["headers"])
        wish = {"sessionId": self.id, "move": move, "expectedVersion": version, "idempotencyKey": key}
        return write_post("/graphql", {"query": plan["document"], "variables": {"input": wish}}, token)


async def open_table(client: Client, script: Json, hook: str = "") -> Table:
    """Open a session for a script and take every seat; with a URL, its host has a webhook there."""
    wish = {"game": script["game"], "seats": script["seats"], "seed": script["seed"], "options": []}
    opened = await client.ask("/v1/sessions", wish)
    session_id = opened["session"]["id"]
    if hook:
        token = f"Authorization: Bearer {opened['hostToken']}"
        await client.ask("/v1/webhooks", {"sessionId": session_id, "url": hook}, token)
    path = f"/v1/sessions/{session_id}/seats"
    names = script["names"]
    joined = [
        await client.ask(path, {"seat": seat, "name": names[seat]}, "If-Match: *") for seat in range(script["seats"])
    ]
    tokens = [one["seatToken"] for one in joined]
    return Table(session_id, tokens, joined[-1]["session"]["version"], script["moves"])


class Play:
    """Tables, move by move in turn, each with its followers if the plan has a subscription."""

    def __init__(self, server: uvicorn.Server, plan: Json) -> None:
        self._server = server
        self._plan = plan
        self._client = Client(server)
        self._awaited = 0
        self._all: asyncio.Future[None] | None = None

    async def prepare(self, scripts: Json) -> list[list[bytes]]:
        """Open tables, let every seat follow them, and return the requests of each."""
        tables = [await open_table(self._client, script, self._plan.get("hook", "")) for script in scripts]
        for table in tables:
            for token in table.tokens if self._plan["follow"] else ():
                await self._follow(table, token)
        return [list(table.write_moves(self._plan)) for table in tables]

    async def _follow(self, table: Table, token: str) -> None:
        body = {"query": self._plan["follow"], "variables": {"id": table.id}}
        request = write_post("/graphql", body, "Accept: text/event-stream", f"Authorization: Bearer {token}")
        await Client(self._server).follow(request, self._arrive)

    def _arrive(self) -> None:
        self._awaited -= 1
        if self._awaited == 0 and self._all is not None:
            self._all.set_result(None)

    async def play(self, requests: list[list[bytes]]) -> list[bytes]:
        """Make all moves, one after the other, a move of each table in turn; return the responses."""
        loop = asyncio.get_running_loop()
        responses = list[bytes]()
        followers = self._plan["followers"]
        for moves in itertools.zip_longest(*requests):
            for request in moves:
                if request is None:
                    continue
                self._awaited = followers
                self._all = loop.create_future() if followers else None
                responses.append(await self._client.send(request))
                if self._all is not None:
                    await self._all
        return responses


async def drive(server: uvicorn.Server, sockets: list[socket.socket] | None, plan: Json) -> Json:
    """Start the server, play the tables that warm it up, then count while it plays the others."""
    config = server.config
    config.load()
    server.lifespan = config.lifespan_class(config)
    await server.startup(sockets)
    play = Play(server, plan)
    await play.play(await play.prepare(plan["warm"]))
    requests = await play.prepare(plan["scripts"])
    callgrind = Callgrind()
    callgrind.ask(_START)
    callgrind.ask(_ZERO)
    responses = await play.play(requests)
    callgrind.ask(_DUMP)
    callgrind.ask(_STOP)
    for response in responses:
        if not response.startswith(b"HTTP/1.1 200") or b'"version":' not in response:
            raise RuntimeError(response.decode())
    sizes = [len(response.partition(b"\r\n\r\n")[2]) for response in responses]
    return {"moves": len(responses), "bytes": sum(sizes) / len(sizes)}


def repeat(plan_file: str) -> None:
    """Have a server, when it is run, carry out a plan instead; nothing in it depends on chance or on the time."""
    chance = random.Random(1)
    known: Json = {"urandom": chance.randbytes, "token_bytes": lambda count=32: chance.randbytes(count)}
    os.urandom = known["urandom"]
    secrets.token_bytes = known["token_bytes"]
    for name, start in (("monotonic", 1000.0), ("perf_counter", 1000.0), ("time", 1.8e9)):
        setattr(time, name, itertools.count(start, 1e-5).__next__)

    def run(server: uvicorn.Server, sockets: list[socket.socket] | None = None) -> None:
        with open(plan_file, encoding="utf-8") as file:  # noqa: PTH123 - before the service is imported
            plan = json.load(file)
        loop = asyncio.new_event_loop()
        found = loop.run_until_complete(drive(server, sockets, plan))
        print(json.dumps(found), flush=True)
        # Nothing is to be kept, and under valgrind an orderly end takes long.
        os._exit(0)

    server_class: Json = uvicorn.Server
    server_class.run = run
    # Threads take turns only where they wait, not after so many milliseconds.
    sys.setswitchinterval(3600.0)


if __name__ == "__main__":
    checkout, plan_file = sys.argv[1:]
    sys.path.insert(0, checkout)
    repeat(plan_file)
    import cli

    cli.app(["serve"])
