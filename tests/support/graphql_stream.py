"""A subscriber over WebSocket (graphql-transport-ws)."""

from collections.abc import Iterator
from typing import Self

import msgspec
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Subprotocol

from tests.support.graphql_client import EVENT, SESSION, Json
from tools.services import LocalService, Service

PROTOCOL = Subprotocol("graphql-transport-ws")
SECONDS = 60.0

UPDATES = f"""{SESSION}{EVENT}
subscription Updates($id: ID!, $after: String) {{
  sessionUpdates(sessionId: $id, after: $after) {{
    version head cursor resync rolledBack events {{ ...Happening }} session {{ ...Live }}
  }}
}}
"""


class Stream:
    """A connection. `token` and `sent` go with `connection_init`, `header` is a header of the upgrade request."""

    def __init__(
        self, service: Service | LocalService, token: str | None = None, header: str | None = None, **sent: str
    ) -> None:
        self.socket = open_socket(service, header)
        self._payload = {**({} if token is None else {"Authorization": f"Bearer {token}"}), **sent}

    def send(self, message: Json) -> None:
        """Send a message."""
        self.socket.send(msgspec.json.encode(message).decode())

    def receive(self) -> Json:
        """Return the next message."""
        return msgspec.json.decode(self.receive_text())

    def receive_text(self) -> str:
        """Return the next message as it came."""
        data = self.socket.recv(SECONDS)
        assert isinstance(data, str), "a binary frame"
        return data

    def subscribe(self, session_id: str, after: str | None = None, name: str = "s") -> Self:
        """Subscribe to the frames of a session."""
        self.ask(UPDATES, name, id=session_id, after=after)
        return self

    def ask(self, document: str, name: str = "q", **variables: object) -> None:
        """Send an operation."""
        self.send({"id": name, "type": "subscribe", "payload": {"query": document, "variables": variables}})

    def frame(self, name: str = "s") -> Json:
        """Return the next frame."""
        message = self.receive()
        assert (message["type"], message["id"]) == ("next", name), message
        assert "errors" not in message["payload"], message
        return message["payload"]["data"]["sessionUpdates"]

    def frames(self, name: str = "s") -> Iterator[Json]:
        """Yield the frames until the session is finished."""
        while (message := self.receive()) != {"id": name, "type": "complete"}:
            assert (message["type"], message["id"]) == ("next", name), message
            assert "errors" not in message["payload"], message
            yield message["payload"]["data"]["sessionUpdates"]

    def until(self, version: int, name: str = "s") -> list[Json]:
        """Return the frames up to that of a version."""
        found = [self.frame(name)]
        while found[-1]["version"] < version:
            found.append(self.frame(name))
        return found

    def __enter__(self) -> Self:
        self.socket.__enter__()
        self.send({"type": "connection_init", "payload": self._payload})
        assert self.receive() == {"type": "connection_ack"}
        return self

    def __exit__(self, *error: object) -> None:
        self.socket.close()


def open_socket(service: Service | LocalService, authorization: str | None = None) -> ClientConnection:
    """Return a connection that has not said anything yet; `with` closes it."""
    headers = {} if authorization is None else {"Authorization": authorization}
    return connect(
        service.websocket_url,
        subprotocols=[PROTOCOL],
        additional_headers=headers,
        max_size=None,
        open_timeout=SECONDS,
        proxy=None,
    )


def closed_with(socket: ClientConnection) -> int | None:
    """Return the code with which the service closes the connection, ignoring earlier messages."""
    try:
        while True:
            socket.recv(SECONDS)
    except ConnectionClosed as closed:
        return None if closed.rcvd is None else closed.rcvd.code
