"""The register of games: one line a game."""

from typing import cast

from engine.errors import UnknownGame
from engine.game import Game, O_co, S
from engine.games import bazaar, door, zar, zeven, zlam
from engine.values import Options, State

GAMES: dict[str, Game[State, Options]] = {}
_BY_STATE: dict[type[State], Game[State, Options]] = {}


def register(game: Game[S, O_co]) -> None:
    """Add a game to the register; its name and its state type must be new."""
    # The types cannot say that a game is asked about states of its own alone: `game_of` sees to it.
    entry = cast("Game[State, Options]", game)
    assert entry.name not in GAMES
    GAMES[entry.name] = entry
    _BY_STATE[entry.state] = entry


def game_of(state: State) -> Game[State, Options]:
    """Return the game that a state belongs to."""
    try:
        return _BY_STATE[type(state)]
    except KeyError:
        raise UnknownGame(f"{type(state).__name__} is not a state of a registered game.", ("state",)) from None


# In the order of the catalogue.
register(zeven.GAME)
register(bazaar.GAME)
register(door.GAME)
register(zar.GAME)
register(zlam.GAME)
