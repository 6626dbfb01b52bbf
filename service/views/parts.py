"""Make the parts of a view: zones, facts, scores, moves and results, in a wording for people or in words for programs.

Equal parts recur, so each part comes from a cache, and results computed from it can be cached, too. The key of a cache
holds only what the viewer is shown.
"""

from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import Generic, TypeVar

import engine
from engine import Wording
from service.sessions.session import Session
from service.views.catalogue import face_of, face_or_back
from service.views.fields import fill
from service.views.table_view import Fact, Move, Result, Score, Zone
from service.views.wording import wording_for

# The number of parts of a kind that are kept.
PARTS_KEPT = 4096

V = TypeVar("V")
P = TypeVar("P")


class _Maker(dict[int, tuple[V, P]], Generic[V, P]):
    """Makes the parts of a kind: it keeps those for programs by the identities of the engine's values, which recur.

    Hashing a value takes several times as long as hashing its identity. A value is stored with its part, so its id is
    not reused. Games share no values except facts, whose parts do not depend on the game. Parts with people's names
    have a cache of their own, since they differ at every table.
    """

    def __init__(self, make: Callable[[str, V, Wording | None], P]) -> None:
        super().__init__()
        self._make = make
        self._make_for_people = lru_cache(maxsize=PARTS_KEPT)(make)

    def make(self, game: str, values: Iterable[V], wording: Wording | None) -> tuple[P, ...]:
        """Return the parts of values of a game: in a wording for people, or without one for programs."""
        if wording is not None:
            return tuple([self._make_for_people(game, value, wording) for value in values])
        parts: list[P] = []
        for value in values:
            kept = self.get(id(value))
            if kept is None:
                if len(self) >= PARTS_KEPT:
                    self.clear()
                kept = (value, self._make(game, value, None))
                self[id(value)] = kept
            parts.append(kept[1])
        return tuple(parts)


def _make_zone(game: str, zone: engine.Zone, wording: Wording | None) -> Zone:
    return Zone(
        key=zone.id,
        kind=zone.kind,
        owner=zone.owner,
        label=zone.label if wording is None else engine.zone_label(game, zone.id, wording),
        count=zone.count,
        value=zone.value,
        cards=tuple(map(face_or_back(game, "" if wording is None else wording.language), zone.cards)),
    )


def _make_fact(game: str, fact: engine.Fact, wording: Wording | None) -> Fact:
    if wording is None:
        return fill(Fact, fact)
    label = engine.fact_label(game, fact.name, wording)
    display = engine.fact_display(game, fact.name, fact.value, wording)
    return fill(Fact, fact, label=label, display=display)


def _make_move(game: str, move: engine.LegalMove, wording: Wording | None) -> Move:
    return Move(
        notation=move.notation,
        verb=move.verb,
        cards=tuple(map(face_of(game, "" if wording is None else wording.language), move.cards)),
        from_=move.from_zone,
        to=move.to_zone,
        seat=move.seat,
        choice=move.choice,
        card=move.card,
        label=move.label if wording is None else engine.move_label(game, move, wording),
    )


make_zones = _Maker(_make_zone).make
make_facts = _Maker(_make_fact).make
make_moves = _Maker(_make_move).make
make_score = lru_cache(maxsize=PARTS_KEPT)(Score)


def project_move(game: str, move: engine.LegalMove, people: Session | None = None) -> Move:
    """Return a legal move. Its label names the players of the session `people`, if there is one."""
    return make_moves(game, (move,), wording_for(people))[0]


def project_moves(game: str, moves: Iterable[engine.LegalMove], people: Session | None = None) -> tuple[Move, ...]:
    """Return legal moves in their order, with labels as for `project_move`."""
    return make_moves(game, moves, wording_for(people))


def project_result(result: engine.Result | None) -> Result | None:
    """Return a result."""
    return None if result is None else fill(Result, result)
