"""Train a policy against bots of level 1, for about a minute, and print how often it wins before and after.

    python -m examples.learn --save policy.npz     # needs the extra `pettingzoo`
    python -m examples.learn --game door --tables 2000

The policy is linear: for each action it weighs every number that the seat observes, and it prefers the legal action
with the highest sum. It learns by REINFORCE (Williams 1992): the actions of tables that end better than usual become
more likely.
"""

import argparse
from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

import bots
import environments
from environments import Layout, TableEnv

EFFORT = bots.LEVELS[1].effort
RATE = 0.1
# What is usual is the mean reward of about so many tables.
USUAL = 500
# Numbers without a bound are weighed as if this were the highest.
UNBOUNDED = 10

Numbers = NDArray[np.float32]


class Policy:
    """Weights by action: for each number that a seat observes, and for 1. At first all are 0."""

    def __init__(self, layout: Layout, actions: int) -> None:
        self.scale = 1 / np.minimum(np.append(layout.highest, 1), UNBOUNDED).astype(np.float32)
        self.weights = np.zeros((actions, layout.size + 1), np.float32)

    def weigh(self, observed: NDArray[np.int16], legal: list[int]) -> tuple[Numbers, Numbers]:
        """Return what is weighed, every number as a share of the highest, and the sum for each legal action."""
        shares = np.append(observed, 1) * self.scale
        return shares, self.weights[legal] @ shares

    def choose(self, observed: NDArray[np.int16], legal: list[int], random: np.random.Generator) -> int:
        """Return the legal action with the highest sum; a random one of several."""
        _, sums = self.weigh(observed, legal)
        return int(random.choice(np.array(legal)[sums == sums.max()]))


class Trainer:
    """Plays one seat by a policy, and learns; bots of level 1 play the other seats."""

    def __init__(self, env: TableEnv, policy: Policy, seed: int) -> None:
        self.env = env
        self.policy = policy
        self.random = np.random.default_rng(seed)
        self.usual = 0.0
        env.reset(seed)

    def measure(self, tables: int) -> float:
        """Return the share of tables that the policy wins alone."""
        won = 0
        for agent in self._play(tables):
            for observed, legal in self._turns(agent):
                self.env.step(self.policy.choose(observed, legal, self.random))
            won += self.env.rewards[agent] == 1
        return won / tables

    def train(self, tables: int) -> None:
        """Play tables, and learn from each of them."""
        for agent in self._play(tables):
            steps = [self._try_action(observed, legal) for observed, legal in self._turns(agent)]
            better = self.env.rewards[agent] - self.usual
            self.usual += better / USUAL
            for legal, change in steps:
                self.policy.weights[legal] += RATE * better * change

    def _play(self, tables: int) -> Iterator[str]:
        """Deal tables, and yield the agent that plays at each: every seat in turn."""
        for number in range(tables):
            self.env.reset()
            yield self.env.possible_agents[number % self.env.seats]

    def _turns(self, agent: str) -> Iterator[tuple[NDArray[np.int16], list[int]]]:
        """Yield what an agent observes whenever it has a choice, and its legal actions, to the end of the table."""
        while not self.env.terminations[agent]:
            legal = self.env.infos[self.env.agent_selection]["legal_actions"]
            if self.env.agent_selection != agent:
                self.env.step(self._ask_bot())
            elif len(legal) == 1:
                self.env.step(legal[0])
            else:
                yield self.env.observe(agent)["observation"], legal

    def _ask_bot(self) -> int:
        seat = self.env.possible_agents.index(self.env.agent_selection)
        choice = bots.choose(self.env.table, seat, EFFORT, self.random.bytes(32).hex())
        assert choice.move is not None
        return self.env.actions[choice.move]

    def _try_action(self, observed: NDArray[np.int16], legal: list[int]) -> tuple[list[int], Numbers]:
        """Take a random action, the better ones more often; return what makes it more likely."""
        shares, sums = self.policy.weigh(observed, legal)
        chances = np.exp(sums - sums.max())
        chances /= chances.sum()
        place = self.random.choice(len(legal), p=chances)
        self.env.step(legal[place])
        change = -chances
        change[place] += 1
        return legal, np.outer(change, shares)


def main() -> None:
    """Train, and print the shares of tables won."""
    parser = argparse.ArgumentParser(description="Train a policy against bots of level 1.")
    parser.add_argument("--game", default="zlam")
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument("--tables", type=int, default=6000, help="how many tables to learn from")
    parser.add_argument("--measured", type=int, default=1000, help="how many tables to count wins at")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--save", help="a file for the policy, for examples.learned_player")
    asked = parser.parse_args()
    env = environments.make(asked.game, seats=asked.seats)
    trainer = Trainer(env, Policy(env.layout, len(env.moves)), asked.seed)
    print(f"Wins before: {trainer.measure(asked.measured):.1%}", flush=True)
    trainer.train(asked.tables)
    print(f"Wins after {asked.tables} tables: {trainer.measure(asked.measured):.1%}")
    if asked.save:
        np.savez_compressed(asked.save, game=asked.game, seats=asked.seats, weights=trainer.policy.weights)


if __name__ == "__main__":
    main()
