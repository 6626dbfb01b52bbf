"""The ladder: one strength for each player of a game, by Plackett–Luce over all its tables of two."""

import random
from collections.abc import Sequence
from math import log

import choix
import numpy as np

from bots.arena.match import Match, Observation
from bots.arena.statistics import TAIL, Figure

LADDER = ("random", "greedy", "level-2", "level-3", "level-4")
ZERO = "greedy"
# A difference of 400 is odds of ten to one, as in chess.
POINTS = 400 / log(10)
RESAMPLES = 300
# Each pair is given half a win each way, so that a player who never lost is strong, but not infinitely strong.
PRIOR = 0.5
ITERATIONS = 10_000
# A pair with fewer deals is left out: resamples of it hardly differ, so its interval would be a pretence.
LEAST_DEALS = 5

Played = Sequence[tuple[Match, Sequence[Observation]]]


def climb(played: Played) -> dict[str, Figure]:
    """Return the strength of each player of a ladder of one game, greedy having 0, with intervals over deals.

    Players who have met nobody of the ladder are left out; without greedy there is none.
    """
    games = [(match, seen) for match, seen in played if len(seen) >= LEAST_DEALS and _is_on_ladder(match)]
    players = _connect(games)
    if len(players) < 2:
        return {}
    chance = random.Random(len(players))
    rated = [_rate(players, _resample(games, chance)) for _ in range(RESAMPLES)]
    return {
        player: _figure(mean, [rating[number] for rating in rated])
        for number, (player, mean) in enumerate(zip(players, _rate(players, games), strict=True))
    }


def _is_on_ladder(match: Match) -> bool:
    return match.seats == 2 and match.candidate != match.baseline and {match.candidate, match.baseline} <= set(LADDER)


def _connect(games: Played) -> list[str]:
    """Return the players that have met greedy, or somebody who has, and so on, in the order of the ladder."""
    met = {ZERO}
    for _ in LADDER:
        for match, _ in games:
            if met & {match.candidate, match.baseline}:
                met |= {match.candidate, match.baseline}
    return [player for player in LADDER if player in met]


def _resample(games: Played, chance: random.Random) -> Played:
    return [(match, chance.choices(seen, k=len(seen))) for match, seen in games]


def _rate(players: Sequence[str], games: Played) -> list[float]:
    wins = np.zeros((len(players), len(players)))
    for match, seen in games:
        if match.candidate in players:
            one = players.index(match.candidate)
            other = players.index(match.baseline)
            won = sum(observation.share for observation in seen)
            wins[one, other] += won * match.seats + PRIOR
            wins[other, one] += (len(seen) - won) * match.seats + PRIOR
    strengths = [float(strength) for strength in choix.ilsr_pairwise_dense(wins, max_iter=ITERATIONS)]
    return [(strength - strengths[players.index(ZERO)]) * POINTS for strength in strengths]


def _figure(mean: float, rated: Sequence[float]) -> Figure:
    ordered = sorted(rated)
    tail = int(len(rated) * TAIL)
    return Figure(mean, ordered[tail], ordered[-tail - 1])
