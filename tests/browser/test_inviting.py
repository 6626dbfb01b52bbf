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
from tests.support.graphql_sessions import done, opened
from tools.services import Service

pytestmark = pytest.mark.anyio

SIZES = ((360, 640), (390, 844), (1440, 900))
# Browsers name the headers that count over HTTPS only.
OVER_HTTP = "Cross-Origin-Opener-Policy header has been ignored"
SHARES = "navigator.share = async (data) => void (window.shared = data)"
UNUSUAL_NAMES = ("Ada", "Ada", "W" * 40, "محمد عبد الله", "👩‍👩‍👧 Familie", "x")
# Of the letters on a colour, as WCAG 2.2 calculates it.
CONTRAST = """(one) => {
    const context = new OffscreenCanvas(1, 1).getContext("2d", { willReadFrequently: true });
    const luminance = (colour) => {
        context.fillStyle = colour;
        context.fillRect(0, 0, 1, 1);
        const [red, green, blue] = [...context.getImageData(0, 0, 1, 1).data].map((byte) => byte / 255)
            .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
    };
    const { color, backgroundColor } = getComputedStyle(one);
    const [dark, light] = [luminance(color), luminance(backgroundColor)].sort((one, other) => one - other);
    return (light + 0.05) / (dark + 0.05);
}"""


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


async def test_an_invitation_that_opens_only_here_says_so(open_window: OpenWindow) -> None:
    page = await open_room(await open_window(viewport=PHONE))
    await expect(page.get_by_role("note")).to_contain_text(
        re.compile(r"127\.0\.0\.1.*nobody else.*croupier serve --lan")
    )


async def test_an_invitation_made_here_leads_others_to_the_address_of_the_network(
    open_window: OpenWindow, tmp_path: Path
) -> None:
    # Every machine has this host, in whatever network.
    with Service(f"sqlite:{tmp_path / 'croupier.db'}", tmp_path, lan="on", host="0") as service:
        window = await open_window(viewport=PHONE)
        window.root = service.root
        page = await open_room(window)
        link = await page.get_by_label("Invite", exact=True).input_value()
        assert link.startswith(f"http://0:{service.port}/play?game=door#s=")
        await expect(page.get_by_role("img", name=f"QR code of the link {link}")).to_be_visible()
        await expect(page.get_by_role("note")).to_have_text("Anybody on the same network can open this link.")
        await window.context.close()


async def test_a_name_is_suggested_kept_and_used_wherever_one_plays(open_window: OpenWindow) -> None:
    window = await open_window()
    page = await window.open("/play")
    field = page.get_by_label("You play as")
    await expect(field).to_have_value(re.compile(r"^\w+ \w+$"))
    first = await field.input_value()
    await page.reload()
    await expect(field).to_have_value(first)
    await page.get_by_role("button", name="Suggest another name").click()
    await expect(field).not_to_have_value(first)
    assert await page.locator(".face").evaluate(CONTRAST) >= 4.5
    await field.fill("")
    await field.blur()
    await expect(field).to_have_value(re.compile(r"^\w+ \w+$"))
    name = await field.input_value()
    await page.get_by_role("button", name="Set up a table of Zar").click()
    await page.get_by_role("button", name="Several people at this device").click()
    await expect(page.get_by_label("Name at seat 1")).to_have_value(name)
    names = [await page.get_by_label(f"Name at seat {number}").input_value() for number in (1, 2, 3)]
    assert len(set(names)) == 3
    await page.get_by_label("Name at seat 2").fill(" ")
    await page.get_by_role("button", name="Deal the cards").click()
    await expect(page.locator(".curtain, [data-version]").first).to_be_visible()
    seats = await page.get_by_label("Who looks at the table").get_by_role("option").all_inner_texts()
    assert [seats[0], seats[2]] == [name, names[2]]
    assert re.fullmatch(r"\w+ \w+", seats[1])
    german = await (await open_window(locale="de-DE")).open("/play#tournaments")
    await german.get_by_role("button", name="Neues Turnier").click()
    await german.get_by_role("button", name="Turnier anlegen").click()
    entrant = german.get_by_label("Du spielst als")
    await expect(entrant).to_have_value(re.compile(r"^\w+er \w+$"))
    name = await entrant.input_value()
    await german.get_by_role("button", name="Mitspielen").click()
    await expect(german.get_by_role("listitem").filter(has_text=name)).to_be_visible()


async def test_a_waiting_room_shows_names_of_every_kind_and_who_has_left(
    open_window: OpenWindow, service: Service
) -> None:
    table = opened(service, "zlam", len(UNUSUAL_NAMES) + 1)
    players = [table.sit(seat=seat, name=name) for seat, name in enumerate(UNUSUAL_NAMES)]
    page = await (await open_window()).open(f"/play#s={table.id}")
    rows = page.get_by_role("region", name="Seats").get_by_role("listitem")
    for width, height in SIZES:
        await page.set_viewport_size({"width": width, "height": height})
        assert (width, await overflow_of(page)) == (width, [])
    await expect(rows.locator("b")).to_have_text(["Ada (1)", "Ada (2)", *UNUSUAL_NAMES[2:], "Free"])
    directions = [
        await name.evaluate("(one) => getComputedStyle(one).direction") for name in await rows.locator("bdi").all()
    ]
    assert directions[2:4] == ["ltr", "rtl"]
    assert (await page.locator(".rows .face").all_inner_texts())[3:5] == ["م", "👩‍👩‍👧"]
    done(players[1], "leaveSession", table.id)
    await expect(rows.locator("b").nth(1)).to_have_text("Free")
    await expect(rows.locator("b").first).to_have_text("Ada")
