"""HTTP/1.1 on one connection: the library's protocol with limits on its buffers, and timeouts.

A request that exceeds a limit is refused when its turn among the pipelined requests comes; the connection then closes.
"""

import asyncio
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any, Literal, cast
from urllib.parse import unquote

import httptools
from uvicorn.config import Config
from uvicorn.protocols.http.httptools_impl import STATUS_LINE, RequestResponseCycle
from uvicorn.server import ServerState

from service.http.call import Call, RawHeader, read_call, read_fields
from service.http.error_responses import RefusedRequest
from service.http.streams import WRITE_NOW
from service.middleware.requests import UNROUTED
from service.process.connection_guard import ConnectionGuard
from service.process.connection_limits import ConnectionLimits
from service.process.direct import Connection, Cycle, DirectCall
from service.process.heads import check_codings, check_size, check_version, name_host, read_target, too_large
from service.process.lines import unacknowledged_bytes
from service.process.upgrades import check_handshake, offers_websocket, write_head
from service.process.websocket_protocol import WebSocketProtocol

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
        # Whether the client has closed its sending side.
        self._is_half_closed = False
        # The refusal of the request that was read last, until it is written.
        self._refusal: RefusedRequest | None = None
        self._part: RequestPart = "answer"
        self.answered: Cycle | DirectCall | None = None
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
        """Start the timeout of the first request."""
        super().connection_made(cast("asyncio.Transport", transport))
        self.is_crowded = self.guard.admit(self, len(self.connections))
        self.deadline.set(self.limits.crowded_seconds if self.is_crowded else self.limits.head_seconds, self._time_out)

    def connection_lost(self, exc: Exception | None) -> None:
        """Release the connection, and notify the request that is being answered."""
        self.guard.dismiss(self)
        self.deadline.clear()
        self.end_waiting()
        self.pipeline.clear()
        if self.answered is not None and not self.answered.response_complete:
            # The library notifies only the last request, but an earlier one may be the one being answered.
            self.answered.disconnected = True
            self.answered.message_event.set()
        super().connection_lost(exc)

    def _start_asgi_task(self, cycle: RequestResponseCycle, app: "ASGI3Application") -> None:
        self.answered = cast("Cycle", cycle)
        super()._start_asgi_task(cycle, app)

    def eof_received(self) -> bool:  # type: ignore[override]  # the library's always closes
        """Return whether to keep the connection open for pending answers after the client has closed its sending side.

        Streams and held requests end: their client has most likely closed the connection.
        """
        if self._part == "body" and not self._is_refused:
            # The rest of the body will never arrive.
            _withdraw(self)
        self._is_half_closed = True
        if self._refusal is not None:
            return True
        answered = self.answered
        if answered is None or answered.response_started or answered.response_complete:
            return False
        return not answered.awaits_end

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
        self.idle_since = None
        while data:
            try:
                self.parser.feed_data(data)
                break
            except httptools.HttpParserUpgrade as stop:
                # It stops behind the head.
                data = self._answer_offer(data[stop.args[0] :])
            except httptools.HttpParserError as error:
                self._refuse_unreadable(error)
                break
        # Nearly every request arrives in one piece and needs no limits.
        if self._part != "answer" or self.answered is None or self.answered.response_complete:
            self._check_progress()

    def _answer_offer(self, rest: bytes) -> bytes:
        """Open a WebSocket if the head is a handshake; else return the request without its offer, for parsing."""
        if self._is_handshake:
            self.handle_websocket_upgrade()
            socket = cast("WebSocketProtocol", self.transport.get_protocol())
            if rest:
                socket.data_received(rest)
            return b""
        # Use a new parser: this one may have concluded that the connection ends with the head.
        self.parser = httptools.HttpRequestParser(self)
        self.parser.set_dangerous_leniencies(lenient_data_after_close=True)
        return self._offered_head + rest

    def _check_progress(self) -> None:
        """Check the size of an incomplete part, and start its timeout."""
        if self._is_refused or self.transport.is_closing() or self.transport.get_protocol() is not self:
            return
        if self.pending_bytes > self.limits.head_bytes:
            self._refuse(too_large(self._part, self.url, self.limits))
        elif self.deadline.timer is None:
            self.deadline.set(_timeout_of(self._part, self.limits), self._time_out)

    def _time_out(self) -> None:
        """Refuse a request that has not arrived in time; close a connection that sent nothing."""
        if self.flow.read_paused:
            # This side has paused reading and causes the delay.
            self._check_progress()
        elif self._part == "answer":
            self.transport.close()
        elif self.is_crowded:
            self._refuse(_too_many_connections())
        else:
            seconds = _timeout_of(self._part, self.limits)
            message = f"The {self._part} of the request took longer than {seconds:g} s."
            self._refuse(RefusedRequest("REQUEST_TIMEOUT", message))

    # ---- callbacks of the parser

    def on_message_begin(self) -> None:
        """Start a request; make its scope only when it is needed, unlike the library."""
        self._part = "head"
        self.pending_bytes = 0
        self._chunks = 0
        self.url = b""
        self.headers = []

    def on_header(self, name: bytes, value: bytes) -> None:
        """Add a header field. The library checks each for `Expect`; here `_pass_on` does this once."""
        self.headers.append((name.lower(), value))

    def on_headers_complete(self) -> None:
        """Pass an ordinary request to its endpoint, any other to the application."""
        if self.deadline.timer is not None:
            self.deadline.clear()
        if self.parser.should_upgrade():
            self._read_head(self._weigh_offer)
            return
        self._direct = None
        is_free = self.answered is None or self.answered.response_complete
        # A head that arrived in one piece has no bytes pending, and is not too long.
        is_ordinary = is_free and not (self.pipeline or self.is_crowded or self.pending_bytes)
        if is_ordinary and self.guard.direct is not None:
            self._direct = self.guard.direct.begin(self)
        if self._direct is None:
            self._read_head(self._pass_on)
        else:
            self._part = "body"
            self.answered = self._direct
            self.cycle = self._direct  # type: ignore[assignment]  # it has what the library uses of a cycle

    def _read_head(self, then: Callable[[], None]) -> None:
        """Check a head, normalize its target and host, and call `then`; a refusal is answered in its turn."""
        method = self.parser.get_method()
        http_version = self.parser.get_http_version()
        try:
            # A head that arrived in one piece has no bytes pending, and is not too long.
            if self.pending_bytes or len(self.headers) > self.limits.fields:
                check_size(self.url, self.headers, self.limits)
            check_version(http_version)
            self.url, authority = read_target(method, self.url)
            self.headers = name_host(self.headers, http_version, authority)
            check_codings(self.headers)
            self._check_turn()
            then()
        except RefusedRequest as refusal:
            raise self._refuse(refusal) from None

    def _check_turn(self) -> None:
        """Check whether the connection may have one more request. Raises `RefusedRequest`."""
        if len(self.pipeline) >= self.limits.pipelined:
            message = f"More than {self.limits.pipelined} requests wait for their answers."
            raise RefusedRequest("BAD_REQUEST", message)
        if self.is_crowded and not self.guard.serves(self.url.partition(b"?")[0]):
            raise _too_many_connections()

    def _weigh_offer(self) -> None:
        """Find out whether a head that offers another protocol is a WebSocket handshake. Raises `RefusedRequest`."""
        method = self.parser.get_method()
        http_version = self.parser.get_http_version()
        self._is_handshake = offers_websocket(method, http_version, self.headers) and self.guard.has_socket(self.url)
        if self._is_handshake:
            if self.pipeline or not (self.answered is None or self.answered.response_complete):
                raise RefusedRequest("BAD_REQUEST", "A WebSocket handshake waits for the answers before it.")
            check_handshake(write_head(method, self.url, http_version, self.headers))
            self.scope = cast("HTTPScope", {**self.make_scope(), "method": "GET"})
        others = [field for field in self.headers if field[0] != b"upgrade"]
        self._offered_head = write_head(method, self.url, http_version, others)

    def _pass_on(self) -> None:
        """Pass a request to the application, in its turn."""
        path, _, query = self.url.partition(b"?")
        http_version = self.parser.get_http_version()
        scope = self.make_scope()
        scope["http_version"] = http_version
        scope["method"] = self.parser.get_method().decode("ascii")
        scope["path"] = self.root_path + unquote(path.decode("ascii"))
        scope["raw_path"] = self.root_path.encode("ascii") + path
        scope["query_string"] = query
        # HTTP/1.0 has no status 100 (RFC 9110, section 10.1.1).
        expects_continue = http_version == "1.1" and _expects_continue(self.headers)
        keep_alive = http_version == "1.1" and self.parser.should_keep_alive() and not self.is_crowded
        self.scope = cast("HTTPScope", scope)
        cycle = self.make_cycle(scope, keep_alive=keep_alive, expects_continue=expects_continue)
        scope[WRITE_NOW] = cycle.write_now
        self.cycle = cycle
        self._part = "body"
        self.pending_bytes = 0
        if self.answered is None or self.answered.response_complete:
            self._start_asgi_task(self.cycle, self.app)
        else:
            self.flow.pause_reading()
            self.pipeline.appendleft((self.cycle, self.app))

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
            # Only the head has arrived; it is parsed again.
            return
        if self.deadline.timer is not None:
            self.deadline.clear()
        self._part = "answer"
        self.pending_bytes = 0
        if self._direct is None:
            super().on_message_complete()
            return
        self._direct.start()
        self._direct = None

    def on_response_complete(self) -> None:
        """Continue with the next request, or wait for one."""
        self.server_state.total_requests += 1
        if not self.transport.is_closing():
            self.flow.resume_reading()
            if self.pipeline:
                self._start_asgi_task(*self.pipeline.pop())
            else:
                self.wait_for_request()
        if self._is_half_closed or self._refusal is not None:
            self._end_behind_answers()

    def _end_behind_answers(self) -> None:
        """End the connection of a client that sends no more, or write the refusal whose turn it is."""
        is_answered = self.answered is None or self.answered.response_complete
        if self._is_half_closed and is_answered and self._refusal is None:
            self.transport.close()
        if not self.transport.is_closing():
            self._write_refusal()

    # ---- refusals

    def _refuse_unreadable(self, error: httptools.HttpParserError) -> None:
        """Refuse bytes that the parser does not accept."""
        if self._is_refused:
            return
        if "HTTP version" in str(error):
            self._refuse(RefusedRequest("HTTP_VERSION_NOT_SUPPORTED", "Send the request as HTTP/1.1."))
        else:
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

        Parser callbacks raise the returned refusal to stop the parser.
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
        # Deferred: the application may not have started the request yet, and its route is known only then.
        self.loop.call_soon(self._write_refusal)
        return refusal

    def _write_refusal(self) -> None:
        """Write a refusal when its turn comes, and close this side; the client then has time to close its own."""
        refusal = self._refusal
        if refusal is None or self.transport.is_closing():
            return
        if self.answered is not None and not self.answered.response_complete:
            return
        self._refusal = None
        # Copy the scope, since the application has stored its own call there.
        call = read_call({**self.cycle.scope}, None) if self._part == "body" else _call_of(self)
        answer = self.guard.middleware.refuse(call, refusal)
        fields = [*self.server_state.default_headers, *answer.fields]
        if b"connection" not in dict(fields):
            fields.append((b"connection", b"close"))
        head = [STATUS_LINE[answer.status], *[b"%b: %b\r\n" % field for field in fields], b"\r\n"]
        self.transport.write(b"".join([*head, b"" if call.method == "HEAD" else answer.body]))
        if self._is_half_closed:
            self.transport.close()
            return
        self.transport.write_eof()
        self.flow.resume_reading()
        self._linger()

    def _linger(self) -> None:
        """Give the client time to close its side, counted from when it has received everything that was sent."""
        self.deadline.set(self.limits.linger_seconds, self._end_lingering)

    def _end_lingering(self) -> None:
        waiting = self.transport.get_write_buffer_size() + unacknowledged_bytes(self.transport.get_extra_info("socket"))
        if waiting:
            # The guard cuts off a client that reads nothing at all.
            self._linger()
        else:
            self.transport.abort()


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


