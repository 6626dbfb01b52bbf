"""Faults planted into the executor, one at a time, to check that a comparison finds each of them."""

import json
import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any

import msgspec
from graphql import GraphQLInt
from msgspec.structs import replace

from compiled import executor, plan, replay, selections
from compiled.executor import OPERATIONS, Executor, Plans
from service.graphql import schema
from service.graphql.errors import CodedErrors
from tests.service.differential.clients import Answer, Endpoint, Request
from tests.service.differential.run import Around as Around
from tests.support.graphql_client import Json

Edit = Callable[[Request], Request]
Retell = Callable[[Json], Json]


class Edited:
    """An endpoint that edits the request."""

    def __init__(self, endpoint: Endpoint, edit: Edit) -> None:
        self._endpoint = endpoint
        self._edit = edit

    async def ask(self, request: Request) -> Answer:
        """Return the response, with the fault."""
        return await self._endpoint.ask(self._edit(request))


class Replaced:
    """An endpoint that replaces a function of the library, or of the service, during a request."""

    def __init__(self, endpoint: Endpoint, target: Any, name: str, other: Any) -> None:  # noqa: ANN401
        self._endpoint = endpoint
        self._target = target
        self._name = name
        self._other = other

    async def ask(self, request: Request) -> Answer:
        """Return the response, with the fault."""
        with _replaced(self._target, self._name, self._other):
            return await self._endpoint.ask(request)


class Again:
    """An endpoint that executes each operation twice."""

    def __init__(self, endpoint: Endpoint) -> None:
        self._endpoint = endpoint

    async def ask(self, request: Request) -> Answer:
        """Return the response, with the fault."""
        await self._endpoint.ask(request)
        return await self._endpoint.ask(request)


class Retold:
    """An endpoint that edits the response."""

    def __init__(self, endpoint: Endpoint, change: Callable[[Answer], Answer]) -> None:
        self._endpoint = endpoint
        self._change = change

    async def ask(self, request: Request) -> Answer:
        """Return the response, with the fault."""
        return self._change(await self._endpoint.ask(request))


@contextmanager
def _replaced(target: Any, name: str, other: Any) -> Iterator[None]:  # noqa: ANN401
    before = getattr(target, name)
    setattr(target, name, other)
    try:
        yield
    finally:
        setattr(target, name, before)


def editing(pattern: str, other: str) -> Around:
    """Return a factory of endpoints that edit documents."""
    return lambda endpoint: Edited(endpoint, lambda request: _edited(request, pattern, other))


def _edited(request: Request, pattern: str, other: str) -> Request:
    return replace(request, query=re.sub(pattern, other, request.query))


def retelling(retell: Retell) -> Around:
    """Return a factory of endpoints that edit responses."""
    return lambda endpoint: Retold(endpoint, lambda answer: _retold(answer, retell))


def _retold(answer: Answer, retell: Retell) -> Answer:
    # Responses of streams and connections have several lines, and stay as they are.
    if b"\n" in answer.body or not answer.body.startswith(b"{"):
        return answer
    body = retell(json.loads(answer.body))
    return replace(answer, body=json.dumps(body, separators=(",", ":"), ensure_ascii=False).encode())


def replacing(target: Any, name: str, other: Any) -> Around:  # noqa: ANN401
    """Return a factory of endpoints with a replaced function."""
    return lambda endpoint: Replaced(endpoint, target, name, other)


# ---- other responses


def _reversed(value: Json) -> Json:
    if isinstance(value, list):
        return [_reversed(one) for one in value]
    return {name: _reversed(value[name]) for name in reversed(value)} if isinstance(value, dict) else value


def _stopped(answer: Json) -> Json:
    """Stop a null at the root's own field instead of letting it go up to the data."""
    if answer.get("data", 1) is None and answer["errors"][0].get("path"):
        return {**answer, "data": {answer["errors"][0]["path"][0]: None}}
    return answer


