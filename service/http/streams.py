"""Requests that stay open: streams with heartbeats, held requests, the limit on both, and the shutdown that ends them.

The next piece of a stream is requested only when the one before it is written: a client that reads slowly, or not at
all, holds back its own stream alone, and keeps only one piece and the socket's buffer in memory.
"""

import asyncio
import sys
import time
from collections import Counter
from collections.abc import AsyncGenerator, AsyncIterator, Callable, Iterator, Mapping
from contextlib import aclosing, asynccontextmanager, contextmanager, suppress
from dataclasses import dataclass, field

import msgspec
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from service.http.call import Call, address_of, call_of
from service.http.error_responses import RefusedRequest, refuse
from service.observability import metrics

TOO_MANY_STREAMS = "TOO_MANY_STREAMS"
RETRY = {"Retry-After": "10"}

# Proxies close idle connections, many of them after 30 or 60 seconds.
HEARTBEAT_SECONDS = 10.0

# A proxy that buffers or compresses a stream would deliver it late, or in the wrong portions.
HEADERS: Mapping[str, str] = {"Cache-Control": "no-store, no-transform", "X-Accel-Buffering": "no"}

Pieces = AsyncGenerator[bytes, None]


class Shutdown:
    """The two steps: no new traffic is wanted (`is_near`); then callbacks end the streams, and open requests finish.

    A stream over HTTP adds a callback that ends the body without its final event, so that the client connects again.
    The server closes WebSockets with 1012.
    """

    def __init__(self) -> None:
        self.is_near = False
        self._has_begun = False
        self._callbacks = set[Callable[[], object]]()

    def announce(self) -> None:
        """Take the first step: the process will end soon."""
        self.is_near = True

    def begin(self) -> None:
        """Take the second step: end the streams."""
        self.is_near = self._has_begun = True
        for callback in list(self._callbacks):
            callback()

    def add_callback(self, callback: Callable[[], object]) -> None:
        """Add a callback for the second step; call it at once if that has begun."""
        self._callbacks.add(callback)
        if self._has_begun:
            callback()

    def remove_callback(self, callback: Callable[[], object]) -> None:
        """Remove a callback."""
        self._callbacks.discard(callback)


class TooManyStreams(RefusedRequest):
    """The caller has as many streams open as it may."""

    def __init__(self, opened: int, wanted: int, most: int) -> None:
        message = f"You have as many streams and WebSockets open here as you may ({opened}): close some."
        if wanted > 1:
            message = f"This needs {wanted} streams, and you have {opened} of {most} open here: ask for fewer."
        super().__init__(TOO_MANY_STREAMS, message, **RETRY)


