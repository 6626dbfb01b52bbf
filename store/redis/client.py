"""A client that sends commands to the server of a key, and never retries a command that may have been executed.

It retries only commands that a server rejected without executing anything (moved, asked elsewhere, no longer a
primary), and commands that were never sent. A script is called by its hash; a server that does not know the hash has
executed nothing, and gets the script's text.
"""

import asyncio
import hashlib
import re
import time
from collections.abc import Awaitable, Sequence
from importlib.resources import files

import msgspec
from redis.exceptions import (
    AskError,
    ClusterDownError,
    MovedError,
    NoScriptError,
    OutOfMemoryError,
    ReadOnlyError,
    TryAgainError,
)

from store.problems import NotKept, StoreFull, StoreUnavailable, report_corruption
from store.redis.durability import SLOW_SECONDS, Gate
from store.redis.keys import name_of
from store.redis.node import RedisNode
from store.redis.pipeline import Broken, Command, CommandArgument, Reply, Unsent
from store.redis.topology import Topology

# Seconds before each retry. A Cluster may take any time to move a slot; the call fails after the sum of the delays.
DELAYS = (0.0, 0.02, 0.05, 0.1, 0.2, 0.3, 0.3)
REFUSALS = (AskError, TryAgainError, ClusterDownError, ReadOnlyError)
READ_ONLY = "READONLY You can't write"
# The errors for corrupted keys: from our scripts, from Redis, and from XADD to a log that is ahead of its document.
CORRUPTED = re.compile("FOREIGN|WRONGTYPE|The ID specified in XADD")


# A server, and its pending answers to some commands.
Sent = tuple[RedisNode, Awaitable[list[Reply]]]
Replies = tuple[RedisNode, list[Reply]]


class NodeReply(msgspec.Struct, frozen=True):
    """The answer to a command, the node that gave it, and the monotonic time before which it was not given."""

    reply: Reply
    node: RedisNode
    asked: float


# The texts of all scripts, by their hashes.
_bodies: dict[CommandArgument, bytes] = {}


def make_script(body: bytes, keys: int) -> Command:
    """Return the beginning of the command that runs a script; its `keys` keys, and its arguments, follow."""
    sha = hashlib.sha1(body, usedforsecurity=False).hexdigest()
    _bodies[sha] = body
    return "EVALSHA", sha, keys


def read_script(name: str, keys: int = 1) -> Command:
    """Return the beginning of the command that runs the script in a file beside this one."""
    return make_script((files("store.redis") / name).read_bytes(), keys)


