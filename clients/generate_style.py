"""Write the board's style as a module for `<croupier-table>`, from `board.css`.

    python -m clients.generate_style

So the style comes with the element: it works with a bundler and a content security policy, before the first drawing.
"""

import json

from clients.generate_types import ROOT

KIT = ROOT / "clients" / "javascript" / "src"
STYLE = KIT / "board" / "board.css"
MODULE = KIT / "element_style.js"


def write_style() -> str:
    """Return the module, which has one line for each line of the style."""
    lines = (json.dumps(line, ensure_ascii=False) for line in STYLE.read_text(encoding="utf-8").splitlines())
    rows = "".join(f"  {line},\n" for line in lines)
    return f'// Written by `make kits` from board/board.css.\n\nexport default [\n{rows}].join("\\n");\n'


def main() -> None:
    """Write the module."""
    MODULE.write_text(write_style(), encoding="utf-8")


if __name__ == "__main__":
    main()
