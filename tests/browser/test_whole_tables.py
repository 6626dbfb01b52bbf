"""Whole tables of every game are played at the page, by keyboard alone; some also by touch alone at the other seat."""

import pytest

from engine import GAMES
from tests.browser.conftest import OpenWindow
from tests.browser.plans import PLANS, Plan
from tests.browser.whole_tables import ALONE, MOVING, SMALL, USUAL, play_table
from tests.engine.example_game import register_example
from tools.services import Service

pytestmark = pytest.mark.anyio

register_example()
UNPLANNED = sorted(set(GAMES) - {plan.game for plan in PLANS.values()})
# The short tables. `make browser-tables` plays each game by touch, too, and on screens of every size.
BY_TOUCH = {"zar": SMALL, "zlam": USUAL}


@pytest.mark.parametrize("plan", PLANS.values(), ids=PLANS)
async def test_a_whole_table_is_played_by_keyboard_alone(plan: Plan, service: Service, open_window: OpenWindow) -> None:
    await play_table(plan, BY_TOUCH.get(plan.game, ALONE), service, open_window)


@pytest.mark.parametrize("game", UNPLANNED)
async def test_a_game_that_the_page_has_never_seen_is_played_like_any_other(
    game: str, service: Service, open_window: OpenWindow
) -> None:
    await play_table(Plan(game, {}, number=3, chance=1), MOVING, service, open_window)
