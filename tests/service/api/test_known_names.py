"""Errors about unknown names in a document: the library's message, followed by the names that exist."""

import pytest
from graphql import GraphQLObjectType

from service.graphql.known_names import complete
from service.graphql.schema import schema
from service.use_cases.mistakes import MOST_LISTED
from tests.support.graphql_client import Client
from tools.services import Service

SCHEMA = schema._schema
CREATE = 'mutation { createSession(input: {game: "zar", seats: 2}) { %s } }'
RESULT = "A `CreateSessionResult` is `SessionCreated`, `InvalidInput` or `NotAllowed`"

# Each row is a document, the library's message, and the sentence that the service adds.
DOCUMENTS = [
    (
        "{ games { name } }",
        "Cannot query field 'name' on type 'Game'.",
        "The known ones are `id`, `title`, `summary`, `goal`, `howToPlay`, `minSeats`, `maxSeats`, `rulesVersion`, "
        "`options`, `verbs`, `hasLesson`, `rules`, `rule`, `cards`, `vocabulary`, `lesson`.",
    ),
    (
        '{ game(id: "zar") { cards { colour } } }',
        "Cannot query field 'colour' on type 'Card'. Did you mean 'color'?",
        "The known ones are `code`, `suit`, `color`, `value`, `label`.",
    ),
    (
        "{ games }",
        "Field 'games' of type '[Game!]!' must have a selection of subfields. Did you mean 'games { ... }'?",
        "The known ones are `id`, `title`, `summary`, `goal`, `howToPlay`, `minSeats`, `maxSeats`, `rulesVersion`, "
        "`options`, `verbs`, `hasLesson`, `rules`, `rule`, `cards`, `vocabulary`, `lesson`.",
    ),
    (
        'mutation { createSession(input: {game: "zar", seats: 2}) }',
        "Field 'createSession' of type 'CreateSessionResult!' must have a selection of subfields. "
        "Did you mean 'createSession { ... }'?",
        f"{RESULT}: write `... on SessionCreated {{ … }}`.",
    ),
    (
        "{ games { id { text } } }",
        "Field 'id' must not have a selection since type 'ID!' has no subfields.",
        "Write `id` without braces behind it.",
    ),
    (
        CREATE % "session { id }",
        "Cannot query field 'session' on type 'CreateSessionResult'. "
        "Did you mean to use an inline fragment on 'SessionCreated'?",
        f"{RESULT}: write `... on SessionCreated {{ session }}`.",
    ),
    (
        CREATE % "sessionId",
        "Cannot query field 'sessionId' on type 'CreateSessionResult'.",
        f"{RESULT}: write `... on SessionCreated {{ … }}`.",
    ),
    (
        CREATE % "... on Session { id }",
        "Fragment cannot be spread here as objects of type 'CreateSessionResult' can never be of type 'Session'.",
        f"{RESULT}.",
    ),
    (
        "fragment S on Session { id } { games { ...S } }",
        "Fragment 'S' cannot be spread here as objects of type 'Game' can never be of type 'Session'.",
        "Write the fields of `Game` without `... on`.",
    ),
    (
        '{ node(id: "zar") { title } }',
        "Cannot query field 'title' on type 'Node'. Did you mean to use an inline fragment on 'Game' or 'Tournament'?",
        "The only one is `id`; a `Node` is `Game`, `Session` or `Tournament`: write `... on Game { title }`.",
    ),
    (
        "{ sessions(of: 3) { nodes { id } } }",
        "Unknown argument 'of' on field 'Query.sessions'.",
        "The known ones are `game`, `first`, `after`.",
    ),
    (
        'mutation { applyMove(card: "AR1") { __typename } }',
        "Unknown argument 'card' on field 'Mutation.applyMove'.",
        "The only one is `input`.",
    ),
    (
        '{ session(id: "x") { status(of: 3) } }',
        "Unknown argument 'of' on field 'Session.status'.",
        "There are none here.",
    ),
    (
        '{ session(sessionId: "x") { id } }',
        "Argument 'Query.session(id:)' of type 'ID!' is required, but it was not provided.",
        "Write `session(id: …)`.",
    ),
    (
        "mutation { createSession { __typename } }",
        "Argument 'Mutation.createSession(input:)' of type 'CreateSessionInput!' is required, but it was not provided.",
        "Write `createSession(input: {game: …, seats: …})`.",
    ),
    ("{ games { id @show } }", "Unknown directive '@show'.", "The known ones are `@include`, `@skip`."),
    (
        "{ games { id @include(when: true) } }",
        "Unknown argument 'when' on directive '@include'.",
        "The only one is `if`.",
    ),
    (
        "{ node(id: 1) { ... on Table { state } ... on Chess { id } } }",
        "Unknown type 'Chess'.",
        "`/schema.graphql` lists all types.",
    ),
    ("{ games { ...Title } }", "Unknown fragment 'Title'.", "Define it: `fragment Title on TYPE { … }`."),
    (
        "{ session(id: $id) { id } }",
        "Variable '$id' is not defined.",
        "Declare it where the operation begins: `($id: TYPE)`.",
    ),
    (
        "query One { session(id: $id) { id } }",
        "Variable '$id' is not defined by operation 'One'.",
        "Declare it where the operation begins: `($id: TYPE)`.",
    ),
    (
        "query ($id: String) { session(id: $id) { id } }",
        "Variable '$id' of type 'String' used in position expecting type 'ID!'.",
        "Declare it as `$id: ID!`.",
    ),
    (
        "{ sessionUpdates { version } }",
        "Cannot query field 'sessionUpdates' on type 'Query'. Did you mean 'sessions'?",
        "`sessionUpdates` is a subscription: write `subscription { sessionUpdates… }`.",
    ),
    (
        "mutation { games { id } }",
        "Cannot query field 'games' on type 'Mutation'.",
        "`games` is a query: write `query { games… }`.",
    ),
]


@pytest.mark.parametrize(("document", "message", "addition"), DOCUMENTS)
def test_an_error_about_a_name_says_what_to_write(
    one_service: Service, document: str, message: str, addition: str
) -> None:
    errors = Client(one_service).execute(document)["errors"]
    assert f"{message} {addition}" in [error["message"] for error in errors]
    assert {error["extensions"]["code"] for error in errors} == {"BAD_REQUEST"}


def test_a_deprecated_field_is_not_listed(one_service: Service) -> None:
    (error,) = Client(one_service).execute("mutation { nope }")["errors"]
    assert "`createSession`" in error["message"]
    assert "`mySessions`" not in error["message"]


@pytest.mark.parametrize("form", ["text/event-stream", "multipart/mixed; subscriptionSpec=1.0"])
def test_a_stream_lists_the_known_names_too(one_service: Service, form: str) -> None:
    document = "subscription { updates { version } }"
    answer = one_service.http.post(one_service.url, json={"query": document}, headers={"Accept": form})
    assert "The known ones are `sessionUpdates`, `sessionEmotes`, `tournamentUpdates`." in answer.text


OBJECTS = sorted(name for name, kind in SCHEMA.type_map.items() if isinstance(kind, GraphQLObjectType))


@pytest.mark.parametrize("name", OBJECTS)
def test_no_list_of_known_fields_is_long(name: str) -> None:
    message = f"Cannot query field 'nope' on type '{name}'."
    completed = complete(message, SCHEMA)
    assert completed is not None
    assert completed.startswith(f"{message} The ")
    assert completed.count("`") <= 2 * MOST_LISTED
    assert len(completed) < 700
