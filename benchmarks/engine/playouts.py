"""Random tables from the deal to the end."""

import sys
from collections.abc import Callable
from itertools import cycle
from random import Random

from engine import Move, State, apply, find_game, next_state
from tools.measuring.clock import measure_rate
from tools.random_tables import choose, deal, most_seats

MOST_SEATS = 6

Step = Callable[[State, int, Move], State]


def apply_move(state: State, seat: int, move: Move) -> State:
    """Return the state after a move, with every event made."""
    return apply(state, seat, move)[0]


# With all events, and with none, as a search or a replay plays.
STEPS: dict[str, Step] = {"random playout": apply_move, "random playout, states only": next_state}


def playouts(game: str, random: Random, step: Step) -> Callable[[], int]:
    """Return work that plays the next random table and returns its number of moves; the number of seats cycles."""
    seats = cycle(_seat_counts(game))

    def play() -> int:
        state = deal(game, next(seats), random)
        while chosen := choose(state, random):
            state = step(state, *chosen)
        return state.ply

    return play


def _seat_counts(game: str) -> range:
    return range(find_game(game).min_seats, most_seats(game, MOST_SEATS) + 1)


if __name__ == "__main__":
    # With another Python, or the engine of another checkout: prints the moves per second of CPU time.
    name, seconds, seed = sys.argv[1:]
    print(measure_rate(playouts(name, Random(int(seed)), apply_move), float(seconds)))
