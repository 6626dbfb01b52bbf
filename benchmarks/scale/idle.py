"""Measure what an idle follower keeps of a worker's memory, by the way in which it follows."""

import asyncio
import base64
import os
from argparse import ArgumentParser, Namespace
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random

import msgspec

from benchmarks.scale.figures import Figures, Value, run, say_goal, tell
from benchmarks.scale.followers import SPARE_FILES, raise_limit
from benchmarks.scale.playing import open_table
from benchmarks.scale.servers import STORES, connect, start_service, start_store
from engine import GAMES
from tests.support.services import Service

GOAL_KIB = 25
SEATS = 4
AT_ONCE = 100
DEADLINE_SECONDS = 120.0
PAGE_KIB = os.sysconf("SC_PAGE_SIZE") / 1024

QUERY = """
subscription Updates($id: ID!) {
  sessionUpdates(sessionId: $id) {
    version cursor resync events { sentence } session { status viewerSeat view { turn legalMoves { notation } } }
  }
}
"""
# How the first frame is known, whatever is around it.
SNAPSHOT = b'"cursor"'
SWITCHED = b"HTTP/1.1 101"


def add_knobs(parser: ArgumentParser) -> None:
    """Add what may be chosen to a command line."""
    parser.add_argument("--followers", type=int, default=5_000, help="followers (default: 5000)")
    parser.add_argument("--sessions", type=int, default=500, help="sessions that they follow (default: 500)")
    parser.add_argument("--kind", action="append", choices=WAYS, help="follow in this way; may be repeated")
    parser.add_argument("--store", choices=STORES, default="redis", help="the store (default: redis)")
    parser.add_argument("--game", choices=GAMES, default="zeven", help="the game (default: zeven)")


async def measure(wanted: Namespace) -> Figures:
    """Return by how much the resident memory of a worker grows with each follower."""
    raise_limit(wanted.followers + SPARE_FILES)
    rows = []
    for kind in wanted.kind or WAYS:
        tell(f"idle: {wanted.followers:,} followers by {kind}")
        with start_store(wanted.store) as url, start_service(url) as service:
            rows.append(await _measure_row(service, kind, wanted))
    goals = [say_goal(f"{row['by']}: {GOAL_KIB} KiB each", float(row["KiB each"] or 0) <= GOAL_KIB) for row in rows]
    return Figures("idle followers on one worker", {"game": wanted.game, "store": wanted.store}, rows, goals)


async def _measure_row(service: Service, kind: str, wanted: Namespace) -> Mapping[str, Value]:
    async with connect(service) as player:
        tables = [await open_table(player, wanted.game, SEATS, Random(number)) for number in range(wanted.sessions)]
    before = resident(service.process_id)
    async with following(service, WAYS[kind], [tables[n % len(tables)].id for n in range(wanted.followers)]):
        after = resident(service.process_id)
    return {
        "by": kind,
        "followers": wanted.followers,
        "sessions": wanted.sessions,
        "MB before": before / 1000,
        "MB after": after / 1000,
        "KiB each": (after - before) / wanted.followers,
    }


def resident(process: int) -> float:
    """Return the resident memory of a process, in KiB."""
    return int(Path(f"/proc/{process}/statm").read_text().split()[1]) * PAGE_KIB


def _events(session: str) -> bytes:
    return _get(session, "text/event-stream")


def _lines(session: str) -> bytes:
    return _get(session, "application/x-ndjson")


def _get(session: str, media: str) -> bytes:
    return f"GET /v1/sessions/{session}/frames HTTP/1.1\r\nHost: localhost\r\nAccept: {media}\r\n\r\n".encode()


def _graphql_events(session: str) -> bytes:
    body = msgspec.json.encode({"query": QUERY, "variables": {"id": session}})
    head = ("Content-Type: application/json", "Accept: text/event-stream", f"Content-Length: {len(body)}")
    return "\r\n".join(("POST /graphql HTTP/1.1", "Host: localhost", *head, "", "")).encode() + body


def _websocket(_session: str) -> bytes:
    """Return an upgrade, as browsers ask for it."""
    head = (
        "GET /graphql HTTP/1.1",
        "Host: localhost",
        "Upgrade: websocket",
        "Connection: Upgrade",
        f"Sec-WebSocket-Key: {base64.b64encode(os.urandom(16)).decode()}",
        "Sec-WebSocket-Version: 13",
        "Sec-WebSocket-Protocol: graphql-transport-ws",
        "Sec-WebSocket-Extensions: permessage-deflate; client_max_window_bits",
    )
    return "\r\n".join((*head, "", "")).encode()


def _subscription(session: str) -> bytes:
    """Return the messages that follow on an upgrade."""
    payload = {"query": QUERY, "variables": {"id": session}}
    messages = ({"type": "connection_init"}, {"type": "subscribe", "id": "1", "payload": payload})
    return b"".join(_frame(msgspec.json.encode(one)) for one in messages)


def _frame(text: bytes) -> bytes:
    """Return a text frame, masked with zeros."""
    length = bytes([0x80 | len(text)]) if len(text) < 126 else b"\xfe" + len(text).to_bytes(2, "big")
    return b"\x81" + length + bytes(4) + text


WAYS: Mapping[str, Callable[[str], bytes]] = {
    "REST, server-sent events": _events,
    "REST, lines of JSON": _lines,
    "GraphQL, server-sent events": _graphql_events,
    "GraphQL, WebSocket": _websocket,
}


class _Follower(asyncio.Protocol):
    """A client that asks, and counts as one that follows when it has its snapshot."""

    def __init__(self, request: bytes, later: bytes, follows: asyncio.Future[None]) -> None:
        self._request, self._later, self._follows = request, later, follows
        self._received = b""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Ask."""
        assert isinstance(transport, asyncio.WriteTransport)
        self._transport = transport
        transport.write(self._request)

    def data_received(self, data: bytes) -> None:
        """Look for the snapshot."""
        if data.startswith(SWITCHED):
            self._transport.write(self._later)
        if not self._follows.done():
            self._received += data
            if SNAPSHOT in self._received:
                self._received = b""
                self._follows.set_result(None)


@asynccontextmanager
async def following(service: Service, way: Callable[[str], bytes], sessions: list[str]) -> AsyncIterator[None]:
    """Follow each of some sessions over a connection of its own; entered when all have their snapshots."""
    host, _, port = service.address.partition(":")
    loop, transports = asyncio.get_running_loop(), list[asyncio.Transport]()

    async def follow(session: str) -> None:
        follows = loop.create_future()
        transport, _ = await loop.create_connection(
            lambda: _Follower(way(session), _subscription(session), follows), host, int(port)
        )
        transports.append(transport)
        await follows

    try:
        async with asyncio.timeout(DEADLINE_SECONDS):
            for start in range(0, len(sessions), AT_ONCE):
                await asyncio.gather(*map(follow, sessions[start : start + AT_ONCE]))
        yield
    finally:
        for transport in transports:
            transport.abort()


def main(arguments: Sequence[str]) -> int:
    """Run it and print what it found."""
    return run(arguments, __doc__ or "", add_knobs, measure)
