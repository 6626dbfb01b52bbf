"""What a position is worth, fitted to tables: in each game that has such a judgement."""

from math import isclose
from random import Random

import pytest

import engine
from bots.chance import Chance
from bots.playout import find_terms, play_out
from engine import Judgement, State
from tools.fitting import fit, judgement_of, sample
from tools.random_tables import choose, deal

FITTED = [name for name, game in engine.GAMES.items() if game.guide is not None and game.guide.judgement is not None]


def positions(game: str, seats: int) -> list[State]:
    """Return the positions of a random table, all but the last."""
    random = Random(f"{game} {seats}")
    state, passed = deal(game, seats, random), list[State]()
    while (chosen := choose(state, random)) is not None:
        passed.append(state)
        state = engine.next_state(state, *chosen)
    return passed


def fitted(game: str) -> Judgement[State]:
    judgement = judgement_of(game)
    assert judgement.applies(engine.new_game(game, seats=2, seed="00" * 32))
    return judgement


@pytest.mark.parametrize("game", FITTED)
def test_what_one_of_two_seats_has_the_other_lacks(game: str) -> None:
    for state in positions(game, 2):
        terms = [find_terms(fitted(game), state, seat) for seat in range(2)]
        assert len(terms[0]) == len(fitted(game).fitted)
        assert all(isclose(one, -other, abs_tol=1e-9) for one, other in zip(*terms, strict=True))


@pytest.mark.parametrize("game", FITTED)
@pytest.mark.parametrize("seats", [2, 4])
def test_a_table_that_is_left_at_the_horizon_is_judged_by_a_chance_and_by_points(game: str, seats: int) -> None:
    left = 0
    for number, state in enumerate(positions(game, seats)[:40:4]):
        end = play_out(state, 0, Chance(b"judge", str(number)))
        assert end.win is not None
        assert -1 <= end.win <= 1
        left += end.moves == fitted(game).horizon * seats and -1 < end.win < 1
    assert left


def test_zar_with_points_is_judged_by_its_points() -> None:
    assert not fitted("zar").applies(engine.new_game("zar", seats=2, options={"scoring": "penalty"}, seed="00" * 32))


@pytest.mark.parametrize("game", FITTED)
def test_a_fit_is_the_same_again_and_expects_what_happens(game: str) -> None:
    samples = [one for number in range(300) for one in sample((game, 1, number))]
    found = fit(samples, list(fitted(game).fitted))
    assert found == fit(samples, list(fitted(game).fitted))
    assert found.log_loss < 0.66, "a coin has 0.69"
    low, high = found.calibration[0], found.calibration[-1]
    assert low[1] < 0.4 < 0.6 < high[1]


def test_a_game_without_a_judgement_has_nothing_to_fit() -> None:
    with pytest.raises(ValueError, match="no terms"):
        judgement_of("bazaar")
