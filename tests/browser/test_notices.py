"""Notices of turns: the offer after the first move, the setting, and what the service worker shows."""

import re
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

import msgspec
import pytest
from playwright.async_api import Page, Request, expect

from tests.browser.accessibility import faults_in_both_schemes
from tests.browser.chromium import Window
from tests.browser.conftest import OpenWindow
from tests.browser.languages import SPEAK_GERMAN
from tests.browser.layout import covered_parts_of, overflow_of
from tests.browser.plans import PLANS
from tests.browser.player import Phone, Player, sit_down
from tests.browser.pushes import PushWorker, Subscriber, find_worker
from tests.browser.screens import play_plan
from tests.service.conftest import without_bugs
from tests.support.graphql_client import Json
from tests.support.graphql_sessions import Live
from tests.support.receivers import receiving
from tools.services import Service
from web.assets import find_address

pytestmark = pytest.mark.anyio

PLAYED = list(PLANS["door"].moves())
# After so many moves it is the turn of Ada, and after hers that of Grace.
TURNS = [n for n in range(4, len(PLAYED) - 1) if (PLAYED[n][0], PLAYED[n + 1][0]) == (0, 1)]
OFFER = "Tell me when it is my turn"
SETTING = "croupier-page:notices"
MOVE_TO_APPLE = """async () => {
    const cache = await caches.open("notices");
    const [key] = await cache.keys();
    const told = await (await cache.match(key)).json();
    await cache.put(key, new Response(JSON.stringify({ ...told, endpoint: "https://web.push.apple.com/1" })));
}"""
NOTHING_SHOWN = "async () => (await (await caches.open('shown')).keys()).length === 0"
SIZES = ((360, 640), (390, 844), (640, 360), (1440, 900))


