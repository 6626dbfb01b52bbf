"""The rule table of ZLAM!: every rule and every option of docs/rules/zlam.md.

The stacks of a seat are written as `R4 B2 / Z / closed Y4 Y5`, bottom first; `lost` stands for one that is gone.
"""

from collections import Counter
from collections.abc import Mapping

from msgspec.structs import replace

from engine import Event, State, active_seats, legal_moves, new_game, result, view
from engine.codec import check_state
from engine.options import Plain
from tests.engine.table import SEED, Becomes, Refused, Row, situation

NOT_SO = Refused()
NOT_NOW = Refused("NOT_YOUR_TURN")
RISK: dict[str, Plain] = {"atRisk": True}
WILD: dict[str, Plain] = {"gainCards": 2, "lossCards": 2}
# Eight cards: R4 R5 B4 B5 Y4 Y5 Z Z.
EIGHT: dict[str, Plain] = {"ones": 0, "twos": 0, "threes": 0, "fours": 1, "fives": 1, "zlams": 2, "stacks": 2}
LARGEST: dict[str, Plain] = {
    **dict.fromkeys(("ones", "twos", "threes", "fours", "fives", "gainCards", "lossCards"), 10),
    "zlams": 60,
    "decks": 6,
    "stacks": 5,
}


def table(
    drawn: str, *stacks: str, options: Mapping[str, Plain] | None = None, top: str = "", out: str = "", **fields: object
) -> State:
    """Return a first game with this card drawn and these stacks by seat; `top` lies on the deck, the last highest.

    Unless the fields say otherwise seat 0 has drawn and decides, and whoever has an open stack plays.
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


def has_published_deck(state: State, _events: tuple[Event, ...]) -> bool:
    numbers = {f"{colour}{number}": each for colour in "RBY" for number, each in enumerate((2, 3, 5, 3, 2), 1)}
    return count_cards(state) == {**numbers, "Z": 15}


def has_eight_cards(state: State, _events: tuple[Event, ...]) -> bool:
    return count_cards(state) == {"R4": 1, "R5": 1, "B4": 1, "B5": 1, "Y4": 1, "Y5": 1, "Z": 2}


def has_largest_deck(state: State, _events: tuple[Event, ...]) -> bool:
    numbers = {f"{colour}{number}": 60 for colour in "RBY" for number in range(1, 6)}
    return count_cards(state) == {**numbers, "Z": 360, "+": 60, "-": 60}


def deals_in_turn(state: State, events: tuple[Event, ...]) -> bool:
    """The new game is dealt one card to each seat at a time, from the seat after the dealer on."""
    dealt = [event.to_zone for event in events if event.kind == "dealt"]
    one_each = all(len(cards) == 1 for zone, cards in state.zones.items() if zone.startswith("stack"))
    return one_each and dealt == ["stack:0.1", "stack:1.1", "stack:0.2", "stack:1.2"]


def buries_gain_and_loss_cards(state: State, events: tuple[Event, ...]) -> bool:
    """Gain and loss cards that are dealt as bases lie at the bottom of the deck, the first one highest."""
    buried = [event.cards[0] for event in events if event.kind == "buried"]
    return len(buried) > 1 and buried == list(reversed(state.zones["deck"][: len(buried)]))


def hides_the_deck_alone(state: State, _events: tuple[Event, ...]) -> bool:
    seen = [zone for viewer in (None, 0, 1) for zone in view(state, viewer).zones]
    return all(zone.cards == ((None,) * zone.count if zone.id == "deck" else state.zones[zone.id]) for zone in seen)


def lists(*notations: str) -> Becomes:
    """Expect that whoever is asked then has exactly these moves, in this order."""

    def has_them(state: State, _events: tuple[Event, ...]) -> bool:
        return tuple(str(move) for move in legal_moves(state, active_seats(state)[0])) == notations

    return Becomes(holds=has_them)


def ranks(*places: int) -> Becomes:
    """Expect the end of the table with this ranking."""
    return Becomes(holds=lambda state, _: (outcome := result(state)) is not None and outcome.ranking == places)


def shows(*ids: str) -> Becomes:
    """Expect these zones in this order."""
    return Becomes(holds=lambda state, _: tuple(zone.id for zone in view(state, None).zones) == ids)


# Seat 0 is about to end the game: B5 onto B4 closes its last stack, and the deck is empty.
LAST = ("R4 Z / B4", "closed Y4 Y5 / R5 Z")
LAST_POINTS = (0, 4)


SET_UP = (
    Row(
        "zlam 1.1",
        "the deck has 15 ZLAM! cards and 15 numbers of each of three colours",
        fresh(3),
        1,
        "give #2",
        Becomes(holds=has_published_deck),
    ),
    Row(
        "zlam 1.2",
        "play begins with the seat after the dealer, here the first seat that the host set",
        fresh(3, {"firstSeat": 1}),
        2,
        "give #0",
        Becomes(facts={"dealer": "1", "deal": "1", "turnTaker": "2"}),
    ),
    Row(
        "zlam 1.2",
        "the first dealer may be drawn by lot",
        fresh(3, {"firstSeat": "random"}),
        2,
        "give #1",
        Becomes(facts={"dealer": "1", "turnTaker": "2"}),
    ),
    Row(
        "zlam 1.3",
        "bases are dealt one to each seat, then a second, from the seat after the dealer on",
        table("B5", *LAST, options={**EIGHT, "sets": 1}, points=LAST_POINTS),
        0,
        "place @2",
        Becomes(events=("gathered", "shuffled", "dealt"), facts={"dealer": "1"}, holds=deals_in_turn),
    ),
    Row(
        "zlam 1.4",
        "fifteen seats can play with the published deck: fifteen cards are left to draw",
        fresh(15),
        1,
        "give #2",
        Becomes(holds=lambda state, _: len(state.zones["deck"]) == 14),
    ),
)

TURN = (
    Row(
        "zlam 2.1",
        "the next seat draws the top card, face up",
        table("R2", "R3 / Z / B1", "Y3 / Y2 / B4", top="B3"),
        0,
        "place @1",
        Becomes(zones={"drawn": "B3", "stack:0.1": "R3 R2"}, turn=(1,), events=("placed", "drawn")),
    ),
    Row(
        "zlam 2.2",
        "a seat places the card on a stack of its own, as it likes",
        table("R2", "R3 / Z / B1", "Y3 / Y2 / B4"),
        0,
        "place @3",
        Becomes(zones={"stack:0.3": "B1 R2"}),
    ),
    Row(
        "zlam 2.2",
        "or gives it to another seat, though it fits its own stacks",
        table("R2", "R3 / Z / B1", "Y3 / Y2 / B4"),
        0,
        "give #1",
        Becomes(zones={"drawn": "R2"}, turn=(1,), events=("given",), facts={"asked": "given", "turnTaker": "0"}),
    ),
    Row("zlam 2.2", "not to itself", table("R2", "R3 / Z / B1", "Y3 / Y2 / B4"), 0, "give #0", NOT_SO),
    Row("zlam 2.2", "not to nobody", table("R2", "R3 / Z / B1", "Y3 / Y2 / B4"), 0, "give #2", NOT_SO),
    Row(
        "zlam 2.2",
        "not to a seat that is finished",
        table("R2", "R3 / Z / B1", "closed Y3 B1 Y5 / closed Y4 R5 / closed R4 B5", points=(0, 11)),
        0,
        "give #1",
        NOT_SO,
    ),
    Row(
        "zlam 2.2",
        "not to a seat that is out",
        table("R2", "R3 / Z / B1", "Y3 B5 / Y4 R4 / B4 B4", "Z / Z / Z", out="R3", playing=(0, 2)),
        0,
        "give #1",
        NOT_SO,
    ),
    Row("zlam 2.2", "there are only its own stacks", table("R2", "R3 / Z / B1", "Y3 / Y2 / B4"), 0, "place @4", NOT_SO),
    Row("zlam 2.2", "nobody draws twice", table("R2", "R3 / Z / B1", "Y3 / Y2 / B4"), 0, "draw", NOT_SO),
    Row("zlam 2.2", "the others wait", table("R2", "R3 / Z / B1", "Y3 / Y2 / B4"), 1, "place @1", NOT_NOW),
    Row(
        "zlam 2.3",
        "a number card counts its number: no stack goes above nine",
        table("R2", "R3 R5 / Z / B1", "Y3 / Y2 / B4"),
        0,
        "place @1",
        NOT_SO,
    ),
    Row(
        "zlam 2.3",
        "a ZLAM! card counts 0, so it fits any open stack",
        table("Z", "R3 R5 / Z / B1", "Y3 / Y2 / B4"),
        0,
        "place @1",
        Becomes(zones={"stack:0.1": "R3 R5 Z"}),
    ),
    Row(
        "zlam 2.4",
        "a seat that was given a card chooses the stack",
        table("R2", "R3 / Z / B1", "Y3 / Y2 / B4", asked=1),
        1,
        "place @2",
        Becomes(zones={"stack:1.2": "Y2 R2"}),
    ),
    Row("zlam 2.4", "it may not pass it on", table("R2", "R3 / Z / B1", "Z / Z / Z", asked=1), 1, "give #0", NOT_SO),
    Row("zlam 2.4", "the giver waits", table("R2", "R3 / Z / B1", "Z / Z / Z", asked=1), 0, "place @1", NOT_NOW),
    Row(
        "zlam 2.5",
        "a stack at nine is closed",
        table("R2", "R3 B4 / Z / B1", "Y3 / Y2 / B4"),
        0,
        "place @1",
        Becomes(zones={"stack:0.1": None, "closed:0.1": "R3 B4 R2"}, events=("placed", "closed", "scored", "drawn")),
    ),
    Row(
        "zlam 2.5",
        "a seat whose stacks are all closed is finished",
        table("R2", "R3 B4 / closed Y4 B5 / closed B4 R5", "Y3 / Y2 / B4", "Z / Z / Z", points=(4, 0, 0)),
        0,
        "place @1",
        Becomes(events=("closed", "finished", "drawn"), facts={"playing": "1,2"}, turn=(1,)),
    ),
    Row(
        "zlam 2.6",
        "a seat that was given a card which fits nowhere is out, and the card is discarded",
        table("R5", "R3 / Z / B1", "B5 / R5 / B2 Y3", "Z / Z / Z"),
        0,
        "give #1",
        Becomes(
            zones={"out": "R5", "stack:1.1": "B5"}, facts={"playing": "0,2"}, events=("wentOut", "drawn"), turn=(2,)
        ),
    ),
    Row(
        "zlam 2.6",
        "a seat that draws a card which fits nowhere is out if no other seat can be given it",
        table("B2", "R3 R4 / R3 R3 / B3 B3", "closed B5 Y4 / closed R5 Y4 / closed Y5 B4", top="Y4", points=(0, 10)),
        0,
        "place @2",
        Becomes(zones={"out": "Y4", "drawn": ""}, reason="done", events=("drawn", "discarded", "wentOut", "ended")),
    ),
    Row(
        "zlam 2.6",
        "of a seat that is out open stacks score nothing, closed ones keep their score",
        table("R5", "R3 / Z / B1", "closed B4 Y5 / Z Z R5 / B2 Y3", "Z / Z / Z", points=(0, 2, 0)),
        0,
        "give #1",
        Becomes(scores=(0, 2, 0), facts={"playing": "0,2"}),
    ),
    Row(
        "zlam 2.7",
        "after a gift the turn is that of the seat after the giver",
        table("R2", "R3 / Z / B1", "Y3 / Y2 / B4", "Z / Z / Z", asked=2),
        2,
        "place @1",
        Becomes(turn=(1,), facts={"turnTaker": "1"}),
    ),
    Row(
        "zlam 2.7",
        "seats that are finished or out are passed over",
        table(
            "R2",
            "R3 / Z / B1",
            "closed Y3 B1 Y5 / closed Y4 R5 / closed R4 B5",
            "R5 Y2 / Y4 B3 / B4 B2",
            "Z / Z / Z",
            out="B5",
            playing=(0, 3),
            points=(0, 11, 0, 0),
        ),
        0,
        "place @1",
        Becomes(turn=(3,)),
    ),
    Row(
        "zlam 2.7",
        "a seat that plays alone draws again",
        table("R2", "R3 / Z / B1", "closed Y3 B1 Y5 / closed Y4 R5 / closed R4 B5", top="Z", points=(0, 11)),
        0,
        "place @1",
        Becomes(turn=(0,), zones={"drawn": "Z"}),
    ),
    Row(
        "zlam 2.8",
        "the game ends when every seat is finished or out",
        table("R2", "R3 B4 / closed Y4 B5 / closed B4 R5", "Y5 / Y5 / B5", out="R5", playing=(0,), points=(4, 0)),
        0,
        "place @1",
        Becomes(reason="done", turn=(), zones={"stack:1.1": "Y5"}, scores=(11, 0)),
    ),
    Row(
        "zlam 2.8",
        "it ends when a seat should draw and the deck is empty",
        table("B5", *LAST, options=EIGHT, points=LAST_POINTS),
        0,
        "place @2",
        Becomes(reason="deck", turn=(), scores=(4, 4)),
    ),
    Row(
        "zlam 2.9",
        "a seat is asked even if it has only one move",
        table(
            "R2",
            "closed B4 B5 / R3 / closed R4 B5",
            "closed Y4 Y5 / closed B4 R5 / closed Y4 R5",
            top="Z",
            points=(6, 12),
        ),
        0,
        "place @2",
        lists("place @2"),
    ),
)

SCORE = (
    Row(
        "zlam 3.1",
        "red 2, blue 5, ZLAM!, ZLAM! and yellow 2 score 7",
        table("Y2", "R2 B5 Z Z / Z / Z", "B3 / R3 / Y3"),
        0,
        "place @1",
        Becomes(zones={"closed:0.1": "R2 B5 Z Z Y2"}, scores=(7, 0)),
    ),
    Row(
        "zlam 3.1",
        "with 2, 5 and 2 of one colour they score 14",
        table("R2", "R2 R5 Z Z / Z / Z", "B3 / R3 / Y3"),
        0,
        "place @1",
        Becomes(scores=(14, 0)),
    ),
    Row(
        "zlam 3.2",
        "all stacks closed are a Grand ZLAM!, for 4 more",
        table("B4", "R5 / closed R4 R5 / closed B4 B5", "B3 / R3 / Y3", points=(8, 0)),
        0,
        "place @1",
        Becomes(scores=(14, 0), events=("closed", "scored", "finished", "grandZlam")),
    ),
    Row(
        "zlam 3.2",
        "for 8 more if each stack is of one colour",
        table("Y4", "Y5 / closed R4 R5 / closed B4 B5", "B3 / R3 / Y3", points=(8, 0)),
        0,
        "place @1",
        Becomes(scores=(20, 0)),
    ),
    Row(
        "zlam 3.3",
        "a shut out scores 4 for the giver",
        table("R5", "R3 / Z / B1", "B5 / R5 / B2 Y3", "Z / Z / Z"),
        0,
        "give #1",
        Becomes(scores=(4, 0, 0), events=("given", "shutOut", "discarded", "wentOut")),
    ),
    Row(
        "zlam 3.3",
        "it scores nothing if the receiver has closed a stack",
        table("R5", "R3 / Z / B1", "closed B4 R5 / Y5 / B2 Y3", "Z / Z / Z", points=(0, 2, 0)),
        0,
        "give #1",
        Becomes(scores=(0, 2, 0), facts={"playing": "0,2"}),
    ),
    Row(
        "zlam 3.3",
        "nor within a team",
        table("R5", "R3 / Z / B1", "B5 / R5 / B2 Y3", "Z / Z / Z", options={"teams": (7, 7, 3)}),
        0,
        "give #1",
        Becomes(scores=(0, 0, 0), facts={"playing": "0,2"}),
    ),
    Row(
        "zlam 3.3",
        "it scores between teams",
        table("R5", "R3 / Z / B1", "B5 / R5 / B2 Y3", "Z / Z / Z", options={"teams": (7, 0, 29)}),
        0,
        "give #1",
        Becomes(scores=(4, 0, 0)),
    ),
    Row(
        "zlam 3.3",
        "it is kept even if the giver is out later",
        table(
            "B4",
            "R3 R3 / Y3 Y3 / B3 B3",
            "B5 / R5 / B2 Y3",
            "Z / Z / Z",
            turn_taker=2,
            out="R5",
            playing=(0, 2),
            points=(4, 0, 0),
        ),
        2,
        "give #0",
        Becomes(scores=(4, 0, 4), facts={"playing": "2"}),
    ),
    Row(
        "zlam 3.3",
        "an open stack at nine counts as not closed",
        table("R5", "R3 / Z / B1", "B4 R5 / B5 / B2 Y3", "Z / Z / Z", options=RISK),
        0,
        "give #1",
        Becomes(scores=(4, 0, 0), events=("shutOut", "struckOut")),
    ),
)

SETS = (
    Row(
        "zlam 4.1",
        "without sets one game is all",
        table("B5", *LAST, options={**EIGHT, "sets": 0}, points=LAST_POINTS),
        0,
        "place @2",
        Becomes(reason="deck", facts={"deals": "1"}),
    ),
    Row(
        "zlam 4.1",
        "in a set every seat deals once: the next game begins within the move, dealt by the next seat",
        table("B5", *LAST, options={**EIGHT, "sets": 1}, points=LAST_POINTS),
        0,
        "place @2",
        Becomes(
            facts={"deal": "2", "deals": "2", "dealer": "1", "asked": "place", "playing": "0,1"},
            zones={"closed:0.2": None, "closed:1.1": None, "out": ""},
            turn=(0,),
        ),
    ),
    Row(
        "zlam 4.1",
        "after the last game the table is over",
        table("B5", *LAST, options={**EIGHT, "sets": 1}, deal=2, dealer=1, points=(5, 9)),
        0,
        "place @2",
        Becomes(reason="deck", scores=(9, 9)),
    ),
    Row(
        "zlam 4.1",
        "a match may have twenty sets",
        table("B5", *LAST, options={**EIGHT, "sets": 20}, deal=39, points=(100, 200)),
        0,
        "place @2",
        Becomes(facts={"deal": "40", "deals": "40", "dealer": "1"}),
    ),
    Row(
        "zlam 4.2",
        "points add up over the games",
        table("B5", *LAST, options={**EIGHT, "sets": 1}, points=LAST_POINTS),
        0,
        "place @2",
        Becomes(scores=(4, 4)),
    ),
    Row(
        "zlam 4.2",
        "the highest total wins",
        table("B5", *LAST, options={**EIGHT, "sets": 1, "teams": None}, deal=2, dealer=1, points=(5, 10)),
        0,
        "place @2",
        ranks(2, 1),
    ),
    Row(
        "zlam 4.2",
        "in teams the total of the team counts",
        table(
            "R2",
            "R3 B4 / closed Y4 B5 / closed B4 R5",
            "Y5 / Y5 / B5",
            "B3 Y3 / R4 Z R3 / R4 B2",
            options={"teams": (3, 5, 3), "sets": 1},
            deal=3,
            dealer=2,
            out="R5 Y4",
            playing=(0,),
            points=(20, 22, 0),
        ),
        0,
        "place @1",
        ranks(1, 3, 1),
    ),
)

AT_RISK = (
    Row(
        "zlam 5.1",
        "a stack that reaches nine may be kept open",
        table("R2", "R3 B4 / Z / B1", "Y3 / Y2 / B4", options=RISK),
        0,
        "place @1 =open",
        Becomes(zones={"stack:0.1": "R3 B4 R2"}, scores=(0, 0), turn=(1,)),
    ),
    Row(
        "zlam 5.1",
        "or be closed as ever",
        table("R2", "R3 B4 / Z / B1", "Y3 / Y2 / B4", options=RISK),
        0,
        "place @1",
        Becomes(zones={"closed:0.1": "R3 B4 R2"}, scores=(3, 0)),
    ),
    Row(
        "zlam 5.1",
        "without the option it is closed",
        table("R2", "R3 B4 / Z / B1", "Y3 / Y2 / B4", options={"atRisk": False}),
        0,
        "place @1 =open",
        NOT_SO,
    ),
    Row(
        "zlam 5.1",
        "below nine there is no choice",
        table("R2", "R3 B4 / Z / B1", "Y3 / Y2 / B4", options=RISK),
        0,
        "place @2 =open",
        NOT_SO,
    ),
    Row(
        "zlam 5.1",
        "there is no other choice",
        table("R2", "R3 B4 / Z / B1", "Y3 / Y2 / B4", options=RISK),
        0,
        "place @1 =closed",
        NOT_SO,
    ),
    Row(
        "zlam 2.3",
        "on a stack at nine no number card fits",
        table("R2", "R3 B4 Y2 / Z / B1", "Y3 / Y2 / B4", options=RISK),
        0,
        "place @1",
        NOT_SO,
    ),
    Row(
        "zlam 5.2",
        "with a ZLAM! card on it the seat says again that it stays open",
        table("Z", "R3 B4 R2 Z Z / Z / B1", "Y3 / Y2 / B4", options=RISK),
        0,
        "place @1 =open",
        Becomes(zones={"stack:0.1": "R3 B4 R2 Z Z Z"}, scores=(0, 0)),
    ),
    Row(
        "zlam 5.2",
        "or that it closes: three ZLAM! cards since nine are a triple",
        table("Z", "R3 B4 R2 Z Z / Z / B1", "Y3 / Y2 / B4", options=RISK),
        0,
        "place @1",
        Becomes(
            zones={"closed:0.1": "R3 B4 R2 Z Z Z"},
            scores=(9, 0),
            holds=lambda _, events: [event.value for event in events if event.kind == "hit"] == ["triple"],
        ),
    ),
    Row(
        "zlam 5.2",
        "with the fourth it closes by itself, a home run",
        table("Z", "R3 Z B4 R2 Z Z Z / Z / B1", "Y3 / Y2 / B4", options=RISK),
        0,
        "place @1",
        Becomes(
            zones={"closed:0.1": "R3 Z B4 R2 Z Z Z Z"},
            scores=(13, 0),
            holds=lambda _, events: [event.value for event in events if event.kind == "hit"] == ["home run"],
        ),
    ),
    Row(
        "zlam 5.2",
        "so it cannot stay open then",
        table("Z", "R3 Z B4 R2 Z Z Z / Z / B1", "Y3 / Y2 / B4", options=RISK),
        0,
        "place @1 =open",
        NOT_SO,
    ),
    Row(
        "zlam 5.3",
        "a seat with stacks at nine is asked before it draws",
        table("R2", "R3 / Z / B1", "Y3 B4 R2 / Y4 R5 / B4", options=RISK),
        0,
        "place @1",
        lists("close @1", "close @2", "draw"),
    ),
    Row(
        "zlam 5.3",
        "it may leave them and draw",
        table("", "R3 B4 R2 / Z / B1", "Y3 / Y2 / B4", options=RISK, top="Y1"),
        0,
        "draw",
        Becomes(zones={"drawn": "Y1", "stack:0.1": "R3 B4 R2"}, facts={"asked": "place"}, turn=(0,)),
    ),
    Row(
        "zlam 5.3",
        "after closing one it is asked about the next",
        table("", "R3 B4 R2 / B5 R4 / B1", "Y3 / Y2 / B4", options=RISK),
        0,
        "close @1",
        Becomes(zones={"closed:0.1": "R3 B4 R2", "drawn": ""}, facts={"asked": "draw"}, turn=(0,), scores=(3, 0)),
    ),
    Row(
        "zlam 5.3",
        "after closing the last one it draws at once",
        table("", "R3 B4 R2 / Z / B1", "Y3 / Y2 / B4", options=RISK, top="Y1"),
        0,
        "close @1",
        Becomes(zones={"drawn": "Y1"}, facts={"asked": "place"}, turn=(0,)),
    ),
    Row(
        "zlam 5.3",
        "with nothing open it is finished and does not draw",
        table("", "R3 B4 R2 / closed B5 R4 / closed Y4 B5", "Y3 / Y2 / B4", options=RISK, top="Y1", points=(4, 0)),
        0,
        "close @1",
        Becomes(zones={"drawn": "Y1"}, events=("closed", "finished", "grandZlam", "drawn"), turn=(1,), scores=(11, 0)),
    ),
    Row(
        "zlam 5.3",
        "it is asked even if the deck is empty, and ends the game if it draws",
        table("", "R4 Y5 / R5 Z Z", "B4 B5 / Y4", options={**EIGHT, **RISK}),
        0,
        "draw",
        Becomes(reason="deck", zones={"closed:0.1": "R4 Y5", "closed:1.1": "B4 B5"}),
    ),
    Row(
        "zlam 5.3",
        "only a stack at nine can be closed",
        table("", "R3 B4 R2 / Z / B1", "Y3 / Y2 / B4", options=RISK),
        0,
        "close @2",
        NOT_SO,
    ),
    Row(
        "zlam 5.3",
        "it cannot place a card before it has drawn",
        table("", "R3 B4 R2 / Z / B1", "Y3 / Y2 / B4", options=RISK),
        0,
        "place @2",
        NOT_SO,
    ),
    Row(
        "zlam 5.4",
        "a seat that goes out at risk loses its stacks at nine: a strike out",
        table("R5", "R3 / Z / B1", "B4 R5 / B5 / closed Y4 Y5", "Z / Z / Z", options=RISK, points=(0, 4, 0)),
        0,
        "give #1",
        Becomes(zones={"stack:1.1": "B4 R5"}, scores=(0, 4, 0), events=("struckOut",), facts={"playing": "0,2"}),
    ),
    Row(
        "zlam 5.4",
        "a seat at risk may give away a drawn card that it cannot place",
        table("", "R3 B4 R2 / R5 / B5", "Y3 / Y2 / B4", options={**RISK, "drawnUnplayable": "mayGive"}, top="Y5"),
        0,
        "draw",
        lists("give #1"),
    ),
    Row(
        "zlam 5.4",
        "or is knocked out by it",
        table("", "R3 B4 R2 / R5 / B5", "Y3 / Y2 / B4", options={**RISK, "drawnUnplayable": "knockedOut"}, top="Y5"),
        0,
        "draw",
        Becomes(zones={"out": "Y5"}, events=("drawn", "discarded", "struckOut"), facts={"playing": "1"}, turn=(1,)),
    ),
    Row(
        "zlam 5.4",
        "only a seat at risk is knocked out",
        table("Z", "R3 / Z / B1", "B5 / R5 / B4 R4", options={**RISK, "drawnUnplayable": "knockedOut"}, top="Y5"),
        0,
        "place @1",
        lists("give #0"),
    ),
    Row(
        "zlam 5.5",
        "when the game ends stacks at nine are closed, score, and count for the Grand ZLAM!",
        table(
            "B4", "R4 Y5 / B5", "closed Y4 R5 / Z Z", options={**EIGHT, **RISK, "atRiskAtEnd": "score"}, points=(0, 2)
        ),
        0,
        "place @2 =open",
        Becomes(reason="deck", zones={"closed:0.1": "R4 Y5", "closed:0.2": "B5 B4"}, scores=(10, 2)),
    ),
    Row(
        "zlam 5.5",
        "or they are lost",
        table(
            "B4", "R4 Y5 / B5", "closed Y4 R5 / Z Z", options={**EIGHT, **RISK, "atRiskAtEnd": "lose"}, points=(0, 2)
        ),
        0,
        "place @2 =open",
        Becomes(reason="deck", zones={"stack:0.1": "R4 Y5", "stack:0.2": "B5 B4"}, scores=(0, 2)),
    ),
    Row(
        "zlam 5.5",
        "of a seat that is out they stay open and score nothing",
        table("Y4", "B4 / Z Z", "R4 B5 / Y5", options={**EIGHT, **RISK}, out="R5", playing=(0,)),
        0,
        "place @1",
        Becomes(reason="deck", zones={"stack:1.1": "R4 B5"}, scores=(0, 0)),
    ),
)

DECKS = (
    Row(
        "zlam 6.1",
        "the mix can be changed",
        fresh(2, {**EIGHT, "decks": 1}),
        1,
        "give #0",
        Becomes(holds=has_eight_cards),
    ),
    Row(
        "zlam 6.1",
        "up to six decks of the largest mix, with five stacks a seat",
        fresh(30, LARGEST),
        1,
        "give #2",
        Becomes(holds=has_largest_deck, facts={"highest": ",".join(["5"] * 30)}),
    ),
    Row(
        "zlam 6.1",
        "a deck may be without ZLAM! cards and with two stacks a seat",
        fresh(2, {"zlams": 0, "stacks": 2, "gainCards": 0, "lossCards": 0}),
        1,
        "give #0",
        Becomes(holds=lambda state, _: "Z" not in count_cards(state) and "stack:1.3" not in state.zones),
    ),
    Row(
        "zlam 6.2",
        "a gain card adds an empty stack with the next number, and the turn is over",
        table("+", "R3 / Z / B1", "Y3 / Y2 / B4", options=WILD, top="R4"),
        0,
        "gain",
        Becomes(
            zones={"stack:0.4": "", "out": "+", "drawn": "R4"},
            facts={"highest": "4,3"},
            events=("opened", "discarded", "drawn"),
            turn=(1,),
        ),
    ),
    Row(
        "zlam 6.2",
        "a number is never given twice, even if its stack is lost",
        table("+", "R3 / Z / B1 / lost", "Y3 / Y2 / B4", options=WILD, out="+ -"),
        0,
        "gain",
        Becomes(zones={"stack:0.4": None, "stack:0.5": ""}, facts={"highest": "5,3"}),
    ),
    Row(
        "zlam 6.2",
        "or it is discarded for nothing",
        table("+", "R3 / Z / B1", "Y3 / Y2 / B4", options=WILD),
        0,
        "skip",
        Becomes(zones={"stack:0.4": None, "out": "+"}, facts={"highest": "3,3"}, turn=(1,)),
    ),
    Row(
        "zlam 6.2",
        "it cannot be given away",
        table("+", "R3 / Z / B1", "Y3 / Y2 / B4", options=WILD),
        0,
        "give #1",
        NOT_SO,
    ),
    Row(
        "zlam 2.2",
        "a gained stack takes any card",
        table("R5", "R3 B4 / Z R5 / B1 R4 / ", "Y3 / Y2 / B4", options=WILD, out="+"),
        0,
        "place @4",
        Becomes(zones={"stack:0.4": "R5"}),
    ),
    Row(
        "zlam 6.3",
        "a loss card costs an open stack, and the turn is over",
        table("-", "R3 B4 / Z R5 / B1 R4", "Y3 / Y2 / B4", options=WILD),
        0,
        "lose @2",
        Becomes(zones={"stack:0.2": None, "out": "- Z R5"}, facts={"highest": "3,3"}, turn=(1,)),
    ),
    Row(
        "zlam 6.3",
        "an empty one can be lost too",
        table("-", "R3 B4 / Z R5 / B1 R4 / ", "Y3 / Y2 / B4", options=WILD, out="+"),
        0,
        "lose @4",
        Becomes(zones={"stack:0.4": None, "out": "+ -"}, events=("discarded", "removed")),
    ),
    Row(
        "zlam 6.3",
        "a closed stack cannot be lost",
        table("-", "R3 B4 / closed Y4 R5 / B1 R4", "Y3 / Y2 / B4", options=WILD, points=(2, 0)),
        0,
        "lose @2",
        NOT_SO,
    ),
    Row(
        "zlam 6.3",
        "it must be used",
        table("-", "R3 B4 / Z R5 / B1 R4", "Y3 / Y2 / B4", options=WILD),
        0,
        "skip",
        NOT_SO,
    ),
    Row(
        "zlam 6.3",
        "a seat without any open stack is finished if it has closed ones",
        table("-", "R3 / closed Y4 R5 / closed B5 R4", "Y3 / Y2 / B4", options=WILD, points=(4, 0)),
        0,
        "lose @1",
        Becomes(scores=(4, 0), events=("finished", "drawn"), facts={"playing": "1"}),
    ),
    Row(
        "zlam 6.3",
        "else it is out",
        table("-", "R3 / lost", "Y3 / Y2", options={"lossCards": 2, "stacks": 2}, out="- Z"),
        0,
        "lose @1",
        Becomes(events=("removed", "wentOut", "drawn"), facts={"playing": "1"}, zones={"out": "- Z - R3"}),
    ),
)

VARIANTS = (
    Row(
        "zlam 6.4",
        "a gain or loss card dealt as a base goes to the very bottom of the deck, and the next card is dealt",
        table("B5", *LAST, options={**EIGHT, "gainCards": 10, "sets": 1}, points=LAST_POINTS, out=" ".join("+" * 10)),
        0,
        "place @2",
        Becomes(events=("dealt", "buried", "dealt"), holds=buries_gain_and_loss_cards),
    ),
    Row(
        "zlam 6.4",
        "the Grand ZLAM! needs all stacks closed, gained ones too",
        table("B4", "Y5 / closed R4 R5 / closed B4 B5 / ", "B3 / R3 / Y3", options=WILD, out="+", points=(8, 0)),
        0,
        "place @1",
        Becomes(scores=(10, 0), facts={"playing": "0,1"}),
    ),
    Row(
        "zlam 6.4",
        "it is made too when the last open stack is lost",
        table(
            "-", "closed B5 Y4 / closed R4 R5 / closed B4 Y5 / R3", "B3 / R3 / Y3", options=WILD, out="+", points=(8, 0)
        ),
        0,
        "lose @4",
        Becomes(scores=(12, 0), events=("removed", "finished", "grandZlam")),
    ),
    Row(
        "zlam 6.4",
        "it needs as many stacks as were dealt",
        table("B4", "Y5 / closed R4 R5 / lost", "B3 / R3 / Y3", options=WILD, out="- Z", points=(4, 0)),
        0,
        "place @1",
        Becomes(scores=(6, 0), facts={"playing": "1"}),
    ),
    Row(
        "zlam 6.4",
        "a shut out needs as many stacks as were dealt",
        table("R5", "R3 / Z / B1", "B5 / R5 / lost", "Z / Z / Z", options=WILD, out="- R4"),
        0,
        "give #1",
        Becomes(scores=(0, 0, 0), facts={"playing": "0,2"}),
    ),
    Row(
        "zlam 6.4",
        "for it a gained stack makes up for a lost one",
        table("R5", "R3 / Z / B1", "B5 / R5 / lost / Y5", "Z / Z / Z", options=WILD, out="- R4 +"),
        0,
        "give #1",
        Becomes(scores=(4, 0, 0), facts={"playing": "0,2"}),
    ),
    Row(
        "zlam 6.4",
        "it does not make up for a closed one",
        table("R5", "R3 / Z / B1", "B5 / R5 / closed R4 Y5 / Y5", "Z / Z / Z", options=WILD, out="+", points=(0, 2, 0)),
        0,
        "give #1",
        Becomes(scores=(0, 2, 0), facts={"playing": "0,2"}),
    ),
)

PAGE = (
    Row(
        "zlam 7.1",
        "everything is public but the order of the deck",
        table("R2", "R3 B4 / Z / B1", "Y3 / Y2 / B4", out=""),
        0,
        "place @1",
        Becomes(holds=hides_the_deck_alone),
    ),
    Row(
        "zlam 8",
        "moves are listed in the order of the page, a place without a choice before one with it",
        table("R2", "R3 B4 / Z / B1", "Y3 / Y2 / B4", "B3 / Z / Z", options=RISK, top="Y5"),
        0,
        "place @3",
        lists("place @1", "place @2", "place @3", "place @3 =open", "give #0", "give #2"),
    ),
    Row(
        "zlam 8",
        "an open stack stays listed though it is empty, a closed one stands behind the open ones",
        table("R2", "R3 B4 / Z / B1 / ", "Y3 / lost / B4", options=WILD, out="+ - Y2"),
        0,
        "place @1",
        shows("deck", "drawn", "stack:0.2", "stack:0.3", "stack:0.4", "stack:1.1", "stack:1.3", "closed:0.1", "out"),
    ),
)

ROWS = (*SET_UP, *TURN, *SCORE, *SETS, *AT_RISK, *DECKS, *VARIANTS, *PAGE)
