"""Cache values derived from a state on the state: computed at the first call, kept as long as the state.

A state never changes, so neither do they. A caller that lists the moves of a state makes one of them next, and the
facts after one move are the facts before the next one.
"""

from collections.abc import Mapping
from functools import lru_cache

import msgspec

from engine.core.moves import Move
from engine.core.values import MOST_SEATS, Fact, Result, State
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
        outcome = rules.result(state)
        scores = rules.scores(state, None) if outcome is None else outcome.scores
        public = known["public"] = Public(rules.read_facts(state), rules.turn(state), outcome, scores)
    return public


def facts_of(state: State, public: Public) -> tuple[Fact, ...]:
    """Return the public facts of a state, as all views show them."""
    known: dict[str, tuple[Fact, ...]] = state.__dict__
    facts = known.get("facts")
    if facts is None:
        labels = GAME_OF_STATE[type(state)].facts
        named = public.facts.items()
        facts = known["facts"] = tuple([_make_fact(name, str(value), labels[name]) for name, value in named])
    return facts


# There are few different facts.
_make_fact = lru_cache(maxsize=4096)(Fact)
