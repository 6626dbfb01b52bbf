"""A service that also offers the example of a game."""

from tools.services import CROUPIER

WITH_EXAMPLE = f"from tests.engine.example_game import register_example; register_example(); {CROUPIER}"
