"""The rule table of Zar: every numbered rule and every value of an option of docs/rules/zar.md.

Offences under `vincent` are moves that `explain` refuses, so what they cost stands in test_zar.py.
"""

from collections import Counter
from collections.abc import Callable, Mapping
from typing import TypedDict, Unpack

from msgspec.structs import replace

from engine import Event, State, active_seats, legal_moves, new_game, result, view
from engine.codec import check_state
from engine.games.zar.cards import DECK, HAND
from engine.options import Plain
from tests.engine.table import SEED, Becomes, Refused, Row, situation

NOT_SO = Refused()
NOT_NOW = Refused("NOT_YOUR_TURN")
MISSPELT = Refused("BAD_NOTATION")
# Enough turns for any cards to have been put down, and far from the cap of 6.2.
MANY = 40
# After so many words the shuffle of the next hand of two seats turns over a dragon.
WORDS_TO_A_DRAGON = 13

Options = Mapping[str, Plain]
POLL: Options = {"matching": "poll"}
NORMAL: Options = {"inTurnTwin": "normal"}
PLAY_DRAWN: Options = {"playDrawn": True}
TWO_HANDS: Options = {"hands": 2}


class Fields(TypedDict, total=False):
    """The fields of a state that some situations set besides."""

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

    The other cards lie in the supply, `top` as the last, highest; or, with `supply`, in the hand of one more seat. With
    `drawn` that card of the hand was just drawn.
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


# ---- what cannot be said by naming cards


Holds = Callable[[State, tuple[Event, ...]], bool]


def draws(*seats: int) -> Holds:
    """Cards were drawn by these seats, in this order, and by nobody else."""
    return lambda _, events: [event.seat for event in events if event.kind == "drawn"] == [*seats]


def may(seat: int, *moves: str) -> Becomes:
    """These moves are then legal for the seat, in this order."""
    return Becomes(holds=lambda state, _: [str(move) for move in legal_moves(state, seat)] == [*moves])


def hold(*counts: int) -> Holds:
    """The seats then hold so many cards each."""
    return lambda state, _: tuple(len(state.zones[HAND[seat]]) for seat in range(state.seats)) == counts


def happened(*kinds: str) -> Holds:
    """Exactly these kinds of events came first."""
    return lambda _, events: tuple(event.kind for event in events)[: len(kinds)] == kinds


def has_every_card_twice(state: State, _events: tuple[Event, ...]) -> bool:
    lying = Counter(card for cards in state.zones.values() for card in cards)
    kinds = {colour + kind for colour in "YGB" for kind in "123456SDR"} | {"W1", "W2", "D1", "D2"}
    return lying == dict.fromkeys(kinds, 2)


def is_dealt_from_the_seat_after(dealer: int) -> Holds:
    """Cards were dealt one at a time, beginning after the dealer."""

    def so(state: State, events: tuple[Event, ...]) -> bool:
        to = [event.to_zone for event in events if event.kind == "dealt"]
        order = [HAND[(dealer + 1 + number) % state.seats] for number in range(len(to))]
        return to == order and len(to) == (10 - state.seats) * state.seats

    return so


def wins(*seats: int) -> Holds:
    """These seats won the hand."""
    return lambda _, events: tuple(event.seat for event in events if event.kind == "won") == seats


def ranks(*places: int) -> Holds:
    """The table ended with this ranking."""
    return lambda state, _: (outcome := result(state)) is not None and outcome.ranking == places


def sees_the_pile_and_the_own_hand(state: State, _events: tuple[Event, ...]) -> bool:
    for viewer in (None, *range(state.seats)):
        for zone in view(state, viewer).zones:
            visible = zone.kind == "discard" or (zone.owner is not None and zone.owner == viewer)
            if zone.cards != (state.zones[zone.id] if visible else (None,) * zone.count):
                return False
    return True


def everything_is_shown(state: State, _events: tuple[Event, ...]) -> bool:
    return all(zone.cards == state.zones[zone.id] for viewer in (None, 0, 1) for zone in view(state, viewer).zones)


def shows_the_hands(*seats: int) -> Holds:
    """When the hand ended the hands of these seats were shown to all, before they were dealt anew."""

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


def zones_are(*ids: str) -> Holds:
    return lambda state, _: tuple(zone.id for zone in view(state, None).zones) == ids


def with_words(state: State, words: int) -> State:
    changed: State = replace(state, words=words)
    check_state(changed)
    return changed


def both(*all_of: Holds) -> Holds:
    return lambda state, events: all(holds(state, events) for holds in all_of)


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

SET_UP = (
    Row("zar 1.1", "There are 31 kinds of cards, and every card twice.",
        fresh(9), 1, "draw", Becomes(holds=has_every_card_twice)),
    Row("engine 3", "There is no green 9.", TWIN, 0, "play G9", MISSPELT),
    Row("zar 1.2", "The first dealer is the seat that the host set.",
        fresh(3, {"firstSeat": 2}), 1, "play G2", Becomes(facts={"dealer": "2", "hand": "1"})),
    Row("zar 1.2", "dealer=winner: the winner of a hand deals the next.",
        winning("G1", "G2", options=TWO_HANDS), 0, "play Y2", Becomes(facts={"dealer": "0", "hand": "2"})),
    Row("zar 1.3", "The hands are dealt one card at a time, beginning after the dealer.",
        winning("G1", "G2", options=TWO_HANDS), 0, "play Y2",
        Becomes(events=("gathered", "shuffled", "dealt", "turned"), holds=is_dealt_from_the_seat_after(0))),
    Row("zar 1.3", "All 62 cards are shuffled again; what is not dealt or turned over is the supply.",
        winning("G1", "G2", options=TWO_HANDS), 0, "play Y2",
        Becomes(holds=lambda state, events: len(state.zones["supply"]) == 62 - 3 * 7 - 1
                and [e.from_zone for e in events if e.kind == "gathered"] == ["discard", "hand:1", "hand:2"])),
    Row("zar 1.3", "deal=0: two seats are dealt eight cards each.", fresh(2), 1, "play BS", Becomes(holds=hold(8, 7))),
    Row("zar 1.3", "deal=0: nine seats are dealt three cards each.",
        fresh(9), 1, "draw", Becomes(holds=hold(3, 4, 3, 3, 3, 3, 3, 3, 3))),
    Row("zar 1.4", "A wild that is turned over goes back into the supply, and another card is turned over.",
        dealt("W1 B6", "G1 G2 G3", "Y1 Y2 Y3"), 1, "draw",
        Becomes(zones={"discard": "B6"}, holds=lambda state, _: state.zones["supply"].count("W1") == 2)),
    Row("zar 1.4", "A dragon goes back too, and several cards do, one after the other.",
        dealt("D2 W1 D1 B6", "G1 G2 G3", "Y1 Y2 Y3"), 1, "draw",
        Becomes(zones={"discard": "B6"}, holds=lambda state, _: state.zones["supply"].count("D2") == 2)),
    Row("zar 1.4", "Everybody sees which card is put back.",
        with_words(winning("G1", options=TWO_HANDS), WORDS_TO_A_DRAGON), 0, "play Y2",
        Becomes(zones={"discard": "G4"}, events=("dealt", "turned", "putBack", "turned"),
                holds=lambda _, events: all(e.cards and e.seen_by is None for e in events if e.kind == "putBack"))),
    Row("zar 1.5", "A draw two that is turned over counts as played by the dealer.",
        dealt("YD", "G1 G2 G3", "B1 B2 B3"), 1, "take",
        Becomes(facts={"owed": "0", "putDownBy": "0"}, holds=draws(1, 1))),
    Row("zar 1.5", "A skip that is turned over passes over the seat after the dealer.",
        dealt("YS", "G1 G2 G3", "B1 B2 B3", "Y1 Y2 Y3"), 2, "play Y1", Becomes(turn=(0,))),
    Row("zar 1.5", "A reverse that is turned over lets play go downwards.",
        dealt("YR", "G1 G2 G3", "B1 B2 B3", "Y1 Y2 Y3"), 2, "play Y1", Becomes(turn=(1,), facts={"direction": "down"})),
    Row("zar 1.5", "The card turned over can be matched, and the dealer draws.",
        dealt("Y4", "G1 G2 G3", "B1 B2 B3", "Y4 Y2 Y3"), 2, "match Y4",
        Becomes(zones={"discard": "Y4 Y4"}, turn=(0,), holds=draws(0))),
    Row("zar 5.6", "The dealer does not match the card turned over.",
        dealt("Y4", "Y4 G2 G3", "B1 B2 B3"), 0, "match Y4", NOT_NOW),
    Row("zar 1.6", "Play goes upwards at first, from the seat after the dealer.",
        dealt("Y4", "G1 G2 G3", "B1 B2 Y3", "Y1 Y2 Y3"), 1, "play Y3", Becomes(turn=(2,), facts={"direction": "up"})),
    Row("zar 1.6", "A new hand goes upwards whatever the one before did.",
        winning("G1", options=TWO_HANDS, direction=-1), 0, "play Y2", Becomes(facts={"hand": "2", "direction": "up"})),
)  # fmt: skip

