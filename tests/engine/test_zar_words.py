"""Zar as a front end shows it: places, refusals, sentences and cited rules."""

import pytest

from engine import State, describe, explain_hand, parse_move
from tests.engine.rules.zar.situations import DRAWN, PASSED, POLLED, STEADY, TWIN, at, nearly_out


@pytest.mark.parametrize(
    ("state", "seat", "move", "source", "target", "label"),
    [
        (TWIN, 0, "play Y5", "hand:0", "discard", "Play yellow 5"),
        (TWIN, 0, "match Y4", "hand:0", "discard", "Match with yellow 4"),
        (STEADY, 0, "play W1 =G", "hand:0", "discard", "Play wild I and name green"),
        (at("G1 Y4", "D2 D2", "B1"), 0, "double D2 =6", "hand:0", "discard", "Play dragon II as a double and name 6"),
        (at("G1 Y4", "YD B1", "B1"), 0, "play YD", "hand:0", "discard", "Play yellow draw two"),
        (at("G1 YD", "B1", "B2", taker=1, owed=2), 1, "take", "supply", "hand:1", "Take the cards that are owed"),
        (at("G1 Y4", "B1", "B2"), 0, "draw", "supply", "hand:0", "Draw a card"),
        (nearly_out("B1"), 1, "accept", None, None, "Accept that the hand is won"),
        (POLLED, 0, "pass", None, None, "Pass"),
    ],
)
def test_a_move_tells_its_zones(
    state: State, seat: int, move: str, source: str | None, target: str | None, label: str
) -> None:
    described = describe(state, seat, parse_move(move))
    assert (described.from_zone, described.to_zone, described.label) == (source, target, label)


def test_each_card_of_a_hand_tells_why_it_cannot_be_put_down() -> None:
    in_turn = {entry.card: entry.refusal and entry.refusal.rule for entry in explain_hand(TWIN, 0)}
    assert in_turn == {"Y4": None, "Y5": None, "G2": "zar 2.2"}
    assert [entry.refusal and entry.refusal.rule for entry in explain_hand(TWIN, 1)] == ["zar 5.1"] * 3
    assert [entry.refusal and entry.refusal.rule for entry in explain_hand(DRAWN, 0)] == ["zar 8", None, None]
    assert [entry.refusal and entry.refusal.rule for entry in explain_hand(POLLED, 0)] == [None, "zar 5.1"]
    assert [entry.refusal and entry.refusal.rule for entry in explain_hand(PASSED, 0)] == ["zar 5.9", "zar 5.1"]
