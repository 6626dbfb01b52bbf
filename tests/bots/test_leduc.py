"""The search is right, not only strong: in Leduc poker it finds the exact values."""

from collections.abc import Iterator
from fractions import Fraction
from math import sqrt

import pytest

import bots
import engine
from engine import State
from engine.games import GAME_OF_STATE, GAMES
from tests.bots import leduc

KEY = "5c" * 32
EFFORT = 6_000
# Every interval is four standard errors, so that hardly any value misses it.
ERRORS = 4
# Every 95 % interval is made wider: 1.96 standard errors become as many.
WIDER = ERRORS / 1.96
RANDOMNESS = {"leduc": Fraction(1), "halfLeduc": Fraction(1, 2)}
# By how much the reward of the best move must be ahead, so that the search is sure to find it.
CLEARLY = 0.05


@pytest.fixture(autouse=True)
def games() -> Iterator[None]:
    """Register the games for the time of a test."""
    leduc.register_leduc()
    yield
    for name in RANDOMNESS:
        del GAME_OF_STATE[GAMES.pop(name).state]


# The card of the first seat, the one that is turned over, and the moves so far.
POSITIONS = [
    ("J", "", ""),
    ("Q", "", ""),
    ("K", "", ""),
    ("K", "", "cr"),
    ("J", "J", "cc/"),
    ("Q", "K", "rc/"),
    ("Q", "J", "crc/cr"),
    ("K", "Q", "rrc/rr"),
]


def played(game: str, card: str, board: str, moves: str) -> State:
    """Return a deal after some moves, in which the first seat holds a card and another is turned over."""
    top = (card, next(iter(leduc.without(leduc.DECK, card, board))), board)
    deck = [*filter(None, top), *leduc.without(leduc.DECK, *top)]
    state = engine.new_game(game, seats=2, options={"firstSeat": 0}, seed="0" * 64, deck=deck)
    for letter in moves.replace("/", ""):
        (seat,) = engine.active_seats(state)
        state = engine.next_state(state, seat, leduc.NAMES[letter])
    assert (state.zones["hand:0"], "".join(state.zones["board"])) == ((card,), board)
    return state


Ends = list[tuple[float, int]]


def find_ends(game: str, card: str, board: str, moves: str) -> dict[str, Ends]:
    """Return by move what the first seat can win after it, and how likely that is."""
    found: dict[str, Ends] = {}
    for letter in leduc.legal_after(moves):
        ends = leduc.ends(card, board, leduc.add(moves, letter), RANDOMNESS[game])
        found[leduc.NAMES[letter]] = [(float(part), paid) for part, paid in ends]
    return found


def moments(ends: Ends) -> tuple[float, float]:
    """Return what is won on average, and the standard deviation of that."""
    mean = sum(part * paid for part, paid in ends)
    return mean, sqrt(sum(part * (paid - mean) ** 2 for part, paid in ends))


def reward(ends: Ends, scale: float) -> float:
    """Return the exact reward, half for winning and half for the squashed margin, which is twice what is won."""
    return sum(part * ((paid > 0) - (paid < 0) + 2 * paid / (abs(2 * paid) + scale)) / 2 for part, paid in ends)


def usual_margin(choice: bots.Choice, ends: dict[str, Ends]) -> float:
    """Return the margin in the mean of all playouts of a search."""
    of_moves = [(one.playouts, ends[one.move or ""]) for one in choice.candidates]
    total = sum(playouts * part * abs(2 * paid) for playouts, of_move in of_moves for part, paid in of_move)
    return total / sum(playouts for playouts, _ in of_moves)


@pytest.mark.parametrize("game", RANDOMNESS)
@pytest.mark.parametrize(("card", "board", "moves"), POSITIONS)
def test_every_move_is_worth_what_all_deals_and_all_plays_say(game: str, card: str, board: str, moves: str) -> None:
    choice = bots.choose(played(game, card, board, moves), 0, EFFORT, KEY)
    ends = find_ends(game, card, board, moves)
    assert {candidate.move for candidate in choice.candidates} == set(ends)
    scale = usual_margin(choice, ends)
    for candidate in choice.candidates:
        of_move = ends[candidate.move or ""]
        # The scale of the margins is itself measured, which the interval does not tell.
        half = (candidate.high - candidate.low) / 2 * WIDER + 0.01
        assert candidate.reward == pytest.approx(reward(of_move, scale), abs=half)
        assert half < 0.15
        mean, deviation = moments(of_move)
        # The other seat loses what the first one wins.
        assert candidate.margin / 2 == pytest.approx(mean, abs=ERRORS * deviation / sqrt(candidate.playouts) + 1e-9)
    best, second, *_ = sorted(((reward(of_move, scale), move) for move, of_move in ends.items()), reverse=True)
    assert choice.move == best[1] or best[0] - second[0] < CLEARLY


def test_some_deals_pay_what_paper_says() -> None:
    assert leduc.pay("rf", ("J", "K"), "") == 1
    assert leduc.pay("cc/rc", ("J", "K"), "J") == 5
    assert leduc.pay("cc/cc", ("J", "K"), "Q") == -1
    assert leduc.pay("rrc/rrc", ("Q", "Q"), "K") == 0
    assert leduc.count_paid("rrc/rrc") == (13, 13)
    assert sum(part for part, _ in leduc.ends("Q", "", "", Fraction(1, 2))) == 1
