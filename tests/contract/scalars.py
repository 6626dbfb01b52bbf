"""Schemathesis is told of values of the own scalars, and that what asks for no page is an error."""

from typing import Any

import graphql
import schemathesis.graphql
from hypothesis import strategies
from schemathesis.graphql import nodes

import engine
from compiled.documents.limits import MAX_CHARACTERS, MAX_TOKENS
from service.views.fields import LARGEST_PAGE

# Small enough to stand in a document several times, beside everything else.
STATES = [engine.dumps(engine.new_game(game, seats=2, seed="00" * 32)).decode() for game in engine.GAMES]

schemathesis.graphql.scalar("StateToken", (strategies.sampled_from(STATES) | strategies.text()).map(nodes.String))


class KnownPages(graphql.Visitor):
    """Leaves out cursors, since Schemathesis draws them at random, and numbers of items that no page has."""

    def enter_argument(self, node: graphql.ArgumentNode, *_: object) -> object:
        # A cursor of another type violates the schema, as it shall.
        is_cursor = node.name.value == "after" and isinstance(node.value, graphql.StringValueNode)
        return graphql.REMOVE if is_cursor or _asks_for_no_page(node) else graphql.IDLE


def _asks_for_no_page(node: graphql.ArgumentNode) -> bool:
    if node.name.value != "first" or not isinstance(node.value, graphql.IntValueNode):
        return False
    first = int(node.value.value)
    # A number that is no `Int` violates the schema, as it shall.
    return -(2**31) <= first < 2**31 and not 1 <= first <= LARGEST_PAGE


@schemathesis.hook
def filter_body(_context: Any, body: graphql.DocumentNode) -> bool:  # noqa: ANN401
    """Leave out documents that are longer than the service takes: the schema cannot say how long a list may be."""
    text = graphql.print_ast(body)
    if len(text) > MAX_CHARACTERS:
        return False
    try:
        graphql.parse(text, max_tokens=MAX_TOKENS)
    except graphql.GraphQLSyntaxError:
        return False
    return True


@schemathesis.hook
def map_body(_context: Any, body: graphql.DocumentNode) -> graphql.DocumentNode:  # noqa: ANN401
    kept: graphql.DocumentNode = graphql.visit(body, KnownPages())
    return kept
