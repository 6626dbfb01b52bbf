"""Endpoints of the REST API: the routes and the OpenAPI document are both made from these."""

import re
from collections.abc import Awaitable, Callable, Mapping
from functools import cached_property
from typing import Any, Literal

import msgspec

from service.http.request_body import Fields
from service.http.shutdown import Shutdown
from service.use_cases.context import RequestContext
from service.use_cases.inputs import Input
from service.use_cases.operations import OPERATIONS
from service.views.fields import Field, fields_of

Method = Literal["GET", "POST"]
JSON = "application/json"
CREATED = 201

_PARAMETER = re.compile(r"\{(\w+)\}")
_KEY = {"idempotencyKey"}
_CONDITION = {"expectedVersion", "expectedHead"}


class Header(msgspec.Struct, frozen=True):
    """A header of a request or an answer."""

    name: str
    description: str
    required: bool = False
    example: str | None = None


class OperationLink(msgspec.Struct, frozen=True):
    """A next step after an answer: an operation, and where its parameters come from."""

    operation: str
    parameters: Mapping[str, str]
    description: str


class Media(msgspec.Struct, frozen=True):
    """Another form of an answer than JSON."""

    type: str
    description: str


class Call(msgspec.Struct, frozen=True):
    """One request, read and checked."""

    context: RequestContext
    input: Any
    fields: Fields
    media: str
    shutdown: Shutdown


class Endpoint(msgspec.Struct, frozen=True, kw_only=True, dict=True):
    """One row of the registry.

    The fields of its input come from the path, from `Idempotency-Key` and `If-Match`, and all others from the body, or
    from the query if it is read by GET; `body` is the name of the body's schema. `tags` tells that the answer has an
    `ETag`. `cost` is charged for it beyond a request. `problems` are the codes that it may give beside those that any
    endpoint of its kind may. `handle` returns a value of the contract, or a response when the request decides more
    than that; `show` makes the `answer` of a value that is of another type.
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
    cost: int = 0
    tags: bool = False
    headers: tuple[Header, ...] = ()
    media: tuple[Media, ...] = ()
    other_answers: Mapping[int, str] = {}
    problems: tuple[str, ...] = ()
    links: Mapping[str, OperationLink] = {}
    example: Mapping[str, object] | None = None

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
        """Whether the request must say in `If-Match` from which version it was decided."""
        return self.fields.keys() >= _CONDITION

    @cached_property
    def path_fields(self) -> tuple[str, ...]:
        """The fields that the path has."""
        return tuple(_PARAMETER.findall(self.path))

    @cached_property
    def query_fields(self) -> tuple[str, ...]:
        """The fields that the query may have."""
        return self._own_fields if self.method == "GET" else ()

    @cached_property
    def body_fields(self) -> tuple[str, ...]:
        """The fields of the body; there is none without them."""
        return self._own_fields if self.method == "POST" else ()

    @property
    def _own_fields(self) -> tuple[str, ...]:
        elsewhere = {*self.path_fields, *_KEY, *_CONDITION}
        return tuple(name for name in self.fields if name not in elsewhere)


def serve(
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
    )
