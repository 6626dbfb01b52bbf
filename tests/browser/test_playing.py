"""What the page does for players besides moving: it tells why not, lets them race, and keeps still on request."""

import re
from collections.abc import Iterator
from itertools import islice

import pytest
from playwright.async_api import Page, expect

import engine
from tests.browser.chromium import Window
from tests.browser.conftest import OpenWindow
from tests.browser.plans import PLANS
from tests.browser.player import Player, sit_down
from tests.browser.screens import play_plan
from tests.support.graphql_sessions import opened
from tests.support.services import Service

pytestmark = pytest.mark.anyio

ZAR = PLANS["zar"]

WATCH_MOTION = """
    window.moving = [];
    const note = (effect) => window.moving.push(effect.getComputedTiming().activeDuration);
    const animate = Element.prototype.animate;
    Element.prototype.animate = function (...given) {
        const animation = animate.apply(this, given);
        note(animation.effect);
        return animation;
    };
    for (const kind of ["animationstart", "transitionrun"])
        document.addEventListener(kind, ({ target }) => {
            for (const { effect } of target.getAnimations()) note(effect);
        }, true);
"""


async def test_a_card_that_cannot_be_played_tells_the_rule_that_forbids_it(
    open_window: OpenWindow, service: Service
) -> None:
    moves, seat, place, refusal = next(find_refusals())
    live = play_plan(service, "zar", moves)
    player = await sit_down(await open_window(), live, seat, Player)
    await player.see(live.read()["version"])
    await player.hand.get_by_role("option").nth(place).click()
    told = player.page.get_by_role("alert").filter(has_text=refusal.message)
    await expect(told).to_be_visible()
    assert refusal.rule is not None
    await told.get_by_role("button", name=f"Rule {refusal.rule}").click()
    await expect(player.page.get_by_text(re.compile("one with the same colour|fits")).first).to_be_visible()


async def test_one_key_slams_the_twin_down(open_window: OpenWindow, service: Service) -> None:
    live = opened(service, "zar", 3, seed=f"{7:064x}", reactionMillis=60_000).live()
    player = await sit_down(await open_window(), live, 0, Player)
    version = live.read()["version"]
    await player.see(version)
    assert live.turn() == [2]
    await expect(player.page.get_by_role("button", name="Slam! Match with green 2")).to_be_visible()
    await player.page.keyboard.press("m")
    await player.see(version + 1)
    assert live.events()[-1]["version"] == version + 1
    assert "matched" in [event["kind"] for event in live.events() if event["version"] == version + 1]


async def test_cards_fly_from_place_to_place(open_window: OpenWindow, service: Service) -> None:
    page = await watch_moves(await open_window(), service)
    await page.wait_for_function("moving.some((millis) => millis > 1)")


async def test_cards_do_not_fly_for_those_who_want_less_motion(open_window: OpenWindow, service: Service) -> None:
    page = await watch_moves(await open_window(reduced_motion="reduce"), service)
    assert await page.evaluate("moving.filter((millis) => millis > 1)") == []


async def watch_moves(window: Window, service: Service) -> Page:
    """Return a page that has shown some moves of others, one by one."""
    live = play_plan(service, "zeven", 12)
    await window.context.add_init_script(WATCH_MOTION)
    watcher = await sit_down(window, live, 0, Player)
    await watcher.see(live.read()["version"])
    for seat, move in islice(PLANS["zeven"].moves(), 12, 16):
        await watcher.see(live.move(seat, move)["version"])
    return watcher.page


def find_refusals() -> Iterator[tuple[int, int, int, engine.Refusal]]:
    """Yield turns at which a card of the hand cannot be played: the moves before, the seat, the card and why not."""
    for moves, (state, seat, _) in enumerate(ZAR.states()):
        for place, entry in enumerate(engine.explain_hand(state, seat)):
            if entry.refusal is not None and not entry.moves:
                yield moves, seat, place, entry.refusal
