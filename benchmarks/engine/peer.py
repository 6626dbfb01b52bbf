"""Other engines with random legal actions, run with the Python of their own environment, as `PEER SECONDS SEED`.

Each imports its package alone, so that the collector of its process has none of the others' objects.
"""

import sys
from collections.abc import Callable
from itertools import cycle
from random import Random

from tools.measuring.clock import measure_rate


def play_env(seed: int) -> Callable[[], int]:
    """Return work that plays the next random game of RLCard's UNO and returns its number of `env.step` calls."""
    import rlcard  # type: ignore[import-not-found]

    random = Random(seed)
    env = rlcard.make("uno", config={"seed": seed})

    def play() -> int:
        state, _player = env.reset()
        steps = 0
        while not env.is_over():
            state, _player = env.step(random.choice(list(state["legal_actions"])))
            steps += 1
        return steps

    return play


def play_raw(seed: int) -> Callable[[], int]:
    """Return work that plays the next random game without the environment, and returns its number of steps."""
    from rlcard.games.uno import Game  # type: ignore[import-not-found]
    from rlcard.utils import seeding  # type: ignore[import-not-found]

    random = Random(seed)
    game = Game()
    game.np_random, _seed = seeding.np_random(seed)

    def play() -> int:
        state, _player = game.init_game()
        steps = 0
        while not game.is_over():
            state, _player = game.step(random.choice(state["legal_actions"]))
            steps += 1
        return steps

    return play


def play_eights(numbers_of_players: range, seed: int) -> Callable[[], int]:
    """Return work that plays the next game of OpenSpiel's `crazy_eights` and returns its number of moves.

    The number of players cycles. Every card that is dealt or drawn is a chance node: sampling it takes time, but it is
    not counted.
    """
    import pyspiel  # type: ignore[import-not-found]

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


PEERS: dict[str, Callable[[int], Callable[[], int]]] = {
    "env": play_env,
    "raw": play_raw,
    "eights of 2 to 6": lambda seed: play_eights(range(2, 7), seed),
    "eights of 5": lambda seed: play_eights(range(5, 6), seed),
}

if __name__ == "__main__":
    peer, seconds, seed = sys.argv[1:]
    print(measure_rate(PEERS[peer](int(seed)), float(seconds)))
