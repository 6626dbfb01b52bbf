"""Situations of Zar, and the expectations of its rule tables."""

from collections import Counter
from collections.abc import Mapping
from typing import TypedDict, Unpack

from msgspec.structs import replace

from engine import Event, State, active_seats, legal_moves, new_game, view
from engine.codec import check_state
from engine.games.zar.cards import DECK, HAND
from engine.options import Plain
from tests.engine.table import SEED, Holds, situation

# Enough turns for any cards to have been put down, and far from the cap of 6.2.
MANY = 40
# After so many words the shuffle of the next hand of two seats turns over a dragon.
WORDS_TO_A_DRAGON = 13

Options = Mapping[str, Plain]
POLL: Options = {"matching": "poll"}
NORMAL: Options = {"inTurnTwin": "normal"}
PLAY_DRAWN: Options = {"playDrawn": True}
TWO_HANDS: Options = {"hands": 2}
VINCENT: Options = {"vincent": True}
STANDS: Options = {"vincent": True, "vincentKeeps": "stands"}
MATCH_STANDS: Options = {"vincent": True, "vincentKeeps": "matchStands"}
ROTATE: Options = {"dealer": "rotate", "hands": 3}
PENALTY: Options = {"scoring": "penalty", "hands": 3}
OUT_OF_TURN: Options = {"vincent": True, "vincentFor": "outOfTurn"}


class Fields(TypedDict, total=False):
    """The additional fields of a state that some situations set."""

    answered: tuple[int, ...]
    direction: int
    hand: int
    idle: int
    points: tuple[int, ...]
    turns: int


def at(
    pile: str,
    *hands: str,
    taker: int = 0,
    by: int | None = None,
    options: Options | None = None,
    supply: str | None = None,
    top: str = "",
    drawn: str | None = None,
    **fields: object,
) -> State:
    """Seat `by` (the one before) put down the top card of `pile` (bottom first), and it is the turn of seat `taker`.

    The other cards lie in the supply, `top` as the last, highest; or, with `supply`, in the hand of one more seat.
    `drawn` is the card of the hand that was just drawn.
    """
    seats = len(hands) + (supply is not None)
    zones = {"discard": pile} | {HAND[seat]: cards for seat, cards in enumerate(hands)}
    if supply is not None:
        zones["supply"] = supply
    elif top:
        zones["supply"] = f"{left_over([*zones.values(), top])} {top}"
    if drawn is not None:
        held = sorted(hands[taker].split(), key=DECK.index)
        fields |= {"phase": "drawn", "drawn": held.index(drawn)}
    known: dict[str, object] = {
        "turn_taker": taker,
        "put_down_by": (taker - 1) % seats if by is None else by,
        "turns": MANY,
        "direction": 1,
        "phase": "play",
        "owed": 0,
        "answered": (),
    }
    rest = "supply" if supply is None else HAND[seats - 1]
    return situation("zar", seats=seats, options=options, zones=zones, rest=rest, **(known | fields))


def left_over(named: list[str]) -> str:
    left = Counter(DECK) - Counter(" ".join(named).split())
    return " ".join(left.elements())


def polled(
    pile: str, *hands: str, options: Options | None = None, supply: str | None = None, **fields: Unpack[Fields]
) -> State:
    """A poll is held about the top card, which the last seat put down."""
    return at(pile, *hands, supply=supply, options={**POLL, **(options or {})}, phase="poll", **fields)


def nearly_out(*hands: str, taker: int = 1, options: Options | None = None, **fields: Unpack[Fields]) -> State:
    """Seat 0 has put down yellow 2 as its last card, and seat `taker` is asked to accept, or all in a poll."""
    asked = "poll" if (options or {}).get("matching") == "poll" else "accept"
    return at("Y1 Y2", "", *hands, taker=taker, by=0, options=options, phase=asked, out=True, **fields)


