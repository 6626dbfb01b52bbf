"""Draw a report: the CPU time of each contender, and every ratio that has a bar beside it.

Run as `plot.py JSON SVG` with the Python of an environment that has matplotlib; it needs nothing else of the project.
"""

import json
import sys
from pathlib import Path
from typing import Any

import matplotlib as mpl  # type: ignore[import-not-found]  # in the plot's own environment only

mpl.use("svg")
# Text stays text, and the same report gives the same bytes.
mpl.rcParams.update({"svg.fonttype": "none", "svg.hashsalt": "croupier", "font.size": 9})

from matplotlib import pyplot  # noqa: E402  after the choice of how to draw

OURS = "#1b6ca8"
OTHERS = "#a9b4bd"
SHORT = "#c8553d"
OTHER_NAMES = ("Colyseus", "boardgame.io", "bare", "Strawberry")


def draw(report: Any, file: Path) -> None:  # noqa: ANN401 - JSON
    """Draw a report into a file."""
    figures = report["figures"]
    goals = [goal for goal in report["goals"] if goal["bar"] and goal["at_most"]]
    heights = [max(len(figures), 1), max(len(goals), 1)]
    sheet, (costs, ratios) = pyplot.subplots(
        2, 1, figsize=(9, 1.8 + 0.27 * sum(heights)), height_ratios=heights, layout="constrained"
    )
    _draw_costs(costs, figures)
    _draw_ratios(ratios, goals)
    sheet.savefig(file, metadata={"Date": None})


def _draw_costs(axes: Any, figures: Any) -> None:  # noqa: ANN401
    names = list(reversed(figures))
    values = [figures[name]["cpu"] for name in names]
    # From the fastest process to the slowest.
    ranges = [
        [value - min(figures[name]["each"]), max(figures[name]["each"]) - value]
        for name, value in zip(names, values, strict=True)
    ]
    colours = [OTHERS if any(other in name for other in OTHER_NAMES) else OURS for name in names]
    bars = axes.barh(names, values, color=colours, xerr=list(zip(*ranges, strict=True)), ecolor="black")
    axes.bar_label(bars, [f"{value:,.0f}" for value in values], padding=3)
    axes.set_xscale("log")
    axes.set_title("CPU time of the server for an answer, µs (logarithmic; shorter is better)", loc="left")
    _clear(axes)


def _draw_ratios(axes: Any, goals: Any) -> None:  # noqa: ANN401
    shown = list(reversed(goals))
    values = [goal["ratio"] / goal["bar"] for goal in shown]
    colours = [SHORT if goal["verdict"] == "FALLS SHORT" else OURS for goal in shown]
    bars = axes.barh([goal["name"] for goal in shown], values, color=colours)
    axes.bar_label(bars, [f"{goal['ratio']:.2f}, bar {goal['bar']:g}" for goal in shown], padding=3)
    axes.axvline(1, color="black", linewidth=1)
    axes.set_title("each bar, which is the line: at most", loc="left")
    _clear(axes)


def _clear(axes: Any) -> None:  # noqa: ANN401
    axes.spines[["top", "right"]].set_visible(False)
    axes.margins(x=0.12, y=0.01)


if __name__ == "__main__":
    draw(json.loads(Path(sys.argv[1]).read_text()), Path(sys.argv[2]))
