"""Environments keep the conventions of PettingZoo, checked by its own tests."""

import pickle
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from copy import deepcopy
from functools import partial

import numpy as np
import pytest
from gymnasium.error import ResetNeeded
from pettingzoo.test import api_test, seed_test
from pettingzoo.utils.conversions import turn_based_aec_to_parallel

import engine
import environments
from environments import TableEnv, observe, read_view

# Of the many numbers of seats of ZLAM!, these stand for all.
MANY_SEATS = (*range(2, 11), 30, 100)
# PettingZoo warns of what its own card games do, too: it knows these by their names.
AS_IN_CARD_GAMES = (
    "Observation is not a NumPy array",
    "Observation space for each agent probably should be",
    "Action mask numpy array is all zeros",  # of an agent whose table is over
)


def seats_of(game: str) -> list[int]:
    rules = engine.find_game(game)
    numbers = range(rules.min_seats, rules.max_seats + 1)
    return list(numbers) if len(numbers) < len(MANY_SEATS) else list(MANY_SEATS)


every_table = pytest.mark.parametrize(
    ("game", "seats"), [(game, seats) for game in engine.GAMES for seats in seats_of(game)]
)
every_game = pytest.mark.parametrize("game", engine.GAMES)


@contextmanager
def other_warnings_as_errors() -> Iterator[None]:
    with warnings.catch_warnings():
        for message in AS_IN_CARD_GAMES:
            warnings.filterwarnings("ignore", message)
        yield


@every_table
def test_an_environment_passes_the_test_of_the_api(game: str, seats: int) -> None:
    with other_warnings_as_errors():
        api_test(environments.make(game, seats=seats, render_mode="ansi"))


@every_table
def test_the_same_seed_and_actions_make_the_same_tables(game: str, seats: int) -> None:
    seed_test(partial(environments.make, game, seats=seats), num_cycles=50)


@every_game
def test_an_environment_can_be_made_parallel(game: str) -> None:
    env = environments.make(game)
    parallel = turn_based_aec_to_parallel(env)
    _, infos = parallel.reset(seed=1)
    rewards = {}
    while parallel.agents:
        action = infos[env.agent_selection]["legal_actions"][0]
        _, rewards, _, _, infos = parallel.step({env.agent_selection: action})
    assert set(rewards) == set(env.possible_agents)
    assert sum(rewards.values()) == pytest.approx(0)
    assert engine.result(env.table) is not None


# ---- conventions that those do not check


@pytest.fixture
def env() -> TableEnv:
    env = environments.make("zeven", seats=3)
    env.reset(seed=1)
    return env


def illegal_action(env: TableEnv) -> int:
    return int(np.flatnonzero(env.infos[env.agent_selection]["action_mask"] == 0)[0])


@pytest.mark.parametrize(("reward", "lost"), environments.ILLEGAL.items())
def test_an_illegal_action_ends_the_table_and_loses_it(reward: environments.Reward, lost: float) -> None:
    env = environments.make("zeven", seats=3, reward=reward)
    env.reset(seed=1)
    agent = env.agent_selection
    with pytest.warns(UserWarning, match=f"{agent} has made the illegal move"):
        env.step(illegal_action(env))
    assert env.rewards == dict.fromkeys(env.possible_agents, 0.0) | {agent: lost}
    assert set(env.terminations.values()) == {True}
    assert set(env.truncations.values()) == {True}
    for _ in env.agent_iter():
        env.step(None)
    assert env.agents == []


def test_the_price_of_an_illegal_action_can_be_chosen() -> None:
    env = environments.make("zeven", illegal_reward=-7.0)
    env.reset(seed=1)
    agent = env.agent_selection
    with pytest.warns(UserWarning, match="illegal move"):
        env.step(illegal_action(env))
    assert env.rewards[agent] == -7.0


@pytest.mark.parametrize("action", [-1, 10_000, None, "play AR3 @1"])
def test_what_is_no_action_is_refused(env: TableEnv, action: int) -> None:
    before = env.table
    infos = env.infos.copy()
    with pytest.raises(ValueError, match="is no action; the actions are 0–516"):
        env.step(action)
    assert env.table is before
    assert env.infos == infos


