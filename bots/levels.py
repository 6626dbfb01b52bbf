"""The levels of play. A higher one searches more; none makes mistakes on purpose."""

from collections.abc import Mapping

import msgspec


class Level(msgspec.Struct, frozen=True):
    """A level: how many moves a decision searches, in calls of `engine.next_state`; 0 is greedy."""

    number: int
    effort: int
    description: str


LEVELS: Mapping[int, Level] = {
    level.number: level
    for level in (
        Level(1, 0, "Greedy: the move that looks best by itself."),
        Level(2, 2_000, "Looks ahead through 2,000 moves."),
        Level(3, 20_000, "Looks ahead through 20,000 moves."),
        Level(4, 100_000, "Looks ahead through 100,000 moves."),
    )
}
