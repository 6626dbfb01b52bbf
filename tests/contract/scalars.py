"""What Schemathesis sends as the schema's own scalars: values that are real, and texts that are none."""

import schemathesis.graphql
from hypothesis import strategies
from schemathesis.graphql import nodes

import engine

# Small enough to stand in a document several times, beside everything else.
STATES = [engine.dumps(engine.new_game(game, seats=2, seed="00" * 32)).decode() for game in engine.GAMES]

schemathesis.graphql.scalar("StateToken", (strategies.sampled_from(STATES) | strategies.text()).map(nodes.String))
