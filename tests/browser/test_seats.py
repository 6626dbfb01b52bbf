"""Who sits at a table: around it in playing order, with the turn as a ring, and cards that everybody can tell apart."""

import re

import pytest
from playwright.async_api import Page, ViewportSize, expect

import engine
from tests.browser.chromium import Window
from tests.browser.conftest import OpenWindow
from tests.browser.layout import PHONE, overflow_of
from tests.browser.plans import Plan
from tests.support.graphql_sessions import Live, opened
from tools.services import Service

pytestmark = pytest.mark.anyio

SMALL: ViewportSize = {"width": 360, "height": 640}
LYING: ViewportSize = {"width": 844, "height": 390}
WIDE: ViewportSize = {"width": 1440, "height": 900}
WIDEST: ViewportSize = {"width": 2560, "height": 1440}
TABLET: ViewportSize = {"width": 1024, "height": 768}

SEATS_IN_SIGHT = """() => {
    const isHit = (one, x, y) => one.contains(document.elementFromPoint(x, y));
    const isSeen = (one) => {
        const { left, top, right, bottom, width, height } = one.getBoundingClientRect();
        const inside = left >= -1 && top >= -1 && right <= innerWidth + 1 && bottom <= innerHeight + 1;
        return inside && isHit(one, left + width / 2, top + height / 2);
    };
    return [...document.querySelectorAll(".croupier-seat")].filter(isSeen).length;
}"""
CUT_NAMES = """() => [...document.querySelectorAll(".croupier-seat .croupier-name")]
    .filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.textContent)"""
MIDDLES = """() => [...document.querySelectorAll(".croupier-seat")].map((one) => {
    const { left, top, width, height } = one.getBoundingClientRect();
    return [left + width / 2, top + height / 2];
})"""
# The least letters of a table that can be read, in pixels.
LEAST_LETTERS = """() => {
    const texts = [...document.querySelectorAll(".croupier-view *, .table-side *")];
    const hasText = ({ childNodes }) => [...childNodes].some((one) => one.nodeType === 3 && one.data.trim());
    const read = texts.filter((one) => hasText(one) && one.checkVisibility({ visibilityProperty: true }));
    const isHeard = (one) => one.closest(".croupier-unseen, svg");
    return Math.min(...read.filter((one) => !isHeard(one)).map((one) => parseFloat(getComputedStyle(one).fontSize)));
}"""
# How much of a ring has run out, in percent.
RUN_OUT = """(ring) => -parseFloat(getComputedStyle(ring.querySelector("rect")).strokeDashoffset)"""
ROWS = """() => {
    const rows = new Map();
    for (const card of document.querySelectorAll("[role=option]")) {
        const { left, right, top } = card.getBoundingClientRect();
        const row = rows.get(Math.round(top / 20)) ?? [];
        rows.set(Math.round(top / 20), [...row, (left + right) / 2]);
    }
    return [...rows.values()];
}"""
SHAPES_OF_COLOURS = """() => Object.fromEntries([...document.querySelectorAll("[data-code]")].map((card) =>
    [card.dataset.code[0], card.querySelector(".croupier-shape")?.getAttribute("d") ?? null]))"""
# The contrast of a colour with white letters, and with the panel of the dark page, for many names.
CONTRASTS = """async () => {
    const { colourOf } = await import("/play/static/kit/board/colours.js");
    const canvas = new OffscreenCanvas(1, 1).getContext("2d", { willReadFrequently: true });
    const light = (colour) => {
        canvas.fillStyle = colour;
        canvas.fillRect(0, 0, 1, 1);
        const linear = [...canvas.getImageData(0, 0, 1, 1).data.slice(0, 3)]
            .map((part) => part / 255).map((part) => part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4);
        return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2];
    };
    const contrast = (one, other) => {
        const [dark, bright] = [light(one), light(other)].sort((first, second) => first - second);
        return (bright + 0.05) / (dark + 0.05);
    };
    const colours = Array.from({ length: 300 }, (_, number) => colourOf(`Name ${number}`));
    return {
        letters: Math.min(...colours.map((colour) => contrast(colour, "#fff"))),
        dark: Math.min(...colours.map((colour) => contrast(colour, "#1a2229"))),
        different: new Set(colours).size,
        isSame: colourOf("Ada") === colourOf(" ada "),
    };
}"""
COVERED_PILES = """() => [...document.querySelectorAll(".croupier-own-zones .croupier-cards")].filter((pile) => {
    const { left, top, right, bottom } = pile.getBoundingClientRect();
    return [...document.querySelectorAll("[data-tray] button")].map((one) => one.getBoundingClientRect())
        .some((one) => one.left < right && left < one.right && one.top < bottom && top < one.bottom);
}).length"""
GAPS_OF_LABELS = """() => [...document.querySelectorAll("label")]
    .filter((label) => label.checkVisibility() && label.control.type !== "checkbox").map((label) => {
        const words = document.createRange();
        words.selectNodeContents([...label.childNodes].find((one) => one.textContent.trim()));
        return label.control.getBoundingClientRect().top - words.getBoundingClientRect().bottom;
    })"""


