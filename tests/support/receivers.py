"""A receiver of webhooks: a real server on this machine that answers as a test says, and keeps what it got."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from queue import Queue
from threading import Thread

import msgspec
import standardwebhooks

from tests.support.graphql_client import Json

SECONDS = 60


class Received(msgspec.Struct, frozen=True):
    """A request that came: its headers in lower case, and its body."""

    headers: Mapping[str, str]
    body: bytes

    def verify(self, secret: str) -> Json:
        """Return the payload, which the secret must have signed."""
        return standardwebhooks.Webhook(secret).verify(self.body, dict(self.headers))

    def is_signed_by(self, secret: str) -> bool:
        """Tell whether a secret has signed the request."""
        try:
            self.verify(secret)
        except standardwebhooks.WebhookVerificationError:
            return False
        return True


class Receiver:
    """A server that answers each request with `status`."""

    def __init__(self, port: int) -> None:
        self.url = f"http://127.0.0.1:{port}/hook"
        self.status = 204
        self.requests: Queue[Received] = Queue()

    def next(self) -> Received:
        """Return the next request; it must come soon."""
        return self.requests.get(timeout=SECONDS)


@contextmanager
def receiving() -> Iterator[Receiver]:
    """Run a receiver on a free port."""

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            length = int(self.headers["content-length"])
            headers = {name.lower(): value for name, value in self.headers.items()}
            receiver.requests.put(Received(headers, self.rfile.read(length)))
            self.send_response(receiver.status)
            self.send_header("content-length", "0")
            self.end_headers()

        def log_message(self, *_args: object) -> None:
            """Write nothing."""

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        receiver = Receiver(server.server_address[1])
        thread = Thread(target=server.serve_forever)
        thread.start()
        try:
            yield receiver
        finally:
            server.shutdown()
            thread.join()
