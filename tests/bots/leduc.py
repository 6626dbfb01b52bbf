"""Leduc poker: Southey et al., "Bayes' Bluff: Opponent Modelling in Poker" (2005).

Six cards, two of each of J, Q and K; each of two seats gets one and pays 1. In each of two rounds the first seat
begins: a seat folds, calls (or checks) or raises, at most two raises a round, by 2 in the first and by 4 in the second.
Between them a card is turned over. A pair with it wins, else the higher card; equal ones share.

The value of each move is a sum over all deals and continuations. There are two games: in the playouts of the first,
every move is random. In the second, half of the moves are random; in the other half, the holder of a king raises if
possible, and all others call.
"""

from collections.abc import Iterator, Mapping
from fractions import Fraction

import msgspec

from engine import register
from engine.core import values as core
from engine.core.game import Game, Guide, TableSetup
from engine.core.moves import NOWHERE, Move
from engine.core.primer import FactKind
from engine.core.values import Card, Options, Refused, Result, Verb, make_result
from engine.core.zones import Layout, ZoneKind, ZoneMap
from engine.games import GAMES

ORDER = {"J": 0, "Q": 1, "K": 2}
DECK = tuple(card for card in ORDER for _ in range(2))
FOLD = Move("fold")
CALL = Move("call")
RAISE = Move("raise")
RAISES_BY = (2, 4)
MOST_RAISES = 2
HAND = ("hand:0", "hand:1")


class State(core.State, frozen=True, kw_only=True, tag="leduc"):
    """A deal, with the moves so far by their letters, and a stroke between the rounds."""

    moves: str


class Half(State, frozen=True, kw_only=True, tag="halfLeduc"):
    """A deal of the second game, in whose playouts half of the moves are random."""


# ---- the rules, of moves alone


def legal_after(moves: str) -> str:
    """Return the letters of the moves that may follow."""
    this_round = moves.rpartition("/")[2]
    raises = this_round.count("r")
    return ("f" if raises else "") + "c" + ("r" if raises < MOST_RAISES else "")


def add(moves: str, letter: str) -> str:
    """Return the moves with one more, and with a stroke if the first round ends with it."""
    moves += letter
    return f"{moves}/" if "/" not in moves and closes(moves) and letter != "f" else moves


def closes(this_round: str) -> bool:
    """Tell whether a round is over."""
    return this_round.endswith("f") or (len(this_round) > 1 and this_round.endswith("c"))


def is_over(moves: str) -> bool:
    """Tell whether a deal is over."""
    return closes(moves.rpartition("/")[2])


def mover(moves: str) -> int:
    """Return the seat that moves next."""
    return len(moves.rpartition("/")[2]) % 2


def count_paid(moves: str) -> tuple[int, int]:
    """Return what each seat has paid."""
    paid = [1, 1]
    for this_round, step in zip(moves.split("/"), RAISES_BY, strict=False):
        for number, letter in enumerate(this_round):
            paid[number % 2] = {"f": paid[number % 2], "c": max(paid), "r": max(paid) + step}[letter]
    return paid[0], paid[1]


def pay(moves: str, cards: tuple[str, str], board: str) -> int:
    """Return what the first seat wins in a deal that is over."""
    mine, other = count_paid(moves)
    if moves.endswith("f"):
        return -mine if mover(moves) else other
    first, second = ((card == board, ORDER[card]) for card in cards)
    return 0 if first == second else other if first > second else -mine


# ---- exact values


def ends(mine: str, board: str, moves: str, randomness: Fraction) -> Iterator[tuple[Fraction, int]]:
    """Yield each end for the first seat with a card, after some moves: how likely it is, and what it pays.

    The other card can be any that is not seen, and a part of the moves that follow is made at random.
    """
    for other, part in draw(without(DECK, mine, board)):
        yield from _ends((mine, other), board, moves, randomness, part)


def favourite(card: str, moves: str) -> str:
    """Return the letter of the move that the guide recommends to the holder of a card."""
    return "r" if card == "K" and "r" in legal_after(moves) else "c"


def draw(cards: tuple[str, ...]) -> Iterator[tuple[str, Fraction]]:
    """Yield each kind of card, and how likely it is drawn."""
    for card in dict.fromkeys(cards):
        yield card, Fraction(cards.count(card), len(cards))


def without(cards: tuple[str, ...], *gone: str) -> tuple[str, ...]:
    """Return cards without some of them."""
    rest = list(cards)
    for card in gone:
        if card:
            rest.remove(card)
    return tuple(rest)


