"""Random tables in environments agree with the engine: `python -m tests.environments.agreement --tables 1000`.

At every state of a table: the seat that acts is one that is asked, its mask lists its legal moves, each seat observes
what its view shows, and another deal that looks the same to a seat gives it the same arrays, rewards, infos and text.
At the end the rewards follow from the result.
"""

import sys
from random import Random

import numpy as np
from numpy.typing import NDArray

import engine
import environments
from engine import State
from environments import Reward, TableEnv
from environments.seat_view import observe, read_view
from tests.engine.long_run import Run, Summary, main
from tests.engine.play import Table, random_table
from tests.engine.redeal import look_alike

# How many of the states are dealt again, which takes as long as twenty moves.
REDEALT = 1 / 20
# Views of large tables take long to read: so many numbers are compared after a move, on average.
COMPARED = 1000


def check(game: str, random: Random, summary: Summary) -> None:
    """Check a random table."""
    check_table(without_reactions(random_table(game, random)), random, summary)


def without_reactions(table: Table) -> Table:
    """Return a table at which one seat acts at a time."""
    reaction = engine.find_game(table.game).reaction
    polled = {} if reaction is None else reaction.polled
    return Table(table.game, table.seats, {**table.options, **polled}, table.seed)


def check_table(table: Table, random: Random, summary: Summary) -> None:
    """Play a table to its end in an environment, and beside it in the engine."""
    reward = random.choice(tuple(environments.REWARDS))
    env = environments.make(table.game, seats=table.seats, options=table.options, reward=reward, render_mode="ansi")
    env.reset(options={"table": table.deal()})
    state = table.deal()
    while engine.active_seats(state):
        check_state(env, state, random)
        if random.random() < REDEALT:
            check_secrecy(env, random, summary)
        state = make_move(env, state, random)
        summary.count("moves")
    check_end(env, state)


def check_state(env: TableEnv, state: State, random: Random) -> None:
    """Check who acts, what it may do, and what it and another seat observe."""
    seat = engine.asked_seats(state)[0]
    agent = f"seat_{seat}"
    other = f"seat_{(seat + 1) % state.seats}"
    assert env.agent_selection == agent
    observed, reward, terminated, truncated, info = env.last()
    assert observed is not None
    assert env.observation_space(agent).contains(observed)
    assert (reward, terminated, truncated) == (0, False, False)
    legal = [env.moves[action] for action in np.flatnonzero(observed["action_mask"])]
    assert legal == sorted(engine.legal_moves(state, seat), key=env.moves.index)
    assert sorted(info["legal_actions"]) == np.flatnonzero(info["action_mask"]).tolist()
    unasked = env.observe(other)
    assert not unasked["action_mask"].any()
    if random.random() < COMPARED / env.layout.size:
        check_observation(env, state, seat, observed["observation"])
        check_observation(env, state, (seat + 1) % state.seats, unasked["observation"])


def check_observation(env: TableEnv, state: State, seat: int, observed: NDArray[np.int16]) -> None:
    """Check that a seat observes what its view shows."""
    np.testing.assert_array_equal(observed, observe(env.layout, read_view(engine.covered_view(state, seat))))


def check_secrecy(env: TableEnv, random: Random, summary: Summary) -> None:
    """Check that another deal that looks the same to a seat gives it the same, and if it acts, the same text."""
    seat = random.randrange(env.seats)
    other = look_alike(env.table, seat, random)
    if other is None or not set(engine.legal_moves(other, engine.asked_seats(other)[0])) <= set(env.moves):
        return  # Some deals that look possible are not, such as those with a 0 of Door in a hand.
    twin = environments.make(env.game, seats=env.seats, options=env.options, reward=env.reward, render_mode="ansi")
    twin.reset(options={"table": other})
    agent = f"seat_{seat}"
    here = env.observe(agent)
    there = twin.observe(agent)
    assert np.array_equal(here["observation"], there["observation"])
    assert np.array_equal(here["action_mask"], there["action_mask"])
    assert twin.agent_selection == env.agent_selection
    assert twin.rewards == env.rewards
    assert twin.infos[agent]["legal_actions"] == env.infos[agent]["legal_actions"]
    if agent == env.agent_selection:
        assert twin.render() == env.render()
    summary.count("deals compared")


def make_move(env: TableEnv, state: State, random: Random) -> State:
    """Make a random move in both, and return the next state of the engine."""
    action = random.choice(env.infos[env.agent_selection]["legal_actions"])
    after, _ = engine.apply(state, engine.asked_seats(state)[0], str(env.moves[action]))
    env.step(action)
    return after


def check_end(env: TableEnv, state: State) -> None:
    """Check that the table is over for all agents, and how they are rewarded."""
    result = engine.result(state)
    assert result is not None
    assert set(env.terminations.values()) == {True}
    assert set(env.truncations.values()) == {False}
    np.testing.assert_allclose(list(env.rewards.values()), expected_rewards(env.reward, state, result), atol=1e-9)
    for seat in range(state.seats):
        check_observation(env, state, seat, env.observe(f"seat_{seat}")["observation"])
    while env.agents:
        env.step(None)


def expected_rewards(reward: Reward, state: State, result: engine.Result) -> list[float]:
    """Return the mean of a seat's duels with each other seat: who is placed better, or by how many points."""
    if reward == "rank":
        worth = [-place for place in result.ranking]
        return [sum(np.sign(own - other) for other in worth) / (state.seats - 1) for own in worth]
    sides = engine.game_of(state).sides
    teams = list(range(state.seats)) if sides is None else list(sides(state))
    totals = [sum(score for score, side in zip(result.scores, teams, strict=True) if side == team) for team in teams]
    fewest_win = getattr(state.options, "scoring", None) == "penalty"
    return [(-1 if fewest_win else 1) * sum(own - other for other in totals) / (state.seats - 1) for own in totals]


RUN = Run("agreement", "tables", 100, check, 10, package="tests.environments")

if __name__ == "__main__":
    sys.exit(main(RUN, __doc__))
