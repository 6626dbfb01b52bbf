"""HTTP/1.1 on one connection: the library's protocol with bounds on what it keeps and how long it waits.

A request that breaks a bound is answered by the application's refuser, in its turn among pipelined requests, and the
connection ends.
"""

import asyncio
import re
from functools import partial
from typing import TYPE_CHECKING, Any, Literal, cast

import httptools
from uvicorn.config import Config
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle
from uvicorn.server import ServerState

from service.http.error_responses import Refusal
from service.process.connection_limits import Admission

if TYPE_CHECKING:
    from uvicorn._types import ASGI3Application

# The parser is fed at most so much at once, so that it cannot keep much more than a bound before it is checked.
PIECE = 64 * 1024

_CROWDED = Refusal("TOO_MANY_CONNECTIONS", "There are too many connections. Try again in 1 s.", 1)
_HOST = re.compile(rb"(\[[0-9A-Fa-f:.]+\]|([A-Za-z0-9._~!$&'()*+,;=-]|%[0-9A-Fa-f]{2})*)(:[0-9]*)?")

# What of a request is being read; "answer" when all of it has come, or none has.
Part = Literal["head", "body", "answer"]


class RefusedRequest(Exception):
    """Raised inside the parser to stop it."""


class HttpProtocol(HttpToolsProtocol):
    """One connection, bounded in what it keeps and how long it waits."""

    def __init__(
        self,
        config: Config,
        server_state: ServerState,
        app_state: dict[str, Any],
        _loop: asyncio.AbstractEventLoop | None = None,
        *,
        admission: Admission,
    ) -> None:
        super().__init__(config, server_state, app_state, _loop)
        self._admission = admission
        self._limits = admission.limits
        self._part: Part = "answer"
        self._is_crowded = False
        self._is_refused = False
        self._refusal: Refusal | None = None
        self._answered: RequestResponseCycle | None = None
        self._deadline: asyncio.TimerHandle | None = None
        # Whether the head that is being read came in several pieces.
        self._is_split = False
        self._chunks = 0
        # Whether the parser has come a step further, and how many bytes it was fed since the last one.
        self._has_stepped = False
        self._without_step = 0

    # ---- the connection

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Begin to wait for a request, unless there are too many connections."""
        super().connection_made(cast("asyncio.Transport", transport))
        self._is_crowded = self._admission.is_crowded(count := len(self.connections))
        if self._admission.is_full(count, transport.get_extra_info("socket").fileno()):
            self.transport.abort()
            return
        seconds = self._limits.crowded_seconds if self._is_crowded else self._limits.head_seconds
        self._deadline = self.loop.call_later(seconds, self._end_wait)

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget the connection, and tell the request that is being answered."""
        self._clear_deadline()
        self.pipeline.clear()
        if self._answered is not None and not self._answered.response_complete:
            # The library tells the last request alone, which another one may be answered before.
            self._answered.disconnected = True
            self._answered.message_event.set()
        super().connection_lost(exc)

    def _start_asgi_task(self, cycle: RequestResponseCycle, app: "ASGI3Application") -> None:
        self._answered = cycle
        super()._start_asgi_task(cycle, app)

    def data_received(self, data: bytes) -> None:
        """Read on, in pieces, until something is refused or another protocol takes over."""
        if len(data) > PIECE:
            for start in range(0, len(data), PIECE):
                if self.transport.get_protocol() is self:
                    self.data_received(data[start : start + PIECE])
            return
        if self._is_refused:
            return
        self._has_stepped = False
        super().data_received(data)
        # In nearly every case, a whole request has come at once.
        if self._part != "answer" or self._is_idle():
            self._watch(len(data))

    def _is_idle(self) -> bool:
        """Tell whether no request waits for its answer."""
        return self._answered is None or self._answered.response_complete

    def _watch(self, size: int) -> None:
        """Bound what comes slowly, or never comes to an end."""
        if self._is_refused or self.transport.is_closing() or self.transport.get_protocol() is not self:
            return
        self._is_split = self._part == "head"
        self._without_step = 0 if self._has_stepped else self._without_step + size
        if self._without_step > self._limits.head_bytes:
            self._refuse(self._too_large())
        elif self._deadline is None:
            self._deadline = self.loop.call_later(self._patience, self._end_wait)

    def _end_wait(self) -> None:
        """End a connection that has not sent in time what it began to send; one that sent nothing, without a word."""
        self._deadline = None
        if self.flow.read_paused:
            # It may not send now: this side is what is slow.
            self._watch(0)
        elif self._part == "answer":
            self.transport.close()
        elif self._is_crowded:
            self._refuse(_CROWDED)
        else:
            message = f"The {self._part} of the request took longer than {self._patience:g} s."
            self._refuse(Refusal("REQUEST_TIMEOUT", message))

    @property
    def _patience(self) -> float:
        """Return for how long what comes next is waited for."""
        return self._limits.body_seconds if self._part == "body" else self._limits.head_seconds

    def _clear_deadline(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None

    def timeout_keep_alive_handler(self) -> None:
        """End an idle connection, also when its last answer is not read."""
        super().timeout_keep_alive_handler()
        self._abort_when_unread()

    def _abort_when_unread(self) -> None:
        """End a closing connection whose answer is not read: it would stay for as long as the client likes."""
        if self.transport.get_write_buffer_size():
            self._clear_deadline()
            self._deadline = self.loop.call_later(self._limits.unread_seconds, self.transport.abort)

    # ---- what the parser finds

    def on_message_begin(self) -> None:
        """Begin with a request."""
        self._part, self._has_stepped, self._is_split, self._chunks = "head", True, False, 0
        super().on_message_begin()

    def on_headers_complete(self) -> None:
        """Hand the request to the application."""
        if self._deadline is not None:
            self._clear_deadline()
        if self._is_too_large():
            self._stop(self._too_large())
        self._has_stepped = True
        hosts = [value for name, value in self.headers if name == b"host"]
        if len(hosts) != 1 or not _HOST.fullmatch(hosts[0]):
            self._check_hosts(hosts)
        if len(self.pipeline) >= self._limits.pipelined:
            self._stop(Refusal("BAD_REQUEST", f"More than {self._limits.pipelined} requests wait for their answers."))
        is_last = self._is_crowded and self._is_last()
        super().on_headers_complete()
        self._part = "body"
        if is_last:
            self.cycle.keep_alive = False

    def _is_too_large(self) -> bool:
        """Tell whether a head that is complete breaks a bound. One that came in one piece is not too long."""
        limits = self._limits
        if len(self.headers) > limits.fields:
            return True
        if not self._is_split:
            return False
        return len(self.url) + sum(len(name) + len(value) + 4 for name, value in self.headers) > limits.head_bytes

    def _check_hosts(self, hosts: list[bytes]) -> None:
        """Refuse a request whose host is unclear (RFC 9112, section 3.2)."""
        if len(hosts) > 1:
            self._stop(Refusal("BAD_REQUEST", "The request has more than one Host header."))
        if hosts:
            self._stop(Refusal("BAD_REQUEST", "The Host header is neither a name nor an address."))
        if self.parser.get_http_version() != "1.0":
            self._stop(Refusal("BAD_REQUEST", "The request has no Host header."))

    def _is_last(self) -> bool:
        """Return that nothing but this request is answered here, if that."""
        if not self._admission.serves(self.url.partition(b"?")[0]):
            self._stop(_CROWDED)
        return True

    def on_chunk_header(self) -> None:
        """Notice that the body goes on; what comes in its trailer is no header (RFC 9110, section 6.5.1)."""
        self._has_stepped = True
        self.headers = []
        self._chunks += 1
        if self._chunks > self._limits.chunks:
            self._stop(Refusal("BAD_REQUEST", f"The body has more than {self._limits.chunks} chunks."))

    def on_body(self, body: bytes) -> None:
        """Take a part of the body."""
        self._has_stepped = True
        super().on_body(body)

    def on_message_complete(self) -> None:
        """End a request."""
        if self._deadline is not None:
            self._clear_deadline()
        self._part, self._has_stepped = "answer", True
        super().on_message_complete()

    def on_response_complete(self) -> None:
        """Go on with the next request, or wait for one."""
        super().on_response_complete()
        if self.transport.is_closing():
            self._abort_when_unread()

    def handle_websocket_upgrade(self) -> None:
        """Leave the connection to the other protocol."""
        self._clear_deadline()
        super().handle_websocket_upgrade()

    # ---- refusals

    def send_400_response(self, msg: str) -> None:  # noqa: ARG002
        """Answer what the parser does not take."""
        self._refuse(self._refusal or Refusal("BAD_REQUEST", "This is not an HTTP/1.1 request."))

    def refuse_open(self, refusal: Refusal) -> bool:
        """Refuse the request that has no answer yet; tell whether there is one, and none before it."""
        if self._is_refused or self.pipeline or self._answered is None or self._answered.response_started:
            return False
        self._part = "body"
        self._refuse(refusal)
        return True

    def _stop(self, refusal: Refusal) -> None:
        """Stop the parser, which then says that the request is bad."""
        self._refusal = refusal
        raise RefusedRequest

    def _too_large(self) -> Refusal:
        limits = self._limits
        if self._part == "head" and len(self.url) > limits.head_bytes // 2:
            return Refusal(
                "URI_TOO_LONG", f"The head has more than {limits.head_bytes} bytes, most of them its address."
            )
        what = "head" if self._part == "head" else "trailer, or an extension of a chunk,"
        message = f"The {what} has more than {limits.head_bytes} bytes or {limits.fields} fields."
        return Refusal("HEAD_TOO_LARGE", message)

    def _refuse(self, refusal: Refusal) -> None:
        """Answer the request that is being read with a refusal, in its turn, and read no more."""
        self._is_refused = True
        self._clear_deadline()
        if self._part != "body":
            self._begin_answer(refusal)
        elif self.cycle.response_started:
            self.transport.close()
        else:
            self._replace_answer(refusal)

    def _begin_answer(self, refusal: Refusal) -> None:
        """Answer a request that the application has not seen."""
        if self._part != "head":
            self.on_message_begin()
        self.scope.update(_what_is_known(self.url, self.parser))  # type: ignore[typeddict-item]  # of fewer keys
        self.cycle = RequestResponseCycle(
            scope=self.scope,
            transport=cast("asyncio.Transport", _Lingering(self)),
            flow=self.flow,
            logger=self.logger,
            access_logger=self.access_logger,
            access_log=self.access_log,
            default_headers=self.server_state.default_headers,
            message_event=asyncio.Event(),
            expect_100_continue=False,
            keep_alive=False,
            on_response=self.on_response_complete,
        )
        answer = cast("ASGI3Application", self._admission.refusing(refusal))
        if self._is_idle():
            self._start_asgi_task(self.cycle, answer)
        else:
            self.pipeline.appendleft((self.cycle, answer))

    def _replace_answer(self, refusal: Refusal) -> None:
        """Answer a request that the application has, or is to have; it takes the client to have gone."""
        cycle = self.cycle
        cycle.keep_alive = False
        cycle.transport = cast("asyncio.Transport", _Lingering(self))
        refusing = self._admission.refusing(refusal)

        async def answer(scope: Any, receive: Any, send: Any) -> None:  # noqa: ANN401  as ASGI has them
            await refusing(scope, receive, send)
            cycle.disconnected = True

        if self.pipeline and self.pipeline[0][0] is cycle:
            self.pipeline[0] = (cycle, answer)
        else:
            self._start_asgi_task(cycle, answer)


def protocol_with(admission: Admission) -> type[asyncio.Protocol]:
    """Return what makes connections that an admission bounds."""
    return cast("type[asyncio.Protocol]", partial(HttpProtocol, admission=admission))


class _Lingering:
    """The transport of a refused request: closing it ends this side, and waits a little for the other."""

    def __init__(self, connection: HttpProtocol) -> None:
        self._connection = connection
        self.write = connection.transport.write
        self.is_closing = connection.transport.is_closing

    def close(self) -> None:
        connection = self._connection
        if connection.transport.is_closing():
            return
        connection.transport.write_eof()
        connection.flow.resume_reading()
        connection._clear_deadline()
        connection._deadline = connection.loop.call_later(connection._limits.linger_seconds, connection.transport.abort)


def _what_is_known(url: bytes, parser: httptools.HttpRequestParser) -> dict[str, Any]:
    """Return what the head of a request says so far: the application needs a method and a path."""
    try:
        parsed = httptools.parse_url(url)
        path, query = (parsed.path or b"/"), parsed.query or b""
    except httptools.HttpParserInvalidURLError:
        path, query = b"/", b""
    method = parser.get_method().decode("latin-1") if url else "GET"
    return {"method": method, "path": path.decode("latin-1"), "raw_path": path, "query_string": query}
