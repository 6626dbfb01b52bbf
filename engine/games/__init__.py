"""The register of games: one line for each."""

from typing import cast

from engine.core.errors import UnknownGame
from engine.core.game import Game, O_co, S
from engine.core.values import Options, State
from engine.games import bazaar, door, zar, zeven, zlam

GAMES: dict[str, Game[State, Options]] = {}


class _GamesByState(dict[type[State], Game[State, Options]]):
    """The games by the types of their states."""

    def __missing__(self, state: type[State]) -> Game[State, Options]:
        raise UnknownGame(f"{state.__name__} is not a state of a registered game.", ("state",))


# For every move: looking a game up in it takes no call.
GAME_OF_STATE = _GamesByState()


def register(game: Game[S, O_co]) -> None:
    """Add a game to the register; its name and its state type must be new."""
    # The types cannot express that a game gets only states of its own: `game_of` ensures it.
    entry = cast("Game[State, Options]", game)
    assert entry.name not in GAMES
    GAMES[entry.name] = entry
    GAME_OF_STATE[entry.state] = entry


def game_of(state: State) -> Game[State, Options]:
    """Return the game that a state belongs to. Raises `UnknownGame` when it is not in the register."""
    return GAME_OF_STATE[type(state)]


# In the order of the catalogue.
register(zeven.GAME)
register(bazaar.GAME)
register(door.GAME)
register(zar.GAME)
register(zlam.GAME)
