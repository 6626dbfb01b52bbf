"""The rule table of Zeven: every numbered rule of docs/rules/zeven.md."""

from collections.abc import Mapping

from msgspec.structs import replace

from engine import Event, State, legal_moves, new_game, result, view
from engine.codec import check_state
from engine.core.randomness import Randomness
from engine.games.zont import DECK
from engine.options import Plain
from tests.engine.table import SEED, Becomes, Refused, Row, situation

# A quiet table: no wild, no Great Zont, no empty area.
AREAS = {"area:1": "CY1", "area:2": "CY2", "area:3": "CY3"}
NOT_YOUR_TURN = Refused("NOT_YOUR_TURN")
REFUSED = Refused()

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
    """Seat 0 plays the last card of a table of one round; the cards of no colour that are left over lie in area 1."""
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


# ---- what cannot be said by naming cards


def is_dealt_anew(state: State, _events: tuple[Event, ...]) -> bool:
    """All 55 cards, shuffled from canonical order; areas first, then four cards to each seat from the starter on."""
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
    """The words that the second shuffle of a table takes with this key, after those of the first."""
    first = Randomness(SEED, 0)
    first.shuffle(list(DECK))
    second = Randomness(SEED, first.used)
    second.shuffle(list(DECK))
    return second.used - first.used


def sees_own_cards_alone(state: State, _events: tuple[Event, ...]) -> bool:
    """Areas are public, a hand and a score pile are the owner's, the deck is nobody's."""
    for viewer in (None, 0, 1):
        for zone in view(state, viewer).zones:
            visible = zone.kind == "area" or (zone.owner is not None and zone.owner == viewer)
            if zone.cards != (state.zones[zone.id] if visible else (None,) * zone.count):
                return False
    return True


def everything_is_shown(state: State, _events: tuple[Event, ...]) -> bool:
    """Everybody sees every card of every zone."""
    return all(zone.cards == state.zones[zone.id] for viewer in (None, 0, 1) for zone in view(state, viewer).zones)


def may_only(*moves: str) -> Becomes:
    """These moves are then legal for the seat that is asked, in this order."""

    def are_listed(state: State, _events: tuple[Event, ...]) -> bool:
        return [str(move) for move in legal_moves(state, view(state, None).turn[0])] == [*moves]

    return Becomes(holds=are_listed)


def totals_are_public(state: State, _events: tuple[Event, ...]) -> bool:
    return [zone.value for zone in view(state, None).zones if zone.kind == "area"] == [4, 2, 3]


def seat_0_wins(state: State, _events: tuple[Event, ...]) -> bool:
    outcome = result(state)
    return outcome is not None and (outcome.winners, outcome.ranking) == ((0,), (1, 2))


def nobody_drew(_state: State, events: tuple[Event, ...]) -> bool:
    return all(event.kind != "drawn" for event in events)


