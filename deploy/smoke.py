#!/usr/bin/env python3
"""Check a running Croupier from outside, by playing a whole table: `python3 smoke.py https://play.example`.

It needs nothing but Python 3.10 or newer. Each check is one line; the exit status is 0 if all is well, 1 if not, 2 if
it was called wrongly. The table that it opens is over at the end, or abandoned.
"""

import argparse
import json
import os
import random
import ssl
import sys
import time
import urllib.error
import urllib.request
import uuid
from collections.abc import Callable, Iterator
from http.client import HTTPException, HTTPResponse
from typing import Any

LONGEST_TABLE = 5000
KEY_VARIABLE = "CROUPIER_SMOKE_APP_KEY"


class Failed(Exception):
    """A check has failed; the message says what was expected and what came."""


class Answer:
    """An answer to a request: its status, its headers, and its body, which is JSON unless it is empty."""

    def __init__(self, response: HTTPResponse | urllib.error.HTTPError, what: str) -> None:
        self.status = response.status or 0
        self.headers = response.headers
        kind = self.headers.get_content_type()
        data = response.read()
        if kind != "application/json" and not kind.endswith("+json"):
            raise Failed(f"{what} was answered with {self.status} and {kind}: is that the address of a Croupier?")
        self.body: Any = json.loads(data)

    @property
    def code(self) -> str:
        """Return the code of the problem that this is, or nothing."""
        return str(self.body.get("code", "")) if isinstance(self.body, dict) else ""


class Service:
    """The service at an address; nothing takes longer than until `deadline`, a time of the monotonic clock."""

    def __init__(self, address: str, app_key: str | None, trusted: str | None, deadline: float) -> None:
        self.address = address.rstrip("/")
        self._app_key = app_key
        self._tls = ssl.create_default_context(cafile=trusted)
        self._deadline = deadline

    def get(self, path: str, token: str | None = None) -> Answer:
        """Read."""
        return self._answer("GET", path, token, None, {})

    def post(self, path: str, token: str | None, body: object, **headers: str) -> Answer:
        """Change; `headers` have _ in place of -."""
        return self._answer("POST", path, token, body, {name.replace("_", "-"): headers[name] for name in headers})

    def follow(self, path: str, token: str) -> "Frames":
        """Return the frames of a session as server-sent events; close it at the end."""
        return Frames(self._open("GET", path, token, None, {"Accept": "text/event-stream"}))

    def _answer(self, method: str, path: str, token: str | None, body: object, headers: dict[str, str]) -> Answer:
        what = f"{method} {path}"
        try:
            with self._open(method, path, token, body, headers) as response:
                return Answer(response, what)
        except urllib.error.HTTPError as error:
            with error:
                return Answer(error, what)

    def _open(self, method: str, path: str, token: str | None, body: object, headers: dict[str, str]) -> Any:
        sent = {"Accept": "application/json", "User-Agent": "croupier-smoke", **headers}
        if token is not None:
            sent["Authorization"] = f"Bearer {token}"
        if self._app_key is not None:
            sent["Croupier-App-Key"] = self._app_key
        data = None
        if body is not None:
            sent["Content-Type"] = "application/json"
            data = json.dumps(body).encode()
        request = urllib.request.Request(self.address + path, data, sent, method=method)
        return urllib.request.urlopen(request, timeout=self._time_left(), context=self._tls_if_needed())

    def _time_left(self) -> float:
        left = self._deadline - time.monotonic()
        if left <= 0:
            raise Failed("the time is over")
        return left

    def _tls_if_needed(self) -> ssl.SSLContext | None:
        return self._tls if self.address.startswith("https://") else None


class Frames:
    """The frames of an event stream, each as it comes."""

    def __init__(self, response: HTTPResponse) -> None:
        self._response = response
        self._frames = self._read()

    def next(self) -> Any:
        """Return the next frame."""
        frame = next(self._frames, None)
        if frame is None:
            raise Failed("the stream has ended")
        return frame

    def close(self) -> None:
        """End the stream."""
        self._response.close()

    def _read(self) -> Iterator[Any]:
        kind = ""
        for line in self._response:
            name, _, value = line.decode().rstrip("\r\n").partition(": ")
            if name == "event":
                kind = value
            elif name == "data" and kind == "frame":
                yield json.loads(value)