def _ends(
    cards: tuple[str, str], board: str, moves: str, randomness: Fraction, part: Fraction
) -> Iterator[tuple[Fraction, int]]:
    if is_over(moves):
        yield part, pay(moves, cards, board)
    elif "/" in moves and not board:
        for turned, likely in draw(without(DECK, *cards)):
            yield from _ends(cards, turned, moves, randomness, part * likely)
    else:
        letters = legal_after(moves)
        for letter in letters:
            likely = randomness / len(letters)
            if letter == favourite(cards[mover(moves)], moves):
                likely += 1 - randomness
            yield from _ends(cards, board, add(moves, letter), randomness, part * likely)


# ---- the game


def _new(layout: Layout, setup: TableSetup[Options], kind: type[State]) -> State:
    layout.zones.update({"deck": (), "board": (), HAND[0]: (), HAND[1]: ()})
    layout.shuffle(DECK, "deck", "leduc 1")
    layout.deal("deck", HAND, 1, "leduc 1")
    return kind(rules=1, seats=2, seed=setup.seed, options=setup.options, moves="")


def _turn(state: State) -> tuple[int, ...]:
    return () if is_over(state.moves) else (mover(state.moves),)


def _legal(state: State, seat: int) -> tuple[Move, ...]:
    if seat not in _turn(state):
        return ()
    letters = legal_after(state.moves)
    return tuple(move for move in (FOLD, CALL, RAISE) if move.verb[0] in letters)


def _why_not(state: State, seat: int, move: Move) -> Refused | None:
    return None if move in _legal(state, seat) else Refused("leduc 1", "That is not possible now.")


def _move(layout: Layout, state: State, _seat: int, move: Move) -> State:
    moves = add(state.moves, move.verb[0])
    if moves.endswith("/"):
        layout.draw("turned", None, "deck", "board", "leduc 1")
    return msgspec.structs.replace(state, moves=moves)


def _chips(state: State) -> tuple[int, int]:
    if not is_over(state.moves):
        return (0, 0)
    (mine,), (other,) = (state.zones[hand] for hand in HAND)
    won = pay(state.moves, (mine, other), "".join(state.zones["board"]))
    return (won, -won)


def _scores(state: State, _viewer: int | None) -> tuple[int | None, ...]:
    return _chips(state) if is_over(state.moves) else (None, None)


def _result(state: State) -> Result | None:
    return make_result(_chips(state), "shown") if is_over(state.moves) else None


def _score_move(state: State, seat: int, move: Move) -> float:
    return float(move.verb[0] == favourite(state.zones[HAND[seat]][0], state.moves))


GAME: Game[State, Options] = Game(
    name="leduc",
    title="Leduc poker",
    summary="Fold, call or raise: a pair with the card in the middle wins, or the higher card.",
    rules=1,
    min_seats=2,
    max_seats=2,
    options=Options,
    state=State,
    verbs=tuple(Verb(name, name, f"{name.title()}.", name) for name in ("fold", "call", "raise")),
    facts={"moves": FactKind("The moves so far")},
    events={"turned": "{cards} is turned over.", "dealt": "{seat} is dealt {cards}."},
    glossary={"shown": "the cards are shown"},
    cards={card: Card(card, None, None, rank, card) for card, rank in ORDER.items()},
    zone_map=ZoneMap(
        {
            "deck": ZoneKind("the deck", "nobody"),
            "board": ZoneKind("the card in the middle", "everybody"),
            "hand": ZoneKind("the hand of seat {seat}", "owner", owned=True, hand=True),
        },
        ORDER,
    ),
    deck=lambda _options: DECK,
    new=lambda layout, setup: _new(layout, setup, State),
    active=_turn,
    turn=_turn,
    possible=lambda _seats, _options: (FOLD, CALL, RAISE),
    legal=_legal,
    why_not=_why_not,
    actions=dict.fromkeys(("fold", "call", "raise"), _move),
    attempt=lambda _state, _seat, _card: CALL,
    route=lambda _state, _seat, _move: NOWHERE,
    zones=lambda _state: ("deck", "board", *HAND),
    read_facts=lambda state: {"moves": state.moves or "none"},
    scores=_scores,
    result=_result,
    check=lambda _state: None,
    guide=Guide[State](_score_move, lambda _state: 0, _chips, randomness=1.0),
)
HALF: Game[State, Options] = msgspec.structs.replace(
    GAME,
    name="halfLeduc",
    state=Half,
    new=lambda layout, setup: _new(layout, setup, Half),
    guide=Guide[State](_score_move, lambda _state: 0, _chips, randomness=0.5),
)
NAMES: Mapping[str, str] = {"f": "fold", "c": "call", "r": "raise"}


def register_leduc() -> None:
    """Add both games to the register of this process, once."""
    for game in (GAME, HALF):
        if game.name not in GAMES:
            register(game)