class RedisClient:
    """A client of the servers of a topology; its errors name the store as `shown`.

    If WAIT follows a change in the same packet, the change counts only if `replicas` replicas have it. Commands pass
    the `gate`, if there is one.
    """

    def __init__(self, topology: Topology, shown: str, replicas: int, gate: Gate | None = None) -> None:
        self._topology = topology
        self._shown = shown
        self._replicas = replicas
        self._gate = gate
        self._call = RedisNode.call if gate is None else gate.call
        self._is_closed = False

    def close(self) -> None:
        """Refuse all calls from now on."""
        self._is_closed = True

    async def ask(self, key: bytes, *commands: Command) -> NodeReply:
        """Send commands that may be executed twice: like `send`, but retry once if the connection breaks."""
        try:
            return await self.send(key, *commands)
        except Broken:
            return await self.send(key, *commands)

    async def send(self, key: bytes, *commands: Command) -> NodeReply:
        """Return the answer to the first command; the second one, WAIT, counts the replicas that have its change.

        Raises `StoreUnavailable`: `Unsent` if nothing was executed, `Broken` if that is unknown, and `NotKept`.
        """
        if self._is_closed:
            raise StoreUnavailable("the store is closed")
        node = self._topology.known(key)
        gate = self._gate
        asked = time.monotonic()
        shared = None if node is None or (gate is not None and not gate.is_open(node, asked)) else node.shared
        if node is None or shared is None or not shared.is_open or len(commands) > 1:
            return await self._settle(key, commands, asked)
        opened = node.opened
        answered = shared.send(commands)
        try:
            (reply,) = await answered
        except StoreUnavailable as error:
            reply = error
        is_late = node.opened != opened or node.is_replaced or time.monotonic() >= asked + SLOW_SECONDS
        if not is_late and not isinstance(reply, Exception):
            return NodeReply(reply, node, asked)
        # `_settle` examines the same answer.
        confirmed = answered if gate is None else gate.confirm(node, opened, asked, answered)
        return await self._settle(key, commands, asked, (node, confirmed))

    async def _settle(
        self, key: bytes, commands: Sequence[Command], asked: float, sent: Sent | None = None
    ) -> NodeReply:
        """Return the answer to commands after any reroute or reload of a script; they may be `sent` already."""
        try:
            node, (reply, *counts) = await self._exchange(key, commands, sent)
        except NotKept:
            raise
        except StoreUnavailable as error:
            raise type(error)(f"{self._shown}: {error}") from error
        if isinstance(reply, NoScriptError):
            _, sha, *rest = commands[0]
            return await self.send(key, ("EVAL", _bodies[sha], *rest), *commands[1:])
        if isinstance(reply, Exception):
            raise self._explain(key, reply) from reply
        for count in counts:
            self._check_replicas(count)
        return NodeReply(reply, node, asked)

    async def _exchange(self, key: bytes, commands: Sequence[Command], sent: Sent | None) -> Replies:
        """Send commands in one packet, and return their answers; a command with an error was not executed.

        They are sent again only if a server rejected them, or if they did not reach it.
        """
        if sent is None:
            node = await self._topology.find(key)
            sent = node, self._call(node, *commands)
        (node, answered) = sent
        # The number of commands that were put before the caller's.
        before = 0
        delays = iter(DELAYS)
        while True:
            replies: list[Reply] = []
            try:
                replies = (await answered)[before:]
                refusal = _refusal_of(node, replies[0])
            except Unsent as error:
                refusal = error
            if refusal is None:
                return node, replies
            delay = next(delays, None)
            if delay is None:
                raise Unsent(str(refusal))
            await asyncio.sleep(delay)
            # After the wait, in which the servers may have changed their roles.
            node = await self._reroute(refusal, key, node)
            # ASKING precedes commands for a slot that is being moved to another node.
            before = int(isinstance(refusal, AskError) and not isinstance(refusal, MovedError))
            answered = self._call(node, *([("ASKING",)] * before), *commands)

    async def _reroute(self, refusal: Exception, key: bytes, node: RedisNode) -> RedisNode:
        """Return the server for commands that another one rejected. Raises `Unsent` if no other server has the key."""
        if isinstance(refusal, TryAgainError):
            return node
        if isinstance(refusal, AskError):
            return self._topology.redirect(refusal, node)
        await self._topology.rediscover()
        found = await self._topology.find(key)
        if found is node:
            raise Unsent(str(refusal)) from refusal
        return found

    def _explain(self, key: bytes, refusal: Exception) -> Exception:
        """Translate an error in an answer into an error for the caller."""
        text = str(refusal)
        if reason := CORRUPTED.search(text):
            return report_corruption("key", name_of(key), text[reason.start() :])
        # Before Redis 7 the answer of a script has the code inside.
        is_full = isinstance(refusal, OutOfMemoryError) or "OOM command not allowed" in text
        return (StoreFull if is_full else StoreUnavailable)(f"{self._shown}: {text}")

    def _check_replicas(self, count: Reply) -> None:
        if isinstance(count, Exception) or count < self._replicas:
            raise StoreUnavailable(f"{self._shown}: replicas that have the change: {count} of {self._replicas}")


def _refusal_of(node: RedisNode, reply: Reply) -> Exception | None:
    """Return the error of a server that executed nothing, so that the commands can be sent again; else None.

    Raises `Broken` for an answer from a former primary: after a pause it answers the commands that were sent to it, but
    its writes are lost, and its reads may be stale.
    """
    if isinstance(reply, Exception) and (isinstance(reply, REFUSALS) or READ_ONLY in str(reply)):
        return reply
    if node.is_replaced:
        raise Broken("another server has become the primary meanwhile")
    return None
