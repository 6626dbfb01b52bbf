"""The runner of plans without asyncio, written from `async_runner.py` by `make kits`."""

import time
from collections.abc import Generator, Iterator
from contextlib import closing
from typing import Any, TypeVar

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

    def __init__(self, wire: Wire, http: httpx2.Client) -> None:
        self.wire = wire
        self.http = http

    def run(self, plan: Plan[T]) -> T:
        """Run a plan and return its result."""
        course = Course(plan)
        for _ in self.iterate(course):
            raise AssertionError("only the plan of frames shows any")
        return course.result

    def iterate(self, course: Course[T]) -> Generator[Any, None, None]:
        """Run a plan, and yield the frames that it shows."""
        with closing(Transport(self.wire, self.http)) as transport:
            step = course.start()
            while step is not None:
                if isinstance(step, Show):
                    yield step.frame
                    step = course.succeed(None)
                    continue
                try:
                    value = transport.perform(step)
                except FAULTS as fault:
                    step = course.fail(fault)
                else:
                    step = course.succeed(value)


class Transport:
    """Runs single steps, and holds the one stream that may be open."""

    def __init__(self, wire: Wire, http: httpx2.Client) -> None:
        self._wire = wire
        self._http = http
        self._response: httpx2.Response | None = None
        self._chunks: Iterator[bytes] | None = None

    def perform(self, step: Send | Open | Read | Close | Pause) -> object:
        """Run a step and return its result."""
        match step:
            case Send():
                return read_answer(self._send(step))
            case Open():
                return self._open(step)
            case Read():
                assert self._chunks is not None
                return next(self._chunks, b"")
            case Close():
                self.close()
            case Pause(seconds):
                time.sleep(seconds)
        return None

    def _send(self, step: Send | Open) -> httpx2.Response:
        response = self._http.send(self._wire.make(self._http, step), stream=isinstance(step, Open))
        self._wire.clock.hear(response)
        return response

    def _open(self, step: Open) -> Answer:
        response = self._response = self._send(step)
        if response.status_code == 200:
            self._chunks = response.iter_bytes()
            return Answer(200, None)
        response.read()
        return read_answer(response)

    def close(self) -> None:
        """Close the stream, if one is open."""
        if self._response is not None:
            self._response.close()
        self._response = None
