"""OpenSpiel's `crazy_eights` with random legal actions, run with the Python of the peers' own environment."""

import sys
from collections.abc import Callable, Sequence
from itertools import cycle
from random import Random

import pyspiel  # type: ignore[import-not-found]  # installed in the peers' environment only

from tools.measuring.clock import measure_rate


def playouts(numbers_of_players: Sequence[int], seed: int) -> Callable[[], int]:
    """Return work that plays the next random game and returns its number of moves; the number of players cycles.

    Every card that is dealt or drawn is a chance node: sampling it takes time, but it is not counted.
    """
    random = Random(seed)
    games = cycle([pyspiel.load_game("crazy_eights", {"players": players}) for players in numbers_of_players])

    def play() -> int:
        state = next(games).new_initial_state()
        moves = 0
        while not state.is_terminal():
            if state.is_chance_node():
                action, _probability = pyspiel.sample_action(state.chance_outcomes(), random.random())
            else:
                action = random.choice(state.legal_actions())
                moves += 1
            state.apply_action(action)
        return moves

    return play


if __name__ == "__main__":
    numbers, seconds, seed = sys.argv[1:]
    print(measure_rate(playouts([int(number) for number in numbers.split(",")], int(seed)), float(seconds)))
