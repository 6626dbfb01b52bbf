"""The environment: a table of any game, at which one agent after the other acts."""

from collections.abc import Mapping
from typing import TypedDict

import numpy as np
from gymnasium import logger, spaces
from gymnasium.error import ResetNeeded
from gymnasium.utils import seeding
from numpy.typing import NDArray
from pettingzoo import AECEnv

import engine
from engine import Plain, State
from environments.layout import DTYPE, Layout
from environments.reader import make_readers
from environments.rewards import REWARDS, Reward


class Observation(TypedDict):
    """What an agent observes: the numbers of the layout, and a 1 for each action that is legal for it now."""

    observation: NDArray[np.int16]
    action_mask: NDArray[np.int8]


class Info(TypedDict):
    """The legal actions of an agent, as a mask and as a list; none if another agent acts."""

    action_mask: NDArray[np.int8]
    legal_actions: list[int]


class TableEnv(AECEnv[str, Observation, int | None]):
    """A table of a game as an environment of PettingZoo, whose agent `seat_2` plays seat 2.

    `moves` lists the meaning of each action, `actions` gives the action of a notation, and `layout` describes the
    observations. `table` is the state of the table with all hidden cards, for tests and bots; no learner may see it.
    """

    def __init__(
        self,
        game: str,
        *,
        seats: int,
        options: Mapping[str, Plain],
        reward: Reward,
        illegal_reward: float,
        render_mode: str | None,
    ) -> None:
        rules = engine.find_game(game)
        self.metadata = {"name": f"{game}_v{rules.rules}", "render_modes": ["ansi"], "is_parallelizable": False}
        self.game = game
        self.seats = seats
        self.options = options
        self.reward = reward
        self.illegal_reward = illegal_reward
        self.render_mode = render_mode
        self.moves = engine.possible_moves(game, seats=seats, options=options)
        self.actions = {str(move): action for action, move in enumerate(self.moves)}
        self.layout = Layout(game, seats, options)
        self.possible_agents = [f"seat_{seat}" for seat in range(seats)]
        self.agents: list[str] = []
        self.action_spaces = {agent: spaces.Discrete(len(self.moves)) for agent in self.possible_agents}
        self.observation_spaces = {agent: self._make_observation_space() for agent in self.possible_agents}
        self._action_of = {move: action for action, move in enumerate(self.moves)}
        self._seat_of = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self._readers = make_readers(self.layout)
        self._random, _ = seeding.np_random()

    def __getstate__(self) -> dict[str, object]:
        """Return what a copy needs; its readers are new ones, since a reader holds the last table that it read."""
        return {name: value for name, value in self.__dict__.items() if name != "_readers"}

    def __setstate__(self, state: dict[str, object]) -> None:
        self.__dict__.update(state)
        self._readers = make_readers(self.layout)

    def _make_observation_space(self) -> spaces.Dict:
        mask = spaces.Box(0, 1, (len(self.moves),), np.int8)
        return spaces.Dict(
            {"observation": spaces.Box(self.layout.lowest, self.layout.highest, dtype=DTYPE), "action_mask": mask}
        )

    def observation_space(self, agent: str) -> spaces.Dict:
        """Return the space of an agent's observations: the numbers of `layout`, and the mask of its legal actions."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete:
        """Return the space of an agent's actions: the numbers of `moves`."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: Mapping[str, object] | None = None) -> None:
        """Deal a table; the deals after a reset with a `seed` follow from it.

        The option `table` is a state with the terms of the environment from which to go on, instead of a deal.
        """
        if seed is not None:
            self._random, _ = seeding.np_random(seed)
        given = (options or {}).get("table")
        self.table = self._deal() if given is None else self._check_table(given)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self._skip_agent_selection = None
        no_actions = np.zeros(len(self.moves), np.int8)
        no_actions.flags.writeable = False
        # The infos of agents that do not act, which all share one mask.
        self._waiting: dict[str, Info] = {
            agent: {"action_mask": no_actions, "legal_actions": []} for agent in self.agents
        }
        self.infos = self._waiting.copy()
        self._select_agent(engine.asked_seats(self.table)[0])

    def _deal(self) -> State:
        key = self._random.bytes(32).hex()
        return engine.new_game(self.game, seats=self.seats, options=self.options, seed=key)

    def _check_table(self, given: object) -> State:
        """Return the table to go on from. Raises `ValueError` if it has other terms, or is over."""
        dealt = self.layout.dealt
        if not isinstance(given, State) or (given.seats, given.options) != (dealt.seats, dealt.options):
            raise ValueError(
                "The table to go on from must have the game, the seats and the options of the environment."
            )
        if engine.result(given) is not None:
            raise ValueError("The table to go on from is over.")
        return given

    def step(self, action: int | None) -> None:
        """Make the move of the selected agent; an illegal one ends the table, and costs `illegal_reward`."""
        if not self.agents:
            raise ResetNeeded("There is no table, or it is over: call reset first.")
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        if action not in self._actions:
            self._end_illegally(action)
            return
        move = self._legal[self._actions.index(action)]
        self.infos[agent] = self._waiting[agent]
        self.table = engine.next_state(self.table, self._seat_of[agent], move)
        public = engine.public_of(self.table)
        if public.outcome is None:
            self._select_agent(public.turn[0])
        else:
            self._end(REWARDS[self.reward](self.table, public.outcome))

    def _select_agent(self, seat: int) -> None:
        """Select the agent of a seat, the first one that is asked, and list its legal actions.

        Seats that may move without being asked, which is a secret, are not selected before they are asked.
        """
        self._legal = engine.legal_moves(self.table, seat)
        # Two lists: a dictionary of them takes three times as long to make.
        self._actions = [self._action_of[move] for move in self._legal]
        # An array of numpy takes twice as long to fill.
        mask = bytearray(len(self.moves))
        for action in self._actions:
            mask[action] = 1
        self.agent_selection = self.possible_agents[seat]
        self.infos[self.agent_selection] = {
            "action_mask": np.frombuffer(mask, np.int8),
            "legal_actions": self._actions.copy(),
        }

    def _end(self, rewards: tuple[float, ...]) -> None:
        self.rewards = dict(zip(self.agents, rewards, strict=True))
        self.terminations = dict.fromkeys(self.agents, True)
        self.infos = self._waiting.copy()
        # There were no rewards before.
        self._cumulative_rewards = self.rewards.copy()

    def _end_illegally(self, action: int | None) -> None:
        """End the table as `TerminateIllegalWrapper` of PettingZoo does; others are not punished."""
        agent = self.agent_selection
        if action is None or not self.action_spaces[agent].contains(action):
            raise ValueError(f"{action!r} is no action; the actions are 0–{len(self.moves) - 1}.")
        logger.warn(f"{agent} has made the illegal move {self.moves[action]}, which ends the table.")
        self.truncations = dict.fromkeys(self.agents, True)
        self._end(tuple([self.illegal_reward if other == agent else 0.0 for other in self.agents]))

    def observe(self, agent: str) -> Observation:
        """Return what an agent sees of the table, and the mask of its legal actions: all 0 if another one acts."""
        observed = self._readers[self._seat_of[agent]].read(self.table)
        return {"observation": observed, "action_mask": self.infos[agent]["action_mask"]}

    def render(self) -> str | None:
        """Return the table as text, as the selected agent sees it."""
        if self.render_mode is None:
            logger.warn("There is nothing to render without a render mode: make the environment with one.")
            return None
        # Drawing needs much that playing does not.
        from environments.picture import draw_table

        return draw_table(self.table, self._seat_of[self.agent_selection])

    def close(self) -> None:
        """Do nothing: a table holds nothing that must be released."""