TURN = (
    Row("zar 2.1", "The seat plays one card that fits, and the next seat plays.",
        at("G1 Y4", "Y5 B1", "B2 B3"), 0, "play Y5",
        Becomes(zones={"discard": "G1 Y4 Y5", "hand:0": "B1"}, turn=(1,), facts={"putDownBy": "0", "turns": "41"},
                holds=happened("played", "turnTaker", "putDownBy"))),
    Row("zar 2.1", "If nothing fits the seat draws one card, and its turn is over.",
        at("G1 Y4", "B1", "B2 B3", top="B6"), 0, "draw",
        Becomes(zones={"hand:0": "B1 B6"}, turn=(1,), facts={"asked": "play", "turns": "41"}, holds=draws(0))),
    Row("zar 2.1", "The card drawn is not played in that turn.",
        at("G1 Y4", "B1", "B2 B3", top="Y6"), 0, "draw", Becomes(zones={"hand:0": "Y6 B1"}, turn=(1,))),
    Row("zar 2.1", "A seat with a card that fits does not draw.", at("G1 Y4", "Y5 B1", "B2"), 0, "draw", NOT_SO),
    Row("zar 2.1", "A match of its own turn counts as something that fits.",
        at("G1 Y4", "Y4 B1", "B2"), 0, "draw", NOT_SO),
    Row("zar 2.1", "A card that the seat does not hold is not played.", at("G1 Y4", "B1", "Y5"), 0, "play Y5", NOT_SO),
    Row("zar 2.1", "Another seat does not play.", at("G1 Y4", "B1", "Y5"), 1, "play Y5", NOT_NOW),
    Row("zar 2.1", "Another seat does not play two cards.", at("G1 Y4", "B1", "Y5 Y5"), 1, "double Y5", NOT_NOW),
    Row("zar 2.1", "Another seat does not draw.", at("G1 Y4", "B1", "Y5"), 1, "draw", NOT_NOW),
    Row("zar 2.1", "Another seat does not take.", at("G1 Y4", "B1", "Y5"), 1, "take", NOT_NOW),
    Row("zar 2.1", "Another seat does not pass.", at("G1 Y4", "B1", "Y5"), 1, "pass", NOT_NOW),
    Row("zar 2.1", "A turn is not passed.", at("G1 Y4", "B1", "Y5"), 0, "pass", NOT_SO),
    Row("zar 2.1", "A turn is not passed by a seat that owes cards, either.", OWING, 1, "pass", NOT_SO),
    Row("zar 2.1", "A seat without cards draws.",
        at("G1 Y4", "", "B1 B2", by=1), 0, "draw", Becomes(turn=(1,), holds=draws(0))),
    Row("zar 2.2", "A card of the same colour fits.", at("G1 Y4", "Y5 B1", "B2"), 0, "play Y5", Becomes()),
    Row("zar 2.2", "A card of the same number fits.", at("G1 Y4", "B4 B1", "B2"), 0, "play B4", Becomes()),
    Row("zar 2.2", "A command of the same type fits.", at("G1 YS", "BS B1", "B2 B3"), 0, "play BS", Becomes()),
    Row("zar 2.2", "A draw two fits by colour on any card.",
        at("G1 Y4", "YD B1", "B2"), 0, "play YD", Becomes(facts={"owed": "2"})),
    Row("zar 2.2", "A card of another colour and type does not fit.", at("G1 Y4", "B5", "B2"), 0, "play B5", NOT_SO),
    Row("zar 2.2", "Nor do two of them.", at("G1 Y4", "B5 B5", "B2"), 0, "double B5", NOT_SO),
    Row("zar 2.2", "A wild fits on a card of any colour.", at("G1 Y4", "W1 B1", "B2"), 0, "play W1 =B", Becomes()),
    Row("zar 2.2", "A dragon fits on a card of any colour.", at("G1 Y4", "D1 B1", "B2"), 0, "play D1 =6", Becomes()),
    Row("zar 2.2", "A wild does not fit on a dragon.", DRAGON_TOP, 0, "play W2 =B", NOT_SO),
    Row("zar 2.2", "A dragon does not fit on a wild.", WILD_TOP, 0, "play D1 =3", NOT_SO),
    Row("zar 2.3", "A wild is given a colour as it is played.",
        at("G1 Y4", "W1 B1", "B2"), 0, "play W1 =B",
        Becomes(facts={"named": "B"}, holds=happened("played", "chosen"))),
    Row("zar 2.3", "A dragon is given a number as it is played.",
        at("G1 Y4", "D2 B1", "B2"), 0, "play D2 =6", Becomes(facts={"named": "6"})),
    Row("zar 2.3", "On a wild fits a card of the named colour.",
        WILD_TOP, 0, "play B3", Becomes(facts={"named": "none"})),
    Row("zar 2.3", "On a wild fits any wild.", WILD_TOP, 0, "play W2 =Y", Becomes(facts={"named": "Y"})),
    Row("zar 2.3", "On a wild no card of another colour fits.", WILD_TOP, 0, "play G2", NOT_SO),
    Row("zar 2.3", "On a dragon fits a card of the named number.", DRAGON_TOP, 0, "play B3", Becomes()),
    Row("zar 2.3", "On a dragon fits any dragon.", DRAGON_TOP, 0, "play D2 =1", Becomes(facts={"named": "1"})),
    Row("zar 2.3", "On a dragon no card of another number fits.", DRAGON_TOP, 0, "play G2", NOT_SO),
    Row("zar 2.3", "A wild is always given a colour.", at("G1 Y4", "W1 B1", "B2"), 0, "play W1", NOT_SO),
    Row("zar 2.3", "A wild is given no number.", at("G1 Y4", "W1 B1", "B2"), 0, "play W1 =1", NOT_SO),
    Row("zar 2.3", "A dragon is always given a number.", at("G1 Y4", "D1 B1", "B2"), 0, "play D1", NOT_SO),
    Row("zar 2.3", "A dragon is given no colour.", at("G1 Y4", "D1 B1", "B2"), 0, "play D1 =Y", NOT_SO),
    Row("zar 2.3", "There is no number 7 to name.", at("G1 Y4", "D1 B1", "B2"), 0, "play D1 =7", NOT_SO),
    Row("zar 2.3", "No other card is given a name.", at("G1 Y4", "Y5 B1", "B2"), 0, "play Y5 =Y", NOT_SO),
    Row("zar 2.3", "Nor is one that matches.", TWIN, 0, "match Y4 =4", NOT_SO),
    Row("zar 2.3", "The name is gone when the card is covered.",
        WILD_TOP, 0, "play B3", Becomes(zones={"discard": "Y1 W1 B3"}, facts={"named": "none"})),
    Row("zar 2.4", "With the supply empty all discards but the top card are shuffled for it.",
        at("G1 G2 Y4", "B1", supply="", options={"mayDecline": True}), 0, "draw",
        Becomes(zones={"discard": "Y4"}, events=("gathered", "shuffled", "drawn"),
                holds=lambda state, _: len(state.zones["supply"]) == 1)),
    Row("zar 2.4", "A name given to the top card stands when the others are shuffled.",
        at("G1 G2 W1", "Y1", supply="", named="B"), 0, "draw", Becomes(zones={"discard": "W1"}, facts={"named": "B"})),
    Row("zar 2.4", "A last card of the supply is drawn without shuffling.",
        at("G1 G2 Y4", "B1", supply="B6"), 0, "draw",
        Becomes(zones={"supply": "", "discard": "G1 G2 Y4", "hand:0": "B1 B6"}, holds=happened("drawn"))),
    Row("zar 2.4", "If there is nothing to draw the seat passes.",
        broke("B2"), 0, "draw", Becomes(turn=(1,), facts={"idle": "1"}, holds=both(happened("passed"), draws()))),
    Row("zar 2.4", "What can be drawn is drawn, and nothing is owed any more.",
        at("YD", "Y1", taker=0, supply="B6", owed=4), 0, "take",
        Becomes(zones={"hand:0": "Y1 B6"}, turn=(0,), facts={"owed": "0"}, holds=draws(0))),
    Row("zar 2.4", "Nor is anything owed any more when nothing at all can be drawn.",
        at("YD", "Y1", supply="", owed=2), 0, "take", Becomes(turn=(0,), facts={"owed": "0"}, holds=draws())),
)  # fmt: skip