def _expects_continue(headers: list[RawHeader]) -> bool:
    return any(name == b"expect" and value.lower() == b"100-continue" for name, value in headers)


def _timeout_of(part: RequestPart, limits: ConnectionLimits) -> float:
    """Return the timeout of a part, in seconds."""
    return limits.body_seconds if part == "body" else limits.head_seconds


def _too_many_connections() -> RefusedRequest:
    message = "There are too many connections. Try again in 1 s."
    return RefusedRequest("TOO_MANY_CONNECTIONS", message, **{"Retry-After": "1"})


def _withdraw(connection: HttpProtocol) -> None:
    """Withdraw the request whose body is arriving; the application sees a disconnected client."""
    cycle = connection.cycle
    if connection.pipeline and connection.pipeline[0][0] is cycle:
        connection.pipeline.popleft()
    cycle.disconnected = cycle.response_complete = True
    cycle.message_event.set()


def _call_of(connection: HttpProtocol) -> Call:
    """Return a call with the known parts of a request whose head is being read."""
    # Only a target in origin form has a path here.
    path = connection.url.partition(b"?")[0] if connection.url.startswith(b"/") else b"/"
    return Call(
        method=connection.parser.get_method().decode("latin-1") if connection.url else "GET",
        path=path.decode("latin-1"),
        headers=connection.headers,
        fields=read_fields(connection.headers),
        client=connection.client,
        template=UNROUTED,
    )
