"""What an operation of the REST API is: the routes and the OpenAPI document are both made from these."""

from collections.abc import Awaitable, Callable, Mapping
from typing import Any, Literal

import msgspec
from starlette.responses import Response

from service.http.shutdown import Shutdown
from service.sessions.history_hash import Cursor
from service.use_cases.answers import RequestContext

Method = Literal["GET", "POST", "DELETE"]
JSON = "application/json"


class Nothing(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The query of an operation that takes none."""


class Header(msgspec.Struct, frozen=True):
    """A header of a request or an answer."""

    name: str
    description: str
    required: bool = False
    example: str | None = None


class Link(msgspec.Struct, frozen=True):
    """What a client does with an answer: an operation, and where its parameters come from."""

    operation: str
    parameters: Mapping[str, str]
    description: str


class Media(msgspec.Struct, frozen=True):
    """Another form of an answer than JSON."""

    type: str
    description: str


class Call(msgspec.Struct, frozen=True):
    """One request, read and checked."""

    caller: RequestContext
    path: Mapping[str, str]
    query: Any
    body: Any
    expected: Cursor | None
    key: str | None
    headers: Mapping[str, str]
    media: str
    shutdown: Shutdown

    @property
    def session_id(self) -> str:
        """The id in the path."""
        return self.path["sessionId"]


class Answer(msgspec.Struct, frozen=True):
    """A value of the contract, and the headers that go with it."""

    value: object
    headers: Mapping[str, str] = {}


class Operation(msgspec.Struct, frozen=True, kw_only=True):
    """One row of the registry.

    `needs_match` tells that the request must say in `If-Match` from which version it was decided; `takes_key` that it
    may have an `Idempotency-Key`, of `shortest_key` characters at least; `tags` that the answer has an `ETag`. `cost`
    is what is charged for it beyond a request. `problems` are the codes that it may give beside those that any
    operation of its kind may.
    """

    id: str
    method: Method
    path: str
    group: str
    summary: str
    description: str = ""
    handle: Callable[[Call], Awaitable[Answer | Response]]
    answer: type
    answered: str
    status: int = 200
    query: type = Nothing
    body: type | None = None
    needs_match: bool = False
    takes_key: bool = False
    shortest_key: int = 1
    cost: int = 0
    tags: bool = False
    headers: tuple[Header, ...] = ()
    media: tuple[Media, ...] = ()
    other_answers: Mapping[int, str] = {}
    problems: tuple[str, ...] = ()
    links: Mapping[str, Link] = {}
    example: Mapping[str, object] | None = None

    @property
    def offers(self) -> tuple[str, ...]:
        """The media types of the answer, the preferred one first."""
        return tuple(media.type for media in self.media) or (JSON,)