EFFECTS = (
    Row("zar 3.1", "A skip passes over the next seat.",
        at("G1 Y4", "YS B1", "B2", "B3"), 0, "play YS",
        Becomes(turn=(2,), holds=lambda _, events: [e.seat for e in events if e.kind == "skipped"] == [1])),
    Row("zar 3.1", "With two seats the one that played a skip plays again.",
        at("G1 Y4", "YS B1", "B2"), 0, "play YS", Becomes(turn=(0,))),
    Row("zar 3.1", "Downwards it passes over the seat before.",
        at("G1 Y4", "YS B1", "B2", "B3", "B4", direction=-1), 0, "play YS", Becomes(turn=(2,))),
    Row("zar 3.2", "A reverse changes the direction.",
        at("G1 Y4", "YR B1", "B2", "B3"), 0, "play YR", Becomes(turn=(2,), facts={"direction": "down"})),
    Row("zar 3.2", "Another reverse changes it back.",
        at("G1 Y4", "YR B1", "B2", "B3", direction=-1), 0, "play YR", Becomes(turn=(1,), facts={"direction": "up"})),
    Row("zar 3.2", "With two seats nothing else happens.",
        at("G1 Y4", "YR B1", "B2"), 0, "play YR", Becomes(turn=(1,), facts={"direction": "down"})),
    Row("zar 3.3", "After a draw two the next seat owes two cards.",
        at("G1 Y4", "YD B1", "B2", "B3"), 0, "play YD", Becomes(turn=(1,), facts={"owed": "2"}, holds=draws())),
    Row("zar 3.3", "It takes all that it owes, and goes on with a normal turn.",
        OWING, 1, "take", Becomes(turn=(1,), facts={"owed": "0", "turns": "40"}, holds=both(draws(1, 1), hold(2, 6)))),
    Row("zar 3.3", "Or it plays a draw two: the debt grows and passes on.",
        OWING, 1, "play GD", Becomes(turn=(0,), facts={"owed": "4"})),
    Row("zar 3.3", "With a double the debt grows by four.",
        OWING, 1, "double BD", Becomes(turn=(0,), facts={"owed": "6"})),
    Row("zar 3.3", "Nothing else is played while owing.", OWING, 1, "play Y4", NOT_SO),
    Row("zar 3.3", "No card is drawn instead while owing.", OWING, 1, "draw", NOT_SO),
    Row("zar 3.3", "Nothing is taken where nothing is owed.", TWIN, 0, "take", NOT_SO),
    Row("zar 3.3", "stacking=true: the debt is answered with a draw two.", OWING, 1, "play BD", Becomes()),
    Row("zar 3.3", "stacking=false: it is not.", NO_ANSWER, 1, "play GD", NOT_SO),
    Row("zar 3.3", "stacking=false: nor is a card drawn.", NO_ANSWER, 1, "draw", NOT_SO),
    Row("zar 3.4", "A debt taken is spent: the draw two then has no effect.",
        at("G1 YD", "Y3 Y5", "Y4 B1", taker=1, took=True), 1, "play Y4", Becomes(turn=(0,), facts={"owed": "0"})),
    Row("zar 3.4", "But the draw two can still be matched.",
        at("G1 YD", "Y3 Y5", "Y4 B1", "YD B2", taker=1, took=True), 2, "match YD",
        Becomes(turn=(0,), facts={"owed": "2"}, holds=draws(0))),
    Row("zar 3.4", "After taking, the seat draws if nothing fits.",
        at("G1 YD", "Y3 Y5", "B1 B2 G3", taker=1, took=True), 1, "draw", Becomes(turn=(0,))),
    Row("zar 4.1", "Two identical cards are played together.",
        at("G1 Y4", "Y5 Y5 B1", "B2", "B3"), 0, "double Y5",
        Becomes(zones={"discard": "G1 Y4 Y5 Y5", "hand:0": "B1"}, turn=(1,), events=("doubled",))),
    Row("zar 4.1", "Two skips pass over two seats.",
        at("G1 Y4", "YS YS B1", "B2", "B3", "B5"), 0, "double YS",
        Becomes(turn=(3,), holds=lambda _, events: [e.seat for e in events if e.kind == "skipped"] == [1, 2])),
    Row("zar 4.1", "With two seats two skips come to the other one.",
        at("G1 Y4", "YS YS B1", "B2"), 0, "double YS", Becomes(turn=(1,))),
    Row("zar 4.1", "Two reverses cancel out.",
        at("G1 Y4", "YR YR B1", "B2", "B3"), 0, "double YR", Becomes(turn=(1,), facts={"direction": "up"})),
    Row("zar 4.1", "Two draw twos owe four.",
        at("G1 Y4", "YD YD B1", "B2"), 0, "double YD", Becomes(turn=(1,), facts={"owed": "4"})),
    Row("zar 4.1", "Two wilds get one name.",
        at("G1 Y4", "W1 W1 B1", "B2"), 0, "double W1 =G",
        Becomes(zones={"discard": "G1 Y4 W1 W1"}, facts={"named": "G"})),
    Row("zar 4.1", "Two dragons get one name.",
        at("G1 Y4", "D2 D2 B1", "B2"), 0, "double D2 =1", Becomes(facts={"named": "1"})),
    Row("zar 4.1", "A wild I and a wild II are not identical.", at("G1 Y4", "W1 W2", "B2"), 0, "double W1 =G", NOT_SO),
    Row("zar 4.1", "Both cards are in the hand.", TWIN, 0, "double Y5", NOT_SO),
    Row("zar 4.1", "A card that the seat does not hold is not doubled.", TWIN, 0, "double B6", NOT_SO),
    Row("zar 2.3", "Two wilds are always given a colour.", at("G1 Y4", "W1 W1", "B2"), 0, "double W1", NOT_SO),
    Row("zar 4.2", "A seat that plays its last two cards so draws one.",
        at("G1 Y4", "Y5 Y5", "B2"), 0, "double Y5",
        Becomes(turn=(1,), facts={"out": "none", "asked": "play"}, holds=both(draws(0), hold(1, 1)))),
    Row("zar 4.2", "With cards left it draws none.",
        at("G1 Y4", "Y5 Y5 B1", "B2"), 0, "double Y5", Becomes(holds=draws())),
)  # fmt: skip

