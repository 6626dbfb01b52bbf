"""Moves that any seat may make at any moment, so that the fastest counts, and when there is something to react to.

The engine knows no clock: whoever keeps one may let nothing but reactions count for some time after such a moment. That
is the same for everybody, whether or not anybody can react, so it tells nothing of hidden cards.
"""

from collections.abc import Sequence

from engine.errors import BadNotation
from engine.games import game_of
from engine.inputs import read_move
from engine.moves import Move
from engine.values import Event, State


def has_reactions(state: State) -> bool:
    """Tell whether a table is played with moves that count whenever they come (zar 5.9, in a race)."""
    reaction = game_of(state).reaction
    return reaction is not None and reaction.is_played(state)


def opens_reaction(state: State, events: Sequence[Event]) -> bool:
    """Tell whether the move that led to `state` with these events, or the deal, gave something to react to.

    At ply 0 no events are needed.
    """
    reaction = game_of(state).reaction
    return reaction is not None and reaction.is_played(state) and reaction.opens(state, events)


def is_reaction(state: State, move: Move | str) -> bool:
    """Tell whether a move, legal or not, is a reaction at this table; a text that is no move is none."""
    reaction = game_of(state).reaction
    if reaction is None or not reaction.is_played(state):
        return False
    try:
        return read_move(move).verb in reaction.verbs
    except BadNotation:
        return False
