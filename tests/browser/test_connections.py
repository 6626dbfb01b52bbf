"""The page under network failures, reloads and many tabs: nothing is lost or done twice."""

import asyncio
from collections.abc import AsyncIterator
from random import Random
from urllib.parse import urlsplit

import pytest
from playwright.async_api import Page, Request, Response, Route, ViewportSize, expect

from tests.browser.chromium import PATIENCE_MILLIS, Window
from tests.browser.conftest import OpenWindow
from tests.browser.player import Player, sit_down
from tests.browser.screens import play_plan
from tests.support.graphql_client import JOIN, Client
from tests.support.graphql_sessions import done, opened
from tools.redis.proxy import Proxy
from tools.services import Service

pytestmark = pytest.mark.anyio

# A turn of the table of Door to Zont at which every card of the hand may be played.
MOVES = 20
# More than the six connections that a browser opens to one place.
TABS = 8

# A tab that was opened in the background, until it is shown: no driver of a browser without a screen hides one.
IN_BACKGROUND = """
    let hidden = true;
    Object.defineProperty(document, "hidden", { get: () => hidden });
    Object.defineProperty(document, "visibilityState", { get: () => (hidden ? "hidden" : "visible") });
    window.showTab = () => { hidden = false; document.dispatchEvent(new Event("visibilitychange")); };
"""

LATER = "(version) => Number(document.querySelector('[data-version]').dataset.version) > version"
PROMISE = "No connection. What you do is sent as soon as it is back."
SMALLEST: ViewportSize = {"width": 360, "height": 640}
WIDE: ViewportSize = {"width": 1440, "height": 900}
# The page asks again after so long at most.
LONGEST_WAIT_MILLIS = 5000
COVERED = """(banner) => {
    const { top, bottom, left, right } = banner.getBoundingClientRect();
    const controls = [...document.querySelectorAll("button, a, select")];
    return controls.filter((control) => control.checkVisibility()).filter((control) => {
        const at = control.getBoundingClientRect();
        return at.top < bottom && at.bottom > top && at.left < right && at.right > left && at.width * at.height > 1;
    }).map((control) => control.outerHTML);
}"""

# The page asks every three seconds who is there. On a busy machine it asks later, but not more often.
MOST_POLLS = 3

LET_A_MINUTE_PASS = """(place) => {
    const sent = JSON.parse(sessionStorage.getItem(place));
    sessionStorage.setItem(place, JSON.stringify({ ...sent, time: sent.time - 60000 }));
}"""


@pytest.fixture
async def proxy(service: Service) -> AsyncIterator[Proxy]:
    port = urlsplit(service.root).port
    assert port is not None
    async with Proxy(port) as proxy:
        yield proxy


async def test_a_page_that_was_cut_off_shows_all_that_happened(window: Window, service: Service, proxy: Proxy) -> None:
    window.root = f"http://127.0.0.1:{proxy.port}"
    window.tolerate("ERR_")
    live = play_plan(service, "door", MOVES)
    player = await sit_down(window, live, 1, Player)
    await player.see(live.read()["version"])
    await window.context.set_offline(True)
    proxy.cut()
    await expect(player.page.get_by_text("No connection")).to_be_visible()
    live.play(Random(1), 3)
    await window.context.set_offline(False)
    await player.see(live.read()["version"])
    await expect(player.page.get_by_text("No connection")).to_be_hidden()
    log = player.page.get_by_role("log", name="What has happened").get_by_role("listitem")
    other = await sit_down(window, live, 1, Player)
    await other.see(live.read()["version"])
    told = other.page.get_by_role("log", name="What has happened").get_by_role("listitem")
    for page in (player.page, other.page):
        await page.get_by_role("button", name="What happened before").click()
    async with asyncio.timeout(PATIENCE_MILLIS / 1000):
        while len(texts := await told.all_inner_texts()) <= MOVES or texts != await log.all_inner_texts():
            await other.page.evaluate("() => new Promise(requestAnimationFrame)")


@pytest.mark.parametrize("seconds", [5, 30, 120])
async def test_a_move_is_made_once_however_long_the_line_is_cut(seconds: int, window: Window, service: Service) -> None:
    window.tolerate("ERR_")
    window.prepare = lambda page: page.clock.install()
    live = play_plan(service, "door", MOVES)
    player = await sit_down(window, live, 0, Player)
    version = live.read()["version"]
    await player.see(version)
    page = player.page
    keys = list[str]()

    def note(sent: Request) -> None:
        if sent.url.endswith("/moves"):
            keys.append(sent.headers["idempotency-key"])

    page.on("request", note)
    await window.context.set_offline(True)
    await player.choose_notation(live.legal(0)[0])
    await page.clock.run_for(1000 * seconds)
    await expect(page.locator(".banner")).to_have_text(PROMISE)
    await expect(page.locator(".croupier-connection")).to_be_hidden()
    await expect(page.get_by_role("alert")).to_have_count(0)
    for size in (SMALLEST, WIDE):
        await page.set_viewport_size(size)
        assert await page.locator(".banner").evaluate(COVERED) == []
    await window.context.set_offline(False)
    await page.clock.run_for(LONGEST_WAIT_MILLIS)
    await player.see(version + 1)
    await expect(page.locator(".banner")).to_be_hidden()
    assert live.read()["version"] == version + 1
    assert len(keys) > 1
    assert len({*keys}) == 1


