"""A request that is held open until something happens, for as long as its client and the service stay.

It counts as a stream for each session that it waits for.
"""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

from starlette.types import Receive

from service.http.call import Call
from service.http.stream_limits import CODE as TOO_MANY_STREAMS
from service.http.stream_limits import TooManyStreams, streams_of
from service.observability import metrics


@asynccontextmanager
async def hold_request(call: Call, sessions: int, end: Callable[[], object]) -> AsyncIterator[None]:
    """Hold a request open that waits for so many sessions, and call `end` when it should wait no longer.

    That is when the service is about to end, or when the client has disconnected; over a WebSocket, the end of the
    connection cancels whoever waits. Raises `TooManyStreams`.
    """
    scope, shutdown = call.scope, call.scope["app"].state.shutdown
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
