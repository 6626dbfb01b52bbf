"""The store on a Redis server: for several machines, and for sessions that outlive this one.

A session has three keys, which share a hash tag so that a cluster keeps them together: `g:{id}:s` (hash:
version, document), `g:{id}:e` (the log: a stream whose ids are the versions) and `g:{id}:i` (hash:
idempotency key to receipt). The channel `g:{id}` carries wake-ups. One script, `apply.lua`, makes a change.
"""

import asyncio
import hashlib
from collections.abc import AsyncIterator, Sequence
from contextlib import AbstractAsyncContextManager, suppress
from importlib.resources import files
from typing import Any

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
    Receipt,
    Repeated,
    Stored,
    StoreUnavailable,
    encode_name,
)
from service.stores.promise import check_facts, promise, read_facts, refusal
from service.stores.subscriber import Subscriber

SCRIPT = (files("service.stores") / "apply.lua").read_bytes()
SCRIPT_SHA = hashlib.sha1(SCRIPT, usedforsecurity=False).hexdigest()

CONNECTIONS = 64
CONNECT_SECONDS = 2.0
ANSWER_SECONDS = 5.0

Argument = bytes | str | int
Reply = Any  # the shape depends on the command


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
        arguments = _format_arguments(change)
        try:
            return _parse_answer(await self._execute("EVALSHA", SCRIPT_SHA, *arguments))
        except _Forgotten:
            return _parse_answer(await self._execute("EVAL", SCRIPT, *arguments))

    async def load(self, session_id: str) -> Stored | None:
        """Return the newest document, or None when there is no such session or it has expired."""
        version, document = await self._read("HMGET", _key(session_id, b":s"), "version", "document")
        return Stored(int(version), document) if version else None

    async def receipt(self, session_id: str, key: str) -> Receipt | None:
        """Return what `key` was used for in this session, or None."""
        receipt = await self._read("HGET", _key(session_id, b":i"), encode_name(key))
        return _parse_receipt(receipt) if receipt else None

    async def entries(self, session_id: str, after: int, limit: int) -> Sequence[Entry]:
        """Return at most `limit` entries with a version above `after`, in order."""
        rows = await self._read("XRANGE", _key(session_id, b":e"), f"{after + 1}-0", "+", "COUNT", limit)
        return [Entry(int(number.partition(b"-")[0]), fields[b"body"]) for number, fields in rows or ()]

    def wakeups(self, session_id: str) -> AbstractAsyncContextManager[AsyncIterator[int]]:
        """Listen for commits to a session, by any process."""
        return self._subscriber.listen(encode_name(session_id))

    async def close(self) -> None:
        """Close every connection. A second time does nothing."""
        self._closed = True
        await self._subscriber.close()
        await self._pool.aclose()

    async def _read(self, *command: Argument) -> Reply:
        """Carry out a command that changes nothing, twice if need be: a broken connection is made anew."""
        with suppress(_Broken):
            return await self._execute(*command)
        return await self._execute(*command)

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


def _pass_on_cancellation() -> None:
    """Raise the cancellation that the client's `asyncio.wait_for` may have swallowed (Python 3.11)."""
    task = asyncio.current_task()
    if task is not None and task.cancelling():
        raise asyncio.CancelledError


class _Broken(StoreUnavailable):
    """The connection could not be made or was lost."""


class _Forgotten(Exception):
    """The server does not know the script (any more), so nothing was carried out."""


def _key(session_id: str, suffix: bytes = b"") -> bytes:
    return b"g:{" + encode_name(session_id) + b"}" + suffix


def _format_arguments(change: Change) -> tuple[Argument, ...]:
    """Return the number of keys, the keys and the arguments of the script."""
    keys = [_key(change.session_id, suffix) for suffix in (b":s", b":e", b":i")]
    plain = (change.expected, change.document, change.entry, change.expires_in, _key(change.session_id))
    if change.key is None:
        return (len(keys), *keys, *plain)
    return (len(keys), *keys, *plain, encode_name(change.key), change.fingerprint)


def _parse_answer(answer: list[bytes]) -> Committed | Repeated | Conflict:
    match answer:
        case [b"committed", version]:
            return Committed(int(version))
        case [b"repeated", receipt]:
            return Repeated(_parse_receipt(receipt))
        case [b"conflict", version, document]:
            return Conflict(Stored(int(version), document))
        case _:
            return Conflict(None)


def _parse_receipt(receipt: bytes) -> Receipt:
    version, _, fingerprint = receipt.partition(b" ")
    return Receipt(fingerprint.decode(), int(version))
