"""A proxy before a real service that fails at random: it refuses, cuts, delays, sends requests twice, loses answers."""

import random
import socket
from collections import Counter
from collections.abc import Iterator
from threading import Event, Lock
from urllib.parse import urlsplit

from tests.clients.kits.servers.http_server import Heard, response

CHUNK = 4096
MOMENT = 0.02
# Streams are cut so often that none gets far.
LONGEST_STREAM = 30_000

BUSY = {"type": "/problems/BUSY", "title": "Busy", "status": 503, "detail": "Busy.", "code": "BUSY"}
FAULTS = ("closed", "busy", "unheard", "cut", "doubled", "delayed")


class FaultyProxy:
    """Passes requests on; counts the faults by name."""

    def __init__(self, root: str, seed: int) -> None:
        self._root = root
        self._chance = random.Random(seed)
        self._lock = Lock()
        self.faults: Counter[str] = Counter()

    def respond(self, heard: Heard) -> Iterator[bytes]:
        """Return the bytes of an answer, as far as they come."""
        with self._lock:
            fault = self._chance.choice((*FAULTS, *["none"] * 3))
            cut = self._chance.randrange(LONGEST_STREAM if heard.path.partition("?")[0].endswith("/frames") else 2000)
            self.faults[fault] += 1
        match fault:
            case "closed":
                return
            case "busy":
                yield response(503, BUSY)
                return
            case "unheard":
                _exhaust(pass_on(self._root, heard))
                yield response(503, BUSY)
                return
            case "doubled":
                _exhaust(pass_on(self._root, heard))
            case "delayed":
                Event().wait(MOMENT)
        for piece in pass_on(self._root, heard):
            if fault == "cut" and len(piece) >= cut:
                yield piece[:cut]
                return
            cut -= len(piece)
            yield piece


def pass_on(root: str, heard: Heard) -> Iterator[bytes]:
    """Send a request to a service, and yield the bytes of its answer."""
    target = urlsplit(root)
    assert target.hostname is not None
    with socket.create_connection((target.hostname, target.port or 80)) as upstream:
        lines = [f"{name}: {value}" for name, value in heard.headers.items() if name != "connection"]
        head = "\r\n".join([f"{heard.method} {heard.path} HTTP/1.1", *lines, "Connection: close", "", ""])
        upstream.sendall(head.encode() + heard.content)
        while piece := upstream.recv(CHUNK):
            yield piece


def _exhaust(pieces: Iterator[bytes]) -> None:
    """Let the service do its work, or begin to, and throw its answer away."""
    next(pieces, None)
    pieces.close()  # type: ignore[attr-defined]
