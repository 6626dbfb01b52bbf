"""The workers of a run: processes of the real service on one store, killed, paused and replaced while clients call."""

import asyncio
import signal
from pathlib import Path
from random import Random
from types import TracebackType
from typing import Self

from tests.service.services import Service


class Fleet:
    """So many workers and a spare one, which takes the place of a worker that is killed."""

    def __init__(self, store: str, folder: Path, size: int, chance: Random, **settings: str) -> None:
        self._store = store
        self._folder = folder
        self._size = size
        self._chance = chance
        self._settings = {"log_level": "error", **settings}
        self._started = 0
        self._rolled = 0
        self._spare: asyncio.Task[Service] | None = None
        self.workers: list[Service] = []

    def root(self) -> str:
        """Return the address of some worker, which may be dead by now."""
        return self._chance.choice(self.workers).root

    async def kill(self) -> None:
        """Kill some worker; calls meet its dead address until the spare one is there."""
        index = self._chance.randrange(len(self.workers))
        old = self.workers[index]
        await asyncio.to_thread(old.kill)
        old.http.close()
        await self._replace(index)

    async def roll(self) -> int:
        """End the next worker by SIGTERM; clients leave it when it says that it is not ready. Return its status."""
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
        """Stop some worker for a while and let it go on."""
        worker = self._chance.choice(self.workers)
        worker.send(signal.SIGSTOP)
        try:
            await asyncio.sleep(seconds)
        finally:
            worker.send(signal.SIGCONT)

    async def _replace(self, index: int) -> None:
        assert self._spare is not None
        spare, self._spare = self._spare, None
        self.workers[index] = await spare
        self._spare = asyncio.create_task(self._start())

    async def _start(self) -> Service:
        """Start a worker, again if the store is away just then."""
        self._started += 1
        (folder := self._folder / f"worker-{self._started}").mkdir()
        while True:
            service = Service(self._store, folder, **self._settings)
            try:
                await asyncio.to_thread(service.start)
            except RuntimeError:
                service.http.close()
                if "does not answer" not in service.log and "cannot be reached" not in service.log:
                    raise
            else:
                return service

    async def __aenter__(self) -> Self:
        self.workers = list(await asyncio.gather(*(self._start() for _ in range(self._size))))
        self._spare = asyncio.create_task(self._start())
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        assert self._spare is not None
        for worker in (*self.workers, await self._spare):
            await asyncio.to_thread(worker.kill)
            worker.http.close()
