"""The goals for bots at two seats, and whether what was measured reaches them."""

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

import msgspec

from bots.arena.statistics import Figure, MatchOutcome

# With fewer deals, an interval by bootstrap is too narrow to rely on.
ENOUGH = 20
LEAST_WAY = {"zar": 0.40, "zlam": 0.55}


class Goal(NamedTuple):
    """A share of the wins of one player against another that should be reached in a game."""

    game: str
    candidate: str
    baseline: str
    bar: float


class Way(msgspec.Struct, frozen=True):
    """How much of the way from greedy to a cheater level 3 goes, over the deals that both have played."""

    cheater: str
    part: Figure
    deals: int


class Found(msgspec.Struct, frozen=True):
    """A goal beside what was measured: shares from 0 to 1."""

    game: str
    goal: str
    bar: float
    measured: Figure
    deals: int

    @property
    def verdict(self) -> str:
        """Say whether the goal is reached, and whether the whole interval lies on that side of it."""
        met = self.measured.mean >= self.bar
        apart = self.measured.low >= self.bar if met else self.measured.high < self.bar
        doubt = "" if apart and self.deals >= ENOUGH else ", few deals" if self.deals < ENOUGH else ", not apart"
        return ("MET" if met else "FALLS SHORT") + doubt


GAMES = ("zeven", "bazaar", "door", "zar", "zlam")
AGAINST_RANDOM = {"zeven": 0.95, "bazaar": 0.92, "door": 0.92, "zar": 0.62, "zlam": 0.78}
AGAINST_GREEDY = {"zeven": 0.95, "bazaar": 0.95, "door": 0.95, "zar": 0.62, "zlam": 0.73}
GOALS = (
    *(Goal(game, "greedy", "random", 0.5) for game in GAMES),
    *(Goal(game, "level-2", other, 0.5) for other in ("greedy", "monte-2000") for game in GAMES),
    *(Goal(game, "level-3", "random", bar) for game, bar in AGAINST_RANDOM.items()),
    *(Goal(game, "level-3", "greedy", bar) for game, bar in AGAINST_GREEDY.items()),
    *(Goal(game, "level-4", "level-3", 0.5) for game in ("zeven", "door")),
)


def compare(outcomes: Sequence[MatchOutcome], ways: Mapping[str, Way]) -> list[Found]:
    """Return each goal of which something was measured."""
    return [*_compare_shares(outcomes), *_compare_ways(ways)]


def _compare_shares(outcomes: Sequence[MatchOutcome]) -> Iterator[Found]:
    for goal in GOALS:
        for one in outcomes:
            match = one.match
            if (match.game, match.candidate, match.baseline, match.seats) == (*goal[:3], 2):
                yield Found(goal.game, f"{goal.candidate} against {goal.baseline}", goal.bar, one.share, one.deals)


def _compare_ways(ways: Mapping[str, Way]) -> Iterator[Found]:
    for game, way in ways.items():
        yield Found(game, "level-3, of the way from greedy to the cheater", LEAST_WAY[game], way.part, way.deals)
