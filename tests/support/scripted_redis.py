"""Sentinels and nodes of a cluster for tests, as tiny servers.

Each gives scripted answers, also those that real ones give for moments only.
"""

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from typing import Self

SERVICE = "croupier"
DOWN_MILLISECONDS = 400
FAILOVER_MILLISECONDS = 600


class ScriptedServer:
    """A server that replies with the result of `answer`."""

    def __init__(self) -> None:
        self.port = 0
        self.is_silent = False
        # In seconds: so late each answer arrives, as it was when it was asked for.
        self.delay = 0.0
        self._writers: set[asyncio.StreamWriter] = set()
        self._connections: set[asyncio.Task[None]] = set()

    def cut(self) -> None:
        """Cut every connection; new ones are accepted."""
        for writer in self._writers:
            writer.transport.abort()

    async def end(self) -> None:
        """Cut every connection, and wait until that is done."""
        self.cut()
        await asyncio.gather(*self._connections)

    def take(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Accept a new connection."""
        task = asyncio.create_task(self._serve(reader, writer))
        self._connections.add(task)
        task.add_done_callback(self._connections.discard)

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._writers.add(writer)
        try:
            while words := await _read_command(reader):
                if not self.is_silent:
                    asyncio.get_running_loop().call_later(self.delay, writer.write, self.answer(words, writer))
        except (asyncio.IncompleteReadError, OSError):
            pass
        finally:
            self._writers.discard(writer)
            writer.transport.abort()

    def answer(self, words: list[bytes], writer: asyncio.StreamWriter) -> bytes:
        """Return the answer to a command."""
        raise NotImplementedError


class ScriptedSentinel(ScriptedServer):
    """A Sentinel that names a port in an epoch; its SENTINEL MASTER shows `shown`, if that is another port."""

    def __init__(self) -> None:
        super().__init__()
        self.epoch = 0
        self.named = 0
        self.shown = 0
        self.asked = 0
        self.replicas = 2
        self._listeners: set[asyncio.StreamWriter] = set()

    def name(self, epoch: int, port: int) -> None:
        """Name another primary from now on, and announce nothing."""
        self.epoch = epoch
        self.named = port
        self.shown = port

    def announce(self) -> None:
        """Announce a switch to the listeners."""
        for writer in self._listeners & self._writers:
            writer.write(_array(b"message", b"+switch-master", b"what was and what is"))

    def answer(self, words: list[bytes], writer: asyncio.StreamWriter) -> bytes:
        """Return the answer to a command."""
        match [word.upper() for word in words]:
            case [b"PING"]:
                return b"+PONG\r\n"
            case [b"SUBSCRIBE", _]:
                self._listeners.add(writer)
                return b"*3\r\n$9\r\nsubscribe\r\n" + _bulk(words[1]) + b":1\r\n"
            case [b"SENTINEL", b"MASTER", _]:
                self.asked += 1
                facts = {
                    "ip": "127.0.0.1",
                    "port": self.shown,
                    "config-epoch": self.epoch,
                    "num-slaves": self.replicas,
                    "down-after-milliseconds": DOWN_MILLISECONDS,
                    "failover-timeout": FAILOVER_MILLISECONDS,
                }
                return _array(*(str(fact).encode() for pair in facts.items() for fact in pair))
            case [b"SENTINEL", b"GET-MASTER-ADDR-BY-NAME", _]:
                return _array(b"127.0.0.1", str(self.named).encode()) if self.named else b"*-1\r\n"
        return b"-ERR unknown command\r\n"


class ScriptedNode(ScriptedServer):
    """A node of a cluster that reports all slots on a port; without one it knows nothing."""

    def __init__(self) -> None:
        super().__init__()
        self.epoch = 0
        self.named = 0
        self.asked = 0
        self.hides_epoch = False

    def answer(self, words: list[bytes], writer: asyncio.StreamWriter) -> bytes:  # noqa: ARG002 - of any connection
        """Return the answer to a command."""
        match [word.upper() for word in words]:
            case [b"PING"]:
                return b"+PONG\r\n"
            case [b"CLUSTER", b"INFO"] if not self.hides_epoch:
                return _bulk(b"cluster_state:ok\r\ncluster_current_epoch:%d\r\n" % self.epoch)
            case [b"CLUSTER", b"SLOTS"] if self.named:
                self.asked += 1
                return b"*1\r\n*3\r\n:0\r\n:16383\r\n*2\r\n" + _bulk(b"127.0.0.1") + b":%d\r\n" % self.named
        return b"-ERR this node knows nothing of it\r\n"


class ScriptedSentinels:
    """Some Sentinels that are started together."""

    def __init__(self, members: Sequence[ScriptedSentinel]) -> None:
        self.members = members

    @property
    def url(self) -> str:
        """Return the address as a value of CROUPIER_STORE."""
        return f"redis+sentinel://{','.join(f'127.0.0.1:{one.port}' for one in self.members)}/{SERVICE}"

    def name(self, *decisions: tuple[int, int]) -> Self:
        """Let each one name an epoch and a port; the last of them is what all others name, too."""
        for number, member in enumerate(self.members):
            member.name(*decisions[min(number, len(decisions) - 1)])
        return self

    def announce(self) -> None:
        """Let all of them announce a switch."""
        for member in self.members:
            member.announce()


@asynccontextmanager
async def scripted_sentinels(count: int = 3) -> AsyncIterator[ScriptedSentinels]:
    """Start so many Sentinels."""
    members = [ScriptedSentinel() for _ in range(count)]
    async with serving(members):
        yield ScriptedSentinels(members)


@asynccontextmanager
async def serving(members: Sequence[ScriptedServer]) -> AsyncIterator[None]:
    """Let servers serve, each on a port of its own."""
    async with AsyncExitStack() as stack:
        for member in members:
            server = await stack.enter_async_context(await asyncio.start_server(member.take, "127.0.0.1", 0))
            member.port = server.sockets[0].getsockname()[1]
        try:
            yield
        finally:
            for member in members:
                await member.end()


async def _read_command(reader: asyncio.StreamReader) -> list[bytes]:
    head = await reader.readline()
    words = []
    for _ in range(int(head[1:] or 0)):
        size = int((await reader.readline())[1:])
        words.append((await reader.readexactly(size + 2))[:-2])
    return words


def _array(*parts: bytes) -> bytes:
    return b"*%d\r\n" % len(parts) + b"".join(map(_bulk, parts))


def _bulk(part: bytes) -> bytes:
    return b"$%d\r\n%s\r\n" % (len(part), part)
