"""The store on Redis: for several machines, and for sessions that outlive this one.

A session's keys share a hash tag, so that a cluster keeps them together: `g:{id}:s` (hash: version, history_hash,
document), `g:{id}:e` (the log: a stream whose ids are the versions), `g:{id}:i` (hash: idempotency key to receipt) and
`g:{id}:a` (string: the archive). The channel `g:{id}` carries wake-ups. One script, `apply.lua`, makes a change.
A list is `l:{name}` (a sorted set, see `lists.lua`), a watermark is `m:{name}` (hash: height, token). The clock is the
server's.

All keys of an operation share a slot, and each operation that reads and writes is one script. Its first write is one
that a server without memory refuses: Redis checks its limit there and nowhere else in a script. At the level
`replicated` each change is followed by WAIT in the same packet, on a connection that nobody else uses meanwhile. A key
that was used before gets its expiry again, a write that needs no memory, so WAIT covers the first try, too.
"""

import asyncio
import hashlib
import re
import secrets
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Sequence
from contextlib import AbstractAsyncContextManager, contextmanager, suppress
from functools import lru_cache
from importlib.resources import files
from typing import NamedTuple, TypeVar

import structlog
from redis.exceptions import AuthenticationError, NoScriptError, OutOfMemoryError, ResponseError

from service.sessions.corruption import Kind, report_corruption
from service.sessions.problems import StoreUnavailable
from service.settings import Durability
from service.settings.store_url import redact
from service.storage.clocks import Clocks
from service.storage.port import (
    Change,
    Committed,
    Conflict,
    Entry,
    Listed,
    Promise,
    Receipt,
    Repeated,
    Stored,
    StoreFull,
    decode_name,
    encode_name,
)
from service.storage.redis.cluster import Cluster
from service.storage.redis.node import Address, Broken, RedisNode, greet_server
from service.storage.redis.pipeline import Argument, Command, Reply
from service.storage.redis.promise import (
    AppendOnlyFiles,
    Facts,
    check_facts,
    check_promise,
    make_promise,
    read_facts,
    refusal,
    weakest,
)
from service.storage.redis.sentinel import SentinelPrimary
from service.storage.redis.subscriber import Subscriber
from service.storage.redis.topology import Router, SingleServer, Topology
from service.storage.redis.url import parse_redis_url

# How long a change waits for the replicas that must have it; shorter than any answer is waited for.
REPLICA_MILLISECONDS = 1000
# How long a start waits for an append-only file to be complete, and how often it looks, in seconds.
REWRITE_SECONDS = 60.0
REWRITE_POLL_SECONDS = 0.25
# How long a watermark lasts that a change is tried with, and how many names are tried to find one for each server: a
# server with so few slots that none of these falls on it is left out.
TRIED_SECONDS = 60
MOST_NAMES = 2000
# A primary that is none any more may answer for up to a second; twice that is on the safe side.
TAKE_OVER_SECONDS = 2.0

T = TypeVar("T")

log = structlog.get_logger("croupier")


class Script(NamedTuple):
    """A script for the server, and the hash by which it knows a script that it has run before."""

    body: bytes
    sha: str


def _read_script(name: str) -> Script:
    body = (files("service.storage.redis") / name).read_bytes()
    return Script(body, hashlib.sha1(body, usedforsecurity=False).hexdigest())


APPLY = _read_script("apply.lua")
LOAD = _read_script("load.lua")
LOAD_DURABLE = _read_script("load_durable.lua")
LISTS = _read_script("lists.lua")
ADVANCE_WATERMARK = _read_script("advance_watermark.lua")
RECEIPT = _read_script("receipt.lua")


