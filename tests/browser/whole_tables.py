"""Whole tables at the page, by keyboard alone at one seat, and by touch alone or over the API at the other.

`python -m tests.browser.whole_tables --tables 6 [--game zar]` plays random tables on screens of every size, with motion
and without, as `make browser-tables` does.
"""

import argparse
import asyncio
import tempfile
from collections.abc import Iterator
from itertools import cycle
from pathlib import Path
from typing import Literal

import msgspec
from playwright.async_api import ViewportSize, expect

import engine
from tests.browser.chromium import OpenWindow, opened_windows, running_chromium
from tests.browser.layout import PHONE, SMALLEST, WIDE
from tests.browser.plans import PLANS, Plan
from tests.browser.player import Phone, Player, Somebody, sit_down
from tools.services import Service


class Screens(msgspec.Struct, frozen=True):
    """The screens of both seats, and whether the one by keyboard shows motion; without `touch` that seat has none."""

    keyboard: ViewportSize
    touch: ViewportSize | None
    motion: Literal["reduce", "no-preference"] = "reduce"


ALONE = Screens(WIDE, None)
USUAL = Screens(WIDE, PHONE)
SMALL = Screens(WIDE, SMALLEST)
MOVING = Screens(WIDE, PHONE, "no-preference")
EVERY = (USUAL, Screens(PHONE, SMALLEST, "no-preference"), Screens(SMALLEST, PHONE), MOVING)


async def play_table(plan: Plan, screens: Screens, service: Service, open_window: OpenWindow) -> None:
    """Play the table of a plan to its end, and check that it ends as the plan says."""
    live = plan.open(service)
    desk = await open_window(viewport=screens.keyboard, reduced_motion=screens.motion)
    players: dict[int, Somebody] = {1: await sit_down(desk, live, 1, Player)}
    if screens.touch:
        # The driver taps only what rests: with motion that takes several times as long.
        phone = await open_window(viewport=screens.touch, has_touch=True, is_mobile=True, reduced_motion="reduce")
        players[0] = await sit_down(phone, live, 0, Phone)
    for seat, move in plan.moves():
        if seat in players:
            await players[seat].move(move)
        else:
            live.move(seat, move)
    for player in players.values():
        await expect(player.page.get_by_text("The table is over").first).to_be_visible()
    assert live.read()["view"]["result"] == plan.result()


def random_plans(game: str, tables: int) -> Iterator[Plan]:
    """Yield short random tables of a game."""
    plan = PLANS.get(game) or Plan(game, {}, number=0, chance=0)
    for number in range(tables):
        yield msgspec.structs.replace(plan, number=number, chance=number)


async def play_many(games: list[str], tables: int) -> None:
    """Play random tables of some games at a service of their own, on screens that alternate."""
    folder = Path(tempfile.mkdtemp(prefix="tables"))
    with Service(f"sqlite:{folder / 'croupier.db'}", folder) as service:
        async with running_chromium() as browser:
            for game in games:
                for plan, screens in zip(random_plans(game, tables), cycle(EVERY), strict=False):
                    print(f"{plan}, {screens}", flush=True)
                    async with opened_windows(browser, service.root) as open_window:
                        await play_table(plan, screens, service, open_window)
        assert "Traceback" not in service.log


def main() -> None:
    """Play as many tables as the command line says."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=len(EVERY), help="the tables of each game")
    parser.add_argument("--game", choices=sorted(engine.GAMES), help="one game instead of all")
    chosen = parser.parse_args()
    asyncio.run(play_many([chosen.game] if chosen.game else [*engine.GAMES], chosen.tables))


if __name__ == "__main__":
    main()
