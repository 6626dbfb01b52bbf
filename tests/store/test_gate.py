"""The gate before changes: it delays no change, whenever a reading of the server's state ends."""

import asyncio
import faulthandler
import math
from collections.abc import Iterator

import pytest

from store.options import Durability
from store.redis.connections import RedisServers
from store.redis.durability import Gate, Promises
from store.redis.facts import ALWAYS, ServerFacts
from store.redis.node import RedisNode, greet_server
from store.redis.pipeline import Reply
from store.redis.topology import SingleServer, Topology

pytestmark = pytest.mark.anyio

LOCAL = Durability("local")
SAFE = ServerFacts({}, ALWAYS, 0)
# A blocked event loop blocks the tests, too: after so many seconds the process ends and prints where.
HUNG_SECONDS = 60


class AwaitedPromises(Promises):
    """Promises whose readings end when a test says so."""

    def __init__(self, topology: Topology) -> None:
        super().__init__(topology, "redis://", LOCAL)
        self.readings: asyncio.Queue[asyncio.Future[ServerFacts]] = asyncio.Queue()

    async def ask(self, node: RedisNode) -> ServerFacts:  # noqa: ARG002 - there is one
        """Return what the test says."""
        reading: asyncio.Future[ServerFacts] = asyncio.get_running_loop().create_future()
        self.readings.put_nowait(reading)
        return await reading


@pytest.fixture
def watchdog() -> Iterator[None]:
    """End the process if the event loop stands still."""
    faulthandler.dump_traceback_later(HUNG_SECONDS, exit=True)
    yield
    faulthandler.cancel_dump_traceback_later()


@pytest.mark.usefixtures("watchdog")
async def test_an_answer_that_is_late_as_a_reading_ends_begins_another_one() -> None:
    servers = RedisServers("redis://127.0.0.1:1")
    node = RedisNode(("127.0.0.1", 1), servers.connect, greet_server)
    topology = SingleServer(node)
    promises = AwaitedPromises(topology)
    gate = Gate(topology, promises)
    answered: list[asyncio.Future[list[Reply]]] = [asyncio.get_running_loop().create_future() for _ in range(2)]
    # From so long ago that each answer asks for a reading.
    early, late = (asyncio.create_task(gate.confirm(node, node.opened, -math.inf, one)) for one in answered)
    answered[0].set_result([b"OK"])
    reading = await promises.readings.get()
    # A paused server then sends everything at once: its settings, and an answer to another change.
    reading.set_result(SAFE)
    answered[1].set_result([b"OK"])
    (await promises.readings.get()).set_result(SAFE)
    assert await early == await late == [b"OK"]
    await gate.close()
