"""What a viewer sees differently after a move: the zones, facts and scores whose views are not those of before.

Only what the move has touched is viewed. A zone counts as changed exactly if the two views of it differ, so a viewer is
told of nothing that the views alone would not tell (engine 5).
"""

import msgspec

from engine.core.game import zone_map_of
from engine.core.values import Fact, State, Zone
from engine.games import GAME_OF_STATE
from engine.operations import public_of, view
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
    # A move leaves the tuples of the zones that it does not touch.
    touched = tuple([zone for zone in now if lay.get(zone) is not lie[zone]])
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
    before, after, touched = compared.before, compared.after, compared.touched
    zone_map = zone_map_of(GAME_OF_STATE[type(after)], after.options)
    is_open = public_of(before).outcome is not None or public_of(after).outcome is not None
    if covered or not is_open:
        return zone_map.view_changed(touched, before.zones, after.zones, viewer)
    # A table that is over shows all cards.
    seen = set(view(before, viewer).zones)
    return tuple([zone for zone in view(after, viewer).zones if zone not in seen])


def changed_scores(compared: Comparison, viewer: int | None) -> tuple[tuple[int, int | None], ...]:
    """Return the seats whose scores `viewer` sees differently in the later state, with these scores."""
    seen, sees = _scores(compared.before, viewer), _scores(compared.after, viewer)
    if seen == sees:
        return ()
    return tuple([(seat, points) for seat, points in enumerate(sees) if points != seen[seat]])


def _scores(state: State, viewer: int | None) -> tuple[int | None, ...]:
    """Return the scores of a state as its view has them."""
    scores = public_of(state).scores
    if viewer is None or None not in scores:
        return scores
    return GAME_OF_STATE[type(state)].scores(state, viewer)
