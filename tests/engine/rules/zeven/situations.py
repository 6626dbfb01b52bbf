"""Situations of Zeven, and the expectations of its rule tables."""

from collections.abc import Mapping

from msgspec.structs import replace

from engine import Event, State, new_game, view
from engine.codec import check_state
from engine.core.randomness import Randomness
from engine.games.zont import DECK
from engine.options import Plain
from tests.engine.table import SEED, situation

# A quiet table: no wild, no Great Zont, no empty area.
AREAS = {"area:1": "CY1", "area:2": "CY2", "area:3": "CY3"}

MAY: Mapping[str, Plain] = {"gigletsPower": "may"}

SEAT_2_BEGINS = new_game("zeven", seats=3, options={"firstSeat": 2}, seed=SEED)
START = new_game("zeven", seats=2, options={"firstSeat": 0}, seed=SEED)
REDS = " ".join(card for card in DECK if card[1] == "R")
YELLOWS = " ".join(card for card in DECK if card[1] == "Y")


def at(
    zones: Mapping[str, str],
    *,
    seats: int = 2,
    taker: int = 0,
    asked: int | None = None,
    options: Mapping[str, Plain] | None = None,
    deck: str | None = None,
    **fields: object,
) -> State:
    """Seat `taker` is at turn; with `deck` (bottom first) the cards that are not named lie in the last score pile."""
    named = {**AREAS, **zones} if deck is None else {**AREAS, **zones, "deck": deck}
    return situation(
        "zeven",
        seats=seats,
        options=options,
        zones=named,
        rest="deck" if deck is None else f"score:{seats - 1}",
        turn_taker=taker,
        asked=taker if asked is None else asked,
        **fields,
    )


def playing(hand: str, *, options: Mapping[str, Plain] | None = None, **areas: str) -> State:
    """Seat 0 of two plays from `hand`; both have cards."""
    zones = {f"area:{name[-1]}": cards for name, cards in areas.items()}
    return at({"hand:0": hand, "hand:1": "FY1 FY2 FY3 ZY3", **zones}, options=options)


def asked(phase: str, hand: str, area: int = 1, *, options: Mapping[str, Plain] | None = None, **areas: str) -> State:
    """Seat 0 of two is asked for a card by a power in `area`."""
    zones = {f"area:{name[-1]}": cards for name, cards in areas.items()}
    return at({"hand:0": hand, "hand:1": "FY1 FY2 FY3 ZY3", **zones}, options=options, phase=phase, area=area)


def favored(by: int = 1, *, options: Mapping[str, Plain] | None = None, pile: str = "CY1 FR1", **zones: str) -> State:
    """Seat 0 of three has played a Favors onto area 1, and seat `by` is asked."""
    hands = {"hand:0": "AR1 AR2 AR3", "hand:1": "FY1 FB3", "hand:2": "CR1 CR3", "area:1": pile}
    named = {name.replace("_", ":"): cards for name, cards in zones.items()}
    return at({**hands, **named}, seats=3, asked=by, options=options, phase="favors", area=1)


def last_card(
    hand: str = "ZB1", *, seats: int = 2, taker: int = 0, options: Mapping[str, Plain] | None = None, **fields: object
) -> State:
    """One seat is to play the last card of the round; everything else lies in the last score pile."""
    state = at({f"hand:{taker}": hand}, seats=seats, taker=taker, deck="", options=options)
    changed: State = replace(state, **fields)
    check_state(changed)
    return changed


def scoring(mine: str, theirs: str, *, options: Mapping[str, Plain] | None = None, **areas: str) -> State:
    """Seat 0 plays the last card of a table of one round; the leftover cards without a colour lie in area 1."""
    zones = {"area:1": "AW0 CW0 FW0 ZW0 GW0", "hand:0": "ZB1", "deck": "", "score:0": mine, "score:1": theirs}
    piles = {f"area:{name[-1]}": cards for name, cards in areas.items()}
    return situation(
        "zeven",
        seats=2,
        options={"rounds": 1, **(options or {})},
        zones={"area:2": "AB1", "area:3": "CB1", **zones, **piles},
        turn_taker=0,
        asked=0,
    )


def lying(zones: Mapping[str, str], **changes: object) -> State:
    """A table of two with these cards and fields, possible or not; the cards that are not named are the deck."""
    named = {"hand:0": "FR1", "hand:1": "FR2", **AREAS, **zones}
    cards = {zone: tuple(codes.split()) for zone, codes in named.items()}
    placed = {card for there in cards.values() for card in there}
    deck = tuple(card for card in DECK if card not in placed)
    return replace(START, zones={**cards, "deck": deck, "score:0": (), "score:1": ()}, **changes)


# ---- expectations beyond named cards


def is_dealt_anew(state: State, _events: tuple[Event, ...]) -> bool:
    """Expect all 55 cards shuffled from canonical order, dealt to the areas, then four each from the starter on."""
    random = Randomness(SEED, state.words - random_words())
    order = list(DECK)
    random.shuffle(order)
    areas = [state.zones[f"area:{area}"] for area in (1, 2, 3)]
    hands: list[list[str]] = [[], []]
    dealt = [(order.pop(),) for _ in range(3)]
    for _ in range(4):
        for seat in (1, 0):
            hands[seat].append(order.pop())
    lying = [sorted(state.zones[f"hand:{seat}"]) for seat in (0, 1)]
    return areas == dealt and lying == [sorted(hand) for hand in hands] and state.zones["deck"] == tuple(order)


def random_words() -> int:
    """Return the words that the second shuffle of a table takes with this key, after those of the first."""
    first = Randomness(SEED, 0)
    first.shuffle(list(DECK))
    second = Randomness(SEED, first.used)
    second.shuffle(list(DECK))
    return second.used - first.used


def sees_own_cards_alone(state: State, _events: tuple[Event, ...]) -> bool:
    """Expect areas public, a hand and a score pile shown to the owner, and the deck to nobody."""
    for viewer in (None, 0, 1):
        for zone in view(state, viewer).zones:
            visible = zone.kind == "area" or (zone.owner is not None and zone.owner == viewer)
            if zone.cards != (state.zones[zone.id] if visible else (None,) * zone.count):
                return False
    return True


def totals_are_public(state: State, _events: tuple[Event, ...]) -> bool:
    return [zone.value for zone in view(state, None).zones if zone.kind == "area"] == [4, 2, 3]
