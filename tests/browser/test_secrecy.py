"""A browser gets no hidden card: not in the page, not in its storage, not in any response."""

import re
from itertools import islice

import pytest
from msgspec.structs import replace
from playwright.async_api import Page

import engine
from tests.browser.chromium import Window
from tests.browser.plans import PLANS
from tools.services import Service

pytestmark = pytest.mark.anyio

MOVES = 8

# Copies of all responses to the page, including streams, except the decks of the games, which are public.
LISTEN = """
    window.received = [];
    // The page ends a stream when it has read enough.
    const isCut = ({ name }) => name === "AbortError" || Promise.reject(name);
    const send = window.fetch;
    window.fetch = async (...request) => {
        const response = await send(...request);
        if (!new URL(response.url).pathname.startsWith("/v1/games")) keep(response.clone()).catch(isCut);
        return response;
    };
    async function keep(response) {
        const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
        for (let part = await reader.read(); !part.done; part = await reader.read()) window.received.push(part.value);
    }
"""
STORED = """async () => JSON.stringify([
    { ...localStorage }, { ...sessionStorage }, await indexedDB.databases(), await caches.keys(), document.cookie,
])"""


@pytest.mark.parametrize("seat", [None, 0], ids=["spectator", "seat"])
@pytest.mark.parametrize("game", PLANS)
async def test_no_hidden_card_reaches_a_browser(game: str, seat: int | None, window: Window, service: Service) -> None:
    plan = replace(PLANS[game], options={})
    live = plan.open(service)
    await window.context.add_init_script(LISTEN)
    page = await window.open(f"/play#s={live.id}" + ("" if seat is None else f"&t={live.players[seat].token}"))
    await page.locator("[data-version]").wait_for()
    canaries = Canaries(seat)
    for state, mover, move in islice(plan.states(), MOVES):
        assert live.move(mover, move)["__typename"] == "MoveApplied"
        canaries.follow(state, mover, move)
    await page.locator(f"[data-version='{live.read()['version']}']").wait_for()
    found = await everything_in(page)
    assert len(canaries.hidden) > 3, "This proves nothing."
    assert {card for card in canaries.hidden if occurs(game, card, found)} == set()
    assert {card for card in canaries.laid_open if not occurs(game, card, found)} == set()


class Canaries:
    """The cards of a table that a viewer was never shown, and those that lie open to it."""

    def __init__(self, viewer: int | None) -> None:
        self._viewer = viewer
        self._all = set[str]()
        self._shown = set[str]()
        self.laid_open = set[str]()

    def follow(self, before: engine.State, seat: int, move: str) -> None:
        """Note what a move shows, and the view before and after it."""
        after, events = engine.apply(before, seat, move)
        for state in (before, after):
            self._all.update(*state.zones.values())
            self.laid_open = set()
            for zone in engine.view(state, self._viewer).zones:
                self.laid_open |= {card for card in zone.cards or () if card}
            self._shown |= self.laid_open
        self._shown |= {card for event in engine.events_for(events, self._viewer) for card in event.cards}

    @property
    def hidden(self) -> set[str]:
        """Return the cards no copy of which was ever shown."""
        return self._all - self._shown


async def everything_in(page: Page) -> str:
    """Return everything in a page: its content, its storage, and its responses about sessions."""
    parts: list[str] = [await page.content(), await page.evaluate(STORED), *await page.evaluate("received")]
    return "\n".join(parts)


def occurs(game: str, card: str, text: str) -> bool:
    """Tell whether a card occurs: its code as a value or as a text, or its name."""
    name = engine.card_label(game, card)
    return re.search(rf'(["> ]){re.escape(card)}["<]|\b{re.escape(name)}\b(?! *\d)', text) is not None
