"""Documents and variables that are wrong or too large: they are refused, with a reason, and nothing changes."""

from hashlib import sha256

import msgspec
import pytest
from graphql import get_introspection_query

from compiled.documents.limits import MAX_VARIABLES
from tests.service.api.refusals import NEWER, check_refused, check_wellformed, get
from tests.service.api.test_streaming import MULTIPART, READERS, SSE
from tests.support.graphql_client import CREATE, Client, Json
from tests.support.graphql_stream import Stream
from tools.services import Service, seconds_at_most

BAD_DOCUMENTS: dict[str, str] = {
    "syntax": "{ games { id }",
    "a name": "games",
    "NUL": "{ games { id } } \0",
    "an unknown field": "{ games { price } }",
    "an unknown argument": '{ game(name: "zeven") { id } }',
    "no argument": "{ game { id } }",
    "a wrong type": "{ game(id: true) { id } }",
    "no selection": "{ games }",
    "a fragment of itself": "{ games { ...A } } fragment A on Game { ...A }",
    "an unknown fragment": "{ games { ...A } }",
    "an unused variable": "query ($a: Int) { games { id } }",
    "an unknown type": "query ($a: Price) { game(id: $a) { id } }",
    "an unknown directive": "{ games @cache { id } }",
    "only a fragment": "fragment A on Game { id }",
    "a schema": "type A { b: Int }",
    "two operations": "query A { games { id } } query B { games { title } }",
    "an anonymous one among two": "{ games { id } } query B { games { title } }",
    "too deep": "{ games " + "{ rules " * 16 + "{ text }" + " }" * 17,
    "nested without end": "{ games " + "{ rules " * 900 + "{ text }" + " }" * 901,
    "too many aliases": "{" + " ".join(f"a{n}: __typename" for n in range(60)) + "}",
    "too many tokens": "{ games {" + " id" * 2000 + " } }",
    "brackets": "{" * 3000,
    "a lone surrogate escaped": '{ game(id: "\\uD800") { id } }',
    "numbers of 4,500 digits": "{ game(id: " + "9" * 4500 + ") { rule(number: " + "9" * 4500 + ") { text } } }",
}


@pytest.mark.parametrize("name", BAD_DOCUMENTS)
def test_a_document_that_is_wrong_is_not_executed_and_the_reason_is_told(one_service: Service, name: str) -> None:
    body = msgspec.json.encode({"query": BAD_DOCUMENTS[name]})
    for accept, status in (("application/json", 200), (NEWER, 400)):
        answer = Client(one_service).post(body, Accept=accept)
        if "operationName" not in answer.text and "operation" not in answer.text:
            assert answer.status_code == status
        check_wellformed(answer)
        errors = answer.json()["errors"]
        assert "data" not in answer.json()
        assert all(error["message"] and "Something went wrong" not in error["message"] for error in errors)


def test_a_document_that_is_too_long_is_refused_before_it_is_parsed(one_service: Service) -> None:
    answer = Client(one_service).post(msgspec.json.encode({"query": "{ games { id } }" + "\n" * 500_000}))
    assert answer.status_code == 400
    assert answer.json()["errors"][0]["extensions"]["code"] == "BAD_REQUEST"
    assert "10000" in answer.json()["errors"][0]["message"]


@pytest.mark.parametrize("state", ["7", "true", "[]", "{}"])
def test_a_state_that_is_no_text_is_refused_as_it_stands(one_service: Service, state: str) -> None:
    answer = Client(one_service).execute(f"{{ table(state: {state}) {{ __typename }} }}")
    assert [error["extensions"]["code"] for error in answer["errors"]] == ["BAD_REQUEST"]


def test_syntax_errors_say_what_is_expected_and_where(one_service: Service) -> None:
    answer = Client(one_service).execute("{ games { id }")
    assert answer["errors"] == [
        {
            "message": "Syntax Error: Expected Name, found <EOF>.",
            "locations": [{"line": 1, "column": 15}],
            "extensions": {"code": "BAD_REQUEST"},
        }
    ]


def test_a_document_of_too_many_tokens_is_not_called_a_mistake_in_its_syntax(one_service: Service) -> None:
    answer = Client(one_service).execute("{ games {" + " id" * 2000 + " } }")
    (error,) = answer["errors"]
    assert error["message"] == "The document has more than 1,000 tokens."
    assert error["extensions"] == {"code": "BAD_REQUEST"}
    misspelt = Client(one_service).execute("{ games { id ) }")["errors"][0]
    assert misspelt["message"].startswith("Syntax Error: ")


def test_of_two_operations_the_one_that_is_named_is_executed(one_service: Service) -> None:
    query = "query A { games { id } } query B { __typename }"
    answer = Client(one_service).post(msgspec.json.encode({"query": query, "operationName": "B"}))
    assert answer.json() == {"data": {"__typename": "Query"}}
    for name in ("C", "", "a", "\0"):
        answer = Client(one_service).post(msgspec.json.encode({"query": query, "operationName": name}))
        check_wellformed(answer)
        assert answer.json()["errors"]


