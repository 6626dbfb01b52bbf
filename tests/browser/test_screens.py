"""Every screen of the page: accessible, read as before, usable when narrow or zoomed, and still while it loads."""

import pytest

from tests.browser.accessibility import check_snapshot, faults_in_both_schemes
from tests.browser.chromium import Window
from tests.browser.layout import PHONE, WATCH_SHIFTS, ZOOMED, lost_controls_of, overflow_of, shifts_of, slow_down
from tests.browser.screens import SCREENS, Opener
from tools.services import Service

pytestmark = pytest.mark.anyio
every_screen = pytest.mark.parametrize("open_screen", SCREENS.values(), ids=SCREENS)


@pytest.fixture
def service(quiet_service: Service) -> Service:
    """A service without the public tables of other tests, which the lobby would show."""
    return quiet_service


@every_screen
async def test_a_screen_is_accessible(open_screen: Opener, window: Window, service: Service) -> None:
    assert await faults_in_both_schemes(await open_screen(window, service)) == []


@pytest.mark.parametrize("name", SCREENS)
async def test_a_screen_reads_as_before(name: str, window: Window, service: Service) -> None:
    page = await SCREENS[name](window, service)
    if await page.locator(".croupier-board").count():
        # Somebody is there, so what has happened is shown at once.
        await page.locator(".croupier-board").dispatch_event("keyup")
        await page.locator(".croupier-look-back").wait_for()
    await check_snapshot(page.locator("body"), name)


@every_screen
async def test_a_narrow_screen_has_everything_within_reach(
    open_screen: Opener, window: Window, service: Service
) -> None:
    page = await open_screen(window, service)
    for size in (PHONE, ZOOMED):
        await page.set_viewport_size(size)
        assert (size, await overflow_of(page), await lost_controls_of(page)) == (size, [], [])


@every_screen
async def test_nothing_moves_while_a_screen_loads(open_screen: Opener, window: Window, service: Service) -> None:
    await window.context.add_init_script(WATCH_SHIFTS)
    window.prepare = slow_down
    assert await shifts_of(await open_screen(window, service)) == []
