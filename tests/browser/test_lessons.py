"""Lessons at the page: played to the end by keyboard, skipped, and offered only where a game has one."""

import re

import pytest
from playwright.async_api import Page, ViewportSize, expect

import engine
from engine import Lesson, State, Wording
from tests.browser.accessibility import faults_in_both_schemes
from tests.browser.chromium import Window
from tests.browser.conftest import OpenWindow
from tests.browser.layout import overflow_of
from tests.browser.player import Choice, Player
from tests.support.graphql_client import Client
from tools.services import Service

pytestmark = pytest.mark.anyio

SMALLEST: ViewportSize = {"width": 360, "height": 640}
PHONE: ViewportSize = {"width": 390, "height": 844}
DESKTOP: ViewportSize = {"width": 1440, "height": 900}
# The pause before another seat moves.
PAUSE_MILLIS = 1600
MARKED = "[data-next]"
ROOM_BELOW_PILES = """() => {
    const bar = document.querySelector("[part=status]").getBoundingClientRect();
    const piles = [...document.querySelectorAll(".croupier-shared .croupier-cards")];
    return bar.top - Math.max(...piles.map((pile) => pile.getBoundingClientRect().bottom));
}"""


class Learner(Player):
    """Plays a lesson by keyboard; only the page has a token of its table."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.hand = page.get_by_role("listbox", name=re.compile("^Your cards"))


def loaded_for_lessons(window: Window) -> list[str]:
    return [request.url for request in window.requests if re.search(r"/lesson\b", request.url)]


def lesson_of(game: str, language: str = "en") -> Lesson:
    lesson = engine.lesson(game, language)
    assert lesson is not None
    return lesson


def deal(game: str, lesson: Lesson) -> State:
    return engine.new_game(game, seats=lesson.seats, options=lesson.options, seed=lesson.seed, deck=lesson.deck)


def choice_of(game: str, state: State, lesson: Lesson, notation: str) -> Choice:
    """Return a legal move of the learner as it is found on the page."""
    (move,) = (one for one in engine.describe_moves(state, lesson.learner) if one.notation == notation)
    (hand,) = (zone for zone in engine.view(state, lesson.learner).zones if zone.id == f"hand:{lesson.learner}")
    place = hand.cards.index(move.cards[0]) if move.cards and move.cards[0] in hand.cards else None
    others = [one for one in engine.describe_moves(state, lesson.learner) if one.cards == move.cards]
    label = engine.move_label(game, move, Wording("en", tuple([name or None for name in lesson.names])))
    return Choice(label, place, is_only=len(others) == 1, to="")


async def test_a_lesson_is_played_to_its_end_by_keyboard_on_the_smallest_phone(open_window: OpenWindow) -> None:
    window = await open_window(viewport=SMALLEST, reduced_motion="reduce")
    page = await window.context.new_page()
    await page.clock.install()
    await page.goto(f"{window.root}/play#lesson=zeven")
    learner = Learner(page)
    board = page.locator("[data-version]")
    said = page.get_by_role("region", name="Zeven: your first hand").get_by_role("status")
    first = int(await board.get_attribute("data-version") or "")
    lesson = lesson_of("zeven")
    state = deal("zeven", lesson)
    for number, step in enumerate(lesson.steps):
        await expect(board).to_have_attribute("data-version", str(first + number))
        if step.seat == lesson.learner:
            await expect(said).to_contain_text(step.sentence)
            await learner.choose(choice_of("zeven", state, lesson, step.moves[0]))
        else:
            await page.clock.fast_forward(PAUSE_MILLIS)
        state = engine.next_state(state, step.seat, step.moves[0])
    await expect(said).to_contain_text(lesson.closing)
    assert await overflow_of(page) == []
    await learner.press(page.get_by_role("button", name="Play against bots"))
    await expect(page.locator(".how-to-play:not([open])")).to_have_count(1)


async def test_a_lesson_marks_the_next_move_and_refuses_any_other(open_window: OpenWindow) -> None:
    window = await open_window(reduced_motion="reduce")
    page = await window.open("/play#lesson=zeven")
    marked = page.locator(MARKED)
    await expect(marked).to_have_count(2)
    codes = await marked.evaluate_all("(all) => all.map(({ dataset }) => dataset.code ?? dataset.zone)")
    assert codes == ["area:1", "AY3"]
    for size in (DESKTOP, PHONE, SMALLEST):
        await page.set_viewport_size(size)
        assert await overflow_of(page) == []
        await expect(marked.last).to_be_in_viewport()
        assert await page.evaluate(ROOM_BELOW_PILES) >= 0
    await expect(page.locator("[part=status]")).not_to_contain_text("Seat 1")
    assert await faults_in_both_schemes(page) == []
    version = await page.locator("[data-version]").get_attribute("data-version")
    await page.get_by_role("option", name="Change blue 2").click()
    await page.locator("[data-zone='area:2']").click()
    await expect(page.get_by_role("alert")).to_contain_text("please make the marked move")
    await expect(page.get_by_text("1 of 7")).to_be_visible()
    assert await page.locator("[data-version]").get_attribute("data-version") == version


async def test_after_a_skipped_lesson_how_to_play_is_closed(window: Window) -> None:
    page = await window.open("/play")
    offer = page.get_by_role("link", name="Learn by playing: Zar")
    await expect(offer).to_be_visible()
    assert loaded_for_lessons(window) == []
    await offer.click()
    await expect(page.locator(".lesson-task")).to_have_text(lesson_of("zar").steps[0].sentence)
    assert loaded_for_lessons(window) != []
    await page.get_by_role("link", name="Skip").click()
    await page.get_by_role("button", name="Play now: Zar").click()
    await expect(page.locator(".how-to-play:not([open])")).to_have_count(1)


async def test_how_to_play_is_open_at_the_first_table_of_a_game_alone(window: Window) -> None:
    page = await window.open("/play")
    for shown in (".how-to-play[open]", ".how-to-play:not([open])"):
        await page.get_by_role("button", name="Play now: Door to Zont").click()
        await expect(page.locator(shown)).to_have_count(1)
        await page.get_by_role("link", name="Croupier: To the games").click()


async def test_a_lesson_speaks_the_language_of_the_page(open_window: OpenWindow) -> None:
    page = await (await open_window(locale="de-DE")).open("/play#lesson=bazaar")
    await expect(page.locator(".lesson-task")).to_have_text(lesson_of("bazaar", "de").steps[0].sentence)
    await expect(page.get_by_role("link", name="Überspringen")).to_be_visible()


async def test_a_game_without_a_lesson_is_played_and_offers_none(window: Window, service: Service) -> None:
    window.tolerate("404")
    game = Client(service).ask('{ game(id: "high") { hasLesson lesson { closing } } }')
    assert game == {"hasLesson": False, "lesson": None}
    assert service.http.get(f"{service.root}/v1/games/high/lesson").status_code == 404
    page = await window.open("/play")
    await expect(page.get_by_role("button", name="Play now: High")).to_be_visible()
    offered = await page.get_by_role("link", name="Learn by playing").evaluate_all(
        "(all) => all.map(({ hash }) => hash)"
    )
    assert offered == [f"#lesson={game}" for game in ("zeven", "bazaar", "door", "zar", "zlam")]
    await page.goto(f"{window.root}/play#lesson=high")
    await expect(page.get_by_role("heading", name="This link leads nowhere")).to_be_visible()