@pytest.fixture(scope="module")
def _service_of_pushes(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    folder = tmp_path_factory.mktemp("pushes")
    with Service(f"sqlite:{folder / 'croupier.db'}", folder, webhooks="private") as service:
        yield service


@pytest.fixture
def service(_service_of_pushes: Service) -> Iterator[Service]:
    """A service that sends push messages to this machine, too."""
    yield from without_bugs(_service_of_pushes)


@pytest.fixture
def subscriber() -> Iterator[Subscriber]:
    """A browser's subscription to a push service."""
    with receiving() as push_service:
        yield Subscriber(push_service)


def subscribings(window: Window) -> list[Request]:
    """Return the requests by which pages told the service what to send to the browser."""
    return [request for request in window.requests if "/push-subscriptions" in request.url]


def body_of(request: Request) -> dict[str, object]:
    body: dict[str, object] = msgspec.json.decode(request.post_data or "")
    return body


async def asked(page: Page) -> int:
    """Return how often the browser was to ask for its permission."""
    count: int = await page.evaluate("Number(localStorage.getItem('test:asked'))")
    return count


async def subscription_of(page: Page) -> Json:
    """Return the subscription of a browser, as its pages see it."""
    found: Json = await page.evaluate("JSON.parse(localStorage['test:subscription'])")
    return found


@pytest.fixture
async def open_subscribing(open_window: OpenWindow, subscriber: Subscriber) -> OpenWindow:
    """A function that opens a window whose pages can subscribe."""

    async def open_one(**settings: object) -> Window:
        window = await open_window(service_workers="allow", **settings)
        await subscriber.prepare(window)
        return window

    return open_one


async def turn_on(window: Window, service: Service) -> tuple[Live, Player, PushWorker]:
    """Open a table at which Ada has made her move and wants to be told of the next one."""
    live = play_plan(service, "door", TURNS[0])
    ada = await sit_down(window, live, 0, Player)
    await ada.move(PLAYED[TURNS[0]][1])
    await ada.press(ada.page.get_by_role("button", name=OFFER))
    await expect(ada.page.get_by_text("You will be told")).to_be_visible()
    return live, ada, await find_worker(ada.page, service.root)


def move_on(live: Live, seat: int) -> None:
    """Let a seat make moves until it is the turn of the other."""
    while live.turn() == [seat]:
        made = live.move(seat, live.legal(seat)[0])
        assert made["__typename"] == "MoveApplied"


async def test_notices_are_offered_after_the_first_move_and_asked_for_upon_a_touch(
    open_subscribing: OpenWindow, service: Service
) -> None:
    window = await open_subscribing()
    live = play_plan(service, "door", TURNS[0])
    ada = await sit_down(window, live, 0, Player)
    page = ada.page
    offer = page.get_by_role("group", name="Notices").get_by_role("button", name=OFFER)
    setting = page.get_by_role("checkbox", name=OFFER)
    await page.locator('[data-connection="live"]').wait_for()
    await expect(offer).to_have_count(0)
    assert not [request for request in window.requests if find_address("play/notices.js") in request.url]
    await ada.move(PLAYED[TURNS[0]][1])
    await expect(setting).not_to_be_checked()
    assert (await asked(page), subscribings(window)) == (0, [])
    await ada.press(offer)
    await expect(setting).to_be_checked()
    await expect(ada.hand).to_be_focused()
    assert await asked(page) == 1
    [request] = subscribings(window)
    told = body_of(request)
    assert (told["language"], request.url) == ("en", f"{service.root}/v1/sessions/{live.id}/push-subscriptions")
    assert await request.header_value("authorization") == f"Bearer {live.players[0].token}"
    answer = await request.response()
    assert answer is not None
    assert (await answer.json())["browsers"] == 1

    again = play_plan(service, "door", TURNS[0])
    other = await sit_down(window, again, 0, Player)
    await expect(other.page.get_by_role("checkbox", name=OFFER)).to_be_checked()
    assert len(subscribings(window)) == 1
    async with other.page.expect_response("**/push-subscriptions"):
        await other.move(PLAYED[TURNS[0]][1])
    assert body_of(subscribings(window)[1])["subscription"] == told["subscription"]
    await expect(other.page.get_by_role("button", name=OFFER)).to_have_count(0)
    assert await asked(page) == 1


async def test_a_dismissed_offer_does_not_come_again_and_the_setting_stays(
    open_subscribing: OpenWindow, service: Service
) -> None:
    window = await open_subscribing(locale="de-DE", viewport={"width": 390, "height": 844}, has_touch=True)
    live = play_plan(service, "door", TURNS[0])
    ada = await sit_down(window, live, 0, Phone)
    page = ada.page
    ada.hand = page.get_by_role("listbox")
    await ada.see(live.read()["version"])
    await ada.choose_notation(PLAYED[TURNS[0]][1])
    offer = page.get_by_role("group", name="Mitteilungen")
    await expect(offer.get_by_role("button", name="Sag mir, wenn ich dran bin")).to_be_visible()
    for width, height in SIZES:
        await page.set_viewport_size({"width": width, "height": height})
        assert await overflow_of(page) == []
        assert await covered_parts_of(page, ".turn-offer") == []
    assert await faults_in_both_schemes(page) == []
    await page.set_viewport_size({"width": 390, "height": 844})
    # During the turn there are buttons in its place.
    move_on(live, 1)
    await expect(offer).to_have_count(0)
    move_on(live, 0)
    await offer.get_by_role("button", name="Nicht Bescheid sagen").tap()
    await expect(offer).to_have_count(0)
    await page.reload()
    await page.locator(".more").tap()
    setting = page.get_by_role("checkbox", name="Sag mir, wenn ich dran bin")
    async with page.expect_response("**/push-subscriptions"):
        await setting.tap()
    await expect(setting).to_be_checked()
    assert body_of(subscribings(window)[0])["language"] == "de"
    async with page.expect_response("**/push-subscriptions/remove") as removing:
        await setting.tap()
    await expect(setting).not_to_be_checked()
    assert (await (await removing.value).json())["browsers"] == 0
    assert await page.evaluate("[localStorage['test:subscription'], localStorage['croupier-page:notices']]") == [
        "null",
        "off",
    ]


async def test_a_closed_page_shows_whose_turn_it_is_until_it_is_over(
    open_subscribing: OpenWindow, subscriber: Subscriber, service: Service
) -> None:
    window = await open_subscribing()
    live, ada, worker = await turn_on(window, service)
    page = ada.page
    await page.goto(f"{service.root}/play")
    move_on(live, 1)
    await worker.receive(subscriber.next())
    [shown] = await worker.shown()
    assert (shown["title"], shown["tag"], shown["lang"]) == ("Door to Zont: your turn", live.id, "en")
    # Ada plays at another device. Browsers count messages that show nothing.
    move_on(live, 0)
    await worker.receive(subscriber.next())
    assert (await worker.shown(), await worker.loud()) == ([], [True, False])

    await page.evaluate(f"location.hash = '#s={live.id}'")
    async with page.expect_response("**/push-subscriptions"):
        await page.evaluate(SPEAK_GERMAN)
    await page.goto(f"{service.root}/play")
    version = live.read()["version"]
    begun = datetime.now(UTC)
    deadline = (begun + timedelta(minutes=5, seconds=30)).isoformat()
    await worker.deliver("turn.started", live.id, seat=0, version=version + 2, deadline=deadline)
    [shown] = await worker.shown()
    assert re.fullmatch(r"Noch 5 Minuten, bis \d+:\d\d Uhr", shown["body"])
    assert shown["title"] == "Door to Zont: Du bist dran"
    # What has been overtaken, and what concerns another seat, changes nothing.
    await worker.deliver("turn.ended", live.id, at=begun, seat=0, version=version)
    await worker.deliver("turn.ended", live.id, seat=1, version=version + 3)
    assert await worker.shown() == [shown]
    await worker.deliver("turn.started", live.id, seat=0, version=version + 4)
    assert await worker.touch(live.id) == [f"/play#s={live.id}"]
    await worker.deliver("turn.started", live.id, seat=0, version=version + 5)
    await page.evaluate(f"location.hash = '#s={live.id}'")
    await expect(page.get_by_role("checkbox", name="Sag mir, wenn ich dran bin")).to_be_checked()
    await page.wait_for_function(NOTHING_SHOWN)
    # The table is seen: nothing is to be said.
    await worker.deliver("turn.started", live.id, seat=0, version=version + 6)
    assert await worker.shown() == []
    await window.open("/play")
    # The window with the table comes to the front, although it was opened at another address.
    [opened] = await worker.touch(live.id)
    assert not opened.startswith("/play")
    await page.evaluate(MOVE_TO_APPLE)
    await worker.loud()
    await worker.deliver("turn.started", live.id, seat=0, version=version + 7)
    assert (await worker.shown(), await worker.loud()) == ([], [False])
    await worker.deliver("table.finished", live.id, version=version + 8)
    assert await worker.told() == []


async def test_a_browser_is_told_of_versions_that_come_again_after_the_store_has_lost_them(
    open_subscribing: OpenWindow, service: Service
) -> None:
    window = await open_subscribing()
    live, ada, worker = await turn_on(window, service)
    await ada.page.goto(f"{service.root}/play")
    version = live.read()["version"]
    lost = datetime.now(UTC)
    await worker.deliver("turn.started", live.id, at=lost, seat=0, version=version + 9)
    await worker.deliver("turn.ended", live.id, at=lost + timedelta(seconds=1), seat=0, version=version + 1)
    assert await worker.shown() == []
    # A delayed notice of the versions that are lost has been overtaken, although its number is higher.
    await worker.deliver("turn.started", live.id, at=lost, seat=0, version=version + 8)
    assert await worker.shown() == []
    await worker.deliver("turn.started", live.id, at=lost + timedelta(seconds=2), seat=0, version=version + 2)
    [shown] = await worker.shown()
    assert shown["tag"] == live.id


async def test_a_browser_is_told_at_its_new_address_and_nothing_of_tables_that_it_has_left(
    open_subscribing: OpenWindow, subscriber: Subscriber, service: Service
) -> None:
    window = await open_subscribing()
    live, ada, worker = await turn_on(window, service)
    page = ada.page
    moved = {**await subscription_of(page), "endpoint": f"{subscriber.address}moved"}
    await worker.change_subscription(moved)
    [told] = await worker.told()
    assert (told["session"], told["endpoint"]) == (live.id, moved["endpoint"])
    await page.get_by_role("button", name="Leave the table").click()
    async with page.expect_response("**/push-subscriptions/remove") as removing:
        await page.get_by_role("group", name="Leave for good?").get_by_role("button", name="Leave").click()
    # The push service itself says that nobody is at the old address any more.
    removed = await removing.value
    assert (removed.status, body_of(removed.request)) == (200, {"endpoint": moved["endpoint"]})
    await expect(page.get_by_text("You have no seat at this table any more")).to_be_visible()
    assert await worker.told() == []

    other = play_plan(service, "door", TURNS[0])
    page = (await sit_down(window, other, 0, Player)).page
    await page.get_by_role("checkbox", name=OFFER).uncheck()
    async with page.expect_response("**/push-subscriptions"):
        await page.get_by_role("checkbox", name=OFFER).check()
    await page.goto(f"{service.root}/play")
    async with page.expect_response("**/push-subscriptions/remove"):
        await page.locator(".rows li", has_text="Your turn").get_by_role("button", name="Forget this table").click()
    assert await worker.told() == []
    await page.goto(f"{service.root}/play#profile")
    await page.get_by_role("button", name="Delete everything").click()
    await page.get_by_role("group", name="Delete the whole profile").get_by_role("button", name="Delete").click()
    await page.wait_for_function("() => localStorage['test:subscription'] === 'null'")
    assert await page.evaluate(f"localStorage['{SETTING}'] ?? null") is None


NO_PUSHES = "delete window.PushManager;"
REASONS = {
    "Browsers show notices only for pages that are opened with HTTPS": ("http://table.test", ""),
    "add this page to the home screen": ("http://127.0.0.1", f"{NO_PUSHES} navigator.standalone = false;"),
    "This browser cannot show notices": ("http://127.0.0.1", NO_PUSHES),
    # So does the headless shell answer.
    "Notices of this page are blocked": ("http://127.0.0.1", ""),
}


async def test_the_setting_says_why_this_browser_can_show_no_notices(open_window: OpenWindow, service: Service) -> None:
    live = PLANS["door"].open(service)
    for reason, (root, script) in REASONS.items():
        window = await open_window(service_workers="allow")
        window.tolerate("Cross-Origin-Opener-Policy")
        window.root = f"{root}:{service.port}"
        decide = f"if (location.host) localStorage['{SETTING}'] = 'off';"
        await window.context.add_init_script(f"{decide} {script}")
        page = await window.open(f"/play#s={live.id}&t={live.players[0].token}")
        setting = page.get_by_role("checkbox", name=OFFER)
        await expect(setting).to_be_disabled()
        await expect(setting).to_have_accessible_description(re.compile(reason))
