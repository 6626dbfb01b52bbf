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

_Found = asyncio.Future[Sequence[str]]


class Resolver:
    """The addresses of names, found by `find` in threads."""

    def __init__(self, find: Callable[[str], Sequence[str]]) -> None:
        self._find = find
        self._running: dict[str, _Found] = {}
        self._lanes = Lanes(_THREADS)

    async def resolve(self, name: str) -> Sequence[str]:
        """Return the addresses of a name. Raises `OSError` if it has none."""
        # Others may wait for the same name; and its thread does not end with those who wait.
        return await asyncio.shield(await self._start(name))

    async def _start(self, name: str) -> _Found:
        lane = self._lanes.lane_of(name)
        await lane.acquire()
        running = self._running.get(name)
        if running is not None:
            lane.release()
            return running
        found = self._run(name)
        started = found.get_loop().time()

        def finish(_: _Found) -> None:
            lane.release()
            del self._running[name]
            is_quick = found.get_loop().time() - started < QUICK
            self._lanes.note(name, found.exception() is None and is_quick)

        self._running[name] = found
        found.add_done_callback(finish)
        return found

    def _run(self, name: str) -> _Found:
        loop = asyncio.get_running_loop()
        found: _Found = loop.create_future()

        def run() -> None:
            try:
                result = partial(found.set_result, self._find(name))
            except OSError as error:
                result = partial(found.set_exception, error)
            # The loop may have ended while the resolver was busy.
            with suppress(RuntimeError):
                loop.call_soon_threadsafe(result)

        # A thread of the loop's pool would delay the end of the process until the resolver gives up.
        Thread(target=run, daemon=True, name="resolver").start()
        return found


def find_addresses(name: str) -> Sequence[str]:
    """Ask the system's resolver for the addresses of a name, the best one first. Raises `OSError`."""
    found = socket.getaddrinfo(name, None, type=socket.SOCK_STREAM)
    return [str(address[0]) for _, _, _, _, address in found]
