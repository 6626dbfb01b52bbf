"""The store on Redis: for several machines, and for documents that outlive this one.

One script, `apply.lua`, makes a change. The clock is the server's.

All keys of an operation share a slot (`keys.py`), and each operation that reads and writes is one script. A script's
first write is one that a server without memory rejects, since Redis checks its limit only there. At the level
`replicated`, WAIT follows each change in the same packet, on a connection that no other call uses. If a key was used
before, its expiry is set again, so that WAIT covers the first try, too; that write needs no memory.
"""

import time
from collections.abc import Callable, Sequence
from contextlib import AbstractAsyncContextManager
from typing import TypeVar, TypeVarTuple

from store.listeners import Listener
from store.options import Durability
from store.port import (
    Commit,
    Committed,
    Conflict,
    Listed,
    Promise,
    Receipt,
    Repeated,
    Stored,
    StoredEntry,
    Watermark,
    decode_name,
    encode_name,
)
from store.problems import StoredKind, report_corruption
from store.redis.client import NodeReply, RedisClient, read_script
from store.redis.cluster import Cluster
from store.redis.connections import RedisServers
from store.redis.durability import Gate, Promises
from store.redis.keys import document_keys, list_key, name_of, watermark_key
from store.redis.node import Reading, RedisNode, greet_server
from store.redis.pipeline import Command, Reply
from store.redis.sentinel import SentinelPrimary
from store.redis.subscriber import MESSAGE, Subscriber
from store.redis.topology import SingleServer, Topology
from store.redis.trials import Trials
from store.url import redact

# How long a change waits for the replicas that must have it; shorter than the timeout of any answer.
REPLICA_MILLISECONDS = 1000
RIGHTS = "a server and a user that carry out every command of deploy/redis/croupier.acl, on the keys and channels there"
# The server of this key tells the time if no document is concerned.
CLOCK_KEY = document_keys("clock").document
# A former primary may answer for up to a second; this leaves a margin.
TAKE_OVER_SECONDS = 2.0
# For so many seconds after a request, this process's clock continues the server's.
BELIEVED = 1.0

APPLY = read_script("apply.lua", keys=4)
LOAD = read_script("load.lua")
LOAD_DURABLE = read_script("load_durable.lua", keys=2)
LISTS = read_script("lists.lua")
ADVANCE_WATERMARK = read_script("advance_watermark.lua")
RECEIPT = read_script("receipt.lua")

T = TypeVar("T")
Ts = TypeVarTuple("Ts")


