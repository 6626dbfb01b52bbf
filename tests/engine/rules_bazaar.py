"""The rule table of Bazaar: every numbered rule of docs/rules/bazaar.md."""

from collections.abc import Callable, Mapping

from engine import Event, State, legal_moves, new_game, result, view
from engine.core.randomness import Randomness
from engine.games.zont import CARDS, DECK
from engine.options import Plain
from tests.engine.table import SEED, Becomes, Refused, Row, situation

# Every customer wants one card.
CUSTOMERS = {"customer:red": "FR1", "customer:yellow": "FY1", "customer:blue": "FB1"}
NOT_YOUR_TURN = Refused("NOT_YOUR_TURN")
REFUSED = Refused()

FRESH = new_game("bazaar", seats=2, options={"firstSeat": 0}, seed=SEED)
FIRST_MOVE = str(legal_moves(FRESH, 0)[0])


def at(
    zones: Mapping[str, str],
    *,
    seats: int = 2,
    taker: int = 0,
    deck: str | None = None,
    options: Mapping[str, Plain] | None = None,
    **fields: object,
) -> State:
    """Seat `taker` is at turn; hands are filled up with cards that no zone names.

    With `deck` (bottom first) the cards that are left over lie in the last score pile, Favors below the customers.
    """
    named = {**CUSTOMERS, **zones} if deck is None else {**CUSTOMERS, **zones, "deck": deck}
    left = [card for card in reversed(DECK) if card not in " ".join(named.values())]
    for seat in range(seats):
        is_asked = seat == taker and fields.get("phase") in ("art", "change")
        hand = named.get(f"hand:{seat}", "").split()
        missing = int(str((options or {}).get("handSize", 5))) - is_asked - len(hand)
        named[f"hand:{seat}"] = " ".join([*hand, *left[:missing]])
        del left[:missing]
    if deck is not None:
        put_favors_below(named, left)
    return situation(
        "bazaar",
        seats=seats,
        options=options,
        zones=named,
        rest="deck" if deck is None else f"score:{seats - 1}",
        turn_taker=taker,
        **{"turns": 20 * seats + taker, **fields},
    )


def put_favors_below(named: dict[str, str], left: list[str]) -> None:
    """Put the Favors that are left over below those that are named, wild ones in the blue pile."""
    for colour in ("red", "yellow", "blue"):
        favors = [card for card in left if card[0] == "F" and CARDS[card].color == colour]
        favors += [card for card in left if card in ("FW0", "FW4") and colour == "blue"]
        named[f"customer:{colour}"] = " ".join([*favors, named[f"customer:{colour}"]])


def playing(hand: str, **zones: str) -> State:
    """Seat 0 of two plays from `hand`; `red0` is its red pile, `red` the red customer."""
    return at({"hand:0": hand, **read_zones(zones)})


def asked(
    phase: str, hand: str, colour: str = "red", *, options: Mapping[str, Plain] | None = None, **zones: str
) -> State:
    """Seat 0 of two is asked by a power on its pile of `colour`."""
    return at({"hand:0": hand, **read_zones(zones)}, options=options, phase=phase, colour=colour)


def read_zones(names: Mapping[str, str]) -> dict[str, str]:
    """Read `red0` as the red pile of seat 0, `red` as the red customer; other names have `_` for the colon."""
    found = {}
    for name, cards in names.items():
        if name.rstrip("0123456789") in ("red", "yellow", "blue"):
            colour, seat = name.rstrip("0123456789"), name[-1]
            name = f"pile:{seat}.{colour}" if seat.isdigit() else f"customer:{colour}"
        found[name.replace("_", ":")] = cards
    return found


def matching(*, seats: int = 2, options: Mapping[str, Plain] | None = None, **zones: str) -> State:
    """Seat 0 matches its targets, one card of each colour, when it has played ZB1."""
    named = {"hand:0": "ZB1", "pile:0.red": "AR3", "pile:0.yellow": "ZY2", **read_zones(zones)}
    return at(named, seats=seats, options=options)


def last_lap(
    zones: Mapping[str, str] | None = None,
    *,
    taker: int,
    last: int = 0,
    seats: int = 2,
    deck: str = "",
    options: Mapping[str, Plain] | None = None,
    **fields: object,
) -> State:
    """The last lap, begun by seat `last` when it drew the last card; `taker` has its last turn."""
    hands = {f"hand:{seat}": LATE_HANDS[seat] for seat in range(seats)}
    named = {"last_lap": "deck", "turns": 20 * seats + 1 + (taker - last - 1) % seats, **fields}
    first = {"firstSeat": (taker - int(str(named["turns"]))) % seats, **(options or {})}
    return at({**hands, **(zones or {})}, seats=seats, taker=taker, deck=deck, options=first, last_seat=last, **named)


LATE_HANDS = ("ZR1 ZR2 ZR3 ZY1 ZY2", "ZB1 ZB2 ZB3 ZW0 ZW4", "GR1 GR2 GR3 GY1 GY2")


# ---- what cannot be said by naming cards


def may_only(*moves: str) -> Becomes:
    """These moves are then legal for the seat that is asked, in this order."""

    def are_listed(state: State, _events: tuple[Event, ...]) -> bool:
        return [str(move) for move in legal_moves(state, view(state, None).turn[0])] == [*moves]

    return Becomes(holds=are_listed)


def has_customers_turned_over(state: State, _events: tuple[Event, ...]) -> bool:
    """The nine coloured Favors are shuffled, and the first of each colour from the top is its customer."""
    favors = [card for card in DECK if card[0] == "F" and card[1] != "W"]
    Randomness(SEED, 0).shuffle(favors)
    turned: dict[str, str] = {}
    while len(turned) < 3:
        card = favors.pop()
        turned.setdefault(str(CARDS[card].color), card)
    return all(state.zones[f"customer:{colour}"][0] == card for colour, card in turned.items())


