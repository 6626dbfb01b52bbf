"""The board fills a screen of any size: all that a player needs is seen at once, and large enough."""

from collections.abc import Iterator

import pytest
from playwright.async_api import ViewportSize, expect

import engine
from tests.browser.conftest import OpenWindow
from tests.browser.layout import covered_codes_of, sizes_of, unseen_parts_of
from tests.browser.plans import PLANS, Plan
from tools.services import Service

pytestmark = pytest.mark.anyio

WIDE, WIDEST = {"width": 1440, "height": 900}, {"width": 2560, "height": 1440}
PHONES = [{"width": 390, "height": 844}, {"width": 360, "height": 640}, {"width": 844, "height": 390}]
MOVES = 14
# The longest words are German.
LOCALES = {2: "en-GB", 4: "de-DE"}


@pytest.mark.parametrize("seats", [2, 4])
@pytest.mark.parametrize("game", PLANS)
async def test_a_table_fits_every_screen(game: str, seats: int, open_window: OpenWindow, service: Service) -> None:
    plan = Plan(game, {}, number=seats, chance=seats, seats=seats)
    live = plan.open(service)
    for seat, move in until_asked(plan):
        live.move(seat, move)
    window = await open_window(locale=LOCALES[seats])
    page = await window.open(f"/play#s={live.id}&t={live.players[0].token}")
    await expect(page.locator(".croupier-asked[part=status]")).to_be_visible()
    found = {}
    for width, height in [*map(dict.values, (WIDE, WIDEST, *PHONES))]:
        await page.set_viewport_size(ViewportSize(width=width, height=height))
        seen = (await unseen_parts_of(page), await covered_codes_of(page))
        assert ((width, height), seen) == ((width, height), ([], []))
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
