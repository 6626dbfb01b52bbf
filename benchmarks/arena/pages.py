"""The tables of docs/bots.md, made from a report; what was not played yet is said so."""

from collections.abc import Callable, Mapping, Sequence

import bots
from benchmarks.arena.goals import ENOUGH, GAMES, GAMES_APART, Found, count_apart
from benchmarks.arena.ladder import LADDER, LEAST_DEALS
from benchmarks.arena.report import Report
from benchmarks.figures import Row, format_table
from bots.arena.match import Match
from bots.arena.statistics import Figure, Outcome

NOT_PLAYED = "Not played yet: `make arena`."


def format_markdown(report: Report) -> str:
    """Write a report as a page."""
    headings = {
        "machine": None,
        "goals": "Goals",
        "shares": "Two seats",
        "field": "Four seats",
        "ladder": "Ladder",
        "deals": "Deals",
    }
    parts = [
        f"## {title}\n\n{PARTS[name](report)}" if title else PARTS[name](report) for name, title in headings.items()
    ]
    opening = "Written by `make arena`. What is measured, and how: [docs/bots.md](../../docs/bots.md)."
    return "\n\n".join(("# The arena", opening, *parts)) + "\n"


def _levels(_report: Report) -> str:
    return format_table(
        [
            {"level": level.number, "moves searched": level.effort, "": level.description}
            for level in bots.LEVELS.values()
        ]
    )


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
    return _table([_goal_row(found) for found in report.goals()])


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


def _apart(report: Report) -> str:
    """Return a sentence on the games in which level 4 is apart from level 3."""
    if not report.outcomes:
        return NOT_PLAYED
    count = count_apart(report.outcomes)
    verdict = "MET" if count >= GAMES_APART else "FALLS SHORT"
    return f"Level 4 is apart from level 3 in {count} of {len(GAMES)} games (goal: ≥ {GAMES_APART}): {verdict}."


def _missed(report: Report) -> str:
    """Return a line for each goal that is missed, with what a cheater reaches there."""
    if not report.outcomes:
        return NOT_PLAYED
    missed = [found for found in report.goals() if not found.verdict.startswith("MET")]
    lines = [
        f"- {found.game}, {found.goal}: {found.measured.mean:.1%} [{_percents(found.measured)}] instead of "
        f"{found.bar:.0%}, over {found.deals} deals{_ceiling(report, found.game)}."
        for found in missed
    ]
    return "\n".join(lines) or "None."


def _ceiling(report: Report, game: str) -> str:
    for one in report.outcomes:
        if one.match.game == game and one.match.candidate.startswith("cheat-"):
            return f" ({one.match.candidate} against {one.match.baseline}: {one.share.mean:.1%})"
    return ""


def _shares(report: Report) -> str:
    """Return the share of the wins at two seats, pair by game."""
    return _table(_pair_rows([one for one in report.outcomes if one.match.seats == 2], _share_and_interval))


def _share_and_interval(one: Outcome) -> str:
    if one.deals < LEAST_DEALS:
        return f"{one.share.mean:.1%}, {one.deals} deals"
    return f"{one.share.mean:.1%} [{_percents(one.share)}]"


def _deals(report: Report) -> str:
    """Return how many deals were registered, and how many of them were played if not all."""
    played = {one.match.title: one.deals for one in report.outcomes}

    def count(match: Match) -> str:
        done = played.get(match.title, 0)
        return str(match.deals) if done in (0, match.deals) else f"{done} of {match.deals}"

    rows: dict[str, dict[str, str]] = {}
    for match in report.registered:
        rows.setdefault(_name_pair(match), {})[match.game] = count(match)
    return _table([{"pair": pair, **_of_games(cells)} for pair, cells in rows.items()])


def _pair_rows(outcomes: Sequence[Outcome], write: Callable[[Outcome], str]) -> list[Row]:
    rows: dict[str, dict[str, str]] = {}
    for one in outcomes:
        rows.setdefault(_name_pair(one.match), {})[one.match.game] = write(one)
    return [{"pair": pair, **_of_games(cells)} for pair, cells in rows.items()]


def _of_games(cells: Mapping[str, str]) -> dict[str, str | None]:
    return {game: cells.get(game) for game in GAMES}


def _name_pair(match: Match) -> str:
    pair = f"{match.candidate} against {match.baseline}"
    return pair if match.seats == 2 else f"{pair}, {match.seats} seats"


def _margins(report: Report) -> str:
    """Return the margin in points at two seats, pair by game."""
    return _table(_pair_rows([one for one in report.outcomes if one.match.seats == 2], _margin))


def _margin(one: Outcome) -> str:
    return _with_interval(one, f"{one.margin.mean:+.1f}", one.margin, 1)


def _with_interval(one: Outcome, mean: str, figure: Figure, places: int) -> str:
    """Return a mean with its interval, where there are enough deals for one."""
    if one.deals < LEAST_DEALS:
        return mean
    return f"{mean} [{figure.low:.{places}f}, {figure.high:.{places}f}]"


def _field(report: Report) -> str:
    """Return how one candidate fares among copies of a baseline at more seats."""
    return _table(
        [
            {
                "game": one.match.game,
                "one": one.match.candidate,
                "among": f"{one.match.seats - 1} × {one.match.baseline}",
                "chance": f"{one.chance:.0%}",
                "share of wins": _share_and_interval(one),
                "mean rank": _with_interval(one, f"{one.rank.mean:.2f}", one.rank, 2),
                "margin": _margin(one),
                "deals": one.deals,
            }
            for one in report.outcomes
            if one.match.seats > 2
        ]
    )


def _ladder(report: Report) -> str:
    """Return the strengths of the players of the ladder, by game."""
    rows = [
        {
            "player": player,
            **_of_games({game: _strength(found[player]) for game, found in report.ladders.items() if player in found}),
        }
        for player in LADDER
    ]
    return _table(rows if any(report.ladders.values()) else [])


def _strength(figure: Figure) -> str:
    if figure.low == figure.high:
        return f"{figure.mean:.0f}"
    return f"{figure.mean:+.0f} [{figure.low:.0f}, {figure.high:.0f}]"


def _plot(report: Report) -> str:
    if not report.outcomes:
        return NOT_PLAYED
    return "![The share of the wins of each pair, with its interval and its goal](../benchmarks/results/arena.svg)"


def _table(rows: Sequence[Row]) -> str:
    return format_table(rows) if rows else NOT_PLAYED


def _percents(figure: Figure) -> str:
    return f"{100 * figure.low:.0f}–{100 * figure.high:.0f}"


def _few(_report: Report) -> str:
    return (
        f"With fewer than {ENOUGH} deals a verdict says *few deals*: the interval is then too narrow to rely on. With "
        f"fewer than {LEAST_DEALS} there is none."
    )


PARTS: Mapping[str, Callable[[Report], str]] = {
    "levels": _levels,
    "machine": _machine,
    "goals": lambda report: "\n\n".join((_goals(report), _apart(report), _few(report))),
    "shares": _shares,
    "margins": _margins,
    "field": _field,
    "ladder": _ladder,
    "deals": _deals,
    "missed": _missed,
    "plot": _plot,
}
