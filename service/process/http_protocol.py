"""HTTP/1.1 on one connection: the library's protocol with limits on its buffers, and timeouts.

A request that exceeds a limit is refused, in its turn among pipelined requests, and the connection ends.
"""

import asyncio
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any, Literal, cast

import httptools
from uvicorn.config import Config
from uvicorn.protocols.http.httptools_impl import STATUS_LINE, RequestResponseCycle
from uvicorn.server import ServerState

from service.http.call import Call, read_call, read_fields
from service.http.error_responses import RefusedRequest
from service.process.connection_limits import ConnectionGuard, ConnectionLimits
from service.process.direct import HOST, Connection, DirectCall
from service.process.upgrades import check_handshake, offers_websocket, write_head
from service.process.websocket_protocol import WebSocketProtocol
from service.rails.guard_rails import UNROUTED

if TYPE_CHECKING:
    from uvicorn._types import ASGI3Application, HTTPScope

# The most bytes fed to the parser at once, so that it buffers little more than a limit before the next check.
PIECE = 64 * 1024

# The part of a request that is being read; "answer" when all of it has arrived, or none.
RequestPart = Literal["head", "body", "answer"]


class HttpProtocol(Connection):
    """One connection with limits on its buffers, and timeouts."""

    def __init__(
        self,
        config: Config,
        server_state: ServerState,
        app_state: dict[str, Any],
        _loop: asyncio.AbstractEventLoop | None = None,
        *,
        guard: ConnectionGuard,
    ) -> None:
        super().__init__(config, server_state, app_state, _loop)
        self.limits = guard.limits
        self.deadline = ConnectionTimer(self.loop)
        self.guard = guard
        self.is_crowded = False
        self._is_refused = False
        # The refusal of the request that was read last, until it is written.
        self._refusal: RefusedRequest | None = None
        self._part: RequestPart = "answer"
        self.answered: RequestResponseCycle | DirectCall | None = None
        # The request that is arriving, if it is an ordinary one.
        self._direct: DirectCall | None = None
        # Of a request that offers another protocol: whether it is a WebSocket handshake; its head without the offer.
        self._is_handshake = False
        self._offered_head = b""
        # The bytes fed to the parser since it last made progress.
        self.pending_bytes = 0
        self._chunks = 0

    # ---- the connection

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Start the timeout of the first request, or cut the connection off if there are too many."""
        super().connection_made(cast("asyncio.Transport", transport))
        self.is_crowded = self.guard.is_crowded(count := len(self.connections))
        if self.guard.is_full(count, transport.get_extra_info("socket").fileno()):
            self.transport.abort()
            return
        self.deadline.set(self.limits.crowded_seconds if self.is_crowded else self.limits.head_seconds, self._time_out)

    def connection_lost(self, exc: Exception | None) -> None:
        """Release the connection, and notify the request that is being answered."""
        self.deadline.clear()
        self.pipeline.clear()
        if self.answered is not None and not self.answered.response_complete:
            # The library notifies only the last request, but an earlier one may be the one being answered.
            self.answered.disconnected = True
            self.answered.message_event.set()
        super().connection_lost(exc)

    def _start_asgi_task(self, cycle: RequestResponseCycle, app: "ASGI3Application") -> None:
        self.answered = cycle
        super()._start_asgi_task(cycle, app)

    def data_received(self, data: bytes) -> None:
        """Feed the parser in pieces until a request is refused; what follows a handshake goes to the WebSocket."""
        if len(data) > PIECE:
            for start in range(0, len(data), PIECE):
                protocol = cast("asyncio.Protocol", self.transport.get_protocol())
                protocol.data_received(data[start : start + PIECE])
            return
        if self._is_refused:
            return
        self.pending_bytes += len(data)
        self._unset_keepalive_if_required()
        while data:
            try:
                self.parser.feed_data(data)
                break
            except httptools.HttpParserUpgrade as stop:
                # It stops behind the head.
                data = self._answer_offer(data[stop.args[0] :])
            except httptools.HttpParserError:
                self.send_400_response("")
                break
        # Nearly always a whole request has arrived at once, and needs no limits.
        if self._part != "answer" or self.answered is None or self.answered.response_complete:
            self._check_progress()

    def _answer_offer(self, rest: bytes) -> bytes:
        """Open a WebSocket if the head is a handshake; else return the same request without its offer, to be read."""
        if self._is_handshake:
            self.handle_websocket_upgrade()
            socket = cast("WebSocketProtocol", self.transport.get_protocol())
            if rest:
                socket.data_received(rest)
            return b""
        # A new parser, as this one may hold that the connection ends with the head that it has read.
        self.parser = httptools.HttpRequestParser(self)
        self.parser.set_dangerous_leniencies(lenient_data_after_close=True)
        return self._offered_head + rest

    def _check_progress(self) -> None:
        """Check the size of an incomplete part, and start its timeout."""
        if self._is_refused or self.transport.is_closing() or self.transport.get_protocol() is not self:
            return
        if self.pending_bytes > self.limits.head_bytes:
            self._refuse(_too_large(self._part, self.url, self.limits))
        elif self.deadline.timer is None:
            self.deadline.set(_timeout_of(self._part, self.limits), self._time_out)

    def _time_out(self) -> None:
        """Refuse a request that has not arrived in time; close a connection that sent nothing."""
        if self.flow.read_paused:
            # Reading is paused: the delay is on this side.
            self._check_progress()
        elif self._part == "answer":
            self.transport.close()
        elif self.is_crowded:
            self._refuse(_too_many_connections())
        else:
            seconds = _timeout_of(self._part, self.limits)
            message = f"The {self._part} of the request took longer than {seconds:g} s."
            self._refuse(RefusedRequest("REQUEST_TIMEOUT", message))

    def timeout_keep_alive_handler(self) -> None:
        """Close an idle connection, even if its last response is not read."""
        super().timeout_keep_alive_handler()
        self._abort_when_unread()

    def _abort_when_unread(self) -> None:
        """Abort a closing connection after a timeout if its response is not read: it would stay open for ever."""
        if self.transport.get_write_buffer_size():
            self.deadline.set(self.limits.unread_seconds, self.transport.abort)

    # ---- what the parser finds

    def on_message_begin(self) -> None:
        """Start a request; make its scope only when it is needed, unlike the library."""
        self._part, self.pending_bytes, self._chunks = "head", 0, 0
        self.url, self.headers, self.expect_100_continue = b"", [], False

    def on_headers_complete(self) -> None:
        """Pass an ordinary request to its endpoint, any other to the application."""
        if self.deadline.timer is not None:
            self.deadline.clear()
        if self.parser.should_upgrade():
            self._weigh_offer()
            return
        self._direct = None
        is_free = self.answered is None or self.answered.response_complete
        # A head that arrived in one piece has no bytes pending, and is not too long.
        if is_free and not (self.pipeline or self.is_crowded or self.pending_bytes) and self.guard.direct is not None:
            self._direct = self.guard.direct.begin(self)
        if self._direct is None:
            self._pass_on()
        else:
            self._part, self.answered = "body", self._direct
            self.cycle = self._direct  # type: ignore[assignment]  # it has what the library uses of a cycle

    def _weigh_offer(self) -> None:
        """Find out whether a head that offers another protocol is a WebSocket handshake, and refuse a faulty one."""
        method, http_version = self.parser.get_method(), self.parser.get_http_version()
        if (refusal := _check_head(self)) is not None:
            raise self._refuse(refusal)
        self._is_handshake = False
        try:
            if method == b"CONNECT":
                raise RefusedRequest("METHOD_NOT_ALLOWED", "This server is no proxy.")
            if offers_websocket(method, http_version, self.headers) and self.guard.has_socket(self.url):
                self._check_handshake(write_head(method, self.url, http_version, self.headers))
        except RefusedRequest as fault:
            raise self._refuse(fault) from None
        others = [field for field in self.headers if field[0] != b"upgrade"]
        self._offered_head = write_head(method, self.url, http_version, others)

    def _check_handshake(self, head: bytes) -> None:
        """Check a WebSocket handshake, which waits for no other answer. Raises `RefusedRequest`."""
        if self.pipeline or not (self.answered is None or self.answered.response_complete):
            raise RefusedRequest("BAD_REQUEST", "A WebSocket handshake cannot follow a request without an answer yet.")
        check_handshake(head)
        self._is_handshake = True
        self.scope = cast("HTTPScope", {**self.make_scope(), "method": "GET"})

    def _pass_on(self) -> None:
        """Pass a request to the application, unless its head is refused."""
        self.scope = cast("HTTPScope", self.make_scope())
        if (refusal := _check_head(self)) is not None:
            raise self._refuse(refusal)
        self._part, self.pending_bytes = "body", 0
        super().on_headers_complete()
        if self.is_crowded:
            self.cycle.keep_alive = False

    def on_chunk_header(self) -> None:
        """Count a chunk; keep the fields of a trailer out of the headers (RFC 9110, section 6.5.1)."""
        self.pending_bytes = 0
        self.headers = []
        self._chunks += 1
        if self._chunks > self.limits.chunks:
            raise self._refuse(RefusedRequest("BAD_REQUEST", f"The body has more than {self.limits.chunks} chunks."))

    def on_body(self, body: bytes) -> None:
        """Pass on a part of the body."""
        self.pending_bytes = 0
        if self._direct is None:
            super().on_body(body)
        else:
            assert self._direct.body is not None
            self._direct.body += body

    def on_message_complete(self) -> None:
        """Stop the timeout: the request has arrived."""
        if self.parser.should_upgrade():
            # Only its head has, which is read again.
            return
        if self.deadline.timer is not None:
            self.deadline.clear()
        self._part, self.pending_bytes = "answer", 0
        if self._direct is None:
            super().on_message_complete()
            return
        self._direct.start()
        self._direct = None

    def on_response_complete(self) -> None:
        """Continue with the next request, or wait for one."""
        super().on_response_complete()
        if self.transport.is_closing():
            self._abort_when_unread()
        else:
            self._write_refusal()

    # ---- refusals

    def send_400_response(self, msg: str) -> None:  # noqa: ARG002
        """Refuse bytes that the parser does not accept."""
        if not self._is_refused:
            self._refuse(RefusedRequest("BAD_REQUEST", "This is not an HTTP/1.1 request."))

    def refuse_open(self, refusal: RefusedRequest) -> bool:
        """Refuse the only open request if its response has not begun; tell whether there is one."""
        if self._is_refused or self.pipeline or self.answered is None or self.answered.response_started:
            return False
        self._part = "body"
        self._refuse(refusal)
        self._write_refusal()
        return True

    def _refuse(self, refusal: RefusedRequest) -> RefusedRequest:
        """Answer the request that is being read with a refusal, in its turn, and stop reading.

        What the parser calls raises it, which stops the parser.
        """
        self._is_refused = True
        self.deadline.clear()
        if self._part == "body" and self.cycle.response_started:
            self.transport.close()
            return refusal
        if self._part == "body":
            _withdraw(self)
        elif self._part == "answer":
            self.on_message_begin()
        self._refusal = refusal
        # Later, as the application may not have begun to serve the request, and knows its route then.
        self.loop.call_soon(self._write_refusal)
        return refusal

    def _write_refusal(self) -> None:
        """Write a refusal, if it is its turn, and end this side; the client has some time to read and end its own."""
        refusal, answered = self._refusal, self.answered
        if refusal is None or self.transport.is_closing() or (answered is not None and not answered.response_complete):
            return
        self._refusal = None
        # A copy of the scope, as the application has put its own call there.
        call = read_call({**self.cycle.scope}, None) if self._part == "body" else _read_head(self)
        answer = self.guard.rails.refuse(call, refusal)
        fields = [*self.server_state.default_headers, *answer.fields]
        if b"connection" not in dict(fields):
            fields.append((b"connection", b"close"))
        head = [STATUS_LINE[answer.status], *[b"%b: %b\r\n" % field for field in fields], b"\r\n"]
        self.transport.write(b"".join([*head, b"" if call.method == "HEAD" else answer.body]))
        self.transport.write_eof()
        self.flow.resume_reading()
        self.deadline.set(self.limits.linger_seconds, self.transport.abort)


def protocol_with(guard: ConnectionGuard) -> type[asyncio.Protocol]:
    """Return the factory of connections with the limits of a guard."""
    return cast("type[asyncio.Protocol]", partial(HttpProtocol, guard=guard))


class ConnectionTimer:
    """The timer of a connection: at most one pending action."""

    __slots__ = ("_loop", "timer")

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self._loop = loop
        self.timer: asyncio.TimerHandle | None = None

    def set(self, seconds: float, action: Callable[[], object]) -> None:
        """Run an action after some seconds, in place of any pending one."""
        self.clear()
        self.timer = self._loop.call_later(seconds, self._run, action)

    def clear(self) -> None:
        """Cancel the pending action."""
        if self.timer is not None:
            self.timer.cancel()
            self.timer = None

    def _run(self, action: Callable[[], object]) -> None:
        self.timer = None
        action()


def _timeout_of(part: RequestPart, limits: ConnectionLimits) -> float:
    """Return the timeout of a part, in seconds."""
    return limits.body_seconds if part == "body" else limits.head_seconds


def _check_head(connection: HttpProtocol) -> RefusedRequest | None:
    """Return the refusal of a request whose head is complete, None if it is accepted."""
    limits, headers = connection.limits, connection.headers
    # A head that arrived in one piece has no bytes pending, and is not too long.
    if len(headers) > limits.fields or (connection.pending_bytes and _head_bytes(connection) > limits.head_bytes):
        return _too_large("head", connection.url, limits)
    hosts = [value for name, value in headers if name == b"host"]
    if len(hosts) != 1 or not HOST.fullmatch(hosts[0]):
        problem = _host_problem(hosts, connection.parser.get_http_version())
        if problem is not None:
            return RefusedRequest("BAD_REQUEST", problem)
    if len(connection.pipeline) >= limits.pipelined:
        return RefusedRequest("BAD_REQUEST", f"More than {limits.pipelined} requests wait for their answers.")
    if connection.is_crowded and not connection.guard.serves(connection.url.partition(b"?")[0]):
        return _too_many_connections()
    return None


def _head_bytes(connection: HttpProtocol) -> int:
    return len(connection.url) + sum(len(name) + len(value) + 4 for name, value in connection.headers)


def _host_problem(hosts: list[bytes], http_version: str) -> str | None:
    """Return the fault in the Host headers of a request (RFC 9112, section 3.2), else None; HTTP/1.0 needs none."""
    if len(hosts) > 1:
        return "The request has more than one Host header."
    if hosts:
        return "The Host header is neither a name nor an address."
    return None if http_version == "1.0" else "The request has no Host header."


def _too_large(part: RequestPart, url: bytes, limits: ConnectionLimits) -> RefusedRequest:
    if part == "head" and len(url) > limits.head_bytes // 2:
        message = f"The head has more than {limits.head_bytes} bytes, most of them its address."
        return RefusedRequest("URI_TOO_LONG", message)
    what = "head" if part == "head" else "trailer, or an extension of a chunk,"
    message = f"The {what} has more than {limits.head_bytes} bytes or {limits.fields} fields."
    return RefusedRequest("HEAD_TOO_LARGE", message)


def _too_many_connections() -> RefusedRequest:
    message = "There are too many connections. Try again in 1 s."
    return RefusedRequest("TOO_MANY_CONNECTIONS", message, **{"Retry-After": "1"})


def _withdraw(connection: HttpProtocol) -> None:
    """Withdraw the request whose body is arriving; to the application its client has disconnected."""
    cycle = connection.cycle
    if connection.pipeline and connection.pipeline[0][0] is cycle:
        connection.pipeline.popleft()
    cycle.disconnected = cycle.response_complete = True
    cycle.message_event.set()


def _read_head(connection: HttpProtocol) -> Call:
    """Return the request whose head is being read, with what is known of it."""
    url, headers = connection.url, connection.headers
    try:
        path = httptools.parse_url(url).path or b"/"
    except httptools.HttpParserInvalidURLError:
        path = b"/"
    return Call(
        method=connection.parser.get_method().decode("latin-1") if url else "GET",
        path=path.decode("latin-1"),
        headers=headers,
        fields=read_fields(headers),
        client=connection.client,
        template=UNROUTED,
    )