class RedisStore:
    """The port on Redis, version 5 or newer (a Cluster: 7): one server, a primary with Sentinels, or a Cluster."""

    def __init__(self, url: str, durability: Durability | None = None) -> None:
        shown = redact(url)
        wanted = durability or Durability()
        # The command after each change, on the same connection: WAIT for the replicas that must have it.
        waits = wanted.level == "replicated"
        self._wait: tuple[Command, ...] = (("WAIT", wanted.replicas, REPLICA_MILLISECONDS),) if waits else ()
        self._topology = open_topology(url)
        self._client = RedisClient(self._topology, shown, wanted.replicas)
        self._promises = Promises(self._topology, shown, wanted)
        self._gate = Gate(self._topology, self._promises)
        # For changes, and for reads that must be as durable.
        self._changes = RedisClient(self._topology, shown, wanted.replicas, self._gate)
        self._subscriber = Subscriber(self._topology)
        self._trials = Trials(self._topology, self._wait)

    @property
    def lag(self) -> float:
        """Return the seconds for which reads may miss acknowledged changes, while a replica takes over."""
        return 0 if self._topology.kind == "redis" else TAKE_OVER_SECONDS

    async def start(self) -> Promise:
        """Ask the servers for their settings, try every command that is needed, and return their promise."""
        promise = await self._promises.check()
        if (refusal := await self._trials.find_lasting(self._client)) is not None:
            raise self._promises.refusal(str(refusal), RIGHTS)
        return promise

    async def promise(self) -> Promise:
        """Ask the servers again for their settings, and return their current promise."""
        return await self._promises.read()

    async def try_change(self) -> float:
        """Call every command that a change needs on every primary, and return the share of primaries that took it."""
        return await self._trials.share(self._changes)

    async def commit(self, change: Commit) -> Committed | Repeated | Conflict:
        """Make one change atomically. The key is looked up before the version."""
        *keys, channel = document_keys(change.document_id)
        key: Command = () if change.key is None else (encode_name(change.key), change.request_hash)
        command: Command = (
            *APPLY,
            *keys,
            change.expected,
            change.expected_hash,
            change.history_hash,
            change.document,
            change.entry,
            change.expires_in,
            self._topology.pubsub.publish,
            channel,
            change.archive or b"",
            -1 if change.archive is None else change.archive_for,
            int(bool(self._wait)),
            *key,
        )
        return _parse_commit(keys[0], await self._changes.send(keys[0], command, *self._wait))

    async def now(self) -> int:
        """Return the server's clock, in milliseconds since 1970."""
        answer = await self._client.ask(CLOCK_KEY, ("TIME",))
        return _note_time(answer, answer.reply)

    def clock(self, document_id: str) -> int | None:
        """Return the time of a document's server, if it answered within the last second; else None."""
        node = self._topology.known(document_keys(document_id).document)
        now = time.monotonic()
        return None if node is None or now >= node.clock.until else int(node.clock.ahead + 1000 * now)

    async def load(self, document_id: str) -> Stored | None:
        """Return the newest document, or None when there is no such document or it has expired."""
        key = document_keys(document_id).document
        answer = await self._client.ask(key, (*LOAD, key))
        return _parse("key", key, _parse_stored, answer.reply[2:], _note_time(answer, answer.reply))

    async def load_durable(self, document_id: str) -> Stored | None:
        """Return the newest document once it is as durable as an acknowledged change, or None when there is none."""
        keys = document_keys(document_id)
        # Without replicas, a change that a server shows is already as durable as promised.
        command = (*LOAD_DURABLE, keys.document, keys.archive) if self._wait else (*LOAD, keys.document)
        answer = await self._changes.ask(keys.document, command, *self._wait)
        return _parse("key", keys.document, _parse_stored, answer.reply[2:], _note_time(answer, answer.reply))

    async def receipt(self, document_id: str, key: str) -> Receipt | None:
        """Return the receipt of `key` for this document, or None."""
        receipts = document_keys(document_id).receipts
        name = encode_name(key)
        # The answer promises that the change was made, so it must be durable even if the first try was not.
        receipt = (await self._changes.ask(receipts, ("HGET", receipts, name))).reply
        if receipt is not None and self._wait:
            receipt = (await self._changes.ask(receipts, (*RECEIPT, receipts, name), *self._wait)).reply
        return None if receipt is None else _parse("receipt", receipts, _parse_receipt, receipt)

    async def entries(self, document_id: str, after: int, limit: int) -> Sequence[StoredEntry]:
        """Return at most `limit` entries with a version above `after`, in order."""
        log = document_keys(document_id).log
        answer = await self._client.ask(log, ("XRANGE", log, f"{after + 1}-0", "+", "COUNT", limit))
        return _parse("entry", log, _parse_entries, answer.reply or ())

    async def archived(self, document_id: str) -> bytes | None:
        """Return the archive of a document, or None when there is none or it has expired."""
        key = document_keys(document_id).archive
        archive: bytes | None = (await self._client.ask(key, ("GET", key))).reply
        return archive

    async def enlist(self, name: str, member: str, at: int, expires_in: int, *, durable: bool = False) -> None:
        """Put a document's id into a list for `expires_in` seconds; an existing member moves to `at`."""
        key = list_key(name)
        command: Command = (*LISTS, key, "enlist", encode_name(member), at, expires_in)
        if durable:
            await self._changes.ask(key, command, *self._wait)
        else:
            await self._client.ask(key, command)

    async def unlist(self, name: str, member: str) -> None:
        """Remove a document's id from a list, if it is there."""
        key = list_key(name)
        encoded = encode_name(member)
        await self._client.ask(key, ("ZREM", key, b"m" + encoded, b"x" + encoded))

    async def listed(self, name: str, before: tuple[int, str] | None, limit: int) -> Sequence[Listed]:
        """Return at most `limit` members after the cursor `before`, newest first."""
        key = list_key(name)
        (at, member) = before or ("+inf", "")
        same, earlier = (await self._client.ask(key, (*LISTS, key, "listed", at, limit))).reply
        # Members of the same time count only after the cursor. Lua orders strings by locale, so they are compared here.
        after = [row for row in _pair(same) if row[0] < b"m" + encode_name(member)]
        return _parse("key", key, _parse_list, (after + _pair(earlier))[:limit])

    async def advance_watermark(self, name: str, height: int, token: str, expires_in: int) -> bool:
        """Raise a watermark, and tell whether it is at that height with that token."""
        key = watermark_key(name)
        command = (*ADVANCE_WATERMARK, key, height, encode_name(token), expires_in)
        return bool((await self._changes.ask(key, command, *self._wait)).reply)

    async def read_watermark(self, name: str) -> Watermark | None:
        """Return a watermark, or None when there is none or it has expired."""
        key = watermark_key(name)
        held = (await self._client.ask(key, ("HMGET", key, "height", "token"))).reply
        return None if held[0] is None else _parse("key", key, _parse_watermark, *held)

    async def publish(self, document_id: str, message: bytes) -> None:
        """Hand a message to the present listeners for a document, in all processes."""
        channel = document_keys(document_id).channel
        # A message that may have been published is not sent again: it would come twice.
        await self._client.send(channel, (self._topology.pubsub.publish, channel, MESSAGE + message))

    def wakeups(self, document_id: str) -> AbstractAsyncContextManager[Listener]:
        """Listen for commits to a document, by any process."""
        return self._subscriber.listen(document_keys(document_id).channel)

    async def close(self) -> None:
        """Close every connection. A second call does nothing."""
        self._client.close()
        self._changes.close()
        await self._gate.close()
        await self._subscriber.close()
        await self._topology.close()


