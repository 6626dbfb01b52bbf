"""The runner of plans for asyncio and trio."""

from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import aclosing
from typing import Any, TypeVar

import anyio
import httpx2

from croupier_client.steps import (
    FAULTS,
    Answer,
    Close,
    Course,
    Open,
    Pause,
    Plan,
    Read,
    Send,
    Show,
    Wire,
    read_answer,
)

T = TypeVar("T")


class Runner:
    """Runs plans."""

    def __init__(self, wire: Wire, http: httpx2.AsyncClient) -> None:
        self.wire = wire
        self.http = http

    async def run(self, plan: Plan[T]) -> T:
        """Run a plan and return its result."""
        course = Course(plan)
        async for _ in self.iterate(course):
            raise AssertionError("only the plan of frames shows any")
        return course.result

    async def iterate(self, course: Course[T]) -> AsyncGenerator[Any, None]:
        """Run a plan, and yield the frames that it shows."""
        async with aclosing(Transport(self.wire, self.http)) as transport:
            step = course.start()
            while step is not None:
                if isinstance(step, Show):
                    yield step.frame
                    step = course.succeed(None)
                    continue
                try:
                    value = await transport.perform(step)
                except FAULTS as fault:
                    step = course.fail(fault)
                else:
                    step = course.succeed(value)


class Transport:
    """Runs single steps, and holds the one stream that may be open."""

    def __init__(self, wire: Wire, http: httpx2.AsyncClient) -> None:
        self._wire = wire
        self._http = http
        self._response: httpx2.Response | None = None
        self._chunks: AsyncIterator[bytes] | None = None

    async def perform(self, step: Send | Open | Read | Close | Pause) -> object:
        """Run a step and return its result."""
        match step:
            case Send():
                return read_answer(await self._send(step))
            case Open():
                return await self._open(step)
            case Read():
                assert self._chunks is not None
                return await anext(self._chunks, b"")
            case Close():
                await self.aclose()
            case Pause(seconds):
                await anyio.sleep(seconds)
        return None

    async def _send(self, step: Send | Open) -> httpx2.Response:
        response = await self._http.send(self._wire.make(self._http, step), stream=isinstance(step, Open))
        self._wire.clock.hear(response)
        return response

    async def _open(self, step: Open) -> Answer:
        response = self._response = await self._send(step)
        if response.status_code == 200:
            self._chunks = response.aiter_bytes()
            return Answer(200, None)
        await response.aread()
        return read_answer(response)

    async def aclose(self) -> None:
        """Close the stream, if one is open."""
        if self._response is not None:
            await self._response.aclose()
        self._response = None