class RedisStore:
    """The port on Redis, version 5 or newer (a Cluster: 7): one server, a primary with Sentinels, or a Cluster."""

    def __init__(self, url: str, durability: Durability | None = None) -> None:
        self._shown = redact(url)
        self._wanted = durability or Durability()
        # What follows on a change, on the same connection: the wait for the replicas that must have it.
        waits = self._wanted.level == "replicated"
        self._wait: tuple[Command, ...] = (("WAIT", self._wanted.replicas, REPLICA_MILLISECONDS),) if waits else ()
        self._topology = open_topology(url)
        self._router = Router(self._topology)
        self._subscriber = Subscriber(self._topology, b"g:{", b"}")
        self._clocks = Clocks()
        self._files = AppendOnlyFiles()
        self._identity = secrets.token_hex(8)
        self._closed = False

    @property
    def lag(self) -> float:
        """For how many seconds a read may miss what was acknowledged: while a replica takes over, if there are any."""
        return 0 if self._topology.kind == "redis" else TAKE_OVER_SECONDS

    async def start(self) -> Promise:
        """Ask the servers for their settings, and return what they promise."""
        try:
            facts = await self._read_facts()
            for each in facts:
                check_facts(each, self._topology.kind, self._shown)
            if self._wanted.level != "any" and weakest(facts) == "incomplete":
                facts = await self._await_files(facts)
        except StoreUnavailable as error:
            if isinstance(error.__cause__, (AuthenticationError, ResponseError)):
                expected = "a user, password and database that the server accepts"
                raise refusal(self._shown, f"the server refuses it ({error})", expected) from error
            raise StoreUnavailable(f"{self._shown}: {error}") from error
        promise = make_promise(self._topology.kind, self._shown, facts, self._wanted)
        check_promise(promise, facts, self._wanted, self._shown)
        return promise

    async def promise(self) -> Promise:
        """Ask the servers again for their settings, and return what they promise now."""
        return make_promise(self._topology.kind, self._shown, await self._read_facts(), self._wanted)

    async def _read_facts(self) -> list[Facts]:
        nodes = await self._topology.primaries()
        return [self._files.judge(node.address, await read_facts(node)) for node in nodes]

    async def _await_files(self, facts: list[Facts]) -> list[Facts]:
        """Return the facts as soon as every append-only file is complete, or when that takes too long."""
        log.warning("waiting for the store's append-only file", store=self._shown, seconds=REWRITE_SECONDS)
        until = time.monotonic() + REWRITE_SECONDS
        while weakest(facts) == "incomplete" and time.monotonic() < until:
            await asyncio.sleep(REWRITE_POLL_SECONDS)
            facts = await self._read_facts()
        return facts

    async def try_change(self) -> float:
        """Raise a watermark of this process's own on every primary, and return which share of them took it."""
        names = self._names_on(await self._topology.primaries())
        height = int(1000 * time.monotonic())
        refusals = await asyncio.gather(*(self._refusal_of(name, height) for name in names))
        refused = [refusal for refusal in refusals if refusal is not None]
        if refused and len(refused) == len(names):
            raise refused[0]
        return 1 - len(refused) / max(len(names), 1)

    async def _refusal_of(self, watermark: str, height: int) -> StoreUnavailable | None:
        try:
            await self.advance_watermark(watermark, height, "", TRIED_SECONDS)
        except StoreUnavailable as error:
            return error
        return None

    def _names_on(self, nodes: Sequence[RedisNode]) -> list[str]:
        """Return a watermark for each server, named so that its key lies there."""
        found: dict[Address | None, str] = {}
        wanted = {node.address for node in nodes}
        for number in range(MOST_NAMES):
            name = f"try {self._identity} {number}"
            found.setdefault(self._topology.home(_key(b"m", name)), name)
            if wanted <= found.keys():
                break
        return [name for address, name in found.items() if address in wanted]

    async def commit(self, change: Change) -> Committed | Repeated | Conflict:
        """Make one change atomically. The key is looked up before the version."""
        asked, keys = time.monotonic(), _keys(change.session_id)
        arguments: Command = (
            change.expected,
            change.expected_hash,
            change.history_hash,
            change.document,
            change.entry,
            change.expires_in,
            self._topology.publish,
            keys.channel,
            change.archive or b"",
            -1 if change.archive is None else change.archive_for,
            int(bool(self._wait)),
        )
        if change.key is not None:
            arguments = (*arguments, encode_name(change.key), change.fingerprint)
        kind, seconds, microseconds, *rest = await self._run(APPLY, keys.of_session, arguments, *self._wait)
        now = _parse_time(seconds, microseconds)
        self._clocks.note(self._topology.home(keys.session), now, asked)
        with _understood("key", keys.session):
            return _parse_answer(kind, now, rest)

    async def now(self) -> int:
        """Return the server's clock, in milliseconds since 1970."""
        return _parse_time(*await self._ask(_key(b"g", "clock"), "TIME"))

    def clock(self, session_id: str) -> int | None:
        """Return the clock of a session's server as it told it within the last second, carried on; else None."""
        return self._clocks.read(self._topology.home(_keys(session_id).session))

    async def load(self, session_id: str) -> Stored | None:
        """Return the newest document, or None when there is no such session or it has expired."""
        asked, key = time.monotonic(), _keys(session_id).session
        seconds, microseconds, *stored = await self._ask_script(LOAD, key)
        now = _parse_time(seconds, microseconds)
        self._clocks.note(self._topology.home(key), now, asked)
        with _understood("key", key):
            return _parse_stored(stored, now)

    async def load_durable(self, session_id: str) -> Stored | None:
        """Return the newest document once it is where a change is promised to be, or None when there is none."""
        if not self._wait:
            # What a server shows is on its disk already, as far as it is promised to be.
            return await self.load(session_id)
        asked, keys = time.monotonic(), _keys(session_id)
        read = (keys.session, keys.archive)
        seconds, microseconds, *stored = await _twice(lambda: self._run(LOAD_DURABLE, read, (), *self._wait))
        now = _parse_time(seconds, microseconds)
        self._clocks.note(self._topology.home(keys.session), now, asked)
        return _parse_stored(stored, now)

    async def receipt(self, session_id: str, key: str) -> Receipt | None:
        """Return what `key` was used for in this session, or None."""
        receipts, name = _keys(session_id).receipts, encode_name(key)
        receipt = await self._ask(receipts, "HGET", receipts, name)
        if receipt is not None and self._wait:
            # Whoever is told that a change was made is promised it, also if the first try did not get that far.
            receipt = await _twice(lambda: self._run(RECEIPT, (receipts,), (name,), *self._wait))
        with _understood("receipt", receipts):
            return None if receipt is None else _parse_receipt(receipt)

    async def entries(self, session_id: str, after: int, limit: int) -> Sequence[Entry]:
        """Return at most `limit` entries with a version above `after`, in order."""
        log = _keys(session_id).log
        rows = await self._ask(log, "XRANGE", log, f"{after + 1}-0", "+", "COUNT", limit)
        with _understood("entry", log):
            return [Entry(int(number.partition(b"-")[0]), body) for number, (_, body) in rows or ()]

    async def archived(self, session_id: str) -> bytes | None:
        """Return the archive of a session, or None when there is none or it has expired."""
        key = _keys(session_id).archive
        archive: bytes | None = await self._ask(key, "GET", key)
        return archive

    async def enlist(self, name: str, member: str, at: int, expires_in: int) -> None:
        """Put a session's id into a list for `expires_in` seconds; one that is in it moves to `at`."""
        arguments = ("enlist", encode_name(member), at, expires_in)
        await self._ask_script(LISTS, _key(b"l", name), *arguments)

    async def unlist(self, name: str, member: str) -> None:
        """Take a session's id out of a list; one that is not in it is no mistake."""
        key, encoded = _key(b"l", name), encode_name(member)
        await self._ask(key, "ZREM", key, b"m" + encoded, b"x" + encoded)

    async def listed(self, name: str, before: tuple[int, str] | None, limit: int) -> Sequence[Listed]:
        """Return at most `limit` members after the cursor `before`, newest first."""
        at = before[0] if before else "+inf"
        key = _key(b"l", name)
        same, earlier = await self._ask_script(LISTS, key, "listed", at, limit)
        # Of the same time only those after the cursor count; Lua cannot tell, its strings are ordered by locale.
        after = [row for row in _pair(same) if before and row[0] < b"m" + encode_name(before[1])]
        with _understood("key", key):
            return [_parse_listed(*row) for row in (after + _pair(earlier))[:limit]]

    async def advance_watermark(self, name: str, height: int, token: str, expires_in: int) -> bool:
        """Raise a watermark and return whether it stands at that height with that token."""
        arguments = (height, encode_name(token), expires_in)
        raised = await _twice(lambda: self._run(ADVANCE_WATERMARK, (_key(b"m", name),), arguments, *self._wait))
        return bool(raised)

    def wakeups(self, session_id: str) -> AbstractAsyncContextManager[AsyncIterator[int]]:
        """Listen for commits to a session, by any process."""
        return self._subscriber.listen(_tag(session_id))

    async def close(self) -> None:
        """Close every connection. A second time does nothing."""
        self._closed = True
        await self._subscriber.close()
        await self._topology.close()

    async def _ask(self, key: bytes, *command: Argument) -> Reply:
        return await _twice(lambda: self._execute(key, command))

    async def _ask_script(self, script: Script, key: bytes, *arguments: Argument) -> Reply:
        return await _twice(lambda: self._run(script, (key,), arguments))

    async def _run(self, script: Script, keys: tuple[bytes, ...], arguments: Command, *wait: Command) -> Reply:
        try:
            return await self._execute(keys[0], ("EVALSHA", script.sha, len(keys), *keys, *arguments), *wait)
        except _Forgotten:
            return await self._execute(keys[0], ("EVAL", script.body, len(keys), *keys, *arguments), *wait)

    async def _execute(self, key: bytes, *commands: Command) -> Reply:
        """Return the answer to the first command; a second one tells how many replicas have what the first did."""
        if self._closed:
            raise StoreUnavailable("the store is closed")
        try:
            reply, *counts = await self._router.send(key, *commands)
        except StoreUnavailable as error:
            raise type(error)(f"{self._shown}: {error}") from error
        if isinstance(reply, NoScriptError):
            raise _Forgotten
        if isinstance(reply, Exception) and (reason := _CORRUPTED.search(str(reply))):
            raise report_corruption("key", _name(key), str(reply)[reason.start() :])
        if isinstance(reply, Exception):
            raise (StoreFull if _is_full(reply) else StoreUnavailable)(f"{self._shown}: {reply}") from reply
        for count in counts:
            self._check_replicas(count)
        return reply

    def _check_replicas(self, count: Reply) -> None:
        if isinstance(count, Exception) or count < self._wanted.replicas:
            raise StoreUnavailable(f"{self._shown}: replicas that have the change: {count} of {self._wanted.replicas}")


