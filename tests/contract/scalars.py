"""Values of custom scalars for Schemathesis, which draws no cursors."""

from typing import Any

import graphql
import schemathesis.graphql
from hypothesis import strategies
from schemathesis.graphql import nodes

import engine
from compiled.documents.limits import MAX_CHARACTERS, MAX_TOKENS

# Small enough to stand in a document several times, beside everything else.
STATES = [engine.dumps(engine.new_game(game, seats=2, seed="00" * 32)).decode() for game in engine.GAMES]

schemathesis.graphql.scalar("StateToken", (strategies.sampled_from(STATES) | strategies.text()).map(nodes.String))


class WithoutCursors(graphql.Visitor):
    """Leaves out cursors, since Schemathesis draws them at random."""

    def enter_argument(self, node: graphql.ArgumentNode, *_: object) -> object:
        # A cursor of another type violates the schema, as it shall.
        is_cursor = node.name.value == "after" and isinstance(node.value, graphql.StringValueNode)
        return graphql.REMOVE if is_cursor else graphql.IDLE


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
    kept: graphql.DocumentNode = graphql.visit(body, WithoutCursors())
    return kept
