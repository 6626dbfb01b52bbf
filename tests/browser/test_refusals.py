"""A refusal is shown beside the refused action and announced, wherever the page was scrolled to."""

import pytest
from playwright.async_api import expect

from tests.browser.conftest import OpenWindow
from tests.browser.hearing import LISTEN, hear
from tests.browser.layout import PHONE
from tests.browser.test_lobby import set_up

pytestmark = pytest.mark.anyio

REFUSED = "status of 422"


async def test_a_table_of_many_seats_is_dealt_as_it_is_offered(open_window: OpenWindow) -> None:
    page = await set_up(await open_window(), "ZLAM!", "With friends, by link")
    for _ in range(13):
        await page.get_by_role("button", name="One seat more").click()
    await page.get_by_role("button", name="Open the table").click()
    await expect(page.locator(".room .panel ol.rows > li")).to_have_count(16)


@pytest.mark.parametrize("locale", ["en-GB", "de-DE"])
async def test_a_refused_option_is_seen_heard_and_has_the_focus(locale: str, open_window: OpenWindow) -> None:
    window = await open_window(viewport=PHONE, locale=locale)
    window.tolerate(REFUSED)
    await window.context.add_init_script(LISTEN)
    page = await window.open("/play")
    await page.locator("[data-game=zlam] button").nth(1).click()
    for _ in range(13):
        await page.locator(".count-of button").last.click()
    await page.locator("#option-decks").evaluate("(field) => (field.closest('details').open = true)")
    await page.locator("#option-decks").fill("1")
    await page.locator("#option-decks").evaluate("(field) => (field.closest('details').open = false)")
    await page.locator("dialog footer button").click()
    await expect(page.locator("#option-decks")).to_be_focused()
    await expect(page.locator("#option-decks")).to_have_attribute("aria-invalid", "true")
    told = page.locator("#about-option-decks .trouble")
    await expect(told).to_be_in_viewport()
    assert (await hear(page, "64")).startswith("assertive: ")


async def test_a_refused_setting_has_the_focus(open_window: OpenWindow) -> None:
    window = await open_window(viewport=PHONE)
    window.tolerate(REFUSED)
    page = await set_up(window, "Zar", "With friends, by link")
    await page.locator("#setting-moveSeconds").evaluate("(field) => (field.closest('details').open = true)")
    await page.get_by_label("Seconds for each decision").fill("2000000")
    await page.get_by_role("button", name="Open the table").click()
    await expect(page.locator("#setting-moveSeconds")).to_be_focused()
    await expect(page.locator("#about-moveSeconds .trouble")).to_be_in_viewport()


async def test_a_table_that_cannot_be_opened_tells_so_where_one_looks(open_window: OpenWindow) -> None:
    window = await open_window(viewport=PHONE)
    window.tolerate(REFUSED)
    page = await window.open("/play")
    await page.locator(".name input").fill("\u202e")
    await page.get_by_role("button", name="Play now: ZLAM!").click()
    await expect(page.get_by_role("alert")).to_be_in_viewport()
