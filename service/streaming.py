"""An answer that is written piece by piece for as long as it takes, with signs of life in between.

The next piece is asked for only when the one before it is written: a reader that is slow, or does not read at all,
holds back its own stream and keeps nothing but one piece and the socket's buffer, and nobody else waits for it.
"""

import asyncio
import time
from collections.abc import AsyncGenerator, Mapping
from contextlib import aclosing
from typing import Any

import msgspec
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from service.refusals import refuse
from service.shutdown import Shutdown
from service.stream_limits import CODE as TOO_MANY_STREAMS
from service.stream_limits import RETRY, TooManyStreams, streams_of

# Proxies close connections that are silent for long; many take 30 or 60 seconds for long.
HEARTBEAT_SECONDS = 10.0

# What a proxy holds back or packs would come late, or in the wrong portions.
HEADERS: Mapping[str, str] = {"Cache-Control": "no-store, no-transform", "X-Accel-Buffering": "no"}

Pieces = AsyncGenerator[bytes, None]


class Rhythm(msgspec.Struct, frozen=True):
    """What a stream says beside its pieces: a sign of life, and a farewell when the service ends before it does."""

    heartbeat: bytes
    farewell: bytes
    seconds: float = HEARTBEAT_SECONDS


class StreamedAnswer(Response):
    """A response that ends with its pieces, with the client, or with the service, whichever comes first."""

    def __init__(
        self, pieces: Pieces, media_type: str, rhythm: Rhythm, shutdown: Shutdown, headers: Mapping[str, str]
    ) -> None:
        self.status_code = 200
        self.background = None
        self.pieces = pieces
        self.rhythm = rhythm
        self.shutdown = shutdown
        self._spoken_at = time.monotonic()
        self._is_speaking = False
        self.init_headers({**HEADERS, **headers, "Content-Type": media_type})

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Write the response, unless the caller has as many streams open as it may."""
        try:
            with streams_of(scope).counted(scope):
                await self._write_all(receive, send)
        except TooManyStreams as error:
            await self.pieces.aclose()
            await refuse(scope, TOO_MANY_STREAMS, 429, str(error), RETRY)(scope, receive, send)

    async def _write_all(self, receive: Receive, send: Send) -> None:
        await send({"type": "http.response.start", "status": self.status_code, "headers": self.raw_headers})
        written = asyncio.create_task(self._write_pieces(send))
        beating = asyncio.create_task(self._beat(send))
        gone = asyncio.create_task(_wait_for_disconnect(receive))
        stopped = asyncio.create_task(self.shutdown.wait())
        tasks = (written, beating, gone, stopped)
        try:
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
        if written.cancelled():
            await self._write(send, self.rhythm.farewell)
        else:
            written.result()
        await send({"type": "http.response.body"})

    async def _write_pieces(self, send: Send) -> None:
        async with aclosing(self.pieces) as pieces:
            async for piece in pieces:
                await self._write(send, piece)
                # Neither a source that has much at hand nor a socket with room in it lets others have their turn.
                await asyncio.sleep(0)

    async def _beat(self, send: Send) -> None:
        """Give a sign of life whenever nothing has been written for so long; a task beside costs a piece nothing."""
        pause = self.rhythm.seconds
        while True:
            await asyncio.sleep(pause)
            # Who does not read holds up what is being written; a sign of life would only wait behind it.
            silent = 0.0 if self._is_speaking else time.monotonic() - self._spoken_at
            if silent >= self.rhythm.seconds:
                await self._write(send, self.rhythm.heartbeat)
                silent = 0.0
            pause = self.rhythm.seconds - silent

    async def _write(self, send: Send, data: bytes) -> None:
        self._is_speaking = True
        await send({"type": "http.response.body", "body": data, "more_body": True})
        self._is_speaking, self._spoken_at = False, time.monotonic()


async def _wait_for_disconnect(receive: Receive) -> None:
    message: dict[str, Any] = {"type": ""}
    while message["type"] != "http.disconnect":
        message = dict(await receive())
