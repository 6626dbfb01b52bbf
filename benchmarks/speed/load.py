"""The load: a few connections that are kept alive, each with one request at a time on its way, as lean as can be."""

import asyncio
import gc
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from time import perf_counter, process_time
from typing import Protocol, cast

import msgspec

from benchmarks.processes import cpu_seconds

DRAIN_SECONDS = 20.0


class Slice(msgspec.Struct, frozen=True):
    """What one slice found: answers and seconds, CPU seconds of server and load, how long answers took, in seconds."""

    answers: int
    seconds: float
    cpu: float
    load_cpu: float
    p50: float
    p99: float

    @property
    def rate(self) -> float:
        """Return the answers a second."""
        return self.answers / self.seconds

    @property
    def cpu_micros(self) -> float:
        """Return the server's CPU time for one answer, in µs."""
        return 1e6 * self.cpu / self.answers

    @property
    def load_micros(self) -> float:
        """Return the CPU time of the load for one answer, in µs: as long as it is well below, the load is no limit."""
        return 1e6 * self.load_cpu / self.answers

    @property
    def busy(self) -> float:
        """Return for how much of the time the server was at work, 0 to 1: below that, something else was waited for."""
        return self.cpu / self.seconds


class Player(Protocol):
    """Who says what a connection sends next, and looks at what comes back."""

    def next_request(self, go_on: Callable[[], None]) -> bytes | None:
        """Return a request, None when there is none left.

        `go_on` is for whoever else is told of it: to be called once for each that `parts` counts beside the answer.
        """

    @property
    def parts(self) -> int:
        """Return what a request waits for: 1 for its answer, and more if others are told of it, too."""

    def take(self, body: bytes) -> None:
        """Look at an answer. Raises `RuntimeError` for one that is not as expected."""


def do_nothing() -> None:
    """Do nothing when a slice begins."""


async def run_slice(
    host: str,
    port: int,
    players: Sequence[Player],
    warm_up: float,
    seconds: float,
    process_id: int,
    begin: Callable[[], None] = do_nothing,
) -> Slice:
    """Let each player have its connection for `warm_up` seconds, then measure for `seconds`.

    When all is ready, `begin` is called. It ends early when a player has nothing left to send, in the warm-up, too,
    which counts as the measure then. Each part lasts until there was an answer, however slow the server is. Raises
    `RuntimeError` when an answer is not as expected.
    """
    run = _Run()
    loop = asyncio.get_running_loop()
    connections = [(await loop.create_connection(_maker(player, run), host, port))[1] for player in players]
    begin()
    with _without_collector():
        for connection in connections:
            connection.start()
        clock = _Clock(run, process_id)
        await run.play_for(warm_up)
        if not run.ended.done():
            clock = _Clock(run, process_id)
            await run.play_for(seconds)
        found = clock.stop()
        run.is_over = True
        await asyncio.wait_for(asyncio.gather(*(connection.stopped for connection in connections)), DRAIN_SECONDS)
    for connection in connections:
        connection.close()
    return found


class _Run:
    """What the connections of a slice share: how long each answer took, and whether it is over."""

    def __init__(self) -> None:
        self.times: list[float] = []
        self.is_over = False
        self.ended: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    async def play_for(self, seconds: float) -> None:
        """Wait so long and for an answer, less when a connection has nothing left to send.

        Raises what went wrong with a connection.
        """
        answers = len(self.times)
        await asyncio.wait([self.ended], timeout=seconds)
        while len(self.times) == answers and not self.ended.done():
            await asyncio.wait([self.ended], timeout=seconds)
        if self.ended.done():
            self.ended.result()

    def end(self, problem: Exception | None = None) -> None:
        """Have it end before its time."""
        if self.ended.done():
            return
        if problem is None:
            self.ended.set_result(None)
        else:
            self.ended.set_exception(problem)


class _Clock:
    """What a run had come to when this was made."""

    def __init__(self, run: _Run, process_id: int) -> None:
        self._run = run
        self._process_id = process_id
        self._answers = len(run.times)
        self._cpu = cpu_seconds(process_id)
        self._load_cpu = process_time()
        self._began = perf_counter()

    def stop(self) -> Slice:
        """Return what has happened since."""
        took, load_cpu = perf_counter() - self._began, process_time() - self._load_cpu
        cpu = cpu_seconds(self._process_id) - self._cpu
        times = sorted(self._run.times[self._answers :])
        return Slice(len(times), took, cpu, load_cpu, times[len(times) // 2], times[len(times) * 99 // 100])


class _Connection(asyncio.Protocol):
    """One connection: sends, waits for all that is to come of it, and sends again."""

    def __init__(self, player: Player, run: _Run) -> None:
        self.stopped: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._player = player
        self._run = run
        self._transport: asyncio.Transport
        self._sent = 0.0
        self._waits = 0
        self._received = b""
        self._length = 0

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Keep the transport."""
        self._transport = cast("asyncio.Transport", transport)

    def connection_lost(self, _error: Exception | None) -> None:
        """Say so, if that was not the plan."""
        if not self.stopped.done():
            self._fail(RuntimeError("The server has closed a connection."))

    def start(self) -> None:
        """Send a request, unless there is none left."""
        request = self._player.next_request(self._arrive)
        if request is None:
            self._run.end()
            self.stopped.set_result(None)
            return
        self._waits = self._player.parts
        self._sent = perf_counter()
        self._transport.write(request)

    def close(self) -> None:
        """Close the connection."""
        self._transport.close()

    def data_received(self, data: bytes) -> None:
        """Put an answer together."""
        received = self._received = self._received + data if self._received else data
        if not self._length:
            self._length = _whole_length(received)
        if not self._length or len(received) < self._length:
            return
        self._received, self._length = b"", 0
        try:
            self._player.take(received[received.index(b"\r\n\r\n") + 4 :])
        except (RuntimeError, msgspec.MsgspecError) as problem:
            self._fail(RuntimeError(f"{problem}: {received.decode(errors='replace')}"))
        else:
            self._arrive()

    def _arrive(self) -> None:
        """Note that something came of the request; when that was all, go on."""
        self._waits -= 1
        if self._waits:
            return
        self._run.times.append(perf_counter() - self._sent)
        if self._run.is_over:
            self.stopped.set_result(None)
        else:
            self.start()

    def _fail(self, problem: Exception) -> None:
        self._run.end(problem)
        if not self.stopped.done():
            self.stopped.set_result(None)


def _maker(player: Player, run: _Run) -> Callable[[], _Connection]:
    return lambda: _Connection(player, run)


def _whole_length(received: bytes) -> int:
    """Return how long an answer is with its head, 0 while that is not known."""
    end = received.find(b"\r\n\r\n")
    if end < 0:
        return 0
    at = received.lower().index(b"content-length:", 0, end) + 15
    return end + 4 + int(received[at : received.index(b"\r\n", at)])


@contextmanager
def _without_collector() -> Iterator[None]:
    """Keep the collector of this process out of the measure: what piles up in a slice is its list of times."""
    gc.collect()
    gc.disable()
    try:
        yield
    finally:
        gc.enable()
