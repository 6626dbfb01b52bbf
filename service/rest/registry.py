"""The endpoints of the REST API, the source of both the routes and the OpenAPI document."""

import re
from collections.abc import Awaitable, Callable, Mapping
from functools import cached_property
from typing import Any, Literal, TypeAlias, get_type_hints

import msgspec

from service.http.call import Fields
from service.http.media_types import JSON
from service.use_cases.context import RequestContext
from service.use_cases.inputs import Input
from service.use_cases.operations import OPERATIONS
from service.views.fields import ContractStruct, Field, fields_of

Method = Literal["GET", "POST"]
CREATED = 201

_PARAMETER = re.compile(r"\{(\w+)\}")
_WORD = re.compile(r"_(\w)")
_KEY = {"idempotencyKey"}
_CONDITION = {"expectedVersion", "expectedHead"}


# The kind of what a stream is made of.
Item: TypeAlias = type[ContractStruct]


class Link(msgspec.Struct, frozen=True):
    """A next step after a response: an operation, the sources of its parameters, and a name if not the operation's."""

    operation: str
    parameters: Mapping[str, str]
    description: str
    name: str = ""


def next_page(operation: str, parameters: Mapping[str, str] = {}) -> Link:
    """Return the link from a page to the next one."""
    return Link(operation, {**parameters, "after": "$response.body#/pageInfo/endCursor"}, "The next page.", "nextPage")


class Media(msgspec.Struct, frozen=True):
    """A media type of a response; each line or event of a stream is an `item`, by default an answer."""

    type: str
    description: str
    item: Item | None = None


class Call(msgspec.Struct, frozen=True):
    """One request, parsed and checked; `charge` charges its caller for more than the endpoint's `cost`."""

    context: RequestContext
    fields: Fields
    media: str
    charge: Callable[[int], Awaitable[None]]


def session_location(value: Any) -> str:  # noqa: ANN401  what its use case gives
    """Return the address of the session that an answer is about."""
    return f"/v1/sessions/{value.session.id}"


class Endpoint(msgspec.Struct, frozen=True, kw_only=True, dict=True):
    """One row of the registry.

    The fields of its input come from the path, from `Idempotency-Key` and `If-Match`; all others come from the query of
    a GET, else from the body, whose schema is named `body`. `handle` returns a value of the contract, or a response if
    more than the value depends on the request; `show` converts a value of another type to an `answer`. `headers` are
    further header fields that a request may have, with their descriptions. With `tags`, the response has an `ETag` for
    conditional requests. `cost` returns what an input costs in addition to any request. `problems` are the codes beside
    those of every endpoint of its kind. Where something was created, `location` returns the address to read it at,
    which `located` describes.
    """

    id: str
    method: Method
    path: str
    group: str
    summary: str
    description: str = ""
    input: type[Input] = Input
    body: str = ""
    handle: Callable[[Call, Any], Awaitable[object]]
    show: Callable[[Any, Any], object] | None = None
    answer: type
    answered: str
    status: int = 200
    cost: Callable[[Any], int] | None = None
    tags: bool = False
    headers: Mapping[str, str] = {}
    media: tuple[Media, ...] = ()
    other_answers: Mapping[int, str] = {}
    problems: tuple[str, ...] = ()
    links: tuple[Link, ...] = ()
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
    **own: Any,  # noqa: ANN401
) -> Endpoint:
    """Return the endpoint of an operation of the table; it has `own` fields besides those that follow from that."""
    operation = OPERATIONS[name]

    def handle(call: Call, input: Any) -> Awaitable[object]:  # noqa: ANN401
        return operation.use_case(call.context, input)

    input: type[Input] = own.get("input", operation.input)
    row: dict[str, Any] = {
        "summary": operation.summary,
        "description": " ".join(text for text in (operation.description, note) if text),
        "input": input,
        "body": input.__name__.removesuffix("Input"),
        "handle": handle,
        "answer": operation.answer,
        "answered": operation.answer.__doc__ or "",
        "cost": operation.cost,
        "problems": operation.problems,
    }
    return Endpoint(id=name, method=method, path=path, group=group, **{**row, **own})


def resource(
    path: str,
    group: str,
    summary: str,
    answered: str,
    **own: Any,  # noqa: ANN401
) -> Callable[[Callable[[Call, Any], Awaitable[object]]], Endpoint]:
    """Return a decorator that makes an endpoint of a function, which reads what no operation does.

    The function's name is the endpoint's; its annotations are the input and, unless it is among the `own` fields, the
    answer.
    """

    def declare(handle: Callable[[Call, Any], Awaitable[object]]) -> Endpoint:
        _, input, answer = get_type_hints(handle).values()
        id = _WORD.sub(lambda found: found[1].upper(), handle.__name__)
        row = {"input": input, "answer": answer, **own}
        return Endpoint(
            id=id, method="GET", path=path, group=group, summary=summary, answered=answered, handle=handle, **row
        )

    return declare
