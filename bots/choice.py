"""The choice of a bot: its move, and the candidates beside it."""

import msgspec


class Candidate(msgspec.Struct, frozen=True):
    """A move that was tried in `playouts` worlds.

    `reward` is the mean of their ends, from -1 (as bad as can be) to 1, and `low` to `high` its 95 % interval; `margin`
    is the mean of the points by which the seat was ahead of the best other. `move` is None for waiting, where the seat
    may act but is not asked.
    """

    move: str | None
    playouts: int
    reward: float
    low: float
    high: float
    margin: float


class Choice(msgspec.Struct, frozen=True):
    """A decision: the move (None: wait), the `effort` that was spent, and what was tried, the best first.

    `hidden` counts the cards that the seat could not see, by zone: what the search had to guess.
    """

    move: str | None
    effort: int
    candidates: tuple[Candidate, ...]
    hidden: dict[str, int]
