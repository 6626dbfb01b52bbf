"""The rule table of Door to Zont: every numbered rule of docs/rules/door.md."""

from collections.abc import Callable, Mapping

from engine import Event, State, legal_moves, new_game, result, view
from engine.core.randomness import Randomness
from engine.games.door.cards import PILE, PLACE_OF_SUIT, SHUFFLED_CARDS
from engine.games.zont import DECK
from engine.options import Plain
from tests.engine.table import SEED, Becomes, Refused, Row, situation

Holds = Callable[[State, tuple[Event, ...]], bool]

# What the other seats hold unless a row says otherwise: seat 0 and the piles never need these.
OTHER_HANDS = ("CB1 CB2 CB3 ZB1 ZB2", "FB1 FB2 FB3 GB1 GB2")
NOT_YOUR_TURN = Refused("NOT_YOUR_TURN")
REFUSED = Refused()


def at(
    hand: str,
    *,
    seats: int = 2,
    others: tuple[str, ...] = OTHER_HANDS,
    deck: str | None = None,
    mine: str = "",
    theirs: str = "",
    options: Mapping[str, Plain] | None = None,
    piles: Mapping[str, str] | None = None,
    **fields: object,
) -> State:
    """Seat 0 is at turn; `piles` are by suit, bottom first, and begin with the 0s if they are not named.

    With `deck` (bottom first) the cards that are not named lie at the bottom of their suits' piles.
    """
    lying = {zone: f"{suit}W0" for suit, zone in PILE.items()} | {PILE[suit]: c for suit, c in (piles or {}).items()}
    hands = {f"hand:{seat}": cards for seat, cards in enumerate((hand, *others[: seats - 1]))}
    zones = {**lying, **hands, "score:0": mine, "score:1": theirs}
    if deck is not None:
        zones["deck"] = deck
        named = set(" ".join(zones.values()).split())
        for suit, zone in PILE.items():
            below = [card for card in DECK if card[0] == suit and card not in named]
            zones[zone] = " ".join([*below, zones[zone]])
    return situation("door", seats=seats, options=options, zones=zones, rest="deck", turn_taker=0, **fields)


def asked(phase: str, card: str, hand: str, *, options: Mapping[str, Plain] | None = None, **piles: str) -> State:
    """Seat 0 of two has played `card`, which lies on the 0 of its pile unless `piles` say otherwise."""
    lying = {card[0]: f"{card[0]}W0 {card}", **piles}
    return at(hand, phase=phase, card=card, options=options, piles=lying)


def final(
    hand: str,
    *,
    seats: int = 2,
    others: tuple[str, ...] = OTHER_HANDS,
    options: Mapping[str, Plain] | None = None,
    mine: str = "",
    theirs: str = "",
    piles: Mapping[str, str] | None = None,
    phase: str = "final",
    card: str = "",
    final_turns: int = 0,
) -> State:
    """It is the turn of seat 0 in the final round."""
    return at(
        hand,
        seats=seats,
        others=others,
        deck="",
        mine=mine,
        theirs=theirs,
        options=options,
        piles=piles,
        phase=phase,
        card=card,
        final=True,
        final_turns=final_turns,
    )


def last_score(
    hand: str, deck: str, *, others: tuple[str, ...] = OTHER_HANDS, options: Mapping[str, Plain] | None = None
) -> State:
    """Seat 0 of two is to score a card and to draw from a deck that is as good as empty."""
    return at(hand, others=others, deck=deck, phase="scoring", options=options)


FIRST_DEAL = new_game("door", seats=3, options={"firstSeat": 2}, seed=SEED, deck=SHUFFLED_CARDS)
RANDOM_DEAL = new_game("door", seats=3, options={"firstSeat": 0}, seed=SEED)
FIRST_WORDS = RANDOM_DEAL.words
FOUR = "AR1 AR2 AY1 FY2"
FIVE = f"{FOUR} ZR1"


# ---- what cannot be said by naming cards


def may_only(*moves: str) -> Holds:
    """These moves are then legal for the seat that is asked, in this order."""
    return lambda state, _events: [str(move) for move in legal_moves(state, view(state, None).turn[0])] == [*moves]


def nobody_drew(_state: State, events: tuple[Event, ...]) -> bool:
    return all(event.kind != "drawn" for event in events)


def is_dealt_by_the_key(state: State, _events: tuple[Event, ...]) -> bool:
    """The deck is what five cards for each of three seats leave of fifty, shuffled from canonical order."""
    order = list(SHUFFLED_CARDS)
    Randomness(SEED, 0).shuffle(order)
    return state.zones["deck"] == tuple(order[:-15])


def is_shuffled_as_it_lay(suit: str, *pile: str) -> Holds:
    """The suit's pile holds these cards (bottom first), shuffled with the next words of the key."""

    def holds(state: State, events: tuple[Event, ...]) -> bool:
        order = list(pile)
        random = Randomness(SEED, FIRST_WORDS)
        random.shuffle(order)
        (shown,) = [event.cards for event in events if event.kind == "uncovered"]
        return state.zones[PILE[suit]] == tuple(order) and state.words == random.used and shown == (order[-1],)

    return holds


def shows(viewer: int | None, zone: str, cards: str) -> Holds:
    """A viewer sees these cards in a zone, `??` for a hidden one."""

    def holds(state: State, _events: tuple[Event, ...]) -> bool:
        (seen,) = [seen for seen in view(state, viewer).zones if seen.id == zone]
        return " ".join(card or "??" for card in seen.cards) == cards

    return holds


