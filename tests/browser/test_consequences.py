"""What a move would do, shown at its target while it is considered: by touch, by mouse and by keyboard."""

import re
from collections.abc import Iterator

import pytest
from playwright.async_api import Locator, Page, Route, ViewportSize, expect

import engine
from tests.browser.chromium import Window
from tests.browser.conftest import OpenWindow
from tests.browser.plans import NAMES, Plan
from tests.browser.player import Player, sit_down
from tests.browser.screens import play_plan
from tools.services import Service

pytestmark = pytest.mark.anyio

SMALLEST = ViewportSize(width=360, height=640)
SIZES = (SMALLEST, ViewportSize(width=1440, height=900))
PREVIEWS = "**/moves/preview"
# Seat 0 of three is at turn, and can put its first card on any of the three areas.
ZEVEN = Plan("zeven", {"firstSeat": 0}, number=3, chance=3, seats=3)
AREAS = ("area:1", "area:2", "area:3")
# The lines that are cut off, that lie outside the board or on one another, or whose letters are too small.
UNREADABLE = """() => {
    const board = document.querySelector(".croupier-board").getBoundingClientRect();
    const lines = [...document.querySelectorAll("[part=consequence]")];
    const rects = lines.map((line) => line.getBoundingClientRect());
    const isFaulty = (line, at) => {
        const { left, top, right, bottom } = rects[at];
        const isInside = left >= board.left && top >= board.top && right <= board.right && bottom <= board.bottom;
        const meets = rects.some((other, place) => place !== at && other.left < right - 1 && left < other.right - 1
            && other.top < bottom - 1 && top < other.bottom - 1);
        const isCut = line.scrollWidth > line.clientWidth + 1 || line.scrollHeight > line.clientHeight + 1;
        return !isInside || meets || isCut || parseFloat(getComputedStyle(line).fontSize) < 12;
    };
    return lines.filter(isFaulty).map((line) => line.textContent);
}"""


async def test_the_targets_of_a_card_show_what_would_happen(open_window: OpenWindow, service: Service) -> None:
    state, moves_before = first_turn(ZEVEN)
    card = next(card for card in state.zones["hand:0"] if card[0] != "G")
    live = play_plan(service, ZEVEN, moves_before)
    window = await open_window(viewport=SMALLEST, has_touch=True, locale="en-GB")
    player = await sit_down(window, live, 0, Player)
    page = player.page
    await page.locator('[data-connection="live"]').wait_for()
    assert previews_of(window) == 0

    # By touch, on the smallest phone and on a large screen.
    await page.locator(f"[role=option][data-code={card}]").tap()
    lines = [line_at(page, area) for area in AREAS]
    for area, line in zip(AREAS, lines, strict=True):
        (told, *_more) = foreseen(state, f"play {card} @{area[-1]}", "en")
        await expect(line.locator("span").first).to_have_text(told)
        await expect(page.locator(f"[data-zone='{area}'] [role=img]").first).to_have_accessible_description(
            await line.inner_text()
        )
    for size in SIZES:
        await page.set_viewport_size(size)
        await expect(line_at(page, AREAS[0])).to_be_visible()
        assert await page.evaluate(UNREADABLE) == []
    assert previews_of(window) == len(AREAS)

    # By mouse: the line above the hand tells all about the area that is pointed at.
    await page.locator("[data-zone='area:2']").hover()
    await expect(page.locator("[part=effect]")).to_have_text(" ".join(foreseen(state, f"play {card} @2", "en")))
    await page.mouse.move(1, 1)
    await page.keyboard.press("Escape")
    await expect(page.locator("[part=consequence]")).to_have_count(0)

    # By keyboard: the card that is reached is enough. What is known is not asked for again.
    await player.reach(player.hand)
    await page.keyboard.press("Home")
    for _ in range(list(state.zones["hand:0"]).index(card)):
        await page.keyboard.press("ArrowRight")
    everything = " ".join(
        f"area {area[-1]}: {' '.join(foreseen(state, f'play {card} @{area[-1]}', 'en'))}" for area in AREAS
    )
    await expect(page.locator(f"[role=option][data-code={card}]")).to_have_accessible_description(
        re.compile(re.escape(everything))
    )
    await expect(page.locator("[aria-live=polite]").filter(has_text="area 1:")).to_have_text(everything)
    asked = previews_of(window)
    await page.locator(f"[role=option][data-code={card}]").tap()
    await expect(lines[0]).to_be_visible()
    assert previews_of(window) == asked

    # A preview that does not come delays no move.
    await page.route(PREVIEWS, leave_unanswered)
    version = await page.locator("[data-version]").get_attribute("data-version")
    await page.keyboard.press("Escape")
    await page.locator("[role=option][data-code=GR1]").tap()
    await page.locator(".croupier-all").tap()
    await page.locator(f"dialog [data-move='play {card} @3']").tap()
    await expect(page.locator(f"[data-version='{int(version or 0) + 1}']")).to_be_visible()
    await expect(page.locator("[part=consequence]")).to_have_count(0)


