"""Write the board's styles as modules: `board.css` for `<croupier-table>`, the others for parts that are loaded later.

    python -m clients.generate_style

So a style comes with its code: it works with a bundler and a content security policy, before the first drawing.
"""

import json
from pathlib import Path

from clients.generate_types import ROOT

KIT = ROOT / "clients" / "javascript" / "src"
# Each style with its module.
STYLES = {
    KIT / "board" / "board.css": KIT / "element_style.js",
    KIT / "board" / "many.css": KIT / "board" / "many_style.js",
    KIT / "board" / "over" / "over.css": KIT / "board" / "over" / "over_style.js",
}


def write_style(style: Path) -> str:
    """Return the module of a style, which has one line for each line of the style."""
    lines = (json.dumps(line, ensure_ascii=False) for line in style.read_text(encoding="utf-8").splitlines())
    rows = "".join(f"  {line},\n" for line in lines)
    return f'// Written by `make kits` from board/{style.name}.\n\nexport default [\n{rows}].join("\\n");\n'


def main() -> None:
    """Write the modules."""
    for style, module in STYLES.items():
        module.write_text(write_style(style), encoding="utf-8")


if __name__ == "__main__":
    main()