@pytest.mark.parametrize("arrives", [True, False], ids=["arrived", "lost"])
async def test_a_move_under_way_at_a_reload_is_made_once(arrives: bool, window: Window, service: Service) -> None:
    window.tolerate("ERR_")
    live = play_plan(service, "door", MOVES)
    player = await sit_down(window, live, 0, Player)
    keys = asyncio.Queue[str]()

    async def lose_the_first_answer(route: Route) -> None:
        keys.put_nowait(route.request.headers["idempotency-key"])
        if arrives:
            await route.fetch()

    await player.page.route("**/moves", lose_the_first_answer, times=1)
    version = live.read()["version"]
    await player.see(version)
    await player.choose_notation(live.legal(0)[0])
    key = await keys.get()
    async with player.page.expect_request("**/moves") as repeated:
        await player.page.reload()
    assert (await (await repeated.value).all_headers())["idempotency-key"] == key
    await player.see(version + 1)
    assert live.read()["version"] == version + 1


@pytest.mark.parametrize(("answer", "made"), [("Send it again", 1), ("Do not send it", 0)])
async def test_a_move_of_long_ago_is_sent_only_if_the_player_says_so(
    answer: str, made: int, window: Window, service: Service
) -> None:
    window.tolerate("ERR_")
    live = play_plan(service, "door", MOVES)
    player = await sit_down(window, live, 0, Player)
    version = live.read()["version"]
    await player.see(version)
    await player.page.route("**/moves", lambda _: None, times=1)
    async with player.page.expect_request("**/moves"):
        await player.choose_notation(live.legal(0)[0])
    await player.page.evaluate(LET_A_MINUTE_PASS, f"croupier-page:sent:{live.id}")
    await player.page.reload()
    question = player.page.get_by_role("alert").filter(has_text="It is not known yet whether your move arrived.")
    await expect(question).to_be_visible()
    assert live.read()["version"] == version
    await question.get_by_role("button", name=answer).click()
    await expect(question).to_be_hidden()
    await player.see(version + made)
    assert live.read()["version"] == version + made


async def test_a_spectator_claims_the_default_move_when_time_is_over(window: Window, service: Service) -> None:
    # The claim of the slower page.
    window.tolerate("status of 412")
    table = opened(service, "door", 2, moveSeconds=2)
    for seat in range(2):
        table.sit(seat=seat)
    version = Client(service).read(table.id)["version"]
    for page in [await window.open(f"/play#s={table.id}") for _ in range(2)]:
        await page.wait_for_selector("[data-version]")
        await page.wait_for_function(LATER, arg=version + 1)


async def test_the_others_see_within_ten_seconds_who_has_left(open_window: OpenWindow, service: Service) -> None:
    table = opened(service, "zlam", 2)
    seats = [table.sit(seat=seat, name=name) for seat, name in enumerate(("Ada", "Bob"))]
    pages = [await (await open_window()).open(f"/play#s={table.id}&t={seat.token}") for seat in seats]
    for page in pages:
        await page.wait_for_selector("[data-version]")
    away = pages[0].get_by_text("Not here just now: Bob")
    await pages[1].reload()
    await pages[1].wait_for_selector("[data-version]")
    # A player who reloads the page was never away.
    await pages[0].wait_for_event("response", is_of_presence)
    await expect(away).to_be_hidden()
    answers = list[Response]()
    pages[0].on("response", lambda answer: answers.append(answer) if is_of_presence(answer) else None)
    await pages[1].close()
    await expect(away).to_be_visible()
    assert len(answers) <= MOST_POLLS
    await expect(pages[0].get_by_text("Bob (away)").first).to_be_visible()
    answers.clear()
    Client(service, seats[1].token).read(table.id)
    await expect(away).to_be_hidden()
    assert len(answers) <= MOST_POLLS


def is_of_presence(answer: Response) -> bool:
    return answer.url.endswith("/presence")


async def test_a_rematch_tells_everybody_at_once(window: Window, service: Service) -> None:
    table = opened(service, "zlam", 2)
    seats = [table.sit(seat=seat, name=name) for seat, name in enumerate(("Ada", "Bob"))]
    pages = [await window.open(f"/play#s={table.id}{secret}") for secret in ("", f"&t={seats[1].token}")]
    for page in pages:
        await page.wait_for_selector("[data-version]")
    done(seats[0], "resign", table.id)
    for page in pages:
        await expect(page.get_by_role("dialog")).to_be_visible()
    made = done(seats[0], "offerRematch", table.id)["session"]["id"]
    seats[0].ask(JOIN, input={"sessionId": made, "name": "Ada"})
    await expect(pages[0].get_by_role("link", name="Ada waits: join")).to_have_attribute("href", f"#s={made}")
    await pages[1].keyboard.press("Escape")
    await expect(pages[1].get_by_role("button", name="Result")).to_be_visible()
    await pages[1].get_by_role("button", name="Ada waits: join").click()
    await pages[1].wait_for_url(f"**/play#s={made}")


async def test_many_tabs_share_the_few_connections_of_a_browser(window: Window, service: Service) -> None:
    live = play_plan(service, "door", MOVES)
    await window.context.add_init_script(IN_BACKGROUND)
    address = f"/play#s={live.id}&t={live.players[0].token}"
    tabs = [await window.open(address) for _ in range(TABS)]
    version = live.read()["version"]
    for tab in tabs:
        await tab.wait_for_selector("[data-version]")
    await show(tabs[-1])
    player = Player(tabs[-1], live, 0)
    await player.move(live.legal(0)[0])
    await show(tabs[0])
    await Player(tabs[0], live, 0).see(version + 1)


async def show(tab: Page) -> None:
    await tab.bring_to_front()
    await tab.evaluate("showTab()")
