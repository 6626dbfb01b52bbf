"""What follows from a state and is wanted more than once: worked out the first time, and kept as long as the state.

A state never changes, so neither does this. Whoever lists the moves of a state makes one of them next, and what holds
after one move holds before the next one.
"""

from collections.abc import Mapping

import msgspec

from engine.game import MOST_SEATS, Game, Options, Result, State
from engine.moves import Move

# How the legal moves of each seat are called among what is known.
_LEGAL = tuple(f"legal {seat}" for seat in range(MOST_SEATS))


class Public(msgspec.Struct, frozen=True):
    """What everybody may know of a state besides its cards; `scores` are those that a spectator sees."""

    facts: Mapping[str, str | int]
    turn: tuple[int, ...]
    outcome: Result | None
    scores: tuple[int | None, ...]


def legal_of(rules: Game[State, Options], state: State, seat: int) -> tuple[Move, ...]:
    """Return the legal moves of a seat."""
    known: dict[str, tuple[Move, ...]] = state.__dict__
    name = _LEGAL[seat]
    if name not in known:
        known[name] = rules.legal(state, seat)
    return known[name]


def public_of(rules: Game[State, Options], state: State) -> Public:
    """Return what everybody may know of a state besides its cards."""
    known: dict[str, Public] = state.__dict__
    if "public" not in known:
        outcome = rules.result(state)
        scores = rules.scores(state, None) if outcome is None else outcome.scores
        known["public"] = Public(rules.read_facts(state), rules.turn(state), outcome, scores)
    return known["public"]
