"""The search is right, not only strong: in Kuhn poker it finds the values that are known."""

from collections.abc import Iterator
from fractions import Fraction
from math import sqrt

import pytest

import bots
import engine
from engine import State
from engine.games import GAME_OF_STATE, GAMES
from tests.bots import kuhn

KEY = "17" * 32
EFFORT = 12_000
# Every 95 % interval is made wider, so that hardly any of them misses: 1.96 standard errors become 4.
WIDER = 4 / 1.96
LIKELIHOOD = {"kuhn": Fraction(0), "halfKuhn": Fraction(1, 2)}


@pytest.fixture(autouse=True)
def games() -> Iterator[None]:
    """Register the games for the time of a test."""
    kuhn.register_kuhn()
    yield
    for name in LIKELIHOOD:
        del GAME_OF_STATE[GAMES.pop(name).state]


def dealt(game: str, card: str) -> State:
    """Return a deal in which the first seat holds a card."""
    deals = (engine.new_game(game, seats=2, seed=f"{number:064x}") for number in range(1_000))
    return next(state for state in deals if state.zones["hand:0"] == (card,))


def reward(card: str, moves: str, randomness: Fraction, scale: float) -> float:
    """Return the exact reward, half for winning and half for the squashed margin, which is twice what is won."""
    ends = [(float(part), pay) for part, pay in kuhn.ends(card, moves, randomness)]
    return sum(part * ((pay > 0) - (pay < 0) + 2 * pay / (abs(2 * pay) + scale)) / 2 for part, pay in ends)


@pytest.mark.parametrize("card", kuhn.DECK)
@pytest.mark.parametrize("game", list(LIKELIHOOD))
def test_the_exact_value_of_a_move_lies_in_the_interval_that_is_told(game: str, card: str) -> None:
    randomness = LIKELIHOOD[game]
    choice = bots.choose(dealt(game, card), 0, EFFORT, KEY)
    ends = [(part, pay) for moves in "pb" for part, pay in kuhn.ends(card, moves, randomness)]
    scale = float(sum(part * abs(2 * pay) for part, pay in ends)) / 2
    assert {candidate.move for candidate in choice.candidates} == {"pass", "bet"}
    for candidate in choice.candidates:
        assert candidate.move is not None
        # The scale of the margins is itself measured, which the interval does not tell.
        half = (candidate.high - candidate.low) / 2 * WIDER + 0.01
        assert candidate.reward == pytest.approx(reward(card, candidate.move[0], randomness, scale), abs=half)
        assert half < 0.1
        value = kuhn.expect(card, candidate.move[0], randomness)
        # No margin differs from the mean by more than 4.
        assert candidate.margin == pytest.approx(2 * float(value), abs=4 * 4 / sqrt(candidate.playouts))


def test_two_who_play_well_win_what_is_known() -> None:
    assert sum(worth(card) for card in kuhn.DECK) / 3 == Fraction(-1, 18)
    found = low = high = 0.0
    for card in kuhn.DECK:
        for candidate in bots.choose(dealt("kuhn", card), 0, EFFORT, KEY).candidates:
            assert candidate.move is not None
            part = float(likelihood(card, candidate.move)) / 3
            error = 2 / sqrt(candidate.playouts)
            found += part * candidate.margin / 2
            low, high = low + part * (candidate.margin / 2 - error), high + part * (candidate.margin / 2 + error)
    assert low < -1 / 18 < high
    assert found == pytest.approx(-1 / 18, abs=0.05)


def worth(card: str) -> Fraction:
    """Return what the first seat wins with a card, if both play well."""
    bets = kuhn.BETS[""][card]
    return bets * kuhn.expect(card, "b", Fraction(0)) + (1 - bets) * kuhn.expect(card, "p", Fraction(0))


def likelihood(card: str, move: str) -> Fraction:
    """Return how likely the equilibrium has a first move."""
    bets = kuhn.BETS[""][card]
    return bets if move == "bet" else 1 - bets


@pytest.mark.parametrize("card", kuhn.DECK)
def test_the_better_move_is_chosen_where_one_is_clearly_better(card: str) -> None:
    # Who plays half at random gives up half of the time, so a bet wins more.
    assert kuhn.expect(card, "b", Fraction(1, 2)) > kuhn.expect(card, "p", Fraction(1, 2))
    assert bots.choose(dealt("halfKuhn", card), 0, EFFORT, KEY).move == "bet"