def is_dealt_from_the_other_cards(state: State, _events: tuple[Event, ...]) -> bool:
    """The other 52 cards are shuffled after the nine and dealt one at a time, beginning with the first seat."""
    random = Randomness(SEED, 0)
    random.shuffle(list(range(9)))
    customers = {FRESH.zones[f"customer:{colour}"][0] for colour in ("red", "yellow", "blue")}
    order = [card for card in DECK if card not in customers]
    random.shuffle(order)
    hands: list[set[str]] = [set(), set()]
    for number in range(10):
        hands[number % 2].add(order.pop())
    dealt = [set(FRESH.zones[f"hand:{seat}"]) for seat in (0, 1)]
    return dealt == hands and FRESH.zones["deck"] == tuple(order) and state.words == random.used


def has_targets(*values: int) -> Callable[[State, tuple[Event, ...]], bool]:
    """The customers want so many cards: red, yellow, blue; no other zone has a value."""

    def are_shown(state: State, _events: tuple[Event, ...]) -> bool:
        shown = view(state, None).zones
        return [zone.value for zone in shown if zone.value is not None] == [*values]

    return are_shown


def counts(kind: str, number: int) -> Callable[[State, tuple[Event, ...]], bool]:
    """So many events of a kind happened."""
    return lambda _state, events: sum(event.kind == kind for event in events) == number


def moved(kind: str, *cards: str) -> Callable[[State, tuple[Event, ...]], bool]:
    """These cards moved so, in this order; for each event its cards."""
    return lambda _state, events: [" ".join(event.cards) for event in events if event.kind == kind] == [*cards]


def sees_own_cards_alone(state: State, _events: tuple[Event, ...]) -> bool:
    """Hands and score piles are the owner's, the deck is nobody's, all else is public."""
    for viewer in (None, 0, 1):
        for zone in view(state, viewer).zones:
            hidden = zone.kind in ("deck", "hand", "score") and (zone.owner is None or zone.owner != viewer)
            if zone.cards != ((None,) * zone.count if hidden else state.zones[zone.id]):
                return False
    return True


def everything_is_shown(state: State, _events: tuple[Event, ...]) -> bool:
    """Everybody sees every card of every zone."""
    return all(zone.cards == state.zones[zone.id] for viewer in (None, 0, 1) for zone in view(state, viewer).zones)


def shows_scores(*by_viewer: tuple[int | None, ...]) -> Callable[[State, tuple[Event, ...]], bool]:
    """The scores so far, as the spectator, seat 0 and seat 1 may know them."""
    return lambda state, _events: tuple(view(state, viewer).scores for viewer in (None, 0, 1)) == by_viewer


def seat_1_wins(state: State, _events: tuple[Event, ...]) -> bool:
    outcome = result(state)
    return outcome is not None and (outcome.winners, outcome.ranking) == ((1,), (2, 1))


def has_no_discard(state: State, _events: tuple[Event, ...]) -> bool:
    return "discard" not in state.zones


