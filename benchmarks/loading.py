"""Measure how soon the screens of the page are there, and how far they move, on a phone on a slow line."""

from argparse import Namespace
from statistics import median

from benchmarks.figures import Figures, Knob, Row, benchmark, numbers_of, pick, say_goal
from tools.load.serving import serving
from tools.measuring.clock import take_turns
from tools.measuring.loading import load, open_screens, started_browser

PAINT_MILLIS = 1500


@benchmark(Knob("loads", 9, "first loads of each screen"), Knob("game", "zar", "the game of the tables"))
async def loading(wanted: Namespace) -> list[Figures]:
    """Measure how soon the screens of the page are there, and how far they move, on a phone on a slow line."""
    with serving("sqlite") as service:
        screens = await open_screens(service, wanted.game)
        async with started_browser() as browser:
            found = [(screen, await load(browser, screens[screen])) for screen in take_turns(wanted.loads, screens)]
    rows: list[Row] = []
    for screen in screens:
        paints, shifts = zip(*(loaded for name, loaded in found if name == screen), strict=True)
        rows.append({"screen": screen, "paint, ms": median(paints), "fastest, ms": min(paints), "shift": max(shifts)})
    is_met = max(numbers_of(rows, "paint, ms")) <= PAINT_MILLIS and not any(numbers_of(rows, "shift"))
    goals = [say_goal(f"{PAINT_MILLIS} ms to the largest paint, and nothing moves", is_met)]
    return [Figures("first loads of the page", pick(wanted, "loads", "game"), rows, goals)]
