"""Write the last measured figures into the pages that state them."""

import re
from argparse import Namespace
from collections.abc import Mapping, Sequence

from benchmarks import instructions
from benchmarks.arena import pages as arena
from benchmarks.arena import report as arena_report
from benchmarks.arena import thinking
from benchmarks.figures import benchmark
from benchmarks.kept import read_kept, write_kept
from benchmarks.speed import report as speed
from tools.servers import REPOSITORY

PAGES = ("README.md", "docs/performance.md", "docs/measured/moves.md", "docs/bots.md")
# Those whose figures are kept as they are printed.
KEPT = ("against", "against-sqlite", "sizes", "holding", "throughput")


@benchmark()
def pages(_wanted: Namespace) -> Sequence[str]:
    """Write the last measured figures into the pages that state them."""
    parts = write_parts()
    for page in PAGES:
        file = REPOSITORY / page
        file.write_text(fill(file.read_text(encoding="utf-8"), parts), encoding="utf-8")
    return PAGES


def fill(text: str, parts: Mapping[str, str]) -> str:
    """Return a page with its parts, each between two comments: its name, such as `speed: goals`, and `end`."""

    def write(match: re.Match[str]) -> str:
        return f"{match[1]}\n{parts[match[2]]}\n{match[3]}"

    return re.sub(r"(<!-- ((?:speed|arena|kept): [\w-]+) -->)\n.*?(<!-- end -->)", write, text, flags=re.DOTALL)


def write_parts() -> dict[str, str]:
    """Return every part of a page by its name, as the reports that were kept last tell it."""
    measured = speed.read_report()
    played = arena_report.read_report()
    return {
        **{f"speed: {name}": write(measured) for name, write in speed.PARTS.items()},
        **{f"arena: {name}": write(played) for name, write in arena.PARTS.items()},
        "arena: thinking": thinking.write_findings(),
        **{f"kept: {name}": write_kept(read_kept(name)) for name in KEPT},
        "kept: instructions": instructions.write_bars(),
    }
