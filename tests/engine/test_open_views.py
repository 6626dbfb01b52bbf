"""The part of a view that everybody sees is built once for all viewers, and again only where a move changed it."""

from collections.abc import Iterator
from random import Random

import pytest
from msgspec.structs import replace

from engine import GAMES, State, game_of, view
from engine.core.game import zone_map_of
from engine.core.zones import ZoneMap
from tests.engine.invariants import viewers
from tests.engine.play import Step, play_on, random_table


def steps_of(game: str, tables: int = 6) -> Iterator[Step]:
    """Yield the first moves of random tables with few seats; everybody has viewed the state before each was made."""
    random = Random(f"open views {game}")
    while tables:
        table = random_table(game, random)
        if table.seats > 5:
            continue
        tables -= 1
        state = table.deal()
        look(state)
        for step, _ in zip(play_on(state, random), range(60), strict=False):
            yield step
            look(step.after)


def look(state: State) -> None:
    """View a state as everybody."""
    for viewer in viewers(state):
        view(state, viewer)


def forget(zone_map: ZoneMap) -> None:
    """Have other tables displace all zones from the caches."""
    zone_map._show.cache_clear()
    zone_map._show_closed.cache_clear()


def zone_map_at(state: State) -> ZoneMap:
    """Return the zones of a table."""
    return zone_map_of(game_of(state), state.options)


@pytest.mark.parametrize("game", GAMES)
def test_a_view_after_a_move_equals_that_of_the_same_state_by_itself(game: str) -> None:
    for step in steps_of(game):
        for viewer in viewers(step.after):
            assert view(step.after, viewer) == view(replace(step.after), viewer)


@pytest.mark.parametrize("game", GAMES)
def test_viewers_share_the_zones_of_which_they_see_what_everybody_sees(game: str) -> None:
    for step in steps_of(game, tables=1):
        state = step.before
        zone_map = zone_map_at(state)
        shared = view(state, None).zones
        forget(zone_map)
        for viewer in range(state.seats):
            for zone, everybody in zip(view(state, viewer).zones, shared, strict=True):
                sees_more = zone_map.depth(zone.id, viewer) > zone_map.depth(zone.id, None)
                assert (zone is everybody) is not sees_more


@pytest.mark.parametrize("game", GAMES)
def test_a_move_leaves_the_zones_that_it_does_not_touch_as_they_were_viewed(game: str) -> None:
    for step in steps_of(game, tables=1):
        before = {zone.id: zone for zone in view(step.before, None).zones}
        forget(zone_map_at(step.before))
        after = view(step.after, None)
        if after.result is None and list(before) == [zone.id for zone in after.zones]:
            untouched = [zone for zone in after.zones if step.after.zones[zone.id] is step.before.zones[zone.id]]
            assert all(zone is before[zone.id] for zone in untouched)
