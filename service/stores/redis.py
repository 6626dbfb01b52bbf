"""The store on a Redis server: for several machines, and for sessions that outlive this one.

A session's keys share a hash tag, so that a cluster keeps them together: `g:{id}:s` (hash: version, document),
`g:{id}:e` (the log: a stream whose ids are the versions), `g:{id}:i` (hash: idempotency key to receipt) and
`g:{id}:a` (string: the archive). The channel `g:{id}` carries wake-ups. One script, `apply.lua`, makes a change.
A list is `l:{name}` (a sorted set, see `lists.lua`), a mark is `m:{name}` (hash: height, token). The clock is the
server's.
"""

import asyncio
import hashlib
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import AbstractAsyncContextManager, suppress
from importlib.resources import files
from typing import Any, NamedTuple, TypeVar

from redis.asyncio import BlockingConnectionPool, Redis
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff
from redis.exceptions import AuthenticationError, NoScriptError, RedisError, ResponseError
from redis.exceptions import ConnectionError as RedisConnectionError
from redis.maint_notifications import MaintNotificationsConfig

from service.settings import redact
from service.stores.base import (
    Change,
    Committed,
    Conflict,
    Entry,
    Listed,
    Receipt,
    Repeated,
    Stored,
    StoreUnavailable,
    decode_name,
    encode_name,
)
from service.stores.promise import check_facts, promise, read_facts, refusal
from service.stores.subscriber import Subscriber

CONNECTIONS = 64
CONNECT_SECONDS = 2.0
ANSWER_SECONDS = 5.0

Argument = bytes | str | int
Reply = Any  # the shape depends on the command
T = TypeVar("T")


class Script(NamedTuple):
    """A script for the server, and the hash by which it knows a script that it has run before."""

    body: bytes
    sha: str


def _read_script(name: str) -> Script:
    body = (files("service.stores") / name).read_bytes()
    return Script(body, hashlib.sha1(body, usedforsecurity=False).hexdigest())


APPLY = _read_script("apply.lua")
LOAD = _read_script("load.lua")
LISTS = _read_script("lists.lua")
RAISE_MARK = _read_script("raise_mark.lua")


