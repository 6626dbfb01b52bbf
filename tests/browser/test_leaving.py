"""What the page shows after giving up, after losing a seat, and when the table is closed."""

import pytest
from playwright.async_api import Page, expect

from tests.browser.chromium import Window
from tests.browser.conftest import OpenWindow
from tests.browser.player import Player, sit_down
from tests.browser.screens import play_plan
from tests.browser.test_ending import address_of
from tests.support.graphql_sessions import act, open_table, opened
from tools.services import Service

pytestmark = pytest.mark.anyio

SEATS_BUTTONS = ("Undo", "Resign", "Leave the table")


async def expect_seats_buttons(page: Page, count: int) -> None:
    """Wait until the buttons of somebody who plays are there, or gone."""
    for name in SEATS_BUTTONS:
        await expect(page.get_by_role("button", name=name)).to_have_count(count)


async def test_a_player_who_gives_up_keeps_no_button_and_is_told(window: Window, service: Service) -> None:
    page = (await sit_down(window, open_table(service, "zeven", 3), 0, Player)).page
    await resign(page)
    await expect(page.get_by_text("You have given up: your seat moves by itself.")).to_be_visible()
    await expect_seats_buttons(page, 0)
    await expect(page.locator("[data-move]")).to_have_count(0)
    await expect(page.locator(".croupier-playable")).to_have_count(0)


@pytest.mark.parametrize(
    ("locale", "lost", "won", "status"),
    [
        (
            "en-GB",
            "You have resigned: Player 1 wins",
            "Player 0 has resigned: you win",
            "The table is over: Player 0 has resigned, Player 1 wins",
        ),
        (
            "de-DE",
            "Du hast aufgegeben: Player 1 gewinnt",
            "Player 0 hat aufgegeben: Du gewinnst",
            "Der Tisch ist zu Ende: Player 0 hat aufgegeben, Player 1 gewinnt",
        ),
    ],
)
async def test_both_players_see_who_has_won_by_a_resignation_and_why(
    open_window: OpenWindow, service: Service, locale: str, lost: str, won: str, status: str
) -> None:
    live = open_table(service, "zeven", 2)
    pages = [await (await open_window(locale=locale)).open(address_of(live, seat)) for seat in (0, 1)]
    for page in pages:
        await expect(page.locator(".croupier-board")).to_be_visible()
    act(live.players[0], "resign", live.id)
    for page, words in zip(pages, (lost, won), strict=True):
        await expect(page.get_by_role("heading", name=words)).to_be_visible()
        await expect(page.locator(".croupier-status")).to_contain_text(status)
        # Nothing was counted.
        await expect(page.get_by_role("columnheader")).to_have_count(2)
        await expect(page.locator(".croupier-playable")).to_have_count(0)


async def resign(page: Page) -> None:
    """Give up at the page."""
    await expect_seats_buttons(page, 1)
    await page.get_by_role("button", name="Resign").click()
    await page.get_by_role("group", name="Give up for good?").get_by_role("button", name="Resign").click()


async def test_a_player_who_lost_the_seat_keeps_no_button_and_is_told(window: Window, service: Service) -> None:
    live = play_plan(service, "zeven", 6)
    page = (await sit_down(window, live, 0, Player)).page
    await expect_seats_buttons(page, 1)
    act(live.players[0], "leaveSession", live.id)
    await expect(page.get_by_role("status").filter(has_text="You have no seat at this table any more")).to_be_visible()
    await expect_seats_buttons(page, 0)
    await expect(page.locator("[data-tray]")).to_have_count(0)
    kept = await page.evaluate("JSON.parse(localStorage.getItem('croupier-page:tables'))[0].seats")
    assert kept == []


async def test_a_table_that_is_closed_before_the_deal_awaits_no_cards(window: Window, service: Service) -> None:
    table = opened(service, "door", 2)
    page = await window.open(f"/play#s={table.id}&t={table.sit(seat=0, name='Ada').token}")
    await expect(page.get_by_text("Ada").first).to_be_visible()
    act(table.host, "abandonSession", table.id)
    await expect(page.get_by_role("heading", name="The table was closed")).to_be_visible()
    await expect(page.get_by_text("The table is over").first).to_be_visible()
    await expect(page.get_by_text("not dealt yet")).to_have_count(0)
    await expect_seats_buttons(page, 0)
