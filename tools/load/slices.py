"""The load: a few keep-alive connections, each with one request in flight, with as little work as possible."""

import asyncio
import gc
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from time import perf_counter, process_time
from typing import NamedTuple, Protocol, cast

import msgspec

from tools.load.connection import HOST
from tools.measuring.processes import cpu_seconds

DRAIN_SECONDS = 20.0


class Slice(msgspec.Struct, frozen=True):
    """The findings of one slice: responses and seconds, CPU seconds of server and load, latencies in seconds."""

    answers: int
    seconds: float
    cpu: float
    load_cpu: float
    p50: float
    p99: float

    @property
    def rate(self) -> float:
        """Return the responses a second."""
        return self.answers / self.seconds

    @property
    def cpu_micros(self) -> float:
        """Return the server's CPU time for one response, in µs."""
        return 1e6 * self.cpu / self.answers

    @property
    def load_micros(self) -> float:
        """Return the load's CPU time for one response, in µs: while well below the server's, the load is no limit."""
        return 1e6 * self.load_cpu / self.answers

    @property
    def busy(self) -> float:
        """Return the share of the time in which the server worked, 0 to 1: below that, it waited for something else."""
        return self.cpu / self.seconds


class Player(Protocol):
    """The player of a connection: produces its requests and checks the responses."""

    def next_request(self, go_on: Callable[[], None]) -> bytes | None:
        """Return a request, None when there is none left.

        `go_on` is a callback for followers: to be called once for each part that `parts` counts beside the response.
        """

    @property
    def parts(self) -> int:
        """Return the number of parts that a request waits for: 1 for its response, more if followers get it, too."""

    def take(self, body: bytes) -> None:
        """Check a response. Raises `RuntimeError` for an unexpected one."""


def do_nothing() -> None:
    """Do nothing when a slice begins."""


async def run_slice(
    port: int,
    players: Sequence[Player],
    warm_up: float,
    seconds: float,
    process_id: int,
    begin: Callable[[], None] = do_nothing,
) -> Slice:
    """Run every player on its own connection: `warm_up` seconds unmeasured, then `seconds` measured.

    When all is ready, `begin` is called. A slice ends early when a player has nothing left to send: in the warm-up,
    too, which then counts as the measurement. Each part lasts until there was a response, however slow the server is.
    Raises `RuntimeError` for an unexpected response.
    """
    run = _Run(process_id)
    loop = asyncio.get_running_loop()
    connections = [
        (await loop.create_connection(partial(_Connection, player, run), HOST, port))[1] for player in players
    ]
    begin()
    with _without_collector():
        for connection in connections:
            connection.start()
        begun = run.count()
        await run.play_for(warm_up)
        if not run.ended.done():
            begun = run.count()
            await run.play_for(seconds)
        found = run.sum_up(begun)
        run.is_over = True
        await asyncio.wait_for(asyncio.gather(*(connection.stopped for connection in connections)), DRAIN_SECONDS)
    for connection in connections:
        connection.close()
    return found


class _Counters(NamedTuple):
    """What had been counted of a run at some time: responses, CPU seconds of server and load, seconds."""

    answers: int
    cpu: float
    load_cpu: float
    at: float


class _Run:
    """The shared state of a slice's connections: the latencies so far, and whether it is over."""

    def __init__(self, process_id: int) -> None:
        self.times: list[float] = []
        self.is_over = False
        self.ended: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._process_id = process_id

    def count(self) -> _Counters:
        """Return what has been counted so far."""
        return _Counters(len(self.times), cpu_seconds(self._process_id), process_time(), perf_counter())

    def sum_up(self, begun: _Counters) -> Slice:
        """Return what has been found since then."""
        answers, cpu, load_cpu, took = (now - then for now, then in zip(self.count(), begun, strict=True))
        times = sorted(self.times[begun.answers :])
        return Slice(int(answers), took, cpu, load_cpu, times[len(times) // 2], times[len(times) * 99 // 100])

    async def play_for(self, seconds: float) -> None:
        """Wait so long and for a response, less when a connection has nothing left to send.

        Raises the error of a failed connection.
        """
        answers = len(self.times)
        await asyncio.wait([self.ended], timeout=seconds)
        while len(self.times) == answers and not self.ended.done():
            await asyncio.wait([self.ended], timeout=seconds)
        if self.ended.done():
            self.ended.result()

    def end(self, problem: Exception | None = None) -> None:
        """End the run early."""
        if self.ended.done():
            return
        if problem:
            self.ended.set_exception(problem)
        else:
            self.ended.set_result(None)


class _Connection(asyncio.Protocol):
    """One connection: sends, waits for all parts of the response, and sends again."""

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
        """Fail the run, unless the close was intended."""
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
        """Assemble a response."""
        received = self._received = self._received + data if self._received else data
        if not self._length:
            self._length = _whole_length(received)
        if not self._length or len(received) < self._length:
            return
        self._received = b""
        self._length = 0
        try:
            self._player.take(received[received.index(b"\r\n\r\n") + 4 :])
        except (RuntimeError, msgspec.MsgspecError) as problem:
            self._fail(RuntimeError(f"{problem}: {received.decode(errors='replace')}"))
        else:
            self._arrive()

    def _arrive(self) -> None:
        """Count a part of the response; after the last one, send the next request."""
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


def _whole_length(received: bytes) -> int:
    """Return the length of a response with its head, 0 while it is not known."""
    end = received.find(b"\r\n\r\n")
    if end < 0:
        return 0
    at = received.lower().index(b"content-length:", 0, end) + 15
    return end + 4 + int(received[at : received.index(b"\r\n", at)])


@contextmanager
def _without_collector() -> Iterator[None]:
    """Turn the garbage collector of this process off for the measurement: only the list of times grows in a slice."""
    gc.collect()
    gc.disable()
    try:
        yield
    finally:
        gc.enable()
