"""Several processes that serve on one socket: started together, replaced when they die, and ended together.

A worker is a whole service (`serve.py`) and holds no state that others need, so any of them answers any request. Its
parent sends it signals. When the parent is gone, the worker's standard input ends, and the worker ends, too.
"""

import asyncio
import os
import signal
import sys
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from socket import socket
from subprocess import PIPE
from tempfile import TemporaryDirectory

import structlog

from service.observability import metrics

READY = "ready"
# The delay before a worker is replaced; doubled while its successors die early.
SHORTEST_DELAY_SECONDS = 0.1
LONGEST_DELAY_SECONDS = 10.0
STEADY_SECONDS = 60.0

log = structlog.get_logger("croupier")


class WorkerFailed(Exception):
    """A worker could not start, or ended with an error; the message is for the operator."""


def run_workers(count: int, listener: socket, all_serve: Callable[[], None]) -> None:
    """Serve with `count` workers on a bound socket until a signal; call back when all of them serve.

    Raises `WorkerFailed` if one of the first workers cannot start, or if the last ones end with an error.
    """
    with TemporaryDirectory(prefix="croupier-metrics-") as folder:
        asyncio.run(_Supervisor(count, listener, Path(folder)).run(all_serve))


class _Worker:
    """A worker process; it serves once `begin` has returned."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self._process = process
        self._started = time.monotonic()
        self._serves = False

    @property
    def process_id(self) -> int:
        return self._process.pid

    async def begin(self) -> None:
        """Wait until the worker listens. Raises `WorkerFailed` with the worker's message if it cannot."""
        assert self._process.stdout is not None
        reply = (await self._process.stdout.readline()).decode().strip()
        self._serves = reply == READY
        if not self._serves:
            status = await self._process.wait()
            raise WorkerFailed(reply or f"A worker ended with status {status} before it served; the log tells why.")

    async def end(self) -> int:
        """Wait until the worker has ended, and return its exit status; 0 if SIGTERM ended it before it served."""
        status = await self._process.wait()
        return 0 if status == -signal.SIGTERM and not self._serves else status

    def send(self, number: signal.Signals) -> None:
        """Send the worker a signal, unless it has ended; before it serves, the signal is always SIGTERM."""
        if self._process.returncode is None:
            self._process.send_signal(number if self._serves else signal.SIGTERM)

    def was_steady(self) -> bool:
        """Tell whether the worker lived long enough that its end does not continue a series of failures."""
        return time.monotonic() - self._started > STEADY_SECONDS


class _Supervisor:
    """The workers of one parent."""

    def __init__(self, count: int, listener: socket, folder: Path) -> None:
        self._count = count
        self._listener = listener
        self._folder = folder
        self._workers: set[_Worker] = set()
        self._ending = asyncio.Event()

    async def run(self, all_serve: Callable[[], None]) -> None:
        """Start the workers, and keep their number until a signal ends them."""
        for number in (signal.SIGTERM, signal.SIGINT):
            asyncio.get_running_loop().add_signal_handler(number, self._end, number)
        workers = [await self._launch() for _ in range(self._count) if not self._ending.is_set()]
        await self._begin(workers)
        if not self._ending.is_set():
            all_serve()
        statuses = await asyncio.gather(*map(self._keep, workers))
        if any(statuses):
            raise WorkerFailed(f"The workers ended with status {', '.join(map(str, statuses))}.")

    async def _launch(self) -> _Worker:
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-P", "-m", "service.process.serve", str(self._listener.fileno())),
            stdin=PIPE,
            stdout=PIPE,
            env=_environment(self._folder),
            pass_fds=(self._listener.fileno(),),
            # Ctrl-C reaches the parent alone, which passes it on: a second one would force the shutdown.
            start_new_session=True,
        )
        worker = _Worker(process)
        self._workers.add(worker)
        if self._ending.is_set():
            worker.send(signal.SIGTERM)
        return worker

    async def _begin(self, workers: list[_Worker]) -> None:
        """Wait until all workers serve or the shutdown begins. If one cannot, end all and raise `WorkerFailed`."""
        outcomes = await asyncio.gather(*(worker.begin() for worker in workers), return_exceptions=True)
        problem = next((outcome for outcome in outcomes if outcome is not None), None)
        if problem is None or self._ending.is_set():
            return
        self._end(signal.SIGTERM)
        await asyncio.gather(*map(self._reap, workers))
        raise problem

    async def _keep(self, worker: _Worker) -> int:
        """Replace a worker whenever it ends; after a shutdown, return the exit status of the last one."""
        delay = SHORTEST_DELAY_SECONDS
        while True:
            status = await self._reap(worker)
            if self._ending.is_set():
                return status
            delay = SHORTEST_DELAY_SECONDS if worker.was_steady() else delay
            log.error("a worker died and is replaced", pid=worker.process_id, status=status, seconds=delay)
            with suppress(TimeoutError):
                await asyncio.wait_for(self._ending.wait(), delay)
            if self._ending.is_set():
                return 0
            delay = min(2 * delay, LONGEST_DELAY_SECONDS)
            worker = await self._replace()

    async def _replace(self) -> _Worker:
        worker = await self._launch()
        try:
            await worker.begin()
            log.info("a worker serves in its place", pid=worker.process_id)
        except WorkerFailed as problem:
            if not self._ending.is_set():
                log.error("a worker cannot start", reason=str(problem))  # noqa: TRY400 - it is no bug of this process
        return worker

    async def _reap(self, worker: _Worker) -> int:
        """Wait until a worker has ended, forget it, and return its exit status."""
        status = await worker.end()
        self._workers.discard(worker)
        metrics.forget_worker(worker.process_id, self._folder)
        return status

    def _end(self, number: signal.Signals) -> None:
        """Begin the shutdown, and pass its signal on to the workers; each of them drains like a single process."""
        self._ending.set()
        # Once the workers close theirs, too, no client connects and waits for a response that never comes.
        self._listener.close()
        for worker in self._workers:
            worker.send(number)


def _environment(folder: Path) -> Mapping[str, str]:
    """Return the environment of a worker, with the module path of this process."""
    return {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path), metrics.SHARED_FOLDER: str(folder)}