ROWS = (
    # 1 Set-up
    Row("bazaar 1.1", "The first of each colour among the nine shuffled Favors is the customer.",
        FRESH, 0, FIRST_MOVE, Becomes(holds=has_customers_turned_over)),
    Row("bazaar 1.2", "The other 52 cards are shuffled from canonical order and dealt one at a time.",
        FRESH, 0, FIRST_MOVE, Becomes(holds=is_dealt_from_the_other_cards)),
    Row("bazaar 1.2", "firstSeat=2: seat 2 begins.",
        new_game("bazaar", seats=3, options={"firstSeat": 2}, seed=SEED), 2,
        str(legal_moves(new_game("bazaar", seats=3, options={"firstSeat": 2}, seed=SEED), 2)[-1]),
        Becomes(facts={"turns": "1"}, turn=(0,))),
    Row("bazaar 1.3", "The value of a customer pile's top card is the target.",
        playing("ZR1", red="FR1 FR3", yellow="FY1 FW0", blue="FB2 FW4"), 0, "play ZR1 @red",
        Becomes(holds=has_targets(3, 0, 4))),
    # 2 A turn
    Row("bazaar 2.1", "A coloured card goes on top of the own pile of its colour.",
        playing("ZR1", red0="CR1 CR2"), 0, "play ZR1 @red",
        Becomes(zones={"pile:0.red": "CR1 CR2 ZR1"}, events=("played", "drawn"), turn=(1,))),
    Row("bazaar 2.1", "A coloured card does not go onto a pile of another colour.",
        playing("ZR1", blue0="CB1"), 0, "play ZR1 @blue", REFUSED),
    Row("bazaar 2.1", "A wild goes on top of any own pile.",
        playing("ZW0", blue0="CB1"), 0, "play ZW0 @blue", Becomes(zones={"pile:0.blue": "CB1 ZW0"})),
    Row("bazaar 2.1", "A wild may start a pile.", playing("ZW4"), 0, "play ZW4 @yellow",
        Becomes(zones={"pile:0.yellow": "ZW4"})),
    Row("bazaar 2.1", "There are only the places red, yellow and blue.", playing("ZW4"), 0, "play ZW4 @green", REFUSED),
    Row("bazaar 2.1", "A place is no pile of a seat.", playing("ZW4"), 0, "play ZW4 @0.red", REFUSED),
    Row("bazaar 2.1", "A card that the seat does not hold is not played.", playing("ZR2"), 0, "play ZR1 @red", REFUSED),
    Row("bazaar 2.1", "Another seat does not play.", at({"hand:1": "ZR1"}), 1, "play ZR1 @red", NOT_YOUR_TURN),
    Row("bazaar 2.1", "A turn is not skipped.", playing("ZR1"), 0, "skip", REFUSED),
    Row("bazaar 2.1", "Nothing is added when nothing asks for it.", playing("ZR1"), 0, "add ZR1 @red", REFUSED),
    Row("bazaar 2.1", "Nothing is taken when nothing asks for it.",
        playing("ZR1", red1="AR1 AR2"), 0, "take @1.red", REFUSED),
    Row("bazaar 2.2", "A Favors goes on top of the customer pile of its colour and sets a new target.",
        playing("FR3", red="FR2"), 0, "play FR3 @red",
        Becomes(zones={"customer:red": "FR2 FR3", "pile:0.red": ""}, holds=has_targets(3, 1, 1), turn=(1,))),
    Row("bazaar 2.2", "A Favors does not go onto the customer pile of another colour.",
        playing("FR3"), 0, "play FR3 @blue", REFUSED),
    Row("bazaar 2.2", "A wild Favors goes onto any customer pile.",
        playing("FW4"), 0, "play FW4 @blue",
        Becomes(zones={"customer:blue": "FB1 FW4", "pile:0.blue": ""}, holds=has_targets(1, 1, 4))),
    Row("bazaar 2.2", "A target may be 0.", playing("FW0"), 0, "play FW0 @yellow", Becomes(holds=has_targets(1, 0, 1))),
    Row("bazaar 2.2", "A Favors may start a scoring round.",
        playing("FR2", red0="AR1 AR2", yellow0="AY1", blue0="AB1", red="FR3"), 0, "play FR2 @red",
        Becomes(zones={"score:0": "AR1 AR2 AY1 AB1"}, events=("played", "matched", "banked", "drawn"))),
    Row("bazaar 2.3", "The card's power comes before the end of the turn: no scoring yet.",
        playing("AB1", red0="AR3", yellow0="ZY2"), 0, "play AB1 @blue",
        Becomes(turn=(0,), facts={"asked": "art", "pile": "pile:0.blue", "turns": "40"}, holds=counts("matched", 0))),
    Row("bazaar 2.4", "If each pile holds exactly as many cards as its target there is a scoring round.",
        matching(), 0, "play ZB1 @blue",
        Becomes(zones={"score:0": "AR3 ZY2 ZB1"}, events=("played", "matched", "banked", "drawn"))),
    Row("bazaar 2.4", "One card too many, and there is none.",
        matching(red0="AR3 AR1"), 0, "play ZB1 @blue", Becomes(zones={"score:0": ""}, holds=counts("matched", 0))),
    Row("bazaar 2.4", "One card too few, and there is none.",
        matching(red0=""), 0, "play ZB1 @blue", Becomes(zones={"score:0": ""}, holds=counts("matched", 0))),
    Row("bazaar 2.4", "A pile without cards holds exactly as many as a target of 0.",
        matching(red0="", red="FR1 FW0"), 0, "play ZB1 @blue", Becomes(zones={"score:0": "ZY2 ZB1"})),
    Row("bazaar 2.4", "Only the seat whose turn ends is checked.",
        playing("FR2", red1="AR1 AR2", yellow1="AY1", blue1="AB1"), 0, "play FR2 @red",
        Becomes(zones={"score:1": ""}, holds=counts("matched", 0))),
    Row("bazaar 2.4", "It is checked after the power: what Art adds counts.",
        asked("art", "FR3 FR2", red0="ZR1 AR1", yellow0="AY1", blue0="AB1"), 0, "add FR2 @red",
        Becomes(zones={"score:0": "ZR1 AR1 AY1 AB1"})),
    Row("bazaar 2.4", "What a Change takes counts too.",
        asked("change", "ZR1", red0="AR1 AR2 CR1", yellow0="AY1", blue0="AB1", red="FR3 FR1"), 0, "take @customer.red",
        Becomes(zones={"score:0": "AR1 AR2 CR1 AY1 AB1"})),
    Row("bazaar 2.5", "It draws until it holds five.",
        at({"hand:0": "ZB1 AR1 AR2 AR3 CR1"}, deck="ZY3 ZY2 ZY1"), 0, "play ZB1 @blue",
        Becomes(zones={"hand:0": "AR1 AR2 AR3 CR1 ZY1", "deck": "ZY3 ZY2"})),
    Row("bazaar 2.5", "After an Art that added a card it draws two.",
        at({"hand:0": "ZB1 AR2 AR3 CR1", "pile:0.red": "AR1"}, deck="ZY3 ZY2 ZY1", phase="art", colour="red"), 0,
        "add AR2 @red",
        Becomes(zones={"hand:0": "AR3 CR1 ZY1 ZY2 ZB1", "deck": "ZY3"}, holds=counts("drawn", 2))),
    Row("bazaar 2.5", "It draws until the deck is empty.",
        at({"hand:0": "ZB1 AR2 AR3 CR1", "pile:0.red": "AR1"}, deck="ZY3", phase="art", colour="red"), 0,
        "add AR2 @red", Becomes(zones={"hand:0": "AR3 CR1 ZY3 ZB1", "deck": ""})),
    Row("bazaar 2.5", "After a Change that took a card it draws none.",
        asked("change", "ZB1", red0="CR1", red1="AR1 AR2"), 0, "take @1.red", Becomes(holds=counts("drawn", 0))),
    # 3 Powers
    Row("bazaar 3.1", "Art asks for one more card of its colour, a wild, or none.",
        playing("AR1 CR3 CB1 FW0 ZW4"), 0, "play AR1 @red",
        may_only("add CR3 @red", "add FW0 @red", "add ZW4 @red", "skip")),
    Row("bazaar 3.1", "A wild Art asks for cards of its pile's colour.",
        playing("AW4 CR3 CB1 FW0 ZW4"), 0, "play AW4 @blue",
        may_only("add CB1 @blue", "add FW0 @blue", "add ZW4 @blue", "skip")),
    Row("bazaar 3.1", "The card goes onto the same pile, without its power.",
        asked("art", "CR3", red0="AR1", red1="AR2 AR3"), 0, "add CR3 @red",
        Becomes(zones={"pile:0.red": "AR1 CR3"}, turn=(1,), facts={"asked": "play", "pile": "none"})),
    Row("bazaar 3.1", "A wild goes onto the same pile too.",
        asked("art", "AW0", red0="AR1"), 0, "add AW0 @red", Becomes(zones={"pile:0.red": "AR1 AW0"}, turn=(1,))),
    Row("bazaar 3.1", "A Favors of the colour goes onto the customer pile.",
        asked("art", "FR3", red0="AR1"), 0, "add FR3 @red",
        Becomes(zones={"pile:0.red": "AR1", "customer:red": "FR1 FR3"}, holds=has_targets(3, 1, 1), turn=(1,))),
    Row("bazaar 3.1", "So does a wild Favors.",
        asked("art", "FW4", red0="AR1"), 0, "add FW4 @red", Becomes(zones={"customer:red": "FR1 FW4"})),
    Row("bazaar 3.1", "A card of another colour is not added.",
        asked("art", "CB3", red0="AR1"), 0, "add CB3 @red", REFUSED),
    Row("bazaar 3.1", "Nor is it added elsewhere.", asked("art", "CB3", red0="AR1"), 0, "add CB3 @blue", REFUSED),
    Row("bazaar 3.1", "A wild is not added elsewhere.", asked("art", "ZW0", red0="AR1"), 0, "add ZW0 @blue", REFUSED),
    Row("bazaar 3.1", "A wild Favors is not added elsewhere.",
        asked("art", "FW0", red0="AR1"), 0, "add FW0 @yellow", REFUSED),
    Row("bazaar 3.1", "A card that the seat does not hold is not added.",
        asked("art", "CR3", red0="AR1"), 0, "add CR1 @red", REFUSED),
    Row("bazaar 3.1", "Another card is not played while Art asks.",
        asked("art", "CR3", red0="AR1"), 0, "play CR3 @red", REFUSED),
    Row("bazaar 3.1", "Another seat adds nothing.",
        at({"hand:0": "CR3", "hand:1": "CR2", "pile:0.red": "AR1"}, phase="art", colour="red"), 1, "add CR2 @red",
        NOT_YOUR_TURN),
    Row("bazaar 3.1", "Art may be declined.",
        asked("art", "CR3", red0="AR1"), 0, "skip", Becomes(events=("skipped", "drawn"), turn=(1,))),
    Row("bazaar 3.1", "The seat is asked even if it holds nothing that fits (engine 5).",
        playing("AR1 CB1 CB2 CB3 ZY1"), 0, "play AR1 @red", may_only("skip")),
    Row("bazaar 3.2", "Change takes the top card of another seat's pile of its colour into the hand.",
        asked("change", "ZB1 ZB2 ZB3 ZY1", red0="CR1", red1="AR1 AR2"), 0, "take @1.red",
        Becomes(zones={"hand:0": "AR2 ZY1 ZB1 ZB2 ZB3", "pile:1.red": "AR1"}, events=("taken",), turn=(1,))),
    Row("bazaar 3.2", "Change takes the top card of the customer pile of its colour, and the target below is back.",
        asked("change", "ZB1 ZB2 ZB3 ZY1", red0="CR1", red="FR3 FR2"), 0, "take @customer.red",
        Becomes(zones={"hand:0": "FR2 ZY1 ZB1 ZB2 ZB3", "customer:red": "FR3"}, holds=has_targets(3, 1, 1))),
    Row("bazaar 3.2", "A customer pile with one card keeps it.",
        asked("change", "ZB1", red0="CR1", red1="AR1 AR2"), 0, "take @customer.red", REFUSED),
    Row("bazaar 3.2", "An own pile with one card keeps it too.",
        asked("change", "ZB1", red0="CR1", red1="AR1", red="FR3 FR2"), 0, "take @1.red", REFUSED),
    Row("bazaar 3.2", "Nothing is taken from a pile without cards.",
        asked("change", "ZB1", red0="CR1", red="FR3 FR2"), 0, "take @1.red", REFUSED),
    Row("bazaar 3.2", "Nothing is taken from a pile of another colour.",
        asked("change", "ZB1", red0="CR1", red="FR3 FR2", blue1="AB1 AB2"), 0, "take @1.blue", REFUSED),
    Row("bazaar 3.2", "There is no pile of a seat that is not at the table.",
        asked("change", "ZB1", red0="CR1", red="FR3 FR2"), 0, "take @2.red", REFUSED),
    Row("bazaar 3.2", "A place that is a colour alone is no pile.",
        asked("change", "ZB1", red0="CR1", red="FR3 FR2"), 0, "take @red", REFUSED),
    Row("bazaar 3.2", "A Change does not take itself, nor what it covers.",
        asked("change", "ZB1", red0="AR1 CR1", red="FR3 FR2"), 0, "take @0.red", REFUSED),
    Row("bazaar 3.2", "Nor does a Giglets used as one.",
        asked("change", "ZB1", red0="CR1 GR1", red="FR3 FR2"), 0, "take @0.red", REFUSED),
    Row("bazaar 3.2", "Change may be declined.",
        asked("change", "ZB1", red0="CR1", red="FR3 FR2"), 0, "skip", Becomes(events=("skipped", "drawn"), turn=(1,))),
    Row("bazaar 3.2", "If no pile qualifies the power is passed over.",
        playing("CR1", red0="AR1", red1="AR2", blue1="AB1 AB2"), 0, "play CR1 @red",
        Becomes(turn=(1,), facts={"asked": "play"}, holds=counts("skipped", 0))),
    Row("bazaar 3.2", "Nothing is played while Change asks.",
        asked("change", "ZB1", red0="CR1", red="FR3 FR2"), 0, "play ZB1 @blue", REFUSED),
    Row("bazaar 3.2", "Another seat takes nothing.",
        asked("change", "ZB1", red0="CR1", red="FR3 FR2"), 1, "take @customer.red", NOT_YOUR_TURN),
    Row("bazaar 3.3", "Favors has no power but to set the target: the turn is over.",
        playing("FR2"), 0, "play FR2 @red", Becomes(turn=(1,), facts={"asked": "play", "turns": "41"})),
    Row("bazaar 3.4", "A Great Zont that is the top card is protected.",
        playing("ZR1"), 0, "play ZR1 @red", Becomes(facts={"protected": "pile:0.red"}, turn=(1,))),
    Row("bazaar 3.4", "It is not taken by a Change.",
        asked("change", "ZB1", red0="CR1", red1="AR1 ZR2", red="FR3 FR2"), 0, "take @1.red", REFUSED),
    Row("bazaar 3.4", "A Great Zont put down because of Art is protected.",
        asked("art", "ZR1", red0="AR1"), 0, "add ZR1 @red", Becomes(facts={"protected": "pile:0.red"})),
    Row("bazaar 3.4", "One that is uncovered again is protected again.",
        asked("change", "ZB1", red0="CR1", red1="ZR2 AR1"), 0, "take @1.red",
        Becomes(facts={"protected": "pile:1.red"})),
    Row("bazaar 3.4", "One that is covered does not protect the card above it.",
        asked("change", "ZB1", red0="CR1", red1="ZR2 AR1"), 0, "take @1.red", Becomes(zones={"pile:1.red": "ZR2"})),
    Row("bazaar 3.5", "Giglets on an Art is an Art.",
        playing("GR1", red0="AR1"), 0, "play GR1 @red", Becomes(facts={"asked": "art", "pile": "pile:0.red"})),
    Row("bazaar 3.5", "Giglets on a Change is a Change.",
        playing("GR1", red0="CR1", red1="AR1 AR2"), 0, "play GR1 @red", may_only("take @1.red", "skip")),
    Row("bazaar 3.5", "Giglets on a Great Zont is protected.",
        playing("GR1", red0="ZR1"), 0, "play GR1 @red", Becomes(facts={"asked": "play", "protected": "pile:0.red"})),
    Row("bazaar 3.5", "Onto an empty pile it has no power.",
        playing("GR1"), 0, "play GR1 @red", Becomes(turn=(1,), facts={"asked": "play", "protected": "none"})),
    Row("bazaar 3.5", "Nor does it onto Giglets only.",
        playing("GR1", red0="GR2 GR3"), 0, "play GR1 @red", Becomes(turn=(1,), facts={"asked": "play"})),
    Row("bazaar 3.5", "It looks through other Giglets to the first card that is none.",
        playing("GR1", red0="ZR1 AR1 GR2 GR3"), 0, "play GR1 @red", Becomes(facts={"asked": "art"}, turn=(0,))),
    Row("bazaar 3.5", "Giglets put down by Art has no power.",
        asked("art", "GR1", red0="AR1"), 0, "add GR1 @red", Becomes(turn=(1,), facts={"asked": "play"})),
    Row("bazaar 3.5", "The copied power may be declined if it is one that may.",
        asked("change", "ZB1", red0="CR1 GR1", red="FR3 FR2"), 0, "skip", Becomes(turn=(1,))),
    Row("bazaar 3.4", "A Giglets on a Great Zont is not taken by a Change.",
        asked("change", "ZB1", red0="CR1", red1="ZR1 GR2 GR1", red="FR3 FR2"), 0, "take @1.red", REFUSED),
    Row("bazaar 3.5", "A protected Giglets that was covered is protected when it is on top again.",
        asked("change", "ZB1", red0="CR1", red1="ZR1 GR1 AR1"), 0, "take @1.red",
        Becomes(facts={"protected": "pile:1.red"})),
    Row("bazaar 3.6", "A wild Giglets on a wild Art asks for cards of its pile's colour.",
        playing("GW0 CR3 CB1 CB2 CY1", blue0="AW4"), 0, "play GW0 @blue",
        may_only("add CB1 @blue", "add CB2 @blue", "skip")),
    Row("bazaar 3.6", "A wild Giglets used as Change takes from piles of its pile's colour.",
        playing("GW0", blue0="CW4", blue1="AB1 AB2", red1="AR1 AR2", blue="FB3 FB1"), 0, "play GW0 @blue",
        may_only("take @1.blue", "take @customer.blue", "skip")),
    # 4 Scoring round
    Row("bazaar 4.1", "The seat puts all cards of its piles, red, yellow, blue, face down into its score pile.",
        matching(score_0="GR1"), 0, "play ZB1 @blue",
        Becomes(zones={"score:0": "GR1 AR3 ZY2 ZB1", "pile:0.red": "", "pile:0.yellow": "", "pile:0.blue": ""},
                holds=moved("banked", "AR3", "ZY2", "ZB1"))),
    Row("bazaar 4.1", "They keep their order, and a wild is banked like any card.",
        matching(red0="GR3 AW4 AR3", red="FR1 FR3"), 0, "play ZB1 @blue",
        Becomes(zones={"score:0": "GR3 AW4 AR3 ZY2 ZB1"})),
    Row("bazaar 4.2", "Of other seats' piles above the target the highest cards are taken out and lie face up.",
        matching(red1="AR1 CR3 CR2"), 0, "play ZB1 @blue",
        Becomes(zones={"penalty:1": "CR3 CR2", "score:1": "AR1", "pile:1.red": ""},
                events=("matched", "banked", "penalized", "penalized", "banked"))),
    Row("bazaar 4.2", "Among equal values the one nearer the top goes first.",
        matching(red1="AR2 CR2 GR2"), 0, "play ZB1 @blue", Becomes(zones={"penalty:1": "GR2 CR2", "score:1": "AR2"})),
    Row("bazaar 4.2", "Wilds are worth 4 and 0.",
        matching(red1="AW4 CR3 CW0"), 0, "play ZB1 @blue", Becomes(zones={"penalty:1": "AW4 CR3", "score:1": "CW0"})),
    Row("bazaar 4.2", "They are taken out one by one.",
        matching(red1="AR1 CR3 CR2"), 0, "play ZB1 @blue", Becomes(holds=moved("penalized", "CR3", "CR2"))),
    Row("bazaar 4.2", "Piles at or below the target lose nothing.",
        matching(red1="CR3", yellow1=""), 0, "play ZB1 @blue", Becomes(zones={"penalty:1": "", "score:1": "CR3"})),
    Row("bazaar 4.2", "With a target of 0 all cards of the pile are taken out.",
        matching(red0="", red="FR1 FW0", red1="CR3 AR3"), 0, "play ZB1 @blue",
        Becomes(zones={"penalty:1": "AR3 CR3", "score:1": ""})),
    Row("bazaar 4.3", "All own piles are then empty, and customer piles stay as they are.",
        matching(red1="CR3 AR1", blue1="AB1"), 0, "play ZB1 @blue",
        Becomes(zones={**{f"pile:{seat}.{colour}": "" for seat in (0, 1) for colour in ("red", "yellow", "blue")},
                       **CUSTOMERS})),
    Row("bazaar 4.3", "The order is red, yellow, blue, and seats from 0 upwards.",
        matching(seats=3, red2="AR1 CR3", blue1="AB1 CB2", red1="AR2 CR2", yellow1="AY1 CY3"), 0, "play ZB1 @blue",
        Becomes(zones={"penalty:1": "CR2 CY3 CB2", "score:1": "AR2 AY1 AB1"},
                holds=moved("penalized", "CR2", "CY3", "CB2", "CR3"))),
    Row("bazaar 4.3", "Banking is compulsory: nothing is asked.",
        matching(), 0, "play ZB1 @blue", Becomes(turn=(1,), facts={"asked": "play"})),
    # 5 End
    Row("bazaar 5.1", "When the last card is drawn every seat has one more turn, who drew it last of all.",
        at({"hand:0": "ZB1 AR1 AR2 AR3 CR1"}, deck="ZY3"), 0, "play ZB1 @blue",
        Becomes(turn=(1,), facts={"lastLap": "deck", "lastSeat": "0"}, events=("drawn", "lastLap", "lastSeat"))),
    Row("bazaar 5.1", "The last lap is not begun before the deck is empty.",
        at({"hand:0": "ZB1 AR1 AR2 AR3 CR1"}, deck="ZY3 ZY2"), 0, "play ZB1 @blue",
        Becomes(turn=(1,), facts={"lastLap": "none", "lastSeat": "none"})),
    Row("bazaar 5.1", "The other seats have their last turn first.",
        last_lap(taker=1, last=0, seats=3), 1, "play ZB1 @blue", Becomes(turn=(2,), holds=counts("drawn", 0))),
    Row("bazaar 5.1", "After them comes the seat that drew the last card.",
        last_lap(taker=2, last=0, seats=3), 2, "play GR1 @red", Becomes(turn=(0,), holds=counts("ended", 0))),
    Row("bazaar 5.1", "After its turn the table is over.",
        last_lap(taker=0), 0, "play ZR1 @red", Becomes(turn=(), reason="deck", facts={"asked": "none"})),
    Row("bazaar 5.1", "The last turn is not over before its power has been used.",
        last_lap({"hand:0": "AR1 ZR1 ZR2 ZR3 ZY1"}, taker=0), 0, "play AR1 @red",
        may_only("add ZR1 @red", "add ZR2 @red", "add ZR3 @red", "skip")),
    Row("bazaar 5.2", "Then the piles of all seats are scored as in 4.2.",
        last_lap({"pile:0.yellow": "AY1 AY3", "pile:1.red": "AR1 AR2 AR3", "score:0": "CB1"}, taker=0), 0,
        "play ZR1 @red",
        Becomes(zones={"penalty:0": "AY3", "penalty:1": "AR3 AR2", "score:0": "CB1 ZR1 AY1", "pile:0.red": ""},
                events=("penalized", "banked", "penalized", "banked", "ended"))),
    Row("bazaar 5.2", "A seat whose piles match in its last turn banks first.",
        last_lap({"pile:0.yellow": "AY1", "pile:0.blue": "AB1", "pile:1.red": "AR1 AR2"}, taker=0), 0, "play ZR1 @red",
        Becomes(zones={"score:0": "ZR1 AY1 AB1", "penalty:1": "AR2"}, events=("matched", "banked", "ended"))),
    Row("bazaar 5.2", "Cards in hand count nothing.",
        last_lap({"score:0": "CB1"}, taker=0), 0, "play ZR1 @red",
        Becomes(zones={"hand:0": "ZR2 ZR3 ZY1 ZY2", "score:0": "CB1 ZR1"},
                holds=lambda state, _events: view(state, None).scores[0] == 2)),
    Row("bazaar 5.3", "The score is the sum of face-down cards minus that of face-up cards; the highest wins.",
        last_lap({"score:0": "CB3 AB3", "penalty:0": "AY3 AY2 AW4", "pile:0.red": "CR3"}, taker=0), 0, "play ZR1 @red",
        Becomes(scores=(3 + 3 + 1 - 3 - 2 - 4 - 3, 51), reason="deck", holds=seat_1_wins)),
    Row("bazaar 5.4", "After 100 turns per seat the last lap begins though the deck has cards.",
        at({"hand:1": "ZR1"}, taker=1, turns=199), 1, "play ZR1 @red",
        Becomes(turn=(0,), facts={"turns": "200", "turnCap": "200", "lastLap": "cap", "lastSeat": "1"})),
    Row("bazaar 5.4", "After 99 it does not.",
        at({"hand:0": "ZR1"}, taker=0, turns=198), 0, "play ZR1 @red", Becomes(facts={"lastLap": "none"})),
    Row("bazaar 5.4", "Turns are counted over all seats.",
        at({"hand:2": "ZR1"}, seats=3, taker=2, turns=299), 2, "play ZR1 @red",
        Becomes(facts={"lastLap": "cap", "lastSeat": "2"})),
    Row("bazaar 5.4", "If the last card is drawn at the end of that very turn it is the last lap of 5.1.",
        at({"hand:1": "ZR1 AR1 AR2 AR3 CR1"}, taker=1, turns=199, deck="ZY3"), 1, "play ZR1 @red",
        Becomes(facts={"lastLap": "deck", "lastSeat": "1"})),
    Row("bazaar 5.4", "Drawing goes on in that lap.",
        at({"hand:0": "ZR1"}, turns=200, last_lap="cap", last_seat=1), 0, "play ZR1 @red",
        Becomes(turn=(1,), holds=counts("drawn", 1))),
    Row("bazaar 5.4", "There is only one last lap, also when the deck runs out in it.",
        at({"hand:0": "ZB1 AR1 AR2 AR3 CR1"}, deck="ZY3", turns=200, last_lap="cap", last_seat=1), 0, "play ZB1 @blue",
        Becomes(turn=(1,), zones={"deck": ""}, facts={"lastLap": "cap", "lastSeat": "1"})),
    Row("bazaar 5.4", "The reason of the end is then the cap.",
        at({"hand:1": "ZR1"}, taker=1, turns=201, last_lap="cap", last_seat=1), 1, "play ZR1 @red",
        Becomes(turn=(), reason="cap", facts={"turns": "202"})),
    # 6 Information
    Row("bazaar 6.1", "Hands and score piles are the owner's, the deck is nobody's, all else is public.",
        playing("ZR1", score_0="AR1 AR2", penalty_0="AR3", score_1="AB1", penalty_1="AB3", yellow1="AY1 AY2"), 0,
        "play ZR1 @red", Becomes(holds=sees_own_cards_alone)),
    Row("bazaar 6.1", "Before the end others see the points of a seat only if it has no face-down cards (engine 5).",
        playing("ZR1", score_0="AR1 AR2", penalty_0="AR3", penalty_1="AB3"), 0, "play ZR1 @red",
        Becomes(holds=shows_scores((None, -3), (0, -3), (None, -3)))),
    Row("bazaar 6.1", "The owner sees its points.",
        playing("ZR1", score_0="AR1 AR2", score_1="AB1 AB2", penalty_1="CB1"), 0, "play ZR1 @red",
        Becomes(holds=shows_scores((None, None), (3, None), (None, 2)))),
    Row("bazaar 6.1", "Cards that go into a score pile are seen by everybody, and then by the owner alone.",
        matching(), 0, "play ZB1 @blue",
        Becomes(holds=lambda state, events: sees_own_cards_alone(state, events)
                and {event.seen_by for event in events if event.kind == "banked"} == {None})),
    Row("bazaar 6.1", "When the table is over everything is public (engine 5).",
        last_lap(taker=0), 0, "play ZR1 @red", Becomes(events=("uncovered", "ended"), holds=everything_is_shown)),
    # 7 Options
    Row("bazaar 7", "changeTargets=all: a Change takes from own piles of any seat and customer piles.",
        playing("CR1", red1="AR1 AR2", red="FR3 FR2"), 0, "play CR1 @red",
        may_only("take @1.red", "take @customer.red", "skip")),
    Row("bazaar 7", "changeTargets=piles: no customer pile qualifies.",
        at({"hand:0": "CR1", "pile:1.red": "AR1 AR2", "customer:red": "FR3 FR2"}, options={"changeTargets": "piles"}),
        0, "play CR1 @red", may_only("take @1.red", "skip")),
    Row("bazaar 7", "changeTargets=piles: a customer pile is not taken from.",
        asked("change", "ZB1", red0="CR1", red1="AR1 AR2", red="FR3 FR2", options={"changeTargets": "piles"}), 0,
        "take @customer.red", REFUSED),
    Row("bazaar 7", "changeTargets=piles with changeTakesItself=true: the own pile is a target.",
        asked("change", "ZB1", red0="AR1 CR1", options={"changeTargets": "piles", "changeTakesItself": True}), 0,
        "take @0.red", Becomes(zones={"pile:0.red": "AR1"})),
    Row("bazaar 7", "changeTargets=opponents: piles of other seats qualify.",
        asked("change", "ZB1", red0="CR1", red1="AR1 AR2", options={"changeTargets": "opponents"}), 0,
        "take @1.red", Becomes(zones={"pile:1.red": "AR1"})),
    Row("bazaar 7", "changeTargets=opponents: a customer pile is not taken from.",
        asked("change", "ZB1", red0="CR1", red1="AR1 AR2", red="FR3 FR2", options={"changeTargets": "opponents"}), 0,
        "take @customer.red", REFUSED),
    Row("bazaar 7", "changeTargets=opponents: nor is the own pile, though changeTakesItself=true.",
        asked("change", "ZB1", red0="AR1 CR1", red1="AR3 AR2",
              options={"changeTargets": "opponents", "changeTakesItself": True}), 0, "take @0.red", REFUSED),
    Row("bazaar 7", "changeTakesItself=true: the own pile is a target.",
        at({"hand:0": "CR1", "pile:0.red": "AR1", "pile:1.red": "AR3 AR2"}, options={"changeTakesItself": True}), 0,
        "play CR1 @red", may_only("take @0.red", "take @1.red", "skip")),
    Row("bazaar 7", "changeTakesItself=true: a Giglets used as one may take itself.",
        asked("change", "ZB1", red0="CR1 GR1", options={"changeTakesItself": True}), 0, "take @0.red",
        Becomes(zones={"pile:0.red": "CR1"}, turn=(1,))),
    Row("bazaar 7", "changeTakesItself=true: alone on its pile it is passed over, for the pile needs two cards.",
        at({"hand:0": "CR1"}, options={"changeTakesItself": True}), 0, "play CR1 @red", Becomes(turn=(1,))),
    Row("bazaar 3.2", "changeTakesItself=false: the own pile is no target.",
        asked("change", "ZB1", red0="AR1 CR1", red="FR3 FR2", options={"changeTakesItself": False}), 0, "take @0.red",
        REFUSED),
    Row("bazaar 7", "trigger=active: only the seat whose turn ends starts a scoring round.",
        at({"hand:0": "FR2", "pile:1.red": "AR1 AR2", "pile:1.yellow": "AY1", "pile:1.blue": "AB1"},
           options={"trigger": "active"}), 0, "play FR2 @red", Becomes(zones={"score:1": ""})),
    Row("bazaar 7", "trigger=any: any seat whose piles match starts one and banks.",
        at({"hand:0": "FR2", "pile:1.red": "AR1 AR2", "pile:1.yellow": "AY1", "pile:1.blue": "AB1",
            "pile:0.yellow": "AY2 AY3"}, options={"trigger": "any"}), 0, "play FR2 @red",
        Becomes(zones={"score:1": "AR1 AR2 AY1 AB1", "penalty:0": "AY3", "score:0": "AY2"})),
    Row("bazaar 7", "trigger=any: all seats whose piles match bank.",
        at({"hand:0": "FR2", **{f"pile:{seat}.{colour}": cards for seat, colour, cards in (
            (0, "red", "CR1 CR2"), (0, "yellow", "CY1"), (0, "blue", "CB1"),
            (2, "red", "AR1 AR2"), (2, "yellow", "AY1"), (2, "blue", "AB1"), (1, "red", "GR1 GR2 GR3"))}},
           seats=3, options={"trigger": "any"}), 0, "play FR2 @red",
        Becomes(zones={"score:0": "CR1 CR2 CY1 CB1", "score:1": "GR1 GR2", "penalty:1": "GR3",
                       "score:2": "AR1 AR2 AY1 AB1"}, holds=counts("matched", 2))),
    Row("bazaar 7", "trigger=any: there is no round if no seat's piles match.",
        at({"hand:0": "FR2", "pile:1.red": "AR1"}, options={"trigger": "any"}), 0, "play FR2 @red",
        Becomes(holds=counts("matched", 0))),
    Row("bazaar 7", "trigger=any with othersScore=stay: who matches only after the penalties does not bank.",
        at({"hand:0": "ZB1", "pile:0.red": "AR3", "pile:0.yellow": "ZY2", "pile:1.red": "AR1 AR2",
            "pile:1.yellow": "AY1", "pile:1.blue": "AB1"}, options={"trigger": "any", "othersScore": "stay"}),
        0, "play ZB1 @blue",
        Becomes(zones={"penalty:1": "AR2", "pile:1.red": "AR1", "pile:1.yellow": "AY1", "score:1": ""})),
    Row("bazaar 7", "othersScore=bank: the remaining cards of the others are banked.",
        matching(red1="AR1 CR3", options={"othersScore": "bank"}), 0, "play ZB1 @blue",
        Becomes(zones={"score:1": "AR1", "penalty:1": "CR3", "pile:1.red": ""}, holds=has_no_discard)),
    Row("bazaar 7", "othersScore=discard: the remaining cards go to an open zone.",
        matching(red1="AR1 CR3", blue1="AB1", discard="GB1", options={"othersScore": "discard"}), 0, "play ZB1 @blue",
        Becomes(zones={"score:0": "AR3 ZY2 ZB1", "score:1": "", "penalty:1": "CR3", "discard": "GB1 AR1 AB1",
                       "pile:1.red": ""}, events=("penalized", "discarded"), holds=sees_own_cards_alone)),
    Row("bazaar 7", "othersScore=stay: the remaining cards stay on the piles.",
        matching(red1="AR1 CR3 AR2", yellow1="AY1", blue1="AB1 AB2", options={"othersScore": "stay"}),
        0, "play ZB1 @blue",
        Becomes(zones={"score:1": "", "penalty:1": "CR3 AR2 AB2", "pile:1.red": "AR1", "pile:1.yellow": "AY1",
                       "pile:1.blue": "AB1", "pile:0.red": ""}, holds=counts("banked", 3))),
    Row("bazaar 5.2", "othersScore=stay: at the end the remaining cards are banked.",
        last_lap({"pile:1.red": "AR1 AR2"}, taker=0, options={"othersScore": "stay"}), 0, "play ZR1 @red",
        Becomes(zones={"pile:1.red": "", "penalty:1": "AR2", "score:0": "ZR1"}, reason="deck")),
    Row("bazaar 5.2", "othersScore=discard: at the end they are banked, too.",
        last_lap({"pile:0.yellow": "AY1", "discard": "AR3"}, taker=0, options={"othersScore": "discard"}), 0,
        "play ZR1 @red", Becomes(zones={"discard": "AR3", "score:0": "ZR1 AY1"}, reason="deck")),
    Row("bazaar 7", "handSize=3: a seat draws up to three.",
        at({"hand:0": "ZR1 AB1 AB2"}, options={"handSize": 3}, deck="AY3 AY1"), 0, "play ZR1 @red",
        Becomes(zones={"hand:0": "AY1 AB1 AB2"})),
    Row("bazaar 7", "handSize=7: a seat draws up to seven.",
        at({"hand:0": "ZR1 AB1 AB2 AB3 CB1 CB2 CB3"}, options={"handSize": 7}, deck="AY3 AY1"), 0, "play ZR1 @red",
        Becomes(zones={"hand:0": "AY1 AB1 AB2 AB3 CB1 CB2 CB3"})),
    # 8 Moves
    Row("bazaar 8", "Plays are listed by card, then by place.",
        at({"hand:0": "ZR1", "hand:1": "FW0 AW4 FB2 GR1 AR2"}), 0, "play ZR1 @red",
        may_only("play AR2 @red", "play AW4 @red", "play AW4 @yellow", "play AW4 @blue", "play FB2 @blue",
                 "play FW0 @red", "play FW0 @yellow", "play FW0 @blue", "play GR1 @red")),
    Row("bazaar 8", "What Art adds is listed by card; to skip comes last.",
        playing("AY1 GW0 FY2 FW4 AY2"), 0, "play AY1 @yellow",
        may_only("add AY2 @yellow", "add FY2 @yellow", "add FW4 @yellow", "add GW0 @yellow", "skip")),
    Row("bazaar 8", "Piles to take from are listed by seat, the customer pile last; then to skip.",
        at({"hand:1": "CR1", "pile:0.red": "AR1 AR2", "pile:1.red": "GR1", "pile:2.red": "GR2 AW0",
            "customer:red": "FR3 FR2"}, seats=3, taker=1, options={"changeTakesItself": True}), 1, "play CR1 @red",
        may_only("take @0.red", "take @1.red", "take @2.red", "take @customer.red", "skip")),
)  # fmt: skip
