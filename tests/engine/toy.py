"""High, a minimal game for tests: one file, and one line in the register.

2–3 seats, nine cards, 1–9. In turn each seat lays a card; one higher than the card to beat takes all that lie there.
The holder of the 1 may toss it at any moment, also out of turn. Most cards taken wins. The rules are numbered in
tests/engine/toy.md.
"""

from collections.abc import Iterable, Mapping
from typing import Annotated

from msgspec import Meta
from msgspec.structs import replace

from engine import register
from engine.core import values as core
from engine.core.game import Game, TableSetup
from engine.core.moves import Move, Route
from engine.core.primer import FactKind
from engine.core.values import Card, Refused, Result, Verb, make_result, require
from engine.core.zones import Layout, ZoneKind, ZoneMap
from engine.games import GAMES

# The nine cards (toy 1.1).
DECK = tuple(f"N{value}" for value in range(1, 10))
ORDER = {card: index for index, card in enumerate(DECK)}
ONE = "N1"


class Options(core.Options, frozen=True, kw_only=True):
    """The option of High (toy 4)."""

    cards: Annotated[Annotated[int, Meta(ge=1, le=3)], Meta(description="How many cards each seat is dealt.")] = 3


class State(core.State, frozen=True, kw_only=True, tag="toy"):
    """A table of High; `turn` is the seat that lays next."""

    options: Options
    turn: Annotated[int, Meta(ge=0, le=2)]


# ---- the contract


def new(layout: Layout, setup: TableSetup[Options]) -> State:
    """Deal the hands, one card at a time (toy 1.2)."""
    state = State(rules=1, seats=setup.seats, seed=setup.seed, options=setup.options, turn=setup.first)
    layout.zones.update(dict.fromkeys(zones(state), ()))
    layout.shuffle(DECK, "deck", "toy 1.2")
    for _ in range(setup.options.cards):
        for step in range(setup.seats):
            layout.draw("drawn", None, "deck", hand((setup.first + step) % setup.seats), "toy 1.2")
    return state


def active(state: State) -> tuple[int, ...]:
    """Return the seat whose turn it is and, in secret, the holder of the 1 (toy 2.4, toy 3.2)."""
    seats = range(state.seats)
    return tuple(seat for seat in seats if legal(state, seat))


def turn(state: State) -> tuple[int, ...]:
    """Return the openly active seat (toy 3.2)."""
    return () if is_over(state) else (state.turn,)


def possible(_seats: int, _options: Options) -> Iterable[Move]:
    """List every card to lay, and the 1 to toss (toy 5)."""
    return (*(Move("lay", (card,)) for card in DECK), Move("toss", (ONE,)))


def legal(state: State, seat: int) -> tuple[Move, ...]:
    """List the cards to lay, and the 1 to toss (toy 5)."""
    cards = state.zones[hand(seat)]
    lays = tuple(Move("lay", (card,)) for card in cards if seat == state.turn)
    return (*lays, Move("toss", (ONE,))) if ONE in cards and state.zones["deck"] else lays


def why_not(state: State, seat: int, move: Move) -> Refused | None:
    """Return why a seat may not make a move, None when it may (toy 2.1, toy 2.4)."""
    if move in legal(state, seat):
        return None
    if move.verb == "toss":
        return Refused("toy 2.4", "Only the 1 is tossed, by the seat that holds it, and while there is a deck.")
    if seat != state.turn:
        return Refused("toy 2.1", "It is the turn of {asked}.")
    return Refused("toy 2.1", "{seat} does not hold {card}.")


def attempt(_state: State, _seat: int, card: str) -> Move:
    """Return the move that a card of the hand would make."""
    return Move("lay", (card,))


def route(_state: State, seat: int, move: Move) -> Route:
    """Return the source and the target zone of a card."""
    return hand(seat), "table" if move.verb == "lay" else "deck", None


def zones(state: State) -> Iterable[str]:
    """Return the zones in the order of the page (toy 5)."""
    seats = range(state.seats)
    return ("deck", "table", *map(hand, seats), *(f"taken:{seat}" for seat in seats))


def read_facts(state: State) -> Mapping[str, str | int]:
    """Return the card to beat (toy 2.2)."""
    return {"toBeat": (state.zones["table"] or ("none",))[-1]}


