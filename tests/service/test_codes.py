"""Codes of cards: those of the cards that each viewer sees, at states of random tables."""

from collections import Counter
from collections.abc import Sequence
from random import Random

import pytest

import engine
from service.views.events import project_events_of_table
from service.views.projection import project_view
from service.views.table_view import Zone
from tests.engine.play import play_on, random_table
from tests.service.api.test_catalogue import GAMES

TABLES = 3
# One in so many states is looked at.
PAUSE = 5


def spread_out(zone: Zone) -> list[str | None]:
    """Return the cards of a zone, None for a hidden one, from its codes and its count."""
    hidden = zone.count - len(zone.codes)
    return [*[None] * hidden, *zone.codes]


def name_sight(cards: Sequence[str | None]) -> str:
    """Return how much of a zone with some cards a viewer sees."""
    if all(cards):
        return "all"
    return "some" if any(cards) else "nothing"


@pytest.mark.parametrize("game", GAMES)
def test_codes_and_count_give_the_cards_that_a_viewer_sees(game: str) -> None:
    sights = Counter[str]()
    for number in range(TABLES):
        chance = Random(f"{game} {number}")
        for ply, step in enumerate(play_on(random_table(game, chance).deal(), chance)):
            for viewer in (None, *range(step.after.seats)) if ply % PAUSE == 0 else ():
                seen = engine.view(step.after, viewer).zones
                zones = project_view(step.after, viewer).zones
                assert [spread_out(zone) for zone in zones] == [list(zone.cards) for zone in seen]
                # No hidden card is listed below the lowest visible one.
                assert all(zone.codes[:1] != (None,) for zone in zones)
                sights.update(name_sight(zone.cards) for zone in seen if zone.cards)
    assert min(sights["all"], sights["nothing"]) > 0, sights


@pytest.mark.parametrize("game", GAMES)
def test_the_codes_of_an_event_are_those_of_the_cards_that_a_viewer_sees(game: str) -> None:
    chance = Random(game)
    shown = 0
    for step in play_on(random_table(game, chance).deal(), chance):
        for viewer in (None, *range(step.after.seats)):
            seen = engine.events_for(step.events, viewer)
            events = project_events_of_table(game, 1, step.events, viewer)
            assert [event.codes for event in events] == [event.cards for event in seen]
            shown += sum(len(event.codes) for event in events)
    assert shown