def winning(*hands: str, options: Options | None = None, **fields: Unpack[Fields]) -> State:
    """Seat 0 wins when it plays yellow 2, its last card: the twin lies in the discard pile."""
    return at("Y2 Y1", "Y2", *hands, options=options, **fields)


def broke(*hands: str, taker: int = 0, options: Options | None = None, **fields: Unpack[Fields]) -> State:
    """There is nothing to draw: yellow 1 alone has been discarded, and one more seat holds all other cards."""
    return at("Y1", *hands, taker=taker, supply="", options={"mayDecline": True, **(options or {})}, **fields)


def dealt(turned: str, *hands: str, options: Options | None = None) -> State:
    """Seat 0 has dealt these hands of three; these cards are turned over, and put back, one after the other."""
    first = [hand.split() for hand in (*hands[1:], hands[0])]
    top = [*(card for dealing in zip(*first, strict=True) for card in dealing), *turned.split()]
    deck = [*top, *left_over(top).split()]
    known: Options = {"firstSeat": 0, "deal": 3, **(options or {})}
    return new_game("zar", seats=len(hands), options=known, seed=SEED, deck=deck)


def fresh(seats: int, options: Options | None = None) -> State:
    """A table as it is dealt."""
    return new_game("zar", seats=seats, options={"firstSeat": 0, **(options or {})}, seed=SEED)


def begun(top: str, taker: int = 1, by: int = 0, turns: int = 0, named: str = "", **fields: object) -> State:
    """A hand of three seats in which no card was put down yet."""
    state = at(top, "G1 G2 G3", "B1 B2 B3", "Y1 Y2 Y3", options={"deal": 3}, named=named)
    return replace(state, turn_taker=taker, put_down_by=by, turns=turns, **fields)


# ---- expectations beyond named cards


def may(seat: int, *moves: str) -> Holds:
    """Expect these legal moves for the seat, in this order."""
    return lambda state, _: [str(move) for move in legal_moves(state, seat)] == [*moves]


def hold(*counts: int) -> Holds:
    """Expect the seats to hold so many cards each."""
    return lambda state, _: tuple(len(state.zones[HAND[seat]]) for seat in range(state.seats)) == counts


def happened(*kinds: str) -> Holds:
    """Expect exactly these kinds of events first."""
    return lambda _, events: tuple(event.kind for event in events)[: len(kinds)] == kinds


def gathers_from(*zones: str) -> Holds:
    """Expect cards gathered from these zones, in this order."""
    return lambda _, events: [event.from_zone for event in events if event.kind == "gathered"] == [*zones]


def has_every_card_twice(state: State, _events: tuple[Event, ...]) -> bool:
    lying = Counter(card for cards in state.zones.values() for card in cards)
    kinds = {colour + kind for colour in "YGB" for kind in "123456SDR"} | {"W1", "W2", "D1", "D2"}
    return lying == dict.fromkeys(kinds, 2)


def is_dealt_from_the_seat_after(dealer: int) -> Holds:
    """Expect cards dealt one at a time, beginning after the dealer."""

    def so(state: State, events: tuple[Event, ...]) -> bool:
        to = [event.to_zone for event in events if event.kind == "dealt"]
        order = [HAND[(dealer + 1 + number) % state.seats] for number in range(len(to))]
        return to == order and len(to) == (10 - state.seats) * state.seats

    return so


def sees_the_pile_and_the_own_hand(state: State, _events: tuple[Event, ...]) -> bool:
    for viewer in (None, *range(state.seats)):
        for zone in view(state, viewer).zones:
            visible = zone.kind == "discard" or (zone.owner is not None and zone.owner == viewer)
            if zone.cards != (state.zones[zone.id] if visible else (None,) * zone.count):
                return False
    return True


