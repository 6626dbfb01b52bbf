"""Trials of the commands that the store needs: at the start, and in each check whether changes can be made.

The rights of a user, the commands that a server knows and its state may change at run time, and settings show only a
part of this. So one script calls every command, on keys that nothing else uses.
"""

import asyncio
import re
import secrets
from collections.abc import Sequence
from typing import NamedTuple

from redis.exceptions import RedisError, ResponseError

from store.problems import StoreUnavailable
from store.redis.client import RedisClient, read_script
from store.redis.keys import document_keys, list_key, watermark_key
from store.redis.node import ANSWER_SECONDS, Address, RedisNode
from store.redis.pipeline import Command
from store.redis.topology import Topology

TRY = read_script("try.lua", keys=6)
# The size of a trial's write, about that of a move.
TRIED_BYTES = 4096
# The most names that are tried to find one for each server. A server with too few slots to get one is left out.
MOST_NAMES = 2000
# The errors of a server that cannot execute a command at present; after any other error it never can.
MOMENTARY = re.compile(r"\b(OOM|MISCONF|NOREPLICAS|READONLY|LOADING|BUSY|CLUSTERDOWN|MASTERDOWN|MOVED|ASK|TRYAGAIN)\b")


class Refusal(NamedTuple):
    """A command that a server refuses, and its error."""

    command: str
    error: str

    def __str__(self) -> str:
        return f"the server refuses {self.command}: {self.error}"


class Trials:
    """Trials on every primary of a topology; the commands of `wait`, if any, follow each change."""

    def __init__(self, topology: Topology, wait: Sequence[Command]) -> None:
        self._topology = topology
        self._wait = wait
        self._identity = secrets.token_hex(8)

    async def find_lasting(self, client: RedisClient) -> Refusal | None:
        """Return a command that a server refuses whatever its state, None if it refuses none."""
        for name in await self._names():
            try:
                refusals = [*await self._call_all(client, name), *await self._call_outside(name)]
            except StoreUnavailable as error:
                # The server refuses the script itself if the user may run none, or not with these keys.
                if not isinstance(error.__cause__, ResponseError):
                    raise
                refusals = [Refusal("EVALSHA", str(error))]
            for refusal in refusals:
                if not MOMENTARY.search(refusal.error):
                    return refusal
        return None

    async def share(self, client: RedisClient) -> float:
        """Return the share of the primaries that take changes. Raises `StoreUnavailable` when none does."""
        names = await self._names()
        outcomes = await asyncio.gather(*(self._try(client, name) for name in names))
        errors = [error for error in outcomes if error is not None]
        if errors and len(errors) == len(names):
            raise errors[0]
        return 1 - len(errors) / max(len(names), 1)

    async def _try(self, client: RedisClient, name: str) -> StoreUnavailable | None:
        """Return the reason why no change can be made on the server of a name, None if one can."""
        try:
            refusals = await self._call_all(client, name, *self._wait)
        except StoreUnavailable as error:
            return error
        return StoreUnavailable(str(refusals[0])) if refusals else None

    async def _call_all(self, client: RedisClient, name: str, *wait: Command) -> list[Refusal]:
        """Call every command of the scripts on the server of a name, and return the refusals."""
        *keys, channel = document_keys(name)
        arguments = (self._topology.pubsub.publish, channel, TRIED_BYTES)
        command: Command = (*TRY, *keys, list_key(name), watermark_key(name), *arguments)
        words = (await client.ask(keys[0], command, *wait)).reply
        pairs = zip(words[::2], words[1::2], strict=True)
        return [Refusal(command.decode(), error.decode(errors="replace")) for command, error in pairs]

    async def _call_outside(self, name: str) -> list[Refusal]:
        """Call the commands that scripts may not call on the server of a name, and return the refusals."""
        channel = document_keys(name).channel
        node = await self._topology.find(channel)
        subscribe = self._topology.pubsub.subscribe
        # A server that has forgotten a script gets its text.
        (evaluated,) = await node.call(("EVAL", "return 1", 0))
        errors = [("EVAL", evaluated), (subscribe, await _subscribe(node, subscribe, channel))]
        if self._wait:
            (waited,) = await node.call(("WAIT", 0, 1))
            errors.append(("WAIT", waited))
        return [Refusal(command, str(error)) for command, error in errors if isinstance(error, Exception)]

    async def _names(self) -> list[str]:
        """Return for each primary a name with keys on it that no document, list or watermark has."""
        wanted = {node.address for node in await self._topology.primaries()}
        found: dict[Address, str] = {}
        for number in range(MOST_NAMES):
            name = f"try {self._identity} {number}"
            node = self._topology.known(document_keys(name).document)
            if node is not None:
                found.setdefault(node.address, name)
            if wanted <= found.keys():
                break
        return [name for address, name in found.items() if address in wanted]


async def _subscribe(node: RedisNode, command: str, channel: bytes) -> ResponseError | None:
    """Subscribe to a channel over a separate connection; return the server's refusal, None if there is none."""
    connection = await node.open()
    try:
        async with asyncio.timeout(ANSWER_SECONDS):
            await connection.send_command(command, channel, check_health=False)
            await connection.read_response()
    except ResponseError as refusal:
        return refusal
    except (RedisError, OSError) as error:  # a timeout is an OSError, too
        raise StoreUnavailable(str(error) or "the server does not answer in time") from error
    finally:
        await connection.disconnect(nowait=True)
    return None
