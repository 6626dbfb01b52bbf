"""A primary that Sentinels name. Whoever it is, it is asked for its role on every new connection."""

import asyncio
import time
from collections.abc import Sequence
from typing import Literal

from service.stores.addresses import Place
from service.stores.base import StoreUnavailable
from service.stores.node import Address, Node, Unsent, greet_primary, greet_server
from service.stores.pipeline import Reply

# In seconds. A primary that was demoted is found out within this time, even if nobody tells; who has not looked for
# longer than that looks first.
REFRESH_SECONDS = 1.0
IDLE_SECONDS = 3.0
SENTINEL_SECONDS = 0.5


class SentinelPrimary:
    """The primary of a service, for all keys."""

    kind: Literal["sentinel"] = "sentinel"
    publish, subscribe, unsubscribe = "PUBLISH", "SUBSCRIBE", "UNSUBSCRIBE"

    def __init__(self, place: Place) -> None:
        self._place = place
        self._sentinels = [self._sentinel(address) for address in place.addresses]
        self._node: Node | None = None
        self._epoch = -1
        self._asked_at = -REFRESH_SECONDS
        self._asking: asyncio.Task[None] | None = None
        self.generation = 0

    async def find(self, key: bytes) -> Node:  # noqa: ARG002 - the server of all keys
        """Return the primary. Raises `Unsent` when no Sentinel tells who it is."""
        if self._node is None or time.monotonic() >= self._asked_at + IDLE_SECONDS:
            await self.rediscover()
        elif time.monotonic() >= self._asked_at + REFRESH_SECONDS:
            self._ask()
        if self._node is None:
            raise Unsent(self._trouble)
        return self._node

    def home(self, key: bytes) -> Address | None:  # noqa: ARG002 - the server of all keys
        """Return where the primary is, as far as is known."""
        return self._node.address if self._node else None

    async def rediscover(self) -> None:
        """Ask the Sentinels who is the primary now; what most of them found out last counts."""
        await asyncio.shield(self._ask())

    def learn(self, slot: int, address: Address) -> None:
        """Do nothing: there are no slots."""

    def node_at(self, address: Address) -> Node:
        """Return the server at an address."""
        return Node(address, lambda: self._place.connect(address), greet_primary)

    async def primaries(self) -> Sequence[Node]:
        """Return the primary."""
        return [await self.find(b"")]

    async def close(self) -> None:
        """Close all connections that nobody uses."""
        if self._asking is not None:
            self._asking.cancel()
            await asyncio.wait([self._asking])
        for node in [*self._sentinels, *([self._node] if self._node else [])]:
            await node.retire()

    def _ask(self) -> asyncio.Task[None]:
        if self._asking is None or self._asking.done():
            self._asked_at = time.monotonic()
            self._asking = asyncio.create_task(self._ask_all())
        return self._asking

    async def _ask_all(self) -> None:
        """Ask all Sentinels at once, and go by the newest of their answers."""
        self._trouble = "no Sentinel answers"
        pending = {asyncio.create_task(self._ask_one(sentinel)) for sentinel in self._sentinels}
        needed = len(pending) // 2 + 1
        found: list[tuple[int, Address]] = []
        try:
            async with asyncio.timeout(SENTINEL_SECONDS):
                while pending and len(found) < needed:
                    done, pending = await asyncio.wait(pending, return_when=asyncio.FIRST_COMPLETED)
                    found += [answer for task in done if (answer := task.result()) is not None]
        except TimeoutError:
            pass
        finally:
            for task in pending:
                task.cancel()
        # Fewer than most of them may be behind; most of them are right, also when they were made to begin anew.
        if found and (len(found) >= needed or max(found)[0] >= self._epoch):
            await self._take(*max(found))

    async def _ask_one(self, sentinel: Node) -> tuple[int, Address] | None:
        try:
            (reply,) = await sentinel.call(("SENTINEL", "MASTER", self._place.service))
        except StoreUnavailable as error:
            self._trouble = f"no Sentinel answers: {error}"
            return None
        if isinstance(reply, Exception):
            self._trouble = f"the Sentinels name no primary: {reply}"
            return None
        return _parse_primary(reply)

    async def _take(self, epoch: int, address: Address) -> None:
        """Go to the primary at an address, unless we are there."""
        self._epoch = epoch
        if self._node is not None and self._node.address == address:
            return
        old, self._node = self._node, self.node_at(address)
        self.generation += 1
        if old is not None:
            await old.retire()

    def _sentinel(self, address: Address) -> Node:
        return Node(address, lambda: self._place.connect_sentinel(address), greet_server)


def _parse_primary(reply: Reply) -> tuple[int, Address]:
    """Return when an answer to SENTINEL MASTER was found out (its epoch), and the address in it."""
    facts = dict(zip(reply[::2], reply[1::2], strict=True))
    return int(facts[b"config-epoch"]), (facts[b"ip"].decode(), int(facts[b"port"]))
