"""A table on screens of every width: all of its texts can be read."""

import pytest
from playwright.async_api import expect

from tests.browser.accessibility import faults_of
from tests.browser.chromium import Window
from tests.browser.conftest import OpenWindow
from tests.browser.layout import clipped_texts_of, overflow_of
from tests.browser.screens import play_plan
from tools.services import Service

pytestmark = pytest.mark.anyio

WIDTHS = (320, 375, 768, 1024, 1280, 1440, 1920)
# The longest words are German.
LOCALES = {"en": "en-GB", "de": "de-DE"}
TABLES = [("zar", "en"), ("zeven", "de"), ("door", "de"), ("bazaar", "de"), ("bazaar", "en"), ("zlam", "en")]


@pytest.mark.parametrize(("game", "language"), TABLES)
async def test_no_text_of_a_table_is_cut_off_at_any_width(
    game: str, language: str, open_window: OpenWindow, service: Service
) -> None:
    window: Window = await open_window(locale=LOCALES[language])
    live = play_plan(service, game, 14)
    page = await window.open(f"/play#s={live.id}&t={live.players[0].token}")
    await expect(page.locator("[data-version]")).to_be_visible()
    for width in WIDTHS:
        await page.set_viewport_size({"width": width, "height": 800})
        assert (width, await overflow_of(page), await clipped_texts_of(page)) == (width, [], [])


@pytest.mark.parametrize("path", ["/play", "/play/rules/zar", "/play/rules/engine", "/play/inspect"])
async def test_nothing_beside_the_tables_is_wider_than_a_narrow_screen(path: str, open_window: OpenWindow) -> None:
    window: Window = await open_window(locale="de-DE", viewport={"width": 320, "height": 640})
    page = await window.open(path)
    await expect(page.get_by_role("heading", level=1)).to_be_visible()
    assert await overflow_of(page) == []


async def test_a_browser_without_storage_is_reported_in_a_landmark(window: Window) -> None:
    await window.context.add_init_script("delete Window.prototype.localStorage; delete window.localStorage")
    page = await window.open("/play")
    await expect(page.get_by_text("This browser keeps nothing")).to_be_visible()
    await expect(page.get_by_role("heading", level=1)).to_be_visible()
    assert await faults_of(page) == []
