"""The view of a finished table whose deal is still played elsewhere: the end shows the result, and no card."""

from random import Random

import pytest
from msgspec.structs import replace

from engine import GAMES, covered_view, is_uncovering_of_end, new_game, view
from tests.engine.invariants import viewers
from tests.engine.play import Step, play_on, random_table
from tests.engine.redeal import covered_spots


def steps_of(game: str) -> list[Step]:
    """Return all moves of a random table with few seats."""
    random = Random(f"covered {game}")
    while (table := random_table(game, random)).seats > 4:
        continue
    return list(play_on(table.deal(), random))


@pytest.mark.parametrize("game", GAMES)
def test_before_the_end_the_covered_view_is_the_view(game: str) -> None:
    for step in steps_of(game)[::9]:
        for viewer in viewers(step.before):
            assert covered_view(step.before, viewer) == view(step.before, viewer)


@pytest.mark.parametrize("game", GAMES)
def test_after_the_end_the_covered_view_hides_what_the_viewer_did_not_see(game: str) -> None:
    end = steps_of(game)[-1].after
    for viewer in viewers(end):
        covered = covered_view(end, viewer)
        shown = view(end, viewer)
        hidden = list[tuple[str, int]]()
        for zone in covered.zones:
            hidden += [(zone.id, index) for index, card in enumerate(zone.cards) if card is None]
        assert sorted(hidden) == sorted(covered_spots(end, viewer))
        assert [zone.cards for zone in shown.zones] == [end.zones[zone.id] for zone in shown.zones]
        assert replace(covered, zones=shown.zones) == shown
        assert covered.result is not None
        assert covered.scores == covered.result.scores


@pytest.mark.parametrize("game", GAMES)
def test_only_the_last_move_has_events_that_show_the_end(game: str) -> None:
    *earlier, last = steps_of(game)
    assert not any(is_uncovering_of_end(event) for step in earlier for event in step.events)
    shown = {event.to_zone or "": event.cards for event in last.events if is_uncovering_of_end(event)}
    zones = {zone for zone, _ in covered_spots(last.after, None)}
    assert zones <= set(shown)
    assert shown == {zone: last.after.zones[zone] for zone in shown}


def test_a_card_turned_up_in_the_game_is_no_event_of_the_end() -> None:
    events = [event for step in play_on(new_game("door", seats=2, seed="0" * 64), Random(1)) for event in step.events]
    turned_up = [event for event in events if event.kind == "uncovered" and event.rule.startswith("door")]
    assert turned_up
    assert not any(map(is_uncovering_of_end, turned_up))