class Table:
    """The table that is played: checks are its methods, in the order of `CHECKS`, and return what they have found."""

    def __init__(self, service: Service, game: str) -> None:
        self.service = service
        self.game = game
        self.id = ""
        self.host = ""
        self.tokens: list[str] = []
        self.chance = random.Random(game)  # noqa: S311 - no secret

    @property
    def path(self) -> str:
        """Return where the session is."""
        return f"/v1/sessions/{self.id}"

    def is_alive(self) -> str:
        """Check that a process answers."""
        answer = expect(self.service.get("/livez"), 200)
        demand(answer.body == {"status": "ok"}, f"/livez says {answer.body}")
        return "it answers"

    def is_ready(self) -> str:
        """Check that it wants traffic: its store answers. A proxy may keep that page to itself."""
        try:
            answer = self.service.get("/readyz")
        except Failed:
            return "/readyz is not published"
        if answer.status == 404:
            return "/readyz is not published"
        expect(answer, 200)
        promise = (answer.body.get("store") or {}).get("promise")
        return promise or "its store answers"

    def describes_itself(self) -> str:
        """Check that the OpenAPI document is there, and has what is used here."""
        document = expect(self.service.get("/openapi.json"), 200).body
        missing = {"/v1/sessions", "/v1/sessions/{sessionId}/frames"} - document.get("paths", {}).keys()
        demand(not missing, f"/openapi.json lacks {sorted(missing)}")
        return f"OpenAPI {document['openapi']}, version {document['info']['version']}"

    def has_the_game(self) -> str:
        """Check that the game is offered."""
        games = [game["id"] for game in expect(self.service.get("/v1/games"), 200).body["games"]]
        demand(self.game in games, f"there is no game {self.game}, but {', '.join(games)}")
        return ", ".join(games)

    def opens(self) -> str:
        """Open a session, and check that the same key opens no second one."""
        wish = {"game": self.game, "seats": 2}
        key = new_key()
        made = expect(self.service.post("/v1/sessions", None, wish, Idempotency_Key=key), 201).body
        self.id = made["session"]["id"]
        self.host = made["hostToken"]
        again = expect(self.service.post("/v1/sessions", None, wish, Idempotency_Key=key), 200, 201).body
        demand(again["session"]["id"] == self.id, "the same key has opened another session")
        return f"session {self.id}"

    def is_joined(self) -> str:
        """Take two seats, and check that there is no third one."""
        for _ in range(2):
            joined = expect(self.service.post(f"{self.path}/seats", None, {}, Idempotency_Key=new_key()), 201).body
            self.tokens.append(joined["seatToken"])
        refused = expect(self.service.post(f"{self.path}/seats", None, {}), 409)
        demand(refused.code == "SEAT_TAKEN", f"a third seat was refused with {refused.code}")
        return "two seats are taken"

    def streams(self) -> str:
        """Check that a move reaches who follows the session while the stream is open."""
        frames = self.service.follow(f"{self.path}/frames", self.tokens[0])
        try:
            before = frames.next()["version"]
            seat, move = self._choose()
            expect(self._move(seat, move, new_key()), 200)
            start = time.monotonic()
            after = frames.next()["version"]
        finally:
            frames.close()
        demand(after == before + 1, f"after version {before} the stream has told {after}")
        return f"the frame came {1000 * (time.monotonic() - start):.0f} ms after the answer"

    def repeats(self) -> str:
        """Check that a move that is sent again with its key counts once."""
        (seat, move) = self._choose()
        key = new_key()
        before = self._read()["version"]
        first = expect(self._move(seat, move, key), 200).body
        again = expect(self._move(seat, move, key), 200).body
        demand(
            again["replayed"] is True and first["replayed"] is False, "the second answer does not say that it is one"
        )
        demand(self._read()["version"] == before + 1, "a move that was sent twice has counted twice")
        return "a move that was sent twice counts once"

    def refuses_stale(self) -> str:
        """Check that a move for an older version is refused."""
        seat, move = self._choose()
        answer = self._move(seat, move, new_key(), expected=1)
        expect(answer, 412)
        demand(answer.code == "STALE_VERSION", f"it was refused with {answer.code}")
        return "a move for an older version is refused"

    def is_played(self) -> str:
        """Play the table to its end."""
        for number in range(LONGEST_TABLE):
            session = self._read()
            if session["status"] != "ACTIVE":
                demand(session["status"] == "FINISHED", f"the session is {session['status']}")
                return f"{number} more moves to version {session['version']}"
            seat, move = self._choose(session)
            expect(self._move(seat, move, new_key(), expected=session["version"]), 200)
        raise Failed("the table has no end")

    def is_recorded(self) -> str:
        """Check that the table has a record and a result."""
        answer = expect(self.service.get(f"{self.path}/record"), 200)
        result = self._read()["view"]["result"]
        demand(answer.body["moves"] and result is not None, "the record or the result is empty")
        return f"{len(answer.body['moves'])} moves, winner: seat {', '.join(map(str, result['winners']))}"

    def abandon(self) -> str:
        """End the session, if one was opened."""
        if not self.id:
            return "there is none"
        return str(self.service.post(f"{self.path}/abandon", self.host, {}).status)

    def _read(self) -> Any:
        return expect(self.service.get(self.path), 200).body

    def _choose(self, session: Any = None) -> tuple[int, str]:
        """Return a seat that is asked, and one of its legal moves."""
        seat = (session or self._read())["view"]["turn"][0]
        moves = expect(self.service.get(f"{self.path}/legal-moves", self.tokens[seat]), 200).body["moves"]
        return seat, self.chance.choice(moves)["notation"]

    def _move(self, seat: int, move: str, key: str, expected: int | None = None) -> Answer:
        condition = "*" if expected is None else f'"{expected}"'
        wish = {"move": move}
        return self.service.post(f"{self.path}/moves", self.tokens[seat], wish, Idempotency_Key=key, If_Match=condition)


