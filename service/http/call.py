"""A request whose body has arrived, and its answer, which is sent in one piece."""

from collections.abc import Awaitable
from typing import Protocol

import msgspec
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from service.http.response import RawHeader, RawHeaders


class Answer(msgspec.Struct, frozen=True):
    """A whole answer: its status, its own header fields, and its body, whose length is told beside them."""

    status: int
    fields: tuple[RawHeader, ...]
    body: bytes


class Endpoint(Protocol):
    """An application that can also be given a request whose body has arrived."""

    async def answer(self, scope: Scope, receive: Receive, body: bytes | None = None) -> Answer | ASGIApp:
        """Return the answer to a request, or an application that sends it; without a body, it is received."""


class Call(Protocol):
    """A request whose body has arrived, on its connection."""

    scope: Scope
    endpoint: Endpoint
    body: bytes

    async def receive(self) -> Message:
        """Wait until the client has disconnected."""

    def respond(self, answer: Answer, ids: RawHeaders) -> Awaitable[None] | None:
        """Write an answer with the header fields that identify the request; await what it returns, if anything."""

    def become_cycle(self) -> tuple[Receive, Send]:
        """Return the other way to answer, over ASGI."""


async def send_answer(answer: Answer | ASGIApp, scope: Scope, receive: Receive, send: Send) -> None:
    """Send an answer over ASGI."""
    if not isinstance(answer, Answer):
        await answer(scope, receive, send)
        return
    headers = [*answer.fields, (b"content-length", b"%d" % len(answer.body))]
    await send({"type": "http.response.start", "status": answer.status, "headers": headers})
    await send({"type": "http.response.body", "body": answer.body})
