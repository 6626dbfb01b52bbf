"""The guides show each step in GraphQL and in REST, one below the other."""

import re
from pathlib import Path

import pytest
from graphql import FieldNode, GraphQLFieldMap, GraphQLObjectType, OperationDefinitionNode, parse

from service.rest.endpoint import Endpoint
from service.rest.endpoints import ENDPOINTS
from tests.service.docs.examples import Api, Example, read_examples
from tests.service.docs.exchanges import read_exchange
from tests.service.docs.test_pages import ALONE, GUIDES, REST
from tests.service.rest.test_document import OTHERWISE
from tests.support.graphql_selections import SCHEMA

PAGES = [page for page in GUIDES if page not in ALONE]
BY_NAME = {endpoint.id: endpoint for endpoint in ENDPOINTS}
SCRIPTS = ("sh", "python")

# Pages.
OPERATION = "```graphql\n{ games { id } }\n```\n"
SCRIPT = "```sh\ncurl -s http://localhost:8000/graphql\n```\n"
OTHER = "```http\nGET /v1/tournaments HTTP/1.1\n\nHTTP/1.1 200 OK\n\n{}\n```\n"

each_page = pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)


@each_page
def test_each_operation_is_followed_by_the_same_one_in_rest(page: Path) -> None:
    examples = read_examples(page)
    for example, following in zip(examples, [*examples[1:], None], strict=True):
        if example.kind == "graphql":
            field = field_of(example.block.text)
            where = f"{page.name}:{example.block.line}"
            assert following is not None, f"{where}: {field} is not shown in REST"
            assert following.kind == "http", f"{where}: {field} is not shown in REST"
            endpoint = endpoint_of(following.block.text)
            assert is_same(field, endpoint), f"{where}: {field} is followed by {endpoint.id}"


@each_page
def test_each_script_for_graphql_stands_beside_an_example_in_rest(page: Path) -> None:
    examples = read_examples(page)
    for index, example in enumerate(examples):
        if is_for_graphql_alone(example):
            after = next((one for one in examples[index:] if not is_for_graphql_alone(one)), None)
            before = next((one for one in reversed(examples[:index]) if not is_for_graphql_alone(one)), None)
            is_followed = after is not None and Api.REST in after.apis
            is_preceded = before is not None and before.kind in SCRIPTS
            assert is_followed or is_preceded, f"{page.name}:{example.block.line} is not shown in REST"


@pytest.mark.parametrize("text", [OPERATION, OPERATION + OTHER, OPERATION + SCRIPT], ids=["none", "other", "script"])
def test_an_operation_without_its_request_is_found(text: str, tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text(text, encoding="utf-8")
    with pytest.raises(AssertionError, match="games is"):
        test_each_operation_is_followed_by_the_same_one_in_rest(page)


def test_a_script_for_graphql_alone_is_found(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text(SCRIPT + OPERATION + OTHER, encoding="utf-8")
    with pytest.raises(AssertionError, match="is not shown in REST"):
        test_each_script_for_graphql_stands_beside_an_example_in_rest(page)


@pytest.mark.parametrize(
    ("subscription", "path"), [("sessionUpdates", "sessions"), ("tournamentUpdates", "tournaments")]
)
def test_each_subscription_is_shown_as_a_stream_of_rest(subscription: str, path: str) -> None:
    for page in PAGES:
        texts = [example.block.text for example in read_examples(page)]
        streams = [text for text in texts if re.search(rf"/v1/{path}/\S+/frames", text)]
        assert streams or not any(subscription in text for text in texts), page.name


def test_the_page_on_rest_lists_each_request_with_its_name_in_graphql() -> None:
    row = re.compile(r"^\| `(GET|POST) (/v1/\S+)` \| `(\w+)`(?:, in GraphQL `([\w.]+)`)? \|$", re.MULTILINE)
    rows = row.findall(REST.read_text(encoding="utf-8"))
    ordered = sorted(ENDPOINTS, key=lambda endpoint: (endpoint.path, endpoint.method))
    assert [(method, path, name) for method, path, name, _ in rows] == [
        (one.method, one.path, one.id) for one in ordered
    ]
    for _, _, name, in_graphql in rows:
        owner, _, field = (in_graphql or name).rpartition(".")
        kinds = [owner] if owner else ["Query", "Mutation", "Subscription"]
        assert any(field in fields_of(kind) for kind in kinds), f"{name} has another name in GraphQL"


def test_the_first_request_to_make_a_move_over_rest_is_accepted() -> None:
    first = next(example for example in read_examples(GUIDES[0]) if "/moves" in example.block.text)
    assert first.answer is not None
    assert '"version":' in first.answer.text


def is_for_graphql_alone(example: Example) -> bool:
    """Tell whether a script, or messages, are for the readers of GraphQL alone."""
    return example.kind != "graphql" and example.apis == [Api.GRAPHQL]


def field_of(document: str) -> str:
    """Return the field of a document's operation."""
    (operation,) = parse(document).definitions
    assert isinstance(operation, OperationDefinitionNode)
    (field,) = operation.selection_set.selections
    assert isinstance(field, FieldNode)
    return field.name.value


def fields_of(kind: str) -> GraphQLFieldMap:
    """Return the fields of a type in GraphQL."""
    found = SCHEMA.type_map[kind]
    assert isinstance(found, GraphQLObjectType)
    fields: GraphQLFieldMap = found.fields
    return fields


def endpoint_of(text: str) -> Endpoint:
    """Return the endpoint that a request is sent to."""
    request = read_exchange(text)
    path = request.target.partition("?")[0]
    (endpoint,) = (one for one in ENDPOINTS if one.method == request.method and matches(one, path))
    return endpoint


def matches(endpoint: Endpoint, path: str) -> bool:
    """Tell whether a path, in which placeholders may stand, is one of an endpoint."""
    return re.fullmatch(re.sub(r"\{\w+\}", "[^/]+", endpoint.path), path) is not None


def is_same(field: str, endpoint: Endpoint) -> bool:
    """Tell whether an endpoint is a field of GraphQL, or reads a part of it."""
    whole = BY_NAME[OTHERWISE.get(field, field)]
    is_part = whole.method == endpoint.method == "GET" and endpoint.path.startswith(f"{whole.path}/")
    return endpoint == whole or is_part
