"""The pages about what seats observe in environments: `python -m tools.observations [GAME …]` writes them."""

import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

import engine
import environments
from environments import Layout, Part
from environments.layout import MEANINGS, MOST
from tools.servers import REPOSITORY

PAGES = REPOSITORY / "docs" / "observations"
# Runs of entries that are longer are written with their first and last one.
FEW = 4
INTRODUCTION = """\
# What a seat observes in {title}

The numbers of an observation in the [environment for learners](../learning.md), here at a table of {seats} seats with
the usual options. Seats are counted from the observer on: 0 is the seat that observes, 1 the next one, and `hand:0` the
observer's own hand. The cards stand in canonical order, as in the [rules](../rules/{game}.md#card-codes-and-notations),
which say what zones and facts mean.

| numbers | of | entries | meaning | values |
|---|---|---|---|---|
"""
MORE_SEATS = """
With more seats, each run for the seats is longer, and the zones of a seat follow the same zones of the seat before it:

{sizes}

A zone that is not on the table has only zeros. Options can add cards, zones and facts: of any table,
`environments.make("{game}", …).layout.parts` has the layout.
"""


def page_of(game: str) -> Path:
    """Return the page of a game."""
    return PAGES / f"{game}.md"


def write_page(game: str) -> str:
    """Return the page of a game as Markdown."""
    rules = engine.find_game(game)
    layout = _layout(game, rules.min_seats)
    rows = "\n".join(_write_row(layout, part) for part in layout.parts.values())
    head = INTRODUCTION.format(title=rules.title, seats=rules.min_seats, game=game)
    return head + rows + "\n" + MORE_SEATS.format(sizes="\n".join(_list_sizes(game)), game=game)


def _layout(game: str, seats: int) -> Layout:
    return environments.make(game, seats=seats).layout


def _write_row(layout: Layout, part: Part) -> str:
    numbers = str(part.start) if len(part.entries) == 1 else f"{part.start}–{part.end - 1}"
    highest = "any" if part.highest == MOST else f"0–{part.highest}"
    fact = layout.facts.get(part.source)
    meaning = MEANINGS[part.kind] if fact is None else f"{fact.label}: {MEANINGS[part.kind]}"
    return f"| {numbers} | `{part.source}` | {_write_entries(part.entries)} | {meaning} | {highest} |"


def _write_entries(entries: Sequence[str]) -> str:
    if len(entries) == 1:
        return ""
    if len(entries) > FEW:
        return f"{len(entries)}: `{entries[0]}` … `{entries[-1]}`"
    return f"`{' '.join(entries)}`"


def _list_sizes(game: str) -> Iterator[str]:
    rules = engine.find_game(game)
    for seats in (rules.min_seats, rules.min_seats + 1, rules.max_seats):
        env = environments.make(game, seats=seats)
        yield f"- {seats} seats: {env.layout.size:,} numbers, {len(env.moves)} actions"


def write_pages(games: Sequence[str]) -> None:
    """Write the pages of the named games, or of all."""
    PAGES.mkdir(exist_ok=True)
    for game in games or list(engine.GAMES):
        page_of(game).write_text(write_page(game), encoding="utf-8")


if __name__ == "__main__":
    write_pages(sys.argv[1:])
