"""The primary that a majority of the Sentinels names. The server that they name is asked for its role, too.

Sentinels number their decisions by rising epochs. Each Sentinel is asked for the address that it names to clients
(`GET-MASTER-ADDR-BY-NAME`). `SENTINEL MASTER` is read only for its epoch: during a failover, the leading Sentinel
already shows the new epoch there, but still the old address.

redis-py's Sentinel client trusts that address, from the first Sentinel that answers. This module asks all Sentinels,
follows a majority, and ignores answers from a former primary. A Sentinel's last answer counts whenever it arrives,
since slow Sentinels know of a failover, too. Calls do not wait for slow Sentinels. `doubt` tells a caller how long the
primary has not been confirmed.
"""

import asyncio
import math
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from typing import NamedTuple

from redis.exceptions import RedisError

from store.problems import StoreUnavailable
from store.redis.connections import RedisServers
from store.redis.node import SENTINEL_SECONDS, Address, RedisNode, end_task, greet_primary, greet_server
from store.redis.pipeline import Reply
from store.redis.topology import Topology, TopologyKind

# Sentinels announce a new primary. If an announcement is lost, a process that makes calls finds out within
# REFRESH_SECONDS; a process that has made none for IDLE_SECONDS asks before its next call.
REFRESH_SECONDS = 1.0
IDLE_SECONDS = 3.0
# How long a call waits for the Sentinels' answers if a primary is known.
PATIENCE_SECONDS = 0.5
# How long it waits if none is known.
FIRST_SECONDS = SENTINEL_SECONDS
# A Sentinel's last answer has a vote for this time.
VOTE_SECONDS = 30.0

# Announcements are rare and nothing else is sent, so only a regular renewal detects a silently lost connection.
RENEWAL_SECONDS = 30.0
RETRY_SECONDS = 1.0
CHANNEL = "+switch-master"

UNCONFIRMED = "The primary was away, and no majority of the Sentinels has said since that it is still the primary."
UNHEARD = "No majority of the Sentinels has named the primary for {:g} seconds."
NO_MAJORITY = "no majority of the Sentinels agrees on a primary"


class PrimaryVote(NamedTuple):
    """The primary that a Sentinel names, and the epoch in which it became the primary."""

    epoch: int
    address: Address


class Vote(NamedTuple):
    """The vote of a Sentinel, when it was asked for, and the number of replicas that the Sentinel knows.

    `failover_seconds` is the time in which the Sentinel notices that a primary is away, and replaces it.
    """

    vote: PrimaryVote
    asked_at: float
    failover_seconds: float
    replicas: int


