"""The stateless step, the work of a service that keeps nothing for one move, at positions of random tables."""

from random import Random

import msgspec

from engine import Move, State, active_seats, apply, dumps, legal_moves, loads, view
from tools.random_tables import choose, deal, most_seats

SEATS = 4
TABLES = 20
POSITIONS = 300


class Position(msgspec.Struct, frozen=True):
    """A serialized state, and a move of `seat` in it as text."""

    state: bytes
    seat: int
    move: str


def make_step(position: Position) -> bytes:
    """Decode, move, list the legal moves of every active seat, view the table as the seat that moved, and encode."""
    state, _events = apply(loads(position.state), position.seat, position.move)
    for seat in active_seats(state):
        legal_moves(state, seat)
    view(state, position.seat)
    return dumps(state)


def pick_positions(game: str, random: Random) -> list[Position]:
    """Pick positions of random tables, each with the move made there."""
    moves = [move for _ in range(TABLES) for move in _play(game, random)]
    chosen = random.sample(moves, min(POSITIONS, len(moves)))
    return [Position(dumps(state), seat, str(move)) for state, seat, move in chosen]


def seats_of(game: str) -> int:
    """Return the number of seats at which the step is measured: four, or as many as the game allows."""
    return most_seats(game, SEATS)


def _play(game: str, random: Random) -> list[tuple[State, int, Move]]:
    """Play a table and return every move with the state before it."""
    moves: list[tuple[State, int, Move]] = []
    state = deal(game, seats_of(game), random)
    while chosen := choose(state, random):
        moves.append((state, *chosen))
        state, _events = apply(state, *chosen)
    return moves
