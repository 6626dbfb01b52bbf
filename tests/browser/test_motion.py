"""Animations of a table: the deal, and the shake of a move out of turn; neither shifts the layout."""

import pytest
from playwright.async_api import Page

from tests.browser.chromium import Window
from tests.browser.conftest import OpenWindow
from tests.browser.layout import WATCH_SHIFTS, shifts_of
from tests.browser.test_ending import WATCH_MOTION, address_of
from tests.support.graphql_sessions import Live, opened
from tools.services import Service

pytestmark = pytest.mark.anyio


async def open_fresh(window: Window, live: Live) -> Page:
    """Open a table of Zar that was just dealt, with somebody near."""
    await window.context.add_init_script(WATCH_SHIFTS + WATCH_MOTION)
    page = await window.open(address_of(live, 0))
    await page.locator('[data-connection="live"]').wait_for()
    await page.locator('[data-drag="ready"]').wait_for()
    return page


async def test_a_fresh_table_is_dealt_and_a_slam_shakes_it(window: Window, service: Service) -> None:
    live = opened(service, "zar", 3, seed=f"{7:064x}", reactionMillis=60_000).live()
    dealt = sum(zone["count"] for zone in live.read()["view"]["zones"] if zone["kind"] == "hand")
    page = await open_fresh(window, live)
    rested = "() => window.moved.filter((one) => one === 'croupier-flying rests').length"
    await page.wait_for_function(f"() => ({rested})() === {dealt}")
    assert await page.locator("[data-index]").evaluate_all("(cards) => cards.every(({ style }) => !style.opacity)")
    assert "croupier-stage" not in await page.evaluate("window.moved")
    assert live.turn() == [2]
    live.move(0, live.legal(0)[0])
    await page.wait_for_function("() => window.moved.includes('croupier-stage rests')")
    assert await shifts_of(page) == []


async def test_a_deal_is_still_where_less_motion_is_wanted(open_window: OpenWindow, service: Service) -> None:
    live = opened(service, "zar", 3, seed=f"{7:064x}").live()
    page = await open_fresh(await open_window(reduced_motion="reduce"), live)
    assert await page.evaluate("window.moved") == []
