"""Random tables from the deal to the end, and what is measured on them."""

from collections.abc import Callable
from itertools import cycle
from random import Random

import msgspec

from engine import Move, State, active_seats, apply, dumps, find_game, legal_moves, loads, new_game

MOST_SEATS = 6
SAMPLES = 300


class Sample(msgspec.Struct, frozen=True):
    """A serialized state and a move to make in it."""

    data: bytes
    seat: int
    move: str


def playouts(game: str, random: Random) -> Callable[[], int]:
    """Return work that plays the next random table and tells how many moves it had; the number of seats goes round."""
    seats = cycle(_seat_counts(game))

    def play() -> int:
        state = _deal(game, next(seats), random)
        while move := _choose(state, random):
            state, _events = apply(state, *move)
        return state.ply

    return play


def round_trips(game: str, random: Random) -> Callable[[], int]:
    """Return work that decodes, moves and encodes once for each of some positions and tells how many they are."""
    samples = _sample(game, random)

    def move_all() -> int:
        for sample in samples:
            after, _events = apply(loads(sample.data), sample.seat, sample.move)
            dumps(after)
        return len(samples)

    return move_all


def _seat_counts(game: str) -> range:
    rules = find_game(game)
    return range(rules.min_seats, max(rules.min_seats, min(rules.max_seats, MOST_SEATS)) + 1)


def _deal(game: str, seats: int, random: Random) -> State:
    return new_game(game, seats=seats, seed=f"{random.getrandbits(256):064x}")


def _choose(state: State, random: Random) -> tuple[int, Move] | None:
    """Choose among all moves of all seats, or return None when the table is over."""
    moves = [(seat, move) for seat in active_seats(state) for move in legal_moves(state, seat)]
    return random.choice(moves) if moves else None


def _sample(game: str, random: Random) -> list[Sample]:
    """Pick positions at random from tables of every number of seats."""
    samples: list[Sample] = []
    seats = _seat_counts(game)
    for count in seats:
        positions = [position for _ in range(10) for position in _positions(game, count, random)]
        samples += random.sample(positions, SAMPLES // len(seats))
    return samples


def _positions(game: str, seats: int, random: Random) -> list[Sample]:
    """Play a table and return each of its positions with the move that was made there."""
    positions: list[Sample] = []
    state = _deal(game, seats, random)
    while chosen := _choose(state, random):
        seat, move = chosen
        positions.append(Sample(dumps(state), seat, str(move)))
        state, _events = apply(state, seat, move)
    return positions