CHECKS: tuple[tuple[str, Callable[[Table], str]], ...] = (
    ("alive", Table.is_alive),
    ("ready", Table.is_ready),
    ("OpenAPI", Table.describes_itself),
    ("games", Table.has_the_game),
    ("opening", Table.opens),
    ("joining", Table.is_joined),
    ("stream", Table.streams),
    ("retry", Table.repeats),
    ("stale", Table.refuses_stale),
    ("playing", Table.is_played),
    ("record", Table.is_recorded),
)


def new_key() -> str:
    """Return an idempotency key."""
    return uuid.uuid4().hex


def demand(holds: bool, otherwise: str) -> None:
    """Raise `Failed` unless a condition holds."""
    if not holds:
        raise Failed(otherwise)


def expect(answer: Answer, *statuses: int) -> Answer:
    """Return an answer with one of these statuses. Raises `Failed` for any other."""
    if answer.status not in statuses:
        said = answer.body if not answer.code else f"{answer.code}: {answer.body.get('detail')}"
        raise Failed(f"{answer.status} instead of {statuses[0]}: {said}")
    return answer


def attempt(check: Callable[[Table], str], table: Table) -> tuple[bool, str]:
    """Return whether a check holds, and what it has found."""
    try:
        return True, check(table)
    except Failed as failure:
        return False, str(failure)
    except urllib.error.HTTPError as error:
        return False, f"{error.code} {error.reason}"
    except (OSError, HTTPException) as error:
        return False, f"it does not answer: {getattr(error, 'reason', error)!r}"
    except (ValueError, LookupError, TypeError, AttributeError) as error:
        return False, f"the answer makes no sense: {error!r}"


def run(table: Table, tell: Callable[[str, bool, str, float], None]) -> bool:
    """Make the checks up to the first one that fails, tell each, and return whether all hold."""
    for name, check in CHECKS:
        start = time.monotonic()
        holds, found = attempt(check, table)
        tell(name, holds, found, 1000 * (time.monotonic() - start))
        if not holds:
            attempt(Table.abandon, table)
            return False
    return True


def read_arguments(arguments: list[str]) -> argparse.Namespace:
    """Read the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("address", help="where the service is, such as https://play.example")
    parser.add_argument("--game", default="zlam", help="the game to play (default: zlam, the shortest)")
    parser.add_argument("--timeout", type=float, default=60, help="seconds for all of it (default: 60)")
    parser.add_argument("--app-key", help=f"the key of an app; better in the environment as {KEY_VARIABLE}")
    parser.add_argument("--trust", metavar="FILE", help="a certificate (PEM) to trust instead of the machine's")
    parser.add_argument("--json", action="store_true", help="print one JSON object instead of lines")
    read = parser.parse_args(arguments)
    if not read.address.startswith(("http://", "https://")):
        parser.error("the address begins with http:// or https://")
    return read


def main(arguments: list[str]) -> int:
    """Make the checks and print them; return the exit status."""
    wish = read_arguments(arguments)
    checks: list[dict[str, object]] = []

    def tell(name: str, holds: bool, found: str, milliseconds: float) -> None:
        checks.append({"name": name, "ok": holds, "found": found, "milliseconds": round(milliseconds)})
        if not wish.json:
            print(f"{'ok    ' if holds else 'FAILED'}  {name:8}  {found}", flush=True)

    app_key = wish.app_key or os.environ.get(KEY_VARIABLE)
    service = Service(wish.address, app_key, wish.trust, time.monotonic() + wish.timeout)
    all_is_well = run(Table(service, wish.game), tell)
    if wish.json:
        print(json.dumps({"address": wish.address, "ok": all_is_well, "checks": checks}))
    return 0 if all_is_well else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
