"""RLCard's UNO with random legal actions: run by the benchmark with the Python of RLCard's own environment."""

import sys
from collections.abc import Callable
from random import Random

import rlcard  # type: ignore[import-not-found]  # installed in its own environment only

from benchmarks.clock import measure_rate


def playouts(seed: int) -> Callable[[], int]:
    """Return work that plays the next random game and tells how many calls of `env.step` it had."""
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


if __name__ == "__main__":
    print(measure_rate(playouts(seed=int(sys.argv[2])), seconds=float(sys.argv[1])))