async def test_the_first_key_shows_the_focus_and_what_would_happen(window: Window, service: Service) -> None:
    _, moves_before = first_turn(ZEVEN)
    live = play_plan(service, ZEVEN, moves_before)
    player = await sit_down(window, live, 0, Player)
    await player.page.locator('[data-connection="live"]').wait_for()
    # The board has given the hand the focus, which browsers do not show.
    await expect(player.hand).to_be_focused()
    await player.page.keyboard.press("ArrowRight")
    await expect(player.page.locator("[role=listbox]:focus-visible .croupier-active")).to_have_count(1)
    await expect(line_at(player.page, AREAS[0])).to_be_visible()


@pytest.mark.parametrize("locale", ["en-GB", "de-DE"])
async def test_seats_that_would_be_hit_are_marked(locale: str, open_window: OpenWindow, service: Service) -> None:
    plan, state, moves_before, move = next(draw_twos())
    live = play_plan(service, plan, moves_before)
    player = await sit_down(await open_window(viewport=SMALLEST, locale=locale), live, 0, Player)
    page = player.page
    await page.locator(f"[role=option][data-code={move.split()[1]}]").first.click()
    told = foreseen(state, move, locale[:2])
    await expect(page.locator("[part=consequence] span").first).to_have_text(told[0])
    await expect(page.locator("[part=effect]")).to_have_text(" ".join(told))
    for size in SIZES:
        await page.set_viewport_size(size)
        await expect(page.locator(".croupier-consequences > i")).to_have_count(1)
        ring, seat = [await box_of(page.locator(at)) for at in (".croupier-consequences > i", "[data-seat='1']")]
        assert ring == seat
        assert await page.evaluate(UNREADABLE) == []


# ---- what is foreseen


def first_turn(plan: Plan) -> tuple[engine.State, int]:
    """Return the first state, after some moves, at which seat 0 can play onto all areas, and the moves before it."""
    for number, (state, seat, _) in enumerate(plan.states()):
        moves = [str(move) for move in engine.legal_moves(state, 0)]
        if number > 8 and seat == 0 and {f"@{area[-1]}" for area in AREAS} <= {move.split()[-1] for move in moves}:
            return state, number
    raise AssertionError("there is no such turn")


def draw_twos() -> Iterator[tuple[Plan, engine.State, int, str]]:
    """Yield tables of Zar at which seat 0 can play a draw two that seat 1 would owe, with the moves before it."""
    for number in range(100):
        plan = Plan("zar", {"firstSeat": 2}, number=number, chance=number, seats=3)
        for before, (state, seat, _) in enumerate(plan.states()):
            moves = [str(move) for move in engine.legal_moves(state, 0)] if seat == 0 else []
            for move in moves:
                effects = engine.preview(state, 0, move).effects if move.startswith("play") and move[-1] == "D" else ()
                if effects and effects[0].code == "owes" and effects[0].arguments[0].value == "1":
                    yield plan, state, before, move
                    break


def foreseen(state: engine.State, move: str, language: str) -> list[str]:
    """Return what a preview tells seat 0 of a move."""
    game = engine.game_of(state).name
    wording = engine.Wording(language, NAMES[: state.seats])
    return [engine.foretell(game, effect, wording) for effect in engine.preview(state, 0, move).effects]


# ---- what is shown


def line_at(page: Page, zone: str) -> Locator:
    """Return the line over a zone."""
    return page.locator(f"[part=consequence][id$='-at-{zone}']")


def previews_of(window: Window) -> int:
    """Count the previews that a window has asked for."""
    return sum(request.url.endswith("/moves/preview") for request in window.requests)


async def box_of(locator: Locator) -> tuple[int, ...]:
    box = await locator.first.bounding_box()
    assert box is not None
    return tuple(round(box[name]) for name in ("x", "y", "width", "height"))


async def leave_unanswered(_route: Route) -> None:
    """Let a request wait for ever."""
