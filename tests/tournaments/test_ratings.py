"""Ratings: the effects of wins, losses, ties and teams."""

from collections.abc import Iterator, Sequence
from itertools import pairwise, permutations, product
from random import Random
from statistics import mean

import pytest
from openskill.models import PlackettLuce

from tournaments import Rating, rate, rate_all

NEW = Rating()


def test_a_winner_gains_rating_a_loser_loses_it_and_both_ratings_become_surer() -> None:
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


def test_entrants_who_share_a_rank_are_rated_the_same() -> None:
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


# ---- shared ranks


def weak_orders(places: int) -> Iterator[tuple[int, ...]]:
    """Yield every ranking of so many, with all the ways to share ranks: 1, 1, 3."""
    for levels in product(range(places), repeat=places):
        if set(levels) == set(range(max(levels) + 1)):
            yield tuple(1 + sum(other < level for other in levels) for level in levels)


@pytest.mark.parametrize("places", [2, 3, 4, 5, 6])
def test_of_equal_players_nobody_gains_more_than_one_with_a_better_rank(places: int) -> None:
    for ranks in weak_orders(places):
        gains = [team[0].mu - NEW.mu for team in rate([[NEW]] * places, ranks)]
        assert sum(gains) == pytest.approx(0)
        ordered = sorted(zip(ranks, gains, strict=True))
        for (better, more), (worse, less) in pairwise(ordered):
            assert more == pytest.approx(less) if better == worse else more > less + 0.1, ranks


def test_the_third_behind_two_who_share_the_first_rank_gains_less_than_they() -> None:
    gains = [team[0].mu - NEW.mu for team in rate([[NEW]] * 5, (1, 1, 3, 4, 5))]
    assert gains == pytest.approx([2.25, 2.25, 0.722, -0.945, -4.278], abs=0.001)


def test_in_a_mixed_field_an_equal_player_with_a_better_rank_gains_more() -> None:
    chance = Random(1)
    for _ in range(2000):
        equal = Rating(chance.uniform(-20, 70), 5.0)
        others = [Rating(chance.uniform(-20, 70), chance.uniform(1, 9)) for _ in range(chance.randrange(5))]
        ranks = [1, chance.randint(2, 3), *(chance.randint(1, 4) for _ in others)]
        ((better,), (worse,), *_) = rate([[rating] for rating in (equal, equal, *others)], ranks)
        assert better.mu > worse.mu


def random_teams(chance: Random, number: int) -> list[list[Rating]]:
    sizes = [chance.randint(1, 2) for _ in range(number)]
    return [[Rating(chance.uniform(10, 40), chance.uniform(1, 8)) for _ in range(size)] for size in sizes]


def by_library(teams: list[list[Rating]], order: Sequence[int]) -> list[list[Rating]]:
    """Return what openskill makes of teams that come in without a tie, the first place first."""
    model = PlackettLuce()
    places = [[model.rating(mu=one.mu, sigma=one.sigma) for one in team] for team in teams]
    rated = model.rate(places, ranks=[float(order.index(place)) for place in range(len(teams))])
    return [[Rating(one.mu, one.sigma) for one in team] for team in rated]


def test_without_shared_ranks_the_ratings_are_those_of_weng_and_lin() -> None:
    chance = Random(2)
    for _ in range(100):
        teams = random_teams(chance, chance.randint(2, 7))
        order = chance.sample(range(len(teams)), len(teams))
        ranks = [1 + order.index(place) for place in range(len(teams))]
        for ours, theirs in zip(rate(teams, ranks), by_library(teams, order), strict=True):
            for one, other in zip(ours, theirs, strict=True):
                assert (one.mu, one.sigma) == pytest.approx((other.mu, other.sigma))


def test_a_rank_that_two_share_counts_as_the_mean_of_both_orders() -> None:
    chance = Random(3)
    for _ in range(100):
        teams = random_teams(chance, 4)
        orders = [by_library(teams, order) for order in ((2, 0, 1, 3), (2, 1, 0, 3))]
        for place, team in enumerate(rate(teams, (2, 2, 1, 4))):
            for member, rating in enumerate(team):
                assert rating.mu == pytest.approx(mean(order[place][member].mu for order in orders))


def test_a_rank_that_more_share_counts_as_about_the_mean_of_all_orders() -> None:
    chance = Random(4)
    for _ in range(50):
        teams = [[Rating(chance.uniform(15, 35), chance.uniform(2, 8))] for _ in range(4)]
        orders = [by_library(teams, order) for order in permutations(range(4))]
        for place, (rating,) in enumerate(rate(teams, (1, 1, 1, 1))):
            expected = mean(order[place][0].mu for order in orders)
            assert abs(rating.mu - expected) < 0.03 * teams[place][0].sigma
