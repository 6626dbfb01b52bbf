"""QR codes in a terminal, for the camera of a phone."""

import sys

import segno
from rich.console import Console
from rich.text import Text

from cli.drawing import open_console

# The light border without which readers do not find a code.
BORDER = 4
# Colours of the code itself: a terminal's own black and white are grey in many themes.
COLOURS = "#000000 on #ffffff"
# A character for two modules, one below the other; true is dark.
HALVES = {(True, True): "█", (True, False): "▀", (False, True): "▄", (False, False): " "}


def show_code(text: str) -> None:
    """Print a text as a QR code if standard output is a terminal that can show it."""
    console = open_console()
    if not console.is_terminal:
        return
    rows = encode(text)
    if len(rows) > console.width or not _can_write("".join(HALVES.values())):
        return
    console.print(draw_code(rows, console), crop=False, no_wrap=True)


def encode(text: str) -> list[list[bool]]:
    """Return the rows of modules of a text's code, with its border; true is dark.

    A screen has no stains, so the least error correction will do, and the code is small.
    """
    code = segno.make_qr(text, error="l", boost_error=False)
    return [[bool(module) for module in row] for row in code.matrix_iter(border=BORDER)]


def draw_code(rows: list[list[bool]], console: Console) -> Text:
    """Return a code as text, two rows of modules in a line."""
    has_colours = console.color_system is not None and not console.no_color
    # Without colours, blocks are as light as letters, which are light in most terminals.
    filled = rows if has_colours else [[not module for module in row] for row in rows]
    # The number of rows is odd; the last line has a row more of the border.
    pairs = zip(filled[::2], [*filled[1::2], filled[-1]], strict=True)
    lines = ["".join(HALVES[halves] for halves in zip(upper, lower, strict=True)) for upper, lower in pairs]
    return Text("\n").join(Text(line, COLOURS if has_colours else "") for line in lines)


def _can_write(text: str) -> bool:
    try:
        text.encode(sys.stdout.encoding)
    except UnicodeEncodeError:
        return False
    return True