def open_topology(url: str) -> Topology:
    """Return who serves the keys at a URL that `service.settings` has checked; no connection is made yet."""
    parsed = parse_redis_url(url)
    if parsed.kind == "sentinel":
        return SentinelPrimary(parsed)
    if parsed.kind == "cluster":
        return Cluster(parsed)
    address = parsed.addresses[0]
    return SingleServer(RedisNode(address, parsed.connect, greet_server))


# What an answer says of keys that cannot be as they are: a script, XADD to a log that is ahead of its session, Redis.
_CORRUPTED = re.compile("FOREIGN|WRONGTYPE|The ID specified in XADD")


def _name(key: bytes) -> str:
    """Return the id of a session, or the name of a list or a watermark, whose key this is."""
    return key.partition(b"{")[2].rpartition(b"}")[0].decode("utf-8", "replace")


@contextmanager
def _understood(kind: Kind, key: bytes) -> Iterator[None]:
    """Report an answer that cannot be understood, in which the server tells of a key."""
    try:
        yield
    except (ValueError, TypeError, IndexError) as error:
        raise report_corruption(kind, _name(key), f"{type(error).__name__} in {key!r}") from None


def _is_full(refusal: Exception) -> bool:
    """Tell whether a server has no memory for a change. Before Redis 7 the answer of a script has the code inside."""
    return isinstance(refusal, OutOfMemoryError) or "OOM command not allowed" in str(refusal)


