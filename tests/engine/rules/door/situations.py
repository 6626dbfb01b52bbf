"""Situations of Door to Zont, and the expectations of its rule tables."""

from collections.abc import Mapping

from msgspec.structs import replace

from engine import Event, State, apply, new_game, view
from engine.core.randomness import Randomness
from engine.games.door.cards import PILE, SHUFFLED_CARDS
from engine.games.zont import DECK
from engine.options import Plain
from tests.engine.table import SEED, Holds, shows, situation

# The other seats' cards unless a row says otherwise: seat 0 and the piles never need these.
OTHER_HANDS = ("CB1 CB2 CB3 ZB1 ZB2", "FB1 FB2 FB3 GB1 GB2")


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


def lying(hand: str, phase: str = "play", **piles: str) -> State:
    """Seat 0 of two is at turn, and these cards lie in the piles, by suit."""
    return at(hand, phase=phase, piles=piles)


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

NEW = {"favors": "new"}
ITSELF = {"changeTakesItself": True}
TOP = {"scorePile": "topOnly"}
TAKING = {"changeTargets": "all", **TOP}
PILES = {"favorsTargets": "all"}
THREE = "AB1 AB2 AB3"


def favors(
    mine: str = "",
    theirs: str = "",
    *,
    options: Mapping[str, Plain] = PILES,
    giglets: str = "GW0",
    protected: bool = False,
) -> State:
    """Seat 0 of two has played a Favors, and is asked for a pile to shuffle."""
    piles = {"F": "FW0 FY2", "G": giglets}
    state = at("AR1 AR2 AY1 CR1", mine=mine, theirs=theirs, options=options, piles=piles, phase="shuffle", card="FY2")
    return replace(state, protected=protected)


# ---- expectations beyond named cards


def begins_with_its_0(state: State, _events: tuple[Event, ...]) -> bool:
    """Expect the 0 of its suit at the bottom of each suit pile."""
    return all(state.zones[zone][0] == f"{suit}W0" for suit, zone in PILE.items())


def is_dealt_by_the_key(state: State, _events: tuple[Event, ...]) -> bool:
    """Expect the deck of fifty shuffled from canonical order, without five cards for each of three seats."""
    order = list(SHUFFLED_CARDS)
    Randomness(SEED, 0).shuffle(order)
    return state.zones["deck"] == tuple(order[:-15])


def is_shuffled_as_it_lay(suit: str, *pile: str) -> Holds:
    """Expect these cards (bottom first) in a pile, by suit or zone, shuffled with the next words of the key."""

    def holds(state: State, events: tuple[Event, ...]) -> bool:
        order = list(pile)
        random = Randomness(SEED, FIRST_WORDS)
        random.shuffle(order)
        (shown,) = [event.cards for event in events if event.kind == "uncovered"]
        zone = PILE.get(suit, suit)
        return state.zones[zone] == tuple(order) and state.words == random.used and shown == (order[-1],)

    return holds


def is_shuffled_to_new_top(suit: str, *pile: str) -> Holds:
    """Expect cards of a pile shuffled as they lay, and each time as they lay then, until another one is on top."""

    def holds(state: State, events: tuple[Event, ...]) -> bool:
        order = list(pile)
        random = Randomness(SEED, FIRST_WORDS)
        while order[-1] == pile[-1]:
            random.shuffle(order)
        kinds = [event.kind for event in events if event.kind in ("shuffled", "uncovered")]
        (shown,) = [event.cards for event in events if event.kind == "uncovered"]
        zone = PILE.get(suit, suit)
        return (state.zones[zone], state.words, shown) == (tuple(order), random.used, (order[-1],)) and kinds == [
            "shuffled",
            "uncovered",
        ]

    return holds


def shows_order(viewer: int, zone: str) -> Holds:
    """Expect a viewer to see all cards of a zone as they lie."""
    return lambda state, events: shows(viewer, zone, " ".join(state.zones[zone]))(state, events)


def shows_top(viewer: int, zone: str) -> Holds:
    """Expect a viewer to see the top card of a zone of three, and no other."""
    return lambda state, events: shows(viewer, zone, f"?? ?? {state.zones[zone][-1]}")(state, events)


def worth(**values: int) -> Holds:
    """Expect the piles of these suits to show these values to everybody."""

    def holds(state: State, _events: tuple[Event, ...]) -> bool:
        shown = {zone.id: zone.value for zone in view(state, None).zones}
        return {suit: shown[PILE[suit]] for suit in values} == values

    return holds


# ---- states from which impossible ones are made

TURN = at(FIVE)
SCORING = at(FOUR, phase="scoring", mine="CR1", theirs="CR2")
TAKE_ASKED = asked("take", "CR1", FOUR, F="FW0 FR1", A="AW0 AY3")
FINAL = final("AR1 AR2", piles={"F": "FR1"})
LAST = final("AR1", final_turns=79)
ENDED, _ = apply(final("AR1"), 0, "score AR1")
CAPPED, _ = apply(final("AR1 ZR1", final_turns=79), 0, "score AR1")
LAST_CARD = at(FIVE, deck="AB1", options={"finalTrigger": "deckEmpty"})
