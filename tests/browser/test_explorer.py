"""The explorer in a browser: time travel by keyboard, what each seat knew, and the checks of a record."""

import json
from random import Random

import pytest
from playwright.async_api import Page, expect

from tests.browser.chromium import Window
from tests.browser.screens import open_explorer, play_plan
from tests.support.graphql_sessions import ONLY_THREES, opened
from tests.support.services import Service

pytestmark = pytest.mark.anyio


async def test_arrow_keys_travel_through_time(window: Window, service: Service) -> None:
    page = await open_table(window, service)
    await page.keyboard.press("ArrowRight")
    await page.keyboard.press("ArrowRight")
    await expect(page.get_by_text("2 of 19")).to_be_visible()
    await page.keyboard.press("ArrowLeft")
    await expect(page.get_by_text("1 of 19")).to_be_visible()
    await page.keyboard.press("End")
    await expect(page.get_by_text("19 of 19")).to_be_visible()


async def test_every_seat_is_shown_with_what_it_knew(window: Window, service: Service) -> None:
    page = await open_table(window, service)
    hands = page.get_by_role("listbox")
    await expect(hands).to_have_count(2)
    await expect(hands.nth(0).get_by_role("option", name="wild II")).to_be_visible()
    await page.get_by_role("button", name="Spectator").first.click()
    await expect(hands).to_have_count(0)


async def test_the_shuffles_of_a_committed_table_are_checked_in_the_browser(window: Window, service: Service) -> None:
    live = opened(service, "zlam", 2, ONLY_THREES).live()
    live.play_to_the_end(Random(1))
    page = await window.open(f"/play/inspect#s={live.id}")
    await page.get_by_role("tab", name="Checks").click()
    await expect(page.get_by_text("Every check passed")).to_be_visible()


async def test_a_record_is_opened_and_a_forged_one_is_found_out(window: Window, service: Service) -> None:
    record = play_plan(service, "zar", 1000).record()
    assert record is not None
    page = await open_explorer(window, service)
    forged = json.loads(record)
    forged["moves"][-1] = "0 draw"
    await paste(page, json.dumps(forged))
    await expect(page.get_by_role("alert").filter(has_text="refuse move 19")).to_be_visible()
    await page.get_by_role("button", name="Open another").click()
    await paste(page, record)
    await expect(page.get_by_text("0 of 19")).to_be_visible()


async def open_table(window: Window, service: Service) -> Page:
    """Open a finished table of Zar at its beginning."""
    page = await window.open(f"/play/inspect#s={play_plan(service, 'zar', 1000).id}")
    await expect(page.get_by_text("0 of 19")).to_be_visible()
    return page


async def paste(page: Page, text: str) -> None:
    """Open a record as text."""
    await page.get_by_label("Or paste the record").fill(text)
    await page.get_by_role("button", name="Open the text").click()