MATCHING = (
    Row("zar 5.1", "A seat plays the twin of the top card out of turn.",
        at("G1 Y4", "B1", "B2", "Y4 B3", by=1), 2, "match Y4",
        Becomes(zones={"discard": "G1 Y4 Y4", "hand:2": "B3"}, turn=(0,), holds=draws(1))),
    Row("zar 5.1", "Only the twin matches.", at("G1 Y4", "B1", "B4 Y5", by=1), 0, "match B1", NOT_SO),
    Row("zar 5.1", "A card of the same type alone is no twin.",
        at("G1 Y4", "B1", "B2", "B4 Y5", by=1), 2, "match B4", NOT_NOW),
    Row("zar 5.1", "A twin that the seat does not hold is not matched with.",
        at("G1 Y4", "B1", "B2", "B4 Y5", by=1), 2, "match Y4", NOT_NOW),
    Row("zar 5.1", "A wild of the same kind is a twin.",
        at("G1 W1", "B1", "B2", "W1 B4", by=1, named="B"), 2, "match W1 =Y",
        Becomes(facts={"named": "Y", "putDownBy": "2"})),
    Row("zar 5.1", "A wild of the other kind is none.",
        at("G1 W1", "B1", "B2", "W2 B4", by=1, named="B"), 2, "match W2 =Y", NOT_NOW),
    Row("zar 5.1", "A dragon of the same kind is a twin.",
        at("G1 D2", "B1", "B2", "D2 B4", by=1, named="5"), 2, "match D2 =5", Becomes(facts={"named": "5"})),
    Row("zar 5.1", "Nobody matches a card that has been covered.",
        at("Y4 Y5", "B1", "B2", "Y4 B3", by=1), 2, "match Y4", NOT_NOW),
    Row("zar 5.2", "The matching card is laid on the pile; then the seat that was matched draws one card.",
        TWIN, 0, "match Y4",
        Becomes(zones={"discard": "G1 Y4 Y4"}, holds=both(happened("matched", "drawn"), draws(1)))),
    Row("zar 5.2", "With the supply empty the card matched is among those that are shuffled for it.",
        at("G1 Y4", "Y4 G2", supply=""), 0, "match Y4",
        Becomes(zones={"discard": "Y4"}, events=("matched", "gathered", "shuffled", "drawn"))),
    Row("zar 5.2", "For the card turned over the dealer draws.",
        dealt("Y4", "G1 G2 G3", "Y4 B2 B3"), 1, "match Y4", Becomes(holds=draws(0))),
    Row("zar 5.3", "The seat after the matcher is next; whoever's turn it was has lost it.",
        at("G1 Y4", "B1", "Y5", "Y4 B3", "B4", taker=1), 2, "match Y4", Becomes(turn=(3,), facts={"turnTaker": "3"})),
    Row("zar 5.3", "Downwards it is the seat before the matcher.",
        at("G1 Y4", "B1", "Y5", "Y4 B3", "B4", taker=3, by=0, direction=-1), 2, "match Y4", Becomes(turn=(1,))),
    Row("zar 5.3", "A skip passes over the seat after the matcher, when the seat that was matched has drawn.",
        at("G1 YS", "B1", "B2", "YS B3", "B4", taker=2, by=0), 2, "match YS",
        Becomes(turn=(0,), holds=happened("matched", "drawn", "skipped"))),
    Row("zar 5.3", "A reverse changes the direction at the matcher's place.",
        at("G1 YR", "B1", "B2", "YR B3", "B4", taker=3, by=0, direction=-1), 2, "match YR",
        Becomes(turn=(3,), facts={"direction": "up"})),
    Row("zar 5.3", "A wild is named anew.",
        at("G1 W1", "W1 B2", "B3", named="B"), 0, "match W1 =B", Becomes(facts={"named": "B"},
        holds=lambda _, events: [e.value for e in events if e.kind == "chosen"] == ["B"])),
    Row("zar 2.3", "So a wild that matches is always given a colour.",
        at("G1 W1", "W1 B2", "B3", named="B"), 0, "match W1", NOT_SO),
    Row("zar 5.4", "Matching a draw two whose debt is owed: it grows, and is owed by the seat after the matcher.",
        at("G1 YD", "B1", "B2", "YD B3", "B4", taker=1, owed=4), 2, "match YD",
        Becomes(turn=(3,), facts={"owed": "6"}, holds=draws(0))),
    Row("zar 5.4", "So may the seat that owes.",
        at("G1 YD", "B1 Y5", "YD B2", "B3", taker=1, owed=2), 1, "match YD", Becomes(turn=(2,), facts={"owed": "4"})),
    Row("zar 5.4", "stacking=false: also then.", NO_ANSWER, 1, "match YD", Becomes(turn=(0,), facts={"owed": "4"})),
    Row("zar 5.4", "If it has been taken, a new debt of two is owed there.",
        at("G1 YD", "B1", "B2 G6 G5", "YD B3", "B4", taker=1, took=True), 2, "match YD",
        Becomes(turn=(3,), facts={"owed": "2"})),
    Row("zar 5.4", "A draw two from long ago owes two anew.",
        at("G1 YD", "B1", "B2", "YD B3", "B4", taker=3, by=0), 2, "match YD", Becomes(turn=(3,), facts={"owed": "2"})),
    Row("zar 5.5", "In its own turn a seat uses the twin to match.", TWIN, 0, "match Y4", Becomes(holds=draws(1))),
    Row("zar 5.5", "It may not play it in any other way.", TWIN, 0, "play Y4", NOT_SO),
    Row("zar 5.5", "Not when it owes cards, either.",
        at("G1 YD", "Y3 Y5", "YD GD Y4", taker=1, owed=2), 1, "play YD", NOT_SO),
    Row("zar 5.5", "Not where a draw two is not answered, either.", NO_ANSWER, 1, "play YD", NOT_SO),
    Row("zar 5.5", "inTurnTwin=match: it does not win with that.",
        at("G1 Y4", "Y4", "B1 B2"), 0, "match Y4", Becomes(facts={"out": "none"}, holds=draws(1, 0))),
    Row("zar 5.5", "An answer in a poll is never in turn.",
        polled("G1 Y4", "Y4", "B1 B2", options={"inTurnTwin": "matchMayGoOut"}), 0, "match Y4",
        Becomes(facts={"out": "none"}, holds=draws(1, 0))),
    Row("zar 5.5", "Nor is it an ordinary play there, whatever the option says.",
        polled("G1 Y4", "Y4 G2", "B1 B2", options=NORMAL), 0, "match Y4", Becomes(holds=draws(1))),
    Row("zar 5.5", "A seat asked to accept may use the twin as a match, whatever the option says.",
        nearly_out("Y2 B1", options=NORMAL), 1, "match Y2", Becomes(facts={"out": "none"}, holds=draws(0))),
    Row("zar 5.7", "inTurnTwin=normal: that match does not win either.",
        nearly_out("Y2", options=NORMAL), 1, "match Y2", Becomes(facts={"out": "none"}, holds=draws(0, 1))),
    Row("zar 6.1", "It may not play it, whatever the option says.",
        nearly_out("Y2 B1", options=NORMAL), 1, "play Y2", NOT_SO),
    Row("zar 5.5", "A seat asked to accept is in its own turn, so it may go out with that match.",
        nearly_out("Y2", "B1", options={"inTurnTwin": "matchMayGoOut"}), 1, "match Y2", Becomes(reason="hands")),
    Row("zar 5.5", "So is the seat asked instead of the one that is out.",
        at("Y1 YS", "", "YS", taker=0, by=0, phase="accept", out=True, options={"inTurnTwin": "matchMayGoOut"}), 1,
        "match YS", Becomes(reason="hands", holds=wins(1))),
    Row("zar 5.5", "A seat that is not asked to accept is not in turn.",
        nearly_out("B1", "Y2", options={"inTurnTwin": "matchMayGoOut"}), 2, "match Y2",
        Becomes(facts={"out": "none"}, holds=draws(0, 2))),
    Row("zar 5.6", "A seat does not match itself.", at("G1 Y4", "Y4 B1", "B2", by=0), 0, "match Y4", NOT_SO),
    Row("zar 5.6", "Not in another's turn, either.", at("G1 Y4", "Y4 B1", "B2", taker=1), 0, "match Y4", NOT_NOW),
    Row("zar 5.6", "In its own next turn it may play the twin as an ordinary play.",
        at("G1 Y4", "Y4 B1", "B2", by=0), 0, "play Y4", Becomes(turn=(1,), holds=draws())),
    Row("zar 5.6", "And it may win so.",
        at("G1 Y4", "Y4", "B2", by=0), 0, "play Y4", Becomes(reason="hands", holds=wins(0))),
    Row("zar 5.7", "A seat that matches with its last card draws one, after the matched seat has drawn.",
        at("G1 Y4", "B1", "B2", "Y4", by=1), 2, "match Y4",
        Becomes(turn=(0,), facts={"out": "none", "asked": "play"}, holds=both(draws(1, 2), hold(1, 2, 1)))),
    Row("zar 5.7", "If there is nothing to draw it holds no card, is not out, and play goes on.",
        at("Y4", "Y4", "Y5 B2", supply="", taker=1, by=2), 0, "match Y4",
        Becomes(zones={"hand:0": "", "discard": "Y4", "supply": ""}, turn=(1,), facts={"out": "none"},
                holds=draws(2))),
    Row("zar 5.7", "It plays on by drawing.",
        at("Y4", "", "Y5 B2", supply="", by=0), 0, "draw", Becomes(turn=(1,), holds=happened("passed"))),
    Row("zar 5.8", "A seat whose last card is matched draws its card, and the hand goes on.",
        nearly_out("B1", "Y2 B2"), 2, "match Y2",
        Becomes(turn=(0,), facts={"out": "none", "asked": "play", "putDownBy": "2"},
                holds=both(draws(0), hold(1, 1, 1)))),
    Row("zar 5.8", "So it does in a poll.",
        nearly_out("B1", "Y2 B2", options=POLL), 2, "match Y2",
        Becomes(turn=(0,), facts={"out": "none", "asked": "play"}, holds=draws(0))),
    Row("zar 5.8", "An out seat whose skip is matched is passed over by that.",
        at("Y1 YS", "", "B1", "YS B2", taker=2, by=0, phase="accept", out=True), 2, "match YS",
        Becomes(turn=(1,), holds=both(happened("matched", "drawn", "skipped"), draws(0)))),
    Row("zar 5.9", "matching=race: a match is legal until the card is covered.",
        at("G1 Y4", "B1", "B2", "Y4 B3", by=1, taker=1), 2, "match Y4", Becomes(holds=draws(1))),
    Row("zar 5.9", "matching=race: also while the taker decides about the card drawn.",
        at("G1 Y4", "G4", "B1 B2", "Y4 B6", by=1, options=PLAY_DRAWN, drawn="G4"), 2, "match Y4",
        Becomes(turn=(0,), facts={"asked": "play"}, holds=draws(1))),
    Row("zar 5.9", "matching=poll: after a card every other seat is asked, whether or not it can match.",
        ALL_PASSED, 0, "play Y5", Becomes(turn=(1, 2), facts={"asked": "poll", "answered": "none", "turnTaker": "1"})),
    Row("zar 5.9", "matching=poll: the seats may answer in any order.",
        POLLED, 1, "pass", Becomes(turn=(0,), facts={"answered": "1", "asked": "poll"}, events=("passed", "answered"))),
    Row("zar 5.9", "matching=poll: who has answered is told by seat, not by time.",
        polled("G1 Y4", "B1", "B2", "B3", "B5", answered=(1,)), 0, "pass",
        Becomes(turn=(2,), facts={"answered": "0,1"})),
    Row("zar 5.9", "matching=poll: when all have passed the turn goes on.",
        PASSED, 1, "pass", Becomes(turn=(0,), facts={"asked": "play", "answered": "none", "turns": "40"})),
    Row("zar 5.9", "matching=poll: a match ends the poll; with both copies in the pile no other is held.",
        POLLED, 0, "match Y4", Becomes(turn=(1,), facts={"asked": "play", "answered": "none"}, holds=draws(2))),
    Row("zar 5.9", "matching=poll: a match starts a new poll when the other copy has been shuffled.",
        polled("G1 Y4", "B2", "Y4 G2", supply=""), 1, "match Y4",
        Becomes(turn=(0, 2), facts={"asked": "poll", "answered": "none", "turnTaker": "2"}, zones={"discard": "Y4"})),
    Row("zar 5.9", "matching=poll: no poll is held when both copies of the top card lie in the pile.",
        at("Y4 G4", "Y4 Y5", "B1 B2", options=POLL), 0, "play Y4", Becomes(turn=(1,), facts={"asked": "play"})),
    Row("zar 5.9", "matching=poll: nor after a double.",
        at("Y1 G4", "G5 G5 B1", "B1 B2", options=POLL), 0, "double G5", Becomes(turn=(1,), facts={"asked": "play"})),
    Row("zar 5.9", "matching=poll: the drawing for a double counts before the poll.",
        at("Y1 G4", "G5 G5", "Y2", supply="", options=POLL), 0, "double G5",
        Becomes(zones={"discard": "G5"}, turn=(1, 2), facts={"asked": "poll"})),
    Row("zar 5.9", "matching=poll: the card turned over is asked about.",
        dealt("Y4", "G1 G2 G3", "B1 B2 B3", "Y4 Y2 Y3", options=POLL), 1, "pass",
        Becomes(turn=(2,), facts={"asked": "poll", "turns": "0"})),
    Row("zar 5.9", "matching=poll: a seat that has passed does not match.", PASSED, 0, "match Y4", NOT_NOW),
    Row("zar 5.9", "matching=poll: nor pass again.", PASSED, 0, "pass", NOT_NOW),
    Row("zar 5.9", "matching=poll: the seat that put the card down does not pass.", POLLED, 2, "pass", NOT_NOW),
    Row("zar 5.6", "matching=poll: nor does it match.",
        polled("G1 Y4", "B1", "B2", "Y4 B6"), 2, "match Y4", NOT_NOW),
    Row("zar 5.1", "matching=poll: only the twin matches.", POLLED, 1, "match B1", NOT_SO),
    Row("zar 5.9", "matching=poll: a seat that is asked does not play.", POLLED, 0, "play Y5", NOT_SO),
    Row("zar 5.9", "matching=poll: nor take.", POLLED, 0, "take", NOT_SO),
    Row("zar 5.9", "matching=poll: nor draw.", POLLED, 0, "draw", NOT_SO),
    Row("zar 6.1", "matching=poll: nor accept.", POLLED, 0, "accept", NOT_SO),
    Row("zar 5.9", "matching=poll: a seat that is not asked does not play, either.", POLLED, 2, "play B5", NOT_NOW),
    Row("zar 5.9", "matching=poll: a seat that passed may match in its own turn.",
        ALL_PASSED, 0, "match Y4", Becomes(holds=draws(2), turn=(1,))),
    Row("zar 5.9", "matching=poll: outside polls nobody else can.",
        at("G1 Y4", "Y5", "B2", "Y4 B6", options=POLL, by=1), 2, "match Y4", NOT_NOW),
    Row("zar 5.9", "matching=poll: taking cards starts no poll.",
        at("G1 YD", "Y3 Y5", "B1 Y4", taker=1, owed=2, options=POLL), 1, "take",
        Becomes(turn=(1,), facts={"asked": "play"})),
    Row("zar 5.9", "matching=poll: nor does drawing a card.",
        at("G1 Y4", "B1", "B2", options=POLL), 0, "draw", Becomes(turn=(1,), facts={"asked": "play"})),
)  # fmt: skip

