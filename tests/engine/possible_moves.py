"""Every move that could be written in a game, legal or not."""

from collections.abc import Iterator
from functools import cache
from itertools import product
from random import Random

from engine import Move, State, active_seats, find_game, legal_moves
from tests.engine.play import play_on, random_table


class Parts:
    """The verbs, cards, places, seats and choices that the moves of a game are made of, and one of each that is not."""

    def __init__(self, game: str) -> None:
        rules = find_game(game)
        random = Random(game)
        seen: list[Move] = []
        for _ in range(12):
            for step in play_on(random_table(game, random).deal(), random):
                seen += legal_moves(step.before, step.seat)
        places = {move.place for move in seen if move.place is not None}
        choices = {move.choice for move in seen if move.choice is not None}
        self.verbs = tuple(dict.fromkeys(verb.name for verb in rules.verbs))
        self.cards = ((), *dict.fromkeys([*((card,) for card in rules.cards), *(it.cards for it in seen if it.cards)]))
        self.places = (None, *sorted(places | {"0", "1", "99"}))
        # A seat has at most two digits.
        last = {rules.max_seats - 1, min(rules.max_seats, 99)}
        named = {0, 1, 2, *last} if any(move.seat is not None for move in seen) else {0}
        self.seats = (None, *sorted(named))
        self.choices = (None, *sorted(choices | {"nonsense"}))

    def all(self) -> Iterator[Move]:
        """Return every combination."""
        for verb, cards, place, seat, choice in product(self.verbs, self.cards, self.places, self.seats, self.choices):
            yield Move(verb, cards, place, seat, choice)

    def some(self, random: Random, count: int) -> Iterator[Move]:
        """Return random combinations."""
        for _ in range(count):
            yield Move(
                random.choice(self.verbs),
                random.choice(self.cards),
                random.choice(self.places),
                random.choice(self.seats),
                random.choice(self.choices),
            )


@cache
def parts_of(game: str) -> Parts:
    """Return the parts of a game's moves."""
    return Parts(game)


def neighbours(move: Move, parts: Parts, random: Random) -> Iterator[Move]:
    """Return moves that differ from one in one part only: these are the likeliest to be legal by mistake."""
    yield Move(random.choice(parts.verbs), move.cards, move.place, move.seat, move.choice)
    yield Move(move.verb, random.choice(parts.cards), move.place, move.seat, move.choice)
    yield Move(move.verb, move.cards, random.choice(parts.places), move.seat, move.choice)
    yield Move(move.verb, move.cards, move.place, random.choice(parts.seats), move.choice)
    yield Move(move.verb, move.cards, move.place, move.seat, random.choice(parts.choices))


def sampled_moves(state: State, game: str, random: Random, count: int) -> list[Move]:
    """Return moves to try in a position: legal ones of all seats, neighbours of those, and random ones."""
    parts = parts_of(game)
    legal = [move for seat in active_seats(state) for move in legal_moves(state, seat)]
    picked = random.sample(legal, min(len(legal), count))
    near = [other for move in picked[:count] for other in neighbours(move, parts, random)]
    return [*picked, *near, *parts.some(random, count)]