def _without(name: str) -> Retell:
    """Leave a part of each error out."""

    def retell(answer: Json) -> Json:
        if "errors" not in answer:
            return answer
        errors = [{key: one[key] for key in one if key != name} for one in answer["errors"]]
        return {**answer, "errors": errors}

    return retell


def _one_error(answer: Json) -> Json:
    return {**answer, "errors": answer["errors"][:1]} if "errors" in answer else answer


def _filled(value: Json) -> Json:
    """Replace null by an empty text."""
    if isinstance(value, list):
        return [_filled(one) for one in value]
    if isinstance(value, dict):
        return {name: "" if one is None and name != "data" else _filled(one) for name, one in value.items()}
    return value


def _as_if_well(answer: Answer) -> Answer:
    return replace(answer, status=200)


def _unhidden(_self: object, error: Any) -> Any:  # noqa: ANN401
    error.extensions = {"code": "INTERNAL"}
    return error


FAULTS: Mapping[str, Around] = {
    "the order of keys is another": retelling(_reversed),
    "an alias is dropped": editing(r"\b(\w+): (?=\w+ [@{\w}])", ""),
    "@skip is not heeded": editing(r"@skip\(if: [^)]*\)", ""),
    "@include is not heeded": editing(r"@include\(if: [^)]*\)", ""),
    "defaults of variables are not heeded": editing(r"(\$\w+: [\w\[\]]+) = \w+", r"\1"),
    "a fragment on an interface is not heeded": editing(r"\.\.\. on Problem \{", "... on Problem @skip(if: true) {"),
    "types are told as nothing": editing(r"__typename", "typename: __typename"),
    "the name of the operation is not heeded": lambda endpoint: Edited(
        endpoint, lambda request: replace(request, operation=None)
    ),
    "a null stops below the data": retelling(_stopped),
    "errors have no place": retelling(_without("locations")),
    "errors have no path": retelling(_without("path")),
    "only the first error is told": retelling(_one_error),
    "null is told as an empty text": retelling(_filled),
    "bugs are shown": replacing(CodedErrors, "anonymise_error", _unhidden),
    "a use case is called twice": Again,
    "the status says that all is well": lambda endpoint: Retold(endpoint, _as_if_well),
}


_execute = Executor.execute
_read_variables = plan._read_variables
# Faults inside compiler and executor: the object, the attribute, and its replacement.
NOTHING_COMPILED: tuple[Any, str, Any] = (Plans, "look_up", lambda *_: (None, {}))
INSIDE: Mapping[str, tuple[Any, str, Any]] = {
    "an Int of a plan is not checked": (selections, "_CONDITIONS", {**selections._CONDITIONS, GraphQLInt: "[{0}]"}),
    "an Int of a short way is not checked": (plan, "LARGEST_INT", 2**62),
    "a plan is for the first values of its variables": (
        plan,
        "_read_variables",
        lambda document: ((), _read_variables(document)[1]),
    ),
    "a plan is for every operation of its document": (
        Plans,
        "look_up",
        lambda self, query, _: next(((one, {}) for (text, *_), one in self.items() if text == query), (None, {})),
    ),
    "a plan has the literals of the first document of its shape": (
        executor,
        "lift_literals",
        lambda _schema, document, _query: document,
    ),
    "a plan executes what may not be executed now": (
        Executor,
        "execute",
        lambda self, query, variables, context, name, _: _execute(self, query, variables, context, name, OPERATIONS),
    ),
    "keys are sorted": (plan, "_encode", msgspec.json.Encoder(order="sorted").encode),
    "errors are forgotten before graphql-core takes over": (replay.Resolved, "_now", lambda self: self.value),
    "graphql-core executes again what a plan began": (replay, "Replay", int),
}


@contextmanager
def planted(target: Any, name: str, other: Any) -> Iterator[None]:  # noqa: ANN401
    """Plant a fault in compiler or executor; plans made before, or with it, are forgotten."""
    with _replaced(target, name, other):
        _forget_plans()
        yield
    _forget_plans()


def _forget_plans() -> None:
    schema.plans.clear()
