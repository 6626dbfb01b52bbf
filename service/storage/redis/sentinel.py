"""The primary that a majority of the Sentinels names. The server that they name is asked for its role, too.

Sentinels number their decisions by rising epochs. Each Sentinel is asked for the address that it names to clients
(`GET-MASTER-ADDR-BY-NAME`). `SENTINEL MASTER` is read only for its epoch: during a failover, the Sentinel that leads it
already shows the new epoch there, but still the old address.

redis-py's Sentinel client trusts that address, from the first Sentinel that answers. This module asks all Sentinels,
follows a majority, and ignores answers that come from a primary after it was left.
"""

import asyncio
import time
from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from redis.exceptions import AskError

from service.sessions.problems import StoreUnavailable
from service.storage.redis.node import Address, RedisNode, greet_primary, greet_server
from service.storage.redis.pipeline import Unsent
from service.storage.redis.switches import SwitchListener
from service.storage.redis.topology import PLAIN, Route, TopologyKind
from service.storage.redis.url import RedisUrl

# In seconds. Sentinels announce a new primary; if an announcement is lost, a process that makes calls finds out within
# REFRESH_SECONDS, and one that has made none for IDLE_SECONDS asks before its next call.
REFRESH_SECONDS = 1.0
IDLE_SECONDS = 3.0
SENTINEL_SECONDS = 0.5
# At the start no primary is known, so the process waits longer for slow Sentinels.
FIRST_SENTINEL_SECONDS = 5.0


class PrimaryVote(NamedTuple):
    """The primary that a Sentinel names, and the epoch in which it became the primary."""

    epoch: int
    address: Address


