"""Every control has a name, on a phone and on a desk, also of what is opened on a screen."""

from collections.abc import Mapping

import pytest
from playwright.async_api import Page, expect

from tests.browser.chromium import Window
from tests.browser.conftest import OpenWindow
from tests.browser.hearing import nameless_controls_of
from tests.browser.layout import PHONE, WIDE
from tests.browser.plans import PLANS
from tests.browser.screens import Opener, open_turn, play_plan
from tests.support.graphql_sessions import act, opened
from tools.services import Service

pytestmark = pytest.mark.anyio


async def open_sheet(window: Window, service: Service) -> Page:
    """Open what is beside a table, with a question in it."""
    page = await open_turn(window, service)
    more = page.locator("[aria-controls=table-side]")
    if await more.is_visible():
        await more.click()
    await page.locator(".actions .quiet").first.click()
    await expect(page.locator(".actions .danger")).to_be_visible()
    return page


async def open_moves(window: Window, service: Service) -> Page:
    """Open the list of all moves."""
    page = await open_turn(window, service)
    await page.locator(".croupier-all").click()
    await expect(page.get_by_role("dialog")).to_be_visible()
    return page


async def open_reaction(window: Window, service: Service) -> Page:
    """Open a table at which a card may be put down out of turn."""
    live = opened(service, "zar", 3, seed=f"{7:064x}", reactionMillis=60_000).live()
    page = await window.open(f"/play#s={live.id}&t={live.players[0].token}")
    await expect(page.locator("[part=slam]")).to_be_visible()
    return page


async def open_request(window: Window, service: Service) -> Page:
    """Open a table at which somebody asks to take a move back."""
    plan = PLANS["zeven"]
    live = plan.open(service, takeBacks=True)
    live.move(*next(iter(plan.moves())))
    mover = live.events()[-1]["seat"] or 0
    act(live.players[mover], "askTakeBack", live.id)
    page = await window.open(f"/play#s={live.id}&t={live.players[1 - mover].token}")
    await expect(page.locator("[data-version]")).to_be_visible()
    return page


async def open_invitation(window: Window, _service: Service) -> Page:
    """Open the waiting room of a host, with the invitations of all seats."""
    page = await window.open("/play")
    await page.locator("[data-game=door] button").nth(1).click()
    await page.locator(".places .ways button").nth(1).click()
    await page.locator("dialog footer button").click()
    invite = page.locator(".ways button[aria-expanded]").first
    await invite.click()
    await expect(page.locator(".invitation svg.qr path")).to_be_attached()
    return page


async def open_rematch(window: Window, service: Service) -> Page:
    """Open a table that is over, and has a rematch in which somebody waits."""
    live = play_plan(service, "door", 1000)
    act(live.players[1], "offerRematch", live.id)
    page = await window.open(f"/play#s={live.id}&t={live.players[0].token}")
    await expect(page.get_by_role("button", name="To the next table")).to_be_visible()
    return page


async def open_curtain(window: Window, service: Service) -> Page:
    """Open a table at which two people of one device play, at the turn of the other."""
    live = play_plan(service, "door", 21)
    other = 1 - live.turn()[0]
    for seat in (other, 1 - other):
        page = await window.open(f"/play#s={live.id}&t={live.players[seat].token}")
        await expect(page.locator("[data-version]")).to_be_visible()
        await page.close()
    page = await window.open(f"/play#s={live.id}&t={live.players[other].token}")
    await expect(page.locator(".curtain button, [data-version]").first).to_be_visible()
    return page


OPENED: Mapping[str, Opener] = {
    "sheet": open_sheet,
    "moves": open_moves,
    "reaction": open_reaction,
    "request": open_request,
    "invitation": open_invitation,
    "rematch": open_rematch,
    "curtain": open_curtain,
}


# Those of the screens themselves: test_screens.
@pytest.mark.parametrize("name", OPENED)
async def test_every_control_has_a_name(name: str, open_window: OpenWindow, service: Service) -> None:
    window = await open_window(viewport=PHONE)
    page = await OPENED[name](window, service)
    assert await nameless_controls_of(page) == []
    await page.set_viewport_size(WIDE)
    assert await nameless_controls_of(page) == []
