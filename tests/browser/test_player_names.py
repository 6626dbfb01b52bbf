"""The names of players: suggested, kept, and shown, whatever they are made of."""

import re

import pytest
from playwright.async_api import expect

from tests.browser.conftest import OpenWindow
from tests.browser.layout import overflow_of
from tests.support.graphql_sessions import done, opened
from tools.services import Service

pytestmark = pytest.mark.anyio

SIZES = ((360, 640), (390, 844), (1440, 900))
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
    # Not \w: to the browser, an umlaut is none.
    await expect(entrant).to_have_value(re.compile(r"^\S+er \S+$"))
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
