"""The levels: each row holds everything about a level, including its price."""

from itertools import pairwise

import bots
from service.use_cases.playing import cost_of_search


def test_a_level_that_searches_more_takes_longer_and_costs_more() -> None:
    for lower, higher in pairwise(bots.LEVELS.values()):
        assert lower.effort < higher.effort
        assert lower.seconds < higher.seconds
        assert lower.cost < higher.cost


def test_the_service_charges_the_price_of_the_level() -> None:
    assert {number: cost_of_search(number) for number in bots.LEVELS} == {
        number: level.cost for number, level in bots.LEVELS.items()
    }
    assert cost_of_search(max(bots.LEVELS) + 1) == 0
