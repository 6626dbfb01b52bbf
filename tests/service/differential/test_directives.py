"""Directives at every location: each is executed or refused with a code, as graphql-core does, in every transport."""

from collections.abc import Iterator
from itertools import cycle, product

import pytest

from tests.service.differential.clients import EVENTS, JSON, PARTS, SOCKET, Answer, Request
from tests.service.differential.run import Execution, running

pytestmark = pytest.mark.anyio

DIRECTIVES = ("skip", "include", "deprecated", "specifiedBy", "oneOf", "defer", "stream", "unknown")

# A directive stands at each mark: at every location of the language, on types of every kind.
EXECUTABLE = (
    'query ($yes: Boolean = true, $no: Boolean = false) ◆ { game(id: "zar") { id } }',
    "query ◆ { games { id } }",
    'mutation ($yes: Boolean = true) ◆ { newTable(input: {game: "zar", seats: 2}) { __typename } }',
    'subscription ($yes: Boolean = true) ◆ { sessionUpdates(sessionId: "x") { version } }',
    "query ($yes: Boolean = true ◆, $no: Int ◆) { games { id } }",
    'subscription ($yes: Boolean = true ◆) { sessionUpdates(sessionId: "x") { version } }',
    'query ($yes: Boolean = true) { game(id: "zar") { id ◆ title } }',
    'query ($yes: Boolean = true) { game(id: "zar") ◆ { id } }',
    "query ($yes: Boolean = true) { games ◆ { id } }",
    "query ($yes: Boolean = true) { __typename ◆ games { __typename ◆ } }",
    'query ($yes: Boolean = true) { __schema ◆ { description ◆ } __type(name: "Game") ◆ { name ◆ } }',
    'query ($yes: Boolean = true) { tournamentRecord(tournamentId: "x") { __typename ◆ } }',
    'query ($yes: Boolean = true) { tournamentRecord(tournamentId: "x") { code ◆ } }',
    'mutation ($yes: Boolean = true) { newTable(input: {game: "zar", seats: 2}) ◆ { __typename } }',
    'subscription ($yes: Boolean = true) { sessionUpdates(sessionId: "x") ◆ { version ◆ } }',
    'query ($yes: Boolean = true) { tournamentRecord(tournamentId: "x") { ... on Problem ◆ { code } } }',
    'query ($yes: Boolean = true) { tournamentRecord(tournamentId: "x") { ... on NotFound ◆ { code } } }',
    'query ($yes: Boolean = true) { tournamentRecord(tournamentId: "x") { ... ◆ { __typename } } }',
    'query ($yes: Boolean = true) { node(id: "zar") { ... on Game ◆ { id } ... ◆ { id } } }',
    "query ($yes: Boolean = true) { ... ◆ { games { id } } }",
    "query ($yes: Boolean = true) { games { ... on Nothing ◆ { id } ... on String ◆ { id } } }",
    'mutation ($yes: Boolean = true) { ... ◆ { newTable(input: {game: "zar", seats: 2}) { __typename } } }',
    'subscription ($yes: Boolean = true) { ... ◆ { sessionUpdates(sessionId: "x") { version } } }',
    'query ($yes: Boolean = true) { tournamentRecord(tournamentId: "x") { ...P ◆ } } fragment P on Problem { code }',
    'subscription ($yes: Boolean = true) { ...S ◆ } fragment S on Subscription ◆ { sessionUpdates(sessionId: "x") '
    "{ version } }",
    "query ($yes: Boolean = true) { games { ...G ◆ } } fragment G on Game ◆ { id ◆ }",
    "query ($yes: Boolean = true) { games { ...G } } fragment G on Game ◆ { ...G ◆ }",
    "query ($yes: Boolean = true) { games { ...Nothing ◆ } }",
)
TYPES = (
    "schema ◆ { query: Query }",
    "scalar A ◆",
    "type A ◆ { b(c: Int ◆): Int ◆ }",
    "interface A ◆ { b: Int ◆ }",
    "union A ◆ = Game",
    "enum A ◆ { B ◆ }",
    "input A ◆ { b: Int ◆ }",
    "directive @a(b: Int ◆) on FIELD",
    "extend schema ◆",
    "extend type Game ◆",
    "extend union Nothing ◆",
)

USUAL_ARGUMENTS = ("", "(if: $yes)")
ODD_ARGUMENTS = (
    "(if: $no)",
    "(if: $missing)",
    "(if: null)",
    '(if: "true")',
    "(if: [{a: YES}])",
    "(if: true, if: true)",
    "(if: true, what: 1)",
    '(if: true, label: "a")',
    "(label: $yes, initialCount: -1)",
    "(if: 99999999999999999999)",
)
FORMS = (("POST", JSON), (SOCKET, JSON), ("POST", EVENTS), ("GET", JSON), ("POST", PARTS))
CODES = (b"BAD_REQUEST", b"NOT_FOUND")


def documents() -> Iterator[str]:
    """Yield documents with one directive or two at every place."""
    for place, name, arguments in product(EXECUTABLE, DIRECTIVES, USUAL_ARGUMENTS):
        yield place.replace("◆", f"@{name}{arguments}")
    for place, name, arguments in product(EXECUTABLE, ("include", "stream"), ODD_ARGUMENTS):
        yield place.replace("◆", f"@{name}{arguments}")
    for place, first, second in product(EXECUTABLE, ("skip", "include"), ("include", "defer", "stream")):
        yield place.replace("◆", f"@{first}(if: $yes) @{second}(if: true)")
    for place, name in product(TYPES, ("include", "stream", "deprecated")):
        directed = place.replace("◆", f"@{name}(if: true)")
        yield directed
        yield "{ games { id } } " + directed


def requests() -> Iterator[Request]:
    """Yield a request for each document, in one form after the other."""
    for document, (method, accept) in zip(documents(), cycle(FORMS), strict=False):
        yield Request(document, method=method, accept=accept)


async def test_a_directive_at_any_place_is_executed_or_refused_with_a_code() -> None:
    async with running(seed=1, sessions=0) as run:
        for request in requests():
            expected, actual = await run.ask_both(request)
            check_told(expected, request)
            assert actual.answer == expected.answer, request


def check_told(execution: Execution, request: Request) -> None:
    """Check that an operation has an outcome, and that its errors are no bugs."""
    answer = execution.answer
    assert execution.logged == [], request
    assert answer.status < 500 or request.method == SOCKET, request
    assert answer.status in (0, 200, 400, 405, 406), (request, answer)
    assert has_outcome(answer), (request, answer)
    assert answer.body.count(b'"code":"') == sum(answer.body.count(b'"code":"%s"' % code) for code in CODES), answer


def has_outcome(answer: Answer) -> bool:
    """Tell whether an answer has data or an error: a stream that only completes has neither."""
    return b'"data":' in answer.body or b'"errors":' in answer.body or b'"type":"error"' in answer.body
