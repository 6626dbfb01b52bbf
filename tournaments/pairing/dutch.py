"""FIDE's Dutch system (handbook C.04.3), by a library that agrees with the reference programs of the federation."""

from collections.abc import Sequence

from caissify_pairings.engines import dutch

from tournaments.tally import Appearance, Tally, opponents
from tournaments.values import Round

# The library takes two seconds for 60 entrants, and longer by the square.
LARGEST = 40

# The most pairs that are tried, which takes a third of a second. Rounds that were paired by points need 2,500. After
# other rounds, where hardly any entrants may meet, the library would try for minutes.
MOST_TRIED = 100_000

# The library logs a warning where it has to break a rule; callers check the pairs instead.
dutch.logger.disabled = True

# The two seats, the first and the second, as the library calls them.
COLOURS = ("white", "black")


class TooManyTried(Exception):
    """The system finds no pairing in a bounded time."""


class _Engine(dutch.DutchEngine):  # type: ignore[misc]  # the library has no types
    """The library's engine, which gives up at some time."""

    tried = 0

    def _can_pair(self, one: object, other: object) -> bool:
        self.tried += 1
        if self.tried > MOST_TRIED:
            raise TooManyTried
        can_pair: bool = super()._can_pair(one, other)
        return can_pair


def is_dutch(tally: Tally, players: Sequence[int]) -> bool:
    """Tell whether the system can pair these entrants: two seats, not too many, and only whole and half points."""
    if tally.plan.seats != 2 or not 2 <= len(players) <= LARGEST:
        return False
    return all(2 * tally.points[number] % tally.unit == 0 for number in players)


def pair_dutch(
    tally: Tally, rounds: Sequence[Round], players: Sequence[int], last: int, first_colour: int
) -> tuple[list[tuple[int, ...]], list[int]]:
    """Pair entrants, given by seed, for the next of `last` rounds: pairs by seat, the first board first, and the bye.

    `first_colour` 0 gives the first seat of the first round to the first seed, 1 the second. Raises `TooManyTried`.
    """
    histories = _read_colours(rounds)
    met = set[tuple[int, int]]()
    for number in players:
        for turn in tally.turns[number]:
            met.update((number, other) for other in opponents(turn, number))
    engine = _Engine(
        players=[_describe(tally, number, place, histories.get(number, [])) for place, number in enumerate(players, 1)],
        previous_pairings=met,
        round_number=len(rounds) + 1,
        total_rounds=last,
        initial_color=COLOURS[first_colour],
    )
    paired = engine.generate_pairings()
    pairs: list[tuple[int, ...]] = [
        (pair["white_id"], pair["black_id"]) for pair in paired if pair["black_id"] is not None
    ]
    return pairs, [pair["white_id"] for pair in paired if pair["black_id"] is None]


def _describe(tally: Tally, number: int, place: int, colours: list[str]) -> dict[str, object]:
    turns = tally.turns[number]
    return {
        "id": number,
        "name": "",
        "score": tally.points[number] / tally.unit,
        "rating": -place,
        "starting_number": place,
        "color_hist": colours,
        "float_history": [_find_float(tally, number, index, turn) for index, turn in enumerate(turns)],
        "bye_count": tally.byes[number],
    }


def _find_float(tally: Tally, number: int, index: int, turn: Appearance) -> str:
    """Return whether an entrant met somebody with fewer points (or nobody) in a round, with more, or with as many."""
    other = next(iter(opponents(turn, number)), None)
    if other is None:
        return "down"
    own = sum(tally.earned[number][:index])
    theirs = sum(tally.earned[other][:index])
    return "none" if own == theirs else "down" if own > theirs else "up"


def _read_colours(rounds: Sequence[Round]) -> dict[int, list[str]]:
    colours: dict[int, list[str]] = {}
    for played in rounds:
        for table in played.tables:
            for number, colour in zip(table.entrants, COLOURS, strict=False):
                colours.setdefault(number, []).append(colour)
    return colours
