"""Wake-ups from Redis: one pub/sub connection carries every session that this process listens to."""

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from typing import TypeGuard

from redis.asyncio.connection import AbstractConnection
from redis.exceptions import ConnectionError as RedisConnectionError
from redis.exceptions import RedisError

from service.stores.base import StoreUnavailable
from service.stores.listeners import Listener, Listeners

# An idle connection is asked for a sign of life this often; without one for as long again it counts as lost.
PING_SECONDS = 10.0
SILENCE_SECONDS = 2 * PING_SECONDS
FIRST_DELAY = 0.05
LONGEST_DELAY = 1.0


class Subscriber:
    """Subscribes to the channel `prefix + session + suffix` of each session that has listeners.

    A lost connection is made anew with growing delays; whoever listened over the gap is then woken with 0.
    """

    def __init__(self, connect: Callable[[], AbstractConnection], prefix: bytes, suffix: bytes) -> None:
        self._connect = connect
        self._prefix, self._suffix = prefix, suffix
        self._listeners = Listeners()
        self._task: asyncio.Task[None] | None = None
        self._outbox: asyncio.Queue[tuple[bytes, ...]] | None = None
        # By session: settled as soon as the server has confirmed (True) or the connection is lost (False).
        self._confirmed: dict[bytes, asyncio.Future[bool]] = {}
        self._unanswered = Counter[bytes]()
        self._gaps = set[bytes]()
        self._delay = FIRST_DELAY
        self._trouble = ""
        self._closed = False

    @asynccontextmanager
    async def listen(self, session: bytes) -> AsyncIterator[Listener]:
        """Listen to a session; entered as soon as the server has confirmed. Raises `StoreUnavailable`."""
        listener = self._listeners.add(session)
        try:
            await self._subscribed(session)
            yield listener
        finally:
            self._listeners.remove(session, listener)
            if session not in self._listeners:
                self._unsubscribe(session)

    async def close(self) -> None:
        """End the connection and every iteration."""
        self._closed, self._trouble, self._outbox = True, "the store is closed", None
        self._listeners.close()
        # redis-py uses asyncio.wait_for, which in Python 3.11 may swallow a cancellation.
        while self._task is not None and not self._task.done():
            self._task.cancel()
            await asyncio.wait([self._task], timeout=0.1)
        self._forget_connection()

    async def _subscribed(self, session: bytes) -> None:
        if self._closed:
            raise StoreUnavailable(self._trouble)
        if self._task is None:
            self._task = asyncio.create_task(self._run())
        if session not in self._confirmed:
            self._confirmed[session] = asyncio.get_running_loop().create_future()
            self._subscribe(session)
        if not await asyncio.shield(self._confirmed[session]):
            raise StoreUnavailable(self._trouble)

    def _subscribe(self, session: bytes) -> None:
        # Without a connection there is nothing to do: a new one subscribes to all.
        if self._outbox is not None:
            self._unanswered[session] += 1
            self._outbox.put_nowait((b"SUBSCRIBE", self._prefix + session + self._suffix))

    def _unsubscribe(self, session: bytes) -> None:
        self._confirmed.pop(session, None)
        self._gaps.discard(session)
        if self._outbox is not None:
            self._outbox.put_nowait((b"UNSUBSCRIBE", self._prefix + session + self._suffix))

    async def _run(self) -> None:
        while True:
            try:
                await self._serve(self._connect())
            except* (RedisError, OSError) as errors:
                self._trouble = f"the connection for wake-ups failed: {errors.exceptions[0]}"
            self._forget_connection()
            await asyncio.sleep(self._delay)
            self._delay = min(2 * self._delay, LONGEST_DELAY)

    async def _serve(self, connection: AbstractConnection) -> None:
        """Connect, subscribe to all, and ring until the connection is lost."""
        try:
            await connection.connect()  # type: ignore[no-untyped-call]
            self._outbox = asyncio.Queue()
            for session in self._confirmed:
                self._subscribe(session)
            async with asyncio.TaskGroup() as group:
                group.create_task(self._read(connection))
                group.create_task(self._write(connection, self._outbox))
        finally:
            await connection.disconnect(nowait=True)

    async def _read(self, connection: AbstractConnection) -> None:
        try:
            while True:
                self._handle(await _next_reply(connection))
        finally:
            self._outbox = None

    async def _write(self, connection: AbstractConnection, outbox: asyncio.Queue[tuple[bytes, ...]]) -> None:
        # Not `while True`: see `close` on cancellations.
        while self._outbox is outbox:
            command: tuple[bytes, ...] = (b"PING",)
            with suppress(TimeoutError):
                async with asyncio.timeout(PING_SECONDS):
                    command = await outbox.get()
            await connection.send_command(*command, check_health=False)

    def _handle(self, reply: object) -> None:
        match reply:
            case [bytes(kind), bytes(channel), payload]:
                self._act_on(kind, channel, payload)

    def _act_on(self, kind: bytes, channel: bytes, payload: object) -> None:
        session = channel.removeprefix(self._prefix).removesuffix(self._suffix)
        if kind == b"subscribe":
            self._confirm(session)
        elif kind == b"message":
            # Anybody may publish; what is no version still means "look".
            self._listeners.ring(session, int(payload) if _is_version(payload) else 0)

    def _confirm(self, session: bytes) -> None:
        self._delay = FIRST_DELAY
        self._unanswered[session] -= 1
        # Answers to earlier subscriptions, ended since, do not count: an unsubscription is still on its way.
        if self._unanswered[session] > 0:
            return
        del self._unanswered[session]
        if session in self._confirmed and not self._confirmed[session].done():
            self._confirmed[session].set_result(True)
        if session in self._gaps:
            self._gaps.discard(session)
            self._listeners.ring(session, 0)

    def _forget_connection(self) -> None:
        self._outbox = None
        self._unanswered.clear()
        for session, confirmed in self._confirmed.items():
            if confirmed.done():
                self._gaps.add(session)
            else:
                confirmed.set_result(False)
            self._confirmed[session] = asyncio.get_running_loop().create_future()


async def _next_reply(connection: AbstractConnection) -> object:
    reply: object = await connection.read_response(timeout=SILENCE_SECONDS, disconnect_on_error=False)
    if reply is None:
        raise RedisConnectionError("the server is silent")
    return reply


def _is_version(payload: object) -> TypeGuard[bytes]:
    return isinstance(payload, bytes) and payload.isdigit()
