"""The tables of docs/bots.md, made from a report; what was not played yet is said so."""

from collections.abc import Callable, Iterable, Mapping, Sequence

import bots
from benchmarks.arena.goals import ENOUGH, GAMES, Found
from benchmarks.arena.ladder import LADDER, LEAST_DEALS
from benchmarks.arena.report import Report
from benchmarks.figures import Row, format_table
from bots.arena.match import Match
from bots.arena.statistics import Figure, MatchOutcome

NOT_PLAYED = "Not played yet: `make arena`."
HEADINGS = {"goals": "Goals", "shares": "Two seats", "field": "Four seats", "ladder": "Ladder", "deals": "Deals"}


def format_markdown(report: Report) -> str:
    """Write a report as a page."""
    opening = "Written by `make arena`. What is measured, and how: [docs/bots.md](../../docs/bots.md)."
    parts = [f"## {title}\n\n{PARTS[name](report)}" for name, title in HEADINGS.items()]
    return "\n\n".join(("# The arena", opening, PARTS["machine"](report), *parts)) + "\n"


def _levels(_report: Report) -> str:
    levels = bots.LEVELS.values()
    return format_table([{"level": one.number, "moves searched": one.effort, "": one.description} for one in levels])


def _machine(report: Report) -> str:
    if report.origin is None:
        return NOT_PLAYED
    deals, registered = (sum(one.deals for one in many) for many in (report.outcomes, report.registered))
    lines = (
        f"{report.machine['date']}: {report.machine['machine']}, Python {report.machine['Python']}",
        f"bots of version {report.origin.version}, code {report.origin.code}, plan {report.origin.plan}",
        f"{deals:,} of {registered:,} registered deals played, each once from every seat",
    )
    return "\n".join(f"- {line}" for line in lines)


def _goals(report: Report) -> str:
    """Return the goals, and what few deals mean."""
    few = (
        f"With fewer than {ENOUGH} deals a verdict says *few deals*: the interval is then too narrow to rely on. With "
        f"fewer than {LEAST_DEALS} there is none."
    )
    return "\n\n".join((_table([_goal_row(found) for found in report.goals()]), few))


def _goal_row(found: Found) -> Row:
    return {
        "game": found.game,
        "share of wins": found.goal,
        "goal": f"≥ {found.bar:.0%}",
        "measured": f"{found.measured.mean:.1%}",
        "95 %": _percents(found.measured) if found.deals >= LEAST_DEALS else None,
        "deals": found.deals,
        "verdict": found.verdict,
    }


def _missed(report: Report) -> str:
    """Return a line for each goal that is missed, with what a cheater reaches there."""
    lines = [
        f"- {found.game}, {found.goal}: {found.measured.mean:.1%} [{_percents(found.measured)}] instead of "
        f"{found.bar:.0%}, over {found.deals} deals{_ceiling(report, found.game)}."
        for found in report.goals()
        if not found.verdict.startswith("MET")
    ]
    return "\n".join(lines) or "None."


def _ceiling(report: Report, game: str) -> str:
    for one in report.outcomes:
        if one.match.game == game and one.match.candidate.startswith("cheat-"):
            return f" ({one.match.candidate} against {one.match.baseline}: {one.share.mean:.1%})"
    return ""


def _pairs(write: Callable[[MatchOutcome], str]) -> Callable[[Report], str]:
    """Return a table of pairs by games, of what is written of each outcome at two seats."""
    return lambda report: _by_game((one.match, write(one)) for one in report.outcomes if one.match.seats == 2)


def _by_game(cells: Iterable[tuple[Match, str]]) -> str:
    rows: dict[str, dict[str, str]] = {}
    for match, cell in cells:
        pair = f"{match.candidate} against {match.baseline}"
        rows.setdefault(pair if match.seats == 2 else f"{pair}, {match.seats} seats", {})[match.game] = cell
    return _table([{"pair": pair, **_of_games(row)} for pair, row in rows.items()])


def _of_games(cells: Mapping[str, str]) -> dict[str, str | None]:
    return {game: cells.get(game) for game in GAMES}


def _share(one: MatchOutcome) -> str:
    few = one.deals < LEAST_DEALS
    return f"{one.share.mean:.1%}" + (f", {one.deals} deals" if few else f" [{_percents(one.share)}]")


def _margin(one: MatchOutcome) -> str:
    return _with_interval(one, f"{one.margin.mean:+.1f}", one.margin, 1)


def _with_interval(one: MatchOutcome, mean: str, figure: Figure, places: int) -> str:
    """Return a mean with its interval, where there are enough deals for one."""
    if one.deals < LEAST_DEALS:
        return mean
    return f"{mean} [{figure.low:.{places}f}, {figure.high:.{places}f}]"


def _deals(report: Report) -> str:
    """Return how many deals were registered, and how many of them were played if not all."""
    played = {one.match.title: one.deals for one in report.outcomes}

    def count(match: Match) -> str:
        done = played.get(match.title, 0)
        return str(match.deals) if done in (0, match.deals) else f"{done} of {match.deals}"

    return _by_game((match, count(match)) for match in report.registered)


def _field(report: Report) -> str:
    """Return how one candidate fares among copies of a baseline at more seats."""
    rows: list[Row] = [
        {
            "game": one.match.game,
            "one": one.match.candidate,
            "among": f"{one.match.seats - 1} × {one.match.baseline}",
            "chance": f"{one.chance:.0%}",
            "share of wins": _share(one),
            "mean rank": _with_interval(one, f"{one.rank.mean:.2f}", one.rank, 2),
            "margin": _margin(one),
            "deals": one.deals,
        }
        for one in report.outcomes
        if one.match.seats > 2
    ]
    return _table(rows)


def _ladder(report: Report) -> str:
    """Return the strengths of the players of the ladder, by game."""
    if not any(report.ladders.values()):
        return NOT_PLAYED
    found = report.ladders.items()
    cells = {player: {game: _strength(one[player]) for game, one in found if player in one} for player in LADDER}
    return format_table([{"player": player, **_of_games(cells[player])} for player in LADDER])


def _strength(figure: Figure) -> str:
    if figure.low == figure.high:
        return f"{figure.mean:.0f}"
    return f"{figure.mean:+.0f} [{figure.low:.0f}, {figure.high:.0f}]"


def _plot(_report: Report) -> str:
    return "![The share of the wins of each pair, with its interval and its goal](../benchmarks/results/arena.svg)"


def _table(rows: Sequence[Row]) -> str:
    return format_table(rows) if rows else NOT_PLAYED


def _percents(figure: Figure) -> str:
    return f"{100 * figure.low:.0f}–{100 * figure.high:.0f}"


def _once_played(write: Callable[[Report], str]) -> Callable[[Report], str]:
    return lambda report: write(report) if report.outcomes else NOT_PLAYED


PARTS: Mapping[str, Callable[[Report], str]] = {
    "levels": _levels,
    "machine": _machine,
    "goals": _once_played(_goals),
    "shares": _pairs(_share),
    "margins": _pairs(_margin),
    "field": _field,
    "ladder": _ladder,
    "deals": _deals,
    "missed": _once_played(_missed),
    "plot": _once_played(_plot),
}
