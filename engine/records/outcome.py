"""Outcomes (engine 9): how a table ended for its players, who may also give up."""

from collections.abc import Sequence
from typing import Literal

import msgspec

from engine.core.values import Result


class Outcome(msgspec.Struct, frozen=True):
    """The end of a table for its players: `by` play, or by the resignation of all seats but one.

    `ranking` has each seat's rank from 1, and `winners` the seats ranked 1. `resigned` are the seats that gave up, in
    that order.
    """

    by: Literal["PLAY", "RESIGNATION"]
    ranking: tuple[int, ...]
    winners: tuple[int, ...]
    resigned: tuple[int, ...]


def decide_outcome(seats: int, result: Result | None, resigned: Sequence[int] = ()) -> Outcome | None:
    """Return the outcome of a table with this number of seats, None while play continues (engine 9).

    `result` is the result of the moves. `resigned` lists the seats that gave up, in that order: they rank behind all
    others, regardless of their scores, and a seat that gave up later ranks before one that gave up earlier.
    """
    staying = [seat for seat in range(seats) if seat not in resigned]
    if result is None and len(staying) != 1:
        return None
    ranks = {seat: _rank_among(staying, seat, result) for seat in staying}
    ranks |= {seat: seats - place for place, seat in enumerate(resigned)}
    ranking = tuple(ranks[seat] for seat in range(seats))
    return Outcome(
        by="RESIGNATION" if result is None else "PLAY",
        ranking=ranking,
        winners=tuple(seat for seat, rank in enumerate(ranking) if rank == 1),
        resigned=tuple(resigned),
    )


def is_resigned(seats: int, resigned: Sequence[int]) -> bool:
    """Tell whether these seats can have given up at one table: the last seat left has won and cannot give up."""
    distinct = set(resigned)
    return len(distinct) == len(resigned) < seats and all(0 <= seat < seats for seat in distinct)


def _rank_among(staying: Sequence[int], seat: int, result: Result | None) -> int:
    """Return the rank of a seat among those that stayed: 1 + the number of them with a better one."""
    if result is None:
        return 1
    return 1 + sum(result.ranking[other] < result.ranking[seat] for other in staying)