def shows_the_hands(*seats: int) -> Holds:
    """Expect these seats' hands shown to all at the end of the hand, before the next deal."""

    def so(_state: State, events: tuple[Event, ...]) -> bool:
        kinds = [event.kind for event in events]
        shown = [event for event in events[: kinds.index("shuffled")] if event.kind == "uncovered"]
        return [event.to_zone for event in shown] == [HAND[seat] for seat in seats] and all(e.cards for e in shown)

    return so


def one_seat_more_can_move_than_is_told(state: State, _events: tuple[Event, ...]) -> bool:
    return active_seats(state) == (1, 2) and all(view(state, viewer).turn == (1,) for viewer in (None, 0, 1, 2))


def only_its_owner_knows_what_was_drawn(state: State, events: tuple[Event, ...]) -> bool:
    (drawn,) = [event for event in events if event.kind == "drawn"]
    return drawn.seen_by == (0,) and "drawn" not in {fact.name for fact in view(state, 1).facts}


def sizes(state: State) -> list[int]:
    """Return how many cards each seat holds."""
    return [len(state.zones[f"hand:{seat}"]) for seat in range(state.seats)]


def with_words(state: State, words: int) -> State:
    changed: State = replace(state, words=words)
    check_state(changed)
    return changed


TWO = ("B1 B2", "B3 B4")
# Seat 0 has put down yellow draw two, and seat 1 owes two cards; it holds others to answer with.
OWING = at("G1 YD", "Y3 Y5", "GD BD BD Y4", taker=1, owed=2)
NO_ANSWER = at("G1 YD", "Y3 Y5", "YD GD Y4", taker=1, owed=2, options={"stacking": False}, top="B5 B6")
# Seat 0 holds the twin of the top card, which seat 1 put down.
TWIN = at("G1 Y4", "Y4 G2 Y5", "B1 B2 B3")
NORMAL_TWIN = at("G1 Y4", "Y4 G2 Y5", "B1 B2 B3", options=NORMAL)
WILD_TOP = at("Y1 W1", "B3 D1 W1 W2 G2", "Y2 Y3", named="B")
DRAGON_TOP = at("Y1 D1", "B3 D1 D2 W2 G2", "Y2 Y3", named="3")
# Seat 0 of three has just drawn green 4.
DRAWN = at("G1 Y4", "G4 G4 Y2", "B1 B2", "B5 B6", options={**PLAY_DRAWN, "mayDecline": True}, drawn="G4")
DRAWN_TWIN = at("G1 Y4", "Y4 G2", "B1 B2 B3", options=PLAY_DRAWN, drawn="Y4")
HELD_TWIN = at("G1 Y4", "Y4 G2", "B1 B2 B3", options={**PLAY_DRAWN, "mayDecline": True}, drawn="G2")
# Seat 2 of three has put down yellow 4, whose twin seat 0 holds; nobody, or seat 0, has answered the poll.
POLLED = polled("G1 Y4", "Y4 Y5", "B1 B2", "B5 B6")
PASSED = polled("G1 Y4", "Y4 Y5", "B1 B2", "B5 B6", answered=(0,))
ALL_PASSED = at("G1 Y4", "Y4 Y5", "Y6 B2", "B5 B6", options=POLL)
# When seat 0 wins, a dragon is turned over and put back in the next deal.
PUTS_BACK = with_words(winning("G1", options=TWO_HANDS), WORDS_TO_A_DRAGON)
# Seat 0 of three is asked; every seat holds cards that it may offend with.
STEADY = at("G1 Y4", "B5 Y1 W1", "B2 Y4", "D1 B3 B3", options=VINCENT, top="B6")
# Seat 0 of three has drawn a card that does not fit, and every seat holds cards that it may offend with.
ASKED_DRAWN = at("G1 Y4", "B5 B2 Y1", "B6", "D1", options={**VINCENT, "playDrawn": True}, drawn="B5", top="Y2")
# Both seats hold a draw two of each colour.
ALL_DRAW_TWOS = at("G1 Y4", "YD GD BD B1 B2", "YD GD BD B3 B5", by=0, taker=1)
