"""A Zar seat that draws holds no card that fits: a memory keeps this conclusion, and nothing beyond it."""

from collections.abc import Iterator, Sequence
from itertools import permutations
from random import Random

import msgspec
import pytest

import engine
from engine import Event, Memory
from engine.games.zar.cards import DECK
from engine.games.zar.moves import FITTING
from tests.engine.test_memory import can_lie

VIEWER = 0
OTHER = 1
DEALT = 3
MOST_CARDS = 5


class Seen(msgspec.Struct, frozen=True):
    """The events that a viewer received of some moves, its memory, and the state."""

    told: tuple[tuple[Event, ...], ...]
    memory: Memory
    state: engine.State


def play(deck: Sequence[str], moves: Sequence[str], **options: object) -> Seen:
    """Play a table of two from a stacked deck, top card first; the viewer is dealt the first card."""
    given = {"firstSeat": OTHER, "deal": DEALT, **options}
    state = engine.new_game("zar", seats=2, options=given, seed="0" * 64, deck=deck)
    memory = engine.begin_memory(state, VIEWER)
    told = []
    for line in moves:
        state, events = engine.apply(state, *engine.split_line(line))
        told.append(engine.events_for(events, VIEWER))
        memory = engine.remember(memory, told[-1])
    return Seen(tuple(told), memory, state)


def stack(*top: str) -> list[str]:
    """Return a deck with some cards on top: to the viewer and the other in turn, then the one that is turned over."""
    rest = list(DECK)
    for card in top:
        rest.remove(card)
    return [*top, *rest]


# The other seat holds Y4, Y5 and G3, and is asked first, on B6.
DEAL = stack("B1", "Y4", "B2", "Y5", "B3", "G3", "B6")


def hands(seen: Seen) -> list[frozenset[str]]:
    """Return what can lie in each place of the other's hand."""
    deck = seen.memory.deck
    places = seen.memory.places["hand:1"]
    return [frozenset(card for bit, card in enumerate(deck) if known >> bit & 1) for known in places]


def test_a_seat_that_draws_holds_nothing_that_fits() -> None:
    *old, drawn = hands(play(DEAL, ["0 play B1", "1 draw"]))
    assert len(old) == DEALT
    assert all(known.isdisjoint(FITTING["B1"][""]) for known in old)
    assert {"W1", "D2", "B4", "Y1"} <= drawn


def test_what_is_drawn_on_a_wild_depends_on_its_name() -> None:
    deck = stack("W1", "Y4", "B2", "Y5", "B3", "G3", "B6")
    *old, _ = hands(play(deck, ["0 play W1 =B", "1 draw"]))
    assert all(known.isdisjoint(FITTING["W1"]["B"]) and "G5" in known for known in old)


def test_where_a_seat_may_decline_its_draw_tells_nothing() -> None:
    known = hands(play(DEAL, ["0 play B1", "1 draw"], mayDecline=True))
    assert all({"W1", "B4"} <= of_place for of_place in known)


def test_cards_that_are_taken_tell_nothing() -> None:
    deck = stack("BD", "Y4", "B2", "Y5", "B3", "G3", "B6")
    assert all({"YD", "W1"} <= known for known in hands(play(deck, ["0 play BD", "1 take"])))


def test_a_card_that_fits_after_all_was_drawn() -> None:
    deck = stack("B1", "Y4", "B2", "Y5", "B3", "G3", "B6", "B4")
    seen = play(deck, ["0 play B1", "1 draw", "0 play B2", "1 play B4"])
    assert len(hands(seen)) == DEALT
    assert all(known.isdisjoint({*FITTING["B1"][""], "B5"}) for known in hands(seen))


def test_a_draw_that_gets_no_card_tells_the_same() -> None:
    state = play(DEAL, ["0 play B1"])
    passed = Event("passed", seat=OTHER, rule="zar 2.4")
    known = hands(Seen((), engine.remember(state.memory, [passed]), state.state))
    assert all(of_place.isdisjoint(FITTING["B1"][""]) for of_place in known)


