"""States of Zar that no table can reach are refused."""

from collections.abc import Callable, Mapping
from functools import partial

import pytest
from msgspec.structs import replace

from engine import InvalidState, State, result
from engine.codec import check_state
from engine.options import Plain
from tests.engine.rules.zar.situations import DRAWN, POLL, TWIN, at, nearly_out, polled

ROTATE: Mapping[str, Plain] = {"dealer": "rotate", "hands": 3}
TWO = ("B1 B2", "B3 B4")
PENALTY: Mapping[str, Plain] = {"scoring": "penalty", "hands": 3}


def begun(top: str, taker: int = 1, by: int = 0, turns: int = 0, named: str = "", **fields: object) -> State:
    """A hand of three seats in which no card was put down yet."""
    hands = ("G1 G2 G3", "B1 B2 B3", "Y1 Y2 Y3")
    state = at(top, *hands, options={"deal": 3}, named=named)
    return changed(state, turn_taker=taker, put_down_by=by, turns=turns, **fields)


def changed(state: State, **fields: object) -> State:
    """Return a changed state, and check that it is possible."""
    other: State = replace(state, **fields)
    check_state(other)
    return other


@pytest.mark.parametrize(
    ("says", "build"),
    [
        ("named that is not at the table", partial(at, "G1 Y4", *TWO, dealer=2)),
        ("named that is not at the table", partial(at, "G1 Y4", *TWO, put_down_by=2)),
        ("named that is not at the table", partial(polled, "G1 Y4", "B1", "B2", answered=(5,))),
        ("hand is beyond the last one", partial(at, "G1 Y4", *TWO, hand=2)),
        ("Another seat dealt", partial(at, "G1 Y4", *TWO, dealer=1)),
        ("Another seat dealt", partial(at, "G1 Y4", *TWO, options=ROTATE, hand=2, dealer=0, points=(1, 0))),
        ("points for each seat", partial(at, "G1 Y4", *TWO, points=(0,))),
        ("No card has been turned over", partial(at, "", *TWO)),
        ("does not go with the top card", partial(at, "G1 W1", *TWO)),
        ("does not go with the top card", partial(at, "G1 Y4", *TWO, named="Y")),
        ("does not go with the top card", partial(at, "G1 W1", *TWO, named="3")),
        ("does not go with the top card", partial(at, "G1 D1", *TWO, named="S")),
        ("odd number of cards", partial(at, "G1 YD", *TWO, owed=3)),
        ("owed that were taken", partial(at, "G1 YD", *TWO, owed=2, took=True)),
        ("owed for what is no draw two", partial(at, "G1 Y4", *TWO, owed=2)),
        ("owed for what is no draw two", partial(at, "G1 Y4", *TWO, took=True)),
        ("More cards are owed than", partial(begun, "YD", owed=4)),
        ("More cards are owed than", partial(at, "G1 YD", *TWO, owed=200)),
        ("Only the dealer can have put down", partial(begun, "Y4", by=2, taker=0)),
        ("A wild or a dragon was turned over", partial(begun, "W1", named="Y")),
        ("The direction does not go with", partial(begun, "Y4", direction=-1, taker=2)),
        ("The direction does not go with", partial(begun, "YR")),
        ("Turns were idle since", partial(at, "G1 YD", *TWO, owed=2, idle=1)),
        ("Turns were idle since", partial(polled, "G1 Y4", "B1", "B2", idle=1)),
        ("turn of another seat", partial(begun, "Y4", taker=2)),
        ("turn of another seat", partial(begun, "YS", taker=1)),
        ("turn of another seat", partial(begun, "Y4", turns=1, idle=1, taker=1)),
        ("turn of another seat", partial(at, "G1 YD", "B1", "B2", "B3", owed=2, by=0, taker=2)),
        ("turn of another seat", partial(at, "G1 YD", "B1", "B2", "B3", took=True, by=0, taker=2)),
        ("turn of another seat", partial(nearly_out, "B1", "B2", taker=2)),
        ("a table that has none", partial(at, "G1 Y4", *TWO, phase="poll")),
        ("to accept that must not", partial(at, "G1 Y4", *TWO, phase="accept")),
        ("to accept that must not", partial(at, "G1 Y4", "B1", "", phase="accept", out=True, options=POLL)),
        ("nobody is asked whether it is", partial(at, "G1 Y4", "B1", "", out=True)),
        ("out that holds cards", partial(at, "G1 Y4", *TWO, out=True, phase="accept")),
        ("a match that cannot be", partial(polled, "Y4 Y4", "B1", "B2")),
        ("not in order", partial(polled, "G1 Y4", "B1", "B2", "B3", answered=(1, 0))),
        ("not in order", partial(polled, "G1 Y4", "B1", "B2", "B3", "B4", answered=(1, 1))),
        ("wrong seats have passed", partial(polled, "G1 Y4", "B1", "B2", "B3", answered=(2,))),
        ("wrong seats have passed", partial(polled, "G1 Y4", "B1", "B2", "B3", answered=(0, 1))),
        ("wrong seats have passed", partial(at, "G1 Y4", *TWO, answered=(0,), options=POLL)),
        ("drawn that cannot be played", partial(changed, DRAWN, drawn=3)),
        ("drawn that cannot be played", partial(changed, DRAWN, drawn=-1)),
        ("drawn that cannot be played", partial(changed, TWIN, phase="drawn", drawn=0)),
        ("that owes some", partial(at, "G1 YD", "B1", "B2", owed=2, drawn="B1", options={"playDrawn": True})),
        ("marked that was not just drawn", partial(changed, TWIN, drawn=0)),
        ("taken in no turn", partial(at, "G1 YD", *TWO, took=True, phase="poll", options=POLL)),
        ("More cards were put down", partial(begun, "G4 Y4")),
        ("More cards were put down", partial(at, "Y4", "G1", "B1 B2 B3", by=0, taker=1, options={"deal": 3}, turns=0)),
        ("More cards were put down", partial(at, "G1 G2 G3 Y4", *TWO, turns=1)),
        ("without cards is not out", partial(at, "G1 Y4", "B1", "")),
        ("without cards is not out", partial(at, "G1 Y4", "B1", "", phase="poll", options=POLL)),
        ("should have ended", partial(at, "G1 Y4", *TWO, idle=2)),
        ("should have ended", partial(at, "G1 Y4", *TWO, idle=3)),
        ("should have ended", partial(at, "G1 Y4", *TWO, turns=200)),
        ("should have ended", partial(at, "G1 Y4", *TWO, turns=201)),
        ("More turns were idle", partial(begun, "Y4", turns=1, idle=2)),
        ("last hand has not ended", partial(at, "G1 Y4", *TWO, phase="over", points=(1, 0))),
        ("table is not over yet",
         partial(at, "G1 Y4", "", "B1", by=0, phase="over", options={"hands": 2}, points=(1, 0))),
        ("not what the hands can have given", partial(at, "G1 Y4", *TWO, points=(1, 0))),
        ("not what the hands can have given",
         partial(at, "G1 Y4", *TWO, hand=3, options={"hands": 3}, points=(3, 0))),
        ("not what the hands can have given", partial(at, "G1 Y4", *TWO, hand=2, options=PENALTY, points=(100, 100))),
        ("not what the hands can have given",
         partial(at, "G1 Y4", *TWO, hand=2, options={**PENALTY, "scoring": "winnerTakes"}, points=(115, 0))),
        ("not what the hands can have given", partial(at, "G1 Y4", "", "B1", by=0, phase="over", points=(0, 1))),
        ("not what the hands can have given", partial(at, "G1 Y4", "", "B1", by=0, phase="over", points=(2, 0))),
        ("not what the hands can have given",
         partial(at, "G1 Y4", "B1 B2", "B3", phase="over", turns=200, points=(1, 0))),
        ("target was reached before",
         partial(at, "G1 Y4", *TWO, hand=2, options={**PENALTY, "target": 9}, points=(9, 0))),
        ("target was reached before",
         partial(at, "G1 Y4", "", "B1", by=0, phase="over", hand=3, options={**PENALTY, "target": 9}, points=(9, 1))),
        ("won by nobody", partial(at, "G1 Y4", *TWO, hand=3, options={"hands": 3}, points=(1, 0))),
        ("dealer has won no hand", partial(at, "G1 Y4", *TWO, hand=2, options={"hands": 3}, points=(0, 1))),
    ],
)  # fmt: skip
def test_an_impossible_state_is_refused(says: str, build: Callable[[], State]) -> None:
    with pytest.raises(InvalidState, match=says):
        build()


def test_a_table_that_is_over_may_have_reached_its_target_with_the_last_hand() -> None:
    state = at("G1 Y4", "", "B1", by=0, phase="over", hand=2, options={**PENALTY, "target": 9}, points=(3, 9))
    outcome = result(state)
    assert outcome is not None
    assert (outcome.reason, outcome.winners) == ("target", (0,))
