"""People at a table: they find controls by role and name, and play by keyboard alone or by touch alone."""

import re
from contextlib import suppress
from typing import TypeVar

import msgspec
from playwright.async_api import Locator, Page, expect

from tests.browser.chromium import Window
from tests.support.graphql_client import Json
from tests.support.graphql_sessions import Live

# More than a screen has: the keyboard gets nowhere.
MOST_STOPS = 200

CHOICES = """
query Choices($id: ID!) {
  session(id: $id) {
    version viewerSeat
    view { zones { kind owner cards { code } } legalMoves { notation label cards { code } from to seat } }
  }
}
"""

# Polled in the page, since the driver polls at growing intervals.
SHOWS = "(version) => document.querySelector('[data-version]')?.dataset.version === version"

# Nothing of an element that is no longer there.
HAS_FOCUS = """(one) => {
  const sheet = document.querySelector("dialog[open]");
  if (sheet && one.isConnected && !sheet.contains(one)) return "covered";
  return one.isConnected ? one === document.activeElement : null;
}"""

# Two frames later, everything that a key or a touch opened is there.
DRAWN = "new Promise((tell) => requestAnimationFrame(() => requestAnimationFrame(tell)))"


class Covered(Exception):
    """A sheet lies over what was to be reached."""


class Choice(msgspec.Struct, frozen=True):
    """A move: its button's words, its card's place in the hand, whether that has no other, and where it alone goes."""

    label: str
    place: int | None
    is_only: bool
    to: str


class Somebody:
    """A person at a table, in a window of their own, with a page that shows the table of their seat."""

    def __init__(self, page: Page, live: Live, seat: int) -> None:
        self.page = page
        self.live = live
        self.seat = seat
        self.touched = ""
        self.hand = page.get_by_role("listbox", name=re.compile("^Your cards"))

    async def move(self, notation: str) -> None:
        """Make a move at the page, once it shows how the table stands, and wait until it is made."""
        seen = self.look()
        await self.see(seen["version"])
        await self.choose(choice_of(seen, notation))
        await self.see(seen["version"] + 1)

    async def choose_notation(self, notation: str) -> None:
        """Choose a move that is on offer, without waiting for its outcome."""
        await self.choose(choice_of(self.look(), notation))

    def look(self) -> Json:
        """Return what the seat may do, in the words of the page."""
        body = {"query": CHOICES, "variables": {"id": self.live.id}}
        answer = self.live.players[self.seat].post(msgspec.json.encode(body), Croupier_Language="en")
        return answer.json()["data"]["session"]

    async def see(self, version: int) -> None:
        """Wait until the page shows a version of the table."""
        await self.page.wait_for_function(SHOWS, arg=str(version))

    async def choose(self, choice: Choice) -> None:
        """Make a move that is at hand."""
        raise NotImplementedError

    async def find_button(self, label: str) -> Locator:
        """Return the button of a move, after opening the list of all moves if it is only there."""
        moves = self.page.get_by_role("group", name="Moves", exact=True)
        button = moves.get_by_role("button", name=label, exact=True)
        await self.page.evaluate(DRAWN)
        if not await button.count():
            # A sheet with the button, which had to be loaded first, may have opened meanwhile.
            with suppress(Covered):
                await self.press(self.page.get_by_role("button", name=re.compile("^All moves")))
        return button.first

    async def press(self, button: Locator) -> None:
        """Press a button."""
        raise NotImplementedError


T = TypeVar("T", bound=Somebody)


class Player(Somebody):
    """Plays by keyboard alone: the focus is moved from stop to stop, never set."""

    async def choose(self, choice: Choice) -> None:
        if choice.place is not None:
            await self.reach(self.hand)
            await self.page.keyboard.press("Home")
            for _ in range(choice.place):
                await self.page.keyboard.press("ArrowRight")
            await self.page.keyboard.press("Enter")
            if choice.is_only:
                return
        await self.press(await self.find_button(choice.label))

    async def press(self, button: Locator) -> None:
        await self.reach(button)
        await self.page.keyboard.press("Enter")

    async def reach(self, target: Locator) -> None:
        """Move the focus to a target with the tabulator. Raises `Covered`."""
        await expect(target).to_be_visible()
        # Found once: finding it by name at every stop would take longer than everything else.
        found = await target.element_handle()
        for _ in range(MOST_STOPS):
            match await found.evaluate(HAS_FOCUS):
                case True:
                    return
                case "covered":
                    raise Covered
                case None:
                    found = await target.element_handle()
            await self.page.keyboard.press("Tab")
        raise AssertionError(f"The keyboard does not reach {target}.")


class Phone(Somebody):
    """Plays by touch alone, on the screen of a phone."""

    async def choose(self, choice: Choice) -> None:
        if choice.place is not None:
            await self.hand.get_by_role("option").nth(choice.place).tap()
            await self.page.evaluate(DRAWN)
        marked = self.page.locator(f":not(.croupier-seat-zones) > [data-zone='{choice.to}'].croupier-target")
        # The second of two quick touches of one place is not meant.
        is_marked = (self.touched != choice.to or choice.place is not None) and await marked.count()
        self.touched = choice.to if is_marked else self.touched
        await self.press(marked if is_marked else await self.find_button(choice.label))

    async def press(self, button: Locator) -> None:
        await button.tap()


async def sit_down(window: Window, live: Live, seat: int, kind: type[T]) -> T:
    """Return a person at a seat, whose link was opened in a window."""
    page = await window.open(f"/play#s={live.id}&t={live.players[seat].token}")
    return kind(page, live, seat)


def choice_of(seen: Json, notation: str) -> Choice:
    """Return a legal move as it is found on the page."""
    view = seen["view"]
    (move,) = (one for one in view["legalMoves"] if one["notation"] == notation)
    hands = (zone for zone in view["zones"] if (zone["kind"], zone["owner"]) == ("hand", seen["viewerSeat"]))
    held = [card["code"] if card else None for zone in hands for card in zone["cards"]]
    named = [card["code"] for card in move["cards"]]
    is_held = bool(named) and named[0] in held and (move["from"] or "hand").startswith("hand")
    others = [one for one in view["legalMoves"] if not is_held or named[0] in [card["code"] for card in one["cards"]]]
    places = [(one["to"], one["seat"]) for one in others]
    to = "" if places.count((move["to"], move["seat"])) > 1 else move["to"] or ""
    return Choice(move["label"], held.index(named[0]) if is_held else None, is_only=is_held and len(others) == 1, to=to)
