"""What a browser loads before a screen is there, wherever the address leads."""

from urllib.parse import urlsplit

import pytest
from playwright.async_api import expect

from tests.browser.chromium import Window
from tests.browser.conftest import OpenWindow
from tests.browser.screens import SCREENS
from tests.support.graphql_sessions import opened
from tools.services import Service

pytestmark = pytest.mark.anyio

MOST_BYTES = 60_000
LOCALES = {"en": "en-GB", "de": "de-DE"}


@pytest.mark.parametrize("name", ["lobby", "waiting-room", "turn", "stand", "end", "explorer", "past"])
async def test_the_first_load_of_a_screen_is_small(name: str, window: Window, service: Service) -> None:
    page = await SCREENS[name](window, service)
    if await page.locator("[data-version]").count():
        await page.locator('[data-connection="live"], [data-connection="ended"]').wait_for()
    sizes = await sizes_of(window)
    assert "/play/static/page.css" in sizes
    assert sum(sizes.values()) <= MOST_BYTES, sizes


@pytest.mark.parametrize("language", LOCALES)
async def test_an_invitation_loads_a_waiting_room_without_a_board(
    language: str, open_window: OpenWindow, service: Service
) -> None:
    window = await open_window(locale=LOCALES[language])
    table = opened(service, "door", 2)
    page = await window.open(f"/play#s={table.id}&code={table.codes[1]}")
    await expect(page.get_by_role("heading", name="Door to Zont")).to_be_visible()
    sizes = await sizes_of(window)
    assert f"/play/static/languages/{language}/lobby.js" in sizes
    assert not [path for path in sizes if "/board/board." in path or "/qr" in path]
    assert sum(sizes.values()) <= 40 * 1024, sizes


async def sizes_of(window: Window) -> dict[str, int]:
    """Return the compressed sizes of all files of the page that a window has asked for, as they came."""
    sizes: dict[str, int] = {}
    for request in window.requests:
        path = urlsplit(request.url).path
        response = await request.response() if path.startswith("/play") else None
        if response is not None:
            await response.finished()
            sizes[path] = (await request.sizes())["responseBodySize"]
    return sizes
