"""Rules of Door to Zont: readings of Change and Favors, and score piles of which only the top is seen."""

from collections.abc import Mapping

from engine import State
from engine.options import Plain
from tests.engine.rules.door.situations import (
    FOUR,
    asked,
    at,
    final,
    is_shuffled_as_it_lay,
    is_shuffled_to_new_top,
    scores_are,
    shows,
)
from tests.engine.table import REFUSED, Becomes, Holds, Row, everything_is_shown, moves_are

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
    return at(
        "AR1 AR2 AY1 CR1",
        phase="shuffle",
        card="FY2",
        mine=mine,
        theirs=theirs,
        options=options,
        piles={"F": "FW0 FY2", "G": giglets},
        protected=protected,
    )


def shows_order(viewer: int, zone: str) -> Holds:
    """Expect a viewer to see all cards of a zone as they lie."""
    return lambda state, events: shows(viewer, zone, " ".join(state.zones[zone]))(state, events)


def shows_top(viewer: int, zone: str) -> Holds:
    """Expect a viewer to see the top card of a zone of three, and no other."""
    return lambda state, events: shows(viewer, zone, f"?? ?? {state.zones[zone][-1]}")(state, events)


ROWS = (
    # 3.6 A new card
    Row("door 3.6", "favors=new: a pile of one card cannot be chosen.",
        asked("shuffle", "FY2", "AR1 AR2 AY1 ZR1", options=NEW), 0, "shuffle @art", REFUSED),
    Row("door 3.6", "Piles of two cards and more can, among them that of the Favors just played; so can `skip`.",
        at("FY2 AR1 AR2 AY1 ZR1", piles={"Z": "ZW0 ZR2", "G": "GW0 GR1"}, options=NEW), 0, "play FY2",
        Becomes(facts={"asked": "shuffle"},
                holds=moves_are("shuffle @favors", "shuffle @zont", "shuffle @giglets", "skip"))),
    Row("door 3.6", "The pile is shuffled until another card lies on top; one event tells of it.",
        asked("shuffle", "FY2", "AR1 AR2 AY1 ZR1", A="AW0 AY2 AY3", options=NEW), 0, "shuffle @art",
        Becomes(facts={"asked": "scoring"}, events=("shuffled", "uncovered"),
                holds=is_shuffled_to_new_top("A", "AW0", "AY2", "AY3"))),
    Row("door 3.6", "On its own pile the new card is none of the Favors just played.",
        asked("shuffle", "FY2", "AR1 AR2 AY1 ZR1", options=NEW), 0, "shuffle @favors",
        Becomes(zones={"suit:favors": "FY2 FW0"}, holds=is_shuffled_to_new_top("F", "FW0", "FY2"))),
    Row("door 3.6", "Of two cards each is turned up in turn.",
        asked("shuffle", "FY2", "AR1 AR2 AY1 ZR1", Z="ZW0 ZR2", options=NEW), 0,
        "shuffle @zont", Becomes(zones={"suit:zont": "ZR2 ZW0"})),
    Row("door 3.6", "A Giglets as Favors does the same.",
        at("GR1 AR1 AR2 AY1 ZR1", options=NEW), 0, "play GR1 =favors",
        Becomes(holds=moves_are("shuffle @giglets", "skip"))),
    Row("door 3.5", "favors=new: protection ends with the shuffle, too.",
        asked("shuffle", "FY2", "AR1 AR2 AY1 ZR1", G="GW0 GR1", options=NEW), 0, "shuffle @giglets",
        Becomes(facts={"protected": "none"}, holds=is_shuffled_to_new_top("G", "GW0", "GR1"))),
    Row("door 3.3", "favors=new: there are no other piles.",
        asked("shuffle", "FY2", "AR1 AR2 AY1 ZR1", options=NEW), 0, "shuffle @nowhere", REFUSED),
    Row("door 3.3", "favors=any: a pile of one card may be chosen and stays as it is.",
        asked("shuffle", "FY2", "AR1 AR2 AY1 ZR1", options={"favors": "any"}), 0, "shuffle @art",
        Becomes(zones={"suit:art": "AW0"})),
    # 3.7 A Change that takes itself
    Row("door 3.7", "changeTakesItself=true: a Change goes back into the hand.",
        asked("take", "CR1", "AY1 AY2 AB1 ZR1", options=ITSELF), 0, "take @change",
        Becomes(zones={"suit:change": "CW0", "hand:0": "AY1 AY2 AB1 CR1 ZR1"}, facts={"asked": "scoring"})),
    Row("door 3.7", "So does a Giglets used as one.",
        asked("take", "GR1", "AY1 AY2 AB1 ZR1", options=ITSELF), 0, "take @giglets",
        Becomes(zones={"suit:giglets": "GW0", "hand:0": "AY1 AY2 AB1 ZR1 GR1"})),
    Row("door 3.7", "changeKeepsIn=score: it goes onto the score pile.",
        asked("take", "CR1", "AY1 AY2 AB1 ZR1", options={**ITSELF, "changeKeepsIn": "score"}), 0, "take @change",
        Becomes(zones={"suit:change": "CW0", "score:0": "CR1"})),
    Row("door 3.2", "changeTakesItself=false: it does not.",
        asked("take", "CR1", "AY1 AY2 AB1 ZR1", A="AW0 AR1", options={"changeTakesItself": False}), 0,
        "take @change", REFUSED),
    # 3.8 A Favors that shuffles a score pile
    Row("door 3.8", "favorsTargets=all: score piles with cards can be chosen, after the suit piles.",
        at("FY2 AR1 AR2 AY1 ZR1", mine="ZR2", theirs="ZY1", options=PILES), 0, "play FY2",
        Becomes(holds=moves_are("shuffle @art", "shuffle @change", "shuffle @favors", "shuffle @zont",
                                "shuffle @giglets", "shuffle @0", "shuffle @1", "skip"))),
    Row("door 3.8", "The own pile is shuffled as it lies, and its new top is uncovered.",
        favors("ZR2 ZY1 ZB3", THREE), 0, "shuffle @0",
        Becomes(facts={"asked": "scoring"}, events=("shuffled", "uncovered"),
                holds=is_shuffled_as_it_lay("score:0", "ZR2", "ZY1", "ZB3"))),
    Row("door 3.8", "So is that of another seat.",
        favors(THREE, "ZR2 ZY1 ZB3"), 0, "shuffle @1",
        Becomes(holds=is_shuffled_as_it_lay("score:1", "ZR2", "ZY1", "ZB3"))),
    Row("door 3.8", "A single card may be chosen and stays as it is.",
        favors("ZY1", "ZR2"), 0, "shuffle @1", Becomes(zones={"score:1": "ZR2"})),
    Row("door 3.8", "A pile without cards cannot be chosen.", favors(), 0, "shuffle @1", REFUSED),
    Row("door 3.8", "There are no piles of seats that are not at the table.", favors(), 0, "shuffle @2", REFUSED),
    Row("door 3.8", "With favors=new it takes two cards.",
        favors("ZY1", "ZR2", options={**PILES, **NEW}), 0, "shuffle @1", REFUSED),
    Row("door 3.8", "With favors=new another card is turned up.",
        favors(THREE, "ZR2 ZY1 ZB3", options={**PILES, **NEW}), 0, "shuffle @1",
        Becomes(holds=is_shuffled_to_new_top("score:1", "ZR2", "ZY1", "ZB3"))),
    Row("door 3.8", "A Great Zont on top protects no pile.",
        favors("ZR2 ZB3", "AR3 ZY1"), 0, "shuffle @1",
        Becomes(holds=is_shuffled_as_it_lay("score:1", "AR3", "ZY1"))),
    Row("door 3.8", "A protected Giglets stays protected, since its pile is not shuffled.",
        favors("ZB3 AY2", "ZR2 ZY1", giglets="GW0 GR1", protected=True), 0, "shuffle @1",
        Becomes(facts={"protected": "GR1"})),
    Row("door 5.1", "The owner sees the new order.",
        favors(THREE, "ZR2 ZY1 ZB3"), 0, "shuffle @1", Becomes(holds=shows_order(1, "score:1"))),
    Row("door 5.1", "Others see the new top alone.",
        favors(THREE, "ZR2 ZY1 ZB3"), 0, "shuffle @1", Becomes(holds=shows_top(0, "score:1"))),
    Row("door 5.2", "With scorePile=topOnly so does the owner.",
        favors(THREE, "ZR2 ZY1 ZB3", options={**PILES, **TOP}), 0, "shuffle @1",
        Becomes(holds=shows_top(1, "score:1"))),
    Row("door 3.3", "favorsTargets=suitPiles: no score pile can be chosen.",
        favors("ZR2", "ZY1", options={"favorsTargets": "suitPiles"}), 0, "shuffle @0", REFUSED),
    # 5.2 Score piles
    Row("door 5.2", "scorePile=topOnly: the owner sees no more than the top card and the number.",
        at("AR1 AR2 AY1 FY2", phase="scoring", mine="ZR1 ZY1", theirs="ZY2 ZY3", options=TOP), 0,
        "score AR1", Becomes(holds=shows(0, "score:0", "?? ?? AR1"))),
    Row("door 5.2", "Others see the same.",
        at("AR1 AR2 AY1 FY2", phase="scoring", mine="ZR1 ZY1", theirs="ZY2 ZY3", options=TOP), 0,
        "score AR1", Becomes(holds=shows(1, "score:0", "?? ?? AR1"))),
    Row("door 5.2", "A score is shown of a pile of at most one card.",
        at("AR1 AR2 AY1 FY2", phase="scoring", options=TOP), 0, "score AR1", Becomes(holds=scores_are(0, 0, 0))),
    Row("door 5.2", "The owner is shown none of a pile of two.",
        at("AR1 AR2 AY1 FY2", phase="scoring", mine="ZR1", theirs="ZY2", options=TOP), 0, "score AR1",
        Becomes(holds=scores_are(0, None, 0))),
    Row("door 5.1", "scorePile=owner: the owner is shown its score.",
        at("AR1 AR2 AY1 FY2", phase="scoring", mine="ZR1", theirs="ZY2", options={"scorePile": "owner"}), 0,
        "score AR1", Becomes(holds=scores_are(0, 0, 0))),
    Row("door 5.2", "A card that becomes the top is uncovered, and its owner sees it like everybody.",
        at(FOUR, phase="take", card="CR1", piles={"C": "CW0 CR1"}, theirs="FY1 FR3", options=TAKING), 0, "take @1",
        Becomes(events=("taken", "uncovered"), holds=shows(1, "score:1", "FY1"))),
    Row("door 5.2", "At the end all is open.",
        final("AR1", mine="ZR1 ZY1", options=TOP), 0, "score AR1", Becomes(holds=everything_is_shown)),
)  # fmt: skip
