"""Draw docs/pictures/table.svg: a view as data, and the table that a client makes of it.

Everything in the picture comes from the engine: `python -m docs.pictures.draw_table` writes it anew.
"""

import json
import sys
from collections.abc import Sequence
from io import StringIO
from pathlib import Path

from rich.console import Console, Group
from rich.highlighter import JSONHighlighter
from rich.panel import Panel
from rich.table import Table
from rich.terminal_theme import TerminalTheme
from rich.text import Text

import engine

PICTURE = Path(__file__).with_name("table.svg")
GAME = "zar"
SEATS = 3
SEAT = 0
OPTIONS: dict[str, object] = {"firstSeat": 2}
SEED = f"{57:064x}"
REFUSED = "play Y2"
PLAYED = "play GD"

WIDTH = 112
LEFT = 70
HEIGHT = 18
COLOURS = {"Y": "black on yellow", "G": "black on green", "B": "white on #3b6edc"}
# The picture brings its own background, so it reads the same on a light page and on a dark one.
_HUES = ((248, 113, 113), (74, 190, 120), (240, 200, 70), (110, 160, 255), (198, 150, 240), (90, 200, 220))
THEME = TerminalTheme(
    background=(22, 27, 34),
    foreground=(214, 220, 228),
    normal=[(13, 17, 23), *_HUES, (214, 220, 228)],
    bright=[(110, 118, 129), *_HUES, (255, 255, 255)],
)
# Rich's own format loads a font from another site, which pages that show pictures forbid.
FORMAT = """<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" role="img" aria-labelledby="title">
<title id="title">A view of a table of Zar as JSON, and the table that a client draws from it</title>
<style>
.{unique_id}-matrix {{ font: {char_height}px ui-monospace, Menlo, Consolas, "DejaVu Sans Mono", monospace; }}
{styles}
</style>
<defs>{lines}</defs>
<rect fill="#161b22" width="100%" height="100%" rx="8"/>
<g transform="translate({terminal_x}, 24)">
{backgrounds}
<g class="{unique_id}-matrix">
{matrix}
</g>
</g>
</svg>
"""


def main() -> int:
    """Write the picture."""
    PICTURE.write_text(draw(), encoding="utf-8")
    return 0


def draw() -> str:
    """Return the picture as SVG."""
    console = Console(width=WIDTH, file=StringIO(), record=True, force_terminal=True, color_system="truecolor")
    state = engine.new_game(GAME, seats=SEATS, options=OPTIONS, seed=SEED)
    sides = Table.grid()
    sides.add_row(
        _frame("A view as data (abridged)", _data(state), LEFT, HEIGHT),
        _frame("The same, as a client draws it", _table(state), WIDTH - LEFT, HEIGHT),
    )
    console.print(sides)
    console.print(_frame("Two moves", Group(*_refuse(state), Text(), *_play(state)), WIDTH), end="")
    return console.export_svg(title="", theme=THEME, code_format=FORMAT, unique_id="t")


def _frame(title: str, content: Text | Group, width: int, height: int | None = None) -> Panel:
    heading = f"[bold bright_white]{title}[/]"
    return Panel(content, title=heading, title_align="left", border_style="bright_black", width=width, height=height)


def _data(state: engine.State) -> Text:
    """Return the view as JSON, one line for each zone and each move."""
    view = engine.view(state, SEAT)
    zones = [{"key": zone.id, "cards": zone.cards} for zone in view.zones if zone.id != "supply"]
    moves = [
        {"notation": str(move), "label": engine.describe(state, SEAT, move).label}
        for move in engine.legal_moves(state, SEAT)
    ]
    lines = [
        "{",
        f'  "turn": {json.dumps(view.turn)},',
        '  "zones": [',
        *_rows(zones),
        "  ],",
        '  "legalMoves": [',
        *_rows(moves),
        "  ]",
        "}",
    ]
    return JSONHighlighter()("\n".join(lines))


def _rows(rows: Sequence[object]) -> list[str]:
    texts = [json.dumps(row, separators=(",", ":")) for row in rows]
    return [f"    {text}{',' if number < len(texts) else ''}" for number, text in enumerate(texts, 1)]


def _table(state: engine.State) -> Group:
    """Return what a client can draw that knows nothing but the view."""
    zones = [_zone(zone) for zone in engine.view(state, SEAT).zones if zone.id != "supply"]
    moves = [
        Text(f"  {number}  {engine.describe(state, SEAT, move).label}")
        for number, move in enumerate(engine.legal_moves(state, SEAT), 1)
    ]
    return Group(*zones, *moves)


def _zone(zone: engine.Zone) -> Group:
    cards = [Text(f" {card} ", COLOURS[card[0]]) if card else Text("    ", "on bright_black") for card in zone.cards]
    return Group(Text(f"{zone.label}:"), Text("  ") + Text(" ").join(cards), Text())


def _refuse(state: engine.State) -> list[Text]:
    """Return a move that the rules forbid, and why."""
    refusal = engine.explain(state, SEAT, REFUSED)
    assert refusal is not None
    assert refusal.rule is not None
    return [_move(REFUSED), Text.assemble(("  refused ", "red"), (refusal.rule, "bold red"), f"  {refusal.message}")]


def _play(state: engine.State) -> list[Text]:
    """Return a move that the rules allow, and what happens."""
    _, events = engine.apply(state, SEAT, PLAYED)
    told = engine.events_for(events, SEAT)
    return [_move(PLAYED), *(Text(f"  {engine.sentence(GAME, event)}") for event in told)]


def _move(notation: str) -> Text:
    return Text.assemble(("> ", "bold green"), (notation, "bold"))


if __name__ == "__main__":
    sys.exit(main())
