"""A table as text, as it looks in a terminal without colours."""

from io import StringIO

from rich.console import Console

from cli.drawing import WIDTH_OF_FILES, draw_view
from engine import State


def draw_table(state: State, seat: int) -> str:
    """Return what a seat sees of a table, and what it is to do."""
    console = Console(
        file=StringIO(), width=WIDTH_OF_FILES, color_system=None, highlight=False, markup=False, emoji=False
    )
    with console.capture() as drawn:
        for part in draw_view(state, seat):
            console.print(part)
    return "\n".join(line.rstrip() for line in drawn.get().splitlines())
