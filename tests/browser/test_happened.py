"""What has happened since a player's last move: marked, told in one line, step by step; and looking back at a table."""

import re
from collections.abc import Sequence
from itertools import groupby
from typing import Any

import pytest
from playwright.async_api import Locator, Page, ViewportSize, expect

import engine
from tests.browser.accessibility import faults_of
from tests.browser.conftest import OpenWindow
from tests.browser.hearing import LISTEN
from tests.browser.layout import overflow_of, sizes_of, unseen_parts_of
from tests.browser.plans import NAMES, Plan
from tests.support.graphql_sessions import Live, done
from tools.services import Service

pytestmark = pytest.mark.anyio

# So many moves make a table to look back at.
FEW = 6
# The sentences of the version that takes a move back: the last player agrees, and it is taken back.
TAKING_BACK = 2
SIZES = ((360, 640), (390, 844), (1440, 900))
PLAN = Plan("door", {}, number=3, chance=3, seats=3)
# The numbers at each zone and seat, the cards that are marked, and whether each number has the colour of a seat.
MARKS = """() => {
    const board = document.querySelector(".croupier-board");
    const marked = (what) => [...board.querySelectorAll(`[data-${what}][data-happened]`)];
    const named = (what) => marked(what).map(({ dataset }) => [dataset[what], dataset.happened]);
    const hueOf = (one) => getComputedStyle(one).getPropertyValue("--hue");
    const hues = [...board.querySelectorAll(".croupier-avatar")].map(hueOf);
    const isOfSeat = (one) => hueOf(one.querySelector(".croupier-avatar")) === one.style.getPropertyValue("--by");
    const isShown = (one) => getComputedStyle(one, "::after").content.startsWith(`"${one.dataset.happened}"`);
    return {
        zones: Object.fromEntries(named("zone")), seats: Object.fromEntries(named("seat")),
        cards: named("code").map(([code]) => code),
        coloured: marked("seat").every(isOfSeat),
        shown: [...marked("zone"), ...marked("seat")].every(isShown),
        still: marked("zone").every((one) => getComputedStyle(one, "::after").animationName === "none"),
    };
}"""


WATCH_FLIGHTS = """({ shadowRoot }) => {
    window.flights = 0;
    const isFlying = ({ className }) => className === "croupier-flying";
    const count = ({ addedNodes }) => (flights += [...addedNodes].filter(isFlying).length);
    new MutationObserver((changes) => changes.forEach(count)).observe(shadowRoot, { childList: true, subtree: true });
}"""


# Keeps each move that is shown while looking back, however briefly.
WATCH_PAST = """() => {
    window.past = [];
    const keep = () => past.push(document.querySelector(".croupier-past")?.textContent.replace(/\\s+/g, " "));
    new MutationObserver(keep).observe(document.body, { childList: true, subtree: true, characterData: true });
}"""
HAS_SHOWN = "(texts) => texts.every((text) => past.some((shown) => shown?.includes(text)))"


def others_move(plan: Plan) -> tuple[int, int]:
    """Return the moves up to one of the first seat, and those until it is asked again, when both others have moved."""
    begin = 0
    others: set[int] = set()
    for index, (state, seat, _) in enumerate(plan.states()):
        if begin > FEW and others == {1, 2} and 0 in engine.asked_seats(state):
            return begin, index
        begin = index + 1 if seat == 0 else begin
        others = set() if seat == 0 else others | {seat}
    raise AssertionError("The first seat never waits for both others.")


def play(live: Live, moves: Sequence[tuple[int, str]]) -> int:
    """Make moves, and return the version after them."""
    version: int = [live.move(seat, move)["version"] for seat, move in moves][-1]
    return version


def told_since(live: Live, version: int) -> list[str]:
    """Return the sentences of the first seat's log after a version; with their number, if the same come in a row."""
    path = f"/v1/sessions/{live.id}/events?first=100&after={version}"
    headers = {"Authorization": f"Bearer {live.players[0].token}", "Croupier-Language": "en"}
    events = live.server.http.get(live.server.root + path, headers=headers).json()["nodes"]
    told = groupby((one["version"], one["sentence"]) for one in events if one["weight"] != "DETAIL")
    counted = ((sentence, len(list(group))) for (_, sentence), group in told)
    return [f"{sentence} (×{count})" if count > 1 else sentence for sentence, count in counted]


async def open_table(open_window: OpenWindow, live: Live, seat: int | None, **settings: Any) -> Page:  # noqa: ANN401
    """Open a table, and note what is read out there."""
    window = await open_window(reduced_motion="reduce", viewport={"width": 1440, "height": 900}, **settings)
    await window.context.add_init_script(LISTEN)
    token = "" if seat is None else f"&t={live.players[seat].token}"
    page = await window.open(f"/play#s={live.id}{token}")
    await page.locator('[data-connection="live"], [data-connection="ended"]').wait_for()
    return page


