"""The fitted values of positions, in each game that has them."""

from math import isclose
from random import Random
from statistics import fmean

import msgspec
import pytest

import bots
import engine
from bots.chance import Chance
from bots.choose import Worlds
from bots.playout import find_terms, play_out
from engine import Judgement, State
from engine.games import GAMES
from tools.fitting import fit, judgement_of, sample
from tools.measuring import noise
from tools.random_tables import choose, deal

FITTED = [name for name, game in engine.GAMES.items() if game.guide is not None and game.guide.judgement is not None]


def positions(game: str, seats: int) -> list[State]:
    """Return the positions of a random table, all but the last."""
    random = Random(f"{game} {seats}")
    state = deal(game, seats, random)
    passed = list[State]()
    while (chosen := choose(state, random)) is not None:
        passed.append(state)
        state = engine.next_state(state, *chosen)
    return passed


@pytest.mark.parametrize("game", FITTED)
def test_every_number_of_a_description_has_a_weight(game: str) -> None:
    judgement = fitted(game)

    description = judgement.describe_seat(engine.new_game(game, seats=2, seed="00" * 32), 0)

    assert list(description) == list(judgement.fitted)


def fitted(game: str) -> Judgement[State]:
    judgement = judgement_of(game)
    assert judgement.applies(engine.new_game(game, seats=2, seed="00" * 32))
    return judgement


@pytest.mark.parametrize("game", FITTED)
def test_an_advantage_of_one_of_two_seats_is_a_disadvantage_of_the_other(game: str) -> None:
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
    samples = [one for number in range(300) for one in sample((game, 1, number, 0))]
    found = fit(samples, list(fitted(game).fitted))
    assert found == fit(samples, list(fitted(game).fitted))
    assert found.log_loss < 0.66, "a coin has 0.69"
    low = found.calibration[0]
    high = found.calibration[-1]
    assert low[1] < 0.4 < 0.6 < high[1]


def test_tables_to_fit_are_played_by_searches_too() -> None:
    searched = [one for number in range(3) for one in sample(("zar", 1, number, 30))]
    assert searched == [one for number in range(3) for one in sample(("zar", 1, number, 30))]
    assert {one.seats for one in searched} > {2}


def test_a_game_without_a_judgement_has_nothing_to_fit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(GAMES, "bazaar", msgspec.structs.replace(GAMES["bazaar"], guide=None))
    with pytest.raises(ValueError, match="no terms"):
        judgement_of("bazaar")


def test_noise_comes_from_the_deal_or_from_the_playouts(monkeypatch: pytest.MonkeyPatch) -> None:
    state = next(
        one for one in greedy_positions(tables=1) if len(engine.legal_moves(one, engine.asked_seats(one)[0])) > 2
    )
    (seat,) = engine.asked_seats(state)
    with monkeypatch.context() as patched:
        patched.setattr(noise, "Trial", noise.Judged)
        of_deals = noise.look_at(state, seat, bytes(32), 100)
    monkeypatch.setattr(Worlds, "deal", lambda _worlds, _number: state)
    of_playouts = noise.look_at(state, seat, bytes(32), 100)
    assert of_deals is not None
    assert of_playouts is not None
    assert isclose(of_deals.explained, 1.0)
    assert isclose(of_deals.between, 1.0)
    assert of_playouts.explained == 0
    assert of_playouts.between < 0.3


def test_worlds_in_which_the_last_move_looks_bad_are_dealt_seldom() -> None:
    guide = engine.GAMES["zar"].guide
    assert guide is not None
    assert guide.likelihood is not None
    dealt = list[float]()
    believed = list[float]()
    for number, state in enumerate(greedy_positions(tables=12)):
        (seat,) = engine.asked_seats(state)
        key = Chance(b"believe", str(number)).word().to_bytes(32, "big")
        worlds = [Worlds(state, seat, key, None).deal(world) for world in range(6)]
        assert all(engine.view(world, seat) == engine.view(state, seat) for world in worlds)
        believed += [guide.likelihood(world, seat) for world in worlds]
        dealt += [guide.likelihood(engine.redeal(state, seat, f"{world:064x}"), seat) for world in range(6)]
    assert fmean(dealt) < 0.85
    assert fmean(believed) > 0.9


def greedy_positions(tables: int) -> list[State]:
    """Return positions of Zar in which one seat is asked, from greedily played tables."""
    passed = list[State]()
    for number in range(tables):
        state = engine.new_game("zar", seats=2, seed=f"{number:064x}")
        while asked := engine.asked_seats(state):
            passed += [state] if len(asked) == 1 else []
            move = bots.choose(state, asked[0], 0, "00" * 32).move
            state = engine.next_state(state, asked[0], engine.parse_move(str(move)))
    return passed