def worth(**values: int) -> Holds:
    """The piles of these suits show these values to everybody."""

    def holds(state: State, _events: tuple[Event, ...]) -> bool:
        shown = {zone.id: zone.value for zone in view(state, None).zones}
        return {suit: shown[PILE[suit]] for suit in values} == values

    return holds


def scores_are(viewer: int | None, *scores: int | None) -> Holds:
    """A viewer is shown these scores."""
    return lambda state, _events: view(state, viewer).scores == scores


def is_won_by(*winners: int) -> Holds:
    """The table is over, and these seats have won."""

    def holds(state: State, _events: tuple[Event, ...]) -> bool:
        outcome = result(state)
        return outcome is not None and outcome.winners == winners

    return holds


def everything_is_shown(state: State, _events: tuple[Event, ...]) -> bool:
    return all(zone.cards == state.zones[zone.id] for viewer in (None, 0, 1) for zone in view(state, viewer).zones)


def is_named_to(kind: str, *audiences: tuple[int, ...] | None) -> Holds:
    """The events of this kind name their cards to these seats, null for everybody."""
    return lambda _state, events: [event.seen_by for event in events if event.kind == kind] == [*audiences]


ROWS = (
    # 1 Set-up
    Row("door 1.1", "Each suit pile begins with its 0.",
        RANDOM_DEAL, 0, str(legal_moves(RANDOM_DEAL, 0)[0]),
        Becomes(holds=lambda state, _events: all(state.zones[PILE[s]][0] == f"{s}W0" for s in PLACE_OF_SUIT))),
    Row("door 1.1", "The other 50 are shuffled from canonical order.",
        RANDOM_DEAL, 0, str(legal_moves(RANDOM_DEAL, 0)[0]), Becomes(holds=is_dealt_by_the_key)),
    Row("door 1.1", "Five go to each seat, one at a time, beginning with the first seat; the rest is the deck.",
        FIRST_DEAL, 2, "play AR1",
        Becomes(zones={"hand:2": "AY1 AB1 AW4 CR3", "hand:0": "AR2 AY2 AB2 CR1 CY1", "hand:1": "AR3 AY3 AB3 CR2 CY2",
                       "deck": " ".join(reversed(SHUFFLED_CARDS[15:]))})),
    # 2 A turn
    Row("door 2.1", "A card goes onto the pile of its suit.",
        at(FIVE), 0, "play ZR1", Becomes(zones={"suit:zont": "ZW0 ZR1", "hand:0": FOUR}, events=("played",))),
    Row("door 2.1", "Another seat does not play.", at(FIVE), 1, "play CB1", NOT_YOUR_TURN),
    Row("door 2.1", "A card that the seat does not hold is not played.", at(FIVE), 0, "play ZR2", REFUSED),
    Row("door 2.1", "A turn does not begin with a card for the score pile.", at(FIVE), 0, "score AR1", REFUSED),
    Row("door 2.1", "Nothing is skipped when no power is asked about.", at(FIVE), 0, "skip", REFUSED),
    Row("door 2.2", "The power of the card may be used: one is asked.",
        at(FIVE), 0, "play FY2", Becomes(facts={"asked": "shuffle", "card": "FY2"}, turn=(0,))),
    Row("door 2.2", "It need not be used.",
        asked("shuffle", "FY2", FOUR.replace("FY2", "ZR1")), 0, "skip",
        Becomes(facts={"asked": "scoring", "card": "none"}, turn=(0,), events=("skipped",))),
    Row("door 2.3", "Then a card of the hand goes onto the own score pile.",
        at(FOUR, phase="scoring"), 0, "score AR1",
        Becomes(zones={"score:0": "AR1"}, turn=(1,), facts={"asked": "play", "turnTaker": "1"}, events=("scored",))),
    Row("door 2.3", "It goes on top of the pile.",
        at(FOUR, phase="scoring", mine="CR1 CR2", theirs="CY1 CY2"), 0, "score AR1",
        Becomes(zones={"score:0": "CR1 CR2 AR1"})),
    Row("door 2.3", "It cannot be left out.", at(FOUR, phase="scoring"), 0, "skip", REFUSED),
    Row("door 2.3", "A second card is not played.", at(FOUR, phase="scoring"), 0, "play AR1", REFUSED),
    Row("door 2.3", "A card that the seat does not hold is not scored.",
        at(FOUR, phase="scoring"), 0, "score ZR2", REFUSED),
    Row("door 2.3", "Another seat does not score a card.", at(FOUR, phase="scoring"), 1, "score CB1", NOT_YOUR_TURN),
    Row("door 2.4", "Then the seat draws until it holds five.",
        at("AR1 AR2 AY1", deck="CR1 CR2 CR3 CY1", phase="scoring"), 0, "score AR1",
        Becomes(zones={"hand:0": "AR2 AY1 CR2 CR3 CY1", "deck": "CR1"}, events=("scored", *["drawn"] * 3, "turn"))),
    Row("door 2.4", "It does not draw before it has scored.", at(FIVE), 0, "play ZR1", Becomes(holds=nobody_drew)),
    # 3 Powers
    Row("door 3.0", "A card of any colour is added to a wild.",
        asked("add", "AW4", "CR1 FY1 ZB3 GW4"), 0, "add FY1", Becomes(zones={"suit:favors": "FW0 FY1"})),
    Row("door 3.0", "A wild is added to a card of any colour.",
        asked("add", "AY1", "CR1 FY1 ZB3 GW4"), 0, "add GW4", Becomes(zones={"suit:giglets": "GW0 GW4"})),
    Row("door 3.0", "A wild Change takes a card of any colour.",
        asked("take", "CW4", FOUR, F="FW0 FR1"), 0, "take @favors", Becomes(zones={"suit:favors": "FW0"})),
    Row("door 3.0", "A Change of any colour takes a wild.",
        asked("take", "CY1", FOUR, F="FW0 FW4"), 0, "take @favors", Becomes(zones={"suit:favors": "FW0"})),
    Row("door 3.1", "One more card of the same colour goes onto the pile of its own suit.",
        asked("add", "AR3", "AR1 CR1 CY1 ZR1"), 0, "add CR1",
        Becomes(zones={"suit:change": "CW0 CR1", "suit:art": "AW0 AR3", "hand:0": "AR1 CY1 ZR1"}, events=("added",))),
    Row("door 3.1", "It does not use its power.",
        asked("add", "AR3", "AR1 FR1 CY1 ZR1"), 0, "add FR1",
        Becomes(facts={"asked": "scoring", "card": "none"}, turn=(0,))),
    Row("door 3.1", "A card of another colour is not added.",
        asked("add", "AR3", "AR1 CR1 CY1 ZR1"), 0, "add CY1", REFUSED),
    Row("door 3.1", "A card that the seat does not hold is not added.",
        asked("add", "AR3", "AR1 CR1 CY1 ZR1"), 0, "add CR2", REFUSED),
    Row("door 3.1", "Another card is not played while Art asks.",
        asked("add", "AR3", "AR1 CR1 CY1 ZR1"), 0, "play CR1", REFUSED),
    Row("door 3.1", "Another seat does not add a card.",
        asked("add", "AR3", "AR1 CR1 CY1 ZR1"), 1, "add CB1", NOT_YOUR_TURN),
    Row("door 3.1", "It may be declined.",
        asked("add", "AR3", "AR1 CR1 CY1 ZR1"), 0, "skip",
        Becomes(zones={"hand:0": "AR1 CR1 CY1 ZR1"}, facts={"asked": "scoring"}, events=("skipped", "asked"))),
    Row("door 3.1", "A seat without a card of the colour is asked, too, for others do not know it.",
        at("AR1 CY1 CY2 FY1 FY2"), 0, "play AR1", Becomes(facts={"asked": "add"}, holds=may_only("skip"))),
    Row("door 3.1", "A Giglets that is added is played without a choice, and is not protected.",
        asked("add", "AR3", "AR1 GR1 CY1 ZR1"), 0, "add GR1", Becomes(facts={"protected": "none", "asked": "scoring"})),
    Row("door 3.2", "The top card of a suit pile comes into the hand.",
        asked("take", "CR1", FOUR, F="FW0 FY1 FR1"), 0, "take @favors",
        Becomes(zones={"suit:favors": "FW0 FY1", "hand:0": "AR1 AR2 AY1 FR1 FY2"},
                facts={"asked": "scoring", "card": "none"}, turn=(0,), events=("taken", "uncovered"))),
    Row("door 3.2", "It may be declined.",
        asked("take", "CR1", FOUR, F="FW0 FR1"), 0, "skip",
        Becomes(zones={"suit:favors": "FW0 FR1"}, facts={"asked": "scoring"})),
    Row("door 3.2", "A card of another colour is not taken.",
        asked("take", "CR1", FOUR, F="FW0 FR1", A="AW0 AY3"), 0, "take @art", REFUSED),
    Row("door 3.2", "The only card of a suit pile is not taken.",
        asked("take", "CR1", FOUR, F="FW0 FR1"), 0, "take @art", REFUSED),
    Row("door 3.2", "A Change does not take itself.",
        asked("take", "CR1", FOUR, F="FW0 FR1"), 0, "take @change", REFUSED),
    Row("door 3.2", "A Giglets used as a Change does not take itself.",
        asked("take", "GR1", FOUR, F="FW0 FR1"), 0, "take @giglets", REFUSED),
    Row("door 3.2", "A Giglets used as a Change takes a Change.",
        asked("take", "GR1", FOUR, C="CW0 CR1"), 0, "take @change", Becomes(zones={"suit:change": "CW0"})),
    Row("door 3.2", "There is no other pile.", asked("take", "CR1", FOUR, F="FW0 FR1"), 0, "take @deck", REFUSED),
    Row("door 3.2", "Another seat takes nothing.",
        asked("take", "CR1", FOUR, F="FW0 FR1"), 1, "take @favors", NOT_YOUR_TURN),
    Row("door 3.2", "A card of the hand is not played while Change asks.",
        asked("take", "CR1", FOUR, F="FW0 FR1"), 0, "play AR1", REFUSED),
    Row("door 3.2", "If no pile qualifies the power is passed over.",
        at("CR1 AR1 AR2 AY1 FY2", piles={"F": "FW0 FY1", "Z": "ZW0 ZR1"}), 0, "play CR1",
        Becomes(facts={"asked": "scoring", "card": "none"}, turn=(0,))),
    Row("door 3.2", "Another Change below the one in use is no pile that qualifies.",
        at("CR1 AR1 AR2 AY1 FY2", piles={"C": "CW0 CR2"}), 0, "play CR1", Becomes(facts={"asked": "scoring"})),
    Row("door 3.3", "A suit pile is shuffled as it lies; its last card is the new top.",
        asked("shuffle", "FR1", FOUR, A="AW0 AR3 AB1 AB2"), 0, "shuffle @art",
        Becomes(facts={"asked": "scoring"}, events=("shuffled", "uncovered"),
                holds=is_shuffled_as_it_lay("A", "AW0", "AR3", "AB1", "AB2"))),
    Row("door 3.3", "It may be the pile of the Favors itself.",
        asked("shuffle", "FR1", FOUR), 0, "shuffle @favors", Becomes(holds=is_shuffled_as_it_lay("F", "FW0", "FR1"))),
    Row("door 3.3", "A pile of one card may be chosen and stays as it is, without a random word.",
        asked("shuffle", "FR1", FOUR), 0, "shuffle @art",
        Becomes(zones={"suit:art": "AW0"}, holds=is_shuffled_as_it_lay("A", "AW0"))),
    Row("door 3.3", "It may be declined.",
        asked("shuffle", "FR1", FOUR), 0, "skip",
        Becomes(zones={"suit:favors": "FW0 FR1"}, facts={"asked": "scoring"}, events=("skipped",))),
    Row("door 3.3", "A score pile is not shuffled.", asked("shuffle", "FR1", FOUR), 0, "shuffle @0", REFUSED),
    Row("door 3.3", "A pile is called by what its suit does.",
        asked("shuffle", "FR1", FOUR), 0, "shuffle @giglet", REFUSED),
    Row("door 3.3", "Another seat shuffles nothing.", asked("shuffle", "FR1", FOUR), 1, "shuffle @art", NOT_YOUR_TURN),
    Row("door 3.3", "No card is scored while Favors asks.", asked("shuffle", "FR1", FOUR), 0, "score AR1", REFUSED),
    Row("door 3.4", "A Great Zont has no active power.",
        at(FIVE), 0, "play ZR1", Becomes(facts={"asked": "scoring", "card": "none"}, turn=(0,))),
    Row("door 3.4", "A Great Zont on top of a suit pile is not taken.",
        asked("take", "CR1", FOUR, F="FW0 FR1", Z="ZW0 ZR3"), 0, "take @zont", REFUSED),
    Row("door 3.4", "A Great Zont on top of a score pile is not taken, either.",
        at(FOUR, phase="take", card="CR1", piles={"C": "CW0 CR1", "F": "FW0 FR1"}, theirs="ZR3",
           options={"changeTargets": "all"}), 0, "take @1", REFUSED),
    Row("door 3.4", "A Favors may shuffle the pile of Great Zonts.",
        asked("shuffle", "FR1", FOUR, Z="ZW0 ZR3"), 0, "shuffle @zont",
        Becomes(holds=is_shuffled_as_it_lay("Z", "ZW0", "ZR3"))),
    *(
        Row("door 3.5", f"A Giglets may be used as {power}.",
            at("GR1 AR1 AR2 AY1 FY2", piles={"A": "AW0 AR3"}), 0, f"play GR1 ={power}",
            Becomes(facts={"asked": phase, "card": card, "protected": mark}, events=("played", "chosen")))
        for power, phase, card, mark in (
            ("art", "add", "GR1", "none"), ("change", "take", "GR1", "none"), ("favors", "shuffle", "GR1", "none"),
            ("zont", "scoring", "none", "GR1"), ("none", "scoring", "none", "none"),
        )
    ),
    Row("door 3.5", "It may be used as a Change that then cannot be carried out.",
        at("GR1 AR1 AR2 AY1 FY2"), 0, "play GR1 =change", Becomes(facts={"asked": "scoring"})),
    Row("door 3.5", "It is always played with a choice.", at("GR1 AR1 AR2 AY1 FY2"), 0, "play GR1", REFUSED),
    Row("door 3.5", "There are no other choices.", at("GR1 AR1 AR2 AY1 FY2"), 0, "play GR1 =giglets", REFUSED),
    Row("door 3.5", "No other card is played with a choice.", at("GR1 AR1 AR2 AY1 FY2"), 0, "play AR1 =art", REFUSED),
    Row("door 3.5", "As Art, the colour that counts is its own.",
        asked("add", "GR1", "AR1 AR2 AY1 FY2"), 0, "add AR2", Becomes(zones={"suit:art": "AW0 AR2"})),
    Row("door 3.5", "A Giglets played as a Great Zont is not taken.",
        at(FOUR, phase="take", card="CR1", protected=True,
           piles={"C": "CW0 CR1", "F": "FW0 FR1", "G": "GW0 GR1"}), 0, "take @giglets", REFUSED),
    Row("door 3.5", "A Giglets that was not is taken.",
        at(FOUR, phase="take", card="CR1", piles={"C": "CW0 CR1", "G": "GW0 GR1"}), 0, "take @giglets",
        Becomes(zones={"suit:giglets": "GW0"})),
    Row("door 3.5", "With a protected Giglets alone no pile qualifies for a Change.",
        at("CR1 AR1 AR2 AY1 FY2", piles={"G": "GW0 GR1"}, protected=True), 0, "play CR1",
        Becomes(facts={"asked": "scoring", "protected": "GR1"})),
    Row("door 3.5", "It stays protected while other cards are played.",
        at(FIVE, piles={"G": "GW0 GR1"}, protected=True), 0, "play ZR1", Becomes(facts={"protected": "GR1"})),
    Row("door 3.5", "It is not protected any more when another Giglets covers it.",
        at("GR2 AR1 AR2 AY1 FY2", piles={"G": "GW0 GR1"}, protected=True), 0, "play GR2 =none",
        Becomes(facts={"protected": "none"})),
    Row("door 3.5", "A Giglets as Great Zont on another one is the protected one.",
        at("GR2 AR1 AR2 AY1 FY2", piles={"G": "GW0 GR1"}, protected=True), 0, "play GR2 =zont",
        Becomes(facts={"protected": "GR2"})),
    Row("door 3.5", "It is not protected any more when an Art covers it.",
        at("GR2 AR1 AR2 AY1", phase="add", card="AR3", piles={"A": "AW0 AR3", "G": "GW0 GR1"}, protected=True), 0,
        "add GR2", Becomes(facts={"protected": "none"}, zones={"suit:giglets": "GW0 GR1 GR2"})),
    Row("door 3.5", "It is not protected any more when its pile is shuffled, even if it is the top card again.",
        at(FOUR, phase="shuffle", card="FR1", piles={"F": "FW0 FR1", "G": "GW0 GR1"}, protected=True), 0,
        "shuffle @giglets", Becomes(facts={"protected": "none"})),
    Row("door 3.5", "It stays protected when another pile is shuffled.",
        at(FOUR, phase="shuffle", card="FR1", piles={"F": "FW0 FR1", "G": "GW0 GR1"}, protected=True), 0,
        "shuffle @art", Becomes(facts={"protected": "GR1"})),
    # 4 Final round and end
    Row("door 4.1", "When the deck runs empty before the seat holds five, the final round begins with the next seat.",
        last_score("AR1 AR2 AY1", "CR1"), 0, "score AR1",
        Becomes(zones={"hand:0": "AR2 AY1 CR1", "deck": ""}, turn=(1,),
                facts={"finalRound": "yes", "finalTurns": "0", "asked": "final"})),
    Row("door 4.1", "When the deck is empty, it begins, too.",
        last_score("AR1 AR2 AY1", ""), 0, "score AR1",
        Becomes(zones={"hand:0": "AR2 AY1"}, turn=(1,), facts={"finalRound": "yes"}, holds=nobody_drew)),
    Row("door 4.1", "A seat that draws the last card and holds five does not begin it.",
        last_score("AR1 AR2 AY1 FY2", "CR1 CR2"), 0, "score AR1",
        Becomes(zones={"deck": ""}, turn=(1,), facts={"finalRound": "no", "asked": "play"})),
    Row("door 4.2", "A turn of the final round is one card onto its suit pile, without drawing.",
        final("ZR1 AR1"), 0, "play ZR1",
        Becomes(turn=(1,), facts={"asked": "final", "finalTurns": "1"}, zones={"hand:0": "AR1"}, holds=nobody_drew)),
    Row("door 4.2", "Or it is one card onto the score pile.",
        final("ZR1 AR1"), 0, "score ZR1",
        Becomes(turn=(1,), facts={"asked": "final", "finalTurns": "1"}, zones={"score:0": "ZR1", "hand:0": "AR1"})),
    Row("door 4.2", "A turn of the final round is not left out.", final("ZR1 AR1"), 0, "skip", REFUSED),
    Row("door 4.2", "Another seat has no turn now.", final("ZR1 AR1"), 1, "play CB1", NOT_YOUR_TURN),
    Row("door 4.2", "A card that the seat does not hold is not played.", final("ZR1 AR1"), 0, "play ZR2", REFUSED),
    Row("door 4.2", "A card that the seat does not hold is not scored.", final("ZR1 AR1"), 0, "score ZR2", REFUSED),
    Row("door 4.2", "A power may be used; with that the turn ends.",
        final("AR1", phase="shuffle", card="FR1", piles={"F": "FR1"}), 0, "skip",
        Becomes(turn=(1,), facts={"asked": "final", "finalTurns": "1", "card": "none"})),
    Row("door 4.2", "A Change takes a card into the hand, also with the last card.",
        final("", phase="take", card="CR1", piles={"C": "CR1", "F": "FR1"}), 0, "take @favors",
        Becomes(turn=(1,), zones={"hand:0": "FR1"}, facts={"asked": "final"})),
    Row("door 4.2", "An Art is played without a question.",
        final("AR1 AR2"), 0, "play AR1", Becomes(turn=(1,), facts={"asked": "final", "finalTurns": "1"})),
    Row("door 4.2", "A Giglets is not used as an Art.", final("GR1 AR2"), 0, "play GR1 =art", REFUSED),
    Row("door 4.3", "The first seat that ends its turn with an empty hand ends the game.",
        final("AR1"), 0, "score AR1", Becomes(turn=(), reason="handEmpty", facts={"asked": "none"})),
    Row("door 4.3", "A seat that plays its last card may use its power before.",
        final("FR1"), 0, "play FR1", Becomes(turn=(0,), facts={"asked": "shuffle"})),
    Row("door 4.3", "After the power the game ends.",
        final("", phase="shuffle", card="FR1", piles={"F": "FR1"}), 0, "skip",
        Becomes(turn=(), reason="handEmpty", facts={"asked": "none", "card": "none"})),
    Row("door 4.3", "Cards in other hands count nothing.",
        final("AR1", piles={"A": "AR3", "C": "CR3", "Z": "ZR3"}), 0, "score AR1",
        Becomes(reason="handEmpty", scores=(3, 0))),
    Row("door 4.4", "After 40 turns of the final round for each seat the game ends.",
        final("ZR1 AR1", final_turns=79), 0, "play ZR1",
        Becomes(turn=(), reason="cap", facts={"finalTurns": "80", "asked": "none"})),
    Row("door 4.4", "They are counted over all seats: three have 120.",
        final("ZR1 AR1", seats=3, final_turns=118), 0, "play ZR1", Becomes(turn=(1,), facts={"finalTurns": "119"})),
    Row("door 4.4", "A power on the last turn is used before the end.",
        final("AR1", phase="shuffle", card="FR1", piles={"F": "FR1"}, final_turns=79), 0, "skip",
        Becomes(turn=(), reason="cap")),
    Row("door 4.4", "A hand that is empty at the last turn is the reason of the end.",
        final("ZR1", final_turns=79), 0, "score ZR1", Becomes(turn=(), reason="handEmpty")),
    Row("door 4.5", "Each card of a score pile is worth the value of the top card of its suit's pile.",
        final("AB1", mine="AR1 CY1 CY2 GW4", theirs="ZR3 FW4", piles={"A": "AR3", "C": "CW4", "F": "FW0", "Z": "ZR2",
              "G": "GR1"}), 0, "score AB1",
        Becomes(reason="handEmpty", scores=(3 + 4 + 4 + 1 + 3, 2 + 0), holds=is_won_by(0))),
    Row("door 4.5", "The last card played counts as the top card of its pile.",
        final("ZR1", mine="ZR2", theirs="ZR3 AR1", piles={"Z": "ZW4", "A": "AR3"}), 0, "play ZR1",
        Becomes(scores=(1, 4), holds=is_won_by(1))),
    Row("door 4.5", "Equal sums share the win.",
        final("ZR1", mine="ZR2", theirs="ZR3"), 0, "play ZR1", Becomes(scores=(1, 1), holds=is_won_by(0, 1))),
    # 5 Information
    Row("door 5.1", "Of a suit pile everybody sees the top card and the number of cards.",
        at(FIVE, piles={"Z": "ZW0 ZR2 ZR3"}), 0, "play ZR1", Becomes(holds=shows(None, "suit:zont", "?? ?? ?? ZR1"))),
    Row("door 5.1", "Nobody sees more of it, not even who played the cards.",
        at(FIVE, piles={"Z": "ZW0 ZR2 ZR3"}), 0, "play ZR1", Becomes(holds=shows(0, "suit:zont", "?? ?? ?? ZR1"))),
    Row("door 5.1", "The value of the top card is what the cards of a suit are worth now.",
        at(FIVE, piles={"A": "AW0 AR3"}), 0, "play ZR1", Becomes(holds=worth(A=3, Z=1, F=0))),
    Row("door 5.1", "Of a score pile the owner sees all cards.",
        at(FOUR, phase="scoring", mine="CR1 CR2", theirs="CY1 CY2"), 0, "score AR1",
        Becomes(holds=shows(0, "score:0", "CR1 CR2 AR1"))),
    Row("door 5.1", "The others see its top card and the number.",
        at(FOUR, phase="scoring", mine="CR1 CR2", theirs="CY1 CY2"), 0, "score AR1",
        Becomes(holds=shows(1, "score:0", "?? ?? AR1"))),
    Row("door 5.1", "A card that is scored is seen by everybody.",
        at(FOUR, phase="scoring"), 0, "score AR1", Becomes(holds=is_named_to("scored", None))),
    Row("door 5.1", "A card that is drawn is seen by the seat that draws it.",
        at(FOUR, phase="scoring"), 0, "score AR1", Becomes(holds=is_named_to("drawn", (0,), (0,)))),
    Row("door 5.1", "A hand is the owner's.",
        at(FIVE), 0, "play ZR1", Becomes(holds=shows(1, "hand:0", "?? ?? ?? ??"))),
    Row("door 5.1", "The deck is nobody's.",
        at("AR1 AR2 AY1", deck="CR1 CR2 CR3 CY1", phase="scoring"), 0, "score AR1",
        Becomes(holds=shows(0, "deck", "??"))),
    Row("door 5.1", "Which Giglets is protected is public.",
        at("GR1 AR1 AR2 AY1 FY2"), 0, "play GR1 =zont", Becomes(facts={"protected": "GR1"})),
    Row("door 5.1", "A score is shown to those who see every card of its pile: to all while it is one.",
        at(FIVE, mine="AY2", theirs="ZR2", piles={"A": "AW0 AR3"}), 0, "play ZR1", Becomes(scores=(3, 1))),
    Row("door 5.1", "A score of more cards is not shown to all.",
        at(FIVE, mine="AY2 CY1", theirs="ZR2 CY2", piles={"A": "AW0 AR3"}), 0, "play ZR1",
        Becomes(scores=(None, None))),
    Row("door 5.1", "A score of more cards is shown to the owner.",
        at(FIVE, mine="AY2 ZR3", theirs="ZR2 CY2", piles={"A": "AW0 AR3"}), 0, "play ZR1",
        Becomes(holds=scores_are(0, 4, None))),
    Row("door 5.1", "When the table is over everything is public (engine 5).",
        final("AR1", mine="CR1 CR2"), 0, "score AR1",
        Becomes(events=("scored", "uncovered", "ended"), holds=everything_is_shown)),
    # 6 Options
    Row("door 6", "finalPowers=noArt: other powers may be used in the final round.",
        final("FR1 AR1", options={"finalPowers": "noArt"}), 0, "play FR1", Becomes(facts={"asked": "shuffle"})),
    Row("door 6", "finalPowers=noArt: no choice of a Giglets is Art.",
        final("ZR1 AR1", others=("GB1", ""), options={"finalPowers": "noArt"}), 0, "play ZR1",
        Becomes(holds=may_only("play GB1 =change", "play GB1 =favors", "play GB1 =zont", "play GB1 =none",
                               "score GB1"))),
    Row("door 6", "finalPowers=all: an Art asks for one more card.",
        final("AR1 CR1", options={"finalPowers": "all"}), 0, "play AR1",
        Becomes(facts={"asked": "add"}, holds=may_only("add CR1", "skip"))),
    Row("door 6", "finalPowers=all: the second card may be the last.",
        final("CR1", phase="add", card="AR1", piles={"A": "AR1"}, options={"finalPowers": "all"}), 0, "add CR1",
        Becomes(reason="handEmpty", facts={"finalTurns": "1"})),
    Row("door 6", "finalPowers=all: an Art asks with an empty hand, too.",
        final("AR1", options={"finalPowers": "all"}), 0, "play AR1",
        Becomes(facts={"asked": "add"}, holds=may_only("skip"))),
    Row("door 6", "finalPowers=all: a Giglets may be used as an Art.",
        final("GR1 CR1", options={"finalPowers": "all"}), 0, "play GR1 =art", Becomes(facts={"asked": "add"})),
    Row("door 6", "finalPowers=none: no power is used in the final round.",
        final("FR1 AR1", options={"finalPowers": "none"}), 0, "play FR1",
        Becomes(turn=(1,), facts={"asked": "final", "card": "none"})),
    Row("door 6", "finalPowers=none: a Giglets is still written with none.",
        final("GR1 AR1", options={"finalPowers": "none"}), 0, "play GR1 =none", Becomes(turn=(1,))),
    Row("door 4.2", "finalPowers=none: a Giglets is not protected in the final round.",
        final("GR1 AR1", options={"finalPowers": "none"}), 0, "play GR1 =zont", REFUSED),
    Row("door 3.5", "finalPowers=none: nor is it written without a choice.",
        final("GR1 AR1", options={"finalPowers": "none"}), 0, "play GR1", REFUSED),
    Row("door 6", "finalPowers=none: before the final round powers are used.",
        at(FIVE, options={"finalPowers": "none"}), 0, "play FY2", Becomes(facts={"asked": "shuffle"})),
    Row("door 6", "finalTrigger=shortDraw: less than five cards begin the final round.",
        last_score("AR1 AR2 AY1", "CR1", options={"finalTrigger": "shortDraw"}), 0, "score AR1",
        Becomes(facts={"finalRound": "yes"})),
    Row("door 6", "finalTrigger=shortDraw: the last card alone does not.",
        last_score("AR1 AR2 AY1", "CR1 CR2 CR3", options={"finalTrigger": "shortDraw"}), 0, "score AR1",
        Becomes(zones={"deck": ""}, facts={"finalRound": "no"})),
    Row("door 6", "finalTrigger=noDraw: a seat that draws a single card does not begin it.",
        last_score("AR1 AR2 AY1", "CR1", options={"finalTrigger": "noDraw"}), 0, "score AR1",
        Becomes(zones={"deck": "", "hand:0": "AR2 AY1 CR1"}, facts={"finalRound": "no", "asked": "play"}, turn=(1,))),
    Row("door 6", "finalTrigger=noDraw: a seat that draws nothing begins it.",
        last_score("AR1 AR2 AY1", "", options={"finalTrigger": "noDraw"}), 0, "score AR1",
        Becomes(facts={"finalRound": "yes", "asked": "final"}, turn=(1,))),
    Row("door 6", "finalTrigger=noDraw: the seat before may then hold less than five.",
        last_score("AR1 AR2 AY1", "", others=("CB1 CB2 CB3",), options={"finalTrigger": "noDraw"}), 0, "score AR1",
        Becomes(facts={"finalRound": "yes"})),
    Row("door 6", "finalTrigger=deckEmpty: the last card begins it, though the seat holds five.",
        last_score("AR1 AR2 AY1", "CR1 CR2 CR3", options={"finalTrigger": "deckEmpty"}), 0, "score AR1",
        Becomes(zones={"hand:0": "AR2 AY1 CR1 CR2 CR3"}, facts={"finalRound": "yes", "asked": "final"}, turn=(1,))),
    Row("door 6", "finalTrigger=deckEmpty: while there is a card it does not begin.",
        last_score("AR1 AR2 AY1", "CR1 CR2 CR3 CY1", options={"finalTrigger": "deckEmpty"}), 0, "score AR1",
        Becomes(zones={"deck": "CR1"}, facts={"finalRound": "no"})),
    Row("door 6", "changeKeepsIn=hand: the taken card goes into the hand.",
        asked("take", "CR1", FOUR, F="FW0 FR1", options={"changeKeepsIn": "hand"}), 0, "take @favors",
        Becomes(zones={"hand:0": "AR1 AR2 AY1 FR1 FY2", "score:0": ""})),
    Row("door 6", "changeKeepsIn=score: the taken card goes on top of the taker's score pile.",
        at(FOUR, phase="take", card="CR1", piles={"C": "CW0 CR1", "F": "FW0 FR1"}, mine="ZR1",
           options={"changeKeepsIn": "score"}), 0, "take @favors",
        Becomes(zones={"hand:0": FOUR, "score:0": "ZR1 FR1"}, facts={"asked": "scoring"})),
    Row("door 6", "changeKeepsIn=score: with an empty hand the game ends.",
        final("", phase="take", card="CR1", piles={"C": "CR1", "F": "FR1"}, options={"changeKeepsIn": "score"}), 0,
        "take @favors", Becomes(reason="handEmpty", zones={"score:0": "FR1"})),
    Row("door 6", "changeTargets=suitPiles: a suit pile is taken from.",
        asked("take", "CR1", FOUR, F="FW0 FR1", options={"changeTargets": "suitPiles"}), 0, "take @favors", Becomes()),
    Row("door 3.2", "changeTargets=suitPiles: a score pile is not.",
        at(FOUR, phase="take", card="CR1", piles={"C": "CW0 CR1", "F": "FW0 FR1"}, mine="FR2", theirs="FR3",
           options={"changeTargets": "suitPiles"}), 0, "take @1", REFUSED),
    Row("door 6", "changeTargets=all: the top card of a score pile may be taken, also its only one.",
        at(FOUR, phase="take", card="CR1", piles={"C": "CW0 CR1"}, theirs="FR3", options={"changeTargets": "all"}), 0,
        "take @1", Becomes(zones={"score:1": "", "hand:0": "AR1 AR2 AY1 FR3 FY2"})),
    Row("door 6", "changeTargets=all: the card below is then seen.",
        at(FOUR, phase="take", card="CR1", piles={"C": "CW0 CR1"}, theirs="FY1 FR3", options={"changeTargets": "all"}),
        0, "take @1", Becomes(events=("taken", "uncovered"), holds=shows(0, "score:1", "FY1"))),
    Row("door 6", "changeTargets=all: a score pile alone lets a Change ask.",
        at("CR1 AR1 AR2 AY1 FY2", theirs="FR3", options={"changeTargets": "all"}), 0, "play CR1",
        Becomes(facts={"asked": "take"}, holds=may_only("take @1", "skip"))),
    Row("door 6", "changeTargets=all: with changeKeepsIn=score a card of the own score pile may stay there.",
        at(FOUR, phase="take", card="CR1", piles={"C": "CW0 CR1"}, mine="FY1 FR3",
           options={"changeTargets": "all", "changeKeepsIn": "score"}), 0, "take @0",
        Becomes(zones={"score:0": "FY1 FR3"}, events=("taken",), holds=shows(1, "score:0", "?? FR3"))),
    Row("door 3.2", "changeTargets=all: a card of another colour is not taken.",
        at(FOUR, phase="take", card="CR1", piles={"C": "CW0 CR1"}, mine="FR3", theirs="FY3",
           options={"changeTargets": "all"}), 0, "take @1", REFUSED),
    Row("door 3.2", "changeTargets=all: nothing is taken from an empty score pile.",
        at(FOUR, phase="take", card="CR1", piles={"C": "CW0 CR1"}, mine="FR3", options={"changeTargets": "all"}), 0,
        "take @1", REFUSED),
    Row("door 3.2", "changeTargets=all: there is no score pile of a seat that is not there.",
        at(FOUR, phase="take", card="CR1", piles={"C": "CW0 CR1"}, mine="FR3", options={"changeTargets": "all"}), 0,
        "take @2", REFUSED),
    Row("door 6", "wildColour=any: a wild is added to any card.",
        asked("add", "AY1", "CR1 FY1 ZB3 GW4", options={"wildColour": "any"}), 0, "add GW4", Becomes()),
    Row("door 3.1", "wildColour=wildOnly: a wild is not added to a card of a colour.",
        asked("add", "AY1", "CR1 FY1 ZB3 GW4", options={"wildColour": "wildOnly"}), 0, "add GW4", REFUSED),
    Row("door 3.1", "wildColour=wildOnly: nor is a card of a colour added to a wild.",
        asked("add", "AW4", "CR1 FY1 ZB3 GW4", options={"wildColour": "wildOnly"}), 0, "add FY1", REFUSED),
    Row("door 6", "wildColour=wildOnly: a wild is added to a wild.",
        asked("add", "AW4", "CR1 FY1 ZB3 GW4", options={"wildColour": "wildOnly"}), 0, "add GW4",
        Becomes(zones={"suit:giglets": "GW0 GW4"})),
    Row("door 6", "wildColour=wildOnly: a wild Change takes wilds only.",
        at("CW4 AR1 AR2 AY1 FY2", piles={"A": "AW0 AY3", "F": "FW0 FW4"}, options={"wildColour": "wildOnly"}), 0,
        "play CW4", Becomes(facts={"asked": "take"}, holds=may_only("take @favors", "skip"))),
    # 7 Moves
    Row("door 7", "In the final round plays are listed before scores.",
        final("ZR1 AR1", others=("CB1 ZB1",)), 0, "play ZR1",
        Becomes(holds=may_only("play CB1", "play ZB1", "score CB1", "score ZB1"))),
    Row("door 7", "Plays are listed by card, then by power.",
        at("AR1 AR2 AY1", phase="scoring", others=("AB1 CB1 ZB2 GB1 GB2",)), 0, "score AR1",
        Becomes(holds=may_only(
            "play AB1", "play CB1", "play ZB2",
            "play GB1 =art", "play GB1 =change", "play GB1 =favors", "play GB1 =zont", "play GB1 =none",
            "play GB2 =art", "play GB2 =change", "play GB2 =favors", "play GB2 =zont", "play GB2 =none",
        ))),
    Row("door 7", "Suit piles are listed in the order art, change, favors, zont, giglets, then score piles.",
        at("CW4 AR1 AR2 AY1 FY2", mine="AY2", theirs="AY3", options={"changeTargets": "all"},
           piles={"A": "AW0 AR3", "F": "FW0 FR1", "Z": "ZW0 ZR1", "G": "GW0 GR1"}), 0, "play CW4",
        Becomes(holds=may_only("take @art", "take @favors", "take @giglets", "take @0", "take @1", "skip"))),
    Row("door 7", "So are the piles to shuffle.",
        at(FIVE), 0, "play FY2",
        Becomes(holds=may_only("shuffle @art", "shuffle @change", "shuffle @favors", "shuffle @zont",
                               "shuffle @giglets", "skip"))),
    Row("door 7", "Scores are listed by card.",
        asked("add", "AR3", "AR1 CR1 CY1 ZR1"), 0, "add CR1",
        Becomes(holds=may_only("score AR1", "score CY1", "score ZR1"))),
)  # fmt: skip
