"""The initial documents: the repository's own, and generated ones of hypothesis-graphql."""

import re
from collections.abc import Iterator
from functools import cache

from graphql import GraphQLError, OperationDefinitionNode, get_introspection_query, parse
from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis import strategies as st
from hypothesis_graphql import Mode, from_schema, nodes

from tests.service.docs.pages import DOCS, read_blocks
from tests.support import graphql_client
from tests.support.graphql_selections import SCHEMA, operation
from tests.support.graphql_stream import UPDATES
from tools.servers import REPOSITORY

CLIENTS = REPOSITORY / "tests" / "clients" / "operations"
# Without the parts that are nested again in pages, operations that select everything are below the limits.
NESTED_AGAIN = ("SessionConnection.edges", "Session.events", "EventConnection.edges")
SCALARS = {name: st.just("x").map(nodes.String) for name in ("DateTime", "StateToken")}


@cache
def samples() -> tuple[str, ...]:
    """Return the documents of the repository that can be parsed, each once."""
    found = [*_of_the_schema(), *_of_the_tests(), *_of_the_clients(), *_of_the_pages(), *_of_tools()]
    return tuple(dict.fromkeys(text for text in found if _has_operation(text)))


def _of_the_schema() -> Iterator[str]:
    for kind in ("Query", "Mutation", "Subscription"):
        for name in getattr(SCHEMA.type_map[kind], "fields"):  # noqa: B009  a root type has fields
            for with_changes in (False, True):
                yield operation(kind, name, NESTED_AGAIN, with_changes=with_changes)


def _of_the_tests() -> Iterator[str]:
    for name, value in vars(graphql_client).items():
        if name.isupper() and isinstance(value, str):
            yield value
    yield UPDATES


def _of_the_clients() -> Iterator[str]:
    for file in sorted(CLIENTS.glob("*.graphql")):
        parts = re.split(r"\n\n(?=fragment|query|mutation|subscription)", file.read_text(encoding="utf-8"))
        shared = [part for part in parts if part.startswith("fragment")]
        yield from ("\n".join([part, *_used(part, shared)]) for part in parts if part not in shared)


def _used(part: str, shared: list[str]) -> list[str]:
    """Return the fragments that a definition uses, and those that these use."""
    waiting = [part]
    used = list[str]()
    while waiting:
        names = re.findall(r"\.\.\.(\w+)", waiting.pop())
        new = [one for one in shared if one not in used and one.split()[1] in names]
        used += new
        waiting += new
    return used


def _of_the_pages() -> Iterator[str]:
    for page in [DOCS / "api.md", *sorted((DOCS / "api").glob("*.md"))]:
        yield from (re.sub(r"\$([A-Z_0-9]+)", r"\1", one.text) for one in read_blocks(page) if one.kind == "graphql")


def _of_tools() -> Iterator[str]:
    yield get_introspection_query()
    yield get_introspection_query(descriptions=False, specified_by_url=True, input_value_deprecation=True)
    yield "{ __typename }"
    yield '{ __type(name: "Session") { name kind fields { name type { name } } } games { id } }'


def _has_operation(text: str) -> bool:
    try:
        return any(isinstance(one, OperationDefinitionNode) for one in parse(text).definitions)
    except GraphQLError:
        return False


def invented(count: int, key: int) -> list[str]:
    """Return at least `count` documents of hypothesis-graphql, one in five of them with one mistake."""
    right = from_schema(SCHEMA, custom_scalars=SCALARS)
    wrong = from_schema(SCHEMA, custom_scalars=SCALARS, mode=Mode.NEGATIVE)
    return _draw(right, count, key) + _draw(wrong, 1 + count // 4, key)


def _draw(strategy: st.SearchStrategy[str], count: int, key: int) -> list[str]:
    drawn: list[str] = []

    @seed(key)
    @settings(
        max_examples=count,
        database=None,
        deadline=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(strategy)
    def collect(text: str) -> None:
        drawn.append(text)

    collect()
    return drawn
