"""Connections that the peer resets: handled like any lost connection, whichever error the event loop raises."""

import asyncio
import gc
import socket
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path
from random import Random
from typing import Any, TypeVar

import aiohttp
import pytest
from redis.asyncio.connection import AbstractConnection

from store.adapters import open_store
from store.options import Durability, DurabilityLevel
from store.port import Store
from store.problems import StoreUnavailable
from store.redis.connections import RedisServers
from store.redis.durability import Gate
from store.redis.node import RedisNode, greet_server
from store.redis.pipeline import Unsent
from tests.support.stores import until
from tools.redis.proxy import AT_ONCE, Proxy
from tools.redis.server import RedisServer
from tools.services import Service, seconds_at_most
from tools.stores import started_store

pytestmark = pytest.mark.anyio

Greet = Callable[[AbstractConnection], Awaitable[None]]

Outcome = TypeVar("Outcome", int, str)

RESETS = 20
CALLERS = 12

# Calls spend most of their time on the way, so that nearly every reset meets some.
DELAY = 0.002


@pytest.fixture(params=[False, True], ids=["asyncio", "uvloop"], scope="module")
def anyio_backend(request: pytest.FixtureRequest) -> tuple[str, dict[str, Any]]:
    """Both event loops: each reports a reset in its own way."""
    return "asyncio", {"use_uvloop": request.param}


