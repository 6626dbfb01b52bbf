"""Write what was measured last into the pages that tell it: `python -m benchmarks.speed.pages`."""

import re
import sys
from collections.abc import Callable, Mapping
from pathlib import Path

from benchmarks.speed.results import (
    FIGURE_COLUMNS,
    GOAL_COLUMNS,
    Report,
    describe,
    figure_rows,
    format_table,
    goal_rows,
    read_report,
)

ROOT = Path(__file__).resolve().parents[2]
# In the short table: what a reader asks first.
SHORT_ROWS = (1, 2, 3, 4, 5, 6, 9)
SHORT_COLUMNS = ("ratio", "goal", "measured", "")


def main() -> int:
    """Write the tables between the marks of each page."""
    report = read_report()
    for page in PAGES:
        file = ROOT / page
        file.write_text(fill(file.read_text(), report))
    return 0


def fill(text: str, report: Report) -> str:
    """Return a page with its tables as a report has them; each stands between two comments, `speed: NAME` and `end`."""

    def write(match: re.Match[str]) -> str:
        return f"{match[1]}\n{PARTS[match[2]](report)}\n{match[3]}"

    return re.sub(r"(<!-- speed: (\w+) -->)\n.*?(<!-- end -->)", write, text, flags=re.DOTALL)


def _short(report: Report) -> str:
    rows = [(row[1], row[2], row[4], row[6]) for row in goal_rows(report) if row[0] and int(row[0]) in SHORT_ROWS]
    return format_table(SHORT_COLUMNS, [row for row in rows if row[1]], texts=1)


PAGES = ("README.md", "docs/performance.md")
PARTS: Mapping[str, Callable[[Report], str]] = {
    "short": _short,
    "goals": lambda report: format_table(GOAL_COLUMNS, goal_rows(report), texts=2),
    "figures": lambda report: format_table(FIGURE_COLUMNS, figure_rows(report), texts=1),
    "machine": lambda report: "\n".join(f"- {line}" for line in describe(report)),
}


if __name__ == "__main__":
    sys.exit(main())
