"""Situations of Bazaar, and the expectations of its rule tables."""

from collections.abc import Mapping

from engine import Event, State, new_game, view
from engine.core.randomness import Randomness
from engine.games.zont import CARDS, DECK
from engine.options import Plain
from tests.engine.table import SEED, Holds, situation

# Every customer wants one card.
CUSTOMERS = {"customer:red": "FR1", "customer:yellow": "FY1", "customer:blue": "FB1"}

MAY: Mapping[str, Plain] = {"banking": "may"}
ANY: Mapping[str, Plain] = {**MAY, "trigger": "any"}
KEEP: Mapping[str, Plain] = {"banking": "keep", "trigger": "any"}
MUST: Mapping[str, Plain] = {"copiedPower": "must"}
# The piles of two seats match, but not those of the seat whose turn it is.
BANKED_IN_TURN = {
    "red0": "AR1",
    "yellow0": "AY1",
    "blue0": "AB1",
    "red2": "AR3",
    "yellow2": "ZY2",
    "blue2": "ZB1",
}

FRESH = new_game("bazaar", seats=2, options={"firstSeat": 0}, seed=SEED)
SEAT_2_BEGINS = new_game("bazaar", seats=3, options={"firstSeat": 2}, seed=SEED)


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

    With `deck` (bottom first) the cards left over lie in the last score pile, Favors below the customers.
    """
    named = {**CUSTOMERS, **zones} if deck is None else {**CUSTOMERS, **zones, "deck": deck}
    left = [card for card in reversed(DECK) if card not in " ".join(named.values())]
    for seat in range(seats):
        is_asked = seat == taker and fields.get("phase") in ("art", "change", "bank")
        hand = named.get(f"hand:{seat}", "").split()
        missing = max(0, int(str((options or {}).get("handSize", 5))) - is_asked - len(hand))
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
    """Put the remaining Favors below the named ones, wild ones in the blue pile."""
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
            colour = name.rstrip("0123456789")
            seat = name[-1]
            name = f"pile:{seat}.{colour}" if seat.isdigit() else f"customer:{colour}"
        found[name.replace("_", ":")] = cards
    return found


def matching(*, seats: int = 2, options: Mapping[str, Plain] | None = None, **zones: str) -> State:
    """Seat 0 matches its targets, one card of each colour, when it has played ZB1."""
    named = {"hand:0": "ZB1", "pile:0.red": "AR3", "pile:0.yellow": "ZY2", **read_zones(zones)}
    return at(named, seats=seats, options=options)


def asked_to_bank(*, seats: int = 2, taker: int = 0, options: Mapping[str, Plain] | None = None, **zones: str) -> State:
    """Seat `taker` has ended its turn, and piles match: by default those of seat 0, one card of each colour."""
    piles = {"pile:0.red": "AR3", "pile:0.yellow": "ZY2", "pile:0.blue": "ZB1", **read_zones(zones)}
    return at(piles, seats=seats, taker=taker, options=MAY if options is None else options, phase="bank")


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
DISCARDED = last_lap({"pile:0.yellow": "AY1", "discard": "AR3"}, taker=0, options={"othersScore": "discard"})


# ---- expectations beyond named cards


def has_customers_turned_over(state: State, _events: tuple[Event, ...]) -> bool:
    """Expect the nine coloured Favors shuffled, and the first of each colour from the top as its customer."""
    favors = [card for card in DECK if card[0] == "F" and card[1] != "W"]
    Randomness(SEED, 0).shuffle(favors)
    turned: dict[str, str] = {}
    while len(turned) < 3:
        card = favors.pop()
        turned.setdefault(str(CARDS[card].color), card)
    return all(state.zones[f"customer:{colour}"][0] == card for colour, card in turned.items())


def is_dealt_from_the_other_cards(state: State, _events: tuple[Event, ...]) -> bool:
    """Expect the other 52 cards shuffled after the nine and dealt one at a time, beginning with the first seat."""
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


def has_targets(*values: int) -> Holds:
    """Expect the customers to want so many cards: red, yellow, blue; no other zone has a value."""

    def are_shown(state: State, _events: tuple[Event, ...]) -> bool:
        shown = view(state, None).zones
        return [zone.value for zone in shown if zone.value is not None] == [*values]

    return are_shown


def sees_own_cards_alone(state: State, _events: tuple[Event, ...]) -> bool:
    """Expect hands and score piles shown to the owner, the deck to nobody, all else to everybody."""
    for viewer in (None, 0, 1):
        for zone in view(state, viewer).zones:
            hidden = zone.kind in ("deck", "hand", "score") and (zone.owner is None or zone.owner != viewer)
            if zone.cards != ((None,) * zone.count if hidden else state.zones[zone.id]):
                return False
    return True


def shows_scores(*by_viewer: tuple[int | None, ...]) -> Holds:
    """Expect these scores so far, as the spectator, seat 0 and seat 1 may know them."""
    return lambda state, _events: tuple(view(state, viewer).scores for viewer in (None, 0, 1)) == by_viewer


def has_no_discard(state: State, _events: tuple[Event, ...]) -> bool:
    return "discard" not in state.zones


# ---- states from which impossible ones are made

QUIET = at({"pile:1.red": "CR1", "pile:1.yellow": "CY1"})
ASKED = at({"pile:0.red": "AR1"}, phase="art", colour="red")
CHANGING = at({"pile:0.red": "CR1", "pile:1.red": "AR1 AR2"}, phase="change", colour="red")
LATE = last_lap(taker=1, last=0, seats=3)
CAPPED = at({}, turns=200, last_lap="cap", last_seat=1)
ENDED = last_lap({"pile:1.red": "AR1"}, taker=0)
DISCARDING = at({}, options={"othersScore": "discard"})