def test_fragments_in_fragments_cost_no_more_than_they_are_long(one_service: Service) -> None:
    fragments = [f"fragment F{n} on Query {{ ...F{n + 1} ...F{n + 1} }}" for n in range(40)]
    query = " ".join(["{ ...F0 }", *fragments, "fragment F40 on Query { games { id } }"])
    with seconds_at_most(30):
        answer = Client(one_service).execute(query)
    assert answer["errors"][0]["message"].startswith("This asks for more than 26000 values")
    renamed = query.replace("{ games { id } }", "{ a: __typename b: __typename }")
    assert Client(one_service).execute(renamed)["errors"][0]["message"] == "More than 50 fields have an alias."
    few = " ".join(["{ ...F0 }", *fragments[:8], "fragment F8 on Query { __typename }"])
    assert Client(one_service).execute(few) == {"data": {"__typename": "Query"}}
    chain = " ".join(["{ ...F0 }", *(f"fragment F{n} on Query {{ ...F{n + 1} }}" for n in range(440))])
    check_wellformed(Client(one_service).post(msgspec.json.encode({"query": chain})))


def test_the_depth_of_a_document_is_counted_through_fragments(one_service: Service) -> None:
    nested = "{ node(id: 1) { ...S } } fragment S on Session { view { game { rules { number } } } }"
    assert Client(one_service).execute(nested) == {"data": {"node": None}}
    levels = "{ node(id: 1) { ...F0 } } " + " ".join(
        f"fragment F{n} on Game {{ rules {{ ...F{n + 1} }} }}" for n in range(15)
    )
    answer = Client(one_service).execute(f"{levels} fragment F15 on Game {{ id }}")
    assert "Fields are nested more than 15 deep." in [error["message"] for error in answer["errors"]]


NUMBER = "9" * 4400


@pytest.mark.parametrize(
    "document",
    [
        f"{{ sessions(first: {NUMBER}) {{ edges {{ cursor }} }} }}",
        f"{{ sessions(first: -{NUMBER}) {{ edges {{ cursor }} }} }}",
        f"query ($first: Int = {NUMBER}) {{ sessions(first: $first) {{ edges {{ cursor }} }} }}",
        f'mutation {{ newTable(input: {{game: "zlam", seats: {NUMBER}}}) {{ __typename }} }}',
    ],
)
def test_an_integer_of_too_many_digits_is_no_bug(one_service: Service, document: str) -> None:
    for _ in range(2):
        (error,) = Client(one_service).execute(document)["errors"]
        assert error["extensions"] == {"code": "BAD_REQUEST"}
        assert error["message"] == "An integer of the document has more digits than are read."


def test_a_variable_of_too_many_digits_is_no_bug(one_service: Service) -> None:
    body = b'{"query": "query ($a: Int) { sessions(first: $a) { edges { cursor } } }", "variables": {"a": %s}}'
    check_refused(Client(one_service).post(body % NUMBER.encode()), 400, "BAD_REQUEST")


DEAL = '(input: {game: "zlam", seats: 2}) { __typename }'
SEVERAL_CHANGES = [
    f"mutation {{ newTable{DEAL} createSession{DEAL} }}",
    f"mutation {{ a: newTable{DEAL} b: newTable{DEAL} }}",
    f"mutation {{ ...A newTable{DEAL} }} fragment A on Mutation {{ ... {{ a: newTable{DEAL} }} }}",
    f"mutation {{ newTable{DEAL} ... on Mutation {{ ... {{ x: newTable{DEAL} }} }} }}",
    f'mutation {{ newTable{DEAL} x: newTable(input: {{game: "zlam", seats: 2}}) @skip(if: true) {{ __typename }} }}',
    f"query A {{ __typename }} mutation B {{ a: newTable{DEAL} b: newTable{DEAL} }}",
]
ONE_CHANGE = [
    f"mutation {{ newTable{DEAL} }}",
    f"mutation {{ __typename newTable{DEAL} }}",
    f"mutation {{ newTable{DEAL} newTable{DEAL} ...A }} fragment A on Mutation {{ newTable{DEAL} }}",
    f"mutation A {{ newTable{DEAL} }} mutation B {{ a: newTable{DEAL} }}",
]


@pytest.mark.parametrize("document", SEVERAL_CHANGES)
def test_a_mutation_that_would_change_several_things_changes_none(one_service: Service, document: str) -> None:
    answer = Client(one_service).post(msgspec.json.encode({"query": document, "operationName": named(document, "B")}))
    (error,) = answer.json()["errors"]
    assert error["message"] == "A mutation has one field: send each change in a request of its own."
    assert error["extensions"]["code"] == "BAD_REQUEST"
    assert "data" not in answer.json()


@pytest.mark.parametrize("document", ONE_CHANGE)
def test_a_mutation_of_one_field_is_made_however_it_is_written(one_service: Service, document: str) -> None:
    answer = Client(one_service).post(msgspec.json.encode({"query": document, "operationName": named(document, "A")}))
    assert answer.json()["data"]["newTable"] == {"__typename": "Table"}


