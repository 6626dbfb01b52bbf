"""Rules of ZLAM!: kinds of cards that gain or lose a stack when they are drawn."""

from collections.abc import Mapping

from engine.options import Plain
from tests.engine.rules.zlam.situations import RISK, WILD, table
from tests.engine.table import NOT_YOUR_TURN, REFUSED, Becomes, Row, has_event, may_only, moves_are

GAIN: Mapping[str, Plain] = {"gainOn": "5", "decks": 3}
LOSS: Mapping[str, Plain] = {"lossOn": "1", "decks": 3}
KNOCKED: Mapping[str, Plain] = {**RISK, "drawnUnplayable": "knockedOut"}
MINE, THEIRS = "R3 / Z / B1", "Y3 / Y2 / B4"
CARDS = tuple(colour + number for colour in "RBY" for number in "12345")
FULL = "R3 B4 / B2 R4 / B1 R4"


ROWS = (
    # 6.5 gainOn
    *(
        Row("zlam 6.5", f"gainOn={kind}: such a card asks first whether to add a stack.",
            table("R2" if kind != "2" else "R3", MINE, THEIRS, options={"gainOn": kind}, top=f"R4 {card}"), 0,
            "place @2",
            Becomes(turn=(1,), facts={"asked": "gain"}, zones={"drawn": card}, holds=moves_are("gain", "skip")))
        for kind, card in {"1": "R1", "2": "R2", "3": "B3", "4": "Y4", "5": "R5", "Z": "Z"}.items()
    ),
    *(
        Row("zlam 6.8", f"gainOn={card}: that very card asks first whether to add a stack.",
            table("R2" if card[1] != "2" else "R3", MINE, THEIRS, options={"gainOn": card, "decks": 3},
                  top=f"R4 {card}"), 0, "place @2",
            Becomes(turn=(1,), facts={"asked": "gain"}, zones={"drawn": card}, holds=moves_are("gain", "skip")))
        for card in CARDS
    ),
    *(
        Row("zlam 6.8", f"lossOn={card}: that very card asks first for a stack to discard.",
            table("R2" if card[1] != "2" else "R3", MINE, THEIRS, options={"lossOn": card, "decks": 3},
                  top=f"R4 {card}"), 0, "place @2",
            Becomes(turn=(1,), facts={"asked": "lose"}, zones={"drawn": card},
                    holds=moves_are("lose @1", "lose @2", "lose @3")))
        for card in CARDS
    ),
    Row("zlam 6.8", "gainOn=R5: a 5 of another colour does not.",
        table("R2", MINE, THEIRS, options={"gainOn": "R5"}, top="B5"), 0, "place @2",
        Becomes(turn=(1,), facts={"asked": "place"})),
    Row("zlam 6.8", "lossOn=R5: a red card of another number does not.",
        table("R2", MINE, THEIRS, options={"lossOn": "R5"}, top="R4"), 0, "place @2",
        Becomes(turn=(1,), facts={"asked": "place"})),
    Row("zlam 6.8", "gainOn and lossOn may name colours of one number: each asks its own.",
        table("R2", MINE, THEIRS, options={"gainOn": "R5", "lossOn": "B5"}, top="B5"), 0, "place @2",
        Becomes(turn=(1,), facts={"asked": "lose"})),
    *(
        Row("zlam 6.9", f"extra{card}: a deck has more of that card, which is drawn and placed like the others.",
            table("R2", MINE, THEIRS, options={f"extra{card}": 2}, top=f"R4 {card}"), 0, "place @2",
            Becomes(turn=(1,), facts={"asked": "place"}, zones={"drawn": card}))
        for card in CARDS
    ),
    Row("zlam 6.5", "gainOn=none: no number card does.",
        table("R2", MINE, THEIRS, options={"gainOn": "none"}, top="R5"), 0, "place @2",
        Becomes(turn=(1,), facts={"asked": "place"})),
    Row("zlam 6.5", "Other kinds do not.",
        table("R2", MINE, THEIRS, options=GAIN, top="R4"), 0, "place @2", Becomes(facts={"asked": "place"})),
    Row("zlam 6.5", "The stack gets the highest number so far + 1; the card stays drawn and is then placed or given.",
        table("R5", MINE, THEIRS, options=GAIN, phase="gain"), 0, "gain",
        Becomes(zones={"stack:0.4": "", "drawn": "R5", "out": ""}, turn=(0,),
                facts={"asked": "place", "highest": "4,3"}, events=("opened", "highest"),
                holds=moves_are("place @1", "place @2", "place @3", "place @4", "give #1"))),
    Row("zlam 6.5", "A skip is told, and the card is then placed or given.",
        table("R5", MINE, THEIRS, options=GAIN, phase="gain"), 0, "skip",
        Becomes(zones={"stack:0.4": None, "drawn": "R5"}, turn=(0,), facts={"asked": "place", "highest": "3,3"},
                holds=has_event("skipped", None, "zlam 6.5"))),
    Row("zlam 6.5", "It is asked also where the card fits nowhere: after `gain` it fits on the new stack.",
        table("R5", FULL, "B5 / Z B5 / B5", options=GAIN, phase="gain"), 0, "gain",
        Becomes(facts={"asked": "place"}, holds=moves_are("place @4", "give #1"))),
    Row("zlam 6.5", "After `skip` the seat goes out at once if nobody can be given the card.",
        table("R5", FULL, "lost / B5 R3 / lost", options={**GAIN, "lossCards": 2}, phase="gain", playing=(0,),
              out="- - Z R3 Y5"), 0, "skip",
        Becomes(reason="done", events=("skipped", "discarded", "wentOut"))),
    Row("zlam 6.5", "drawnUnplayable=knockedOut is judged after the answer, too: after `skip` the seat is out.",
        table("R5", "B4 R5 / B2 R4 / B1 R4", THEIRS, options={**GAIN, **KNOCKED}, phase="gain"), 0, "skip",
        Becomes(events=("skipped", "discarded", "struckOut"), facts={"playing": "1"})),
    Row("zlam 6.5", "After `gain` it is not.",
        table("R5", "B4 R5 / B2 R4 / B1 R4", THEIRS, options={**GAIN, **KNOCKED}, phase="gain"), 0, "gain",
        Becomes(turn=(0,), facts={"asked": "place", "playing": "0,1"})),
    Row("zlam 6.5", "The card is not placed before the answer.",
        table("R5", MINE, THEIRS, options=GAIN, phase="gain"), 0, "place @1", REFUSED),
    Row("zlam 6.5", "Nobody else answers.",
        table("R5", MINE, THEIRS, options=GAIN, phase="gain"), 1, "gain", NOT_YOUR_TURN),
    # 6.6 lossOn
    *(
        Row("zlam 6.6", f"lossOn={kind}: such a card asks first for a stack to discard.",
            table("R2" if kind != "2" else "R3", MINE, THEIRS, options={"lossOn": kind}, top=f"R4 {card}"), 0,
            "place @2",
            Becomes(turn=(1,), facts={"asked": "lose"}, zones={"drawn": card},
                    holds=moves_are("lose @1", "lose @2", "lose @3")))
        for kind, card in {"1": "R1", "2": "R2", "3": "B3", "4": "Y4", "5": "R5", "Z": "Z"}.items()
    ),
    Row("zlam 6.6", "lossOn=none: no number card does.",
        table("R2", MINE, THEIRS, options={"lossOn": "none"}, top="R5"), 0, "place @2",
        Becomes(facts={"asked": "place"})),
    Row("zlam 6.6", "The stack goes to `out` from the bottom; then the card is placed or given.",
        table("R1", "R3 B2 / Z / B2", THEIRS, options=LOSS, phase="lose"), 0, "lose @1",
        Becomes(zones={"stack:0.1": None, "out": "R3 B2", "drawn": "R1"}, turn=(0,),
                facts={"asked": "place", "highest": "3,3"}, events=("discarded", "removed"),
                holds=moves_are("place @2", "place @3", "give #1"))),
    Row("zlam 6.6", "It is asked also when there is only one.",
        table("R2", THEIRS, "closed R4 R5 / closed B4 B5 / R3", options=LOSS, points=(0, 8), top="R4 Y1"), 0,
        "place @1", Becomes(turn=(1,), facts={"asked": "lose"}, zones={"drawn": "Y1"}, holds=moves_are("lose @3"))),
    Row("zlam 6.6", "Without another open stack the seat is finished, and the card lies after the stack.",
        table("R1", "closed R4 R5 / closed B4 B5 / R3", THEIRS, options=LOSS, phase="lose", points=(8, 0)), 0,
        "lose @3",
        Becomes(zones={"stack:0.3": None, "out": "R3 R1"}, facts={"playing": "1"}, turn=(1,), scores=(8, 0),
                events=("discarded", "removed", "discarded", "finished", "drawn"))),
    Row("zlam 6.6", "Or it is out, without closed ones.",
        table("R1", "lost / lost / R3", THEIRS, options=LOSS, phase="lose", out="B2 Y1 B2 B1"), 0, "lose @3",
        Becomes(zones={"out": "B2 Y1 B2 B1 R3 R1"}, facts={"playing": "1"},
                events=("discarded", "removed", "discarded", "wentOut"))),
    Row("zlam 6.6", "A Grand ZLAM may follow.",
        table("R1", "closed R4 R5 / closed B4 B5 / R3 / closed Y4 Y5", THEIRS, options={**LOSS, "gainCards": 1},
              phase="lose", points=(12, 0), out="+"), 0, "lose @3",
        Becomes(scores=(20, 0), events=("removed", "discarded", "finished", "grandZlam"))),
    Row("zlam 6.6", "A stack at nine may be chosen; then the seat is at risk no more.",
        table("R1", "B4 R5 / B2 R4 / B4 B4", THEIRS, options={**LOSS, **KNOCKED}, phase="lose"), 0, "lose @1",
        Becomes(turn=(0,), holds=moves_are("place @2", "place @3", "place @3 =open", "give #1"))),
    Row("zlam 6.6", "Only then it is judged whether the card fits: a seat that is still at risk is knocked out.",
        table("R1", "B4 R5 / B2 R4 / Y4 Y5", THEIRS, options={**LOSS, **KNOCKED}, phase="lose"), 0, "lose @2",
        Becomes(events=("discarded", "removed", "discarded", "struckOut"), facts={"playing": "1"})),
    Row("zlam 6.6", "A closed stack is not discarded.",
        table("R1", "closed R4 R5 / Z / R3", THEIRS, options=LOSS, phase="lose", points=(4, 0)), 0, "lose @1", REFUSED),
    Row("zlam 6.6", "It must be done.", table("R1", MINE, THEIRS, options=LOSS, phase="lose"), 0, "skip", REFUSED),
    # 6.7 Both
    Row("zlam 6.7", "A card given asks nothing.",
        table("R5", MINE, THEIRS, options={**GAIN, "lossOn": "1"}), 0, "give #1",
        Becomes(turn=(1,), facts={"asked": "given"})),
    Row("zlam 6.7", "A base card of such a kind stays, and asks nothing.",
        table("R2", "R5 / Z / B1", THEIRS, options=GAIN), 0, "place @2", Becomes(zones={"stack:0.1": "R5"})),
    Row("zlam 6.2", "gainOn: a gain card does what it does without it.",
        table("+", MINE, THEIRS, options={**WILD, **GAIN}), 0, "gain",
        Becomes(zones={"stack:0.4": "", "out": "+"}, turn=(1,))),
    Row("zlam 6.3", "lossOn: so does a loss card.",
        table("-", MINE, THEIRS, options={**WILD, **LOSS}), 0, "lose @2",
        Becomes(zones={"stack:0.2": None, "out": "- Z"}, turn=(1,))),
    Row("zlam 5.3", "At risk the seat is asked before it draws, and then about the card.",
        table("", "B4 R5 / Z / B1", THEIRS, options={**RISK, **LOSS}, top="Y1"), 0, "draw",
        Becomes(turn=(0,), facts={"asked": "lose"}, zones={"drawn": "Y1"})),
    Row("zlam 7.2", "Meanwhile the card lies in `drawn`; what is asked then is where it goes.",
        table("R5", MINE, THEIRS, options=GAIN, phase="gain"), 0, "skip",
        may_only("place @1", "place @2", "place @3", "give #1")),
)  # fmt: skip
