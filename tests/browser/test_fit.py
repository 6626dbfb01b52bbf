"""The board fills a screen of any size: all that a player needs is seen at once, and large enough."""

from collections.abc import Iterator
from itertools import islice

import pytest
from playwright.async_api import ViewportSize, expect

import engine
from tests.browser.accessibility import faults_of
from tests.browser.chromium import Window
from tests.browser.conftest import OpenWindow
from tests.browser.layout import (
    PHONE,
    SMALLEST,
    WATCH_SHIFTS,
    WIDE,
    covered_codes_of,
    shifts_of,
    sizes_of,
    unread_effects_of,
    unseen_parts_of,
)
from tests.browser.plans import PLANS, Plan
from tests.browser.player import Phone, Player, sit_down
from tests.browser.screens import play_plan
from tests.engine.example_game import register_example
from tools.services import Service

pytestmark = pytest.mark.anyio

WIDEST: ViewportSize = {"width": 2560, "height": 1440}
PHONES: list[ViewportSize] = [PHONE, SMALLEST, {"width": 844, "height": 390}]
MOVES = 14
# A card is explained to a mouse that has pointed at it for a shorter time.
HOVER_MILLIS = 1000
# The longest words are German.
LOCALES = {2: "en-GB", 3: "de-DE", 4: "de-DE"}


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("game", PLANS)
async def test_a_table_fits_every_screen(game: str, seats: int, open_window: OpenWindow, service: Service) -> None:
    live = (plan := Plan(game, {}, number=seats, chance=seats, seats=seats)).open(service)
    for seat, move in until_asked(plan):
        live.move(seat, move)
    window = await open_window(locale=LOCALES[seats])
    page = await window.open(f"/play#s={live.id}&t={live.players[0].token}")
    await expect(page.locator(".croupier-asked[part=status]")).to_be_visible()
    found = {}
    for size in (WIDE, WIDEST, *PHONES):
        width = size["width"]
        await page.set_viewport_size(size)
        seen = (await unseen_parts_of(page), await covered_codes_of(page))
        assert (size, seen) == (size, ([], []))
        assert await page.locator(".croupier-prompt").evaluate("(it) => it.scrollHeight - it.clientHeight") <= 1
        found[width] = await sizes_of(page)
        assert found[width]["filled"] > (0.7 if width > 1000 else 0.85)
        assert found[width]["button"] >= 44
    assert found[1440]["others"] >= 56
    assert found[2560]["others"] > found[1440]["others"]
    if await page.get_by_role("option").count():
        assert 96 <= found[1440]["hand"] < found[2560]["hand"]


def until_asked(plan: Plan) -> Iterator[tuple[int, str]]:
    """Yield moves until some have been made and the first seat is asked."""
    for number, (state, seat, move) in enumerate(plan.states()):
        if number >= MOVES and 0 in engine.asked_seats(state):
            return
        yield seat, move


# Where many cards lie in one zone: of areas, of stacks, and of piles beside a hand.
@pytest.mark.parametrize(("game", "number", "moves"), [("zeven", 9, 42), ("zlam", 8, 29), ("bazaar", 0, 52)])
async def test_each_card_of_a_long_spread_can_be_read(
    game: str, number: int, moves: int, open_window: OpenWindow, service: Service
) -> None:
    live = play_plan(service, Plan(game, {}, number=number, chance=number), moves)
    page = await (await open_window()).open(f"/play#s={live.id}&t={live.players[0].token}")
    longest = page.locator(":is(.croupier-shared, .croupier-own) .croupier-spread .croupier-card:nth-child(6)")
    await expect(longest.first).to_be_visible()
    for size in (WIDE, *PHONES):
        await page.set_viewport_size(size)
        assert (size, await covered_codes_of(page)) == (size, [])


async def test_a_touched_pile_shows_all_its_cards(open_window: OpenWindow, service: Service) -> None:
    live = play_plan(service, Plan("zeven", {}, number=9, chance=9), 41)
    page = (player := await sit_down(await open_window(viewport=PHONE), live, 0, Player)).page
    await page.locator("[data-zone='score:0']").click()
    sheet = page.get_by_role("dialog", name="The score pile of Ada")
    await expect(sheet.get_by_role("listitem")).to_have_count(16)
    assert await faults_of(page) == []
    await page.keyboard.press("Escape")
    await player.press(page.get_by_role("button", name="Look through: the score pile of Ada"))
    await expect(sheet.get_by_role("listitem")).to_have_count(16)
    await page.keyboard.press("Escape")
    await page.locator("[data-zone='deck']").click()
    await expect(page.get_by_role("dialog")).to_have_count(0)


@pytest.mark.parametrize("locale", ["en-GB", "de-DE"])
async def test_what_a_move_would_do_can_be_read_in_full(locale: str, open_window: OpenWindow, service: Service) -> None:
    window = await open_window(locale=locale)
    # The longest effects end a hand, or take an area.
    live = play_plan(service, Plan("bazaar", {}, number=1, chance=1, seats=3), 24)
    page = await window.open(f"/play#s={live.id}&t={live.players[2].token}")
    for size in (WIDE, PHONE, SMALLEST):
        await page.set_viewport_size(size)
        await page.locator("[role=option][data-code=FB3]").click()
        await page.locator("[data-tray] [data-move='play FB3 @blue']").focus()
        await expect(page.locator("[part=effect]")).to_be_visible()
        assert (size, await unread_effects_of(page)) == (size, [])
        await page.keyboard.press("Escape")
        await expect(page.locator("[part=effect]")).to_have_count(0)
    live = play_plan(service, Plan("zeven", {}, number=1, chance=1, seats=3), 32)
    page = await window.open(f"/play#s={live.id}&t={live.players[0].token}")
    await page.locator(".croupier-all").click()
    for size in (WIDE, *PHONES):
        await page.set_viewport_size(size)
        await page.locator("dialog header button").focus()
        await page.locator("dialog [data-move='play ZY1 @1']").focus()
        await expect(page.locator("dialog [part=effect]")).not_to_be_empty()
        assert (size, await unread_effects_of(page)) == (size, [])


