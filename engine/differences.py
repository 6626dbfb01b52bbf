"""The difference between two views: the zones, facts and scores that a viewer sees differently after a move.

Only the zones that the move touched are viewed. A zone counts as changed exactly if its two views differ, so the
difference reveals nothing that the two views do not reveal (engine 5). Viewers who see just what everybody sees get the
same tuple, made once.
"""

from collections.abc import Mapping
from itertools import compress
from operator import ne

import msgspec

from engine.core.game import zone_map_of
from engine.core.values import MOST_SEATS, Fact, State, Zone
from engine.games import GAME_OF_STATE
from engine.operations import public_of, view
from engine.sentences import describe_fact

# The keys in a state's `__dict__` for the scores that each seat sees.
_SCORES = tuple(f"scores {seat}" for seat in range(MOST_SEATS))


class Comparison(msgspec.Struct, frozen=True):
    """Two states of one table, and the public differences between them, which all viewers share.

    `touched` lists the zones whose cards may lie differently, in the order of the page. `order` lists all zones of the
    later state if they differ from the zones of the earlier one. The results of `changed_zones` and `changed_scores`
    are kept by viewer, null for all who see what everybody sees.
    """

    before: State
    after: State
    touched: tuple[str, ...]
    order: tuple[str, ...] | None
    zones: dict[int | None, tuple[Zone, ...]] = {}
    scores: dict[int | None, tuple[tuple[int, int | None], ...]] = {}


def compare(before: State, after: State) -> Comparison:
    """Return the public differences between two states of one table."""
    names = _list_zones(before)
    now = _list_zones(after)
    zones_now = after.zones
    zones_before: Mapping[str, tuple[str, ...] | None] = before.zones
    order = None
    if names != now:
        zones_before = {**dict.fromkeys(now), **zones_before}
        order = now
    # A move keeps the tuples of untouched zones, so identity shows which zones it touched.
    touched = [zone for zone in now if zones_now[zone] is not zones_before[zone]]
    return Comparison(before, after, tuple(touched), order)


def _list_zones(state: State) -> tuple[str, ...]:
    """Return the names of a state's zones; they are kept, since each state is compared twice."""
    kept: dict[str, tuple[str, ...]] = state.__dict__
    names = kept.get("zone names")
    if names is None:
        names = kept["zone names"] = tuple(GAME_OF_STATE[type(state)].zones(state))
    return names


def changed_facts(compared: Comparison) -> tuple[Fact, ...]:
    """Return the facts whose values changed; a table has the same facts in every state."""
    known = public_of(compared.before).facts
    facts = public_of(compared.after).facts
    game = GAME_OF_STATE[type(compared.after)].name
    names = compress(facts, map(ne, facts.values(), known.values()))
    return tuple([describe_fact(game, name, str(facts[name])) for name in names])


def changed_zones(compared: Comparison, viewer: int | None, *, covered: bool = False) -> tuple[Zone, ...]:
    """Return the zones that are new, or that `viewer` (None: a spectator) sees differently in the later state.

    With `covered`, cards stay hidden when the table is over, as in `covered_view`.
    """
    before = compared.before
    after = compared.after
    is_open = public_of(before).outcome is not None or public_of(after).outcome is not None
    if covered or not is_open:
        zone_map = zone_map_of(GAME_OF_STATE[type(after)], after.options)
        touched = compared.touched
        if not zone_map.own(touched, viewer):
            viewer = None
        zones = compared.zones.get(viewer)
        if zones is None:
            zones = compared.zones[viewer] = zone_map.view_changed(touched, before.zones, after.zones, viewer)
        return zones
    # A table that is over shows all cards.
    seen = set(view(before, viewer).zones)
    return tuple([zone for zone in view(after, viewer).zones if zone not in seen])


def changed_scores(compared: Comparison, viewer: int | None) -> tuple[tuple[int, int | None], ...]:
    """Return the seats whose scores `viewer` sees differently in the later state, with these scores."""
    if None not in public_of(compared.before).scores and None not in public_of(compared.after).scores:
        viewer = None
    scores = compared.scores.get(viewer)
    if scores is None:
        seen = _look_at_scores(compared.before, viewer)
        sees = _look_at_scores(compared.after, viewer)
        scores = compared.scores[viewer] = tuple(compress(enumerate(sees), map(ne, sees, seen)))
    return scores


def _look_at_scores(state: State, viewer: int | None) -> tuple[int | None, ...]:
    """Return the scores of a state as its view has them."""
    public = public_of(state).scores
    # Every seat knows the scores that a spectator knows.
    if viewer is None or None not in public:
        return public
    kept: dict[str, tuple[int | None, ...]] = state.__dict__
    scores = kept.get(_SCORES[viewer])
    if scores is None:
        scores = kept[_SCORES[viewer]] = GAME_OF_STATE[type(state)].scores(state, viewer)
    return scores
