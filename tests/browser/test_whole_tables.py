"""Whole tables of every game are played at the page: by keyboard alone in two browsers, and by touch on a phone."""

import pytest
from playwright.async_api import expect

from tests.browser.chromium import Window
from tests.browser.conftest import OpenWindow
from tests.browser.layout import PHONE
from tests.browser.plans import PLANS, Plan
from tests.browser.player import Phone, Player, Somebody, sit_down
from tests.engine.toy import register_toy
from tools.services import Service

pytestmark = pytest.mark.anyio

every_game = pytest.mark.parametrize("plan", PLANS.values(), ids=PLANS)


@every_game
async def test_two_browsers_play_a_whole_table_by_keyboard(
    plan: Plan, service: Service, open_window: OpenWindow
) -> None:
    await play_by_keyboard(plan, service, open_window)


@every_game
async def test_a_whole_table_is_played_by_touch(plan: Plan, service: Service, phone: Window) -> None:
    live = plan.open(service)
    player = await sit_down(phone, live, 0, Phone)
    for seat, move in plan.moves():
        if seat == 0:
            await player.move(move)
        else:
            assert live.move(seat, move)["__typename"] == "MoveApplied"
    await check_end(player, plan)


async def test_a_game_that_the_page_has_never_seen_is_played_like_any_other(
    service: Service, open_window: OpenWindow
) -> None:
    register_toy()
    await play_by_keyboard(Plan("toy", {}, number=3, chance=1), service, open_window)


async def play_by_keyboard(plan: Plan, service: Service, open_window: OpenWindow) -> None:
    """Play a whole table in two browsers."""
    live = plan.open(service)
    players = [await sit_down(await open_window(), live, seat, Player) for seat in (0, 1)]
    for seat, move in plan.moves():
        await players[seat].move(move)
    for player in players:
        await check_end(player, plan)


async def check_end(player: Somebody, plan: Plan) -> None:
    await expect(player.page.get_by_text("The table is over").first).to_be_visible()
    assert player.live.read()["view"]["result"] == plan.result()


@pytest.fixture
async def phone(open_window: OpenWindow) -> Window:
    return await open_window(viewport=PHONE, has_touch=True, is_mobile=True, device_scale_factor=2)
