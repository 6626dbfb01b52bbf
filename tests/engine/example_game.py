"""The example of a game, `examples/high`, in the register beside the games of the service."""

from engine import GAMES, register
from examples.high import GAME


def register_example() -> None:
    """Add the example to the register of this process, once."""
    if GAME.name not in GAMES:
        register(GAME)
