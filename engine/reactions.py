"""Moves that any seat may make at any moment, so that the fastest counts, and when there is something to react to.

The engine knows no clock: whoever keeps one may let nothing but reactions count for some time after such a moment. That
is the same for everybody, whether or not anybody can react, so it tells nothing of hidden cards.
"""

from collections.abc import Sequence

from engine.core.errors import BadNotation
from engine.core.game import Reaction
from engine.core.moves import Move
from engine.core.values import Event, State
from engine.games import game_of
from engine.validation import read_move


def has_reactions(state: State) -> bool:
    """Tell whether a table is played with moves that count whenever they come (zar 5.9, in a race)."""
    return _reaction_of(state) is not None


def opens_reaction(state: State, events: Sequence[Event]) -> bool:
    """Tell whether the move that led to `state` with these events, or the deal, gave something to react to.

    At ply 0 no events are needed.
    """
    reaction = _reaction_of(state)
    return reaction is not None and reaction.opens(state, events)


def is_reaction(state: State, move: Move | str) -> bool:
    """Tell whether a move, legal or not, is a reaction at this table; a text that is no move is none."""
    reaction = _reaction_of(state)
    try:
        return reaction is not None and read_move(move).verb in reaction.verbs
    except BadNotation:
        return False


def _reaction_of(state: State) -> Reaction[State] | None:
    """Return the reaction that a table is played with."""
    reaction = game_of(state).reaction
    return reaction if reaction is not None and reaction.is_played(state) else None
