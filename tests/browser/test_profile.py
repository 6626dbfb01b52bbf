"""The profile of a browser: what was played to its end there, which a file takes elsewhere."""

from pathlib import Path

import pytest
from playwright.async_api import FilePayload, Page, expect

from tests.browser.accessibility import faults_of
from tests.browser.chromium import Window
from tests.browser.conftest import OpenWindow
from tests.browser.layout import overflow_of
from tests.browser.player import Player, sit_down
from tests.browser.screens import show_plan
from tests.support.graphql_sessions import opened
from tools.services import Service

pytestmark = pytest.mark.anyio

SIZES = [(360, 640), (390, 844), (1440, 900)]
KEPT = "JSON.parse(localStorage['croupier-page:profile'] ?? 'null')"
IS_COUNTED = f"() => {KEPT}?.tables.length"


async def sums_of(page: Page) -> list[str]:
    """Return what the profile shows: played, won, in a row, at most in a row."""
    return await page.locator(".profile dd").all_inner_texts()


async def test_a_table_counts_once_and_a_file_takes_the_profile_elsewhere(
    window: Window, service: Service, tmp_path: Path
) -> None:
    live = show_plan(service, "bazaar", 1000)
    winner = live.read()["outcome"]["winners"][0]
    path = f"/play#s={live.id}&t={live.players[winner].token}"
    page = await window.open(path)
    await page.wait_for_function(IS_COUNTED)
    page = await window.open(path)
    await page.reload()
    await expect(page.get_by_role("dialog")).to_be_visible()
    await page.goto(f"{service.root}/play#")
    await page.get_by_role("link", name="Your profile").click()
    await expect(page.get_by_role("heading", name="Your profile")).to_be_focused()
    await expect(page.get_by_role("row", name="Bazaar 1 1")).to_be_visible()
    for width, height in SIZES:
        await page.set_viewport_size({"width": width, "height": height})
        assert (await overflow_of(page), await sums_of(page)) == ([], ["1", "1", "1", "1"])
    assert await faults_of(page) == []
    async with page.expect_download() as saving:
        await page.get_by_role("button", name="Export as a file").click()
    file = tmp_path / "profile.json"
    await (await saving.value).save_as(file)
    await page.get_by_role("button", name="Delete everything").click()
    await page.get_by_role("group", name="Delete the whole profile").get_by_role("button", name="Delete").click()
    await expect(page.get_by_text("No table has come to its end here yet.")).to_be_visible()
    assert await page.evaluate(KEPT) is None
    exported = file.read_bytes()
    for content, told in ((b"[]", "This file is no profile"), (exported, "1 table was"), (exported, "0 tables were")):
        chosen = FilePayload(name="profile.json", mimeType="application/json", buffer=content)
        await page.locator("input[type=file]").set_input_files(chosen)
        await expect(page.get_by_role("status").filter(has_text=told)).to_be_visible()
    assert await sums_of(page) == ["1", "1", "1", "1"]


async def test_the_fastest_slam_is_kept(window: Window, service: Service) -> None:
    live = opened(service, "zar", 3, seed=f"{7:064x}", reactionMillis=60_000).live()
    player = await sit_down(window, live, 0, Player)
    await player.see(live.read()["version"])
    await expect(player.page.get_by_role("button", name="Slam! Match with green 2")).to_be_visible()
    await player.page.keyboard.press("m")
    await player.page.wait_for_function(f"() => {KEPT}?.slam")
    slam = await player.page.evaluate(f"{KEPT}.slam")
    assert slam["game"] == "zar"
    assert 0 < slam["millis"] < 60_000


async def test_several_people_of_one_device_have_no_common_profile(window: Window, service: Service) -> None:
    live = show_plan(service, "bazaar", 1000)
    first, second = [f"/play#s={live.id}&t={player.token}" for player in live.players[:2]]
    await (await window.open(first)).wait_for_function(IS_COUNTED)
    page = await window.open(second)
    await page.evaluate("localStorage.removeItem('croupier-page:profile')")
    await page.reload()
    await expect(page.get_by_role("dialog")).to_be_visible()
    assert await page.evaluate(KEPT) is None


async def test_a_browser_that_keeps_nothing_says_so_at_the_profile(open_window: OpenWindow) -> None:
    window = await open_window(locale="de-DE")
    await window.context.add_init_script("delete Window.prototype.localStorage; delete window.localStorage")
    page = await window.open("/play#profile")
    await expect(page.get_by_role("heading", name="Dein Profil")).to_be_visible()
    await expect(page.get_by_role("alert")).to_contain_text("Dieser Browser speichert nichts für diese Seite.")
