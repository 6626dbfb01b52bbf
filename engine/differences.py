"""What a viewer sees differently after a move: the zones, facts and scores whose views are not those of before.

Only what the move has touched is viewed. A zone counts as changed exactly if the two views of it differ, so a viewer is
told of nothing that the views alone would not tell (engine 5).
"""

import msgspec

from engine.core.game import zone_map_of
from engine.core.values import Fact, State, Zone
from engine.games import GAME_OF_STATE
from engine.operations import public_of
from engine.sentences import describe_fact


class Comparison(msgspec.Struct, frozen=True):
    """Two states of one table, and the public differences between them, which all viewers share.

    `touched` are the zones whose cards may lie differently, in the order of the page. `order` lists all zones of the
    later state, if they are not those of the earlier one. `facts` are those with another value.
    """

    before: State
    after: State
    touched: tuple[str, ...]
    order: tuple[str, ...] | None
    facts: tuple[Fact, ...]


def compare(before: State, after: State) -> Comparison:
    """Return the public differences between two states of one table."""
    rules = GAME_OF_STATE[type(after)]
    lay, lie = before.zones, after.zones
    names, now = tuple(rules.zones(before)), tuple(rules.zones(after))
    known, public = public_of(before), public_of(after)
    if (known.outcome is None) == (public.outcome is None):
        # A move leaves the tuples of the zones that it does not touch.
        touched = tuple([zone for zone in now if lay.get(zone) is not lie[zone]])
    else:
        # At the end all cards are open.
        touched = now
    facts = [
        describe_fact(rules.name, name, str(value))
        for name, value in public.facts.items()
        if known.facts[name] != value
    ]
    return Comparison(before, after, touched, None if names == now else now, tuple(facts))


def changed_zones(compared: Comparison, viewer: int | None, *, covered: bool = False) -> tuple[Zone, ...]:
    """Return the zones that `viewer` (None: a spectator) sees differently in the later state, or that are new there.

    With `covered`, no card is shown because the table is over, as in `covered_view`.
    """
    if not compared.touched:
        return ()
    present = tuple([zone for zone in compared.touched if zone in compared.before.zones])
    seen = {zone.id: zone for zone in _look(compared.before, present, viewer, covered=covered)}
    sees = _look(compared.after, compared.touched, viewer, covered=covered)
    return tuple([zone for zone in sees if zone is not (before := seen.get(zone.id)) and zone != before])


def changed_scores(compared: Comparison, viewer: int | None) -> tuple[tuple[int, int | None], ...]:
    """Return the seats whose scores `viewer` sees differently in the later state, with these scores."""
    seen, sees = _scores(compared.before, viewer), _scores(compared.after, viewer)
    if seen == sees:
        return ()
    return tuple([(seat, points) for seat, points in enumerate(sees) if points != seen[seat]])


def _look(state: State, zones: tuple[str, ...], viewer: int | None, *, covered: bool) -> tuple[Zone, ...]:
    zone_map = zone_map_of(GAME_OF_STATE[type(state)], state.options)
    if public_of(state).outcome is not None and not covered:
        return zone_map.uncover(zones, state.zones)
    return zone_map.view(zones, state.zones, viewer)


def _scores(state: State, viewer: int | None) -> tuple[int | None, ...]:
    """Return the scores of a state as its view has them."""
    scores = public_of(state).scores
    if viewer is None or None not in scores:
        return scores
    return GAME_OF_STATE[type(state)].scores(state, viewer)