def test_a_table_is_dealt_by_reset_alone(env: TableEnv) -> None:
    with pytest.raises(ResetNeeded):
        environments.make("zeven").step(0)
    while env.agents:
        legal = env.infos[env.agent_selection].get("legal_actions")
        env.step(legal[0] if legal else None)
    with pytest.raises(ResetNeeded):
        env.step(None)
    env.reset()
    assert env.agents == env.possible_agents


def test_deals_follow_from_the_last_seed() -> None:
    env, other = (environments.make("zar") for _ in range(2))
    env.reset(seed=5)
    other.reset(seed=5)
    first = env.table
    assert other.table == first
    env.reset()
    other.reset()
    assert env.table == other.table
    assert env.table != first
    env.reset(seed=5)
    assert env.table == first


def test_what_an_agent_has_observed_does_not_change_later(env: TableEnv) -> None:
    seen = env.observe("seat_0")
    observation = seen["observation"].copy()
    mask = seen["action_mask"].copy()
    info = env.infos[env.agent_selection]
    legal = list(info["legal_actions"])
    for _ in range(6):
        env.step(env.infos[env.agent_selection]["legal_actions"][0])
        env.observe("seat_0")
    assert np.array_equal(seen["observation"], observation)
    assert np.array_equal(seen["action_mask"], mask)
    assert info["legal_actions"] == legal


def test_an_agent_may_reorder_its_list_of_legal_actions(env: TableEnv) -> None:
    legal = env.infos[env.agent_selection]["legal_actions"]
    action = legal[0]
    after = engine.next_state(env.table, engine.asked_seats(env.table)[0], env.moves[action])
    legal.reverse()
    env.step(action)
    assert env.table == after


@pytest.mark.parametrize("duplicate", [deepcopy, lambda env: pickle.loads(pickle.dumps(env))])
def test_a_copy_goes_on_by_itself(env: TableEnv, duplicate: Callable[[TableEnv], TableEnv]) -> None:
    env.observe("seat_0")
    before = env.table
    copy = duplicate(env)
    copy.step(copy.infos[copy.agent_selection]["legal_actions"][0])
    assert (env.table, env.table.ply, copy.table.ply) == (before, 0, 1)
    assert np.array_equal(
        copy.observe("seat_0")["observation"], observe(copy.layout, read_view(engine.view(copy.table, 0)))
    )
    env.step(env.infos[env.agent_selection]["legal_actions"][0])
    assert env.table == copy.table


# ---- terms


def test_in_zar_the_seats_are_asked_one_by_one() -> None:
    assert environments.make("zar").options == {"matching": "poll"}
    with pytest.raises(engine.InvalidOption, match=r"matching cannot be 'race' here, since one agent acts"):
        environments.make("zar", options={"matching": "race"})


def test_so_many_seats_get_the_decks_that_they_need() -> None:
    env = environments.make("zlam", seats=100)
    assert env.options == {"decks": 7}
    assert len(env.moves) == 103


@pytest.mark.parametrize(("seats", "options"), [(5, {}), (1, {}), (2, {"rounds": 99}), (2, {"no": 1})])
def test_terms_that_the_game_does_not_allow_are_refused(seats: int, options: dict[str, engine.Plain]) -> None:
    with pytest.raises(engine.EngineError):
        environments.make("zeven", seats=seats, options=options)


def test_a_table_can_go_on_from_a_state() -> None:
    state = engine.new_game("zeven", seats=2, seed="11" * 32)
    env = environments.make("zeven", seats=2)
    env.reset(options={"table": state})
    assert env.table is state
    for other in (
        engine.new_game("zeven", seats=3, seed="11" * 32),
        engine.new_game("bazaar", seats=2, seed="11" * 32),
        engine.new_game("zeven", seats=2, options={"rounds": 1}, seed="11" * 32),
        engine.dumps(state),
    ):
        with pytest.raises(ValueError, match="must have the game, the seats and the options"):
            env.reset(options={"table": other})
