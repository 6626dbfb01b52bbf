"""Compare two moves of a seat: by how many points the one does better, and how sure that is."""

from math import sqrt

import msgspec

import engine
from bots.chance import Chance, derive_seed
from bots.playout import End, play_out
from bots.search import INTERVAL
from engine import Memory, State


class Comparison(msgspec.Struct, frozen=True):
    """By how many points a move was ahead of another in the mean of so many worlds, with the 95 % interval of that."""

    worlds: int
    margin: float
    low: float
    high: float


def compare(
    world: State, seat: int, move: str | None, other: str | None, effort: int, seed: str, memory: Memory | None = None
) -> Comparison:
    """Compare two moves (None: waiting) of a seat of a table that looks to it like `world`.

    Both are played out in the same worlds, on the same luck, until that has taken `effort` calls of `next_state`, and
    in two worlds at least. These are not the worlds in which a search preferred one of them: there it was lucky, and
    would look better than it is. The rest is as in `choose`.
    """
    key = bytes.fromhex(derive_seed(bytes.fromhex(seed), "comparison"))
    leads: list[float] = []
    spent = 0
    while spent < effort or len(leads) < 2:
        dealt = engine.redeal(world, seat, derive_seed(key, f"world {len(leads)}"), memory)
        ends = [_play(dealt, seat, one, Chance(key, f"playout {len(leads)}")) for one in (move, other)]
        leads.append(ends[0].margin - ends[1].margin)
        spent += sum(end.moves + 1 for end in ends)
    return _describe(leads)


def _play(world: State, seat: int, move: str | None, chance: Chance) -> End:
    after = world if move is None else engine.next_state(world, seat, move)
    return play_out(after, seat, chance, waits=move is None)


def _describe(leads: list[float]) -> Comparison:
    count = len(leads)
    mean = sum(leads) / count
    variance = sum([(lead - mean) ** 2 for lead in leads]) / (count - 1)
    half = INTERVAL * sqrt(variance / count)
    return Comparison(count, mean, mean - half, mean + half)
