"""Reactions: moves that any seat may make at any moment, where the fastest counts, and the moves that invite them.

The engine has no clock. A caller with a clock may accept only reactions for some time after such a move. That time is
the same for everybody, whether or not a seat can react, so it reveals nothing about hidden cards.
"""

from collections.abc import Sequence

from engine.core.game import Reaction
from engine.core.moves import BadNotation, Move
from engine.core.values import Event, State
from engine.games import game_of
from engine.validation import read_move


def has_reactions(state: State) -> bool:
    """Tell whether a table is played with reactions (zar 5.9, in a race)."""
    return _reaction_of(state) is not None


def opens_reaction(state: State, events: Sequence[Event]) -> bool:
    """Tell whether the move that led to `state` with these events, or the deal, invites reactions.

    At ply 0 no events are needed.
    """
    reaction = _reaction_of(state)
    return reaction is not None and reaction.opens(state, events)


def is_reaction(state: State, move: Move | str) -> bool:
    """Tell whether a move, legal or not, is a reaction at this table; False for a text that is not a move."""
    reaction = _reaction_of(state)
    try:
        return reaction is not None and read_move(move).verb in reaction.verbs
    except BadNotation:
        return False


def _reaction_of(state: State) -> Reaction[State] | None:
    """Return the reaction of a table, None if it is played without one."""
    reaction = game_of(state).reaction
    return reaction if reaction is not None and reaction.is_played(state) else None