def caption_of(page: Page) -> Locator:
    """Return the line about what has happened."""
    return page.locator(".croupier-caption")


async def resize(page: Page, width: int, height: int) -> None:
    """Show a page in another size."""
    await page.set_viewport_size(ViewportSize(width=width, height=height))


async def fits(page: Page, width: int, height: int) -> None:
    """Check that all of a table is seen in a size, and that its buttons can be hit."""
    await resize(page, width, height)
    assert (width, await unseen_parts_of(page), await overflow_of(page)) == (width, [], [])
    assert (await sizes_of(page))["button"] >= 44


async def test_what_others_did_is_marked_and_told_until_the_player_acts(
    open_window: OpenWindow, service: Service
) -> None:
    moves = list(PLAN.moves())
    begin, stop = others_move(PLAN)
    live = PLAN.open(service, takeBacks=True)
    version = play(live, moves[:begin])
    page = await open_table(open_window, live, 0)
    last = play(live, moves[begin:stop])
    told = told_since(live, version)
    await expect(caption_of(page)).to_contain_text(f"Since your move ({len(told)})")
    await expect(caption_of(page)).to_contain_text(told[-1])
    marks = await page.evaluate(MARKS)
    assert (marks["seats"].keys(), marks["coloured"], marks["shown"], marks["still"]) == ({"1", "2"}, True, True, True)
    assert {"hand:1", "hand:2", "deck"} <= marks["zones"].keys()
    assert len(marks["cards"]) > 0
    for width, height in SIZES:
        await fits(page, width, height)
        line = await page.locator(".croupier-caption > span").bounding_box()
        assert line is not None
        assert line["height"] <= 32
        await expect(caption_of(page)).to_be_in_viewport(ratio=1)
    # Beside the board, the log is in sight although the introduction is open.
    await expect(page.locator(".how-to-play")).to_have_attribute("open", "")
    await expect(page.locator(".table-side [role=log] li").last).to_be_in_viewport(ratio=1)
    assert await faults_of(page) == []
    # It is heard once, although it is written at three places.
    await check_heard_once(page, next(words for words in reversed(told) if "plays" in words))
    taken_back = len(told_since(live, last - 1))
    mover = moves[stop - 1][0]
    take_back(live, mover)
    await expect(caption_of(page)).to_contain_text(f"({len(told) - taken_back + TAKING_BACK})")
    await expect(caption_of(page)).to_contain_text(f"{NAMES[mover]} takes back their last move.")
    play(live, moves[stop - 1 : stop])
    live.move(*moves[stop])
    await expect(caption_of(page)).to_have_count(0)
    assert (await page.evaluate(MARKS))["zones"] == {}


async def check_heard_once(page: Page, words: str) -> None:
    """Check that words are read out, and only once."""
    await page.wait_for_function("(words) => heard.some((said) => said.includes(words))", arg=words)
    assert " ".join(await page.evaluate("heard")).count(words) == 1


def take_back(live: Live, seat: int) -> None:
    """Let a seat take its last move back, with the consent of the others."""
    done(live.players[seat], "askTakeBack", live.id)
    for player in (player for number, player in enumerate(live.players) if number != seat):
        done(player, "answerTakeBack", live.id, agree=True)


async def test_touch_and_keys_go_through_what_happened_one_by_one(open_window: OpenWindow, service: Service) -> None:
    moves = list(PLAN.moves())
    begin, stop = others_move(PLAN)
    live = PLAN.open(service)
    version = play(live, moves[:begin])
    play(live, moves[begin:stop])
    told = told_since(live, version)
    # Also a player who comes only now finds it, to whom another one at the same device hands over.
    page = await open_table(open_window, live, 0)
    await page.goto(f"{page.url.split('#')[0]}#s={live.id}&t={live.players[1].token}")
    await page.get_by_role("button", name="I am Ada").click()
    await page.locator(".croupier-status").hover()
    await expect(caption_of(page)).to_contain_text(f"({len(told)})")
    await caption_of(page).click()
    await expect(caption_of(page)).to_contain_text(f"1 of {len(told)}: {told[0]}")
    marks = await page.evaluate(MARKS)
    assert set(marks["zones"].values()) | set(marks["seats"].values()) == {"1"}
    await check_heard_once(page, f"1 of {len(told)}: {told[0]}")
    for width, height in SIZES:
        await resize(page, width, height)
        await expect(caption_of(page)).to_be_in_viewport(ratio=1)
        text = page.locator(".croupier-caption > span")
        assert await text.evaluate("(it) => it.scrollWidth - it.clientWidth") <= 0
    await page.get_by_role("listbox", name=re.compile("^Your cards")).focus()
    await page.keyboard.press(".")
    await expect(caption_of(page)).to_contain_text(f"2 of {len(told)}: {told[1]}")
    await page.keyboard.press(",")
    await page.keyboard.press(",")
    await expect(caption_of(page)).to_contain_text(f"({len(told)})")
    await page.keyboard.press(",")
    await expect(caption_of(page)).to_contain_text(f"{len(told)} of {len(told)}")


