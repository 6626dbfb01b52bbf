"""Whole tables of every game are played at the page: by keyboard alone at one seat, by touch alone at the other."""

import pytest
from playwright.async_api import expect

from engine import GAMES
from tests.browser.conftest import OpenWindow
from tests.browser.layout import PHONE
from tests.browser.plans import PLANS, Plan
from tests.browser.player import Phone, Player, sit_down
from tests.engine.example_game import register_example
from tools.services import Service

pytestmark = pytest.mark.anyio

register_example()
UNPLANNED = sorted(set(GAMES) - {plan.game for plan in PLANS.values()})


@pytest.mark.parametrize("plan", PLANS.values(), ids=PLANS)
async def test_a_whole_table_is_played_by_touch_and_by_keyboard(
    plan: Plan, service: Service, open_window: OpenWindow
) -> None:
    await play(plan, service, open_window)


@pytest.mark.parametrize("game", UNPLANNED)
async def test_a_game_that_the_page_has_never_seen_is_played_like_any_other(
    game: str, service: Service, open_window: OpenWindow
) -> None:
    await play(Plan(game, {}, number=3, chance=1), service, open_window)


async def play(plan: Plan, service: Service, open_window: OpenWindow) -> None:
    """Play a whole table: on a phone, and in a browser without a mouse."""
    live = plan.open(service)
    # The driver taps only what rests: with motion that takes several times as long.
    phone = await open_window(viewport=PHONE, has_touch=True, is_mobile=True, reduced_motion="reduce")
    players = [await sit_down(phone, live, 0, Phone), await sit_down(await open_window(), live, 1, Player)]
    for seat, move in plan.moves():
        await players[seat].move(move)
    for player in players:
        await expect(player.page.get_by_text("The table is over").first).to_be_visible()
    assert live.read()["view"]["result"] == plan.result()
