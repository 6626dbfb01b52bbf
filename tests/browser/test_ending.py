"""The end of a table on the page: the last card flies, the result covers the board, and the player can share it."""

import pytest
from playwright.async_api import Page, ViewportSize, expect

from tests.browser.accessibility import faults_in_both_schemes
from tests.browser.chromium import Window
from tests.browser.conftest import OpenWindow
from tests.browser.layout import WATCH_SHIFTS, overflow_of, shifts_of
from tests.browser.plans import PLANS
from tests.browser.player import DRAWN
from tests.browser.screens import play_plan
from tests.support.graphql_sessions import Live
from tools.services import Service

pytestmark = pytest.mark.anyio

# What decided each plan.
LINES = {
    "door": "By 8 points, ahead of Grace; the largest part: Great Zont, 8 to 4.",
    "zeven": "By 13 points, ahead of Ada; the largest part: Blue, 5 to 0.",
}
SIZES: tuple[ViewportSize, ...] = (
    {"width": 360, "height": 640},
    {"width": 390, "height": 844},
    {"width": 1440, "height": 900},
)
# The classes of elements that shifted, and the time of the result.
WATCH_MOTION = """
    window.moved = [];
    window.totals = [];
    const animate = Element.prototype.animate;
    Element.prototype.animate = function (...given) {
        const animation = animate.apply(this, given);
        const { className } = this;
        window.moved.push(className);
        animation.finished.then(() => window.moved.push(`${className} rests`), () => null);
        return animation;
    };
    new MutationObserver(() => {
        if (document.querySelector(".result") && !window.moved.includes("result")) window.moved.push("result");
        const total = document.querySelector(".result thead + tbody .place [aria-hidden]")?.textContent;
        if (total !== undefined && window.totals.at(-1) !== total) window.totals.push(total);
    }).observe(document, { childList: true, subtree: true, characterData: true });
"""
SHARE = """
    window.shared = [];
    navigator.canShare = () => true;
    navigator.share = async ({ title, text, url, files: [file] }) => {
        const head = [...new Uint8Array(await file.arrayBuffer()).slice(0, 4)];
        window.shared.push({ title, text, url, name: file.name, head });
    };
"""


def address_of(live: Live, seat: int | None) -> str:
    token = "" if seat is None else f"&t={live.players[seat].token}"
    return f"/play#s={live.id}{token}"


async def open_last_turn(
    window: Window, service: Service, seat: int = 0, game: str = "door"
) -> tuple[Page, Live, tuple[int, str]]:
    """Open a table at which one move is left, with somebody near; return the move, too."""
    *played, last = PLANS[game].moves()
    live = play_plan(service, game, len(played))
    await window.context.add_init_script(WATCH_SHIFTS + WATCH_MOTION)
    page = await window.open(address_of(live, seat))
    await page.locator('[data-connection="live"]').wait_for()
    await page.locator(".croupier-board").hover()
    return page, live, last


async def test_the_result_comes_over_the_board_when_the_last_card_has_landed(window: Window, service: Service) -> None:
    page, live, last = await open_last_turn(window, service)
    await page.locator("[data-drag]").wait_for()
    live.move(*last)
    result = page.get_by_role("dialog", name="You win: 36 points")
    await expect(result).to_be_focused()
    moved: list[str] = await page.evaluate("window.moved")
    assert moved.index("croupier-flying") < moved.index("croupier-flying rests") < moved.index("result")
    assert moved.count("") == 48
    await expect(result.locator(".coming")).to_have_count(0)
    totals: list[str] = await page.evaluate("window.totals")
    counted = [int(total) for total in totals]
    assert counted[0] == 0
    assert len(counted) > 5
    assert counted == sorted(counted)
    assert await shifts_of(page) == []
    assert await faults_in_both_schemes(page) == []
    await page.keyboard.press("Escape")
    await expect(result).to_have_count(0)
    await expect(page.get_by_role("button", name="Result")).to_be_focused()
    assert not await page.evaluate("document.querySelector('.croupier-board').inert")
    await page.keyboard.press("Enter")
    await expect(result).to_be_focused()
    assert await page.evaluate("document.querySelector('.croupier-board').inert")
    assert await shifts_of(page) == []
    await check_items(page, LINES["door"], ["Change", "Favors", "Great Zont", "Giglets"])