def scores(state: State, _viewer: int | None) -> tuple[int | None, ...]:
    """Return the numbers of cards taken, which everybody sees (toy 3.1)."""
    return tally(state)


def result(state: State) -> Result | None:
    """Return the result when every hand is empty (toy 2.5)."""
    return make_result(tally(state), "hands") if is_over(state) else None


def check(state: State) -> None:
    """Refuse a state that no table can reach."""
    require(state.turn < state.seats, "A seat is named that is not at the table.")
    require(is_over(state) or bool(state.zones[hand(state.turn)]), "A seat without cards is asked for one.")


# ---- the rules


def lay(layout: Layout, state: State, seat: int, move: Move) -> State:
    """Lay a card; if it is higher than the card to beat, the seat takes all (toy 2.1, toy 2.2)."""
    below = layout.zones["table"]
    layout.move("laid", seat, move.cards, hand(seat), "table", "toy 2.1")
    if below and ORDER[move.cards[0]] > ORDER[below[-1]]:
        layout.move("taken", seat, layout.zones["table"], "table", f"taken:{seat}", "toy 2.2")
    return next_turn(layout, state, seat)


def next_turn(layout: Layout, state: State, seat: int) -> State:
    """Pass the turn to the next seat that has cards (toy 2.3)."""
    following = [(seat + step) % state.seats for step in range(1, state.seats + 1)]
    holding = [other for other in following if layout.zones[hand(other)]]
    return replace(state, turn=holding[0] if holding else seat)


def toss(layout: Layout, state: State, seat: int, move: Move) -> State:
    """Draw a card and put the 1 at the bottom of the deck (toy 2.4)."""
    layout.draw("drawn", seat, "deck", hand(seat), "toy 2.4")
    layout.bury("tossed", seat, move.cards, hand(seat), "deck", "toy 2.4")
    return state


def hand(seat: int) -> str:
    """Return the zone of a seat's hand."""
    return f"hand:{seat}"


def is_over(state: State) -> bool:
    """Tell whether every hand is empty (toy 2.5)."""
    return not any(state.zones[hand(seat)] for seat in range(state.seats))


def tally(state: State) -> tuple[int, ...]:
    """Count the cards that each seat has taken (toy 3.1)."""
    return tuple(len(state.zones[f"taken:{seat}"]) for seat in range(state.seats))


CARDS = {card: Card(card, None, None, int(card[1]), f"the {card[1]}") for card in DECK}
GAME = Game(
    name="toy",
    title="High",
    summary="Lay the higher card and take what lies there.",
    rules=1,
    min_seats=2,
    max_seats=3,
    options=Options,
    state=State,
    verbs=(
        Verb("lay", "lay CARD", "Lay a card from hand.", "lay {cards}"),
        Verb("toss", "toss CARD", "Toss the 1, also out of turn.", "toss {cards}"),
    ),
    facts={"toBeat": FactKind("Card to beat")},
    events={
        "laid": "{seat} lays {cards}.",
        "taken": "{seat} takes {cards}.",
        "tossed": "{seat} tosses {cards}.",
        "drawn": "{seat} draws {cards}.",
    },
    glossary={"hands": "every hand is empty"},
    reasons={"hands": "every hand is empty"},
    cards=CARDS,
    zone_map=ZoneMap(
        {
            "deck": ZoneKind("the deck", "nobody"),
            "table": ZoneKind("the table", "everybody"),
            "hand": ZoneKind("the hand of {seat}", "owner", owned=True, hand=True),
            "taken": ZoneKind("the cards taken by {seat}", "owner", owned=True),
        },
        ORDER,
    ),
    deck=lambda _options: DECK,
    new=new,
    active=active,
    turn=turn,
    possible=possible,
    legal=legal,
    actions={"lay": lay, "toss": toss},
    why_not=why_not,
    attempt=attempt,
    route=route,
    zones=zones,
    read_facts=read_facts,
    scores=scores,
    result=result,
    check=check,
    burials={"tossed": "bottom"},
)


def register_toy() -> None:
    """Add High to the register of this process, once."""
    if GAME.name not in GAMES:
        register(GAME)
