"""Plans: the work of the kit as generators of steps, the same with and without asyncio.

A plan yields a step and receives its result; a lost connection is thrown into it as `Lost`. `runner.py` and
`async_runner.py` run the steps.
"""

import json
import random
import time
from collections.abc import Generator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from email.utils import parsedate_to_datetime
from itertools import count
from math import inf
from typing import Any, Generic, TypeVar
from urllib.parse import quote, urlencode

import httpx2

from croupier_client.problems import Lost, Problem, Unreachable

# The service itself did not answer.
CUT_OFF = frozenset({502, 503, 504})
# Nothing was done, or the outcome is unknown: the same request may be sent again.
PASSING = frozenset({408, 429, *CUT_OFF})
# A response without a body; every other answer of the service is an object.
NO_CONTENT = 204
# Each watched table holds a connection: with any limit, the next one would silently wait.
LIMITS = httpx2.Limits(max_connections=None, max_keepalive_connections=20)


@dataclass(frozen=True)
class Request:
    """A request to the service."""

    path: str
    method: str = "GET"
    token: str | None = None
    body: object = None
    headers: Mapping[str, str] = field(default_factory=dict)
    # The seconds for which the service may hold the request on purpose.
    wait: float = 0.0


@dataclass(frozen=True)
class Answer:
    """A complete answer; `retry_after` is in seconds."""

    status: int
    body: Any
    retry_after: float = 0.0


@dataclass(frozen=True)
class Send:
    """Send a request once; the result is its `Answer`."""

    request: Request


@dataclass(frozen=True)
class Open:
    """Open a stream; the result is its `Answer`, without a body if the status is 200.

    The stream counts as cut off after `quiet` seconds without a heartbeat, or earlier if the settings say so.
    """

    request: Request
    quiet: float = inf


@dataclass(frozen=True)
class Read:
    """Read from the open stream; the result is bytes, empty at its end."""


@dataclass(frozen=True)
class Close:
    """Close the stream."""


@dataclass(frozen=True)
class Pause:
    """Wait for some seconds."""

    seconds: float


@dataclass(frozen=True)
class Show:
    """Hand a frame to the caller."""

    frame: Any


Step = Send | Open | Read | Close | Pause | Show
T = TypeVar("T")
Plan = Generator[Step, Any, T]


@dataclass(frozen=True)
class Settings:
    """How to reach the service. Times are in seconds."""

    # The key of the app, if the service requires one.
    app_key: str | None = None
    # The language of labels, sentences and refusals, for people: `de-AT, en;q=0.5`.
    language: str | None = None
    # How often a request is sent at most.
    attempts: int = 8
    # How often a change is sent while the service does not answer; `math.inf`: for ever; None: as `attempts`.
    change_attempts: float | None = None
    # The longest wait before the first retry; it doubles each time, up to the second value.
    first_wait: float = 0.5
    longest_wait: float = 20.0
    # When a request without an answer counts as lost, and a stream without a heartbeat as cut off.
    patience: float = 20.0
    silence: float = 30.0
    # Whether to claim the default move at watched tables when the time is over.
    claims_overdue: bool = True


@dataclass
class Clock:
    """The service's clock, to the second, as known from its answers."""

    # The seconds by which the service's clock is ahead.
    ahead: float = 0.0

    def hear(self, response: httpx2.Response) -> None:
        """Take the time from an answer, if it has one."""
        with suppress(KeyError, ValueError):
            ahead = parsedate_to_datetime(response.headers["date"]).timestamp() - time.time()
            # Answers have whole seconds, so the largest difference is the most accurate, unless a clock was set.
            if ahead > self.ahead or ahead < self.ahead - 2:
                self.ahead = ahead

    def now(self) -> float:
        """Return the seconds since 1970."""
        return time.time() + self.ahead


@dataclass(frozen=True)
class Wire:
    """The connection settings of one service, and what was learned about it."""

    url: str
    settings: Settings
    clock: Clock = field(default_factory=Clock)
    # The parameters of streams that the service's release does not know and has refused.
    unknown: set[str] = field(default_factory=set)

    def make(self, http: httpx2.Client | httpx2.AsyncClient, step: Send | Open) -> httpx2.Request:
        """Return the HTTP request of a step."""
        asked = step.request
        headers = {"Accept": "application/json", **asked.headers}
        if asked.token is not None:
            headers["Authorization"] = f"Bearer {asked.token}"
        if self.settings.app_key is not None:
            headers["Croupier-App-Key"] = self.settings.app_key
        if self.settings.language is not None:
            headers["Croupier-Language"] = self.settings.language
        content = None if asked.body is None else json.dumps(asked.body).encode()
        if content is not None:
            headers["Content-Type"] = "application/json"
        patience = self.settings.patience
        silence = min(step.quiet, self.settings.silence) if isinstance(step, Open) else patience + asked.wait
        limits = httpx2.Timeout(patience, read=silence)
        url = base_of(self.url) + asked.path
        return http.build_request(asked.method, url, headers=headers, content=content, timeout=limits)

    def back_off(self, failures: int, at_least: float = 0.0) -> Pause:
        """Wait for a random time, so that clients that were cut off together do not return together."""
        # After a day of failures, the doubled wait would exceed every float.
        longest: float = min(self.settings.longest_wait, self.settings.first_wait * 2.0 ** min(failures, 100))
        return Pause(at_least + random.random() * longest)  # noqa: S311  no secret