class RedisStore:
    """The port on one Redis server, version 5 or newer."""

    def __init__(self, url: str) -> None:
        self._shown = redact(url)
        self._pool = BlockingConnectionPool.from_url(
            url,
            max_connections=CONNECTIONS,
            timeout=ANSWER_SECONDS,
            socket_timeout=ANSWER_SECONDS,
            socket_connect_timeout=CONNECT_SECONDS,
            # redis-py would repeat a command that may have been carried out; our callers do, with the same key.
            retry=Retry(NoBackoff(), 0),
            protocol=2,
            driver_info=None,
            maint_notifications_config=MaintNotificationsConfig(enabled=False),
        )
        self._client = Redis(connection_pool=self._pool)
        self._subscriber = Subscriber(self._pool.make_connection, b"g:{", b"}")
        self._closed = False

    async def start(self) -> str:
        """Ask the server for its settings, and return what they promise."""
        try:
            facts = await read_facts(self._client)
        except (AuthenticationError, ResponseError) as error:
            expected = "a user, password and database that the server accepts"
            raise refusal(self._shown, f"the server refuses it ({error})", expected) from error
        except (RedisError, OSError) as error:
            raise StoreUnavailable(f"{self._shown}: {error}") from error
        check_facts(facts, self._shown)
        return f"{self._shown}: {promise(facts)}"

    async def commit(self, change: Change) -> Committed | Repeated | Conflict:
        """Make one change atomically. The key is looked up before the version."""
        keys = [_key(b"g", change.session_id, suffix) for suffix in (b":s", b":e", b":i", b":a")]
        return _parse_answer(await self._run(APPLY, keys, *_format_arguments(change)))

    async def now(self) -> int:
        """Return the server's clock, in milliseconds since 1970."""
        return _parse_time(*await self._ask("TIME"))

    async def load(self, session_id: str) -> Stored | None:
        """Return the newest document, or None when there is no such session or it has expired."""
        seconds, microseconds, *stored = await self._ask_script(LOAD, _key(b"g", session_id, b":s"))
        return _parse_stored(stored, _parse_time(seconds, microseconds))

    async def receipt(self, session_id: str, key: str) -> Receipt | None:
        """Return what `key` was used for in this session, or None."""
        receipt = await self._ask("HGET", _key(b"g", session_id, b":i"), encode_name(key))
        return _parse_receipt(receipt) if receipt else None

    async def entries(self, session_id: str, after: int, limit: int) -> Sequence[Entry]:
        """Return at most `limit` entries with a version above `after`, in order."""
        rows = await self._ask("XRANGE", _key(b"g", session_id, b":e"), f"{after + 1}-0", "+", "COUNT", limit)
        return [Entry(int(number.partition(b"-")[0]), fields[b"body"]) for number, fields in rows or ()]

    async def archived(self, session_id: str) -> bytes | None:
        """Return the archive of a session, or None when there is none or it has expired."""
        archive: bytes | None = await self._ask("GET", _key(b"g", session_id, b":a"))
        return archive

    async def enlist(self, name: str, member: str, at: int, expires_in: int) -> None:
        """Put a session's id into a list for `expires_in` seconds; one that is in it moves to `at`."""
        arguments = ("enlist", encode_name(member), at, expires_in)
        await self._ask_script(LISTS, _key(b"l", name), *arguments)

    async def unlist(self, name: str, member: str) -> None:
        """Take a session's id out of a list; one that is not in it is no mistake."""
        encoded = encode_name(member)
        await self._ask("ZREM", _key(b"l", name), b"m" + encoded, b"x" + encoded)

    async def listed(self, name: str, before: tuple[int, str] | None, limit: int) -> Sequence[Listed]:
        """Return at most `limit` members after the cursor `before`, newest first."""
        time = before[0] if before else "+inf"
        same, earlier = await self._ask_script(LISTS, _key(b"l", name), "listed", time, limit)
        # Of the same time only those after the cursor count; Lua cannot tell, its strings are ordered by locale.
        after = [row for row in _pair(same) if before and row[0] < b"m" + encode_name(before[1])]
        return [_parse_listed(*row) for row in (after + _pair(earlier))[:limit]]

    async def raise_mark(self, name: str, height: int, token: str, expires_in: int) -> bool:
        """Raise a mark and return whether it stands at that height with that token."""
        arguments = (height, encode_name(token), expires_in)
        raised = await self._ask_script(RAISE_MARK, _key(b"m", name), *arguments)
        return bool(raised)

    def wakeups(self, session_id: str) -> AbstractAsyncContextManager[AsyncIterator[int]]:
        """Listen for commits to a session, by any process."""
        return self._subscriber.listen(encode_name(session_id))

    async def close(self) -> None:
        """Close every connection. A second time does nothing."""
        self._closed = True
        await self._subscriber.close()
        await self._pool.aclose()

    async def _ask(self, *command: Argument) -> Reply:
        return await _twice(lambda: self._execute(*command))

    async def _ask_script(self, script: Script, key: bytes, *arguments: Argument) -> Reply:
        return await _twice(lambda: self._run(script, [key], *arguments))

    async def _run(self, script: Script, keys: list[bytes], *arguments: Argument) -> Reply:
        rest = (len(keys), *keys, *arguments)
        try:
            return await self._execute("EVALSHA", script.sha, *rest)
        except _Forgotten:
            return await self._execute("EVAL", script.body, *rest)

    async def _execute(self, *command: Argument) -> Reply:
        if self._closed:
            raise StoreUnavailable("the store is closed")
        try:
            reply: Reply = await self._client.execute_command(*command)  # type: ignore[no-untyped-call]
        except NoScriptError as error:
            raise _Forgotten from error
        except RedisConnectionError as error:
            raise _Broken(f"{self._shown}: {error}") from error
        except (RedisError, OSError) as error:
            raise StoreUnavailable(f"{self._shown}: {error}") from error
        _pass_on_cancellation()
        return reply


async def _twice(call: Callable[[], Awaitable[T]]) -> T:
    """Make a call that may be made again, twice if need be: a broken connection is made anew."""
    with suppress(_Broken):
        return await call()
    return await call()


def _pass_on_cancellation() -> None:
    """Raise the cancellation that the client's `asyncio.wait_for` may have swallowed (Python 3.11)."""
    task = asyncio.current_task()
    if task is not None and task.cancelling():
        raise asyncio.CancelledError


class _Broken(StoreUnavailable):
    """The connection could not be made or was lost."""


class _Forgotten(Exception):
    """The server does not know the script (any more), so nothing was carried out."""


def _key(kind: bytes, name: str, suffix: bytes = b"") -> bytes:
    return kind + b":{" + encode_name(name) + b"}" + suffix


def _format_arguments(change: Change) -> tuple[Argument, ...]:
    archive = (b"", -1) if change.archive is None else (change.archive, change.archive_for)
    plain = (change.expected, change.document, change.entry, change.expires_in, _key(b"g", change.session_id), *archive)
    return plain if change.key is None else (*plain, encode_name(change.key), change.fingerprint)


def _parse_answer(answer: list[bytes]) -> Committed | Repeated | Conflict:
    match answer:
        case [b"committed", version]:
            return Committed(int(version))
        case [b"repeated", receipt]:
            return Repeated(_parse_receipt(receipt))
    _, seconds, microseconds, *stored = answer
    now = _parse_time(seconds, microseconds)
    return Conflict(_parse_stored(stored, now), now)


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
