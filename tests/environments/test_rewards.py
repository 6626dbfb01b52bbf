"""Rewards follow from the result of a table, and add up to 0."""

from collections.abc import Mapping

import pytest

import engine
from engine import Result, State
from environments.rewards import REWARDS, Reward


def end_with(game: str, options: Mapping[str, object], result: Result) -> tuple[State, Result]:
    return engine.new_game(game, seats=len(result.scores), options=options, seed="00" * 32), result


def result_of(scores: tuple[int, ...], ranking: tuple[int, ...]) -> Result:
    winners = tuple(seat for seat, place in enumerate(ranking) if place == 1)
    return Result(scores, ranking, winners, "rounds")


@pytest.mark.parametrize(
    ("reward", "scores", "ranking", "expected"),
    [
        ("rank", (9, 4), (1, 2), (1, -1)),
        ("rank", (5, 5), (1, 1), (0, 0)),
        ("rank", (9, 7, 4), (1, 2, 3), (1, 0, -1)),
        ("rank", (4, 9, 9), (3, 1, 1), (-1, 0.5, 0.5)),
        ("margin", (9, 4), (1, 2), (5, -5)),
        ("margin", (5, 5), (1, 1), (0, 0)),
        ("margin", (9, 6, 3), (1, 2, 3), (4.5, 0, -4.5)),
    ],
)
def test_a_seat_is_rewarded_by_its_place_or_by_its_points(
    reward: Reward, scores: tuple[int, ...], ranking: tuple[int, ...], expected: tuple[float, ...]
) -> None:
    rewards = REWARDS[reward](*end_with("zeven", {}, result_of(scores, ranking)))
    assert rewards == pytest.approx(expected)
    assert sum(rewards) == pytest.approx(0)


def test_where_the_fewest_points_win_fewer_are_ahead() -> None:
    options = {"scoring": "penalty", "matching": "poll"}
    end = end_with("zar", options, result_of((3, 10), (1, 2)))
    assert REWARDS["margin"](*end) == (7, -7)


def test_seats_of_a_team_are_rewarded_for_its_points() -> None:
    end = end_with("zlam", {"teams": [0, 1, 0, 1]}, result_of((8, 3, 2, 4), (1, 3, 1, 3)))
    assert REWARDS["rank"](*end) == pytest.approx((2 / 3, -2 / 3, 2 / 3, -2 / 3))
    assert REWARDS["margin"](*end) == pytest.approx((2, -2, 2, -2))
