"""What a seat sees of zones, facts and scores is what its view shows."""

from random import Random

import pytest

import engine
from engine import InvalidInput, Zone, ZoneSight
from tests.engine.play import play_on, random_table

TABLES = 6


@pytest.mark.parametrize("game", engine.GAMES)
def test_a_seat_sees_of_the_zones_what_its_view_shows(game: str) -> None:
    random = Random(game)
    for _ in range(TABLES):
        table = random_table(game, random)
        seat = random.randrange(table.seats)
        found = engine.zone_sights(game, seats=table.seats, options=table.options, seat=seat)
        sights = {sight.zone: sight for sight in found}
        for step in play_on(table.deal(), random):
            view = engine.view(step.before, seat)
            assert all(is_shown(zone, sights[zone.id], step.before) for zone in view.zones)


def is_shown(zone: Zone, sight: ZoneSight, state: engine.State) -> bool:
    lying = state.zones[zone.id]
    hidden = {"all": 0, "top": len(lying) - 1, "none": len(lying)}[sight.depth]
    shown = (*(None,) * hidden, *lying[max(hidden, 0) :])
    value = None if sight.value is None else sight.value(lying)
    return (zone.cards, zone.owner, zone.kind) == (shown, sight.owner, sight.kind) and value in (None, zone.value)


@pytest.mark.parametrize("game", engine.GAMES)
def test_facts_and_scores_are_those_of_the_view(game: str) -> None:
    random = Random(f"facts {game}")
    table = random_table(game, random)
    for step in play_on(table.deal(), random):
        seat = random.randrange(table.seats)
        view = engine.view(step.after, seat)
        facts = {name: str(value) for name, value in engine.public_of(step.after).facts.items()}
        assert facts == {fact.name: fact.value for fact in view.facts}
        assert engine.scores_for(step.after, seat) == view.scores


@pytest.mark.parametrize("game", engine.GAMES)
def test_every_fact_says_what_its_values_are(game: str) -> None:
    rules = engine.find_game(game)
    kinds = {"number", "numbers", "seats", "cards", *rules.zone_map.kinds}
    assert all(isinstance(kind.of, tuple) or kind.of in kinds for kind in rules.facts.values())


@pytest.mark.parametrize("seat", [-1, 2])
def test_there_is_nothing_to_see_from_a_seat_that_is_not_at_the_table(seat: int) -> None:
    with pytest.raises(InvalidInput, match=f"There is no seat {seat}; the seats are 0–1"):
        engine.zone_sights("zar", seats=2, seat=seat)
