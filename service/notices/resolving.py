"""Resolving the names of receivers, so that one whose name servers are dead holds up no other.

The system's resolver blocks a thread until it gives up, which may take half a minute. Names that were resolved quickly
the last time have threads of their own.
"""

import asyncio
import socket
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from threading import Thread

from service.notices.lanes import QUICK, Lanes

# How many names are resolved at once in each lane.
_THREADS = 16
# How many threads may work on names that were quick the last time, and are not any more.
MOST_OVERDUE = 64

Found = asyncio.Future[Sequence[str]]


class _LookUp:
    """A name that is being looked up; it is in its lane, or overdue."""

    def __init__(self, name: str, lane: asyncio.Semaphore, now: float) -> None:
        self.name = name
        self.lane = lane
        self.started = now
        self.is_overdue = False
        self.leaving: asyncio.TimerHandle | None = None


class Resolver:
    """The addresses of names, found by `find` in threads."""

    def __init__(self, find: Callable[[str], Sequence[str]]) -> None:
        self._find = find
        self._running: dict[str, Found] = {}
        self._overdue = 0
        self._lanes = Lanes(_THREADS)

    async def begin(self, name: str) -> Found:
        """Begin to look up a name when it is its turn, and return its addresses to come: `OSError` if it has none.

        Others may wait for the same name, so `shield` what is awaited; and its thread does not end with those who wait.
        """
        if name not in self._running:
            is_quick = self._lanes.is_quick(name)
            lane = self._lanes.lane_of(name)
            await lane.acquire()
            if name in self._running:
                lane.release()
            else:
                self._start(name, lane, is_quick)
        return self._running[name]

    def _start(self, name: str, lane: asyncio.Semaphore, is_quick: bool) -> None:
        loop = asyncio.get_running_loop()
        one = _LookUp(name, lane, loop.time())
        if is_quick:
            one.leaving = loop.call_later(QUICK, self._leave_lane, one)
        self._running[name] = found = self._run(name)
        found.add_done_callback(partial(self._finish, one))

    def _leave_lane(self, one: _LookUp) -> None:
        """Free the lane of a name that is not quick any more: a few of these would hold up all others."""
        if self._overdue < MOST_OVERDUE:
            self._overdue += 1
            one.is_overdue = True
            one.lane.release()

    def _finish(self, one: _LookUp, found: Found) -> None:
        del self._running[one.name]
        if one.leaving is not None:
            one.leaving.cancel()
        if one.is_overdue:
            self._overdue -= 1
        else:
            one.lane.release()
        is_quick = found.get_loop().time() - one.started < QUICK
        self._lanes.note(one.name, found.exception() is None and is_quick)

    def _run(self, name: str) -> Found:
        loop = asyncio.get_running_loop()
        found: Found = loop.create_future()

        def run() -> None:
            try:
                result = partial(found.set_result, self._find(name))
            except (OSError, UnicodeError) as error:
                # Python encodes names, and does not accept all that the rules for names allow.
                result = partial(found.set_exception, OSError(str(error)))
            # The loop may have ended while the resolver was busy.
            with suppress(RuntimeError):
                loop.call_soon_threadsafe(result)

        # A thread of the loop's pool would delay the end of the process until the resolver gives up.
        try:
            Thread(target=run, daemon=True, name="resolver").start()
        except RuntimeError:
            found.set_exception(OSError("The system has no more threads."))
        return found


def find_addresses(name: str) -> Sequence[str]:
    """Ask the system's resolver for the addresses of a name, the best one first. Raises `OSError`."""
    found = socket.getaddrinfo(name, None, type=socket.SOCK_STREAM)
    return [str(address[0]) for _, _, _, _, address in found]
