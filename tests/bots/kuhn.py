"""Kuhn poker, whose values are known: Kuhn, "A Simplified Two-Person Poker" (1950).

Three cards, J, Q and K; each of two seats gets one and pays 1. The first seat passes or bets 1; the other answers in
the same way, and the first one once more if it has passed and the other has bet. A pass after a bet gives up, else the
higher card takes all. If both play well, the first seat loses 1/18 a deal.
"""

from collections.abc import Iterator, Mapping
from fractions import Fraction

import msgspec

from engine import register
from engine.core import values as core
from engine.core.game import Game, Guide, TableSetup
from engine.core.moves import Move
from engine.core.values import Card, Options, Refused, Result, Verb, make_result
from engine.core.zones import Layout, ZoneKind, ZoneMap
from engine.games import GAMES

DECK = ("J", "Q", "K")
ORDER = {card: index for index, card in enumerate(DECK)}
PASS, BET = Move("pass"), Move("bet")
OVER = ("pp", "pbp", "pbb", "bp", "bb")
HAND = ("hand:0", "hand:1")

# How likely a bet is in the equilibrium, by the card and the moves so far ("p" a pass, "b" a bet). It is one of many:
# the first seat bets the king with any chance to 1, and the jack with a third of that.
BETS: Mapping[str, Mapping[str, Fraction]] = {
    "": {"J": Fraction(1, 6), "Q": Fraction(0), "K": Fraction(1, 2)},
    "p": {"J": Fraction(1, 3), "Q": Fraction(0), "K": Fraction(1)},
    "b": {"J": Fraction(0), "Q": Fraction(1, 3), "K": Fraction(1)},
    "pb": {"J": Fraction(0), "Q": Fraction(1, 2), "K": Fraction(1)},
}


class State(core.State, frozen=True, kw_only=True, tag="kuhn"):
    """A deal, with the moves so far."""

    moves: str


class Half(State, frozen=True, kw_only=True, tag="halfKuhn"):
    """A deal of the same game, in whose playouts half of the moves are made at random."""


def pay(moves: str, mine: str, other: str) -> int:
    """Return what the first seat wins in a deal that is over."""
    if moves.endswith("bp"):
        return 1 if moves == "bp" else -1
    stake = 2 if moves.endswith("bb") else 1
    return stake if ORDER[mine] > ORDER[other] else -stake


def expect(card: str, moves: str, randomness: Fraction) -> Fraction:
    """Return what the first seat, with a card, wins on average after some moves.

    A part of the moves is made at random, and the others as the equilibrium has it.
    """
    others = [other for other in DECK if other != card]
    return sum((_expect((card, other), moves, randomness) for other in others), Fraction(0)) / len(others)


def _expect(cards: tuple[str, str], moves: str, randomness: Fraction) -> Fraction:
    if moves in OVER:
        return Fraction(pay(moves, *cards))
    bets = randomness / 2 + (1 - randomness) * BETS[moves][cards[len(moves) % 2]]
    after_bet, after_pass = (_expect(cards, moves + made, randomness) for made in "bp")
    return bets * after_bet + (1 - bets) * after_pass


def ends(card: str, moves: str, randomness: Fraction) -> Iterator[tuple[Fraction, int]]:
    """Yield each end for the first seat with a card, after some moves: how likely it is, and what it pays."""
    for other in DECK:
        if other != card:
            yield from _ends((card, other), moves, randomness, Fraction(1, 2))


def _ends(cards: tuple[str, str], moves: str, randomness: Fraction, part: Fraction) -> Iterator[tuple[Fraction, int]]:
    if moves in OVER:
        yield part, pay(moves, *cards)
        return
    bets = randomness / 2 + (1 - randomness) * BETS[moves][cards[len(moves) % 2]]
    yield from _ends(cards, moves + "b", randomness, part * bets)
    yield from _ends(cards, moves + "p", randomness, part * (1 - bets))


# ---- the game


def _new(layout: Layout, setup: TableSetup[Options], kind: type[State]) -> State:
    layout.zones.update({"deck": (), HAND[0]: (), HAND[1]: ()})
    layout.shuffle(DECK, "deck", "kuhn 1")
    layout.deal("deck", HAND, 1, "kuhn 1")
    return kind(rules=1, seats=2, seed=setup.seed, options=setup.options, moves="")


def _turn(state: State) -> tuple[int, ...]:
    return () if state.moves in OVER else (len(state.moves) % 2,)


def _legal(state: State, seat: int) -> tuple[Move, ...]:
    return (PASS, BET) if seat in _turn(state) else ()


def _why_not(state: State, seat: int, move: Move) -> Refused | None:
    return None if move in _legal(state, seat) else Refused("kuhn 1", "It is not the turn of seat {seat}.")


def _move(_layout: Layout, state: State, _seat: int, move: Move) -> State:
    return msgspec.structs.replace(state, moves=state.moves + move.verb[0])


def _scores(state: State, _viewer: int | None) -> tuple[int | None, ...]:
    return (None, None) if state.moves not in OVER else _chips(state)


def _chips(state: State) -> tuple[int, int]:
    if state.moves not in OVER:
        return (0, 0)
    won = pay(state.moves, state.zones[HAND[0]][0], state.zones[HAND[1]][0])
    return (won, -won)


def _result(state: State) -> Result | None:
    return make_result(_chips(state), "shown") if state.moves in OVER else None


def _score_move(state: State, seat: int, move: Move) -> float:
    """Draw the move as the equilibrium has it, from chance that each deal brings along."""
    place = 8 * len(state.moves)
    drawn = Fraction(int(state.seed[place : place + 8], 16), 1 << 32)
    bets = drawn < BETS[state.moves][state.zones[HAND[seat]][0]]
    return float((move == BET) == bets)


def make_game(name: str, kind: type[State], randomness: float) -> Game[State, Options]:
    """Make the game with playouts of which a part is made at random."""
    return Game(
        name=name,
        title="Kuhn poker",
        summary="Pass or bet: the higher card wins.",
        rules=1,
        min_seats=2,
        max_seats=2,
        options=Options,
        state=kind,
        verbs=(Verb("pass", "pass", "Pass.", "pass"), Verb("bet", "bet", "Bet 1.", "bet")),
        facts={"moves": "The moves so far"},
        events={"drawn": "{seat} draws {cards}.", "dealt": "{seat} is dealt {cards}."},
        glossary={"shown": "the cards are shown"},
        cards={card: Card(card, None, None, rank, card) for card, rank in ORDER.items()},
        zone_map=ZoneMap(
            {
                "deck": ZoneKind("the deck", "nobody"),
                "hand": ZoneKind("the hand of seat {seat}", "owner", owned=True, hand=True),
            },
            ORDER,
        ),
        deck=lambda _options: DECK,
        new=lambda layout, setup: _new(layout, setup, kind),
        active=_turn,
        turn=_turn,
        legal=_legal,
        why_not=_why_not,
        actions={"pass": _move, "bet": _move},
        attempt=lambda _state, _seat, _card: PASS,
        route=lambda _state, _seat, _move: (None, None),
        zones=lambda _state: ("deck", *HAND),
        read_facts=lambda state: {"moves": state.moves or "none"},
        scores=_scores,
        result=_result,
        check=lambda _state: None,
        guide=Guide[State](_score_move, lambda _state: 0, _chips, randomness),
    )


def register_kuhn() -> None:
    """Add both games to the register of this process, once."""
    for game in (make_game("kuhn", State, 0.0), make_game("halfKuhn", Half, 0.5)):
        if game.name not in GAMES:
            register(game)
