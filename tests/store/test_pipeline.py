"""The shared connection to a Redis server: every call gets its own answer, whatever happens."""

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from typing import Any

import pytest
from redis.exceptions import AskError, MovedError, NoScriptError, ReadOnlyError, ResponseError

from store.problems import StoreUnavailable
from store.redis.connections import RedisServers
from store.redis.node import RedisNode, greet_server
from store.redis.pipeline import Broken, Pipeline, Reply, Unsent
from tests.support.stores import until
from tools.redis.server import RedisServer

pytestmark = pytest.mark.anyio

PONG = b"+PONG\r\n"
# For tests without timeouts: a busy machine may be slower than the timeout of the service.
PATIENCE_SECONDS = 60


@pytest.fixture(params=[False, True], ids=["asyncio", "uvloop"], scope="module")
def anyio_backend(request: pytest.FixtureRequest) -> tuple[str, dict[str, Any]]:
    """Both event loops: each takes over transports in its own way."""
    return "asyncio", {"use_uvloop": request.param}


class Scripted:
    """A server that answers greetings well, and everything else as scripted."""

    def __init__(self) -> None:
        self.port = 0
        self.received = b""
        self.connections: list[asyncio.StreamWriter] = []

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Serve one connection until the other side closes it."""
        await reader.readuntil(b"PING\r\n")
        writer.write(PONG)
        self.connections.append(writer)
        while piece := await reader.read(65536):
            self.received += piece
        if writer in self.connections:
            self.connections.remove(writer)
        writer.close()

    async def has_received(self, text: bytes) -> None:
        """Return as soon as data has come."""
        await until(lambda: text in self.received)

    def answer(self, *answers: bytes) -> None:
        """Send data over the newest connection."""
        self.connections[-1].write(b"".join(answers))


@pytest.fixture
async def scripted() -> AsyncIterator[Scripted]:
    one = Scripted()
    server = await asyncio.start_server(one.serve, "127.0.0.1", 0)
    one.port = server.sockets[0].getsockname()[1]
    yield one
    server.close()
    for writer in one.connections:
        writer.close()


@asynccontextmanager
async def node_at(port: int, patience: float | None = None) -> AsyncIterator[RedisNode]:
    parsed = RedisServers(f"redis://127.0.0.1:{port}")
    node = RedisNode(parsed.url.addresses[0], parsed.connect, greet_server, patience)
    try:
        yield node
    finally:
        node.retire()


def begin(node: RedisNode, text: str) -> "asyncio.Task[list[Reply]]":
    return asyncio.create_task(node.call(("ECHO", text)))


async def test_each_of_many_callers_gets_its_own_answer_over_one_connection(redis_server: RedisServer) -> None:
    before = int(redis_server.info("stats")["total_connections_received"])
    async with node_at(redis_server.port, PATIENCE_SECONDS) as node:
        calls = [node.call(("ECHO", str(number)), ("ECHO", f"and {number}")) for number in range(500)]
        answers = await asyncio.gather(*calls)
    assert answers == [[b"%d" % number, b"and %d" % number] for number in range(500)]
    # Each question of the test itself is a connection, too.
    assert int(redis_server.info("stats")["total_connections_received"]) == before + 2


async def test_a_caller_that_gives_up_leaves_the_answers_of_others_as_they_are(scripted: Scripted) -> None:
    async with node_at(scripted.port) as node:
        calls = [begin(node, text) for text in ("one", "two", "three")]
        await scripted.has_received(b"three")
        calls[1].cancel()
        scripted.answer(b"+one\r\n+t", b"wo\r\n+three\r\n")
        assert await calls[0] == [b"one"]
        assert await calls[2] == [b"three"]
        assert calls[1].cancelled()


async def test_errors_are_answers_and_of_the_classes_of_the_client_library(scripted: Scripted) -> None:
    errors: dict[bytes, type[ResponseError]] = {
        b"-MOVED 7 127.0.0.1:9\r\n": MovedError,
        b"-ASK 7 127.0.0.1:9\r\n": AskError,
        b"-READONLY You can't write\r\n": ReadOnlyError,
        b"-NOSCRIPT No matching script\r\n": NoScriptError,
        b"-ERR something else\r\n": ResponseError,
    }
    async with node_at(scripted.port) as node:
        call = asyncio.create_task(node.call(*[("ECHO", "x")] * len(errors)))
        await scripted.has_received(b"x")
        scripted.answer(*errors)
        answers = await call
        assert [type(answer) for answer in answers] == list(errors.values())
        assert answers[0].port == 9


async def test_a_server_that_loads_its_data_answers_the_others_and_is_greeted_again(scripted: Scripted) -> None:
    async with node_at(scripted.port) as node:
        calls = [begin(node, text) for text in ("one", "two", "three")]
        await scripted.has_received(b"three")
        scripted.answer(b"-LOADING Redis is loading\r\n+two\r\n-NOAUTH Authentication required.\r\n")
        with pytest.raises(Unsent, match="loading"):
            await calls[0]
        assert await calls[1] == [b"two"]
        with pytest.raises(Broken, match="Authentication"):
            await calls[2]
        later = begin(node, "four")
        await scripted.has_received(b"four")
        scripted.answer(b"+four\r\n")
        assert await later == [b"four"]


@pytest.mark.parametrize("noise", [b"this is no Redis\r\n", b"+one\r\n+asked by nobody\r\n"])
async def test_senseless_answers_end_the_connection_and_the_next_has_another(scripted: Scripted, noise: bytes) -> None:
    async with node_at(scripted.port) as node:
        calls = [begin(node, "one")]
        await scripted.has_received(b"one")
        scripted.answer(noise)
        (answer,) = await asyncio.gather(*calls, return_exceptions=True)
        assert isinstance(answer, Broken) or answer == [b"one"]
        later = begin(node, "two")
        await scripted.has_received(b"two")
        scripted.answer(b"+two\r\n")
        assert await later == [b"two"]


async def test_a_lost_connection_leaves_all_who_wait_in_doubt_and_the_server_is_not_away(scripted: Scripted) -> None:
    async with node_at(scripted.port) as node:
        calls = [begin(node, text) for text in ("one", "two")]
        await scripted.has_received(b"two")
        scripted.answer(b"+one\r\n")
        assert await calls[0] == [b"one"]
        calls += [begin(node, "three")]
        await scripted.has_received(b"three")
        scripted.connections[-1].close()
        for call in calls[1:]:
            with pytest.raises(Broken):
                await call
        assert not node.is_away


async def test_a_server_that_falls_silent_is_away_for_all(scripted: Scripted, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("store.redis.node.ANSWER_SECONDS", 0.05)
    monkeypatch.setattr("store.redis.node.SILENCE_DELAY", 60.0)
    async with node_at(scripted.port) as node:
        with pytest.raises(Broken, match="does not answer in time"):
            await node.call(("ECHO", "one"))
        assert node.is_away
        with pytest.raises(Unsent, match="does not answer in time"):
            await node.call(("ECHO", "two"))
        assert b"two" not in scripted.received


async def test_an_answer_in_time_puts_off_the_end(scripted: Scripted, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("store.redis.node.ANSWER_SECONDS", 60.0)
    async with node_at(scripted.port) as node:
        shared = begin(node, "one")
        await scripted.has_received(b"one")
        assert node.shared is not None
        # The timer of the first call fires while the second one waits, and then while no call does.
        for _ in range(2):
            scripted.answer(b"+one\r\n")
            assert await shared == [b"one"]
            shared = begin(node, "one")
            await asyncio.sleep(0)
            node.shared._check_timeout()
        scripted.answer(b"+one\r\n")
        await shared
        node.shared._check_timeout()
        assert node.shared.is_open


async def test_a_call_that_blocks_its_connection_holds_up_nobody(redis_server: RedisServer) -> None:
    async with node_at(redis_server.port) as node:
        blocking = asyncio.create_task(node.call(("SET", "x", 1), ("WAIT", 1, 60_000)))
        await until(lambda: redis_server.info("clients")["blocked_clients"] == "1")
        assert await node.call(("ECHO", "x")) == [b"x"]
        assert not blocking.done()
        blocking.cancel()
        with pytest.raises(asyncio.CancelledError):
            await blocking


async def test_a_node_that_is_retired_lets_those_who_wait_have_their_answers(scripted: Scripted) -> None:
    async with node_at(scripted.port) as node:
        call = begin(node, "one")
        await scripted.has_received(b"one")
        node.retire()
        scripted.answer(b"+one\r\n")
        assert await call == [b"one"]
        await until(lambda: not scripted.connections)


async def test_a_node_that_is_retired_waits_for_no_answer_that_nobody_wants(scripted: Scripted) -> None:
    async with node_at(scripted.port) as node:
        calls = [begin(node, text) for text in ("one", "two")]
        await scripted.has_received(b"two")
        calls[1].cancel()
        node.retire()
        assert node.shared is not None
        assert len(node.shared._waiters) == 2
        scripted.answer(b"+one\r\n")
        assert await calls[0] == [b"one"]
        assert len(node.shared._waiters) == 0


async def test_of_many_who_come_first_one_opens_the_connection_and_all_fail_with_it(free: int) -> None:
    async with node_at(free) as node:
        calls = [node.call(("ECHO", "x")) for _ in range(100)]
        answers = await asyncio.gather(*calls, return_exceptions=True)
        assert {type(answer) for answer in answers} == {Unsent}


async def test_a_caller_that_gives_up_as_the_connection_opens_leaves_it_to_the_next(redis_server: RedisServer) -> None:
    async with node_at(redis_server.port) as node:
        first = begin(node, "one")
        second = begin(node, "two")
        await asyncio.sleep(0)
        first.cancel()
        assert await second == [b"two"]
        with pytest.raises(asyncio.CancelledError):
            await first


@pytest.fixture
def free() -> Iterator[int]:
    """A port without a listener."""
    with RedisServer() as server:
        port = server.port
        server.kill()
        yield port


async def test_a_connection_closed_before_use_is_not_used(scripted: Scripted, monkeypatch: pytest.MonkeyPatch) -> None:
    async def is_usable(_connection: object) -> bool:
        return False

    monkeypatch.setattr("store.redis.node._is_usable", is_usable)
    async with node_at(scripted.port) as node:
        with pytest.raises(StoreUnavailable, match="closed the connection"):
            await node.call(("ECHO", "x"))


# Calls that block their connection have one for themselves.


def begin_blocking(node: RedisNode, text: str) -> "asyncio.Task[list[Reply]]":
    return asyncio.create_task(node.call(("ECHO", text), ("WAIT", 1, 1)))


async def test_a_connection_of_its_own_is_used_again_but_not_when_it_was_closed(scripted: Scripted) -> None:
    async with node_at(scripted.port) as node:
        for number, text in enumerate(["one", "two", "three"]):
            call = begin_blocking(node, text)
            await scripted.has_received(text.encode())
            assert len(scripted.connections) == 1
            scripted.answer(b"+%d\r\n:1\r\n" % number)
            assert await call == [b"%d" % number, 1]
            if text == "two":
                (connection,) = node._idle
                scripted.connections[0].close()

                async def is_closed(connection: Pipeline = connection) -> bool:
                    return not connection.is_open

                await until(is_closed)
                scripted.connections.clear()


async def test_a_silence_on_an_own_connection_is_for_all(scripted: Scripted, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("store.redis.node.SILENCE_DELAY", 60.0)
    async with node_at(scripted.port) as node:
        shared = begin(node, "shared")
        await scripted.has_received(b"shared")
        monkeypatch.setattr("store.redis.node.ANSWER_SECONDS", 0.5)
        with pytest.raises(Broken):
            await begin_blocking(node, "one")
        assert node.is_away
        for call in (begin, begin_blocking):
            with pytest.raises(Unsent):
                await call(node, "two")
        # A call that waits already may still get its answer.
        scripted.connections[0].write(b"+shared\r\n")
        assert await shared == [b"shared"]


async def test_an_own_connection_that_never_opens_is_not_counted(free: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("store.redis.node.CONNECTIONS", 1)
    monkeypatch.setattr("store.redis.node.FIRST_DELAY", 0.0)
    async with node_at(free) as node:
        for _ in range(3):
            with pytest.raises(Unsent):
                await begin_blocking(node, "one")
        assert not node._slots.locked()


async def test_only_so_many_calls_wait_for_a_connection(scripted: Scripted, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("store.redis.node.WAITERS", 0)
    async with node_at(scripted.port) as node:
        for call in (begin, begin_blocking):
            with pytest.raises(Unsent, match="too many calls wait"):
                await call(node, "one")


async def test_only_so_many_calls_wait_for_an_answer(scripted: Scripted, monkeypatch: pytest.MonkeyPatch) -> None:
    async with node_at(scripted.port) as node:
        first = begin(node, "one")
        await scripted.has_received(b"one")
        monkeypatch.setattr("store.redis.pipeline.WAITERS", 1)
        with pytest.raises(Unsent, match="too many calls wait"):
            await begin(node, "two")
        scripted.answer(b"+one\r\n")
        assert await first == [b"one"]


async def test_commands_unwritten_at_the_end_of_a_connection_are_not_written_later(scripted: Scripted) -> None:
    async with node_at(scripted.port) as node:
        first = begin(node, "one")
        await scripted.has_received(b"one")
        scripted.answer(b"+one\r\n")
        await first
        second = begin(node, "two")
        await asyncio.sleep(0)
        assert node.shared is not None
        node.shared.connection_lost(None)
        with pytest.raises(Broken, match="the connection was lost"):
            await second
        await asyncio.sleep(0)
        assert b"two" not in scripted.received
