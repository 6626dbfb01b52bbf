"""Resolving the names of receivers, so that one whose name servers are dead holds up no other.

The system's resolver blocks a thread until it gives up, which may take half a minute. A name that has been resolved
quickly waits only for others like it; all others have threads of their own.
"""

import asyncio
import socket
from collections import OrderedDict
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from threading import Thread

# How many names are resolved at once among the proven ones, and among the others.
_THREADS = 16
# How many proven names are remembered.
_PROVEN = 4096
# A proven name is resolved in this many seconds.
_QUICK = 2.0

_Found = asyncio.Future[Sequence[str]]


class Resolver:
    """The addresses of names, found by `find` in threads."""

    def __init__(self, find: Callable[[str], Sequence[str]]) -> None:
        self._find = find
        self._running: dict[str, _Found] = {}
        # The proven names, the last used one last.
        self._proven: OrderedDict[str, None] = OrderedDict()
        self._lane_of_proven = asyncio.Semaphore(_THREADS)
        self._lane_of_others = asyncio.Semaphore(_THREADS)

    async def resolve(self, name: str) -> Sequence[str]:
        """Return the addresses of a name. Raises `OSError` if it has none."""
        # Others may wait for the same name; and its thread does not end with those who wait.
        return await asyncio.shield(await self._start(name))

    async def _start(self, name: str) -> _Found:
        lane = self._lane_of_proven if name in self._proven else self._lane_of_others
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
            is_quick = found.get_loop().time() - started < _QUICK
            self._note(name, found.exception() is None and is_quick)

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

    def _note(self, name: str, is_quick: bool) -> None:
        self._proven.pop(name, None)
        if is_quick:
            self._proven[name] = None
        if len(self._proven) > _PROVEN:
            self._proven.popitem(last=False)


def find_addresses(name: str) -> Sequence[str]:
    """Ask the system's resolver for the addresses of a name, the best one first. Raises `OSError`."""
    found = socket.getaddrinfo(name, None, type=socket.SOCK_STREAM)
    return [str(address[0]) for _, _, _, _, address in found]