def named(document: str, name: str) -> str | None:
    """Return the name of an operation, if the document has one of that name."""
    return name if f"mutation {name}" in document else None


# Rules of graphql-core raise for these: the first looks for fields of a union, the second reads an argument.
RULE_RAISES = {
    '{ tournamentRecord(tournamentId: "x") { ... on Problem @stream { code } } }': "Unknown directive '@stream'.",
    'subscription { ... @defer(if: "yes") { sessionUpdates(sessionId: "x") { version } } }': (
        "Argument 'if' has invalid value: Boolean cannot represent a non boolean value: \"yes\""
    ),
}


@pytest.mark.parametrize("document", RULE_RAISES)
def test_a_document_for_which_a_rule_raises_is_invalid_over_every_transport(
    one_service: Service, document: str
) -> None:
    body = msgspec.json.encode({"query": document})
    forms = {SSE: 200, MULTIPART: 200}
    if not document.startswith("subscription"):
        forms |= {"application/json": 200, NEWER: 400}
    told = []
    for accept, status in forms.items():
        answer = Client(one_service).post(body, Accept=accept)
        assert answer.status_code == status, answer.text
        told += READERS[accept](answer.content) if accept in READERS else [answer.json()]
    with Stream(one_service) as stream:
        stream.ask(document)
        told.append({"errors": stream.receive()["payload"]})
    for result in told:
        (error,) = result["errors"]
        assert "data" not in result
        assert error["message"].startswith(RULE_RAISES[document])
        assert error["extensions"] == {"code": "BAD_REQUEST"}


def test_the_introspection_of_tools_passes_every_limit(one_service: Service) -> None:
    query = get_introspection_query(specified_by_url=True, schema_description=True, input_value_deprecation=True)
    schema = Client(one_service).execute(query)["data"]["__schema"]
    assert {one["name"] for one in schema["types"]} >= {"Session", "Move", "Problem"}


def test_a_second_introspection_and_many_variables_are_refused_over_every_transport(one_service: Service) -> None:
    twice = "{ a: __schema { types { name } } b: __schema { types { name } } }"
    refused: dict[str, Json] = {
        "An operation has one `__schema`: ask for each part of it once.": {"query": twice},
        f"The variables have more than {MAX_VARIABLES} values.": {
            "query": "{ games { id } }",
            "variables": {"a": [0] * MAX_VARIABLES},
        },
        # The hash of a refused document is not remembered.
        "PersistedQueryNotFound": {"extensions": persisted(twice)},
    }
    Client(one_service).post(msgspec.json.encode({"query": twice, "extensions": persisted(twice)}))
    for message, wish in refused.items():
        params = {name: part if name == "query" else msgspec.json.encode(part).decode() for name, part in wish.items()}
        answers = [Client(one_service).post(msgspec.json.encode(wish)), get(one_service, **params)]
        assert [answer.json()["errors"][0]["message"] for answer in answers] == [message, message]
        with Stream(one_service) as stream:
            stream.send({"type": "subscribe", "id": "1", "payload": wish})
            answer = stream.receive()
            assert (answer["type"], answer["payload"][0]["message"]) == ("error", message)


def persisted(document: str) -> Json:
    return {"persistedQuery": {"version": 1, "sha256Hash": sha256(document.encode()).hexdigest()}}


WRONG_VARIABLES: list[Json] = [
    None,
    {},
    {"input": None},
    {"input": []},
    {"input": "zeven"},
    {"input": {"game": "zeven"}},
    {"input": {"game": "zeven", "seats": None}},
    {"input": {"game": "zeven", "seats": "2"}},
    {"input": {"game": "zeven", "seats": 2.5}},
    {"input": {"game": "zeven", "seats": 2**31}},
    {"input": {"game": "zeven", "seats": 10**300}},
    {"input": {"game": "zeven", "seats": True}},
    {"input": {"game": ["zeven"], "seats": 2}},
    {"input": {"game": {"a": 1}, "seats": 2}},
    {"input": {"game": "zeven", "seats": 2, "cheat": True}},
    {"input": {"game": "zeven", "seats": 2, "options": [None]}},
    {"input": {"game": "zeven", "seats": 2, "options": [{"name": "rounds"}]}},
    {"input": {"game": "zeven", "seats": 2, "options": [{"name": "rounds", "value": 3}]}},
    {"input": {"game": "zeven", "seats": 2, "options": {"rounds": 3}}},
    {"input": {"game": "zeven", "seats": 2, "idempotencyKey": 5}},
]


@pytest.mark.parametrize("variables", WRONG_VARIABLES)
def test_variables_of_the_wrong_type_are_refused_before_anything_is_done(one_service: Service, variables: Json) -> None:
    answer = Client(one_service).post(msgspec.json.encode({"query": CREATE, "variables": variables}))
    check_wellformed(answer)
    assert answer.json()["errors"][0]["extensions"]["code"] == "BAD_REQUEST"
    assert answer.json().get("data") is None
