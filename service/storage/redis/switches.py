"""The Sentinels' announcements of a new primary. Without them a process finds out a second later."""

import asyncio
from collections.abc import Callable, Sequence
from contextlib import suppress

from redis.exceptions import RedisError

from service.sessions.problems import StoreUnavailable
from service.storage.redis.node import RedisNode, end_task

CHANNEL = "+switch-master"
# In seconds. Announcements are rare and nothing else is sent, so only a regular renewal detects a connection that was
# lost silently.
RENEWAL_SECONDS = 30.0
RETRY_SECONDS = 1.0


class SwitchListener:
    """Calls `on_switch` when a Sentinel announces a switch, and when an announcement may have been missed."""

    def __init__(self, sentinels: Sequence[RedisNode], on_switch: Callable[[], None]) -> None:
        self._sentinels = sentinels
        self._on_switch = on_switch
        self._tasks: list[asyncio.Task[None]] = []
        self._is_closed = False

    def start(self) -> None:
        """Listen to all Sentinels from now on."""
        if not self._tasks and not self._is_closed:
            self._tasks = [asyncio.create_task(self._listen(sentinel)) for sentinel in self._sentinels]

    async def close(self) -> None:
        """End the connections."""
        self._is_closed = True
        await asyncio.gather(*map(end_task, self._tasks))

    async def _listen(self, sentinel: RedisNode) -> None:
        while not self._is_closed:
            with suppress(StoreUnavailable, RedisError, OSError):
                await self._listen_until_silent(sentinel)
                continue
            await asyncio.sleep(RETRY_SECONDS)

    async def _listen_until_silent(self, sentinel: RedisNode) -> None:
        connection = await sentinel.open()
        try:
            await connection.send_command("SUBSCRIBE", CHANNEL, check_health=False)
            # The first answer confirms the subscription: from here on nothing is missed.
            while await connection.read_response(timeout=RENEWAL_SECONDS, disconnect_on_error=False) is not None:
                self._on_switch()
        finally:
            await connection.disconnect(nowait=True)
