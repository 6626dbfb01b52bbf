"""Environments with random legal actions, ours and RLCard's in one process: `SECONDS ROUNDS SEED GAME …`.

RLCard's UNO is stepped as RLCard has it, and as an environment of PettingZoo, by the class with which PettingZoo offers
games of RLCard. Ours are stepped in both ways: by `step` and `last`, which do what RLCard's `env.step` does, and in
PettingZoo's loop over the agents. Each step returns an observation for the acting agent.
"""

import sys
from collections.abc import Callable
from functools import partial
from random import Random
from statistics import median
from typing import Any

import msgspec
from pettingzoo import AECEnv

import environments
from benchmarks.engine.peer import play_env
from environments import TableEnv
from tools.measuring.clock import measure_rate, take_turns

UNO = "RLCard UNO"
UNO_IN_PETTINGZOO = "RLCard UNO in PettingZoo"
# What follows the name of a game that is stepped in PettingZoo's loop.
LOOP = ", agent_iter"


def step_uno_in_pettingzoo(seed: int) -> Callable[[], int]:
    """Return work that plays the next random game of UNO in PettingZoo, and returns its number of steps."""
    from pettingzoo.classic.rlcard_envs.rlcard_base import RLCardBase

    env = RLCardBase("uno", 2, (4, 4, 15))
    env.render_mode = None
    env.reset(seed=seed)
    return step_environment(env, Random(seed), lambda env, _info: env.next_legal_moves)


def iterate_game(game: str, seed: int) -> Callable[[], int]:
    """Return work that plays the next random table of two seats in PettingZoo's loop, and returns its steps."""
    env = environments.make(game, seats=2)
    env.reset(seed=seed)
    return step_environment(env, Random(seed), lambda _env, info: info["legal_actions"])


def step_game(game: str, seed: int) -> Callable[[], int]:
    """Return work that plays the next random table of two seats by `step` and `last`, and returns its steps."""
    env = environments.make(game, seats=2)
    env.reset(seed=seed)
    return step_alone(env, Random(seed))


def step_alone(env: TableEnv, random: Random) -> Callable[[], int]:
    """Return work that plays the next random table of an environment without PettingZoo's loop."""

    def play() -> int:
        env.reset()
        _observation, _reward, terminated, _truncated, info = env.last()
        steps = 0
        while not terminated:
            env.step(random.choice(list(info["legal_actions"])))
            _observation, _reward, terminated, _truncated, info = env.last()
            steps += 1
        return steps

    return play


def step_environment(env: AECEnv, random: Random, legal: Callable[[AECEnv, dict[str, Any]], Any]) -> Callable[[], int]:
    """Return work that plays the next random table of an environment, whose legal actions `legal` returns."""

    def play() -> int:
        env.reset()
        steps = 0
        for _ in env.agent_iter():
            _observation, _reward, terminated, _truncated, info = env.last()
            if terminated:
                env.step(None)
                continue
            env.step(random.choice(list(legal(env, info))))
            steps += 1
        return steps

    return play


def measure(seconds: float, rounds: int, seed: int, games: list[str]) -> dict[str, float]:
    """Return the median of the rounds of each environment, in steps per second of CPU time."""
    works = {UNO: partial(play_env, seed), UNO_IN_PETTINGZOO: partial(step_uno_in_pettingzoo, seed)}
    works |= {game: partial(step_game, game, seed) for game in games}
    works |= {game + LOOP: partial(iterate_game, game, seed) for game in games}
    rates: dict[str, list[float]] = {name: [] for name in works}
    for name in take_turns(rounds, works):
        rates[name].append(measure_rate(works[name](), seconds))
    return {name: median(found) for name, found in rates.items()}


if __name__ == "__main__":
    seconds, rounds, seed, *games = sys.argv[1:]
    print(msgspec.json.encode(measure(float(seconds), int(rounds), int(seed), games)).decode())
