"""The levels of play. A higher one searches more; none makes mistakes on purpose."""

from collections.abc import Mapping

import msgspec


class Level(msgspec.Struct, frozen=True):
    """A level of play.

    `effort` is the size of the search, in calls of `engine.next_state`; 0 is greedy. `seconds` is a generous upper
    bound for the time of a decision on an idle core. `cost` is the price of a decision in additional requests:
    one for each ten milliseconds of a core. `reaction_millis` is the time after which a bot notices that it may act out
    of turn; people take about as long.
    """

    number: int
    effort: int
    seconds: float
    cost: int
    reaction_millis: int
    description: str


LEVELS: Mapping[int, Level] = {
    level.number: level
    for level in (
        Level(1, 0, 5.0, 0, 2200, "Greedy: the move that looks best by itself."),
        Level(2, 2_000, 10.0, 4, 1700, "Looks ahead through 2,000 moves."),
        Level(3, 20_000, 20.0, 40, 1300, "Looks ahead through 20,000 moves."),
        Level(4, 80_000, 60.0, 200, 900, "Looks ahead through 80,000 moves."),
    )
}
