"""The schema's own scalars for Schemathesis: valid values, and texts that are invalid."""

import schemathesis.graphql
from hypothesis import strategies
from schemathesis.graphql import nodes

import engine

# Small enough to stand in a document several times, beside everything else.
STATES = [engine.dumps(engine.new_game(game, seats=2, seed="00" * 32)).decode() for game in engine.GAMES]

schemathesis.graphql.scalar("StateToken", (strategies.sampled_from(STATES) | strategies.text()).map(nodes.String))
