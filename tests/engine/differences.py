"""The differences between two states, checked against the two whole views, for every viewer (engine 5)."""

from collections.abc import Mapping, Sequence
from random import Random
from typing import TypeVar

import engine

K = TypeVar("K")
V = TypeVar("V")

# The pairs of states of a table that lie several moves apart, in either order, as after a move that was taken back.
FAR_PAIRS = 6


def check_differences_apart(states: Sequence[engine.State], random: Random) -> None:
    """Check the differences between states of a table that do not follow each other, its last ones among them."""
    pairs = [(random.choice(states), random.choice(states)) for _ in range(FAR_PAIRS)]
    pairs += [(states[-1], states[0]), (states[-1], states[-2]), (states[-1], states[-1])]
    # States that were stored in between share no value.
    pairs += [(decoded(states[0]), decoded(states[-1]))]
    for before, after in pairs:
        check_differences(engine.compare(before, after))


def decoded(state: engine.State) -> engine.State:
    """Return an equal state that shares no value with it."""
    return engine.loads(engine.dumps(state))


def check_differences(compared: engine.Comparison) -> None:
    """Check for each viewer that exactly what its two views differ in is listed, and that it makes one the other."""
    before = compared.before
    after = compared.after
    for viewer in (None, *range(after.seats)):
        for look, covered in ((engine.view, False), (engine.covered_view, True)):
            seen = look(before, viewer)
            sees = look(after, viewer)
            zones = engine.changed_zones(compared, viewer, covered=covered)
            scores = engine.changed_scores(compared, viewer)
            check_listed(compared, zones, scores, seen, sees)
            assert apply_differences(compared, zones, scores, seen) == sees.zones + sees.facts + sees.scores


def check_listed(
    compared: engine.Comparison,
    zones: tuple[engine.Zone, ...],
    scores: tuple[tuple[int, int | None], ...],
    seen: engine.View,
    sees: engine.View,
) -> None:
    """Check that a zone, a fact or a score is listed exactly if it differs in the views, and in their order."""
    assert zones == without(sees.zones, seen.zones)
    assert engine.changed_facts(compared) == without(sees.facts, seen.facts)
    assert scores == without(tuple(enumerate(sees.scores)), tuple(enumerate(seen.scores)))
    names = tuple([zone.id for zone in sees.zones])
    assert compared.order == (None if names == tuple([zone.id for zone in seen.zones]) else names)


def without(values: tuple[V, ...], known: tuple[V, ...]) -> tuple[V, ...]:
    """Return the values that are not known."""
    return tuple([value for value in values if value not in known])


def apply_differences(
    compared: engine.Comparison,
    zones: tuple[engine.Zone, ...],
    scores: tuple[tuple[int, int | None], ...],
    seen: engine.View,
) -> tuple[object, ...]:
    """Return zones, facts and scores as a client has them: the earlier values, with the differences applied."""
    known = {zone.id: zone for zone in seen.zones}
    order = tuple(known) if compared.order is None else compared.order
    lying = known | {zone.id: zone for zone in zones}
    facts = renewed(
        {fact.name: fact for fact in seen.facts}, {fact.name: fact for fact in engine.changed_facts(compared)}
    )
    points = renewed(dict(enumerate(seen.scores)), dict(scores))
    return (*[lying[name] for name in order], *facts, *points)


def renewed(known: Mapping[K, V], told: Mapping[K, V]) -> tuple[V, ...]:
    """Return the known values by name, each replaced by its change."""
    assert told.keys() <= known.keys()
    return tuple([told.get(name, value) for name, value in known.items()])