async def test_a_key_ends_the_build_up_of_the_points(window: Window, service: Service) -> None:
    page, live, last = await open_last_turn(window, service, game="zeven")
    live.move(*last)
    result = page.get_by_role("dialog")
    await expect(result).to_be_focused()
    # The build-up listens to keys from its first frame on.
    await page.evaluate(DRAWN)
    await page.keyboard.press("Shift")
    await page.evaluate(DRAWN)
    assert await result.locator(".coming").count() == 0
    await check_items(page, LINES["zeven"], ["Red: most cards, so none counts", "Yellow", "Blue", "Wilds"])


async def check_items(page: Page, line: str, items: list[str]) -> None:
    """Check what decided the table, the viewer's items, and that they are in sight on screens of all sizes."""
    result = page.get_by_role("dialog")
    await expect(result).to_have_accessible_description(line)
    await expect(result.get_by_role("list", name="Ada").get_by_role("listitem")).to_contain_text(items)
    winner = result.locator("tbody").first
    for size in SIZES:
        await page.set_viewport_size(size)
        await expect(result.get_by_text(line)).to_be_in_viewport()
        await expect(winner.get_by_role("img").first).to_be_in_viewport()
        await expect(result.get_by_role("button", name="Play again")).to_be_in_viewport()
        assert await overflow_of(page) == []
    await winner.get_by_role("button").click()
    await expect(winner.get_by_role("row")).to_have_count(1)


async def test_nothing_flies_or_rains_where_less_motion_is_wanted(open_window: OpenWindow, service: Service) -> None:
    page, live, last = await open_last_turn(await open_window(reduced_motion="reduce"), service)
    live.move(*last)
    await expect(page.get_by_role("dialog", name="You win: 36 points")).to_be_focused()
    assert await page.evaluate("window.moved") == ["result"]
    assert await page.evaluate("window.totals") == []


@pytest.mark.parametrize(
    ("locale", "seat", "words"),
    [
        ("en-GB", 1, "You came second: 28 points"),
        ("en-GB", None, "Ada wins: 36 points"),
        ("de-DE", 0, "Du gewinnst: 36 Punkte"),
        ("de-DE", 1, "Du bist auf dem zweiten Platz: 28 Punkte"),
        ("de-DE", None, "Ada gewinnt: 36 Punkte"),
    ],
)
async def test_a_finished_table_shows_its_result_when_it_is_opened(
    locale: str, seat: int | None, words: str, open_window: OpenWindow, service: Service
) -> None:
    page = await (await open_window(locale=locale)).open(address_of(play_plan(service, "door", 1000), seat))
    result = page.get_by_role("dialog", name=words)
    await expect(result.locator("tr.place")).to_contain_text(["Ada", "Grace"])
    await expect(result.locator(".mine")).to_have_count(0 if seat is None else 1)
    assert await page.evaluate("document.activeElement === document.body")
    await expect(result.get_by_role("list")).to_have_count(0)
    await result.get_by_role("button", name="Grace").click()
    await expect(result.get_by_role("list", name="Grace").get_by_role("listitem")).to_have_count(5)


async def test_a_result_is_shared_with_a_picture(window: Window, service: Service) -> None:
    await window.context.add_init_script(SHARE)
    live = play_plan(service, "door", 1000)
    page = await window.open(address_of(live, 0))
    await page.get_by_role("button", name="Share").click()
    await page.wait_for_function("() => window.shared.length")
    link = f"{service.root}/play#s={live.id}"
    title = "Door to Zont"
    told = {"title": title, "text": f"{title}: You win: 36 points\n{LINES['door']}", "url": link}
    assert await page.evaluate("window.shared") == [{**told, "name": f"{title}.png", "head": [137, 80, 78, 71]}]


async def test_without_sharing_a_result_is_copied_and_its_picture_saved(window: Window, service: Service) -> None:
    await window.context.grant_permissions(["clipboard-read", "clipboard-write"])
    await window.context.add_init_script("delete Navigator.prototype.share")
    live = play_plan(service, "door", 1000)
    page = await window.open(address_of(live, 0))
    await page.get_by_role("button", name="Share").click()
    await expect(page.get_by_role("status").filter(has_text="Copied")).to_be_visible()
    copied = await page.evaluate("navigator.clipboard.readText()")
    assert copied == f"Door to Zont: You win: 36 points\n{LINES['door']}\n{service.root}/play#s={live.id}"
    await page.get_by_role("dialog").get_by_text("More").click()
    async with page.expect_download() as saving:
        await page.get_by_role("button", name="Download a picture").click()
    assert (await (await saving.value).path()).read_bytes().startswith(b"\x89PNG")
