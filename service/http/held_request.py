"""A request that is held open until something happens, for as long as its client and the service stay.

It counts as a stream for each session that it waits for.
"""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

from starlette.types import Receive, Scope

from service.http.call import Call
from service.http.shutdown import Shutdown
from service.http.stream_limits import CODE as TOO_MANY_STREAMS
from service.http.stream_limits import TooManyStreams, streams_of
from service.observability import metrics


@asynccontextmanager
async def hold_request(call: Call, sessions: int, end: Callable[[], object]) -> AsyncIterator[None]:
    """Hold a request open that waits for so many sessions, and call `end` when it should wait no longer.

    That is when the service is about to end, or when the client has disconnected; over a WebSocket, the end of the
    connection cancels whoever waits. Raises `TooManyStreams`.
    """
    scope = call.scope
    try:
        with streams_of(scope).counted(scope, sessions):
            async with _watched(scope, None if call.is_socket else call.receive, end):
                yield
    except TooManyStreams:
        metrics.refusals_total.labels(TOO_MANY_STREAMS).inc()
        raise


@asynccontextmanager
async def _watched(scope: Scope, receive: Receive | None, end: Callable[[], object]) -> AsyncIterator[None]:
    shutdown: Shutdown = scope["app"].state.shutdown
    watching = None if receive is None else asyncio.create_task(_watch(receive, end))
    shutdown.add_callback(end)
    try:
        yield
    finally:
        shutdown.remove_callback(end)
        if watching is not None:
            watching.cancel()


async def _watch(receive: Receive, end: Callable[[], object]) -> None:
    """Call `end` when the client has disconnected."""
    while (await receive())["type"] != "http.disconnect":
        pass
    end()
