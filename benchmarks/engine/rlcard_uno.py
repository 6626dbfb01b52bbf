"""RLCard's UNO with random legal actions, run with the Python of the peers' own environment."""

import sys
from collections.abc import Callable
from random import Random

import rlcard  # type: ignore[import-not-found]  # installed in the peers' environment only
from rlcard.games.uno import Game  # type: ignore[import-not-found]
from rlcard.utils import seeding  # type: ignore[import-not-found]

from tools.measuring.clock import measure_rate


def env_playouts(seed: int) -> Callable[[], int]:
    """Return work that plays the next random game and returns its number of `env.step` calls."""
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


def raw_playouts(seed: int) -> Callable[[], int]:
    """Return work that plays the next random game without the environment, and returns its number of steps."""
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


VARIANTS = {"env": env_playouts, "raw": raw_playouts}

if __name__ == "__main__":
    variant, seconds, seed = sys.argv[1:]
    print(measure_rate(VARIANTS[variant](int(seed)), float(seconds)))
