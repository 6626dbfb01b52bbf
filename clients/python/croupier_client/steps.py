"""Plans: the work of the kit as generators of steps, the same with and without asyncio.

A plan yields a step and is sent its result; a lost connection is thrown into it as `Lost`. `client.py` and
`async_client.py` carry the steps out.
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

# Nobody is there who could answer.
CUT_OFF = frozenset({502, 503, 504})
# In these cases nothing was done, or it is unknown what was done: the same request may be sent again.
PASSING = frozenset({408, 429, *CUT_OFF})
# What has no body; every other answer of the service is an object.
NO_CONTENT = 204
# Each table that is watched holds a connection: any bound would silently keep the next one waiting.
LIMITS = httpx2.Limits(max_connections=None, max_keepalive_connections=20)


@dataclass(frozen=True)
class Request:
    """A request to the service."""

    path: str
    method: str = "GET"
    token: str | None = None
    body: object = None
    headers: Mapping[str, str] = field(default_factory=dict)
    # The seconds that the service may take on purpose.
    wait: float = 0.0


@dataclass(frozen=True)
class Answer:
    """The whole of an answer; `retry_after` in seconds."""

    status: int
    body: Any
    retry_after: float = 0.0


@dataclass(frozen=True)
class Send:
    """Send a request once; comes to its `Answer`."""

    request: Request


@dataclass(frozen=True)
class Open:
    """Open a stream; comes to its `Answer`, without a body where the status is 200.

    After `quiet` seconds without a sign of life it counts as cut; the settings may say so earlier.
    """

    request: Request
    quiet: float = inf


@dataclass(frozen=True)
class Read:
    """Read from the open stream; comes to bytes, none at its end."""


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
    """How the service is reached. Times are in seconds."""

    # The key of the app, where the service asks for one.
    app_key: str | None = None
    # The language of labels, sentences and refusals, for people: `de-AT, en;q=0.5`.
    language: str | None = None
    # How often a request is sent at most.
    attempts: int = 8
    # How often a change is while nobody answers, `math.inf` for as long as it takes; without it, as often as all else.
    change_attempts: float | None = None
    # The longest wait before the first repetition; it doubles each time, up to the longest of all.
    first_wait: float = 0.5
    longest_wait: float = 20.0
    # After which a request without an answer counts as lost, and a stream without a sign of life as cut.
    patience: float = 20.0
    silence: float = 30.0
    # Whether the default move is claimed at watched tables when time is over.
    claims_overdue: bool = True


@dataclass
class Clock:
    """The service's clock, to the second, as far as it has told it."""

    # The seconds by which it is ahead.
    ahead: float = 0.0

    def hear(self, response: httpx2.Response) -> None:
        """Take the time from an answer, if it tells one."""
        with suppress(KeyError, ValueError):
            ahead = parsedate_to_datetime(response.headers["date"]).timestamp() - time.time()
            # It tells whole seconds, so the largest difference is the nearest, unless a clock was set.
            if ahead > self.ahead or ahead < self.ahead - 2:
                self.ahead = ahead

    def now(self) -> float:
        """Return the seconds since 1970."""
        return time.time() + self.ahead


@dataclass(frozen=True)
class Wire:
    """The way to the service."""

    url: str
    settings: Settings
    clock: Clock = field(default_factory=Clock)
    # The parameters of streams that the service has refused, since its release does not know them.
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
        """Wait before the next attempt: at random, so that clients cut off together do not return together."""
        # No float is as large as what a day's failures would double it to.
        longest: float = min(self.settings.longest_wait, self.settings.first_wait * 2.0 ** min(failures, 100))
        return Pause(at_least + random.random() * longest)  # noqa: S311  no secret


def base_of(url: str) -> str:
    """Return the address of a service, also from that of its GraphQL endpoint."""
    return url.rstrip("/").removesuffix("/graphql").rstrip("/")


def with_query(path: str, **which: object) -> str:
    """Return a path with a query of what is not None."""
    query = urlencode({name: value for name, value in which.items() if value is not None}, quote_via=quote)
    return f"{path}?{query}" if query else path


def send(wire: Wire, request: Request) -> Plan[Answer]:
    """Send a request until it is answered, and return the answer, a refusal too.

    Raises `Unreachable`, and `Problem` where the last answer was only for now.
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
    """Return how often a request is sent: the key of a change makes sure that it is made once."""
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


# What a step may fail with, so that it is tried again.
FAULTS = (Lost, httpx2.TransportError, httpx2.DecodingError)


class Course(Generic[T]):
    """A plan on its way: each call returns the next step, and None at the end."""

    def __init__(self, plan: Plan[T]) -> None:
        self._plan = plan
        self.result: T

    def start(self) -> Step | None:
        """Return the first step."""
        return self.succeed(None)

    def succeed(self, value: object) -> Step | None:
        """Go on with what came of the last step."""
        try:
            return self._plan.send(value)
        except StopIteration as end:
            self.result = end.value
            return None

    def fail(self, fault: Exception) -> Step | None:
        """Go on after a fault of the last step. Raises it if no repetition can help."""
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
    """Return the answer of a response that was read. Raises `Lost` if its body was cut off."""
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
    # What stands between here and the service may answer in a form of its own.
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
