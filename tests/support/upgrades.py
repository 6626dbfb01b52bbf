"""Requests that offer another protocol, whose bodies look like requests, in every framing, split and position.

`python -m tests.support.upgrades` splits each of them at every byte; the tests split them at the places that matter.
"""

import argparse
import sys
from collections.abc import Iterator
from contextlib import ExitStack
from itertools import product
from pathlib import Path
from tempfile import TemporaryDirectory

import msgspec

from tests.support.raw_http import Answer, Raw, ask
from tools.services import LocalService, Service

# Header lines that offer another protocol, or look as if they did.
OFFERS = {
    "none": b"",
    "unknown": b"Connection: Upgrade\r\nUpgrade: frob\r\n",
    "h2c": b"Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABkAAQCAAAAAAIAAAAA\r\n",
    "tls": b"upgrade: TLS/1.0\r\nconnection: keep-alive, upgrade\r\n",
    "several": b"Connection: Upgrade\r\nUpgrade: h2c\r\nUpgrade: websocket\r\n",
    "a list": b"Connection: Upgrade\r\nUpgrade: websocket, h2c\r\n",
    "two connection fields": b"Connection: keep-alive\r\nConnection: Upgrade\r\nUpgrade: frob\r\n",
    "not in connection": b"Connection: keep-alive\r\nUpgrade: websocket\r\n",
}
# What a body holds: a whole request, which must never be answered.
SMUGGLED = b"GET /v1/games/zar HTTP/1.1\r\nHost: smuggled\r\nX-Request-Id: smuggled-request\r\n\r\n"
FRAMINGS = ("no body", "length", "length zero", "chunked", "expected")
# A request that goes straight to its endpoint, and one that goes over ASGI.
TARGETS = {"direct": b"/graphql", "asgi": b"/graphql?query"}
# The cases between two lines of progress.
PROGRESS = 20
POSITIONS = ("alone", "first", "between", "last")


class Case(msgspec.Struct, frozen=True):
    """One request on a connection: what it offers, how its body is framed, where it goes, and what surrounds it."""

    offer: str
    framing: str
    target: str
    position: str

    def requests(self) -> list[tuple[str, bytes]]:
        """Return the requests of the connection, each with its id."""
        marked = ("offering-request", self._offering())
        before = ("request-before", _plain("request-before"))
        after = ("request-after", _plain("request-after"))
        return {
            "alone": [marked],
            "first": [marked, after],
            "between": [before, marked, after],
            "last": [before, marked],
        }[self.position]

    def _offering(self) -> bytes:
        head = b"Host: a\r\nX-Request-Id: offering-request\r\nContent-Type: application/json\r\n" + OFFERS[self.offer]
        target = TARGETS[self.target]
        if self.framing == "no body":
            return b"GET %b HTTP/1.1\r\n%b\r\n" % (target, head)
        if self.framing == "chunked":
            chunk = b"%x\r\n%b\r\n0\r\n\r\n" % (len(SMUGGLED), SMUGGLED)
            return b"POST %b HTTP/1.1\r\n%bTransfer-Encoding: chunked\r\n\r\n%b" % (target, head, chunk)
        body = b"" if self.framing == "length zero" else SMUGGLED
        if self.framing == "expected":
            head += b"Expect: 100-continue\r\n"
        return b"POST %b HTTP/1.1\r\n%bContent-Length: %d\r\n\r\n%b" % (target, head, len(body), body)


CASES = [Case(*parts) for parts in product(OFFERS, FRAMINGS, TARGETS, POSITIONS)]


def split_where_it_matters(sent: bytes) -> Iterator[list[bytes]]:
    """Yield the ways to send bytes: at once, split where the body begins, in its middle, and inside of the offer."""
    yield [sent]
    places = {sent.find(b"pgrade") + 3, sent.find(SMUGGLED), sent.find(SMUGGLED) + 3, sent.find(b"Host: smuggled")}
    for place in sorted(places):
        if 0 < place < len(sent):
            yield [sent[:place], sent[place:]]


def split_everywhere(sent: bytes) -> Iterator[list[bytes]]:
    """Yield the ways to send bytes in two packets."""
    for place in range(1, len(sent)):
        yield [sent[:place], sent[place:]]


def exchange(service: Service | LocalService, packets: list[bytes], count: int) -> list[Answer]:
    """Send packets, each after the service has read the one before, and return `count` answers and any further ones."""
    with Raw(service) as raw:
        for number, packet in enumerate(packets):
            raw.send(packet)
            if number < len(packets) - 1:
                # The answer on another connection comes when the packet has been read.
                assert ask(service, b"GET /livez HTTP/1.1\r\nHost: a\r\n\r\n").status == 200
        answers = [_final_answer(raw) for _ in range(count)]
        # Whatever else had been taken for a request is answered before this one.
        raw.send(_plain("request-at-the-end"))
        answers.append(_final_answer(raw))
        return answers


def check(service: Service | LocalService, case: Case, packets: list[bytes]) -> None:
    """Check that each request of a case has its own answer, in order, and that its body has none."""
    ids = [name for name, _ in case.requests()]
    answers = exchange(service, packets, len(ids))
    answered = [answer.headers["x-request-id"] for answer in answers]
    assert answered == [*ids, "request-at-the-end"], (case, packets)
    for answer in answers:
        marked = answer.headers["x-request-id"] == "offering-request"
        assert answer.status == (400 if marked else 200), (case, packets, answer)


def _final_answer(raw: Raw) -> Answer:
    answer = raw.answer()
    return raw.answer() if answer.status == 100 else answer


def _plain(request_id: str) -> bytes:
    return f"GET /livez HTTP/1.1\r\nHost: a\r\nX-Request-Id: {request_id}\r\n\r\n".encode()


def main() -> int:
    """Split every case at every byte, and report progress."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--every", type=int, default=1, help="take one split of so many (default: all)")
    chosen = parser.parse_args()
    with ExitStack() as stack:
        folder = Path(stack.enter_context(TemporaryDirectory()))
        service = stack.enter_context(Service(f"sqlite:{folder / 'croupier.db'}", folder))
        tried = 0
        for number, case in enumerate(CASES, 1):
            sent = b"".join(request for _, request in case.requests())
            for packets in list(split_everywhere(sent))[:: chosen.every]:
                check(service, case, packets)
                tried += 1
            if number % PROGRESS == 0:
                print(f"{number} of {len(CASES)} cases, {tried} splits", file=sys.stderr, flush=True)
    print(f"{tried} splits of {len(CASES)} cases: every request had its own answer")
    return 0


if __name__ == "__main__":
    sys.exit(main())
