"""Cache values derived from a state on the state: computed at the first call, kept as long as the state.

A state never changes, so neither do they. A caller that lists the moves of a state makes one of them next, and the
facts after one move are the facts before the next one.
"""

from collections.abc import Mapping

import msgspec

from engine.core.moves import Move
from engine.core.values import MOST_SEATS, Result, State
from engine.games import GAME_OF_STATE

# The names under which the legal moves of each seat are kept.
LEGAL = tuple(f"legal {seat}" for seat in range(MOST_SEATS))


class Public(msgspec.Struct, frozen=True):
    """The public part of a state besides its cards; `scores` are those that a spectator sees."""

    facts: Mapping[str, str | int]
    turn: tuple[int, ...]
    outcome: Result | None
    scores: tuple[int | None, ...]


def legal_of(state: State, seat: int) -> tuple[Move, ...]:
    """Return the legal moves of a seat."""
    known: dict[str, tuple[Move, ...]] = state.__dict__
    moves = known.get(LEGAL[seat])
    if moves is None:
        moves = known[LEGAL[seat]] = GAME_OF_STATE[type(state)].legal(state, seat)
    return moves


def public_of(state: State) -> Public:
    """Return the public part of a state besides its cards."""
    known: dict[str, Public] = state.__dict__
    public = known.get("public")
    if public is None:
        rules = GAME_OF_STATE[type(state)]
        turn = rules.turn(state)
        # Somebody is asked as long as there is no result.
        outcome = None if turn else rules.result(state)
        scores = rules.scores(state, None) if outcome is None else outcome.scores
        public = known["public"] = Public(rules.read_facts(state), turn, outcome, scores)
    return public
