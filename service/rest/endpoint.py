"""The endpoints of the REST API, the source of both the routes and the OpenAPI document."""

import re
from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from datetime import UTC, date, datetime, time
from email.utils import formatdate
from functools import cached_property
from typing import Any, TypeAlias, get_type_hints

import msgspec

from service.http.call import Fields, RawHeader
from service.http.media_types import JSON
from service.rest.models import ChangeMade, MoveMade, MoveMadeOfCodes
from service.rest.preferences import CHANGE_JSON, CHANGES_JSON, CODES_JSON
from service.use_cases.context import RequestContext
from service.use_cases.inputs import Input
from service.use_cases.mistakes import template_of
from service.use_cases.operation import Group, Method, Operation
from service.views.fields import ContractStruct, Deprecation, Field, fields_of
from service.views.session_view import MoveApplied, SessionChanged

CREATED = 201

_PARAMETER = re.compile(r"\{(\w+)\}")
_WORD = re.compile(r"_(\w)")
_KEY = {"idempotencyKey"}
_CONDITION = {"expectedVersion", "expectedHead"}


# The struct of an item of a stream.
Item: TypeAlias = type[ContractStruct]


class Link(msgspec.Struct, frozen=True):
    """A link from a response to an operation: the sources of its parameters, and a name if not the operation's."""

    operation: str
    parameters: Mapping[str, str]
    description: str
    name: str = ""


def next_page(operation: str, parameters: Mapping[str, str] = {}) -> Link:
    """Return the link from a page to the next one."""
    return Link(operation, {**parameters, "after": "$response.body#/pageInfo/endCursor"}, "The next page.", "nextPage")


class Media(msgspec.Struct, frozen=True):
    """A media type of a response; each line or event of a stream is an `item`, by default an answer, or of `others`."""

    type: str
    description: str
    item: Item | None = None
    others: Sequence[Item] = ()


_MINIMAL = Media(CHANGE_JSON, "The change alone, for `Prefer: return=minimal`.", ChangeMade)
_CHANGES = Media(CHANGES_JSON, "The differences, for `Prefer: return=changes`.", MoveMade)
_CODES = Media(CODES_JSON, "The differences in codes, for `Prefer: return=changes;codes`.", MoveMadeOfCodes)


class RestRequest(msgspec.Struct, frozen=True):
    """One request, parsed and checked; `charge` charges its caller for more than the endpoint's `cost`."""

    context: RequestContext
    fields: Fields
    media: str
    charge: Callable[[int], Awaitable[None]]


# By the field of an answer that identifies a created resource: the address of the resource, and its description.
_LOCATIONS = (
    ("session", "/v1/sessions/{0.session.id}", "The address of the session."),
    ("tournament", "/v1/tournaments/{0.tournament.id}", "The address of the tournament."),
    ("webhook", "/v1/webhooks/{0.webhook.id}", "The address of the webhook."),
    ("batch_id", "/v1/batches/{0.batch_id}/results", "The address of the results."),
)
# The links from a change to the changed resource, by the parameter of the path.
_READ = {
    "sessionId": ("readSession", "The current session."),
    "tournamentId": ("readTournament", "The current tournament."),
    "webhookId": ("readWebhook", "The current webhook."),
}


