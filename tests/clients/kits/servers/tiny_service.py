"""A service of tiny tables, whose first answer is cut after as many bytes as the name of the session says.

`/v1/sessions/7/moves` is cut after 7 bytes the first time, and whole from then on; so a kit meets a cut at every byte.
"""

from collections import Counter
from collections.abc import Iterator
from threading import Lock
from typing import Any
from urllib.parse import parse_qs, urlsplit

import msgspec

from tests.clients.kits.servers.http_server import End, Heard, response, stream_head

FIRST = 1
LAST = 3


def session_at(version: int) -> dict[str, Any]:
    """Return the least that a kit needs to know of a session."""
    return {"status": "ACTIVE", "deadline": None, "version": version, "view": None}


def frame_at(version: int) -> dict[str, Any]:
    """Return a frame of that session."""
    return {"version": version, "cursor": str(version), "resync": False, "session": session_at(version)}


class TinyService:
    """Counts the moves that were made for each session."""

    def __init__(self) -> None:
        self.made: Counter[str] = Counter()
        self.heard: Counter[str] = Counter()
        self._keys: set[str] = set()
        self._lock = Lock()

    def respond(self, heard: Heard) -> Iterator[bytes | End]:
        """Return the bytes of an answer, cut as the session's name says."""
        url = urlsplit(heard.path)
        _, _, _, session, *act = url.path.split("/")
        if not act:
            yield response(200, {**session_at(FIRST), "id": session, "cursor": str(FIRST), "viewerSeat": 0})
            return
        with self._lock:
            whole = self._move(session, heard) if act == ["moves"] else b"".join(_stream(parse_qs(url.query)))
            self.heard[url.path] += 1
            is_first = self.heard[url.path] == 1
        if not is_first:
            yield whole
            return
        yield whole[: int(session)]
        # A connection that is closed reads like an answer that is over; one that is reset fails.
        if int(session) % 2 and int(session) < len(whole):
            yield End.RESET

    def _move(self, session: str, heard: Heard) -> bytes:
        key = f"{session} {heard.headers['idempotency-key']}"
        replayed = key in self._keys
        self._keys.add(key)
        self.made[session] += not replayed
        move = {"version": 2, "head": None, "replayed": replayed, "move": heard.body, "events": []}
        return response(200, {**move, "session": session_at(2)})


def _stream(query: dict[str, list[str]]) -> Iterator[bytes]:
    after = int(query.get("after", ["0"])[0])
    if after == LAST:
        yield response(204)
        return
    yield stream_head()
    for version in range(after + 1, LAST + 1):
        yield b"id: %d\nevent: frame\ndata: " % version + msgspec.json.encode(frame_at(version)) + b"\n\n"
    yield b"event: end\ndata: {}\n\n"


def longest_answer() -> int:
    """Return the number of bytes of the longest answer."""
    return len(b"".join(_stream({})))