ROWS = (
    # 1 Set-up of a round
    Row("zeven 1.1", "The first round starts with firstSeat.",
        new_game("zeven", seats=3, options={"firstSeat": 2}, seed=SEED), 2,
        str(legal_moves(new_game("zeven", seats=3, options={"firstSeat": 2}, seed=SEED), 2)[0]),
        Becomes(facts={"starter": "2", "round": "1"})),
    Row("zeven 1.1", "The second round starts with the next seat, whoever played last.",
        last_card(seats=3, taker=2), 2, "play ZB1 @1",
        Becomes(turn=(1,), facts={"starter": "1", "round": "2", "turnTaker": "1"})),
    Row("zeven 1.1", "A table has as many rounds as seats.",
        last_card(seats=3, round=3, starter=2), 0, "play ZB1 @1", Becomes(turn=(), reason="rounds")),
    Row("zeven 1.1", "After the last seat, seat 0 starts a round.",
        last_card(seats=2, starter=1, options={"firstSeat": 1}), 0, "play ZB1 @1",
        Becomes(turn=(0,), facts={"starter": "0"})),
    Row("zeven 1.2", "Each round is dealt from all 55 cards, shuffled from canonical order.",
        last_card(), 0, "play ZB1 @1",
        Becomes(events=("gathered", "shuffled", "dealt"), holds=is_dealt_anew)),
    # 2 A turn
    Row("zeven 2.1", "The seat plays one card from hand onto an area.",
        playing("AR3 ZR1"), 0, "play ZR1 @2", Becomes(zones={"area:2": "CY2 ZR1"}, turn=(1,))),
    Row("zeven 2.1", "Another seat does not play.", playing("AR3 ZR1"), 1, "play FY1 @2", NOT_YOUR_TURN),
    Row("zeven 2.1", "A card that the seat does not hold is not played.", playing("AR3"), 0, "play ZR1 @2", REFUSED),
    Row("zeven 2.1", "There are only the areas 1–3.", playing("AR3"), 0, "play AR3 @4", REFUSED),
    Row("zeven 2.1", "An area's number is written as it is.", playing("AR3"), 0, "play AR3 @01", REFUSED),
    Row("zeven 2.1", "Nothing is added when nothing asks for it.", playing("AR3"), 0, "add AR3", REFUSED),
    Row("zeven 2.1", "Nothing is moved when nothing asks for it.", playing("AR3"), 0, "move CY1 @2", REFUSED),
    Row("zeven 2.2", "With an empty area, a card is not played elsewhere.",
        playing("AR3 ZR1", area2=""), 0, "play ZR1 @1", REFUSED),
    Row("zeven 2.2", "With an empty area, the card is played there.",
        playing("AR3 ZR1", area2=""), 0, "play ZR1 @2", Becomes(zones={"area:2": "ZR1"})),
    Row("zeven 2.3", "A seat without cards is passed over.",
        at({"hand:0": "ZR1", "hand:2": "AR1"}, seats=3, deck=""), 0, "play ZR1 @1", Becomes(turn=(2,))),
    Row("zeven 2.3", "The same seat plays on when no other has cards.",
        at({"hand:0": "ZR1 ZR2"}, seats=3, deck=""), 0, "play ZR1 @1", Becomes(turn=(0,))),
    Row("zeven 2.4", "Above 7 the seat takes all cards of the area; the card has no power.",
        playing("AR3 AR1", area1="CY1 AB3 ZB1"), 0, "play AR3 @1",
        Becomes(zones={"area:1": "", "score:0": "CY1 AB3 ZB1 AR3"}, turn=(1,), events=("played", "collected"))),
    Row("zeven 2.4", "A total of exactly 7 stays, and the card has its power.",
        playing("AR3 AR1", area1="CY1 AB3"), 0, "play AR3 @1",
        Becomes(zones={"area:1": "CY1 AB3 AR3", "score:0": ""}, facts={"asked": "art"})),
    Row("zeven 2.4", "The card goes on top of the area, and what is taken goes on top of the pile.",
        playing("AW4", area1="CY1 AB3"), 0, "play AW4 @1", Becomes(zones={"score:0": "CY1 AB3 AW4"})),
    Row("zeven 2.5", "A power that can be carried out is not declined.",
        playing("CR1 AR1"), 0, "play CR1 @1", may_only("move CR1 @2", "move CR1 @3", "move CY1 @2", "move CY1 @3")),
    Row("zeven 2.6", "The seat draws until it holds four.",
        at({"hand:0": "ZR1", "hand:1": "AR1"}, deck="FB1 FB2 FB3 CB1 CB2"), 0, "play ZR1 @1",
        Becomes(zones={"hand:0": "CB1 CB2 FB2 FB3", "deck": "FB1"}, events=("played", *["drawn"] * 4))),
    Row("zeven 2.6", "The seat draws until the deck is empty.",
        at({"hand:0": "ZR1 AR2", "hand:1": "AR1"}, deck="FB1"), 0, "play ZR1 @1",
        Becomes(zones={"hand:0": "AR2 FB1", "deck": ""}, turn=(1,))),
    Row("zeven 2.6", "It draws after it took an area, too.",
        at({"hand:0": "ZR3", "hand:1": "AR1", "area:1": "AR3 AB3"}, deck="FB1"), 0, "play ZR3 @1",
        Becomes(zones={"hand:0": "FB1", "area:1": ""}, events=("collected", "drawn"))),
    Row("zeven 2.6", "It does not draw before its power has been used.",
        playing("AR1 CR1"), 0, "play AR1 @1", Becomes(zones={"hand:0": "CR1"}, holds=nobody_drew)),
    # 3 Powers
    Row("zeven 3.1", "A card that starts an empty area has no power.",
        playing("AR3 ZR1", area2=""), 0, "play AR3 @2", Becomes(facts={"asked": "play"}, turn=(1,))),
    Row("zeven 3.1", "A Great Zont that starts an empty area is not active.",
        playing("AR3 ZR1", area2=""), 0, "play ZR1 @2", Becomes(facts={"zonts": "none"})),
    Row("zeven 3.1", "No power is chosen for a Giglets that starts an empty area.",
        playing("GR3", area2=""), 0, "play GR3 @2 =art", REFUSED),
    Row("zeven 3.1", "No power is chosen for a Giglets that takes the total above 7.",
        playing("GR3", area1="CB3 AB3"), 0, "play GR3 @1 =zont", REFUSED),
    Row("zeven 3.1", "A Giglets that takes the total above 7 is played without a choice.",
        playing("GR3", area1="CB3 AB3"), 0, "play GR3 @1", Becomes(zones={"score:0": "CB3 AB3 GR3"})),
    Row("zeven 3.1", "A card put down because of Art has no power.",
        asked("art", "CR1 FR1", area1="CY1 AR1"), 0, "add CR1", Becomes(facts={"asked": "play"}, turn=(1,))),
    Row("zeven 3.1", "A Great Zont put down because of Art is not active.",
        asked("art", "ZR1 FR1", area1="CY1 AR1"), 0, "add ZR1", Becomes(facts={"zonts": "none"})),
    Row("zeven 3.1", "A card put down because of Favors has no power.",
        favored(1, hand_1="AB1 ZB1"), 1, "add AB1", Becomes(turn=(2,), facts={"asked": "favors"})),
    Row("zeven 3.1", "A Great Zont put down because of Favors is not active.",
        favored(2, pile="CY1 FR1 FY1", hand_1="FB3", hand_2="ZB1"), 2, "add ZB1",
        Becomes(zones={"area:1": "CY1 FR1 FY1 ZB1"}, turn=(1,), facts={"zonts": "none"})),
    Row("zeven 3.1", "A card played onto an active Great Zont has no power.",
        at({"hand:0": "AR1 AR2", "hand:1": "FY1", "area:1": "CY1 ZR1"}, zonts=(1,)), 0, "play AR1 @1",
        Becomes(facts={"asked": "play", "zonts": "none"}, turn=(1,))),
    Row("zeven 3.2", "A Great Zont of the set-up is not active: an Art on it has its power.",
        playing("AR1 AR2", area1="ZR1"), 0, "play AR1 @1", Becomes(facts={"asked": "art"})),
    Row("zeven 3.2", "A Giglets on a Great Zont of the set-up has a power to choose.",
        playing("GR1 AR2", area1="ZR1"), 0, "play GR1 @1 =art", Becomes(facts={"asked": "art"})),
    Row("zeven 3.3", "The seat puts another card, any card, onto the same area.",
        asked("art", "FR1 GR1", area1="CY1 AR1"), 0, "add GR1", Becomes(zones={"area:1": "CY1 AR1 GR1"}, turn=(1,))),
    Row("zeven 3.3", "If the total is now above 7 the seat takes the area.",
        asked("art", "FR3 GR1", area1="CY1 AB2 AR3"), 0, "add FR3",
        Becomes(zones={"area:1": "", "score:0": "CY1 AB2 AR3 FR3"}, events=("added", "collected", "drawn"))),
    Row("zeven 3.3", "With exactly 7 the area stays.",
        asked("art", "FR1 GR1", area1="CY1 AB2 AR3"), 0, "add FR1",
        Becomes(zones={"area:1": "CY1 AB2 AR3 FR1", "score:0": ""})),
    Row("zeven 3.3", "With an empty hand nothing happens, and the seat draws.",
        at({"hand:0": "AR1", "hand:1": "FY1"}, deck="CB1"), 0, "play AR1 @1",
        Becomes(turn=(1,), zones={"hand:0": "CB1"}, facts={"asked": "play"})),
    Row("zeven 3.3", "Another card is not played while Art asks.",
        asked("art", "FR1 GR1", area1="CY1 AR1"), 0, "play FR1 @1", REFUSED),
    Row("zeven 3.3", "A card that the seat does not hold is not added.",
        asked("art", "FR1 GR1", area1="CY1 AR1"), 0, "add FR2", REFUSED),
    Row("zeven 3.3", "Another seat does not add a card to an Art.",
        asked("art", "FR1 GR1", area1="CY1 AR1"), 1, "add FY1", NOT_YOUR_TURN),
    Row("zeven 3.4", "The seat moves a card of this area onto the top of another.",
        asked("change", "FR1", area1="CY1 AR1 CR1"), 0, "move AR1 @3",
        Becomes(zones={"area:1": "CY1 CR1", "area:3": "CY3 AR1"}, turn=(1,), facts={"asked": "play"})),
    Row("zeven 3.4", "The total there may become 7.",
        asked("change", "FR1", area1="CY1 CB3", area3="CW4"), 0, "move CB3 @3",
        Becomes(zones={"area:1": "CY1", "area:3": "CW4 CB3"})),
    Row("zeven 3.4", "The total there may not go above 7.",
        asked("change", "FR1", area1="CY1 CB3", area3="CW4 AR1"), 0, "move CB3 @3", REFUSED),
    Row("zeven 3.4", "The Change may move itself.",
        asked("change", "FR1", area1="CY1 CR1"), 0, "move CR1 @2", Becomes(zones={"area:2": "CY2 CR1"})),
    Row("zeven 3.4", "A Giglets used as a Change may move itself.",
        asked("change", "FR1", area1="CY1 GR1"), 0, "move GR1 @2", Becomes(zones={"area:2": "CY2 GR1"})),
    Row("zeven 3.4", "If no card fits anywhere nothing happens.",
        playing("CR1 AR1", area1="CY1", area2="CW4 AB3", area3="AW4 CB3"), 0, "play CR1 @1",
        Becomes(turn=(1,), facts={"asked": "play"}, events=("played", "drawn"))),
    Row("zeven 3.4", "A moved card has no power.",
        asked("change", "FR1", area1="CY1 AR1 CR1"), 0, "move AR1 @2", Becomes(facts={"asked": "play"}, turn=(1,))),
    Row("zeven 3.4", "A card of another area is not moved.",
        asked("change", "FR1", area1="CY1 CR1"), 0, "move CY2 @3", REFUSED),
    Row("zeven 3.4", "A card is not moved to where it lies.",
        asked("change", "FR1", area1="CY1 CR1"), 0, "move CY1 @1", REFUSED),
    Row("zeven 3.4", "A card is not moved out of the areas.",
        asked("change", "FR1", area1="CY1 CR1"), 0, "move CY1 @4", REFUSED),
    Row("zeven 3.4", "No card is added while Change asks.",
        asked("change", "FR1", area1="CY1 CR1"), 0, "add FR1", REFUSED),
    Row("zeven 3.4", "A card that lies on a moved one keeps its place.",
        asked("change", "FR1", area1="CY1 AR1 CR1"), 0, "move CY1 @2",
        Becomes(zones={"area:1": "AR1 CR1", "area:2": "CY2 CY1"})),
    Row("zeven 3.5", "A Favors asks the next seat first.",
        at({"hand:0": "FR1 AR1", "hand:1": "FY1", "hand:2": "CR1"}, seats=3), 0, "play FR1 @1",
        Becomes(turn=(1,), facts={"asked": "favors", "area": "area:1", "turnTaker": "0"})),
    Row("zeven 3.5", "Each in turn puts a card onto the area.",
        favored(1), 1, "add FY1", Becomes(zones={"area:1": "CY1 FR1 FY1"}, turn=(2,))),
    Row("zeven 3.5", "A seat without cards is passed over.",
        at({"hand:0": "FR1 AR1", "hand:2": "CR1"}, seats=3, deck=""), 0, "play FR1 @1", Becomes(turn=(2,))),
    Row("zeven 3.5", "With nobody to ask the turn is over.",
        at({"hand:0": "FR1 AR1"}, seats=3, deck=""), 0, "play FR1 @1", Becomes(turn=(0,), facts={"asked": "play"})),
    Row("zeven 3.5", "It ends at the turn-taker's place; then the seat after that one plays.",
        favored(2, pile="CY1 FR1 FY1", hand_1="FB3"), 2, "add CR1",
        Becomes(zones={"area:1": "CY1 FR1 FY1 CR1"}, turn=(1,), facts={"asked": "play", "turnTaker": "1"})),
    Row("zeven 3.5", "It goes round the table past the last seat.",
        at({"hand:0": "FY1", "hand:1": "CR1 CR2", "hand:2": "AR1 AR2", "area:1": "CY1 FR1 AR3"}, seats=3, taker=1,
           asked=2, phase="favors", area=1), 2, "add AR1", Becomes(turn=(0,), facts={"asked": "favors"})),
    Row("zeven 3.5", "As soon as the total is above 7 it ends, and the seat whose card did that takes the area.",
        favored(1, pile="CY1 FR1 FB2 AB2"), 1, "add FB3",
        Becomes(zones={"area:1": "", "score:1": "CY1 FR1 FB2 AB2 FB3"}, turn=(1,), facts={"asked": "play"})),
    Row("zeven 3.5", "The seats that added do not draw now; the turn-taker does.",
        favored(2, pile="CY1 FR1 FY1", hand_1="FB3"), 2, "add CR1",
        Becomes(zones={"hand:1": "FB3", "hand:2": "CR3"}, events=("added", "drawn"))),
    Row("zeven 3.5", "The turn-taker adds nothing.", favored(1), 0, "add AR1", NOT_YOUR_TURN),
    Row("zeven 3.5", "Nobody adds before it is asked.", favored(1), 2, "add CR1", NOT_YOUR_TURN),
    Row("zeven 3.5", "The seat that is asked adds a card and plays none.", favored(1), 1, "play FY1 @1", REFUSED),
    Row("zeven 3.6", "A Great Zont that is played with its power is active.",
        playing("ZR1 AR1"), 0, "play ZR1 @1", Becomes(facts={"zonts": "area:1"}, turn=(1,))),
    Row("zeven 3.6", "Several may be active.",
        at({"hand:0": "ZR1 AR1", "hand:1": "FY1", "area:3": "CY3 ZR2"}, zonts=(3,)), 0, "play ZR1 @1",
        Becomes(facts={"zonts": "area:1,area:3"})),
    Row("zeven 3.6", "A Great Zont on an active one is itself active.",
        at({"hand:0": "ZR1 AR1", "hand:1": "FY1", "area:3": "CY3 ZR2"}, zonts=(3,)), 0, "play ZR1 @3",
        Becomes(zones={"area:3": "CY3 ZR2 ZR1"}, facts={"zonts": "area:3"})),
    Row("zeven 3.6", "It stops being active when any card lies on it.",
        at({"hand:0": "FR1 AR1", "hand:1": "FY1", "area:3": "CY3 ZR2"}, zonts=(3,)), 0, "play FR1 @3",
        Becomes(facts={"zonts": "none", "asked": "play"}, turn=(1,))),
    Row("zeven 3.6", "A card that takes the area away takes the mark with it.",
        at({"hand:0": "FR3 AR1", "hand:1": "FY1", "area:3": "CY3 ZR2"}, zonts=(3,)), 0, "play FR3 @3",
        Becomes(zones={"area:3": ""}, facts={"zonts": "none"})),
    Row("zeven 3.6", "A Great Zont that takes the area is not active on the empty area.",
        at({"hand:0": "ZR3 AR1", "hand:1": "FY1", "area:3": "CY3 ZR2"}, zonts=(3,)), 0, "play ZR3 @3",
        Becomes(zones={"area:3": ""}, facts={"zonts": "none"})),
    Row("zeven 3.6", "A card that a Change moves onto it covers it.",
        at({"hand:0": "FR1", "hand:1": "FY1", "area:1": "CY1 CR1", "area:3": "CY3 ZR2"}, zonts=(3,), phase="change",
           area=1), 0, "move CR1 @3", Becomes(facts={"zonts": "none"})),
    Row("zeven 3.6", "It is not active after being moved by a Change.",
        asked("change", "FR1", area1="CY1 ZR1 CR1"), 0, "move ZR1 @2",
        Becomes(zones={"area:2": "CY2 ZR1"}, facts={"zonts": "none"})),
    Row("zeven 3.6", "It is not active again when the card on it is moved away.",
        asked("change", "FR1", area1="CY1 ZR1 CR1"), 0, "move CR1 @2",
        Becomes(zones={"area:1": "CY1 ZR1"}, facts={"zonts": "none"})),
    *(
        Row("zeven 3.7", f"The seat chooses, as it plays the card, that a Giglets is {power}.",
            playing("GR1 AR1"), 0, f"play GR1 @1 ={power}", expected)
        for power, expected in {
            "art": Becomes(turn=(0,), facts={"asked": "art"}),
            "change": Becomes(turn=(0,), facts={"asked": "change"}),
            "favors": Becomes(turn=(1,), facts={"asked": "favors"}),
            "zont": Becomes(turn=(1,), facts={"asked": "play", "zonts": "area:1"}),
        }.items()
    ),
    Row("zeven 3.7", "It may choose a power that cannot be carried out.",
        at({"hand:0": "GR1", "hand:1": "FY1"}), 0, "play GR1 @1 =art", Becomes(turn=(1,), facts={"asked": "play"})),
    Row("zeven 3.7", "It may choose a Change for which no card fits.",
        playing("GR1", area1="CY1", area2="CW4 AB3", area3="AW4 CB3"), 0, "play GR1 @1 =change", Becomes(turn=(1,))),
    Row("zeven 3.7", "A power is always chosen.", playing("GR1"), 0, "play GR1 @1", REFUSED),
    Row("zeven 3.7", "There are only four powers.", playing("GR1"), 0, "play GR1 @1 =giglets", REFUSED),
    Row("zeven 3.7", "Only for a Giglets a power is chosen.", playing("AR1"), 0, "play AR1 @1 =art", REFUSED),
    Row("zeven 3.7", "As Great Zont it is active until a card lies on it.",
        at({"hand:0": "AR1 AR2", "hand:1": "FY1", "area:1": "CY1 GR1"}, zonts=(1,)), 0, "play AR1 @1",
        Becomes(facts={"zonts": "none", "asked": "play"})),
    Row("zeven 3.7", "After being moved it is an ordinary card, also where a Great Zont always is active.",
        asked("change", "FR1", area1="CY1 GR1 CR1", options={"greatZont": "always"}), 0, "move GR1 @2",
        Becomes(zones={"area:2": "CY2 GR1"}, facts={"zonts": "none"})),
    Row("zeven 3.7", "Once uncovered again it is an ordinary card, also where a Great Zont always is active.",
        asked("change", "FR1", area1="CY1 GR1 CR1", options={"greatZont": "always"}), 0, "move CR1 @2",
        Becomes(zones={"area:1": "CY1 GR1"}, facts={"zonts": "none"})),
    Row("zeven 3.7", "As Great Zont it is active where a Great Zont always is, too.",
        playing("GR1 AR1", options={"greatZont": "always"}), 0, "play GR1 @1 =zont",
        Becomes(facts={"zonts": "area:1"})),
    Row("zeven 3.7", "Onto an active Great Zont no choice is made.",
        at({"hand:0": "GR1 AR2", "hand:1": "FY1", "area:1": "CY1 ZR1"}, zonts=(1,)), 0, "play GR1 @1 =zont", REFUSED),
    Row("zeven 3.7", "Onto an active Great Zont it has no power.",
        at({"hand:0": "GR1 AR2", "hand:1": "FY1", "area:1": "CY1 ZR1"}, zonts=(1,)), 0, "play GR1 @1",
        Becomes(facts={"zonts": "none", "asked": "play"}, turn=(1,))),
    Row("zeven 3.7", "Onto a Giglets that is an active Great Zont it has no power, either.",
        at({"hand:0": "GR1 AR2", "hand:1": "FY1", "area:1": "CY1 GB1"}, zonts=(1,)), 0, "play GR1 @1",
        Becomes(facts={"zonts": "none", "asked": "play"})),
    Row("zeven 3.8", "A Change never empties the area that it leaves.",
        asked("change", "FR1", area1="CY1 CR1"), 0, "move CY1 @2",
        Becomes(zones={"area:1": "CR1", "area:2": "CY2 CY1"})),
    Row("zeven 3.8", "While an area is empty no other can become so.",
        playing("AW4 ZR1", area1="", area2="CW4 AB3"), 0, "play AW4 @1",
        Becomes(zones={"area:1": "AW4"})),
    # 4 End of a round and score
    Row("zeven 4.1", "When the deck is empty play goes on without drawing.",
        at({"hand:0": "ZR1 AR1", "hand:1": "FY1"}, deck=""), 0, "play ZR1 @1",
        Becomes(zones={"hand:0": "AR1"}, turn=(1,), facts={"round": "1"}, holds=nobody_drew)),
    Row("zeven 4.1", "The round ends when every hand is empty, and the next is dealt in the same move.",
        last_card(), 0, "play ZB1 @1",
        Becomes(facts={"round": "2", "asked": "play"}, turn=(1,), zones={"score:0": "", "score:1": ""},
                events=("played", "scored", "scored", "gathered", "shuffled", "dealt", "round", "turn", "scores"))),
    Row("zeven 4.1", "An Art with the last card ends the round.",
        last_card("AB1"), 0, "play AB1 @1", Becomes(facts={"round": "2"})),
    Row("zeven 4.1", "A card that Favors asked for may be the last of the round.",
        at({"hand:1": "AB1", "area:1": "CY1 FR1"}, asked=1, phase="favors", area=1, deck=""), 1, "add AB1",
        Becomes(facts={"round": "2", "asked": "play", "area": "none"})),
    Row("zeven 4.1", "A Change may be the last move of the round.",
        at({"area:1": "CY1 CR1"}, phase="change", area=1, deck=""), 0, "move CR1 @2", Becomes(facts={"round": "2"})),
    Row("zeven 4.1", "After the last round everything stays where it is.",
        last_card(options={"rounds": 1}), 0, "play ZB1 @1",
        Becomes(zones={"area:1": "CY1 ZB1", "area:2": "CY2", "area:3": "CY3", "deck": ""}, turn=())),
    Row("zeven 4.1", "Cards left in areas score nothing.",
        scoring(f"{REDS} AW4 CW4", f"{YELLOWS} AB2 AB3 CB2 CB3 FB1 FB2 FB3 ZB2 ZB3 GB1 GB2 GB3 FW4 ZW4 GW4"), 0,
        "play ZB1 @2", Becomes(scores=(2, 3))),
    Row("zeven 4.2", "Each card is worth 1 point, whatever its value; the seat with the most of a colour gets nothing.",
        scoring(f"{REDS} AB2 AB3 CB2 CB3 FB1 AW4 CW4", f"{YELLOWS} FB2 FB3 ZB2 ZB3 GB1 GB2 GB3 FW4 ZW4 GW4"), 0,
        "play ZB1 @2", Becomes(scores=(7, 3), events=("scored", "scored", "scores", "ended"))),
    Row("zeven 4.3", "Of seats with equally many cards of a colour, the lowest sum scores nothing.",
        scoring(f"{REDS} AB2 AB3 CB2 CB3 FB1 FB2 AW4 CW4", f"{YELLOWS} FB3 ZB2 ZB3 GB1 GB2 GB3 FW4 ZW4 GW4"), 0,
        "play ZB1 @2", Becomes(scores=(2, 9))),
    Row("zeven 4.3", "If the sums are equal too, all who share the lowest score nothing.",
        scoring(f"{REDS} AB3 CB2 FB1 ZB3 FB3 AW4 CW4", f"{YELLOWS} CB3 FB2 ZB2 GB2 GB3 FW4 ZW4 GW4",
                area2="AB1 AB2", area3="CB1 GB1"), 0, "play ZB1 @2", Becomes(scores=(2, 3))),
    Row("zeven 4.4", "Wilds always score 1 each, however many one has.",
        scoring(f"{REDS} AW4 CW4 FW4 ZW4 GW4", f"{YELLOWS} AB2 AB3 CB2 CB3 FB1 FB2 FB3 ZB2 ZB3 GB1 GB2 GB3"), 0,
        "play ZB1 @2", Becomes(scores=(5, 0))),
    Row("zeven 4.5", "The highest total over all rounds wins.",
        last_card(options={"rounds": 2}, round=2, starter=1, points=(40, 3)), 0, "play ZB1 @1",
        Becomes(reason="rounds", holds=seat_0_wins)),
    # 5 Information
    Row("zeven 5.1", "Areas are public, hands and score piles the owner's, the deck nobody's.",
        at({"hand:0": "ZR3", "hand:1": "FY1", "score:0": "AR3 CB1", "score:1": "AW0 AW4"}), 0, "play ZR3 @1",
        Becomes(holds=sees_own_cards_alone)),
    Row("zeven 5.1", "Totals are public.",
        at({"hand:0": "ZR3", "hand:1": "FY1"}), 0, "play ZR3 @1", Becomes(holds=totals_are_public)),
    Row("zeven 5.1", "A card that takes an area is seen, as are those it takes; then the pile is the owner's.",
        playing("AR3 AR1", area1="CY1 AB3 ZB1"), 0, "play AR3 @1",
        Becomes(holds=lambda state, events: sees_own_cards_alone(state, events)
                and [event.seen_by for event in events if event.kind == "collected"] == [None])),
    Row("zeven 5.2", "The scores of a round are public when it is over.",
        last_card(options={"rounds": 2}, points=(0, 0)), 0, "play ZB1 @1",
        Becomes(scores=(0, 10), events=("scores",))),
    Row("zeven 5.2", "When the table is over everything is public (engine 5).",
        last_card(options={"rounds": 1}), 0, "play ZB1 @1",
        Becomes(events=("uncovered", "ended"), holds=everything_is_shown)),
    Row("zeven 5.2", "The areas of the last round are covered by the new deal; the marks are gone.",
        last_card(zonts=()), 0, "play ZB1 @3", Becomes(facts={"zonts": "none"})),
    # 6 Options
    Row("zeven 6", "rounds=1: the table is over after one round.",
        last_card(options={"rounds": 1}), 0, "play ZB1 @1", Becomes(reason="rounds")),
    Row("zeven 6", "rounds=12: the table goes on after eleven.",
        last_card(options={"rounds": 12}, round=11, starter=0), 0, "play ZB1 @1",
        Becomes(facts={"round": "12", "rounds": "12"}, turn=(1,))),
    Row("zeven 6", "rounds=12: the twelfth is the last.",
        last_card(options={"rounds": 12}, round=12, starter=1), 0, "play ZB1 @1", Becomes(reason="rounds")),
    Row("zeven 6", "changeMovesItself=false: other cards are moved.",
        asked("change", "FR1", area1="CY1 CR1", options={"changeMovesItself": False}), 0, "move CY1 @2",
        Becomes(zones={"area:1": "CR1"})),
    Row("zeven 6", "changeMovesItself=true: it may be moved.",
        asked("change", "FR1", area1="CY1 CR1", options={"changeMovesItself": True}), 0, "move CR1 @2", Becomes()),
    Row("zeven 3.4", "changeMovesItself=false: the Change is not moved.",
        asked("change", "FR1", area1="CY1 CR1", options={"changeMovesItself": False}), 0, "move CR1 @2", REFUSED),
    Row("zeven 3.4", "changeMovesItself=false: nor is a Giglets used as one.",
        asked("change", "FR1", area1="CY1 GR1", options={"changeMovesItself": False}), 0, "move GR1 @2", REFUSED),
    Row("zeven 3.4", "changeMovesItself=false: nothing happens when only the Change would fit.",
        playing("CR1 AR1", area1="CB3", area2="AW4 CY2", area3="FB3 CY3",
                options={"changeMovesItself": False}), 0, "play CR1 @1", Becomes(turn=(1,), facts={"asked": "play"})),
    Row("zeven 6", "favorsCollector=pusher: the seat whose card did it takes the area.",
        favored(1, pile="CY1 FR1 FB2 AB2", options={"favorsCollector": "pusher"}), 1, "add FB3",
        Becomes(zones={"score:0": "", "score:1": "CY1 FR1 FB2 AB2 FB3"})),
    Row("zeven 6", "favorsCollector=turn: the seat that played the Favors takes the area.",
        favored(1, pile="CY1 FR1 FB2 AB2", options={"favorsCollector": "turn"}), 1, "add FB3",
        Becomes(zones={"score:0": "CY1 FR1 FB2 AB2 FB3", "score:1": ""}, turn=(1,))),
    Row("zeven 6", "favorsCollector=turn does not change Art.",
        asked("art", "FR3 GR1", area1="CY1 AB2 AR3", options={"favorsCollector": "turn"}), 0, "add FR3",
        Becomes(zones={"score:0": "CY1 AB2 AR3 FR3"})),
    Row("zeven 6", "favorsRedraw=ownTurn: a forced seat does not draw.",
        favored(1, options={"favorsRedraw": "ownTurn"}), 1, "add FY1",
        Becomes(zones={"hand:1": "FB3"}, holds=nobody_drew)),
    Row("zeven 6", "favorsRedraw=immediate: a forced seat draws to four after its add.",
        favored(1, options={"favorsRedraw": "immediate"}), 1, "add FY1",
        Becomes(zones={"hand:1": "FB3 GB3 GW0 GW4"}, turn=(2,), events=("added", "drawn", "drawn", "drawn", "turn"))),
    Row("zeven 6", "favorsRedraw=immediate: it draws after the area has been taken; then the turn-taker draws.",
        favored(1, pile="CY1 FR1 FB2 AB2", options={"favorsRedraw": "immediate"}), 1, "add FB3",
        Becomes(zones={"hand:1": "FY1 GB3 GW0 GW4", "hand:0": "AR1 AR2 AR3 GB2"},
                events=("added", "collected", "drawn"))),
    Row("zeven 6", "greatZont=activated: a Great Zont of the set-up is not active.",
        playing("AR1 AR2", area1="ZR1", options={"greatZont": "activated"}), 0, "play AR1 @1",
        Becomes(facts={"asked": "art"})),
    Row("zeven 6", "greatZont=always: a Great Zont of the set-up is active.",
        playing("AR1 AR2", area1="ZR1", options={"greatZont": "always"}), 0, "play AR1 @1",
        Becomes(facts={"asked": "play"}, turn=(1,))),
    Row("zeven 6", "greatZont=always: a Great Zont that starts an area is active.",
        playing("AR3 ZR1", area2="", options={"greatZont": "always"}), 0, "play ZR1 @2",
        Becomes(facts={"zonts": "area:2"})),
    Row("zeven 6", "greatZont=always: a moved Great Zont is active.",
        asked("change", "FR1", area1="CY1 ZR1 CR1", options={"greatZont": "always"}), 0, "move ZR1 @2",
        Becomes(facts={"zonts": "area:2"})),
    Row("zeven 6", "greatZont=always: a Great Zont that is uncovered again is active.",
        asked("change", "FR1", area1="CY1 ZR1 CR1", options={"greatZont": "always"}), 0, "move CR1 @2",
        Becomes(facts={"zonts": "area:1"})),
    Row("zeven 6", "greatZont=always: one put down because of Favors is active.",
        favored(2, pile="CY1 FR1 FY1", hand_1="FB3", hand_2="ZB1", options={"greatZont": "always"}), 2, "add ZB1",
        Becomes(facts={"zonts": "area:1"})),
    Row("zeven 3.7", "greatZont=always: no choice is made for a Giglets on any Great Zont.",
        playing("GR1 AR2", area1="ZR1", options={"greatZont": "always"}), 0, "play GR1 @1 =art", REFUSED),
    Row("zeven 6", "greatZont=always: a Great Zont on a Great Zont is active.",
        playing("ZR2 AR2", area1="ZR1", options={"greatZont": "always"}), 0, "play ZR2 @1",
        Becomes(facts={"zonts": "area:1"})),
    Row("zeven 6", "tieSameSum=allBlocked: all who share the lowest sum score nothing.",
        scoring(f"{REDS} AB3 CB2 FB1 ZB3 FB3 AW4 CW4", f"{YELLOWS} CB3 FB2 ZB2 GB2 GB3 FW4 ZW4 GW4",
                area2="AB1 AB2", area3="CB1 GB1", options={"tieSameSum": "allBlocked"}), 0, "play ZB1 @2",
        Becomes(scores=(2, 3))),
    Row("zeven 6", "tieSameSum=noneBlocked: nobody is blocked in that colour.",
        scoring(f"{REDS} AB3 CB2 FB1 ZB3 FB3 AW4 CW4", f"{YELLOWS} CB3 FB2 ZB2 GB2 GB3 FW4 ZW4 GW4",
                area2="AB1 AB2", area3="CB1 GB1", options={"tieSameSum": "noneBlocked"}), 0, "play ZB1 @2",
        Becomes(scores=(7, 8))),
    # 7 Moves
    Row("zeven 7", "Plays are listed by card, then by area, then by power.",
        at({"hand:0": "ZR1", "hand:1": "GR1 AR1", "area:3": "CY3 CB3"}), 0, "play ZR1 @3",
        may_only("play AR1 @1", "play AR1 @2", "play AR1 @3",
                 "play GR1 @1 =art", "play GR1 @1 =change", "play GR1 @1 =favors", "play GR1 @1 =zont",
                 "play GR1 @2 =art", "play GR1 @2 =change", "play GR1 @2 =favors", "play GR1 @2 =zont",
                 "play GR1 @3")),
    Row("zeven 7", "After an Art the same seat is asked for a card.",
        playing("AR1 CR1 GR1"), 0, "play AR1 @1", may_only("add CR1", "add GR1")),
    Row("zeven 7", "Moves of a Change are listed by card, then by area.",
        playing("CR1", area1="ZY1 AY1", area2="CW4 CY2", area3="CY3"), 0, "play CR1 @1",
        may_only("move AY1 @2", "move AY1 @3", "move CR1 @2", "move CR1 @3", "move ZY1 @2", "move ZY1 @3")),
)  # fmt: skip
