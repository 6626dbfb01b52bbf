"""Emotes at a table: sent by keyboard and touch, read in the reader's language, and hidden on request."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
from playwright.async_api import Page, expect

from service.middleware.rate_limit import EMOTES as RATE
from tests.browser.accessibility import faults_in_both_schemes
from tests.browser.conftest import OpenWindow
from tests.browser.layout import overflow_of
from tests.browser.plans import PLANS
from tests.support.apis import send_over_rest
from tests.support.graphql_client import JOIN
from tests.support.graphql_sessions import Live, done, opened
from tools.services import Service

pytestmark = pytest.mark.anyio

BUBBLE = ".emote-bubble"
# What a page shows: a bubble with a picture; one bubble alone with a text; one of several with a text; one alone with a
# text that is also read out, at the lower edge of a seat.
PICTURE = "([bubble]) => document.querySelector(`${bubble} svg`)?.checkVisibility()"
ALONE = """([bubble, text]) => {
    const shown = [...document.querySelectorAll(bubble)];
    return shown.length === 1 && shown[0].checkVisibility() && shown[0].innerText === text;
}"""
AMONG = """([bubble, text]) =>
    [...document.querySelectorAll(bubble)].some((one) => one.checkVisibility() && one.innerText === text)"""
BELOW_SEAT = """([bubble, text, told, seat]) => {
    const [shown, ...others] = document.querySelectorAll(bubble);
    const isTold = [...document.querySelectorAll("[role=status]")].some((one) => one.textContent.trim() === told);
    if (!shown || others.length || shown.innerText !== text || !isTold) return false;
    const at = shown.getBoundingClientRect();
    const place = document.querySelector(`[data-seat="${seat}"]`).getBoundingClientRect();
    const middle = at.left + at.width / 2;
    return place.left <= middle && middle <= place.right && at.top <= place.bottom && place.bottom <= at.bottom;
}"""
PHONE = {"width": 390, "height": 844}
SIZES = ((360, 640), (390, 844), (1440, 900))


async def test_players_greet_each_other_in_their_languages_and_hide_emotes(
    open_window: OpenWindow, service: Service
) -> None:
    live = PLANS["door"].open(service)
    ada = await open_table(open_window, live, 0)
    grace = await open_table(open_window, live, 1, locale="de-DE", has_touch=True, viewport=PHONE)
    await ada.get_by_role("button", name="Emotes", exact=True).press("Enter")
    async with showing(grace, BELOW_SEAT, "Viel Glück!", "Ada: Viel Glück!", 0):
        await ada.get_by_role("button", name="Good luck!").press("Enter")
    await expect(ada.get_by_role("button", name="Good luck!")).to_be_hidden()
    await expect(ada.get_by_role("button", name="Emotes", exact=True)).to_be_focused()

    await grace.get_by_role("button", name="Grüße").tap()
    await grace.get_by_role("checkbox", name="Ada").check()
    for width, height in SIZES:
        await grace.set_viewport_size({"width": width, "height": height})
        assert await overflow_of(grace) == []
    assert await faults_in_both_schemes(grace) == []
    await expect(grace.locator(BUBBLE)).to_have_count(0)
    await ada.get_by_role("button", name="Emotes", exact=True).click()
    async with showing(ada, PICTURE):
        await ada.get_by_role("button", name="Applause").click()
    # The own one comes after that of the other seat, which is not shown.
    async with showing(grace, ALONE, "Danke!"), showing(ada, AMONG, "Thank you!"):
        await grace.get_by_role("button", name="Danke!").tap()
    await grace.reload()
    await grace.get_by_role("button", name="Grüße").click()
    await expect(grace.get_by_role("checkbox", name="Ada")).to_be_checked()


async def test_emotes_begin_in_the_waiting_room_and_stay_hidden_at_a_rematch(
    open_window: OpenWindow, service: Service
) -> None:
    table = opened(service, "zlam", 2, startByHost=True)
    seats = [table.sit(seat=seat, name=name) for seat, name in enumerate(("Ada", "Grace"))]
    pages = [await (await open_window(viewport=PHONE)).open(f"/play#s={table.id}&t={seat.token}") for seat in seats]
    ada, grace = pages
    for page in pages:
        await page.locator(".room").wait_for()
        await page.get_by_role("button", name="Emotes", exact=True).click()
    async with showing(grace, ALONE, "Hello!"):
        await ada.get_by_role("button", name="Hello!").click()
    await grace.get_by_role("checkbox", name="Ada").check()

    done(table.host, "startSession", table.id)
    done(seats[0], "resign", table.id)
    await grace.get_by_role("button", name="Play again").click()
    await grace.locator(".room").wait_for()
    made = seats[0].read(table.id)["rematchId"]
    seats[0].ask(JOIN, input={"sessionId": made, "name": "Ada"})
    await grace.get_by_role("button", name="Emotes", exact=True).click()
    await expect(grace.get_by_role("checkbox", name="Ada")).to_be_checked()


async def test_too_many_emotes_are_refused_in_words_and_a_table_without_them_offers_none(
    open_window: OpenWindow, service: Service
) -> None:
    live = PLANS["zlam"].open(service)
    page = await open_table(open_window, live, 0)
    token = live.players[0].token
    # The window may end just before the page sends its emote, which is then one of the first of the next.
    for _ in range(2):
        await page.get_by_role("button", name="Emotes", exact=True).click()
        tries = range(2 * RATE.amount + 1)
        sent = (send_over_rest(service, "sendEmote", token, sessionId=live.id, emote="OOPS") for _ in tries)
        assert any(answer.status_code == 429 for answer in sent)
        async with page.expect_response(lambda answer: answer.request.method == "POST") as sending:
            await page.get_by_role("button", name="Hello!").click()
        if (await sending.value).status == 429:
            break
    await expect(page.get_by_role("alert")).to_contain_text("more than you may")

    alone = opened(service, "zlam", 2, bots=[{"seat": 1, "level": 1}], startByHost=True)
    public = PLANS["zlam"].open(service, public=True)
    for session_id, token in ((alone.id, alone.sit(seat=0).token), (public.id, public.players[0].token)):
        await page.goto("about:blank")
        await page.goto(f"{service.root}/play#s={session_id}&t={token}")
        await expect(page.locator("[data-connection], .room").first).to_be_visible()
        await expect(page.get_by_role("button", name="Emotes", exact=True)).to_have_count(0)


async def open_table(open_window: OpenWindow, live: Live, seat: int, **settings: object) -> Page:
    """Open a table in a window of its own, as the holder of a seat."""
    window = await open_window(**settings)
    window.tolerate("status of 429")
    page = await window.open(f"/play#s={live.id}&t={live.players[seat].token}")
    await page.locator('[data-connection="live"]').wait_for()
    return page


@asynccontextmanager
async def showing(page: Page, script: str, *arguments: object) -> AsyncIterator[None]:
    """Check that what is done meanwhile makes a page show something, however briefly."""
    async with asyncio.TaskGroup() as group:
        group.create_task(page.wait_for_function(script, arg=[BUBBLE, *arguments]))
        yield