async def test_looking_back_replays_the_table_on_the_board(open_window: OpenWindow, service: Service) -> None:
    moves = list(PLAN.moves())
    _, stop = others_move(PLAN)
    live = PLAN.open(service)
    seen = [hand_of(live)]
    for move in moves[: stop - 1]:
        play(live, [move])
        seen.append(hand_of(live))
    page = await open_table(open_window, live, 0)
    await page.locator(".croupier-status").hover()
    await page.get_by_role("button", name="Look back").click()
    slider = page.get_by_role("slider", name="Look back")
    last = stop - 1
    await expect(page.locator(".croupier-past")).to_contain_text(f"Looking back: move {last} of {last}")
    await expect(slider).to_be_focused()
    for key, step in (("Home", 0), ("ArrowRight", 1), ("PageUp", None), ("End", last), ("ArrowLeft", last - 1)):
        await page.keyboard.press(key)
        shown = step if step is not None else int(await slider.input_value())
        await expect(page.locator(".croupier-past")).to_contain_text(f"Looking back: move {shown} of {last}")
        assert await slider.get_attribute("aria-valuetext") != ""
        assert (shown, await codes_of(page)) == (shown, seen[shown])
    assert re.match(rf"Move {last - 1} of {last}: \w+", await slider.get_attribute("aria-valuetext") or "")
    # Nobody can move in the past, and what others do in the present does not end it.
    await expect(page.locator("[data-move], .croupier-playable, .croupier-target, .croupier-slam")).to_have_count(0)
    await expect(page.locator(".croupier-past")).not_to_contain_text("Your turn")
    play(live, moves[stop - 1 : stop])
    await expect(page.locator(".croupier-past")).to_contain_text(f"Looking back: move {last - 1} of {stop}")
    await expect(page.locator(".croupier-past")).to_contain_text("Your turn.")
    for width, height in SIZES:
        await fits(page, width, height)
    assert await faults_of(page) == []
    await page.get_by_role("button", name="To the last move").click()
    await expect(page.get_by_role("button", name="One move on")).to_be_disabled()
    await page.evaluate(WATCH_PAST)
    await page.get_by_role("button", name="Play").click()
    await page.wait_for_function(HAS_SHOWN, arg=[f"Looking back: move {step} of {stop}" for step in (0, 1)])
    await page.get_by_role("button", name="Pause").click()
    await page.keyboard.press("Escape")
    await expect(page.locator(".croupier-past")).to_have_count(0)
    await expect(page.get_by_role("button", name="Look back")).to_be_focused()
    assert await codes_of(page) == hand_of(live)
    await expect(page.locator(".croupier-status")).to_contain_text("Your turn")


async def test_an_embedded_table_shows_it_too(open_window: OpenWindow, service: Service) -> None:
    moves = list(PLAN.moves())
    begin, stop = others_move(PLAN)
    live = PLAN.open(service)
    play(live, moves[:begin])
    page = await (await open_window(locale="de-DE")).open("/play/embed")
    await page.evaluate(
        """([session, token]) => {
            const element = document.createElement("croupier-table");
            const attributes = Object.entries({ session, token, language: "de" });
            for (const [name, value] of attributes) element.setAttribute(name, value);
            document.querySelector("croupier-table").replaceWith(element);
        }""",
        [live.id, live.players[0].token],
    )
    table = page.locator("croupier-table")
    await table.locator('[data-connection="live"]').wait_for()
    play(live, moves[begin:stop])
    await table.locator(".croupier-caption").click()
    await expect(table.locator(".croupier-caption")).to_contain_text(re.compile(r"^1 von \d+: Grace spielt"))
    await expect(table.locator("[data-seat='1'][data-happened]")).to_have_count(1)
    await expect(table.locator("[data-seat='1'] > header")).not_to_have_css("box-shadow", "none")
    await table.get_by_role("button", name="Zurückblicken").click()
    await expect(table.get_by_role("slider")).to_be_focused()
    await table.get_by_role("button", name="Einen Zug zurück").click()
    await table.evaluate(WATCH_FLIGHTS)
    await table.get_by_role("button", name="Einen Zug weiter").click()
    await page.wait_for_function("flights > 0")
    await table.get_by_role("button", name="Zurück zur Gegenwart").click()
    await expect(table.get_by_role("slider")).to_have_count(0)


def hand_of(live: Live) -> list[str]:
    """Return the codes of the first seat's hand now."""
    (hand,) = (zone for zone in live.read(0)["view"]["zones"] if zone["key"] == "hand:0")
    return [card["code"] for card in hand["cards"]]


async def codes_of(page: Page) -> list[str]:
    """Return the codes of the hand that a page shows."""
    cards = page.locator("[role=option]")
    return [str(code) for code in await cards.evaluate_all("(cards) => cards.map(({ dataset }) => dataset.code)")]
