"""The endpoints of the REST API, the source of both the routes and the OpenAPI document."""

import re
from collections.abc import Awaitable, Callable, Mapping
from functools import cached_property
from typing import Any, Literal, TypeAlias

import msgspec

from service.http.request_body import JSON, Fields
from service.http.shutdown import Shutdown
from service.use_cases.context import RequestContext
from service.use_cases.inputs import Input
from service.use_cases.operations import OPERATIONS
from service.views.fields import ContractStruct, Field, fields_of

Method = Literal["GET", "POST"]
CREATED = 201

_PARAMETER = re.compile(r"\{(\w+)\}")
_KEY = {"idempotencyKey"}
_CONDITION = {"expectedVersion", "expectedHead"}


# The kind of what a stream is made of.
Item: TypeAlias = type[ContractStruct]


class HeaderParameter(msgspec.Struct, frozen=True):
    """A header parameter of a request."""

    name: str
    description: str
    required: bool = False
    example: str | None = None


class OperationLink(msgspec.Struct, frozen=True):
    """A next step after a response: an operation, and the sources of its parameters."""

    operation: str
    parameters: Mapping[str, str]
    description: str


class Media(msgspec.Struct, frozen=True):
    """A media type of a response; each line or event of a stream is an `item`, by default an answer."""

    type: str
    description: str
    item: Item | None = None


class Call(msgspec.Struct, frozen=True):
    """One request, parsed and checked; `charge` charges its caller for more than the endpoint's `cost`."""

    context: RequestContext
    input: Any
    fields: Fields
    media: str
    shutdown: Shutdown
    charge: Callable[[int], Awaitable[None]]


def session_location(value: Any) -> str:  # noqa: ANN401  what its use case gives
    """Return the address of the session that an answer is about."""
    return f"/v1/sessions/{value.session.id}"


class Endpoint(msgspec.Struct, frozen=True, kw_only=True, dict=True):
    """One row of the registry.

    The fields of its input come from the path, from `Idempotency-Key` and `If-Match`; all others come from the query of
    a GET, else from the body, whose schema is named `body`. `handle` returns a value of the contract, or a response if
    more than the value depends on the request; `show` converts a value of another type to an `answer`. With `tags`, the
    response has an `ETag` for conditional requests. `cost` returns what an input costs in addition to any request.
    `problems` are the codes beside those of every endpoint of its kind. Where something was created, `location` returns
    the address to read it at, which `located` describes.
    """

    id: str
    method: Method
    path: str
    group: str
    summary: str
    description: str = ""
    input: type[Input] = Input
    body: str = ""
    handle: Callable[[Call], Awaitable[object]]
    show: Callable[[Any, Any], object] | None = None
    answer: type
    answered: str
    status: int = 200
    cost: Callable[[Any], int] | None = None
    tags: bool = False
    headers: tuple[HeaderParameter, ...] = ()
    media: tuple[Media, ...] = ()
    other_answers: Mapping[int, str] = {}
    problems: tuple[str, ...] = ()
    links: Mapping[str, OperationLink] = {}
    example: Mapping[str, object] | None = None
    location: Callable[[Any], str] = session_location
    located: str = "Where the session is read."

    @cached_property
    def offers(self) -> tuple[str, ...]:
        """The media types of the answer, the preferred one first."""
        return tuple(media.type for media in self.media) or (JSON,)

    @cached_property
    def fields(self) -> Mapping[str, Field]:
        """The fields of the input by their names on the wire."""
        return {field.wire_name: field for field in fields_of(self.input)}

    @cached_property
    def takes_key(self) -> bool:
        """Whether the request may have an `Idempotency-Key`."""
        return self.fields.keys() >= _KEY

    @cached_property
    def needs_match(self) -> bool:
        """Whether the request must name the version that it was decided at in `If-Match`."""
        return self.fields.keys() >= _CONDITION

    @cached_property
    def path_fields(self) -> tuple[str, ...]:
        """The fields of the path."""
        return tuple(_PARAMETER.findall(self.path))

    @cached_property
    def query_fields(self) -> tuple[str, ...]:
        """The fields that the query may have."""
        return self._own_fields if self.method == "GET" else ()

    @cached_property
    def body_fields(self) -> tuple[str, ...]:
        """The fields of the body; without fields, the request has no body."""
        return self._own_fields if self.method == "POST" else ()

    @property
    def _own_fields(self) -> tuple[str, ...]:
        elsewhere = {*self.path_fields, *_KEY, *_CONDITION}
        return tuple(name for name in self.fields if name not in elsewhere)


def endpoint_for(
    name: str,
    path: str,
    group: str,
    *,
    method: Method = "POST",
    note: str = "",
    input: type[Input] | None = None,
    body: str = "",
    status: int = 200,
    answer: type | None = None,
    answered: str = "",
    show: Callable[[Any, Any], object] | None = None,
    links: Mapping[str, OperationLink] = {},
    example: Mapping[str, object] | None = None,
    location: Callable[[Any], str] = session_location,
    located: str = "Where the session is read.",
) -> Endpoint:
    """Return the endpoint of an operation of the table."""
    operation = OPERATIONS[name]
    return Endpoint(
        id=name,
        method=method,
        path=path,
        group=group,
        summary=operation.summary,
        description=" ".join(text for text in (operation.description, note) if text),
        input=input or operation.input,
        body=body or (input or operation.input).__name__.removesuffix("Input"),
        handle=lambda call: operation.use_case(call.context, call.input),
        show=show,
        answer=answer or operation.answer,
        answered=answered or operation.answer.__doc__ or "",
        status=status,
        cost=operation.cost,
        problems=operation.problems,
        links=links,
        example=example,
        location=location,
        located=located,
    )
