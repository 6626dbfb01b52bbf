"""A request as middleware and endpoints see it, its caller, and its answer."""

from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from ipaddress import IPv6Address, ip_address
from typing import Protocol

import msgspec
from starlette.types import ASGIApp, Message, Receive, Scope, Send

RawHeader = tuple[bytes, bytes]
RawHeaders = Iterable[RawHeader]
# The header fields of a request by name in lower case; values stay bytes, since few of them are read.
Fields = Mapping[bytes, bytes]

APP_KEY_HEADER = "Croupier-App-Key"
# The languages of labels and sentences for people.
LANGUAGE_HEADER = "Croupier-Language"
ANY_LANGUAGE = "*"
LANGUAGE_FIELD = LANGUAGE_HEADER.lower().encode()
RATE_LIMITED = "RATE_LIMITED"
# The headers read as lists, with all their lines; of `If-None-Match` only the first line has always counted.
_LISTS = frozenset({b"accept", b"if-match", b"prefer"})

WEBSOCKET = "WEBSOCKET"
# The key of a scope under which its call is stored.
CALL = "croupier.call"


class RateLimited(Exception):
    """The caller has exceeded its rate limit; `seconds` is the time to wait."""

    def __init__(self, seconds: int) -> None:
        super().__init__(f"That is more than you may spend now. Try again in {seconds} s.")
        self.seconds = seconds


class Answer(msgspec.Struct, frozen=True):
    """A complete answer: its status, header fields and body; `Content-Length` is added when it is sent.

    `fields` recur, so they are completed and written once; `unique` fields belong to this answer only.
    """

    status: int
    fields: tuple[RawHeader, ...]
    body: bytes
    unique: tuple[RawHeader, ...] = ()


class Call(msgspec.Struct, kw_only=True):
    """A request as its middleware and its endpoint see it; a WebSocket is the request that opened it.

    `app` is the name of the calling app, if the caller has sent a valid key; `rate_fields` state the caller's rate.
    """

    method: str
    path: str
    headers: list[RawHeader]
    fields: Fields
    client: tuple[str, int] | None
    query: bytes = b""
    # The parameters in the path.
    parameters: dict[str, str] = {}
    # None until it has been received.
    body: bytes | None = None
    is_socket: bool = False
    began_at: float = 0.0
    # The response header fields with the ids of the request and of the trace.
    id_fields: RawHeaders = ()
    # The template of the route, where it is known before the request is served.
    template: str | None = None
    app: str | None = None
    # These find the app of a key, and charge a caller; None if no key is needed, or nothing is charged.
    find_app: Callable[[str], str | None] | None = None
    charge_caller: Callable[["Call", int], Awaitable[None]] | None = None
    rate_fields: tuple[RawHeader, ...] = ()
    known_scope: Scope | None = None
    known_receive: Receive | None = None

    @property
    def scope(self) -> Scope:
        """Return the scope of the request, as ASGI has it."""
        assert self.known_scope is not None
        return self.known_scope

    async def receive(self) -> Message:
        """Receive the next part of the request, or its end."""
        assert self.known_receive is not None
        return await self.known_receive()

    def forget_headers(self) -> None:
        """Free the header fields; middleware and endpoint have read all that they need."""
        self.headers.clear()
        self.fields = {}

    def admit(self, key: str | None) -> bool:
        """Return whether the caller is admitted: it sends a valid key, has sent one before, or needs none."""
        if self.find_app is None or self.app is not None:
            return True
        self.app = None if key is None else self.find_app(key)
        return self.app is not None

    async def charge(self, cost: int) -> None:
        """Charge the caller for work that costs more than a request. Raises `RateLimited`.

        An endpoint may let it propagate until its response has begun: the middleware then answers with 429.
        """
        if self.charge_caller is not None:
            await self.charge_caller(self, cost)


class Handler(Protocol):
    """A handler that answers calls, direct or over ASGI."""

    async def answer(self, call: Call) -> Answer | ASGIApp:
        """Return the answer to a call, or an application that sends it."""


def read_call(scope: Scope, receive: Receive | None) -> Call:
    """Return the call of a request or a connection that comes over ASGI, and store it in the scope."""
    is_socket = scope["type"] == "websocket"
    headers = scope["headers"]
    call = scope[CALL] = Call(
        method=WEBSOCKET if is_socket else scope["method"],
        path=scope["path"],
        headers=headers,
        fields=read_fields(headers),
        client=scope.get("client"),
        query=scope.get("query_string", b""),
        is_socket=is_socket,
        known_scope=scope,
        known_receive=receive,
    )
    return call


def call_of(scope: Scope, receive: Receive | None = None) -> Call:
    """Return the call of a request over ASGI: the one that the middleware made, else a new one."""
    known: Call | None = scope.get(CALL)
    return read_call(scope, receive) if known is None else known


async def serve_call(endpoint: Handler, scope: Scope, receive: Receive, send: Send) -> None:
    """Serve a request over ASGI by an endpoint."""
    call = call_of(scope, receive)
    call.parameters = scope["path_params"]
    await send_answer(await endpoint.answer(call), scope, receive, send)


async def send_answer(answer: Answer | ASGIApp, scope: Scope, receive: Receive, send: Send) -> None:
    """Send an answer over ASGI."""
    if not isinstance(answer, Answer):
        await answer(scope, receive, send)
        return
    headers = [*answer.unique, *answer.fields, (b"content-length", b"%d" % len(answer.body))]
    await send({"type": "http.response.start", "status": answer.status, "headers": headers})
    await send({"type": "http.response.body", "body": answer.body})


def read_fields(headers: Sequence[RawHeader]) -> Fields:
    """Return the headers of a request by name.

    The lines of a list are joined; of any other header the first line counts.
    """
    fields: dict[bytes, bytes] = dict(reversed(headers))
    if len(fields) < len(headers):
        for name in _LISTS & fields.keys():
            fields[name] = b", ".join(value for key, value in headers if key == name)
    return fields


def read_languages(fields: Fields) -> str:
    """Return the languages wanted in the answer; with `*` those of Accept-Language."""
    wanted = fields[LANGUAGE_FIELD].decode("latin-1")
    return fields.get(b"accept-language", b"").decode("latin-1") if wanted == ANY_LANGUAGE else wanted


def address_of(client: tuple[str, int] | None) -> str:
    """Return the address that a client is counted under; for IPv6 its /64 network, which a household shares."""
    return "unknown" if client is None else _network_of(client[0])


# A caller sends many requests in a row, and parsing an address costs more than counting it.
@lru_cache(maxsize=1024)
def _network_of(host: str) -> str:
    try:
        address = ip_address(host.partition("%")[0])
    except ValueError:
        return "unknown"
    if not isinstance(address, IPv6Address):
        return str(address)
    if address.ipv4_mapped is not None:
        return str(address.ipv4_mapped)
    return f"{IPv6Address(int(address) >> 64 << 64)}/64"
