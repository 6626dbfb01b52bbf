"""Sounds and vibration at a table: none before the first touch, and none once they are switched off."""

import pytest
from playwright.async_api import Page, expect

from tests.browser.chromium import Window
from tests.browser.plans import PLANS
from tests.browser.screens import play_plan
from tests.support.graphql_sessions import Live
from tools.services import Service

pytestmark = pytest.mark.anyio

PLAYED = list(PLANS["door"].moves())
# The moves of the other seat after which it is the turn of the viewer.
CALLS = [n for n in range(10, len(PLAYED) - 1) if (PLAYED[n][0], PLAYED[n + 1][0]) == (1, 0)]
LISTEN = """
    window.heard = [];
    window.AudioContext = class extends AudioContext {
        constructor() { super(); window.heard.push("open"); }
        createOscillator() { window.heard.push("tone"); return super.createOscillator(); }
        createBufferSource() { window.heard.push("noise"); return super.createBufferSource(); }
        close() { window.heard.push("close"); return super.close(); }
    };
    navigator.vibrate = () => window.heard.push("vibration");
"""


async def test_a_table_is_heard_from_the_first_touch_until_that_is_switched_off(
    window: Window, service: Service
) -> None:
    await window.context.add_init_script(LISTEN)
    live = play_plan(service, "door", CALLS[0])
    page = await window.open(f"/play#s={live.id}&t={live.players[0].token}")
    await page.locator('[data-connection="live"]').wait_for()
    await play_to(page, live, CALLS[0], CALLS[1])
    assert await heard_on(page) == []
    await page.mouse.click(2, 2)
    await page.wait_for_function("() => window.heard.includes('open')")
    await play_to(page, live, CALLS[1], CALLS[1] + 1)
    await page.wait_for_function("() => window.heard.includes('vibration')")
    heard = await heard_on(page)
    assert heard[0] == "open"
    assert "noise" in heard
    assert heard[-3:] == ["tone", "tone", "vibration"]
    switch = page.get_by_role("button", name="Sounds and vibration")
    await expect(switch).to_have_attribute("aria-pressed", "true")
    await switch.click()
    await page.wait_for_function("() => window.heard.at(-1) === 'close'")
    await play_to(page, live, CALLS[1] + 1, CALLS[2] + 1)
    assert (await heard_on(page))[-1] == "close"
    await page.reload()
    await expect(switch).to_have_attribute("aria-pressed", "false")
    await page.mouse.click(2, 2)
    await play_to(page, live, CALLS[2] + 1, CALLS[3] + 1)
    assert await heard_on(page) == []


async def play_to(page: Page, live: Live, made: int, wanted: int) -> None:
    """Make moves of the plan, and wait until the page shows them."""
    for seat, move in PLAYED[made:wanted]:
        live.move(seat, move)
    await page.wait_for_function(
        "(version) => document.querySelector('[data-version]')?.dataset.version === version",
        arg=str(live.read()["version"]),
    )


async def heard_on(page: Page) -> list[str]:
    found: list[str] = await page.evaluate("window.heard")
    return found
