"""Ratings: what winning, losing, ties and teams do to them."""

import pytest

from tournaments import Rating, rate, rate_all

NEW = Rating()


def test_who_wins_gains_and_who_loses_loses_and_both_become_surer() -> None:
    ((winner,), (loser,)) = rate([[NEW], [NEW]], [1, 2])
    assert winner.mu > NEW.mu > loser.mu
    assert winner.mu - NEW.mu == pytest.approx(NEW.mu - loser.mu)
    assert max(winner.sigma, loser.sigma) < NEW.sigma


def test_a_tie_brings_unequal_ones_nearer_and_leaves_equal_ones_where_they_are() -> None:
    ((one,), (other,)) = rate([[NEW], [NEW]], [1, 1])
    assert one.mu == pytest.approx(other.mu)
    ((strong,), (weak,)) = rate([[Rating(30.0, 3.0)], [Rating(20.0, 3.0)]], [1, 1])
    assert strong.mu < 30.0
    assert weak.mu > 20.0


def test_several_players_are_rated_by_their_ranks() -> None:
    rated = [team[0].mu for team in rate([[NEW]] * 4, [3, 1, 4, 2])]
    assert rated[1] > rated[3] > rated[0] > rated[2]


def test_who_shares_a_rank_is_rated_the_same() -> None:
    rated = [team[0].mu for team in rate([[NEW]] * 4, [3, 1, 4, 1])]
    assert rated[1] == pytest.approx(rated[3])
    assert rated[1] > rated[2]


def test_a_team_gains_together() -> None:
    winners, losers = rate([[NEW, NEW], [NEW, NEW]], [1, 2])
    assert winners[0] == winners[1]
    assert winners[0].mu > losers[0].mu


def test_a_list_of_games_is_rated_in_turn() -> None:
    rated = rate_all([NEW] * 3, [([[0], [1]], [1, 2]), ([[2], [0]], [1, 2])])
    ((first,), (second,)) = rate([[NEW], [NEW]], [1, 2])
    ((third,), (again,)) = rate([[NEW], [first]], [1, 2])
    assert rated == (again, second, third)
    assert rate_all([NEW], []) == (NEW,)
