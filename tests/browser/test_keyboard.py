"""The keyboard focus: on the cards as soon as a table is there, and never on an answer by itself."""

import re

import pytest
from playwright.async_api import expect

from tests.browser.chromium import Window
from tests.browser.conftest import OpenWindow
from tests.browser.plans import Plan
from tests.browser.player import Player, sit_down
from tests.browser.screens import play_plan
from tests.support.graphql_sessions import opened
from tools.services import Service

pytestmark = pytest.mark.anyio

HAND = re.compile("^Your cards")
# Answers a question at the moment it appears, as a key does that is pressed twice or held.
ANSWER_TWICE = """async () => {
    const board = document.querySelector("[data-version]");
    const press = (repeat) => document.activeElement.dispatchEvent(
        new KeyboardEvent("keydown", { key: "Enter", bubbles: true, cancelable: true, repeat }),
    );
    const before = board.dataset.version;
    press(false);
    const isOpen = () => board.dataset.version !== before && !board.querySelector(".croupier-busy");
    while (!isOpen()) await new Promise(requestAnimationFrame);
    press(false);
    for (let again = 0; again < 5; again++) press(true);
    document.querySelector("[data-tray] [data-move]")?.click();
}"""


async def test_opening_a_table_by_keyboard_focuses_the_cards(window: Window) -> None:
    page = await window.open("/play")
    await page.get_by_role("button", name="Play now: Door to Zont").press("Enter")
    await expect(page.get_by_role("listbox", name=HAND)).to_be_focused()


async def test_following_a_link_focuses_the_cards(window: Window, service: Service) -> None:
    player = await sit_down(window, play_plan(service, "door", 20), 0, Player)
    await expect(player.hand).to_be_focused()
    await expect(player.page.get_by_role("tooltip")).to_have_count(0)


async def test_without_cards_in_the_hand_one_is_before_what_can_be_done(window: Window, service: Service) -> None:
    live = opened(service, "zlam", 15, seed=f"{3:064x}").live()
    page = (await sit_down(window, live, live.turn()[0], Player)).page
    await expect(page.get_by_role("group", name="What you can do")).to_be_focused()
    await page.keyboard.press("Tab")
    assert await page.evaluate("document.activeElement.matches('[data-tray] button')")


async def test_watching_a_table_focuses_the_heading(window: Window, service: Service) -> None:
    page = await window.open(f"/play#s={play_plan(service, 'zar', 6).id}")
    await expect(page.get_by_role("heading", level=1)).to_be_focused()


async def test_going_to_another_screen_focuses_its_heading(window: Window, service: Service) -> None:
    page = await window.open(f"/play#s={play_plan(service, 'zar', 6).id}")
    await expect(page.locator("[data-version]")).to_be_visible()
    await page.get_by_role("link", name="Croupier: To the games").press("Enter")
    await expect(page.get_by_role("heading", level=1)).to_have_text(re.compile("."))
    await page.get_by_role("link", name="Tournaments").press("Enter")
    await expect(page.get_by_role("heading", level=1, name="Tournaments")).to_be_focused()


async def test_opening_a_waiting_room_focuses_its_heading(window: Window) -> None:
    page = await window.open("/play")
    await page.get_by_role("button", name="Set up a table of Door to Zont").press("Enter")
    await page.get_by_role("button", name="With friends, by link").press("Enter")
    await page.get_by_role("button", name="Open the table").press("Enter")
    await expect(page.get_by_role("heading", level=1, name="Door to Zont")).to_be_focused()


async def test_one_link_leads_from_the_top_to_the_cards(window: Window, service: Service) -> None:
    player = await sit_down(window, play_plan(service, "door", 20), 0, Player)
    await expect(player.hand).to_be_focused()
    await player.page.evaluate("document.activeElement.blur()")
    await player.page.get_by_role("link", name="To the content").press("Enter")
    await expect(player.hand).to_be_focused()


async def test_a_key_that_asks_how_a_card_is_played_gives_no_answer(open_window: OpenWindow, service: Service) -> None:
    live = Plan("zar", {}, number=13, chance=1).open(service)
    player = await sit_down(await open_window(), live, 0, Player)
    version = live.read()["version"]
    await player.reach(player.hand)
    place = await player.hand.locator("[data-code=D2]").first.get_attribute("data-index")
    await player.page.keyboard.press(str(int(place or "") + 1))
    await player.page.keyboard.press("Enter")
    choices = player.page.locator("[data-tray] [data-move]")
    await expect(choices).to_have_count(12)
    await player.page.keyboard.press("Enter")
    await player.page.keyboard.press("Enter")
    await expect(choices).to_have_count(12)
    assert live.read()["version"] == version
    await player.page.keyboard.press("Tab")
    await expect(choices.first).to_be_focused()
    await player.page.keyboard.press("Enter")
    await player.see(version + 1)


async def test_the_key_that_lists_all_moves_makes_none(open_window: OpenWindow, service: Service) -> None:
    live = play_plan(service, "door", 20)
    player = await sit_down(await open_window(), live, 0, Player)
    version = live.read()["version"]
    await player.press(player.page.get_by_role("button", name=re.compile("^All moves")))
    sheet = player.page.get_by_role("dialog", name=re.compile("^All moves"))
    await expect(sheet.get_by_role("group", name="Moves")).to_be_focused()
    await player.page.keyboard.press("Enter")
    await expect(sheet).to_be_visible()
    assert live.read()["version"] == version


async def test_a_key_that_plays_a_card_does_not_answer_the_next_question(
    open_window: OpenWindow, service: Service
) -> None:
    # A customer is played, and then any card of the hand may be scored.
    live = Plan("door", {}, number=2, chance=2).open(service)
    player = await sit_down(await open_window(), live, 0, Player)
    version = live.read()["version"]
    await player.see(version)
    place = await player.hand.locator("[data-code=CR1]").get_attribute("data-index")
    await player.reach(player.hand)
    await player.page.keyboard.press(str(int(place or "") + 1))
    await player.page.evaluate(ANSWER_TWICE)
    await player.see(version + 1)
    assert live.turn() == [0]
    assert live.read()["version"] == version + 1
    await player.page.keyboard.press("ArrowRight")
    await player.page.keyboard.press("Enter")
    await player.see(version + 2)