class Endpoint(msgspec.Struct, frozen=True, kw_only=True, dict=True):
    """One row of the registry.

    Some fields of the input come from the path, from `Idempotency-Key` and from `If-Match`. All others come from the
    query of a GET, or else from the body, whose schema is named `body`.

    `handle` returns a value of the contract, or a response if more than the value depends on the request. `show`
    converts a value of another type to an `answer`. `headers` are further header fields of a request, with their
    descriptions. With `tags`, the response has an `ETag` for conditional requests. `cost` returns the price of an input
    in addition to the request. `problems` are the codes beyond the ones that every endpoint of its kind has. If the
    endpoint creates a resource, `location` is its address, a format of the answer; `located` describes it. Each
    response of a `deprecated` endpoint says that the endpoint is deprecated.
    """

    id: str
    method: Method
    path: str
    group: Group
    summary: str
    description: str = ""
    input: type[Input] = Input
    body: str = ""
    handle: Callable[[RestRequest, Any], Awaitable[object]]
    show: Callable[[Any, Any], object] | None = None
    answer: type
    answered: str
    status: int = 200
    cost: Callable[[Any], int] | None = None
    tags: bool = False
    headers: Mapping[str, msgspec.Meta] = {}
    media: tuple[Media, ...] = ()
    other_answers: Mapping[int, str] = {}
    problems: tuple[str, ...] = ()
    links: tuple[Link, ...] = ()
    example: Mapping[str, object] | None = None
    location: str = ""
    located: str = ""
    deprecated: Deprecation | None = None

    @cached_property
    def offers(self) -> tuple[str, ...]:
        """The media types of the answer, the preferred one first."""
        return tuple(media.type for media in self.media) or (JSON,)

    @cached_property
    def tells_next_match(self) -> bool:
        """Whether the answer to a change has the session, whose `ETag` is the `If-Match` of the next change."""
        if self.method != "POST" or not issubclass(self.answer, ContractStruct):
            return False
        return "session" in self.answer.__struct_fields__

    @cached_property
    def has_minimal(self) -> bool:
        """Whether a client may prefer an answer with the change alone."""
        return CHANGE_JSON in self.offers

    @cached_property
    def has_changes(self) -> bool:
        """Whether a client may prefer an answer with the differences alone."""
        return CHANGES_JSON in self.offers

    @cached_property
    def deprecation_fields(self) -> tuple[RawHeader, ...]:
        """The header fields that announce a deprecation (RFC 9745) and the removal (RFC 8594)."""
        if self.deprecated is None:
            return ()
        since = b"@%d" % _seconds(self.deprecated.since)
        if self.deprecated.removal is None:
            return ((b"deprecation", since),)
        removal = formatdate(_seconds(self.deprecated.removal), usegmt=True)
        return (b"deprecation", since), (b"sunset", removal.encode())

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
        """Whether the request must name in `If-Match` the version at which it was decided."""
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
        """The fields of the body; if there are none, the request has no body."""
        return self._own_fields if self.method == "POST" else ()

    @cached_property
    def needs_body(self) -> bool:
        """Whether the body has a field that is required; if not, no body says the same as `{}`."""
        return any(self.fields[name].default is msgspec.NODEFAULT for name in self.body_fields)

    @cached_property
    def form(self) -> str:
        """The body with its required fields alone, as messages quote it."""
        elsewhere = self.fields.keys() - set(self.body_fields)
        return f"`{template_of(self.input, elsewhere)}`"

    @property
    def _own_fields(self) -> tuple[str, ...]:
        elsewhere = {*self.path_fields, *_KEY, *_CONDITION}
        return tuple(name for name in self.fields if name not in elsewhere)


def _seconds(day: date) -> int:
    """Return the time at which a day begins, in seconds since 1970."""
    return int(datetime.combine(day, time(), UTC).timestamp())


def endpoint_of(operation: Operation[Any, Any], **own: Any) -> Endpoint:  # noqa: ANN401
    """Return the endpoint of an operation; `own` adds to the fields of its declaration."""

    def handle(call: RestRequest, input: Any) -> Awaitable[object]:  # noqa: ANN401
        return operation.use_case(call.context, input)

    row: dict[str, Any] = {
        "description": " ".join(text for text in (operation.description, operation.note) if text),
        "handle": handle,
        "links": tuple(_links_of(operation)),
        **{name: getattr(operation, name) for name in _SHARED},
        **own,
    }
    if issubclass(operation.answer, MoveApplied | SessionChanged):
        row["media"] = (Media(JSON, "The change, and the current session."), _MINIMAL)
    if issubclass(operation.answer, MoveApplied):
        row["media"] += (_CHANGES, _CODES)
    if operation.status == CREATED:
        fields = operation.answer.__struct_fields__
        row["location"], row["located"] = next(rest for field, *rest in _LOCATIONS if field in fields)
    return Endpoint(id=operation.name, **row)


# The fields that an endpoint has from its operation as they are.
_SHARED = set(Endpoint.__struct_fields__) & set(Operation.__struct_fields__) - {"description"}


def _links_of(operation: Operation[Any, Any]) -> Iterator[Link]:
    """Yield the link to the next page, or from a change to the changed resource."""
    parameters = {name: f"$request.path.{name}" for name in _PARAMETER.findall(operation.path)}
    if "page_info" in operation.answer.__struct_fields__:
        yield next_page(operation.name, parameters)
    elif operation.kind == "mutation" and parameters:
        (name,) = parameters
        yield Link(_READ[name][0], parameters, _READ[name][1])


def resource(
    path: str,
    group: Group,
    summary: str,
    answered: str,
    **own: Any,  # noqa: ANN401
) -> Callable[[Callable[[RestRequest, Any], Awaitable[object]]], Endpoint]:
    """Return a decorator that turns a function into an endpoint, for a resource that no operation reads.

    The function's name becomes the endpoint's. Its annotations are the input and, unless `own` has it, the answer.
    """

    def declare(handle: Callable[[RestRequest, Any], Awaitable[object]]) -> Endpoint:
        _, input, answer = get_type_hints(handle).values()
        id = _WORD.sub(lambda found: found[1].upper(), handle.__name__)
        row = {"input": input, "answer": answer, **own}
        return Endpoint(
            id=id, method="GET", path=path, group=group, summary=summary, answered=answered, handle=handle, **row
        )

    return declare
