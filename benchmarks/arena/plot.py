"""Draw the shares of the wins at two seats: a dot with its interval for each pair of each game, and the goals."""

from collections.abc import Iterator, Sequence
from html import escape

from benchmarks.arena.goals import GAMES, GOALS
from benchmarks.arena.ladder import LEAST_DEALS
from benchmarks.arena.report import Report
from bots.arena.statistics import MatchOutcome

# The picture brings its own background, so it reads the same on a light page and on a dark one.
PAPER = "#ffffff"
INK = "#1f2933"
PALE = "#d5dbe1"
OURS = "#1b6ca8"
CHEATER = "#a9761b"
BAR = "#c8553d"
# In pixels: the room for names, the axis, the head, a row, and the gap before a game.
LEFT = 210
WIDTH = 420
TOP = 44
ROW = 17
GAP = 10


def draw(report: Report) -> str:
    """Return a report's plot as SVG."""
    rows = list(_list_rows(report.outcomes))
    height = TOP + sum(ROW if one else GAP for one in rows) + 12
    parts = [*_draw_axis(height)]
    y = TOP
    for one in rows:
        y += ROW if one else GAP
        parts += _draw_row(one, y) if one else []
    return "\n".join((_open(LEFT + WIDTH + 70, height), *parts, "</svg>")) + "\n"


def _list_rows(outcomes: Sequence[MatchOutcome]) -> Iterator[MatchOutcome | None]:
    """Yield the pairs of each game that are no controls against themselves, with a gap before each game."""
    for game in GAMES:
        yield None
        for one in outcomes:
            match = one.match
            is_pair = match.seats == 2 and match.candidate != match.baseline
            if match.game == game and is_pair and one.deals >= LEAST_DEALS:
                yield one


def _open(width: int, height: int) -> str:
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" role="img" aria-labelledby="title" '
        'font-family="system-ui, sans-serif" font-size="11">\n'
        '<title id="title">Share of the wins at two seats, with 95 % intervals and goals</title>\n'
        f'<rect width="{width}" height="{height}" rx="8" fill="{PAPER}"/>\n'
        f'<text x="{LEFT}" y="16" fill="{INK}" font-weight="bold">share of the wins, 95 % interval; '
        f'<tspan fill="{BAR}">goal</tspan>, <tspan fill="{CHEATER}">cheater</tspan></text>'
    )


def _draw_axis(height: int) -> Iterator[str]:
    for percent in range(0, 101, 25):
        x = _place(percent / 100)
        shade = INK if percent == 50 else PALE
        yield f'<line x1="{x}" y1="{TOP - 8}" x2="{x}" y2="{height - 8}" stroke="{shade}" stroke-width="0.7"/>'
        yield f'<text x="{x}" y="{TOP - 12}" fill="{INK}" text-anchor="middle">{percent} %</text>'


def _draw_row(one: MatchOutcome, y: int) -> list[str]:
    match = one.match
    share = one.share
    colour = CHEATER if match.candidate.startswith("cheat-") else OURS
    low, mean, high = (_place(value) for value in (share.low, share.mean, share.high))
    name = escape(f"{match.game}: {match.candidate} – {match.baseline}")
    return [
        f'<text x="{LEFT - 12}" y="{y}" fill="{INK}" text-anchor="end">{name}</text>',
        *(
            f'<rect x="{_place(goal.bar) - 1}" y="{y - 11}" width="2" height="14" fill="{BAR}"/>'
            for goal in GOALS
            if goal[:3] == (match.game, match.candidate, match.baseline) and goal.bar > one.chance
        ),
        f'<line x1="{low}" y1="{y - 4}" x2="{high}" y2="{y - 4}" stroke="{colour}" stroke-width="2"/>',
        f'<circle cx="{mean}" cy="{y - 4}" r="3.5" fill="{colour}"/>',
        f'<text x="{LEFT + WIDTH + 12}" y="{y}" fill="{INK}">{share.mean:.1%}</text>',
    ]


def _place(share: float) -> float:
    return round(LEFT + share * WIDTH, 1)
