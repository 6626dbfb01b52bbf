"""The difference between two views: the zones, facts and scores that a viewer sees differently after a move.

Only the zones that the move touched are viewed. A zone counts as changed exactly if its two views differ, so the
difference reveals nothing that the two views do not reveal (engine 5).
"""

from itertools import compress
from operator import is_not, ne

import msgspec

from engine.core.game import zone_map_of
from engine.core.values import Fact, State, Zone
from engine.games import GAME_OF_STATE
from engine.operations import public_of, view
from engine.sentences import describe_fact


class Comparison(msgspec.Struct, frozen=True):
    """Two states of one table, and the public differences between them, which all viewers share.

    `touched` lists the zones whose cards may lie differently, in the order of the page. `order` lists all zones of the
    later state if they differ from the zones of the earlier one.
    """

    before: State
    after: State
    touched: tuple[str, ...]
    order: tuple[str, ...] | None


def compare(before: State, after: State) -> Comparison:
    """Return the public differences between two states of one table."""
    rules = GAME_OF_STATE[type(after)]
    names = tuple(rules.zones(before))
    now = tuple(rules.zones(after))
    # A move keeps the tuples of untouched zones, so identity shows which zones it touched.
    is_touched = map(is_not, map(after.zones.__getitem__, now), map(before.zones.get, now))
    return Comparison(before, after, tuple(compress(now, is_touched)), None if names == now else now)


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
        return zone_map.view_changed(compared.touched, before.zones, after.zones, viewer)
    # A table that is over shows all cards.
    seen = set(view(before, viewer).zones)
    return tuple([zone for zone in view(after, viewer).zones if zone not in seen])


def changed_scores(compared: Comparison, viewer: int | None) -> tuple[tuple[int, int | None], ...]:
    """Return the seats whose scores `viewer` sees differently in the later state, with these scores."""
    seen = _look_at_scores(compared.before, viewer)
    sees = _look_at_scores(compared.after, viewer)
    if seen == sees:
        return ()
    return tuple([(seat, points) for seat, points in enumerate(sees) if points != seen[seat]])


def _look_at_scores(state: State, viewer: int | None) -> tuple[int | None, ...]:
    """Return the scores of a state as its view has them."""
    scores = public_of(state).scores
    # Every seat knows the scores that a spectator knows.
    if viewer is None or None not in scores:
        return scores
    return GAME_OF_STATE[type(state)].scores(state, viewer)
