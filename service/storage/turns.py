"""Turns at changing one session or tournament: within a worker, its changes are made one after the other.

So each is decided on what the one before it made, and none of them is lost to a conflict. Whoever comes alone takes its
turn without waiting.
"""

import asyncio
from collections import deque

# A store that hangs keeps nobody in the queue for longer.
LONGEST_WAIT_SECONDS = 10
LONGEST_QUEUE = 2000


class Turns(dict[str, deque[asyncio.Future[None]]]):
    """The queues of those who want to change something, by its id. An id without changes under way has none."""

    async def take(self, key: str) -> bool:
        """Wait for the caller's turn, in the order of arrival; False if it did not come in time.

        Who got the turn must end it, whatever happens.
        """
        if key not in self:
            self[key] = deque()
            return True
        return await self.wait(key)

    async def wait(self, key: str) -> bool:
        """Wait for a turn that is not free, like `take`."""
        queue = self[key]
        if len(queue) >= LONGEST_QUEUE:
            return False
        turn = asyncio.get_running_loop().create_future()
        queue.append(turn)
        try:
            async with asyncio.timeout(LONGEST_WAIT_SECONDS):
                await turn
        except BaseException as error:
            if turn.done() and not turn.cancelled():
                # The turn came at the very moment at which its caller gave up.
                self.end(key)
            elif turn in queue:
                queue.remove(turn)
            if isinstance(error, TimeoutError):
                return False
            raise
        return True

    def end(self, key: str) -> None:
        """End a turn, and give the next to whoever has waited longest."""
        queue = self[key]
        while queue:
            turn = queue.popleft()
            if not turn.done():
                turn.set_result(None)
                return
        del self[key]
