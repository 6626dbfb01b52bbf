"""Vary the choice among moves that are about equally good."""

from collections.abc import Sequence
from math import exp

from bots.chance import WORDS, Chance
from bots.choice import Candidate


def pick(found: Sequence[Candidate], temperature: float, key: bytes) -> Candidate:
    """Return the best candidate (the first), or with a temperature a random one that is not clearly worse.

    Each is picked with a probability in proportion to e^(reward / temperature), by chance that follows from `key`.
    """
    if not temperature:
        return found[0]
    best = found[0]
    good = [candidate for candidate in found if candidate.high >= best.low]
    weights = [exp(min(0.0, candidate.reward - best.reward) / temperature) for candidate in good]
    left = Chance(key, "variety").word() / WORDS * sum(weights)
    for candidate, weight in zip(good, weights, strict=True):
        left -= weight
        if left < 0:
            return candidate
    return best