def open_topology(url: str) -> Topology:
    """Return the topology of a URL that `parse_store_url` has checked; no connection is made yet."""
    servers = RedisServers(url)
    if servers.url.kind == "sentinel":
        return SentinelPrimary(servers)
    if servers.url.kind == "cluster":
        return Cluster(servers)
    return SingleServer(RedisNode(servers.url.addresses[0], servers.connect, greet_server))


def _parse(kind: StoredKind, key: bytes, parse: Callable[[*Ts], T], *answer: *Ts) -> T:
    """Parse an answer about a key; report an answer that cannot be parsed as corrupted."""
    try:
        return parse(*answer)
    except (ValueError, TypeError, IndexError) as error:
        raise report_corruption(kind, name_of(key), f"{type(error).__name__} in {key!r}") from None


def _parse_commit(key: bytes, answer: NodeReply) -> Committed | Repeated | Conflict:
    """Parse the answer to a change, and note its time."""
    kind, *rest = answer.reply
    now = _note_time(answer, rest)
    if kind == b"committed":
        return Committed(int(rest[2]))
    if kind == b"repeated":
        return Repeated(_parse("key", key, _parse_receipt, rest[2]))
    return Conflict(_parse("key", key, _parse_stored, rest[2:], now), now)


def _parse_stored(stored: list[bytes], now: int) -> Stored | None:
    if not stored:
        return None
    version, document = stored
    return Stored(int(version), document, now)


def _note_time(answer: NodeReply, values: Sequence[bytes]) -> int:
    """Return and note the server's clock, with which the values of its answer begin.

    So a change needs no request for the time. The clock is behind the server's by the latency of the answer.
    """
    now = 1000 * int(values[0]) + int(values[1]) // 1000
    answer.node.clock = Reading(now - 1000 * time.monotonic(), answer.asked + BELIEVED)
    return now


def _parse_receipt(receipt: bytes) -> Receipt:
    version, _, request_hash = receipt.partition(b" ")
    return Receipt(request_hash.decode(), int(version))


def _pair(flat: list[bytes]) -> list[tuple[bytes, bytes]]:
    return list(zip(flat[::2], flat[1::2], strict=True))


def _parse_entries(rows: Reply) -> list[StoredEntry]:
    return [StoredEntry(int(number.partition(b"-")[0]), body) for number, (_, body) in rows]


def _parse_list(rows: Sequence[tuple[bytes, bytes]]) -> list[Listed]:
    return [Listed(decode_name(member.removeprefix(b"m")), int(at)) for member, at in rows]


def _parse_watermark(height: bytes, token: bytes) -> Watermark:
    return Watermark(int(height), decode_name(token))