ENDS = (
    Row("zar 6.1", "A seat that plays its last card is out unless matched: the next seat is asked to accept.",
        at("G1 Y4", "Y5", "B2", "B3"), 0, "play Y5",
        Becomes(turn=(1,), facts={"out": "0", "asked": "accept", "hand": "1"})),
    Row("zar 6.1", "The hand ends when that seat accepts.",
        nearly_out("B1", "B2"), 1, "accept",
        Becomes(turn=(), reason="hands", scores=(1, 0, 0), holds=both(happened("accepted", "won"), wins(0)))),
    Row("zar 6.1", "Nobody else accepts.", nearly_out("B1", "B2"), 2, "accept", NOT_NOW),
    Row("zar 6.1", "The seat that is out does not accept.", nearly_out("B1", "B2"), 0, "accept", NOT_NOW),
    Row("zar 6.1", "Nobody accepts a card that is not the last.", TWIN, 0, "accept", NOT_SO),
    Row("zar 6.1", "Nor in another's turn.", TWIN, 1, "accept", NOT_NOW),
    Row("zar 6.1", "The seat that is asked does not play.", nearly_out("Y5 B1"), 1, "play Y5", NOT_SO),
    Row("zar 6.1", "Nor draw.", nearly_out("Y5 B1"), 1, "draw", NOT_SO),
    Row("zar 6.1", "Nor take.", nearly_out("Y5 B1"), 1, "take", NOT_SO),
    Row("zar 6.1", "Nor pass.", nearly_out("Y5 B1"), 1, "pass", NOT_SO),
    Row("zar 2.1", "A seat that is not asked does not play.", nearly_out("Y5 B1", "Y6"), 2, "play Y6", NOT_NOW),
    Row("zar 6.1", "The seat that is asked may match.",
        nearly_out("Y2 B1", "B2"), 1, "match Y2", Becomes(turn=(2,), facts={"out": "none", "asked": "play"})),
    Row("zar 6.1", "Any seat holding the twin may.",
        nearly_out("B1", "Y2 B2"), 2, "match Y2", Becomes(facts={"out": "none", "asked": "play"})),
    Row("zar 6.1", "If it would be the turn of the seat that went out, the next seat is asked instead.",
        at("G1 Y4", "YS", "B2"), 0, "play YS", Becomes(turn=(1,), facts={"asked": "accept", "turnTaker": "0"})),
    Row("zar 6.1", "The next one is that in the direction of play.",
        at("G1 Y4", "YS", "B2", direction=-1), 0, "play YS", Becomes(turn=(1,))),
    Row("zar 6.1", "After a skip the seat after the next is asked.",
        at("G1 Y4", "YS", "B2", "B3"), 0, "play YS", Becomes(turn=(2,))),
    Row("zar 6.1", "After a reverse the seat before is asked.",
        at("G1 Y4", "YR", "B2", "B3"), 0, "play YR", Becomes(turn=(2,), facts={"asked": "accept"})),
    Row("zar 6.1", "When both copies lie in the discard pile the hand ends at once.",
        winning("G1", "G2"), 0, "play Y2", Becomes(reason="hands", scores=(1, 0, 0), holds=happened("played", "won"))),
    Row("zar 6.1", "matching=poll: so it does there.",
        winning("G1", "G2", options=POLL), 0, "play Y2", Becomes(reason="hands")),
    Row("zar 6.1", "matching=poll: the others are asked, and nobody to accept.",
        at("G1 Y4", "Y5", "B2", "B3", options=POLL), 0, "play Y5",
        Becomes(turn=(1, 2), facts={"out": "0", "asked": "poll"})),
    Row("zar 6.1", "matching=poll: the hand ends when all others have passed.",
        nearly_out("B1", "B2", options=POLL, answered=(1,)), 2, "pass",
        Becomes(reason="hands", holds=both(happened("passed", "won"), wins(0)))),
    Row("zar 6.1", "matching=poll: not before.",
        nearly_out("B1", "B2", options=POLL), 2, "pass", Becomes(turn=(1,), facts={"out": "0"})),
    Row("zar 6.1", "A debt caused by the last card is not drawn.",
        at("G1 YD", "", "B1", taker=1, by=0, owed=2, phase="accept", out=True), 1, "accept",
        Becomes(reason="hands", holds=both(draws(), hold(0, 1)))),
    Row("zar 6.1", "In the next hand nothing of it is left.",
        at("G1 YD", "", "B1", taker=1, by=0, owed=2, phase="accept", out=True, options=TWO_HANDS), 1, "accept",
        Becomes(facts={"hand": "2", "owed": "0"})),
    Row("zar 6.1", "The debt of a last card that is matched grows.",
        at("G1 YD", "", "B1", "YD B2", taker=1, by=0, owed=2, phase="accept", out=True), 2, "match YD",
        Becomes(turn=(0,), facts={"owed": "4", "out": "none"})),
    Row("zar 6.1", "pairGoesOut=true: a double wins the hand, since both copies lie in the pile.",
        at("G1 Y4", "Y5 Y5", "B2", options={"pairGoesOut": True}), 0, "double Y5",
        Becomes(reason="hands", holds=both(draws(), wins(0)))),
    Row("zar 6.1", "inTurnTwin=matchMayGoOut: a match of one's own turn wins at once.",
        at("G1 Y4", "Y4", "B2 B3", options={"inTurnTwin": "matchMayGoOut"}), 0, "match Y4",
        Becomes(reason="hands", holds=both(draws(1), wins(0)))),
    Row("zar 6.1", "inTurnTwin=matchMayGoOut: it is asked when the drawing has shuffled the other copy.",
        at("Y4", "Y4", supply="", options={"inTurnTwin": "matchMayGoOut"}), 0, "match Y4",
        Becomes(turn=(1,), facts={"out": "0", "asked": "accept"})),
    Row("zar 6.2", "As many turns in a row as there are seats without a card put down or drawn end the hand.",
        broke("B2", idle=1), 0, "draw",
        Becomes(reason="hands", events=("passed", "stalled", "won", "scored"), scores=(1, 0), holds=wins(0))),
    Row("zar 6.2", "In the next hand the count begins anew.",
        broke("B2", idle=1, options=TWO_HANDS), 0, "draw", Becomes(facts={"hand": "2", "idle": "0", "turns": "0"})),
    Row("zar 6.2", "Not one turn less.",
        broke("B2"), 0, "draw", Becomes(turn=(1,), facts={"idle": "1", "turns": "41"})),
    Row("zar 6.2", "A card put down begins the count anew.",
        broke("Y2 B3", idle=1), 0, "play Y2", Becomes(facts={"idle": "0"})),
    Row("zar 6.2", "So does a card drawn.",
        at("G2 Y1", "B2", supply="", options={"mayDecline": True}, idle=1), 0, "draw", Becomes(facts={"idle": "0"})),
    Row("zar 6.2", "So does a match.",
        at("Y1", "B2", "Y1 B3", supply="", idle=2, by=2), 1, "match Y1", Becomes(facts={"idle": "0"})),
    Row("zar 6.2", "A take that drew a card is a card drawn.",
        at("YD", "B1", supply="", took=True), 0, "draw", Becomes(facts={"idle": "0", "turns": "41"})),
    Row("zar 6.2", "A take that drew none is not.",
        at("YD", "B1", supply=""), 0, "draw", Becomes(facts={"idle": "1"})),
    Row("zar 6.2", "A take ends no turn.", OWING, 1, "take", Becomes(facts={"turns": "40"})),
    Row("zar 6.2", "A draw under playDrawn ends none either.",
        at("G1 Y4", "B1", "B2", options=PLAY_DRAWN), 0, "draw", Becomes(facts={"turns": "40"}, turn=(0,))),
    Row("zar 6.2", "The pass after it does.",
        DRAWN, 0, "pass", Becomes(facts={"turns": "41", "idle": "0", "asked": "play"}, turn=(1,))),
    Row("zar 6.2", "So does a match out of turn.",
        at("G1 Y4", "B1", "B2", "Y4 B3", by=1), 2, "match Y4", Becomes(facts={"turns": "41"})),
    Row("zar 6.2", "After 100 turns a seat the hand ends at once.",
        at("G1 Y4", "B1", "B2 B3", turns=199, top="B6"), 0, "draw",
        Becomes(reason="hands", events=("drawn", "stalled", "won"), facts={"turns": "200"}, scores=(1, 1))),
    Row("zar 6.2", "Not one turn less, with more seats.",
        at("G1 Y4", "B1", "B2 B3", "B4", turns=298), 0, "draw", Becomes(turn=(1,), facts={"turns": "299"})),
    Row("zar 6.2", "It ends even if a poll is due.",
        at("G1 Y4", "Y5 B1", "B2 B3", turns=199, options=POLL), 0, "play Y5", Becomes(reason="hands", holds=wins(0))),
    Row("zar 6.2", "It ends even if an accept is due: this goes before 6.1.",
        at("G1 Y4", "Y5", "Y4 B3", turns=199), 0, "play Y5",
        Becomes(reason="hands", events=("played", "stalled", "won"), scores=(1, 0))),
    Row("zar 6.2", "It goes before an end at once, too.",
        winning("B2 B3", turns=199), 0, "play Y2", Becomes(reason="hands", events=("stalled", "won"))),
    Row("zar 6.2", "A match may be the last turn; then the fewest points are counted after all draws.",
        at("G1 Y4", "B1", "BD", "Y4 B2", by=1, turns=299, top="D1"), 2, "match Y4", Becomes(holds=wins(0, 2))),
    Row("zar 6.2", "dealer=winner: of several winners the lowest seat deals next.",
        at("G1 Y4", "B1 YS", "B2 B3", "G3", turns=299, top="B6", options={**TWO_HANDS, "mayDecline": True}, taker=2), 2,
        "draw", Becomes(facts={"dealer": "1", "hand": "2", "turns": "0"}, holds=wins(1, 2))),
    Row("zar 6.3", "Number 1, reverse or skip 2, draw two 3, wild 4, dragon 5.",
        winning("Y1 YS YR YD W1 D1", options={"scoring": "winnerTakes"}), 0, "play Y2", Becomes(scores=(17, 0))),
    Row("zar 6.3", "Every copy, kind and colour counts alike.",
        winning("G6 B6 BS GR BD GD W2 W2 D2", options={"scoring": "penalty"}), 0, "play Y2", Becomes(scores=(0, 25))),
    Row("zar 6.4", "scoring=none: a hand won counts 1.",
        winning("D1 D2", "G2"), 0, "play Y2", Becomes(scores=(1, 0, 0), holds=ranks(1, 2, 2))),
    Row("zar 6.4", "scoring=none: a shared win counts 1 for each.",
        at("G1 Y4", "B1", "B2 B3", "GD", turns=299, top="B6"), 0, "draw",
        Becomes(scores=(1, 1, 0), holds=ranks(1, 1, 3))),
    Row("zar 6.4", "scoring=penalty: every seat adds the points of the cards it still holds, and the lowest wins.",
        winning("D1 D2", "G2", options={"scoring": "penalty"}), 0, "play Y2",
        Becomes(scores=(0, 10, 1), holds=ranks(1, 3, 2))),
    Row("zar 6.4", "scoring=penalty: after a shared win every seat adds its own.",
        at("G1 Y4", "B1", "B2 B3", "GD", turns=299, top="B6", options={"scoring": "penalty"}), 0, "draw",
        Becomes(scores=(2, 2, 3), holds=ranks(1, 1, 3))),
    Row("zar 6.4", "scoring=winnerTakes: the winner adds the points of all other hands, and the highest wins.",
        winning("D1 D2", "G2", options={"scoring": "winnerTakes"}), 0, "play Y2",
        Becomes(scores=(11, 0, 0), holds=ranks(1, 2, 2))),
    Row("zar 6.4", "scoring=winnerTakes: a shared win adds to each the points of the seats that did not win.",
        at("G1 Y4", "B1", "B2 B3", "GD", turns=299, top="B6", options={"scoring": "winnerTakes"}), 0, "draw",
        Becomes(scores=(3, 3, 0), holds=ranks(1, 1, 3))),
    Row("zar 6.4", "Totals add up over the hands.",
        winning("D1 D2", options={"scoring": "penalty", "hands": 2}, hand=2, points=(7, 3)), 0, "play Y2",
        Becomes(scores=(7, 13), reason="hands")),
    Row("zar 6.5", "hands=1: the table is over after one hand.", winning("G1"), 0, "play Y2", Becomes(reason="hands")),
    Row("zar 6.5", "hands=2: the next hand is dealt within the move that ends the one before.",
        winning("G1", options=TWO_HANDS), 0, "play Y2",
        Becomes(turn=(1,), facts={"hand": "2", "hands": "2", "asked": "play", "out": "none"}, scores=(1, 0),
                events=("won", "scored", "gathered", "shuffled", "dealt", "turned", "hand", "scores"))),
    Row("zar 6.5", "hands=50: the fiftieth is the last.",
        winning("G1", options={"hands": 50}, hand=50, points=(20, 29)), 0, "play Y2",
        Becomes(reason="hands", scores=(21, 29))),
    Row("zar 6.5", "target: the table ends when a total has reached it.",
        winning("D1 D2", options={"scoring": "winnerTakes", "hands": 9, "target": 10}), 0, "play Y2",
        Becomes(reason="target", scores=(10, 0))),
    Row("zar 6.5", "target: a total below it does not end the table.",
        winning("D1 D2", options={"scoring": "winnerTakes", "hands": 9, "target": 11}), 0, "play Y2",
        Becomes(facts={"hand": "2"}, scores=(10, 0))),
    Row("zar 6.5", "target: with scoring=penalty the total of any seat counts.",
        winning("D1 D2", options={"scoring": "penalty", "hands": 9, "target": 10}), 0, "play Y2",
        Becomes(reason="target", scores=(0, 10), holds=ranks(1, 2))),
    Row("zar 6.5", "target: when the same hand is the last, the reason is the target.",
        winning("D1 D2", options={"scoring": "winnerTakes", "target": 10}), 0, "play Y2", Becomes(reason="target")),
    Row("zar 6.5", "target: when hands are all played first, the reason is hands.",
        winning("D1 D2", options={"scoring": "winnerTakes", "target": 500}), 0, "play Y2", Becomes(reason="hands")),
    Row("zar 6.5", "A hand that stalls ends the table for the same reasons.",
        broke("B2", idle=1, options={"scoring": "winnerTakes", "target": 100}), 0, "draw", Becomes(reason="target")),
    Row("engine 9", "Then nobody moves.",
        at("Y2 Y1", "", "G1", phase="over", by=0, taker=1, points=(1, 0)), 1, "draw", Refused("TABLE_OVER")),
)  # fmt: skip