async def test_choices_of_two_deeds_are_told_apart(open_window: OpenWindow, service: Service) -> None:
    live = Plan("zar", {}, number=13, chance=1).open(service)
    page = (await sit_down(await open_window(viewport=PHONE), live, 0, Player)).page
    await page.locator("[role=option][data-code=D2]").first.click()
    numbers = "".join(f"Name {number}" for number in range(1, 7))
    deeds = [f"{deed}{numbers}" for deed in ("Play dragon II", "Play dragon II as a double")]
    await expect(page.locator(".croupier-deed")).to_have_text(deeds)


async def test_moves_are_made_on_cards_and_places(open_window: OpenWindow, service: Service) -> None:
    register_example()
    live = Plan("high", {}, number=3, chance=1).open(service)
    seat = live.turn()[0]
    page = (await sit_down(await open_window(), live, seat, Player)).page
    version = live.read()["version"]
    await expect(page.locator("[part=board]")).to_have_css("user-select", "none")
    await page.locator("[role=option].croupier-playable").first.click()
    await page.locator('[data-zone="table"].croupier-target .croupier-cards').dblclick()
    await expect(page.locator(f'[data-version="{version + 1}"]')).to_be_visible()
    await expect(page.get_by_role("dialog")).to_have_count(0)


async def test_a_card_is_explained_to_a_mouse_that_moves_but_not_where_it_has_just_clicked(
    window: Window, service: Service
) -> None:
    window.prepare = lambda page: page.clock.install()
    live = play_plan(service, "zeven", 12)
    player = await sit_down(window, live, 0, Player)
    page = player.page
    mouse = page.mouse
    await player.see(live.read()["version"])
    card = await player.hand.get_by_role("option").first.bounding_box()
    assert card is not None
    x = card["x"]
    y = card["y"] + card["height"] / 2
    # As if the card had come to lie there.
    await mouse.click(x - 3, y)
    await mouse.move(x + 4, y)
    await page.clock.run_for(HOVER_MILLIS)
    await expect(page.get_by_role("tooltip")).to_have_count(0)
    await mouse.move(x - 20, y)
    await mouse.move(x + 4, y)
    await page.clock.run_for(HOVER_MILLIS)
    await expect(page.get_by_role("tooltip")).to_be_visible()


async def test_all_moves_are_one_key_away(open_window: OpenWindow, service: Service) -> None:
    live = play_plan(service, "zeven", 12)
    seat = live.turn()[0]
    player = await sit_down(await open_window(reduced_motion="reduce"), live, seat, Player)
    await player.see(live.read()["version"])
    await player.page.locator('[data-connection="live"]').wait_for()
    count = len(player.look()["view"]["legalMoves"])
    await player.page.keyboard.press("m")
    sheet = player.page.get_by_role("dialog", name=f"All moves ({count})")
    await expect(sheet.get_by_role("group", name="Moves").get_by_role("button")).to_have_count(count)
    assert await faults_of(player.page) == []
    await player.page.keyboard.press("Escape")
    await expect(sheet).to_have_count(0)


async def test_on_a_phone_a_long_press_explains_and_a_touch_opens_a_seat(
    open_window: OpenWindow, service: Service
) -> None:
    live = play_plan(service, "door", 20)
    window = await open_window(viewport=PHONE, has_touch=True, is_mobile=True)
    phone = await sit_down(window, live, 0, Phone)
    await phone.page.locator('[data-connection="live"]').wait_for()
    card = phone.hand.get_by_role("option").first
    pressed = {"pointerType": "touch", "isPrimary": True, "bubbles": True, "composed": True}
    await card.dispatch_event("pointerdown", pressed)
    await expect(phone.page.get_by_role("tooltip")).to_be_visible()
    before = phone.page.locator("[part~=seat] [data-zone='score:1']")
    await expect(before).to_be_hidden()
    await phone.page.get_by_role("button", name="What lies before Grace").tap()
    await expect(before).to_be_in_viewport()


@pytest.mark.parametrize("game", PLANS)
async def test_nothing_moves_by_itself_while_others_play(game: str, open_window: OpenWindow, service: Service) -> None:
    plan = Plan(game, {}, number=3, chance=3, seats=3)
    live = plan.open(service)
    window = await open_window(viewport=PHONE, reduced_motion="reduce")
    await window.context.add_init_script(WATCH_SHIFTS)
    page = await window.open(f"/play#s={live.id}&t={live.players[0].token}")
    await page.locator('[data-connection="live"]').wait_for()
    for seat, move in islice(plan.moves(), 20):
        version = live.move(seat, move)["version"]
        await page.locator(f"[data-version='{version}']").wait_for()
    assert await shifts_of(page) == []
