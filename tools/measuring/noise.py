"""Measure what makes a search noisy, and what could make it less so: `python -m tools.measuring.noise --game zar`.

At positions of tables that are played greedily, the two moves that look best to a small search are played out in many
worlds, twice in each. Of the variance of the points that one is ahead of the other it tells

- *explained*: the share that goes with the fitted worths right after the moves, so by how much these as a control
  variate (Lavenberg and Welch, "A Perspective on the Use of Control Variables", 1981) would reduce it,
- *left*: the share that is left with it at equal time, of which some goes to worlds that only tell its mean,
- *between worlds*: the share that the deal makes, not the playout: what stratified deals could remove at most.
"""

import argparse
import sys
from collections.abc import Iterator, Sequence
from itertools import count, islice
from math import sqrt
from statistics import covariance, fmean, variance
from time import process_time
from typing import NamedTuple

from msgspec.structs import replace

import engine
from bots.arena.players import find_player, play_through
from bots.chance import Chance, derive_seed
from bots.choose import Worlds, candidates, find_biases
from bots.playout import Policy, find_policy
from bots.search import Trial, search
from engine import State

FIRST_DEAL = 1_000_000
# One in so many states is looked at, so that they come from all parts of tables.
EVERY = 7
# The search for the two moves.
EFFORT = 1500


class Noise(NamedTuple):
    """What the variance at a position comes from, and the time for a world and its judgement, by that for a playout."""

    explained: float
    between: float
    cost: float

    def shares(self) -> tuple[float, float, float]:
        """Return what is explained, what lies between worlds, and what is left if time is shared as well as can be."""
        left = (sqrt(1 - self.explained) + sqrt(self.explained * self.cost)) ** 2
        return self.explained, self.between, left


class Judged(Trial, frozen=True):
    """A trial whose worlds are judged right after the moves."""

    def _find_policy(self, world: State) -> Policy:
        policy = find_policy(engine.game_of(world))
        assert policy.judgement is not None
        return replace(policy, judgement=replace(policy.judgement, horizon=0))


def look_at(state: State, seat: int, key: bytes, worlds: int) -> Noise | None:
    """Measure the noise at a position; None where nothing differs."""
    moves = candidates(state, seat)
    dealt = Worlds(state, seat, key, None)
    found = search(dealt.deal, seat, moves, EFFORT, key, biases=find_biases(state, seat, moves))[1][:2]
    pair = tuple(None if one.move is None else engine.parse_move(one.move) for one in found)
    again = bytes.fromhex(derive_seed(key, "again"))
    trials = [Judged(dealt.deal, seat, pair, key), *(Trial(dealt.deal, seat, pair, chance) for chance in (key, again))]
    (worths, cheap), (first, full), (second, _) = (_play(trial, worlds) for trial in trials)
    spread = (variance(first) + variance(second)) / 2
    if not spread:
        return None
    shared = (covariance(worths, first) + covariance(worths, second)) / 2
    explained = shared**2 / spread / variance(worths) if variance(worths) else 0.0
    return Noise(min(explained, 1.0), covariance(first, second) / spread, cheap / full)


def _play(trial: Trial, worlds: int) -> tuple[Sequence[float], float]:
    """Return by how many points the first move is ahead in each world, and the time that this takes."""
    began = process_time()
    ends = [trial.play(number) for number in range(worlds)]
    return [one.margin - other.margin for one, other in ends], process_time() - began


def find_noise(game: str, worlds: int) -> Iterator[Noise]:
    """Yield the noise of one position after the other."""
    greedy = find_player("greedy")
    chance = Chance(bytes(32), game)
    for deal in count(FIRST_DEAL):
        for state in play_through(game, [greedy, greedy], {}, f"{game} {deal}"):
            asked = engine.asked_seats(state)
            if asked and chance.pick(range(EVERY)) == 0 and len(candidates(state, asked[0])) > 1:
                noise = look_at(state, asked[0], bytes.fromhex(derive_seed(b"noise", f"{deal} {state.ply}")), worlds)
                if noise is not None:
                    yield noise


def main() -> int:
    """Measure and print, a line for each game."""
    parser = argparse.ArgumentParser(prog="python -m tools.measuring.noise", description=__doc__)
    parser.add_argument("--game", nargs="+", default=list(engine.GAMES))
    parser.add_argument("--positions", type=int, default=30)
    parser.add_argument("--worlds", type=int, default=200)
    given = parser.parse_args()
    for game in given.game:
        found = list(islice(find_noise(game, given.worlds), given.positions))
        explained, between, left = (fmean(shares) for shares in zip(*map(Noise.shares, found), strict=True))
        print(f"{game}: explained {explained:.1%}, left {left:.0%}, between worlds {between:.0%}", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
