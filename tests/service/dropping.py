"""A server between a client and a store that loses answers on purpose: the request arrives, its answer does not."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress


class Dropping:
    """Passes bytes on both ways; once `is_armed` the next answer closes the connection instead."""

    def __init__(self, port: int) -> None:
        self._target = port
        self.is_armed = False
        self.dropped = 0
        self.port = 0

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Serve one connection until either side closes it."""
        from_server, to_server = await asyncio.open_connection("127.0.0.1", self._target)
        try:
            async with asyncio.TaskGroup() as group:
                requests = group.create_task(_copy(reader, to_server))
                await self._answer(from_server, writer)
                requests.cancel()
        finally:
            writer.close()
            to_server.close()

    async def _answer(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(OSError):
            while piece := await reader.read(65536):
                if self.is_armed:
                    self.is_armed = False
                    self.dropped += 1
                    return
                writer.write(piece)


async def _copy(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    with suppress(OSError):
        while piece := await reader.read(65536):
            writer.write(piece)
    writer.close()


@asynccontextmanager
async def dropping(port: int) -> AsyncIterator[Dropping]:
    """Stand before the server on a port."""
    between = Dropping(port)
    server = await asyncio.start_server(between.serve, "127.0.0.1", 0)
    between.port = server.sockets[0].getsockname()[1]
    async with server:
        yield between