INFORMATION = (
    Row("zar 7.1", "The discard pile is public, a hand the owner's, the supply nobody's.",
        at("G1 Y4", "Y5 B1", "B2", "B3"), 0, "play Y5", Becomes(holds=sees_the_pile_and_the_own_hand)),
    Row("zar 7.1", "Names, direction, debts, who put down the top card and who has passed are public.",
        POLLED, 1, "pass",
        Becomes(facts={"named": "none", "direction": "up", "owed": "0", "putDownBy": "2", "answered": "1"})),
    Row("zar 7.1", "When a hand ends all hands are shown.",
        winning("G1", "G2", options=TWO_HANDS), 0, "play Y2", Becomes(holds=shows_the_hands(1, 2))),
    Row("zar 7.1", "When the table is over everything is shown.",
        winning("G1"), 0, "play Y2", Becomes(events=("uncovered", "ended"), holds=everything_is_shown)),
    Row("zar 7.1", "Under playDrawn the others know only that the taker is asked.",
        at("G1 Y4", "B1", "B2", options=PLAY_DRAWN), 0, "draw",
        Becomes(facts={"asked": "drawn"}, turn=(0,), holds=only_its_owner_knows_what_was_drawn)),
    Row("zar 7.2", "In a race the view does not tell that a seat can match.",
        at("G1 Y4", "Y5 B1", "B2", "Y5 B3"), 0, "play Y5", Becomes(holds=one_seat_more_can_move_than_is_told)),
    Row("zar 7.2", "It shows who is asked to accept.",
        at("G1 Y4", "Y5", "B2", "Y5 B3"), 0, "play Y5", Becomes(holds=one_seat_more_can_move_than_is_told)),
    Row("zar 7.2", "In a poll it shows who has still to answer.", POLLED, 0, "pass", Becomes(turn=(1,))),
)  # fmt: skip