async def test_a_large_table_shows_every_player_or_says_how_many_are_out_of_sight(
    open_window: OpenWindow, service: Service
) -> None:
    bots = [{"seat": seat, "level": 1} for seat in range(1, 20)]
    table = opened(service, "zlam", 20, {"firstSeat": "19", "decks": "2"}, bots=bots, botMillis=60_000)
    page = await (await open_window()).open(f"/play#s={table.id}&t={table.sit(seat=0, name='Ada').token}")
    await expect(page.locator(".croupier-asked[part=status]")).to_be_visible()
    further = page.get_by_role("button", name=re.compile("more player"))
    for size in (SMALL, PHONE, LYING, TABLET, WIDE, WIDEST):
        await page.set_viewport_size(size)
        seen = await page.evaluate(SEATS_IN_SIGHT)
        told = int((await further.inner_text()).strip(" +▾▴▸◂")) if await further.count() else 0
        assert (size, seen + told) == (size, 19)
        assert (size, await page.evaluate(CUT_NAMES), await overflow_of(page)) == (size, [], [])
        assert await page.evaluate(LEAST_LETTERS) >= (17 if size == WIDEST else 12)
    # Nobody has a hand, so no number is at a sign; the level of a bot is told in words.
    await expect(page.locator(".croupier-held")).to_have_count(0)
    await expect(page.get_by_role("group", name="Bruno").first).to_contain_text("Bot of level 1")
    await expect(page.locator(".croupier-bot[title='Bot of level 1']").first).to_have_text(re.compile(r"^\s*\D\s*$"))
    await expect(further).to_have_count(0)
    await page.set_viewport_size(SMALL)
    before = await page.locator(".croupier-others").evaluate("(row) => row.scrollTop")
    await further.click()
    await page.wait_for_function("(top) => document.querySelector('.croupier-others').scrollTop > top", arg=before)


async def test_nine_players_fit_on_a_phone_each_asked_one_with_a_ring(
    open_window: OpenWindow, service: Service
) -> None:
    live = seated(service, "zar", 9, {"matching": "poll"})
    page = await (await open_window(viewport=SMALL)).open(f"/play#s={live.id}&t={live.players[0].token}")
    await expect(page.locator(".croupier-seat")).to_have_count(8)
    for size in (SMALL, PHONE, WIDE):
        await page.set_viewport_size(size)
        assert (size, await page.evaluate(SEATS_IN_SIGHT)) == (size, 8)
    # All who may have the twin are asked at once.
    asked = len(live.turn())
    assert asked > 1
    await expect(page.locator(".croupier-ring")).to_have_count(asked)


async def test_a_hand_lies_in_even_rows_with_a_shape_for_every_colour(
    open_window: OpenWindow, service: Service
) -> None:
    # Cards of three colours: one deal in thousands has a single one.
    live = seated(service, "zar", 2, {"deal": "7"}, seed=f"{7:064x}")
    page = await (await open_window(viewport=SMALL, reduced_motion="reduce")).open(
        f"/play#s={live.id}&t={live.players[0].token}"
    )
    await expect(page.get_by_role("option")).to_have_count(7)
    first, second = await page.evaluate(ROWS)
    assert (len(first), len(second)) == (4, 3)
    assert abs((first[0] + first[-1]) - (second[0] + second[-1])) < 2
    shapes = await page.evaluate(SHAPES_OF_COLOURS)
    coloured = {colour: shape for colour, shape in shapes.items() if shape}
    assert len(coloured) >= 2
    assert len(set(coloured.values())) == len(coloured)


async def test_the_colour_of_a_name_bears_white_letters_and_stands_out(window: Window) -> None:
    found = await (await window.open("/play/embed")).evaluate(CONTRASTS)
    assert found["letters"] >= 4.5
    assert found["dark"] >= 3
    assert found["different"] > 150
    assert found["isSame"]


