"""The transports of the SDK: HTTP without sessions, so that any worker answers any request, and standard streams."""

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial

import structlog
from mcp import stdio_server
from starlette.types import ASGIApp

from service.http.call import call_of
from service.http.streams import hold_request
from service.mcp.caller import Caller
from service.mcp.server import Context, make_server
from service.use_cases.context import Backend

ANY_HOST = "*"

log = structlog.get_logger("croupier.mcp")


@asynccontextmanager
async def serve_http(backend: Backend, max_body: int) -> AsyncIterator[ASGIApp]:
    """Return an application that answers requests of the protocol while the context lasts."""

    def find_caller(context: Context) -> Caller:
        assert context.request is not None
        call = call_of(context.request.scope)
        return Caller(backend, call.app, partial(hold_request, call), call.charge, partial(_report, context))

    # At INFO it has a line for each request of an older version; our own log has one for every request.
    logging.getLogger("mcp").setLevel(logging.WARNING)
    async with asyncio.TaskGroup() as changes:
        server = make_server(find_caller, changes)
        # The SDK checks `Host` and `Origin` for local hosts alone; our endpoint has checked what needs a check.
        server.streamable_http_app(stateless_http=True, max_request_body_size=max_body, host=ANY_HOST)
        # The application itself would only add a layer that answers bugs, as our middleware does.
        async with server.session_manager.run():
            yield server.session_manager.handle_request


async def serve_streams(backend: Backend) -> None:
    """Serve one client over standard input and output until its input ends, or nobody reads the output."""
    async with asyncio.TaskGroup() as changes:
        server = make_server(lambda context: Caller(backend, report=partial(_report, context)), changes)
        try:
            async with stdio_server() as (reading, writing):
                await server.run(reading, writing, server.create_initialization_options())
        except* BrokenPipeError:
            log.info("nobody reads the answers any more")


async def _report(context: Context, done: float, whole: float, doing: str) -> None:
    await context.session.report_progress(done, whole, doing)
