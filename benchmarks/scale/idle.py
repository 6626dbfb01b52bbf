"""Measure the memory of a worker that an idle follower holds, by transport."""

import base64
import os
from argparse import Namespace
from collections.abc import Callable, Mapping
from functools import partial

import msgspec

from benchmarks.client.following import Follower, following, subscribe
from benchmarks.figures import Figures, Knob, Row, say_goal, tell
from benchmarks.processes import allow_files, resident_bytes
from benchmarks.scale.followers import SPARE_FILES, ask_for_frames, open_sessions
from benchmarks.scale.servers import STORES, start_service, start_store
from benchmarks.speed.servers import HOST, port_of
from engine import GAMES
from tools.services import Service

GOAL_KIB = 25
QUERY = """
subscription Updates($id: ID!) {
  sessionUpdates(sessionId: $id) {
    version cursor resync events { sentence } session { status viewerSeat view { turn legalMoves { notation } } }
  }
}
"""
# The mark of the first frame, whatever is around it.
SNAPSHOT = b'"cursor"'


def _events(session: bytes) -> Follower:
    return _follower(ask_for_frames(session, b"text/event-stream"))


def _lines(session: bytes) -> Follower:
    return _follower(ask_for_frames(session, b"application/x-ndjson"))


def _graphql_events(session: bytes) -> Follower:
    return _follower(subscribe(QUERY, session.decode()))


def _websocket(session: bytes) -> Follower:
    return _follower(_upgrade(), _subscription(session.decode()))


def _follower(request: bytes, upgraded: bytes = b"") -> Follower:
    return Follower(request, SNAPSHOT, lambda: None, upgraded)


def _upgrade() -> bytes:
    """Return an upgrade request as browsers send it."""
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
    """Return the messages after an upgrade."""
    payload = {"query": QUERY, "variables": {"id": session}}
    messages = ({"type": "connection_init"}, {"type": "subscribe", "id": "1", "payload": payload})
    return b"".join(_frame(msgspec.json.encode(one)) for one in messages)


def _frame(text: bytes) -> bytes:
    """Return a text frame, masked with zeros."""
    length = bytes([0x80 | len(text)]) if len(text) < 126 else b"\xfe" + len(text).to_bytes(2, "big")
    return b"\x81" + length + bytes(4) + text


WAYS: Mapping[str, Callable[[bytes], Follower]] = {
    "REST, server-sent events": _events,
    "REST, lines of JSON": _lines,
    "GraphQL, server-sent events": _graphql_events,
    "GraphQL, WebSocket": _websocket,
}
KNOBS = (
    Knob("followers", 5_000, "followers"),
    Knob("sessions", 500, "sessions that they follow"),
    Knob("kind", tuple(WAYS), "follow in these ways", WAYS),
    Knob("store", "redis", "the store", STORES),
    Knob("game", "zeven", "the game", GAMES),
)


async def measure(wanted: Namespace) -> list[Figures]:
    """Return the growth of a worker's resident memory with each follower. Raises `CannotMeasure`."""
    allow_files(wanted.followers + SPARE_FILES)
    rows = []
    for kind in wanted.kind:
        tell(f"idle: {wanted.followers:,} followers by {kind}")
        with start_store(wanted.store) as url, start_service(url) as service:
            rows.append(await _measure_row(service, kind, wanted))
    goals = [say_goal(f"{row['by']}: {GOAL_KIB} KiB each", float(row["KiB each"] or 0) <= GOAL_KIB) for row in rows]
    return [Figures("idle followers on one worker", {"game": wanted.game, "store": wanted.store}, rows, goals)]


async def _measure_row(service: Service, kind: str, wanted: Namespace) -> Row:
    sessions = [table.id for table in await open_sessions(service, wanted.game, wanted.sessions)]
    followed = [sessions[number % len(sessions)] for number in range(wanted.followers)]
    before = resident_bytes(service.process_id)
    async with following(HOST, port_of(service), [partial(WAYS[kind], session) for session in followed]):
        after = resident_bytes(service.process_id)
    return {
        "by": kind,
        "followers": wanted.followers,
        "sessions": wanted.sessions,
        "MB before": before / 1_000_000,
        "MB after": after / 1_000_000,
        "KiB each": (after - before) / wanted.followers / 1024,
    }
