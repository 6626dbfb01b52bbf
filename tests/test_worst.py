"""The table of the worst requests: a row for each operation; the costly ones stay below their bound."""

import sys
from collections.abc import Callable
from itertools import count
from types import FrameType
from typing import Any

import msgspec
import pytest

from service.settings import load_settings
from service.use_cases.operations import OPERATIONS
from service.use_cases.tournaments import calculations
from tests.support.graphql_client import Json
from tools.large import tournaments as large
from tools.large.requests import LONGEST_BODY, WORST

# Calls and returns, of Python and of C: the costliest takes half of it, and less than a second. Each of these took from
# 3.8 s to minutes.
MOST_STEPS = 30_000_000

COSTLY: dict[str, tuple[Callable[[Any], object], Callable[[], Json]]] = {
    "large tables": (calculations.rank, large.STANDINGS["the issue's"]),
    "nobody plays": (calculations.rank, large.STANDINGS["everybody is absent"]),
    "the same seat": (calculations.pair, large.PAIRINGS["Swiss of 5,000 who all want one seat"]),
    "round robin": (calculations.pair, large.PAIRINGS["round robin, nine rounds"]),
    "hundred boards": (calculations.pair, large.PAIRINGS["elimination at tables of 100, 100 boards"]),
    "rounds that the Dutch system does not pair": (
        calculations.pair,
        large.PAIRINGS["the Dutch system, rounds drawn by lot"],
    ),
}


def test_every_operation_has_its_worst_request_or_a_reason_why_it_needs_none() -> None:
    assert WORST.keys() == OPERATIONS.keys()
    assert all(found if isinstance(found, str) else len(found) for found in WORST.values())


@pytest.mark.parametrize("built", [large.STANDINGS, large.PAIRINGS, large.RATINGS], ids=["rank", "pair", "rate"])
def test_the_worst_tournaments_are_as_large_as_a_body_may_be(built: dict[str, Callable[[], Json]]) -> None:
    assert load_settings({}).max_body_bytes == LONGEST_BODY
    sizes = [len(msgspec.json.encode(build())) for build in built.values()]
    assert 0.75 * LONGEST_BODY < max(sizes) <= LONGEST_BODY


@pytest.mark.parametrize("name", COSTLY)
def test_the_worst_keep_their_bound(name: str) -> None:
    function, build = COSTLY[name]
    kind = next(kind for parameter, kind in function.__annotations__.items() if parameter == "input")
    given = msgspec.convert(build(), kind)
    steps = count()

    def step(_frame: FrameType, _event: str, _argument: object) -> None:
        assert next(steps) < MOST_STEPS, "this takes too long"

    sys.setprofile(step)
    try:
        function(given)
    finally:
        sys.setprofile(None)
