"""The fault proxy passes bytes on, and injects exactly the requested faults."""

import asyncio
from collections.abc import AsyncIterator

import pytest

from tools.redis.proxy import Proxy, is_acknowledgement, is_commit

pytestmark = pytest.mark.anyio

SECONDS = 60.0
COMMITTED = b"*2\r\n$9\r\ncommitted\r\n$1\r\n7\r\n"
Connection = tuple[asyncio.StreamReader, asyncio.StreamWriter]


async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    """Send back each line, and for `commit` the reply of Redis to a commit."""
    while line := await reader.readline():
        writer.write(COMMITTED if line == b"commit\n" else line)
    writer.close()


@pytest.fixture
async def proxy() -> AsyncIterator[Proxy]:
    server = await asyncio.start_server(answer, "127.0.0.1", 0)
    async with server, Proxy(server.sockets[0].getsockname()[1]) as proxy:
        yield proxy


async def connect(proxy: Proxy) -> Connection:
    return await asyncio.open_connection("127.0.0.1", proxy.port)


async def ask(connection: Connection, line: bytes) -> bytes:
    """Send a line and return the answer; nothing when the connection is cut."""
    reader, writer = connection
    writer.write(line)
    try:
        reply = await asyncio.wait_for(reader.read(1000), SECONDS)
    except ConnectionResetError:
        reply = b""
    if not reply:
        writer.close()
    return reply


async def test_the_proxy_passes_bytes_on(proxy: Proxy) -> None:
    connection = await connect(proxy)
    assert await ask(connection, b"hello\n") == b"hello\n"
    assert await ask(connection, b"commit\n") == COMMITTED
    connection[1].close()


async def test_one_reply_to_a_commit_is_dropped_and_no_other(proxy: Proxy) -> None:
    one = await connect(proxy)
    other = await connect(proxy)
    proxy.drop_replies(1)
    assert await ask(one, b"hello\n") == b"hello\n"
    assert await ask(one, b"commit\n") == b""
    assert await ask(other, b"commit\n") == COMMITTED
    assert proxy.dropped == 1
    other[1].close()


async def test_a_cut_ends_every_connection_and_takes_new_ones(proxy: Proxy) -> None:
    old = await connect(proxy)
    assert await ask(old, b"hello\n") == b"hello\n"
    proxy.cut()
    assert await ask(old, b"hello\n") == b""
    new = await connect(proxy)
    assert await ask(new, b"hello\n") == b"hello\n"
    new[1].close()


async def test_bytes_held_back_pass_afterwards(proxy: Proxy) -> None:
    connection = await connect(proxy)
    proxy.delay = 0.001
    proxy.stall()
    asking = asyncio.create_task(ask(connection, b"hello\n"))
    assert not (await asyncio.wait([asking], timeout=0.1))[0]
    proxy.resume()
    assert await asking == b"hello\n"
    connection[1].close()


async def test_a_caller_that_is_shut_out_waits_and_others_do_not(proxy: Proxy) -> None:
    here = await connect(proxy)
    there = await asyncio.open_connection("127.0.0.1", proxy.port, local_addr=("127.0.0.2", 0))
    proxy.shut_out("127.0.0.2")
    assert await ask(here, b"hello\n") == b"hello\n"
    asking = asyncio.create_task(ask(there, b"hello\n"))
    assert not (await asyncio.wait([asking], timeout=0.1))[0]
    proxy.let_in("127.0.0.2")
    assert await asking == b"hello\n"
    here[1].close()
    there[1].close()


async def test_a_server_that_is_away_is_a_connection_that_is_cut(proxy: Proxy) -> None:
    proxy.target = 1
    assert await ask(await connect(proxy), b"hello\n") == b""


def test_only_what_was_done_counts_as_done() -> None:
    assert is_commit(COMMITTED)
    assert not is_commit(b"*2\r\n$8\r\nrepeated\r\n$3\r\n7 f\r\n")
    assert is_acknowledgement(b'{"version":7,"replayed":false}')
    assert not is_acknowledgement(b'{"version":7,"replayed":true}')
