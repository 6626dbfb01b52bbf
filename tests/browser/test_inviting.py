"""Inviting: by a code and a link on a phone, over plain HTTP from another device, and from an address that is local."""

import re
from pathlib import Path

import pytest
from playwright.async_api import Locator, Page, expect

from tests.browser.accessibility import faults_in_both_schemes
from tests.browser.chromium import Window
from tests.browser.conftest import OpenWindow
from tests.browser.layout import PHONE, lost_controls_of, overflow_of
from tests.browser.screens import play_plan
from tests.browser.test_lobby import make_any_move, set_up
from tests.support.graphql_sessions import opened
from tools.services import Service

pytestmark = pytest.mark.anyio

SIZES = ((360, 640), (390, 844), (1440, 900))
# Browsers name the headers that count over HTTPS only.
OVER_HTTP = "Cross-Origin-Opener-Policy header has been ignored"
SHARES = "navigator.share = async (data) => void (window.shared = data)"


async def open_from_the_network(open_window: OpenWindow, service: Service, **settings: object) -> Window:
    """Open a window of another device, to which the service is at an address of the network."""
    window: Window = await open_window(**settings)
    window.root = f"http://table.test:{service.port}"
    window.tolerate(OVER_HTTP)
    return window


async def open_room(window: Window, seats: int = 3) -> Page:
    """Open the waiting room of a host who sits."""
    page = await set_up(window, "Door to Zont", "With friends, by link")
    for _ in range(3 - seats):
        await page.get_by_role("button", name="One seat fewer").click()
    await page.get_by_role("button", name="Open the table").click()
    await expect(page.get_by_role("region", name="Invite to this table")).to_be_visible()
    return page


async def top_of(part: Locator) -> float:
    box = await part.bounding_box()
    assert box is not None
    return box["y"]


async def test_on_a_phone_the_waiting_room_begins_with_the_code_and_one_button(
    open_window: OpenWindow, service: Service
) -> None:
    window = await open_from_the_network(open_window, service, viewport=PHONE)
    await window.context.add_init_script(SHARES)
    page = await open_room(window)
    code = page.get_by_role("img", name=re.compile("^QR code of the link"))
    share = page.get_by_role("button", name="Share the link")
    seats = page.get_by_role("region", name="Seats")
    settings = page.get_by_text("Settings of the table")
    copy = page.get_by_role("button", name="Copy link")
    for width, height in SIZES:
        await page.set_viewport_size({"width": width, "height": height})
        await page.evaluate("scrollTo(0, 0)")
        is_phone = width < 1000
        await expect(share).to_have_count(1 if is_phone else 0)
        await expect(copy).to_have_count(0 if is_phone else 1)
        order = [code, share, seats, settings] if is_phone else [seats, copy, code, settings]
        tops = [await top_of(part) for part in order]
        assert tops == sorted(tops)
        if is_phone:
            await expect(share).to_be_in_viewport(ratio=1)
        assert (width, await overflow_of(page), await lost_controls_of(page)) == (width, [], [])
    await page.set_viewport_size(PHONE)
    await settings.click()
    await expect(page.get_by_role("definition").first).to_have_text("no")
    await share.click()
    link = await page.get_by_label("Invite", exact=True).input_value()
    assert await page.evaluate("window.shared") == {"title": "Door to Zont", "url": link}
    assert await faults_in_both_schemes(page) == []
    visitor = await open_from_the_network(open_window, service, viewport=PHONE)
    guest = await visitor.open(link.removeprefix(visitor.root))
    sit = guest.get_by_role("button", name="Sit here").first
    await expect(sit).to_be_in_viewport(ratio=1)
    await sit.click()
    await expect(guest.get_by_text("(You)")).to_be_visible()
    assert await top_of(guest.locator("svg.qr")) < await top_of(guest.get_by_role("region", name="Seats"))
    # A bot takes the third seat, so everybody has a name.
    await page.get_by_role("button", name="Start now").click()
    await expect(page.locator("[data-version]")).to_be_visible()
    await expect(page.get_by_text(re.compile(r"\bSeat \d"))).to_have_count(0)


async def test_over_plain_http_everything_can_be_done_and_links_are_copied(
    open_window: OpenWindow, service: Service
) -> None:
    window = await open_from_the_network(open_window, service, viewport=PHONE)
    page = await open_room(window, seats=2)
    assert await page.evaluate("[isSecureContext, navigator.clipboard, navigator.share]") == [False, None, None]
    await expect(page.get_by_role("note")).to_have_count(0)
    link = await page.get_by_label("Invite", exact=True).input_value()
    await page.get_by_role("button", name="Share the link").click()
    await expect(page.get_by_text("Link copied. Paste it into a message.")).to_be_visible()
    friend = await open_from_the_network(open_window, service)
    guest = await friend.open("/play")
    assert await paste_into(guest) == link
    await guest.get_by_role("button", name="Join", exact=True).click()
    await guest.get_by_role("button", name="Sit here").click()
    board = page.locator("[data-version]")
    await expect(board).to_be_visible()
    mover = page if await page.get_by_text("Your turn").count() else guest
    await make_any_move(mover)
    await guest.get_by_role("button", name="Link to watch").click()
    sheet = guest.get_by_role("dialog", name="Link to watch")
    await sheet.get_by_role("button", name="Copy link").click()
    await expect(sheet.get_by_role("button", name="✓ Copied")).to_be_visible()
    assert await faults_in_both_schemes(guest) == []
    await guest.keyboard.press("Escape")
    await expect(sheet).to_have_count(0)
    over = play_plan(service, "door", 1000)
    end = await friend.open(f"/play#s={over.id}")
    await end.get_by_role("button", name="Share", exact=True).click()
    await expect(end.get_by_role("status").filter(has_text="Copied")).to_be_visible()
    past = await friend.open(f"/play/inspect#s={over.id}")
    await past.get_by_role("tab", name="Request").click()
    await past.get_by_role("button", name="Copy", exact=True).first.click()
    await expect(past.get_by_role("status").filter(has_text="Copied").first).to_be_visible()


async def paste_into(page: Page) -> str:
    """Return what the clipboard holds, pasted into the field for links."""
    field = page.get_by_label("Link of a table")
    await field.focus()
    await page.keyboard.press("ControlOrMeta+V")
    return await field.input_value()


async def test_an_invitation_that_opens_only_here_says_so(open_window: OpenWindow, service: Service) -> None:
    page = await (await open_window()).open(f"/play#s={opened(service, 'door', 3).id}")
    note = page.get_by_role("region", name="Invite to this table").get_by_role("note")
    await expect(note).to_contain_text(re.compile(r"127\.0\.0\.1: nobody else.*croupier serve --lan"))


async def test_an_invitation_made_here_leads_others_to_the_address_of_the_network(
    open_window: OpenWindow, tmp_path: Path
) -> None:
    # Every machine has this host, in whatever network.
    with Service(f"sqlite:{tmp_path / 'croupier.db'}", tmp_path, lan="on", host="0") as service:
        window = await open_window()
        window.root = service.root
        table = opened(service, "door", 3)
        page = await window.open(f"/play#s={table.id}")
        await expect(page.get_by_role("note")).to_have_text("Anybody on the same network can open this link.")
        link = f"http://0:{service.port}/play?game=door#s={table.id}"
        await expect(page.get_by_label("Invite", exact=True)).to_have_value(link)
        await page.get_by_role("button", name="Show QR code").click()
        await expect(page.get_by_role("img", name=f"QR code of the link {link}")).to_be_visible()
        await window.context.close()
