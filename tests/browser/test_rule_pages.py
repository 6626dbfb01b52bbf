"""The rule pages in a browser: accessible, light and dark, on a phone and zoomed; a link to a rule leads to it."""

import pytest
from playwright.async_api import expect

import engine
from tests.browser.accessibility import check_snapshot, faults_in_both_schemes
from tests.browser.chromium import Window
from tests.browser.layout import PHONE, ZOOMED, overflow_of

pytestmark = pytest.mark.anyio

PAGES = (*engine.GAMES, "engine")


@pytest.mark.parametrize("name", [name for name in PAGES if name != "high"])
async def test_a_rule_page_is_accessible(window: Window, name: str) -> None:
    page = await window.open(f"/play/rules/{name}")
    assert await faults_in_both_schemes(page) == []


async def test_faults_of_a_page_are_found(window: Window) -> None:
    page = await window.open("/play/rules/door")
    await page.evaluate("""() => {
        document.documentElement.removeAttribute("lang");
        document.querySelector("main p").style.color = "#ccc";
    }""")
    found = "\n".join(await faults_in_both_schemes(page))
    assert "light: html-has-lang" in found
    assert "light: color-contrast" in found


async def test_a_rule_page_reads_as_before(window: Window) -> None:
    page = await window.open("/play/rules/door")
    await check_snapshot(page.get_by_role("banner"), "rules-banner")
    await check_snapshot(page.get_by_role("region", name="2 A turn"), "rules-section")


async def test_a_narrow_rule_page_is_scrolled_down_alone(window: Window) -> None:
    page = await window.open("/play/rules/zar")
    for size in (PHONE, ZOOMED):
        await page.set_viewport_size(size)
        assert (size, await overflow_of(page)) == (size, [])


async def test_a_link_to_a_rule_leads_to_it(window: Window) -> None:
    page = await window.open("/play/rules/zar#zar-5.4")
    await expect(page.locator("[id='zar-5.4']")).to_be_in_viewport()
