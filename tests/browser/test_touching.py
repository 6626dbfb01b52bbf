"""Touch at a table: looking through cards beside a choice, a second finger, and the parts below a sheet."""

import pytest
from playwright.async_api import Page, expect

from tests.browser.conftest import OpenWindow
from tests.browser.layout import PHONE
from tests.browser.plans import PLANS
from tests.browser.screens import play_plan
from tests.browser.test_board import HIGH_DECK, come_near
from tests.engine.example_game import register_example
from tests.support.graphql_sessions import Live, opened
from tools.services import Service

pytestmark = pytest.mark.anyio

TOUCHED = {"has_touch": True, "is_mobile": True, "viewport": PHONE, "reduced_motion": "reduce"}


async def open_seat(open_window: OpenWindow, live: Live, seat: int, **settings: object) -> Page:
    """Open the table of a seat."""
    page = await (await open_window(**settings)).open(f"/play#s={live.id}&t={live.players[seat].token}")
    await page.locator('[data-connection="live"]').wait_for()
    return page


async def test_the_result_comes_over_an_open_sheet_after_giving_up(open_window: OpenWindow, service: Service) -> None:
    moves = list(PLANS["door"].moves())
    live = play_plan(service, "door", len(moves) - 1)
    page = await open_seat(open_window, live, moves[-1][0], **TOUCHED)
    await page.locator("[aria-controls=table-side]").tap()
    await page.get_by_role("button", name="Resign").tap()
    await page.get_by_role("group", name="Give up for good?").get_by_role("button", name="Resign").tap()
    result = page.get_by_role("dialog")
    await expect(result).to_be_focused()
    await expect(page.locator("#table-side")).to_be_hidden()


async def test_a_sheet_does_not_outlast_the_table(open_window: OpenWindow, service: Service) -> None:
    moves = list(PLANS["door"].moves())
    live = play_plan(service, "door", len(moves) - 1)
    page = await open_seat(open_window, live, 0, **TOUCHED)
    pile = page.locator("[data-zone^=suit]:has([data-code])").first
    await page.locator("[aria-haspopup=dialog].croupier-shower").first.focus()
    await page.keyboard.press("Enter")
    assert await pile.count()
    await expect(page.locator("dialog[open]")).to_have_count(1)
    live.move(*moves[-1])
    await expect(page.locator("dialog[open]")).to_have_count(0)
    await expect(page.get_by_role("dialog")).to_be_visible()


@pytest.mark.parametrize("settings", [TOUCHED, {"viewport": {"width": 1440, "height": 900}}], ids=["phone", "desk"])
async def test_a_pile_of_a_chosen_opponent_shows_its_cards(
    settings: dict[str, object], open_window: OpenWindow, service: Service
) -> None:
    live, other = table_with_a_gift(service)
    seat = live.turn()[0]
    page = await open_seat(open_window, live, seat, **settings)
    panel = page.locator(f"[part~=seat][data-seat='{other}']")
    await expect(panel).to_have_class("croupier-seat croupier-target")
    version = live.read()["version"]
    opener = panel.locator(".croupier-opener")
    await (opener.click() if await opener.is_visible() else panel.locator("header").click())
    await panel.locator("[data-zone]:has([data-index='1'])").first.click()
    sheet = page.locator("dialog[open]")
    await expect(sheet.get_by_role("listitem").nth(1)).to_be_visible()
    assert live.read()["version"] == version


async def test_a_single_card_of_a_marked_opponent_stands_for_the_opponent(
    open_window: OpenWindow, service: Service
) -> None:
    live = opened(service, "zlam", 2, seed=f"{3:064x}").live()
    seat = live.turn()[0]
    page = await open_seat(open_window, live, seat, viewport={"width": 1440, "height": 900})
    panel = page.locator(f"[part~=seat][data-seat='{1 - seat}']")
    await expect(panel).to_have_class("croupier-seat croupier-target")
    await panel.locator("[data-index='0']").first.click()
    await expect(page.get_by_role("button", name="Cancel")).to_be_visible()


def table_with_a_gift(service: Service) -> tuple[Live, int]:
    """Return a table at which a card may be given to somebody with more than one card on a stack, and that seat."""
    live = opened(service, "zlam", 2, seed=f"{3:064x}").live()
    for _ in range(40):
        seat = live.turn()[0]
        zones = live.read(seat)["view"]["zones"]
        is_high = any(zone["key"].startswith(f"stack:{1 - seat}.") and zone["count"] > 1 for zone in zones)
        legal = live.legal(seat)
        if is_high and f"give #{1 - seat}" in legal:
            return live, 1 - seat
        live.move(seat, next(move for move in legal if not move.startswith("give")) if len(legal) > 1 else legal[0])
    raise AssertionError("No card can be given.")


@pytest.mark.parametrize("sign", ["pointercancel", "pointerup"])
async def test_another_finger_does_not_drop_the_card_that_is_dragged(
    sign: str, open_window: OpenWindow, service: Service
) -> None:
    register_example()
    table = opened(service, "high", 2, {"firstSeat": "0"}, deck=HIGH_DECK)
    live = Live(service, table.id, [table.sit(seat=seat, name=name) for seat, name in enumerate(("Ada", "Grace"))])
    page = await open_seat(open_window, live, 0)
    await come_near(page)
    version = live.read()["version"]
    source = await page.locator('[role="listbox"] [data-code="N9"]').bounding_box()
    place = await page.locator('[data-zone="table"]').bounding_box()
    assert source is not None
    assert place is not None
    await page.mouse.move(source["x"] + 10, source["y"] + 20)
    await page.mouse.down()
    await page.mouse.move(source["x"] + 30, source["y"] - 10)
    await expect(page.locator(".croupier-lifted")).to_be_visible()
    other = {"pointerId": 77, "pointerType": "touch", "isPrimary": False, "bubbles": True}
    await page.locator("[part=board]").dispatch_event(sign, other)
    await expect(page.locator(".croupier-lifted")).to_be_visible()
    await page.mouse.move(place["x"] + place["width"] / 2, place["y"] + place["height"] / 2)
    await page.mouse.up()
    await expect(page.locator(f'[data-version="{version + 1}"]')).to_be_visible()


@pytest.mark.parametrize("sign", ["pointerdown", "pointerup", "pointercancel", "pointermove"])
async def test_another_finger_does_not_end_a_long_press(sign: str, open_window: OpenWindow, service: Service) -> None:
    page = await open_seat(open_window, play_plan(service, "door", 20), 0, **TOUCHED)
    card = page.get_by_role("listbox").get_by_role("option").first
    finger = {"pointerId": 5, "pointerType": "touch", "isPrimary": True, "bubbles": True, "composed": True}
    other = {**finger, "pointerId": 6, "isPrimary": False, "clientX": 300, "clientY": 300, "buttons": 1}
    await card.dispatch_event("pointerdown", finger)
    await page.locator("[part=board]").dispatch_event(sign, other)
    await expect(page.get_by_role("tooltip")).to_be_visible()