async def _twice(call: Callable[[], Awaitable[T]]) -> T:
    """Make a call that may be made again, twice if need be: a broken connection is made anew."""
    with suppress(Broken):
        return await call()
    return await call()


class _Forgotten(Exception):
    """The server does not know the script (any more), so nothing was carried out."""


class _Keys(NamedTuple):
    """The keys of a session, and the channel of its wake-ups."""

    session: bytes
    log: bytes
    receipts: bytes
    archive: bytes
    channel: bytes

    @property
    def of_session(self) -> tuple[bytes, ...]:
        """All that a change is made in."""
        return self[:4]


# A move asks for its session's keys twice, and so does the next one.
@lru_cache(maxsize=1024)
def _keys(session_id: str) -> _Keys:
    channel = _key(b"g", session_id)
    return _Keys(channel + b":s", channel + b":e", channel + b":i", channel + b":a", channel)


def _key(kind: bytes, name: str) -> bytes:
    return kind + b":{" + _tag(name) + b"}"


def _tag(name: str) -> bytes:
    """Return a name as a hash tag: with nothing before the first closing brace a cluster would not take it for one."""
    encoded = encode_name(name)
    return b"\0" + encoded if encoded[:1] in (b"", b"}", b"\0") else encoded


def _parse_answer(kind: bytes, now: int, rest: list[bytes]) -> Committed | Repeated | Conflict:
    if kind == b"committed":
        return Committed(int(rest[0]))
    if kind == b"repeated":
        return Repeated(_parse_receipt(rest[0]))
    return Conflict(_parse_stored(rest, now), now)


def _parse_stored(stored: list[bytes], now: int) -> Stored | None:
    if not stored:
        return None
    version, document = stored
    return Stored(int(version), document, now)


def _parse_time(seconds: bytes, microseconds: bytes) -> int:
    return int(seconds) * 1000 + int(microseconds) // 1000


def _parse_receipt(receipt: bytes) -> Receipt:
    version, _, fingerprint = receipt.partition(b" ")
    return Receipt(fingerprint.decode(), int(version))


def _pair(flat: list[bytes]) -> list[tuple[bytes, bytes]]:
    return list(zip(flat[::2], flat[1::2], strict=True))


def _parse_listed(member: bytes, at: bytes) -> Listed:
    return Listed(decode_name(member.removeprefix(b"m")), int(at))