class SentinelPrimary(Topology):
    """The primary of a service, for all keys."""

    kind: TopologyKind = "sentinel"

    def __init__(self, servers: RedisServers) -> None:
        self._servers = servers
        # A Sentinel that the URL names twice has one vote.
        nodes = [
            RedisNode(address, servers.connect_sentinel, greet_server, SENTINEL_SECONDS)
            for address in dict.fromkeys(servers.url.addresses)
        ]
        self._sentinels = [Sentinel(node, servers.url.service, self._decide, self._ask_again) for node in nodes]
        self._majority = len(nodes) // 2 + 1
        self._node: RedisNode | None = None
        self._epoch = -1
        self._left: set[Address] = set()
        self._asked_at = -math.inf
        self._deciding = asyncio.Lock()
        # The last time at which a majority was asked and named the primary.
        self._confirmed_at = -math.inf
        # The shortest failover, and the most replicas, that this majority knows.
        self._failover_seconds = 0.0
        self._replicas = 0

    def known(self, key: bytes) -> RedisNode | None:  # noqa: ARG002 - the server of all keys
        """Return the primary; None if none is known, or the Sentinels were not asked for long."""
        since = time.monotonic() - self._asked_at
        if self._node is None or since >= IDLE_SECONDS:
            return None
        if since >= REFRESH_SECONDS:
            self._ask()
        return self._node

    async def rediscover(self) -> None:
        """Ask the Sentinels for the current primary, and wait a moment for a majority; later answers count, too."""
        votes = Counter[PrimaryVote]()
        patience = FIRST_SECONDS if self._node is None else PATIENCE_SECONDS
        with suppress(TimeoutError):
            for answered in asyncio.as_completed(self._ask(), timeout=patience):
                vote = await answered
                if vote is None:
                    continue
                votes[vote] += 1
                if self._chosen(votes) is not None:
                    return

    def trouble(self, key: bytes) -> str:  # noqa: ARG002 - the server of all keys
        """Return why no primary is known: no majority of the Sentinels has named one yet."""
        if votes := Counter(answer.vote for answer in self._voting()):
            return f"{NO_MAJORITY}: {_describe(votes)}"
        return next((sentinel.trouble for sentinel in self._sentinels if sentinel.trouble), "no Sentinel answers")

    def trusted_until(self, replicas: int) -> float:
        """Return the monotonic time until which the primary can be trusted.

        A change that all replicas confirm is beyond doubt: a replica that replaces the primary no longer confirms.
        """
        if replicas >= self._replicas > 0 or self._node is None:
            return math.inf
        if self._node.lost_at > self._confirmed_at:
            return -math.inf
        return self._confirmed_at + self._failover_seconds

    def doubt(self, replicas: int) -> str:
        """Return why the server may not be the primary any more, if `replicas` replicas confirm; empty if it is."""
        until = self.trusted_until(replicas)
        if time.monotonic() < until:
            return ""
        return UNHEARD.format(self._failover_seconds) if until > 0 else UNCONFIRMED

    async def close(self) -> None:
        """Close all idle connections."""
        await asyncio.gather(*(sentinel.close() for sentinel in self._sentinels))
        if self._node is not None:
            self._node.retire()

    def _ask(self) -> set[asyncio.Task[PrimaryVote | None]]:
        """Ask all Sentinels, and return the questions."""
        self._asked_at = time.monotonic()
        return {sentinel.ask(self._asked_at) for sentinel in self._sentinels}

    def _ask_again(self) -> None:
        """Ask all Sentinels, even if earlier questions are pending: their answers may be from before a switch."""
        for sentinel in self._sentinels:
            sentinel.forget_question()
        self._ask()

    async def _decide(self) -> None:
        """Follow the majority of the last answers, if there is one."""
        async with self._deciding:
            voting = self._voting()
            decision = self._chosen(Counter(answer.vote for answer in voting))
            if decision is not None and not await self._leads_back(decision):
                self._switch_to(decision)
            self._note_confirmation(voting)

    def _voting(self) -> list[Vote]:
        oldest = time.monotonic() - VOTE_SECONDS
        answers = [sentinel.answer for sentinel in self._sentinels]
        return [answer for answer in answers if answer is not None and answer.asked_at >= oldest]

    def _chosen(self, votes: Counter[PrimaryVote]) -> PrimaryVote | None:
        """Return the vote of a majority of all configured Sentinels, or None."""
        return next((decision for decision, count in votes.items() if count >= self._majority), None)

    def _note_confirmation(self, voting: Sequence[Vote]) -> None:
        """Note when a majority last named the primary, and the most cautious of its values."""
        naming = [answer for answer in voting if self._node and answer.vote.address == self._node.address]
        if len(naming) < self._majority:
            return
        self._confirmed_at = sorted(answer.asked_at for answer in naming)[-self._majority]
        self._failover_seconds = min(answer.failover_seconds for answer in naming)
        self._replicas = max(answer.replicas for answer in naming)

    async def _leads_back(self, decision: PrimaryVote) -> bool:
        """Tell whether a decision names a former primary, and is not newer than the decision to leave it.

        Sentinels that were set up again count epochs from 0. Their decision is right if the current server itself
        reports that it is no longer a primary.
        """
        if decision.epoch > self._epoch or decision.address not in self._left:
            return False
        return not await self._has_resigned()

    async def _has_resigned(self) -> bool:
        assert self._node is not None
        probe = RedisNode(self._node.address, self._servers.connect, greet_server)
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
        old = self._node
        self._node = RedisNode(decision.address, self._servers.connect, greet_primary)
        self._left.discard(decision.address)
        self.generation += 1
        if old is not None:
            self._left.add(old.address)
            old.is_replaced = True
            old.retire()


