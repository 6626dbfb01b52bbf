"""Servers without a game, on the same uvicorn: the minimal cost of a response. `serve` runs in a process of its own."""

import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from socket import socket

import uvicorn
from redis.asyncio import Redis
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route
from starlette.types import ASGIApp, Receive, Scope, Send

# The value begins with its version, in so many digits.
DIGITS = 8
COMPARE_AND_SET = f"""
if (redis.call('GETRANGE', KEYS[1], 0, {DIGITS - 1}) or '') ~= ARGV[1] then return 0 end
redis.call('SET', KEYS[1], ARGV[2])
return 1
"""


def serve(kind: str, answer: str, stored_bytes: int = 0) -> None:
    """Serve the content of a file to every request, with the application that `KINDS` lists under a name."""
    run_app(KINDS[kind](Path(answer).read_bytes(), stored_bytes))


def run_app(app: ASGIApp) -> None:
    """Run an application on a free port and print its address, as `croupier serve` does, until a signal."""
    _Server(uvicorn.Config(app, port=0, log_config=None, access_log=False, server_header=False)).run()


class _Server(uvicorn.Server):
    async def startup(self, sockets: list[socket] | None = None) -> None:
        """Start to listen, and print the address."""
        await super().startup(sockets)
        print(f"http://127.0.0.1:{self.servers[0].sockets[0].getsockname()[1]}/graphql", flush=True)


def make_asgi(answer: bytes, _stored_bytes: int) -> ASGIApp:
    """Return a bare ASGI callable that reads the request and responds."""
    headers = [(b"content-type", b"application/json"), (b"content-length", b"%d" % len(answer))]

    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        assert scope["type"] == "http"
        while (await receive()).get("more_body"):
            pass
        await send({"type": "http.response.start", "status": 200, "headers": headers})
        await send({"type": "http.response.body", "body": answer})

    return app


def make_starlette_with_redis(answer: bytes, stored_bytes: int) -> ASGIApp:
    """Return an application of one endpoint, which reads the request and responds, with two calls of Redis between.

    They read the caller's stored value, and replace it unless it has changed.
    """
    redis = Redis.from_url(os.environ["CROUPIER_STORE"])
    document = b"x" * (stored_bytes - DIGITS)
    script = ""

    @asynccontextmanager
    async def lifespan(_app: Starlette) -> AsyncIterator[None]:
        nonlocal script
        script = str(await redis.script_load(COMPARE_AND_SET))
        yield
        await redis.aclose()

    async def endpoint(request: Request) -> Response:
        await request.body()
        key = request.headers["authorization"]
        stored = await redis.get(key) or b""
        assert isinstance(stored, bytes)
        version = int(stored[:DIGITS] or 0) + 1
        replaced = await redis.evalsha(script, 1, key, stored[:DIGITS], b"%0*d%b" % (DIGITS, version, document))
        assert replaced, "two requests for one key at once"
        return Response(answer, media_type="application/json")

    return Starlette(routes=[Route("/graphql", endpoint, methods=["POST"])], lifespan=lifespan)


KINDS = {"asgi": make_asgi, "starlette with Redis": make_starlette_with_redis}