class Peer:
    """A server that answers every piece with PONG, and resets its connections on demand."""

    def __init__(self) -> None:
        self.port = 0
        self.accepted = 0
        self._writers: set[asyncio.StreamWriter] = set()

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Serve one connection until it ends."""
        self.accepted += 1
        self._writers.add(writer)
        while await reader.read(65536):
            writer.write(b"+PONG\r\n")
        self._writers.discard(writer)
        writer.close()

    async def reset(self, connection: AbstractConnection) -> None:
        """Reset all connections, and return when one of them has noticed."""
        writer = connection._writer
        assert writer is not None
        while self._writers:
            served = self._writers.pop()
            served.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, AT_ONCE)
            served.transport.abort()
        await until(writer.transport.is_closing)
        # Once more: the transport closes itself a turn of the loop after it has reported its end.
        await asyncio.sleep(0)


@pytest.fixture
async def peer() -> AsyncIterator[Peer]:
    one = Peer()
    server = await asyncio.start_server(one.serve, "127.0.0.1", 0)
    one.port = server.sockets[0].getsockname()[1]
    yield one
    server.close()


@asynccontextmanager
async def node_at(port: int, greet: Greet) -> AsyncIterator[RedisNode]:
    parsed = RedisServers(f"redis://127.0.0.1:{port}")
    node = RedisNode(parsed.url.addresses[0], parsed.connect, greet)
    try:
        yield node
    finally:
        node.retire()


async def test_a_connection_that_is_reset_before_its_greeting_was_never_used(peer: Peer) -> None:
    async def greet(connection: AbstractConnection) -> None:
        await greet_server(connection)
        await peer.reset(connection)
        await greet_server(connection)

    async with node_at(peer.port, greet) as node:
        with pytest.raises(Unsent):
            await node.call(("PING",))
        assert node.is_away


async def test_a_connection_that_is_reset_after_its_greeting_is_not_shared(
    peer: Peer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("store.redis.node.ANSWER_SECONDS", 60.0)

    async def greet(connection: AbstractConnection) -> None:
        await greet_server(connection)
        await peer.reset(connection)

    async with node_at(peer.port, greet) as node:
        with seconds_at_most(30), pytest.raises(Unsent):
            await node.call(("PING",))


async def test_an_idle_connection_that_is_reset_is_replaced_before_it_is_used(peer: Peer) -> None:
    opened: list[AbstractConnection] = []

    async def greet(connection: AbstractConnection) -> None:
        opened.append(connection)
        await greet_server(connection)

    async with node_at(peer.port, greet) as node:
        assert await node.call(("WAIT", 0, 0)) == [b"PONG"]
        await peer.reset(opened[0])
        assert await node.call(("WAIT", 0, 0)) == [b"PONG"]
        assert peer.accepted == 2


async def test_a_lost_server_is_read_again(redis_server: RedisServer, monkeypatch: pytest.MonkeyPatch) -> None:
    end = Gate._end_reading
    lost = list[RedisNode]()

    def lose(gate: Gate, node: RedisNode, done: "asyncio.Task[None]") -> None:
        end(gate, node, done)
        if not lost:
            lost.append(node)
            node.note_absence()

    monkeypatch.setattr(Gate, "_end_reading", lose)
    async with started_store(redis_server.url, Durability("local")) as store:
        assert await store.advance_watermark("read again", 1, "token", 60)
        assert lost


@pytest.mark.parametrize("level", ["any", "replicated"])
async def test_resets_at_any_moment_are_outages_and_no_more(redis_server: RedisServer, level: DurabilityLevel) -> None:
    unexpected: list[object] = []
    asyncio.get_running_loop().set_exception_handler(lambda _loop, context: unexpected.append(context))
    answers = Counter[str]()
    async with Proxy(redis_server.port) as proxy:
        store = open_store(f"redis://127.0.0.1:{proxy.port}/0", Durability(level, 1))
        async with asyncio.TaskGroup() as group:
            over = asyncio.Event()
            for number in range(CALLERS):
                group.create_task(_call_until(over, partial(_use, store, number), answers))
            await _reset_often(proxy, answers, "answered")
            over.set()
        await store.close()
    # A task whose error nobody reads reports it when it is collected.
    gc.collect()
    assert unexpected == []
    assert answers["unavailable"] > 0


async def _call_until(over: asyncio.Event, call: Callable[[], Awaitable[object]], answers: Counter[str]) -> None:
    while not over.is_set():
        try:
            await call()
            answers["answered"] += 1
        except StoreUnavailable:
            answers["unavailable"] += 1
        await asyncio.sleep(0)


async def _use(store: Store, number: int) -> None:
    """Read, subscribe or raise a mark, which waits for replicas where the store does."""
    if number % 3 == 0:
        await store.load(f"s{number}")
    elif number % 3 == 1:
        async with store.wakeups(f"s{number}"):
            pass
    else:
        await store.advance_watermark(f"m{number}", number, "token", 60)


async def _reset_often(proxy: Proxy, answers: Mapping[Outcome, int], answered: Outcome) -> None:
    """Reset every connection at random moments, and wait until a call is answered after the last time."""
    chance = Random("resets")
    proxy.delay = DELAY
    for _ in range(RESETS):
        await asyncio.sleep(chance.uniform(0, 0.03))
        proxy.reset()
    before = answers[answered]
    await until(lambda: answers[answered] > before)


# The service has an event loop of its own.
@pytest.mark.parametrize("anyio_backend", ["asyncio"])
async def test_a_service_answers_a_reset_of_its_store_with_503_only(redis_server: RedisServer, tmp_path: Path) -> None:
    statuses = Counter[int]()
    async with Proxy(redis_server.port) as proxy, aiohttp.ClientSession() as http:
        service = Service(f"redis://127.0.0.1:{proxy.port}/0", tmp_path)
        try:
            await asyncio.to_thread(service.start)

            async def read() -> None:
                async with http.get(f"{service.root}/v1/sessions/none") as answer:
                    statuses[answer.status] += 1
                    assert answer.status == 404 or answer.headers["Retry-After"] == "1"

            async with asyncio.TaskGroup() as group:
                over = asyncio.Event()
                for _ in range(CALLERS):
                    group.create_task(_call_until(over, read, Counter()))
                await _reset_often(proxy, statuses, 404)
                over.set()
        finally:
            await asyncio.to_thread(service.terminate)
            service.http.close()
    assert statuses.keys() == {404, 503}
    assert not any(words in service.log for words in ("bug", "Traceback", "never retrieved"))
