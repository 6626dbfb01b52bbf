"""A receiver of webhooks that prints a link to each table that waits for a seat. It needs nothing but Python.

WEBHOOK_SECRETS=whsec_… python3 examples/turn_links.py --port 9000 --page http://localhost:8000
"""

import argparse
import hmac
import json
import os
import re
import sys
import time
from base64 import b64decode, b64encode
from collections.abc import Mapping, Sequence
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

# A notice has less than a kilobyte.
LARGEST_BODY = 65_536


def is_genuine(body: bytes, headers: Mapping[str, str], secrets: Sequence[str]) -> bool:
    """Tell whether the service signed a request within the last five minutes. Names of headers are in lower case."""
    message_id = headers.get("webhook-id", "")
    sent_at = headers.get("webhook-timestamp", "")
    if not re.fullmatch("[0-9]{1,15}", sent_at) or abs(time.time() - int(sent_at)) > 300:
        return False
    signed = f"{message_id}.{sent_at}.".encode() + body
    expected = [sign(signed, secret) for secret in secrets]
    given = [signature.encode() for signature in headers.get("webhook-signature", "").split(" ")]
    return any(hmac.compare_digest(one, other) for one in expected for other in given)


def sign(signed: bytes, secret: str) -> bytes:
    """Return the signature that a secret makes."""
    key = b64decode(secret.removeprefix("whsec_"))
    return b"v1," + b64encode(hmac.digest(key, signed, "sha256"))


class Turns:
    """The turns of all tables; each seat's newest notice counts, in whatever order they come."""

    def __init__(self, page: str) -> None:
        self._page = page.rstrip("/")
        self._versions: dict[tuple[str, int], int] = {}

    def hear(self, notice: dict[str, Any]) -> None:
        """Print a line for a notice about a turn, unless the same or a later one came before."""
        if notice["type"] not in ("turn.started", "turn.ended"):
            return
        ids = notice["data"]
        place = (ids["sessionId"], ids["seat"])
        if ids["version"] <= self._versions.get(place, 0):
            return
        self._versions[place] = ids["version"]
        link = f"{self._page}/play#s={ids['sessionId']}"
        if notice["type"] == "turn.started":
            until = f" until {ids['deadline']}" if ids.get("deadline") else ""
            print(f"Seat {ids['seat']}: your turn{until}, {link}", flush=True)
        else:
            print(f"Seat {ids['seat']}: nothing to do any more, {link}", flush=True)


class Receiver(BaseHTTPRequestHandler):
    """Answers 204 to a notice, and 400 to anything else."""

    secrets: Sequence[str]
    turns: Turns

    def do_POST(self) -> None:
        """Take a request."""
        size = int(self.headers.get("Content-Length", 0))
        body = self.rfile.read(min(size, LARGEST_BODY))
        headers = {name.lower(): value for name, value in self.headers.items()}
        genuine = is_genuine(body, headers, self.secrets)
        if genuine:
            self.turns.hear(json.loads(body))
        self.send_response(204 if genuine else 400)
        self.end_headers()

    def log_message(self, *_: object) -> None:
        """Print only turns."""


def main() -> None:
    """Receive webhooks until the program is stopped."""
    parser = argparse.ArgumentParser(description="Print a link to each table that waits for a seat.")
    parser.add_argument("--port", type=int, default=9000, help="the port to listen at")
    parser.add_argument("--page", default="http://localhost:8000", help="the address of the service's page")
    chosen = parser.parse_args()
    # Two, separated by a space, while one replaces the other.
    Receiver.secrets = os.environ.get("WEBHOOK_SECRETS", "").split()
    if not Receiver.secrets:
        sys.exit("Set WEBHOOK_SECRETS to the secret of the webhook, which begins with whsec_")
    Receiver.turns = Turns(chosen.page)
    server = ThreadingHTTPServer(("", chosen.port), Receiver)
    print(f"Listening on port {server.server_port}", flush=True)
    server.serve_forever()


if __name__ == "__main__":
    main()
