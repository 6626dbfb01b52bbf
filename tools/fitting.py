"""Fit the values of positions to tables played to their end: `python -m tools.fitting zeven --tables 6000`.

Tables are dealt from a seed and played as a search plays its worlds, or by searches (`--effort 200`). Some positions of
each table are kept, with the seat's share of the win and its points ahead at the end. Four in five positions are
fitted; the fifth checks the fit.
"""

import argparse
import sys
from collections.abc import Iterator, Sequence
from multiprocessing import get_context
from random import Random

import msgspec
import numpy as np
from numpy.typing import NDArray

import engine
from bots.arena.players import find_player, play_through
from bots.chance import Chance
from bots.playout import find_policy, find_terms, judge, pick_move
from engine import Judgement, State

# Positions of one table; more add little information.
POSITIONS = 6
HELD_OUT = 5
BINS = 10
RIDGE = 1.0
NEWTON_STEPS = 12

Numbers = NDArray[np.float64]


class Sample(msgspec.Struct, frozen=True):
    """A position: its terms, the seats of the table, and how the table ended for the seat."""

    terms: tuple[float, ...]
    seats: int
    share: float
    ahead: float


class Fit(msgspec.Struct, frozen=True):
    """The weights by term, and the calibration on tables that were not fitted: expected and true shares, by bin."""

    to_win: dict[str, float]
    ahead: dict[str, float]
    positions: int
    log_loss: float
    calibration: list[tuple[float, float, int]]


def judgement_of(game: str) -> Judgement[State]:
    """Return the terms of a game. Raises `ValueError` for a game that has none."""
    guide = engine.find_game(game).guide
    if guide is None or guide.judgement is None:
        raise ValueError(f"The guide of {game} has no terms to fit.")
    return guide.judgement


def sample(job: tuple[str, int, int, int]) -> list[Sample]:
    """Play the table of a number and return its samples; with an effort, a search of so many moves plays it."""
    game, seed, number, effort = job
    random = Random(f"fit {game} {seed} {number}")
    judgement = judgement_of(game)
    seats = 2 if number % 3 else random.randint(3, 4)
    key = random.randbytes(32)
    if effort:
        *passed, end = play_through(game, [find_player(str(effort))] * seats, {}, f"fit {key.hex()}")
    else:
        *passed, end = _play_on(engine.new_game(game, seats=seats, seed=random.randbytes(32).hex()), key)
    chosen = random.sample(passed[seats:], min(POSITIONS, len(passed[seats:])))
    return [_sample(judgement, position, random.randrange(seats), end) for position in chosen]


def _play_on(state: State, key: bytes) -> Iterator[State]:
    """Play a table on as a search does, and yield each of its states."""
    rules = engine.game_of(state)
    policy = find_policy(rules)
    chance = Chance(key, "moves")
    yield state
    while asked := rules.turn(state):
        state = engine.next_state(state, *pick_move(state, asked, policy, chance))
        yield state


def _sample(judgement: Judgement[State], position: State, seat: int, end: State) -> Sample:
    ended = judge(end, seat, 0)
    assert ended.win is not None
    return Sample(tuple(find_terms(judgement, position, seat)), position.seats, (ended.win + 1) / 2, ended.margin)


def fit(samples: Sequence[Sample], names: Sequence[str]) -> Fit:
    """Fit logistic weights to the shares, linear ones to the points ahead."""
    kept = [one for number, one in enumerate(samples) if number // POSITIONS % HELD_OUT]
    held = [one for number, one in enumerate(samples) if not number // POSITIONS % HELD_OUT]
    terms, offsets, shares, ahead = _arrays(kept)
    scale = np.maximum(terms.std(axis=0), 1e-9)

    to_win = _fit_shares(terms / scale, offsets, shares) / scale
    square = terms.T @ terms + RIDGE * np.diag(scale**2)
    ahead_weights = np.linalg.solve(square, terms.T @ ahead)
    return Fit(_named(names, to_win.tolist()), _named(names, ahead_weights.tolist()), len(kept), *_judge(held, to_win))


def _fit_shares(terms: Numbers, offsets: Numbers, shares: Numbers) -> Numbers:
    """Return the weights of a logistic regression with a ridge, by Newton's method."""
    weights = np.zeros(terms.shape[1])
    for _ in range(NEWTON_STEPS):
        expected = _share(terms @ weights, offsets)
        slope = terms.T @ (shares - expected) - RIDGE * weights
        curve = terms.T @ (terms * (expected * (1 - expected))[:, None]) + RIDGE * np.eye(len(weights))
        weights += np.linalg.solve(curve, slope)
    return weights


def _judge(held: Sequence[Sample], to_win: Numbers) -> tuple[float, list[tuple[float, float, int]]]:
    terms, offsets, shares, _ = _arrays(held)
    expected = _share(terms @ to_win, offsets)
    loss = -np.mean(shares * np.log(expected) + (1 - shares) * np.log(1 - expected))
    order = np.array_split(np.argsort(expected), BINS)
    return float(loss), [(float(expected[part].mean()), float(shares[part].mean()), len(part)) for part in order]


def _arrays(samples: Sequence[Sample]) -> tuple[Numbers, Numbers, Numbers, Numbers]:
    terms = np.array([one.terms for one in samples])
    offsets = np.log([one.seats - 1 for one in samples])
    return terms, offsets, np.array([one.share for one in samples]), np.array([one.ahead for one in samples])


def _share(odds: Numbers, offsets: Numbers) -> Numbers:
    shares: Numbers = np.clip(1 / (1 + np.exp(offsets - odds)), 1e-6, 1 - 1e-6)
    return shares


def _named(names: Sequence[str], weights: Sequence[float]) -> dict[str, float]:
    return {name: round(float(weight), 4) for name, weight in zip(names, weights, strict=True)}


def main() -> int:
    """Fit a game and print the weights."""
    parser = argparse.ArgumentParser(prog="python -m tools.fitting", description=__doc__)
    parser.add_argument("game")
    parser.add_argument("--tables", type=int, default=2000)
    parser.add_argument("--effort", type=int, default=0, help="moves that a decision searches; 0: none")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--processes", type=int, default=1)
    given = parser.parse_args()
    with get_context("spawn").Pool(given.processes) as pool:
        jobs = ((given.game, given.seed, number, given.effort) for number in range(given.tables))
        samples = [one for part in pool.imap(sample, jobs, 16) for one in part]
    found = fit(samples, list(judgement_of(given.game).fitted))
    print(msgspec.json.format(msgspec.json.encode(found)).decode())
    return 0


if __name__ == "__main__":
    sys.exit(main())
