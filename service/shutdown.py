"""The end of the process, in two steps that the rest of the service can see coming."""

import asyncio


class Shutdown:
    """First no new traffic is wanted (`is_near`), then streams end (`wait` returns) and open requests finish.

    Whoever streams over HTTP awaits `wait` beside its next frame, and then ends the body without a final word, so that
    the client connects again. WebSockets are closed by the server, with 1012.
    """

    def __init__(self) -> None:
        self.is_near = False
        self._begun = asyncio.Event()

    def announce(self) -> None:
        """Tell that the process will end soon."""
        self.is_near = True

    def begin(self) -> None:
        """Tell streams to end."""
        self.is_near = True
        self._begun.set()

    async def wait(self) -> None:
        """Return when streams are to end."""
        await self._begun.wait()