OPTIONS = (
    Row("zar 8", "matching=race: nobody is asked after a card.",
        at("G1 Y4", "Y5 B1", "B2"), 0, "play Y5", Becomes(facts={"asked": "play"}, turn=(1,))),
    Row("zar 8", "matching=poll: everybody else is.",
        at("G1 Y4", "Y5 B1", "B2", options=POLL), 0, "play Y5", Becomes(facts={"asked": "poll"}, turn=(1,))),
    Row("zar 8", "inTurnTwin=match: a match with the last card of one's own turn does not win.",
        at("G1 Y4", "Y4", "B1", options={"inTurnTwin": "match"}), 0, "match Y4", Becomes(facts={"out": "none"})),
    Row("zar 8", "inTurnTwin=matchMayGoOut: it does.",
        at("G1 Y4", "Y4", "B1", options={"inTurnTwin": "matchMayGoOut"}), 0, "match Y4", Becomes(reason="hands")),
    Row("zar 8", "inTurnTwin=matchMayGoOut: a match out of turn does not.",
        at("G1 Y4", "B1", "B2", "Y4", by=1, options={"inTurnTwin": "matchMayGoOut"}), 2, "match Y4",
        Becomes(facts={"out": "none"}, holds=draws(1, 2))),
    Row("zar 5.5", "inTurnTwin=matchMayGoOut: the twin is not an ordinary play.",
        at("G1 Y4", "Y4", "B1", options={"inTurnTwin": "matchMayGoOut"}), 0, "play Y4", NOT_SO),
    Row("zar 8", "inTurnTwin=normal: in turn the twin is an ordinary play, and nobody draws for it.",
        NORMAL_TWIN, 0, "play Y4", Becomes(holds=draws(), turn=(1,))),
    Row("zar 8", "inTurnTwin=normal: it may win.",
        at("G1 Y4", "Y4", "B1", options=NORMAL), 0, "play Y4", Becomes(reason="hands", holds=draws())),
    Row("zar 5.5", "inTurnTwin=normal: it is no match in turn.", NORMAL_TWIN, 0, "match Y4", NOT_SO),
    Row("zar 8", "inTurnTwin=normal: out of turn it is one.",
        at("G1 Y4", "B1", "B2", "Y4 B3", by=1, options=NORMAL), 2, "match Y4", Becomes(holds=draws(1))),
    Row("zar 8", "inTurnTwin=normal: a debt is answered with the twin as with any draw two.",
        at("G1 YD", "Y3 Y5", "YD GD", taker=1, owed=2, options=NORMAL), 1, "play YD",
        Becomes(turn=(0,), facts={"owed": "4"}, holds=draws())),
    Row("zar 3.3", "inTurnTwin=normal, stacking=false: a seat that owes only takes.",
        at("G1 YD", "Y3 Y5", "YD GD", taker=1, owed=2, options={**NORMAL, "stacking": False}), 1, "play YD", NOT_SO),
    Row("zar 5.5", "inTurnTwin=normal, stacking=false: it does not match, either.",
        at("G1 YD", "Y3 Y5", "YD GD", taker=1, owed=2, options={**NORMAL, "stacking": False}), 1, "match YD", NOT_SO),
    Row("zar 8", "stacking=true: a debt is passed on.", OWING, 1, "play GD", Becomes(turn=(0,), facts={"owed": "4"})),
    Row("zar 8", "stacking=false: a debt is taken; then a draw two is played as in any turn.",
        NO_ANSWER, 1, "take", may(1, "match YD", "play Y4", "play GD")),
    Row("zar 8", "mayDecline=false: a seat draws only when nothing fits.",
        at("G1 Y4", "B1", "B2"), 0, "draw", Becomes(turn=(1,))),
    Row("zar 8", "mayDecline=true: it may always draw.",
        at("G1 Y4", "Y5 B1", "B2", options={"mayDecline": True}), 0, "draw", Becomes(turn=(1,), holds=draws(0))),
    Row("zar 3.3", "mayDecline=true: but not while it owes.",
        at("G1 YD", "Y3 Y5", "GD Y4", taker=1, owed=2, options={"mayDecline": True}), 1, "draw", NOT_SO),
    Row("zar 8", "playDrawn=false: the turn is over after a draw.",
        at("G1 Y4", "B1", "B2", top="Y6"), 0, "draw", Becomes(turn=(1,), facts={"asked": "play"})),
    Row("zar 8", "playDrawn=true: the seat is asked whether to play a card that fits.",
        at("G1 Y4", "B1", "B2", top="Y6", options=PLAY_DRAWN), 0, "draw", may(0, "play Y6", "pass")),
    Row("zar 8", "playDrawn=true: it is asked also when the card does not fit.",
        at("G1 Y4", "B1", "B2", top="B6", options=PLAY_DRAWN), 0, "draw", may(0, "pass")),
    Row("zar 8", "playDrawn=true: a card drawn beside its copy may be played singly.",
        DRAWN, 0, "play G4", Becomes(zones={"hand:0": "Y2 G4"}, turn=(1,))),
    Row("zar 8", "playDrawn=true: not as a double.", DRAWN, 0, "double G4", NOT_SO),
    Row("zar 8", "playDrawn=true: no other card is played.", DRAWN, 0, "play Y2", NOT_SO),
    Row("zar 2.2", "playDrawn=true: nor the card drawn if it does not fit.",
        at("G1 Y4", "B1 B6", "B2", options=PLAY_DRAWN, drawn="B6"), 0, "play B6", NOT_SO),
    Row("zar 8", "playDrawn=true: no second card is drawn.", DRAWN, 0, "draw", NOT_SO),
    Row("zar 8", "playDrawn=true: nor is anything taken.", DRAWN, 0, "take", NOT_SO),
    Row("zar 2.1", "playDrawn=true: no other seat plays meanwhile.", DRAWN, 1, "play B1", NOT_NOW),
    Row("zar 2.1", "playDrawn=true: nor passes.", DRAWN, 1, "pass", NOT_NOW),
    Row("zar 8", "playDrawn=true: the last card drawn may win.",
        at("G1 Y4", "Y6", "B2", options=PLAY_DRAWN, drawn="Y6"), 0, "play Y6", Becomes(facts={"out": "0"}, turn=(1,))),
    Row("zar 8", "playDrawn=true: a wild drawn is named.",
        at("G1 Y4", "B1 W2", "B2", options=PLAY_DRAWN, drawn="W2"), 0, "play W2 =B", Becomes(facts={"named": "B"})),
    Row("zar 8", "playDrawn=true: the twin that was drawn is a match.",
        DRAWN_TWIN, 0, "match Y4", Becomes(turn=(1,), holds=draws(1))),
    Row("zar 5.5", "playDrawn=true: it is no ordinary play.", DRAWN_TWIN, 0, "play Y4", NOT_SO),
    Row("zar 8", "playDrawn=true: the twin that was drawn is a match at a table with polls, too.",
        at("G1 Y4", "Y4 G2", "B1", options={**PLAY_DRAWN, **POLL}, drawn="Y4"), 0, "match Y4", Becomes(holds=draws(1))),
    Row("zar 8", "playDrawn=true, inTurnTwin=normal: the twin that was drawn is an ordinary play.",
        at("G1 Y4", "Y4 G2", "B1", options={**PLAY_DRAWN, **NORMAL}, drawn="Y4"), 0, "play Y4", Becomes(holds=draws())),
    Row("zar 5.5", "playDrawn=true, inTurnTwin=normal: and no match.",
        at("G1 Y4", "Y4 G2", "B1", options={**PLAY_DRAWN, **NORMAL}, drawn="Y4"), 0, "match Y4", NOT_SO),
    Row("zar 8", "playDrawn=true: in a race a twin that the seat had may be matched with.",
        HELD_TWIN, 0, "match Y4", Becomes(zones={"hand:0": "G2"}, holds=draws(1))),
    Row("zar 5.5", "playDrawn=true: it may not be played.", HELD_TWIN, 0, "play Y4", NOT_SO),
    Row("zar 8", "playDrawn=true: in a poll it may not be matched with.",
        at("G1 Y4", "Y4 G2", "B1", options={**PLAY_DRAWN, **POLL, "mayDecline": True}, drawn="G2"), 0, "match Y4",
        NOT_SO),
    Row("zar 8", "playDrawn=true, matching=poll: nor may it be played.",
        at("G1 Y4", "Y4 G2", "B1", options={**PLAY_DRAWN, **POLL, "mayDecline": True}, drawn="G2"), 0, "play Y4",
        NOT_SO),
    Row("zar 5.5", "playDrawn=true, inTurnTwin=normal: nor in a race.",
        at("G1 Y4", "Y4 G2", "B1", options={**PLAY_DRAWN, **NORMAL, "mayDecline": True}, drawn="G2"), 0, "match Y4",
        NOT_SO),
    Row("zar 8", "playDrawn=true: after a draw that drew nothing the turn is over.",
        broke("B2", options=PLAY_DRAWN), 0, "draw", Becomes(turn=(1,), facts={"asked": "play", "idle": "1"})),
    Row("zar 8", "pairGoesOut=false: the last two cards do not win.",
        at("G1 Y4", "Y5 Y5", "B2", options={"pairGoesOut": False}), 0, "double Y5", Becomes(holds=draws(0))),
    Row("zar 8", "pairGoesOut=true: they do.",
        at("G1 Y4", "Y5 Y5", "B2", options={"pairGoesOut": True}), 0, "double Y5", Becomes(reason="hands")),
    Row("zar 2.3", "dragonNames=numbers: a dragon names no command.",
        at("G1 Y4", "D1 B1", "B2"), 0, "play D1 =S", NOT_SO),
    Row("zar 8", "dragonNames=any: it may, and the command has no effect by itself.",
        at("G1 Y4", "D1 B1", "B2", "B3", options={"dragonNames": "any"}), 0, "play D1 =S",
        Becomes(turn=(1,), facts={"named": "S"})),
    Row("zar 8", "dragonNames=any: a draw two named owes nothing.",
        at("G1 Y4", "D1 B1", "B2", options={"dragonNames": "any"}), 0, "play D1 =D", Becomes(facts={"owed": "0"})),
    Row("zar 8", "dragonNames=any: a reverse named turns nothing round.",
        at("G1 Y4", "D1 B1", "B2", options={"dragonNames": "any"}), 0, "play D1 =R",
        Becomes(facts={"direction": "up"})),
    Row("zar 8", "dragonNames=any: then cards with that command fit.",
        at("G1 D1", "BS B1", "B2", options={"dragonNames": "any"}, named="S"), 0, "play BS", Becomes()),
    Row("zar 2.3", "dragonNames=any: and no others.",
        at("G1 D1", "BS B1", "B2", options={"dragonNames": "any"}, named="S"), 0, "play B1", NOT_SO),
    *(
        Row("zar 8", f"deal={deal}: each seat is dealt {deal} cards.",
            winning("G1", options={**TWO_HANDS, "deal": deal}, turns=MANY), 0, "play Y2",
            Becomes(holds=hold(deal, deal)))
        for deal in range(3, 11)
    ),
    Row("zar 8", "deal=0: two seats are dealt eight cards each.",
        winning("G1", options={**TWO_HANDS, "deal": 0}), 0, "play Y2", Becomes(holds=hold(8, 8))),
    Row("zar 8", "dealer=winner: the winner deals next.",
        at("Y2 Y1", "G1", "Y2", "G2", taker=1, options={**TWO_HANDS, "dealer": "winner"}), 1, "play Y2",
        Becomes(facts={"dealer": "1"})),
    Row("zar 8", "dealer=rotate: the seat after the last dealer does.",
        at("Y2 Y1", "G1", "G3", "Y2", taker=2, options={**TWO_HANDS, "dealer": "rotate"}), 2, "play Y2",
        Becomes(facts={"dealer": "1"})),
    Row("zar 8", "scoring=none: hands won are counted.",
        winning("D1 D2", options={"scoring": "none"}), 0, "play Y2", Becomes(scores=(1, 0))),
    Row("zar 8", "scoring=penalty: points left are counted.",
        winning("D1 D2", options={"scoring": "penalty"}), 0, "play Y2", Becomes(scores=(0, 10))),
    Row("zar 8", "scoring=winnerTakes: points won of the others are counted.",
        winning("D1 D2", options={"scoring": "winnerTakes"}), 0, "play Y2", Becomes(scores=(10, 0))),
    Row("zar 8", "hands=50: the table goes on after 49.",
        winning("G1", options={"hands": 50}, hand=49, points=(20, 28)), 0, "play Y2",
        Becomes(facts={"hand": "50", "hands": "50"})),
    Row("zar 8", "target=0: no total ends the table.",
        winning("D1 D2", options={"scoring": "winnerTakes", "hands": 50, "target": 0}, hand=9, points=(600, 0)), 0,
        "play Y2", Becomes(facts={"hand": "10"})),
    Row("zar 8", "target=1: the first point ends the table.",
        winning("G1", options={"scoring": "penalty", "hands": 50, "target": 1}), 0, "play Y2",
        Becomes(reason="target")),
    Row("zar 8", "target=500: so do 500.",
        winning("G1", options={"scoring": "penalty", "hands": 50, "target": 500}, hand=9, points=(0, 499)), 0,
        "play Y2", Becomes(reason="target", scores=(0, 500))),
    Row("zar 2.2", "vincent=false: a card that does not fit is refused.",
        at("G1 Y4", "B5 Y1", "B2", options={"vincent": False}), 0, "play B5", NOT_SO),
    Row("zar 2.2", "vincent=true: it is still told why a card does not fit.",
        at("G1 Y4", "B5 Y1", "B2", options={"vincent": True}), 0, "play B5", NOT_SO),
    Row("zar 5.1", "vincent=true: and why a card matches nothing.",
        at("G1 Y4", "B5 Y1", "B2", options={"vincent": True}), 1, "match B2", NOT_NOW),
    Row("zar 8", "vincent=true: a legal move costs nothing.",
        at("G1 Y4", "B5 Y1", "B2", options={"vincent": True}), 0, "play Y1", Becomes(holds=draws())),
    Row("zar 9", "Moves are listed by verb, then by card, then by name.",
        at("G1 Y4", "B1", "Y4 G4 Y5 Y5 W1 D2 D2 B6", by=0), 0, "draw",
        may(1, "match Y4", "play Y5", "play G4", "play W1 =Y", "play W1 =G", "play W1 =B",
            *(f"play D2 ={number}" for number in range(1, 7)), "double Y5",
            *(f"double D2 ={number}" for number in range(1, 7)))),
    Row("zar 9", "A dragon names numbers first, then skip, draw two and reverse.",
        at("G1 D1", "G4", "D1 B6", by=0, named="1", options={"dragonNames": "any"}), 0, "draw",
        may(1, *(f"match D1 ={name}" for name in "123456SDR"))),
    Row("zar 9", "A seat that owes may match, answer or take.",
        at("G1 Y4", "YD B1", "YD GD BD BD Y4"), 0, "play YD",
        may(1, "match YD", "play GD", "play BD", "double BD", "take")),
    Row("zar 9", "A seat asked to accept may match or accept.",
        at("G1 Y4", "Y5", "Y5 B6"), 0, "play Y5", may(1, "match Y5", "accept")),
    Row("zar 9", "In a poll a seat may match or pass.",
        at("G1 Y4", "Y5 B1", "Y5 B6", options=POLL), 0, "play Y5", may(1, "match Y5", "pass")),
    Row("zar 9", "With mayDecline drawing comes last.",
        at("G1 Y4", "Y5 B1", "Y2 B6", options={"mayDecline": True}), 0, "play Y5", may(1, "play Y2", "draw")),
    Row("zar 9", "The zones are the supply, the discard pile and the hands.",
        TWIN, 0, "play Y5", Becomes(holds=zones_are("supply", "discard", "hand:0", "hand:1"))),
    Row("engine 3", "There is no verb skip.", TWIN, 0, "skip", MISSPELT),
    Row("engine 3", "One card is written for a double.", TWIN, 0, "double Y4 Y4", MISSPELT),
    Row("engine 3", "Nothing is added to accept.", TWIN, 0, "accept Y4", MISSPELT),
)  # fmt: skip

ROWS = (*SET_UP, *TURN, *EFFECTS, *MATCHING, *ENDS, *INFORMATION, *OPTIONS)