class SentinelPrimary:
    """The primary of a service, for all keys."""

    kind: TopologyKind = "sentinel"
    pubsub = PLAIN

    def __init__(self, url: RedisUrl) -> None:
        self._url = url
        # A Sentinel that the URL names twice has one vote.
        addresses = dict.fromkeys(url.addresses)
        self._sentinels = [RedisNode(address, url.connect_sentinel, greet_server) for address in addresses]
        self._majority = len(self._sentinels) // 2 + 1
        self._switches = SwitchListener(self._sentinels, self._ask_anew)
        self._node: RedisNode | None = None
        self._epoch = -1
        self._left: set[Address] = set()
        self._asked_at = -REFRESH_SECONDS
        self._asking: asyncio.Task[None] | None = None
        self._is_outdated = False
        self._trouble = ""
        self.generation = 0

    async def find(self, key: bytes) -> RedisNode:  # noqa: ARG002 - the server of all keys
        """Return the primary. Raises `Unsent` when no majority of the Sentinels has named one yet."""
        if self._node is None or time.monotonic() >= self._asked_at + IDLE_SECONDS:
            await self.rediscover()
        elif time.monotonic() >= self._asked_at + REFRESH_SECONDS:
            self._ask()
        if self._node is None:
            raise Unsent(self._trouble)
        return self._node

    def home(self, key: bytes) -> Address | None:  # noqa: ARG002 - the server of all keys
        """Return the address of the primary, None if that is unknown."""
        return self._node.address if self._node else None

    async def rediscover(self) -> None:
        """Ask the Sentinels for the current primary, and switch to it if a majority of them agrees."""
        await asyncio.shield(self._ask())

    def redirect(self, refusal: AskError, node: RedisNode) -> Route:  # noqa: ARG002 - there are no slots
        """Raise `Unsent`: there are no slots."""
        raise Unsent(str(refusal)) from refusal

    async def primaries(self) -> Sequence[RedisNode]:
        """Return the primary."""
        return [await self.find(b"")]

    async def close(self) -> None:
        """Close all idle connections."""
        await self._switches.close()
        if self._asking is not None:
            self._asking.cancel()
            await asyncio.wait([self._asking])
        for node in [*self._sentinels, *([self._node] if self._node else [])]:
            node.retire()

    def _ask(self) -> asyncio.Task[None]:
        self._switches.start()
        if self._asking is None or self._asking.done():
            self._asked_at = time.monotonic()
            self._asking = asyncio.create_task(self._ask_until_current())
        return self._asking

    def _ask_anew(self) -> None:
        """Ask the Sentinels, once more if a round is under way: some of its answers may be from before the switch."""
        self._is_outdated = True
        self._ask()

    async def _ask_until_current(self) -> None:
        while True:
            self._is_outdated = False
            await self._ask_all()
            if not self._is_outdated:
                return

    async def _ask_all(self) -> None:
        """Ask all Sentinels at once, until a majority of all configured ones agrees."""
        self._trouble = "no Sentinel answers"
        votes = Counter[PrimaryVote]()
        pending = {asyncio.create_task(self._ask_one(sentinel)) for sentinel in self._sentinels}
        try:
            async with asyncio.timeout(FIRST_SENTINEL_SECONDS if self._node is None else SENTINEL_SECONDS):
                while pending and self._chosen(votes) is None:
                    done, pending = await asyncio.wait(pending, return_when=asyncio.FIRST_COMPLETED)
                    votes.update(vote for task in done if (vote := task.result()) is not None)
        except TimeoutError:
            pass
        finally:
            for task in pending:
                task.cancel()
        if (decision := self._chosen(votes)) is not None:
            if not await self._leads_back(decision):
                self._switch_to(decision)
        elif votes:
            self._trouble = f"no majority of the Sentinels agrees on a primary: {_describe(votes)}"

    def _chosen(self, votes: Counter[PrimaryVote]) -> PrimaryVote | None:
        """Return the vote of a majority of all configured Sentinels, or None."""
        return next((decision for decision, count in votes.items() if count >= self._majority), None)

    async def _ask_one(self, sentinel: RedisNode) -> PrimaryVote | None:
        service = self._url.service
        # The epoch first: if a switch comes between the two, a new address has an old epoch, which is harmless.
        commands = (("SENTINEL", "MASTER", service), ("SENTINEL", "GET-MASTER-ADDR-BY-NAME", service))
        try:
            facts, address = await sentinel.call(*commands)
        except StoreUnavailable as error:
            self._trouble = f"no Sentinel answers: {error}"
            return None
        if refusal := next((reply for reply in (facts, address) if isinstance(reply, Exception)), None):
            self._trouble = f"the Sentinels name no primary: {refusal}"
            return None
        if address is None:  # An operator removed the service between the two commands.
            return None
        host, port = address
        return PrimaryVote(_parse_epoch(facts), (host.decode(), int(port)))

    async def _leads_back(self, decision: PrimaryVote) -> bool:
        """Tell whether a decision names a server that was left, and is not newer than the decision to leave it.

        Sentinels that were set up again count from 0. They are right if the current server itself reports that it is no
        longer a primary.
        """
        if decision.epoch > self._epoch or decision.address not in self._left:
            return False
        return not await self._has_resigned()

    async def _has_resigned(self) -> bool:
        assert self._node is not None
        probe = RedisNode(self._node.address, self._url.connect, greet_server)
        try:
            (role,) = await probe.call(("ROLE",))
        except StoreUnavailable:
            return False
        finally:
            probe.retire()
        return not isinstance(role, Exception) and role[0] != b"master"

    def _switch_to(self, decision: PrimaryVote) -> None:
        """Switch to a primary, unless it is the current one."""
        self._epoch = decision.epoch
        if self._node is not None and self._node.address == decision.address:
            return
        old, self._node = self._node, RedisNode(decision.address, self._url.connect, greet_primary)
        self._left.discard(decision.address)
        self.generation += 1
        if old is not None:
            self._left.add(old.address)
            old.is_replaced = True
            old.retire()


def _parse_epoch(facts: Sequence[bytes]) -> int:
    """Return the epoch in an answer to SENTINEL MASTER."""
    return int(dict(zip(facts[::2], facts[1::2], strict=True))[b"config-epoch"])


def _describe(votes: Counter[PrimaryVote]) -> str:
    return ", ".join(
        f"{count} for {host}:{port} (epoch {epoch})" for (epoch, (host, port)), count in votes.most_common()
    )
