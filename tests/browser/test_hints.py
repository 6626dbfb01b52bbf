"""Hints: the card and its target are marked on the board, and what speaks for the move is told in a clause."""

import re

import pytest
from playwright.async_api import Page, expect

from tests.browser.chromium import Window
from tests.support.graphql_sessions import opened
from tools.services import Service

pytestmark = pytest.mark.anyio

SIZES = [(360, 640), (390, 844), (1440, 900)]
# Which move a bot finds best, and by how much, depends on how many deals it tries in its time.
HINT = re.compile(
    "^Play .* onto .*: "
    "(?:it turns out better than “Play .*”|“Play .*” is about as good|on average you are ahead by .* with “Play .*”)$"
)
INSIDE = """(element) => {
    const { left, top, right, bottom } = element.getBoundingClientRect();
    return left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight;
}"""


async def ask_for_hint(page: Page, *, is_phone: bool) -> None:
    if is_phone:
        await (
            page.get_by_role("button", name="How to play", exact=True)
            .or_(page.get_by_role("button", name="More", exact=True))
            .click()
        )
    await page.get_by_role("button", name="Hint", exact=True).click()


async def test_a_hint_marks_card_and_target_and_gives_a_reason(window: Window, service: Service) -> None:
    live = opened(service, "door", 2, hints=True, seed=f"{7:064x}").live()
    [seat] = live.turn()
    page = await window.open(f"/play#s={live.id}&t={live.players[seat].token}")
    hint = page.locator(".hint-told")
    for width, height in SIZES:
        await page.set_viewport_size({"width": width, "height": height})
        await ask_for_hint(page, is_phone=width < 1000)
        await expect(hint.get_by_role("status")).to_have_text(HINT)
        assert await hint.evaluate(INSIDE)
        for marked in ("[data-code]", "[data-zone]"):
            await expect(page.locator(f"{marked}[data-hinted]")).to_be_in_viewport()
        await hint.get_by_role("button", name="Close").click()
        await expect(page.locator("[data-hinted]")).to_have_count(0)
    await ask_for_hint(page, is_phone=False)
    assert live.move(seat, live.legal(seat)[0])["__typename"] == "MoveApplied"
    await expect(hint).to_have_count(0)
    await expect(page.locator("[data-hinted]")).to_have_count(0)
