"""The requests and bytes of a browser's first load, for each screen."""

from urllib.parse import urlsplit

import pytest
from playwright.async_api import expect

from tests.browser.chromium import Window
from tests.browser.conftest import OpenWindow
from tests.browser.screens import SCREENS
from tests.support.graphql_sessions import opened
from tools.services import Service
from web.assets import find_address

pytestmark = pytest.mark.anyio
# With everything that is fetched: of the page, and of the service. In English it is up to 1.8 kB less. The list of
# games in the lobby holds the example, too, which is some 300 bytes.
MOST_BYTES = {
    "lobby": 42_500,
    "waiting-room": 39_700,
    "turn": 58_300,
    "stand": 56_300,
    "end": 58_300,
    "explorer": 31_500,
}
MOST_REQUESTS = 15
MOST_REQUESTS_AGAIN = 3
# The addresses of what has come over the network since the page was opened; of a stream, nothing has come to its end.
ASKED = """() => [...performance.getEntriesByType("navigation"), ...performance.getEntriesByType("resource")]
    .filter(({ transferSize }) => transferSize > 0).map(({ name }) => name)"""
LOCALES = {"en": "en-GB", "de": "de-DE"}


@pytest.fixture
def service(quiet_service: Service) -> Service:
    """A service without the public tables of other tests, which the lobby would show."""
    return quiet_service


@pytest.mark.parametrize("language", LOCALES)
@pytest.mark.parametrize("name", MOST_BYTES)
async def test_the_first_load_of_a_screen_is_small(
    name: str, language: str, open_window: OpenWindow, service: Service
) -> None:
    window = await open_window(locale=LOCALES[language])
    page = await SCREENS[name](window, service)
    if await page.locator("[data-version]").count():
        await page.locator('[data-connection="live"], [data-connection="ended"]').wait_for()
    loaded = await loaded_by(window)
    assert find_address("shared/page.css") in {path for path, _ in loaded}
    assert sum(size for _, size in loaded) <= MOST_BYTES[name], "\n".join(map(str, loaded))
    assert len(loaded) <= MOST_REQUESTS, "\n".join(map(str, loaded))


@pytest.mark.parametrize("name", ["lobby", "waiting-room", "turn", "stand"])
async def test_a_reload_asks_for_little(name: str, window: Window, service: Service) -> None:
    page = await SCREENS[name](window, service)
    await expect(page.locator(".game .fan:empty")).to_have_count(0)
    await loaded_by(window)
    await page.reload()
    await page.locator("[data-connection='live'], .room, .games .fan .card").first.wait_for()
    asked = await page.evaluate(ASKED)
    assert len(asked) <= MOST_REQUESTS_AGAIN, asked


@pytest.mark.parametrize("language", LOCALES)
async def test_an_invitation_loads_a_waiting_room_without_a_board(
    language: str, open_window: OpenWindow, service: Service
) -> None:
    window = await open_window(locale=LOCALES[language])
    table = opened(service, "door", 2)
    page = await window.open(f"/play#s={table.id}&code={table.codes[1]}")
    await expect(page.get_by_role("heading", name="Door to Zont")).to_be_visible()
    loaded = await loaded_by(window)
    paths = {path for path, _ in loaded}
    assert find_address("play/main.js") in paths
    assert not paths & {find_address("play/screen.js"), find_address("play/qr_code.js")}
    assert sum(size for _, size in loaded) <= 40_800, loaded


async def loaded_by(window: Window) -> list[tuple[str, int]]:
    """Return the paths of all that a window has asked for, with the bytes of the bodies as they came.

    Of a stream, which does not end, only the path counts: its first frame, 5–9 kB, tells the session once more.
    """
    loaded: list[tuple[str, int]] = []
    # The game of the tests is not there elsewhere.
    for request in (request for request in window.requests if "/high/" not in request.url):
        response = await request.response()
        if response is not None and "text/event-stream" not in (await response.all_headers()).get("content-type", ""):
            await response.finished()
            loaded.append((urlsplit(request.url).path, (await request.sizes())["responseBodySize"]))
        else:
            loaded.append((urlsplit(request.url).path, 0))
    return loaded
