"""Hands the versions that a worker commits to the process that sends their notices.

The process starts when it is first needed: when a version sends notices, or when the store has some that another worker
has left. Versions that get lost on the way are found by a recovery.
"""

import asyncio
import time
from asyncio.subprocess import Process
from collections.abc import Mapping
from contextlib import suppress
from contextvars import Context
from random import random

import msgspec
import structlog

from service.children import launch
from service.notices.driver import CLOSE_SECONDS
from service.notices.late import INDEX
from service.notices.notice_process import Configuration
from service.notices.tally import Tally
from service.notices.versions import Version, attach
from service.observability import metrics
from service.storage.sessions import NOTICED_SESSIONS, SessionRepository
from service.storage.tournaments import NOTICED_TOURNAMENTS, TournamentRepository
from store.problems import StoreUnavailable

# How often a worker without the process looks whether it is needed.
LOOK_SECONDS = 5.0
# A process that ends is replaced after this time.
PAUSE_SECONDS = 1.0
# What is not read by the process is dropped beyond so many bytes, and versions while it starts beyond this number.
MOST_BYTES = 4 * 1024 * 1024
MOST_WAITING = 1000

log = structlog.get_logger("croupier.notices")

_encode = msgspec.json.Encoder().encode
_decode = msgspec.json.Decoder(Tally).decode


class Forwarder:
    """The notices of one worker; the process that sends them runs at a `niceness`."""

    def __init__(
        self,
        sessions: SessionRepository,
        tournaments: TournamentRepository,
        configuration: Configuration,
        niceness: int,
    ) -> None:
        self._sessions = sessions
        self._tournaments = tournaments
        self._store = sessions.store
        # It holds passwords, so it goes over the pipe.
        self._first_line = _encode(configuration) + b"\n"
        self._niceness = niceness
        self._process: Process | None = None
        self._waiting: list[bytes] = []
        self._is_needed = asyncio.Event()
        self._tasks: list[asyncio.Task[None]] = []

    def start(self) -> None:
        """Begin to hand over versions."""
        attach(self._sessions, self._tournaments, self.forward)
        self._tasks = [asyncio.create_task(work, context=Context()) for work in (self._run(), self._look())]

    async def close(self) -> None:
        """Stop. The process gets some seconds to finish; another worker makes the rest."""
        process = self._process
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        if process is None or process.returncode is not None:
            return
        assert process.stdin is not None
        process.stdin.close()
        try:
            async with asyncio.timeout(2 * CLOSE_SECONDS):
                await process.wait()
        except TimeoutError:
            process.kill()
            await process.wait()

    def forward(self, version: Version) -> None:
        """Hand a version over."""
        line = _encode(version) + b"\n"
        if self._process is not None:
            self._write(self._process, line)
        elif len(self._waiting) < MOST_WAITING:
            self._waiting.append(line)
            self._is_needed.set()

    def _write(self, process: Process, line: bytes) -> None:
        assert process.stdin is not None
        if process.stdin.transport.get_write_buffer_size() < MOST_BYTES:
            process.stdin.write(line)

    async def _look(self) -> None:
        """Start the process when the store has something for it."""
        while not self._is_needed.is_set():
            await asyncio.sleep(LOOK_SECONDS * (0.5 + random()))  # noqa: S311
            with suppress(StoreUnavailable):
                for name in (INDEX, NOTICED_SESSIONS, NOTICED_TOURNAMENTS):
                    if await self._store.listed(name, None, 1):
                        self._is_needed.set()

    async def _run(self) -> None:
        """Keep the process running once it is needed."""
        await self._is_needed.wait()
        while True:
            begun = time.monotonic()
            try:
                await self._run_once()
            except Exception:
                log.exception("the process that sends notices cannot be started")
            seconds = round(time.monotonic() - begun, 1)
            log.warning("the process that sends notices has ended, and is replaced", seconds=seconds)
            await asyncio.sleep(PAUSE_SECONDS)

    async def _run_once(self) -> None:
        """Start the process, and count what it reports until it ends."""
        process = await launch("service.notices.notice_process", self._niceness)
        assert process.stdout is not None
        self._write(process, self._first_line)
        for line in self._waiting:
            self._write(process, line)
        self._waiting.clear()
        self._process = process
        counted: Mapping[str, int] = {}
        takeovers = 0
        try:
            while report := await process.stdout.readline():
                tally = _decode(report)
                _count(tally, counted, takeovers)
                counted = tally.attempts
                takeovers = tally.takeovers
        except ValueError:
            process.kill()
            raise
        finally:
            self._process = None
        await process.wait()


def _count(tally: Tally, counted: Mapping[str, int], takeovers: int) -> None:
    """Add to the metrics what is new in a tally."""
    for name, number in tally.attempts.items():
        kind, outcome = name.split(" ")
        metrics.notices(kind, outcome).inc(number - counted.get(name, 0))
    metrics.notice_takeovers_total.inc(tally.takeovers - takeovers)
    if tally.backlog is not None:
        metrics.notices_pending.set(tally.backlog.deliveries)
        metrics.notices_oldest_seconds.set(tally.backlog.oldest_seconds)
