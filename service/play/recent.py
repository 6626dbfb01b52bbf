"""What came lately in the sessions that are followed: read and made once for all who follow in this process."""

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Coroutine, Hashable
from typing import Any, NamedTuple

import msgspec

from service.play.chain import Position
from service.play.changes import LogEntry
from service.play.session import Session

# Each holds at least one session, decoded.
REMEMBERED = 64


class Step(NamedTuple):
    """A version of a session, and what the log keeps of it; `made` is for what is made of it for many."""

    session: Session
    entry: LogEntry
    made: dict[Hashable, Any]


class Steps(msgspec.Struct, frozen=True):
    """What follows on a position: the next versions, and the session as it stands if they do not lead there.

    `rolled_back` tells that the store has lost the position itself.
    """

    steps: tuple[Step, ...] = ()
    newest: Session | None = None
    rolled_back: bool = False

    @property
    def is_empty(self) -> bool:
        """Tell whether nothing is new."""
        return not self.steps and self.newest is None


class Recent:
    """The latest steps, by the position that they follow on; `read` reads them. What is known of a past stays true."""

    def __init__(self, read: Callable[[Session], Coroutine[Any, Any, Steps]]) -> None:
        self._read = read
        self._reading: OrderedDict[tuple[str, Position], asyncio.Task[Steps]] = OrderedDict()

    async def after(self, session: Session) -> Steps:
        """Return what follows on a session; it is empty only if nothing did when this was called.

        Raises what `read` raises.
        """
        steps = await self._share(session)
        # Somebody else's reading may have begun too early to find what is there by now; the next one has not.
        return await self._share(session) if steps.is_empty else steps

    async def _share(self, session: Session) -> Steps:
        key = (session.id, session.position)
        if key not in self._reading:
            self._begin(key, session)
        return await asyncio.shield(self._reading[key])

    def _begin(self, key: tuple[str, Position], session: Session) -> None:
        def forget(task: asyncio.Task[Steps]) -> None:
            if not _is_lasting(key[1], task):
                self._reading.pop(key, None)

        task = self._reading[key] = asyncio.create_task(self._read(session))
        task.add_done_callback(forget)
        if len(self._reading) > REMEMBERED:
            # Whoever waits for it has it still.
            self._reading.popitem(last=False)


def _is_lasting(position: Position, task: asyncio.Task[Steps]) -> bool:
    """Tell whether what was read stays true: not what failed or found nothing, nor where a number may come again."""
    if task.cancelled() or task.exception() is not None:
        return False
    return bool(position.head) and bool(task.result().steps) and task.result().newest is None