@pytest.mark.parametrize("seed", range(16))
def test_the_hands_that_are_remembered_as_possible_are_those_of_another_deal_with_the_same_story(seed: int) -> None:
    random = Random(seed)
    deck, moves = random_table(random)
    seen = play(deck, moves)
    drawn_from, first = find_places(deck, moves)
    hand = [deck[place] for place in drawn_from]
    gone = put_down(moves)
    for card in gone:
        hand.remove(card)
    pool = [*hand, *deck[first:]]
    for _ in range(8):
        other = tuple(sorted(random.sample(pool, len(hand))))
        decks = stacked(deck, drawn_from, [*other, *gone], first, without(pool, other))
        assert can_lie(seen.memory, "hand:1", other) == any(tells_the_same(again, moves, seen) for again in decks)


def random_table(random: Random) -> tuple[list[str], list[str]]:
    """Return a shuffled deck and random moves, after which the other seat has had few enough cards to try all deals."""
    while True:
        deck = [*DECK]
        moves = list[str]()
        random.shuffle(deck)
        if deck[2 * DEALT][0] in "WD":  # It would be put back, to a place that only chance knows.
            continue
        state = play(deck, []).state
        for _ in range(8):
            if asked := engine.active_seats(state):
                seat = random.choice(asked)
                moves.append(f"{seat} {random.choice(engine.legal_moves(state, seat))}")
                state = play(deck, moves).state
        places, _ = find_places(deck, moves)
        if engine.result(state) is None and "1 draw" in moves and len(places) <= MOST_CARDS:
            return deck, moves


def find_places(deck: Sequence[str], moves: Sequence[str]) -> tuple[list[int], int]:
    """Return the places in the deck of all cards that the other seat was given, and the first that nobody was."""
    places = [1, 3, 5]
    first = 2 * DEALT + 1
    for step in play(deck, moves).told:
        for event in step:
            if event.kind == "drawn":
                places += [first] if event.seat == OTHER else []
                first += 1
    return places, first


def put_down(moves: Sequence[str]) -> list[str]:
    """Return the cards that the other seat has put down."""
    cards = list[str]()
    for line in moves:
        seat, move = engine.split_line(line)
        parsed = engine.parse_move(move)
        cards += parsed.cards * (2 if parsed.verb == "double" else 1) if seat == OTHER else ()
    return cards


def without(cards: Sequence[str], some: Sequence[str]) -> list[str]:
    """Return cards without some of them."""
    rest = list(cards)
    for card in some:
        rest.remove(card)
    return rest


def stacked(
    deck: Sequence[str], places: Sequence[int], cards: Sequence[str], first: int, rest: Sequence[str]
) -> Iterator[list[str]]:
    """Yield the decks that give the other seat some cards in each order, and nobody the rest."""
    for order in set(permutations(cards)):
        again = [*deck[:first], *rest]
        for place, card in zip(places, order, strict=True):
            again[place] = card
        yield again


def tells_the_same(deck: Sequence[str], moves: Sequence[str], seen: Seen) -> bool:
    """Tell whether the viewer receives the same if the same moves are made from another deck."""
    try:
        return play(deck, moves).told == seen.told
    except engine.Refusal:
        return False


def test_places_of_a_hand_that_each_can_hold_what_the_other_cannot_are_no_longer_told_apart() -> None:
    memory = play(DEAL, ["0 play B1"]).memory
    bit = {card: 1 << index for index, card in enumerate(memory.deck)}
    one = bit["Y5"] | bit["G1"]
    other = bit["Y5"] | bit["G2"]
    before = msgspec.structs.replace(memory, places={**memory.places, "hand:1": (one, other)})
    put = Event("played", seat=OTHER, cards=("Y5",), count=1, from_zone="hand:1", to_zone="discard", rule="zar 2.1")
    (left,) = hands(Seen((), engine.remember(before, [put]), play(DEAL, []).state))
    assert left == {"G1", "G2"}
