"""Every screen of the page: still while it loads, accessible, within reach at every size, and in both languages."""

import pytest
from playwright.async_api import Page

from tests.browser.accessibility import check_snapshot, faults_in_both_schemes
from tests.browser.chromium import Window
from tests.browser.hearing import nameless_controls_of
from tests.browser.languages import SAME, left_in_english
from tests.browser.layout import (
    PHONE,
    SMALLEST,
    WATCH_SHIFTS,
    WIDE,
    ZOOMED,
    lost_controls_of,
    overflow_of,
    shifts_of,
    slow_down,
)
from tests.browser.screens import SCREENS
from tools.services import Service

pytestmark = pytest.mark.anyio


@pytest.fixture
def service(quiet_service: Service) -> Service:
    """A service without the public tables of other tests, which the lobby would show."""
    return quiet_service


# One page for all claims: opening it takes longer than all of them.
@pytest.mark.parametrize("name", SCREENS)
async def test_a_screen_reads_as_before_and_everybody_can_use_it(name: str, window: Window, service: Service) -> None:
    await window.context.add_init_script(WATCH_SHIFTS)
    window.prepare = slow_down
    page = await SCREENS[name](window, service)
    found = {"moves while it loads": await shifts_of(page)}
    await show_what_has_happened(page)
    await check_snapshot(page.locator("body"), name)
    found["is not accessible"] = await faults_in_both_schemes(page)
    found |= await faults_by_size(page)
    found["stays in English"] = await left_in_english(page, SAME)
    assert {fault: places for fault, places in found.items() if places} == {}


async def show_what_has_happened(page: Page) -> None:
    """Let a table show what has happened at once, as it does when somebody is there."""
    if await page.locator(".croupier-board").count():
        await page.locator(".croupier-board").dispatch_event("keyup")
        await page.locator(".croupier-look-back").wait_for()


async def faults_by_size(page: Page) -> dict[str, list[str]]:
    """Return what sticks out, cannot be reached or has no name on screens of several sizes."""
    found = {}
    for size in (WIDE, PHONE, SMALLEST, ZOOMED):
        await page.set_viewport_size(size)
        found[f"sticks out: {size}"] = await overflow_of(page)
        found[f"is out of reach: {size}"] = await lost_controls_of(page)
        found[f"has no name: {size}"] = await nameless_controls_of(page)
    return found
