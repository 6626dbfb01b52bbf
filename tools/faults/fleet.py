"""The workers of a run: processes of the real service on one store, killed, paused and replaced while clients call."""

import asyncio
import signal
from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random
from types import TracebackType
from typing import Self

import httpx2

from tools.fork_server import Forked, Request, fork
from tools.services import CROUPIER, Service

# The message of a worker that does not start because its store is away.
STORE_AWAY = (
    "does not answer",
    "StoreUnavailable",
    "Error 104",
    "Error 111",
    "Connection reset",
    "Error while reading",
    "Connection closed",
    "Connection lost",
    "Redis is loading",
    "connected replica(s)",
)
# The timeout for workers to become ready or unready, and the polling interval.
READY_SECONDS = 60.0
READY_POLL_SECONDS = 0.05

# A worker whose wall clock is ahead of the true time by the number in the file `ahead` of its folder.
CLOCKED = (
    "import time, pathlib; from store.sqlite.store import SqliteStore; "
    "true, ahead = time.time, pathlib.Path('ahead'); "
    "time.time = lambda: true() + int(ahead.read_text() if ahead.exists() else 0); "
    f"SqliteStore.__init__.__defaults__ = (time.time, None); {CROUPIER}"
)


class Worker(Service):
    """A worker that is forked whatever its program changes, which the service must look up when it runs."""

    def _launch(self, log: int) -> Forked:
        return fork(Request(self._program, ["serve"], str(self._folder), self._environment), log)


class Fleet:
    """A number of workers, which run the programs in turn.

    While `replacements` of them are to come, a spare one stands by for the next.
    """

    def __init__(
        self,
        store: str,
        folder: Path,
        size: int,
        replacements: int,
        chance: Random,
        programs: Sequence[str] = (CROUPIER,),
        **settings: str,
    ) -> None:
        self._store = store
        self._folder = folder
        self._size = size
        self._to_come = replacements
        self._chance = chance
        self._programs = programs
        self._settings = {"log_level": "error", **settings}
        self._started = 0
        self._rolled = 0
        self._spare: asyncio.Task[Service] | None = None
        self.workers: list[Service] = []

    def root(self) -> str:
        """Return the address of a random worker, which may be dead by now."""
        return self._chance.choice(self.workers).root

    async def kill(self, first: int = 0) -> None:
        """Kill a random worker, the `first` ones left out; calls meet its dead address until the spare one is there."""
        index = self._chance.randrange(first, len(self.workers))
        old = self.workers[index]
        await asyncio.to_thread(old.kill)
        old.http.close()
        await self._replace(index)

    async def roll(self) -> int:
        """End the next worker by SIGTERM, once the spare one serves, and return its exit status.

        Clients leave it when it reports that it is not ready.
        """
        await self._next()
        index = self._rolled % len(self.workers)
        self._rolled += 1
        old = self.workers[index]
        old.send(signal.SIGTERM)
        while (await asyncio.to_thread(old.http.get, f"{old.root}/readyz")).status_code == 200:
            pass
        await self._replace(index)
        status = await asyncio.to_thread(old.wait)
        old.http.close()
        return status

    async def pause(self, seconds: float) -> None:
        """Stop a random worker for a while and let it go on."""
        worker = self._chance.choice(self.workers)
        worker.send(signal.SIGSTOP)
        try:
            await asyncio.sleep(seconds)
        finally:
            worker.send(signal.SIGCONT)

    async def until_ready(self, ready: bool) -> None:
        """Wait until every worker reports that it is ready, or that it is not."""
        await self._until(lambda answer: (answer.status_code == 200) == ready)

    async def until_promised(self, level: str) -> None:
        """Wait until every worker promises a level."""
        await self._until(lambda answer: answer.status_code == 200 and answer.json()["store"]["level"] == level)

    async def until_reached(self) -> None:
        """Wait until every worker reads from its store, whether that takes changes or not."""
        await self._until(lambda answer: "store" in answer.json())

    async def _until(self, condition: Callable[[httpx2.Response], bool]) -> None:
        async with asyncio.timeout(READY_SECONDS):
            for worker in self.workers:
                ready = f"{worker.root}/readyz"
                # A worker does not say by itself that it is ready.
                while not condition(await asyncio.to_thread(worker.http.get, ready)):  # noqa: ASYNC110
                    await asyncio.sleep(READY_POLL_SECONDS)

    def complaints(self, words: str) -> list[str]:
        """Return the lines of the workers' logs that contain some words."""
        lines = [line for worker in self.workers for line in worker.log.splitlines()]
        return [line for line in lines if words in line]

    def turn_clock(self, seconds: int) -> None:
        """Set the wall clock of a random worker, which runs `CLOCKED`, so far ahead of the true time, or back."""
        folder = self._chance.choice(self.workers).folder
        (folder / "new").write_text(str(seconds))
        # In one go: the worker reads the file whenever it reads the time.
        (folder / "new").replace(folder / "ahead")

    async def _replace(self, index: int) -> None:
        self.workers[index] = await self._next()
        self._spare = None
        self._stand_by()

    async def _next(self) -> Service:
        """Return the spare worker as soon as it serves."""
        if self._spare is None:
            self._spare = asyncio.create_task(self._start())
        return await self._spare

    def _stand_by(self) -> None:
        if self._to_come:
            self._to_come -= 1
            self._spare = asyncio.create_task(self._start())

    async def _start(self) -> Service:
        """Start a worker, again if the store is away just then."""
        program = self._programs[self._started % len(self._programs)]
        self._started += 1
        (folder := self._folder / f"worker-{self._started}").mkdir()
        while True:
            service = Worker(self._store, folder, program, **self._settings)
            try:
                await asyncio.to_thread(service.start)
            except RuntimeError:
                service.http.close()
                if not any(words in service.log for words in STORE_AWAY):
                    raise
            else:
                return service

    async def __aenter__(self) -> Self:
        self.workers = list(await asyncio.gather(*(self._start() for _ in range(self._size))))
        self._stand_by()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        try:
            if self._spare is not None:
                self.workers.append(await self._spare)
        finally:
            for worker in self.workers:
                # One that was killed may have no successor yet.
                if worker.is_running:
                    await asyncio.to_thread(worker.kill)
                worker.http.close()