class Streams:
    """The streams and WebSockets that are open in this process, by caller."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._open = Counter[str]()

    @contextmanager
    def counted(self, scope: Scope, streams: int = 1) -> Iterator[None]:
        """Count a stream, or a request that costs as much as several, while it is open. Raises `TooManyStreams`."""
        caller = _caller_of(scope)
        opened = self._open[caller]
        if opened + streams > self._most:
            raise TooManyStreams(opened, streams, self._most)
        self._open[caller] += streams
        try:
            yield
        finally:
            self._open[caller] -= streams
            if not self._open[caller]:
                del self._open[caller]


def streams_of(scope: Scope) -> Streams:
    """Return the open streams of the application that serves a request; by default they are unlimited."""
    streams: Streams = getattr(scope["app"].state, "streams", _UNBOUNDED)
    return streams


_UNBOUNDED = Streams(sys.maxsize)


def _caller_of(scope: Scope) -> str:
    call = call_of(scope)
    return f"address {address_of(call.client)}" if call.app is None else f"app {call.app}"


@asynccontextmanager
async def hold_request(call: Call, sessions: int, end: Callable[[], object]) -> AsyncIterator[None]:
    """Hold a request open that waits for `sessions` sessions, and call `end` when it must stop waiting.

    A request stops waiting when the service is about to end, or when the client has disconnected. Over a WebSocket, the
    end of the connection cancels the waiting task. Raises `TooManyStreams`.
    """
    scope = call.scope
    shutdown = call.scope["app"].state.shutdown
    try:
        with streams_of(scope).counted(scope, sessions):
            watching = None if call.is_socket else asyncio.create_task(_watch(call.receive, end))
            shutdown.add_callback(end)
            try:
                yield
            finally:
                shutdown.remove_callback(end)
                if watching is not None:
                    watching.cancel()
    except TooManyStreams:
        metrics.refusals_total.labels(TOO_MANY_STREAMS).inc()
        raise


async def _watch(receive: Receive, end: Callable[[], object]) -> None:
    """Call `end` when the client has disconnected."""
    while (await receive())["type"] != "http.disconnect":
        pass
    end()


async def merge(main: Pieces, side: Pieces) -> Pieces:
    """Yield the pieces of two streams as they come, until the main one ends. Raises the error of either."""
    asked: dict[asyncio.Task[bytes | None], Pieces] = {}

    def ask(pieces: Pieces) -> None:
        asked[asyncio.create_task(_next(pieces))] = pieces

    ask(main)
    ask(side)
    try:
        while True:
            done, _ = await asyncio.wait(asked, return_when=asyncio.FIRST_COMPLETED)
            for task in done:
                source = asked.pop(task)
                piece = task.result()
                if piece is None and source is main:
                    return
                if piece is not None:
                    yield piece
                    # Only now: the reader has taken the piece before.
                    ask(source)
    finally:
        for task in asked:
            task.cancel()
        await asyncio.gather(*asked, return_exceptions=True)
        await main.aclose()
        await side.aclose()


async def _next(pieces: Pieces) -> bytes | None:
    return await anext(pieces, None)


class Rhythm(msgspec.Struct, frozen=True):
    """The bytes that a stream sends beside its pieces: a heartbeat, and a farewell if the service ends first.

    A heartbeat is due after so many `seconds` without a piece.
    """

    heartbeat: bytes
    farewell: bytes
    seconds: float = HEARTBEAT_SECONDS


# The key of a scope with a function that writes a piece at once, and returns whether it could.
WRITE_NOW = "croupier.write_now"


@dataclass(slots=True, eq=False)
class Outlet:
    """A direct way from a stream to its socket, for a piece that is ready while nothing else is written."""

    now: Callable[[bytes], bool] | None = None
    is_busy: bool = True
    written_at: float = field(default_factory=time.monotonic)

    def write(self, piece: bytes) -> bool:
        """Write a piece if the socket takes it at once, and tell whether it did."""
        if self.now is None or self.is_busy or not self.now(piece):
            return False
        self.written_at = time.monotonic()
        return True


class StreamedResponse(Response):
    """A response that ends with its pieces, with the client, or with the service, whichever comes first."""

    def __init__(self, pieces: Pieces, media_type: str, rhythm: Rhythm, outlet: Outlet | None = None) -> None:
        self.status_code = 200
        self.background = None
        self.pieces = pieces
        self.rhythm = rhythm
        self.outlet = outlet or Outlet()
        self._heartbeat: asyncio.Task[None] | None = None
        self.init_headers({**HEADERS, "Content-Type": media_type})

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Write the response, unless the caller has as many streams open as it may."""
        try:
            with streams_of(scope).counted(scope):
                self.outlet.now = scope.get(WRITE_NOW)
                try:
                    await self._write_all(scope["app"].state.shutdown, receive, send)
                finally:
                    self.outlet.now = None
        except TooManyStreams as error:
            await self.pieces.aclose()
            await refuse(scope["path"], error)(scope, receive, send)

    async def _write_all(self, shutdown: Shutdown, receive: Receive, send: Send) -> None:
        await send({"type": "http.response.start", "status": self.status_code, "headers": self.raw_headers})
        self.raw_headers = []  # half a kilobyte, for as long as the stream lives
        writing = asyncio.create_task(self._write_pieces(send))
        self._schedule_heartbeat(self.rhythm.seconds, send)
        try:
            await _wait_for_end(writing, shutdown, receive)
        finally:
            self._timer.cancel()
            tasks = [task for task in (writing, self._heartbeat) if task is not None]
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
        if writing.cancelled():
            await self._write(send, self.rhythm.farewell)
        else:
            writing.result()
        await send({"type": "http.response.body"})

    async def _write_pieces(self, send: Send) -> None:
        async with aclosing(self.pieces) as pieces:
            async for piece in pieces:
                # A source with pieces ready and a socket with free buffer never yield to other tasks. After the last
                # piece they must not, or a heartbeat could follow the end of the stream.
                await asyncio.sleep(0)
                await self._write(send, piece)
        self._timer.cancel()

    def _schedule_heartbeat(self, seconds: float, send: Send) -> None:
        self._timer = asyncio.get_running_loop().call_later(seconds, self._send_heartbeat, send)

    def _send_heartbeat(self, send: Send) -> None:
        """Send a heartbeat if nothing has been written for too long; one timer for the stream keeps pieces cheap."""
        # If the client reads slowly, a heartbeat would only queue behind the current write.
        silent = 0.0 if self.outlet.is_busy else time.monotonic() - self.outlet.written_at
        if silent >= self.rhythm.seconds:
            self._heartbeat = asyncio.create_task(self._write(send, self.rhythm.heartbeat))
            silent = 0.0
        self._schedule_heartbeat(self.rhythm.seconds - silent, send)

    async def _write(self, send: Send, data: bytes) -> None:
        self.outlet.is_busy = True
        await send({"type": "http.response.body", "body": data, "more_body": True})
        self.outlet.is_busy = False
        self.outlet.written_at = time.monotonic()


async def _wait_for_end(writing: asyncio.Task[None], shutdown: Shutdown, receive: Receive) -> None:
    """Return when all is written, the client has disconnected, or the service is about to end.

    A task that waits for each of these would cost an idle stream a kilobyte.
    """
    waiting = asyncio.timeout(None)

    def end(_: object = None) -> None:
        with suppress(RuntimeError):  # the wait is over already: both ends came in one turn of the loop
            waiting.reschedule(0)

    try:
        async with waiting:
            writing.add_done_callback(end)
            shutdown.add_callback(end)
            while (await receive())["type"] != "http.disconnect":
                pass
    except TimeoutError:
        return
    finally:
        writing.remove_done_callback(end)
        shutdown.remove_callback(end)
