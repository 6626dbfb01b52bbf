"""In Leduc poker, of two rounds and a card that is turned over between them, the search finds the exact values too."""

from collections.abc import Iterator
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
# By how much the reward of the best move must be ahead, so that the search is sure to find it.
CLEARLY = 0.05


@pytest.fixture(autouse=True)
def games() -> Iterator[None]:
    """Register the game for the time of a test."""
    leduc.register_leduc()
    yield
    del GAME_OF_STATE[GAMES.pop("leduc").state]


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


def played(card: str, board: str, moves: str) -> State:
    """Return a deal after some moves, in which the first seat holds a card and another is turned over."""
    top = (card, next(iter(leduc.without(leduc.DECK, card, board))), board)
    deck = [*filter(None, top), *leduc.without(leduc.DECK, *top)]
    state = engine.new_game("leduc", seats=2, options={"firstSeat": 0}, seed="0" * 64, deck=deck)
    for letter in moves.replace("/", ""):
        (seat,) = engine.active_seats(state)
        state = engine.next_state(state, seat, leduc.NAMES[letter])
    assert (state.zones["hand:0"], "".join(state.zones["board"])) == ((card,), board)
    return state


Ends = list[tuple[float, int]]


def find_ends(card: str, board: str, moves: str) -> dict[str, Ends]:
    """Return by move what the first seat can win after it, and how likely that is."""
    return {
        leduc.NAMES[letter]: [(float(part), paid) for part, paid in leduc.ends(card, board, leduc.add(moves, letter))]
        for letter in leduc.legal_after(moves)
    }


def moments(ends: Ends) -> tuple[float, float]:
    """Return what is won on average, and the standard deviation of that."""
    mean = sum(part * paid for part, paid in ends)
    return mean, sqrt(sum(part * (paid - mean) ** 2 for part, paid in ends))


def reward(ends: Ends, scale: float) -> float:
    """Return the exact reward, half for winning and half for the squashed margin, which is twice what is won."""
    return sum(part * ((paid > 0) - (paid < 0) + 2 * paid / (abs(2 * paid) + scale)) / 2 for part, paid in ends)


@pytest.mark.parametrize(("card", "board", "moves"), POSITIONS)
def test_every_move_is_worth_what_all_deals_and_all_ways_to_play_on_say(card: str, board: str, moves: str) -> None:
    choice = bots.choose(played(card, board, moves), 0, EFFORT, KEY)
    ends = find_ends(card, board, moves)
    assert {candidate.move for candidate in choice.candidates} == set(ends)
    for candidate in choice.candidates:
        mean, deviation = moments(ends[candidate.move or ""])
        # The other seat loses what the first one wins.
        assert candidate.margin / 2 == pytest.approx(mean, abs=ERRORS * deviation / sqrt(candidate.playouts) + 1e-9)
    scale = sum(part * abs(2 * paid) for of_move in ends.values() for part, paid in of_move) / len(ends)
    best, second, *_ = sorted(((reward(of_move, scale), move) for move, of_move in ends.items()), reverse=True)
    assert choice.move == best[1] or best[0] - second[0] < CLEARLY


def test_some_deals_pay_what_paper_says() -> None:
    assert leduc.pay("rf", ("J", "K"), "") == 1
    assert leduc.pay("cc/rc", ("J", "K"), "J") == 5
    assert leduc.pay("cc/cc", ("J", "K"), "Q") == -1
    assert leduc.pay("rrc/rrc", ("Q", "Q"), "K") == 0
    assert leduc.count_paid("rrc/rrc") == (13, 13)
    assert sum(part for part, _ in leduc.ends("Q", "", "")) == 1
