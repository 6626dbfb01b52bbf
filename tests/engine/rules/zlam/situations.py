"""Situations of ZLAM!, and the expectations of its rule tables.

The stacks of a seat are written as `R4 B2 / Z / closed Y4 Y5`, bottom first; `lost` stands for one that is gone.
"""

from collections import Counter
from collections.abc import Mapping

from msgspec.structs import replace

from engine import Event, State, new_game, view
from engine.codec import check_state
from engine.options import Plain
from tests.engine.play import facts_of
from tests.engine.table import SEED, situation

RISK: dict[str, Plain] = {"atRisk": True}
GAIN: dict[str, Plain] = {"gainOn": "5", "decks": 3}
LOSS: dict[str, Plain] = {"lossOn": "1", "decks": 3}
KNOCKED: dict[str, Plain] = {**RISK, "drawnUnplayable": "knockedOut"}
WILD: dict[str, Plain] = {"gainCards": 2, "lossCards": 2}
# Eight cards: R4 R5 B4 B5 Y4 Y5 Z Z.
EIGHT: dict[str, Plain] = {"ones": 0, "twos": 0, "threes": 0, "fours": 1, "fives": 1, "zlams": 2, "stacks": 2}
LARGEST: dict[str, Plain] = {
    **dict.fromkeys(("ones", "twos", "threes", "fours", "fives", "gainCards", "lossCards"), 10),
    "zlams": 60,
    "decks": 20,
    "stacks": 5,
}


def table(
    drawn: str, *stacks: str, options: Mapping[str, Plain] | None = None, top: str = "", out: str = "", **fields: object
) -> State:
    """Return a first game with this card drawn and these stacks by seat; `top` lies on the deck, the last highest.

    Unless the fields say otherwise seat 0 has drawn and decides, and every seat with an open stack plays.
    """
    own = [[pile.strip() for pile in text.split("/")] for text in stacks]
    zones = {"drawn": drawn, "out": out}
    for seat, piles in enumerate(own):
        zones |= {zone_of(seat, number, pile): bare(pile) for number, pile in enumerate(piles, 1) if pile != "lost"}
    taker = fields.get("turn_taker", 0)
    asked = fields.get("asked", taker)
    known: dict[str, object] = {
        "turn_taker": taker,
        "asked": asked,
        "phase": {"": "draw", "+": "gain", "-": "lose"}.get(drawn, "place" if asked == taker else "given"),
        "playing": tuple(seat for seat, piles in enumerate(own) if any(map(is_open, piles))),
        "highest": tuple(map(len, own)),
    }
    state = situation("zlam", seats=len(own), options=options, zones=zones, rest="deck", **(known | fields))
    return with_top(state, top.split())


def is_open(pile: str) -> bool:
    return pile != "lost" and not pile.startswith("closed")


def zone_of(seat: int, number: int, pile: str) -> str:
    return f"{'stack' if is_open(pile) else 'closed'}:{seat}.{number}"


def bare(pile: str) -> str:
    return pile.removeprefix("closed ")


def with_top(state: State, top: list[str]) -> State:
    """Put cards of the deck on its top."""
    cards = list(state.zones["deck"])
    for card in top:
        cards.remove(card)
    state = replace(state, zones={**state.zones, "deck": (*cards, *top)})
    check_state(state)
    return state


def fresh(seats: int, options: Mapping[str, Plain] | None = None) -> State:
    """Return a table as it is dealt."""
    return new_game("zlam", seats=seats, options={"firstSeat": 0, **(options or {})}, seed=SEED)


def count_cards(state: State) -> Counter[str]:
    return Counter(card for cards in state.zones.values() for card in cards)


def has_no_zlams_nor_third_stacks(state: State, _events: tuple[Event, ...]) -> bool:
    return "Z" not in count_cards(state) and "stack:0.3" not in state.zones and "stack:1.3" not in state.zones


def has_published_deck(state: State, _events: tuple[Event, ...]) -> bool:
    numbers = {f"{colour}{number}": each for colour in "RBY" for number, each in enumerate((2, 3, 5, 3, 2), 1)}
    return count_cards(state) == {**numbers, "Z": 15}


def has_eight_cards(state: State, _events: tuple[Event, ...]) -> bool:
    return count_cards(state) == {"R4": 1, "R5": 1, "B4": 1, "B5": 1, "Y4": 1, "Y5": 1, "Z": 2}


def has_largest_deck(state: State, _events: tuple[Event, ...]) -> bool:
    numbers = {f"{colour}{number}": 200 for colour in "RBY" for number in range(1, 6)}
    assert facts_of(state)["highest"] == ",".join(["5"] * 100)
    return count_cards(state) == {**numbers, "Z": 1200, "+": 200, "-": 200}


def deals_in_turn(state: State, events: tuple[Event, ...]) -> bool:
    """Expect the new game dealt one card to each seat at a time, from the seat after the dealer on."""
    dealt = [event.to_zone for event in events if event.kind == "dealt"]
    one_each = all(len(cards) == 1 for zone, cards in state.zones.items() if zone.startswith("stack"))
    return one_each and dealt == ["stack:0.1", "stack:1.1", "stack:0.2", "stack:1.2"]


def buries_gain_and_loss_cards(state: State, events: tuple[Event, ...]) -> bool:
    """Expect gain and loss cards dealt as bases at the bottom of the deck, the first one highest."""
    buried = [event.cards[0] for event in events if event.kind == "buried"]
    return len(buried) > 1 and buried == list(reversed(state.zones["deck"][: len(buried)]))


def hides_the_deck_alone(state: State, _events: tuple[Event, ...]) -> bool:
    seen = [zone for viewer in (None, 0, 1) for zone in view(state, viewer).zones]
    return all(zone.cards == ((None,) * zone.count if zone.id == "deck" else state.zones[zone.id]) for zone in seen)


MINE = "R3 / Z / B1"
THEIRS = "Y3 / Y2 / B4"
# Of a seat whom no 5 fits.
FULL = "R3 B4 / B2 R4 / B1 R4"
# Seat 0 is about to end the game: B5 onto B4 closes its last stack, and the deck is empty.
LAST = ("R4 Z / B4", "closed Y4 Y5 / R5 Z")
LAST_POINTS = (0, 4)