class Sentinel:
    """One Sentinel and its last answer; `decide` is called after each answer.

    `announce` is called when the Sentinel announces a switch, and when an announcement may have been missed.
    """

    def __init__(
        self, node: RedisNode, service: str, decide: Callable[[], Awaitable[None]], announce: Callable[[], None]
    ) -> None:
        self._node = node
        self._service = service
        self._decide = decide
        self._announce = announce
        self.answer: Vote | None = None
        # The reason why the Sentinel named no primary.
        self.trouble = ""
        # The newest question and its time.
        self._asked_at = -math.inf
        self._newest: asyncio.Task[PrimaryVote | None] | None = None
        # All questions without an answer.
        self._pending: set[asyncio.Task[PrimaryVote | None]] = set()
        self._listening: asyncio.Task[None] | None = None

    def ask(self, now: float) -> asyncio.Task[PrimaryVote | None]:
        """Return the newest question, or ask a new one if that is answered, or has waited for long."""
        if self._listening is None:
            self._listening = asyncio.create_task(self._listen())
        if self._newest is None or self._newest.done() or now >= self._asked_at + REFRESH_SECONDS:
            self._asked_at = now
            self._newest = asyncio.create_task(self._hear(now))
            self._pending.add(self._newest)
            self._newest.add_done_callback(self._pending.discard)
        return self._newest

    def forget_question(self) -> None:
        """Ask a new question next time, even if the newest one has no answer yet."""
        self._newest = None

    async def close(self) -> None:
        """End the questions and the connections."""
        for task in self._pending:
            task.cancel()
        await asyncio.gather(end_task(self._listening), *self._pending, return_exceptions=True)
        self._node.retire()

    async def _hear(self, asked_at: float) -> PrimaryVote | None:
        """Ask the Sentinel, take its answer into account, and return its vote, None if it has none."""
        # The epoch comes first: if a switch falls between the two, a new address has an old epoch, which is harmless.
        commands = (("SENTINEL", "MASTER", self._service), ("SENTINEL", "GET-MASTER-ADDR-BY-NAME", self._service))
        try:
            facts, address = await self._node.call(*commands)
        except StoreUnavailable as error:
            self.trouble = f"no Sentinel answers: {error}"
            return None
        answer = self._parse(facts, address, asked_at)
        # The answer to an earlier question may arrive later over another connection.
        if self.answer is not None and self.answer.asked_at > asked_at:
            return None
        self.answer = answer
        if answer is None:
            return None
        await self._decide()
        return answer.vote

    def _parse(self, facts: Reply, address: Reply, asked_at: float) -> Vote | None:
        """Return the Sentinel's answer, None if it names no primary."""
        for reply in (facts, address):
            if isinstance(reply, Exception):
                self.trouble = f"the Sentinels name no primary: {reply}"
                return None
        if address is None:  # An operator removed the service between the two commands.
            return None
        known = dict(zip(facts[::2], facts[1::2], strict=True))
        host, port = address
        vote = PrimaryVote(int(known[b"config-epoch"]), (host.decode(), int(port)))
        failover = int(known[b"down-after-milliseconds"]) + int(known[b"failover-timeout"])
        return Vote(vote, asked_at, failover / 1000, int(known[b"num-slaves"]))

    async def _listen(self) -> None:
        """Listen to the Sentinel's announcements, over one connection after the other."""
        while True:
            with suppress(StoreUnavailable, RedisError, OSError):
                await self._listen_until_silent()
                continue
            await asyncio.sleep(RETRY_SECONDS)

    async def _listen_until_silent(self) -> None:
        connection = await self._node.open()
        try:
            await connection.send_command("SUBSCRIBE", CHANNEL, check_health=False)
            # The first answer confirms the subscription; no later announcement is missed.
            while await connection.read_response(timeout=RENEWAL_SECONDS, disconnect_on_error=False) is not None:
                self._announce()
        finally:
            await connection.disconnect(nowait=True)


def _describe(votes: Counter[PrimaryVote]) -> str:
    return ", ".join(
        f"{count} for {host}:{port} (epoch {epoch})" for (epoch, (host, port)), count in votes.most_common()
    )
