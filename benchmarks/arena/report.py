"""The report of the arena: what follows from the observations, as data."""

from collections.abc import Mapping, Sequence
from math import fsum
from pathlib import Path

import msgspec

from benchmarks import figures
from benchmarks.arena.goals import LEAST_WAY, Found, Way, compare
from benchmarks.arena.ladder import Played, climb
from benchmarks.arena.plan import list_matches
from benchmarks.figures import RESULTS
from bots.arena.match import Match
from bots.arena.results import Origin, Results
from bots.arena.statistics import Figure, MatchOutcome, resample, summarize

OBSERVATIONS = "arena.jsonl"
REPORT = "arena.json"

EVEN = 0.5
# A cheater that gains nothing is no ceiling; its interval tells so.
LEAST_GAIN = 0.001


class Report(msgspec.Struct, frozen=True):
    """A run: what played and where, the registered matches, and of each that was played its outcome.

    `ways` tells for a game how much of the way from greedy to the cheater level 3 goes, `ladders` the strengths.
    """

    origin: Origin | None
    machine: Mapping[str, str]
    registered: tuple[Match, ...]
    outcomes: tuple[MatchOutcome, ...]
    ways: Mapping[str, Way]
    ladders: Mapping[str, Mapping[str, Figure]]

    def goals(self) -> list[Found]:
        """Return each goal of which something was measured."""
        return compare(self.outcomes, self.ways)


def make_report(origin: Origin, machine: Mapping[str, str], registered: tuple[Match, ...], results: Results) -> Report:
    """Return the report of what was played of the registered matches."""
    played = [(match, seen) for match in registered if (seen := results.of(match))]
    games = {match.game: [(other, seen) for other, seen in played if other.game == match.game] for match, _ in played}
    ladders = {game: climb(matches) for game, matches in games.items()}
    ways = {game: way for game in LEAST_WAY if (way := _find_way(games.get(game, [])))}
    return Report(origin, machine, registered, tuple(summarize(*one) for one in played), ways, ladders)


def _find_way(played: Played) -> Way | None:
    """Return how far level 3 goes from greedy towards the cheater; None if too little was played."""
    against_greedy = [(match, seen) for match, seen in played if (match.baseline, match.seats) == ("greedy", 2)]
    ours: dict[int, float] = {}
    for match, seen in against_greedy:
        if match.candidate == "level-3":
            ours |= {one.deal: one.share for one in seen}
    for match, seen in against_greedy:
        pairs = [(ours[one.deal], one.share) for one in seen if one.deal in ours]
        if match.candidate.startswith("cheat-") and pairs:
            return Way(match.candidate, resample(pairs, _measure_way), len(pairs))
    return None


def _measure_way(pairs: Sequence[tuple[float, float]]) -> float:
    """Return the part of the cheater's gain over an even share that is ours too."""
    ours, ceiling = (fsum(shares) / len(pairs) - EVEN for shares in zip(*pairs, strict=True))
    return ours / max(ceiling, LEAST_GAIN)


def format_json(report: Report) -> bytes:
    """Write a report as JSON, with its goals, which follow from the rest."""
    goals = [{**msgspec.structs.asdict(found), "verdict": found.verdict} for found in report.goals()]
    return figures.format_json({**msgspec.structs.asdict(report), "goals": goals})


def read_report(folder: Path = RESULTS) -> Report:
    """Read the report that was kept last; before the first run, one that tells the plan alone."""
    file = folder / REPORT
    if file.exists():
        return msgspec.json.decode(file.read_bytes(), type=Report)
    return Report(None, {}, list_matches(), (), {}, {})
