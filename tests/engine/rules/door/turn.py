"""Rules of Door to Zont: the deal and a turn."""

from engine import legal_moves
from engine.games.door.cards import PILE, PLACE_OF_SUIT, SHUFFLED_CARDS
from tests.engine.rules.door.situations import (
    FIRST_DEAL,
    FIVE,
    FOUR,
    NOT_YOUR_TURN,
    RANDOM_DEAL,
    REFUSED,
    asked,
    at,
    is_dealt_by_the_key,
    nobody_drew,
)
from tests.engine.table import Becomes, Row

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
)  # fmt: skip