async def test_the_others_sit_clockwise_and_the_ring_is_the_clock(open_window: OpenWindow, service: Service) -> None:
    live = seated(service, "door", 4, {"firstSeat": "1"}, moveSeconds=40)
    window = await open_window(locale="de-DE", reduced_motion="reduce")
    page = await window.open(f"/play#s={live.id}&t={live.players[0].token}")
    ring = page.locator(".croupier-seat.croupier-asked > .croupier-ring")
    await expect(ring).to_be_visible()
    await page.set_viewport_size(WIDE)
    # The first to play after the viewer sits at the left, the last at the right, and between them the one opposite.
    (left, low), (middle, high), (right, last) = await page.evaluate(MIDDLES)
    assert left < middle < right
    assert high < min(low, last)
    for size in (SMALL, PHONE, LYING, WIDE):
        await page.set_viewport_size(size)
        places = await page.evaluate(MIDDLES)
        assert size == WIDE or places == sorted(places)
        assert (size, await overflow_of(page)) == (size, [])
        clock = await page.get_by_role("timer").bounding_box()
        assert clock is not None
        assert clock["height"] < 40
    # It runs out in steps, or evenly where motion is welcome.
    steps = await ring.evaluate(RUN_OUT) / (100 / 12)
    assert steps == pytest.approx(round(steps), abs=0.01)
    await page.emulate_media(reduced_motion="no-preference")
    await page.wait_for_function(f"(ring) => ({RUN_OUT})(ring) % (100 / 12) > 0.2", arg=await ring.element_handle())
    # Without a clock the ring is full.
    other = seated(service, "door", 2, {"firstSeat": "0"})
    page = await window.open(f"/play#s={other.id}&t={other.players[0].token}")
    ring = page.locator(".croupier-ring")
    await expect(ring).to_have_count(1)
    assert await ring.evaluate("(ring) => getComputedStyle(ring.querySelector('rect')).strokeDasharray") == "none"
    await check_codes(page)


async def check_codes(page: Page) -> None:
    """Check that cards show their codes once somebody wants it, and still after a reload."""
    code = page.locator("[role=option] .croupier-code").first
    await expect(code).to_be_attached()
    await expect(code).to_be_hidden()
    await page.set_viewport_size(SMALL)
    await page.locator("[aria-controls=table-side]").click()
    await page.get_by_role("checkbox", name="Kürzel auf den Karten").check()
    await expect(code).to_be_visible()
    await page.reload()
    await expect(code).to_be_visible()


async def test_no_button_lies_over_the_piles_of_the_player_who_decides(window: Window, service: Service) -> None:
    live = seated(service, "bazaar", 3, {}, seed=f"{6:064x}")
    for seat, move in until_change(6):
        live.move(seat, move)
    page = await window.open(f"/play#s={live.id}&t={live.players[0].token}")
    await expect(page.locator(".croupier-asked[part=status]")).to_be_visible()
    for size in (LYING, TABLET, SMALL, WIDE):
        await page.set_viewport_size(size)
        assert (size, await page.evaluate(COVERED_PILES)) == (size, 0)


async def test_no_label_touches_its_field(open_window: OpenWindow) -> None:
    page = await (await open_window(locale="de-DE", viewport=SMALL)).open("/play")
    await page.locator("[data-game=zar] button").nth(1).click()
    await expect(page.locator("dialog .field").first).to_be_attached()
    await page.locator("dialog details").evaluate_all("(all) => all.forEach((one) => { one.open = true; })")
    gaps = await page.evaluate(GAPS_OF_LABELS)
    assert len(gaps) > 10
    assert min(gaps) > 8


def seated(service: Service, game: str, seats: int, options: dict[str, str], **setup: object) -> Live:
    """Open a table at which everybody sits."""
    names = ("Ada", "Grace", "Edsger", "Barbara", "Alan", "Kay", "Tony", "Niklaus", "John")
    table = opened(service, game, seats, options, **setup)
    return Live(service, table.id, [table.sit(seat=seat, name=names[seat]) for seat in range(seats)])


def until_change(number: int) -> list[tuple[int, str]]:
    """Return moves of Bazaar until the first seat may take one of several piles."""
    moves: list[tuple[int, str]] = []
    for state, seat, move in Plan("bazaar", {}, number=number, chance=number, seats=3).states():
        legal = [str(one) for one in engine.legal_moves(state, 0)] if seat == 0 else []
        if len(moves) > 20 and sum(one.startswith("take") for one in legal) >= 3:
            return moves
        moves.append((seat, move))
    raise AssertionError("There is no such state.")