def base_of(url: str) -> str:
    """Return the address of a service, also given the address of its GraphQL endpoint."""
    return url.rstrip("/").removesuffix("/graphql").rstrip("/")


def with_query(path: str, **which: object) -> str:
    """Return a path with a query of all parameters that are not None."""
    query = urlencode({name: value for name, value in which.items() if value is not None}, quote_via=quote)
    return f"{path}?{query}" if query else path


def send(wire: Wire, request: Request) -> Plan[Answer]:
    """Send a request until it is answered, and return the answer, which may be a refusal.

    Raises `Unreachable`, or `Problem` if the last answer was a temporary refusal.
    """
    answer: Answer | None = None
    cause: Lost | None = None
    for failures in count():
        answer = None
        try:
            answer = yield Send(request)
        except Lost as error:
            cause = error
        if answer is not None and answer.status not in PASSING:
            return answer
        if failures + 1 >= _attempts_of(wire.settings, request, answer):
            break
        yield wire.back_off(failures, answer.retry_after if answer else 0.0)
    if answer is not None:
        raise Problem(answer.body)
    assert cause is not None
    raise Unreachable(
        f"Nobody answers at {base_of(wire.url)} ({cause.__cause__ or cause}); start a service with: make serve"
    ) from None


def _attempts_of(settings: Settings, request: Request, answer: Answer | None) -> float:
    """Return how often a request may be sent; the key of a change ensures that it is made once."""
    is_cut = answer is None or answer.status in CUT_OFF
    if settings.change_attempts is None or not is_cut or "Idempotency-Key" not in request.headers:
        return settings.attempts
    return settings.change_attempts


def ask(wire: Wire, request: Request) -> Plan[Any]:
    """Send a request until it is answered, and return the body. Raises `Problem` and `Unreachable`."""
    answer = yield from send(wire, request)
    if answer.status >= 400:
        raise Problem(answer.body)
    return answer.body


# The failures after which a step is tried again.
FAULTS = (Lost, httpx2.TransportError, httpx2.DecodingError)


class Course(Generic[T]):
    """A running plan: each call returns the next step, and None at the end."""

    def __init__(self, plan: Plan[T]) -> None:
        self._plan = plan
        self.result: T

    def start(self) -> Step | None:
        """Return the first step."""
        return self.succeed(None)

    def succeed(self, value: object) -> Step | None:
        """Continue with the result of the last step."""
        try:
            return self._plan.send(value)
        except StopIteration as end:
            self.result = end.value
            return None

    def fail(self, fault: Exception) -> Step | None:
        """Continue after a fault of the last step. Raises it if no retry can help."""
        if isinstance(fault, httpx2.UnsupportedProtocol):
            raise fault
        lost = Lost()
        lost.__cause__ = fault
        try:
            return self._plan.throw(lost)
        except StopIteration as end:
            self.result = end.value
            return None


def read_answer(response: httpx2.Response) -> Answer:
    """Return the answer in a response that has been read. Raises `Lost` if its body was cut off."""
    body = None
    try:
        body = json.loads(response.content) if response.content else None
    except ValueError as error:
        if response.is_success:
            if "json" in response.headers.get("content-type", "json"):
                raise Lost from error
            raise Problem(_foreign(response)) from None
    if response.is_success and response.status_code != NO_CONTENT and not isinstance(body, dict):
        raise Problem(_foreign(response))
    # A proxy on the way may answer in its own format.
    if not response.is_success and not (isinstance(body, dict) and "code" in body):
        body = _foreign(response)
    header = response.headers.get("retry-after", "")
    millis = body.get("retryAfterMillis") if isinstance(body, dict) else None
    seconds = float(header) if header.isdecimal() else 0.0
    return Answer(response.status_code, body, seconds if millis is None else millis / 1000)


def _foreign(response: httpx2.Response) -> dict[str, Any]:
    """Return a problem for an answer that is not the service's own."""
    detail = f"HTTP {response.status_code}"
    if response.status_code not in PASSING:
        detail += f", but not from Croupier: is {response.request.url.copy_with(path='/', query=None)} its address?"
    return {"code": "OTHER", "status": response.status_code, "detail": detail}
