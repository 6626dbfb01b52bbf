"""The page for players of Zar besides moving: it explains refusals, and lets players race."""

import re
from collections.abc import Iterator

import pytest
from playwright.async_api import expect

import engine
from tests.browser.conftest import OpenWindow
from tests.browser.plans import PLANS
from tests.browser.player import Player, sit_down
from tests.browser.screens import play_plan
from tests.support.graphql_sessions import opened
from tools.services import Service

pytestmark = pytest.mark.anyio

ZAR = PLANS["zar"]


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
    await expect(player.page.locator(".rule-panel [aria-current]")).to_be_in_viewport()


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


async def test_how_to_play_is_about_the_options_of_the_table(open_window: OpenWindow, service: Service) -> None:
    options = {"matching": "poll", "stacking": "false"}
    live = opened(service, "zar", 3, options, seed=f"{7:064x}").live()
    player = await sit_down(await open_window(), live, 0, Player)
    told = engine.introduction("zar", {"matching": "poll", "stacking": False})
    await expect(player.page.locator(".how-to-play li")).to_have_text(list(told.how_to_play))


def find_refusals() -> Iterator[tuple[int, int, int, engine.Refusal]]:
    """Yield turns at which a card of the hand cannot be played: the moves before, the seat, the card and why not."""
    for moves, (state, seat, _) in enumerate(ZAR.states()):
        for place, entry in enumerate(engine.explain_hand(state, seat)):
            if entry.refusal is not None and not entry.moves:
                yield moves, seat, place, entry.refusal
