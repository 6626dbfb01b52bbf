"""The screens of the page, each opened with the same content every time."""

from collections.abc import Awaitable, Callable, Mapping
from functools import cache
from itertools import islice
from typing import TypeAlias

from playwright.async_api import Page, expect

from tests.browser.chromium import Window
from tests.browser.plans import PLANS, Plan
from tests.support.apis import over_rest
from tests.support.graphql_sessions import Live, opened
from tools.services import Service

Opener: TypeAlias = Callable[[Window, Service], Awaitable[Page]]


async def open_lobby(window: Window, _service: Service) -> Page:
    """Open the lobby."""
    page = await window.open("/play")
    await expect(page.get_by_role("heading", name="ZLAM!")).to_be_visible()
    return page


async def open_settings(window: Window, service: Service) -> Page:
    """Open the form for a new table of the game with the most options."""
    page = await open_lobby(window, service)
    await page.get_by_role("button", name="Set up a table of Zar").click()
    await expect(page.get_by_role("dialog")).to_be_visible()
    return page


async def open_waiting_room(window: Window, service: Service) -> Page:
    """Open a table that one player has joined, and for which another is awaited."""
    table = opened(service, "door", 2)
    page = await window.open(f"/play#s={table.id}&t={table.sit(seat=0, name='Ada').token}")
    await expect(page.get_by_text("Ada").first).to_be_visible()
    return page


async def open_tournament_form(window: Window, _service: Service) -> Page:
    """Open the form for a new tournament."""
    page = await window.open("/play#tournaments")
    await page.get_by_role("button", name="New tournament").click()
    await expect(page.get_by_role("dialog")).to_be_visible()
    return page


async def open_tournament(window: Window, service: Service) -> Page:
    """Open a tournament that awaits others."""
    cup = {"title": "ZLAM!", "game": "zlam", "format": "SWISS", "rounds": 3, "open": True, "deals": "SAME"}
    entrants = [{"name": "Ada"}, {"name": "Vincent", "botLevel": 2}]
    made = over_rest(service, "createTournament", **cup, entrants=entrants)
    page = await window.open(f"/play#t={made['tournament']['id']}")
    await expect(page.get_by_text("Vincent")).to_be_visible()
    return page


async def open_turn(window: Window, service: Service) -> Page:
    """Open a table at which it is one's turn."""
    return await _open_table(window, service, "door", 20, 0)


async def open_wait(window: Window, service: Service) -> Page:
    """Open a table at which it is another's turn."""
    return await _open_table(window, service, "zeven", 12, 1)


async def open_stand(window: Window, service: Service) -> Page:
    """Open a table that one watches."""
    return await _open_table(window, service, "zar", 6, None)


async def open_end(window: Window, service: Service) -> Page:
    """Open a table that is over."""
    page = await _open_table(window, service, "bazaar", 1000, 0)
    await expect(page.get_by_role("dialog")).to_be_visible()
    return page


async def open_explorer(window: Window, _service: Service) -> Page:
    """Open the explorer without a table."""
    page = await window.open("/play/inspect")
    await expect(page.get_by_role("heading", name="Explorer")).to_be_visible()
    return page


async def open_past(window: Window, service: Service) -> Page:
    """Open a table that is over in the explorer, and step on."""
    live = show_plan(service, "zar", 1000)
    page = await window.open(f"/play/inspect#s={live.id}")
    await page.get_by_role("button", name="One step on").click()
    await expect(page.get_by_text("1 of 19")).to_be_visible()
    return page


SCREENS: Mapping[str, Opener] = {
    "lobby": open_lobby,
    "settings": open_settings,
    "waiting-room": open_waiting_room,
    "tournament-form": open_tournament_form,
    "tournament": open_tournament,
    "turn": open_turn,
    "wait": open_wait,
    "stand": open_stand,
    "end": open_end,
    "explorer": open_explorer,
    "past": open_past,
}


async def _open_table(window: Window, service: Service, game: str, moves: int, seat: int | None) -> Page:
    """Open a table of a plan after its first moves."""
    live = play_plan(service, game, moves)
    token = "" if seat is None else f"&t={live.players[seat].token}"
    page = await window.open(f"/play#s={live.id}{token}")
    await expect(page.locator("[data-version]")).to_be_visible()
    return page


@cache
def show_plan(service: Service, game: str, moves: int) -> Live:
    """Return a table of a plan after its first moves, the same each time: it must be over."""
    return play_plan(service, game, moves)


def play_plan(service: Service, plan: str | Plan, moves: int) -> Live:
    """Return a table of a plan, or of a game's own, after its first moves."""
    plan = PLANS[plan] if isinstance(plan, str) else plan
    live = plan.open(service)
    for seat, move in islice(plan.moves(), moves):
        assert live.move(seat, move)["__typename"] == "MoveApplied"
    return live
