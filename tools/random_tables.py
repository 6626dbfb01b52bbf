"""Random tables of the engine: a deal, and random choices among all legal moves."""

from random import Random

from engine import Move, State, active_seats, find_game, legal_moves, new_game


def deal(game: str, seats: int, random: Random) -> State:
    """Deal a table with the default options."""
    return new_game(game, seats=seats, seed=f"{random.getrandbits(256):064x}")


def choose(state: State, random: Random) -> tuple[int, Move] | None:
    """Choose among all moves of all active seats, or return None when the table is over."""
    seats = active_seats(state)
    if len(seats) == 1:
        return seats[0], random.choice(legal_moves(state, seats[0]))
    moves = [(seat, move) for seat in seats for move in legal_moves(state, seat)]
    return random.choice(moves) if moves else None


def most_seats(game: str, limit: int) -> int:
    """Return the largest number of seats that a game allows, up to `limit` if it allows so few."""
    rules = find_game(game)
    return max(rules.min_seats, min(rules.max_seats, limit))
