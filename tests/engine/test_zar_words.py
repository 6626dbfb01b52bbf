"""Zar as a front end shows it: places, refusals, sentences and cited rules."""

import pytest

from engine import State, apply, describe, explain, explain_hand, parse_move, sentence
from tests.engine.rules.zar.situations import DRAWN, PASSED, POLLED, STEADY, TWIN, at, broke, nearly_out


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


@pytest.mark.parametrize(
    ("state", "seat", "move", "says"),
    [
        (TWIN, 0, "play B6", "Seat 0 does not hold blue 6."),
        (TWIN, 0, "double Y5", "Seat 0 holds yellow 5 only once."),
        (TWIN, 0, "play Y5 =G", "Only with a wild or a dragon something is named, and yellow 5 is neither."),
        (STEADY, 0, "play W1", "With wild I one of these is named: =Y, =G, =B."),
        (STEADY, 2, "match D1", "With dragon I one of these is named: =1, =2, =3, =4, =5, =6."),
        (TWIN, 0, "match Y5", "Only the twin of the top card matches, and that is yellow 4."),
        (TWIN, 1, "play B1", "It is seat 0 that is asked now, not seat 1."),
        (at("Y1 D2", "W1", "B1", named="3"), 0, "play W1 =Y", "Wild I does not fit on dragon II, which names 3."),
        (at("Y1 W2", "Y1", "B1", named="G"), 0, "play Y1", "Yellow 1 does not fit on wild II, which names green."),
        (at("Y1 D1", "Y1", "B1", named="S", options={"dragonNames": "any"}), 0, "play Y1",
         "Yellow 1 does not fit on dragon I, which names skip."),
        (TWIN, 0, "play G2", "Green 2 does not fit on yellow 4."),
        (at("G1 YD", "B1", "Y2", taker=1, owed=4), 1, "play Y2",
         "Seat 1 owes 4 cards: it takes them or plays a draw two."),
        (at("G1 YD", "B1", "Y2", taker=1, owed=2, options={"stacking": False}), 1, "draw",
         "Seat 1 owes 2 cards: it takes them first (option stacking)."),
        (at("Y1 D2", "D2", "B1", named="3"), 0, "play D2 =1",
         "Dragon II is the twin of the top card, so it is used to match."),
        (PASSED, 0, "pass", "Seat 0 has passed already."),
        (PASSED, 2, "pass", "Seat 2 put down the top card itself."),
        (nearly_out("Y5"), 1, "draw", "Seat 0 is out unless it is matched: match or accept."),
        (DRAWN, 0, "draw", "The card just drawn is played, or the seat passes (option playDrawn)."),
        (TWIN, 0, "pass", "In its turn a seat puts down a card, takes or draws."),
    ],
)  # fmt: skip
def test_a_refusal_says_why(state: State, seat: int, move: str, says: str) -> None:
    refusal = explain(state, seat, move)
    assert refusal is not None
    assert refusal.message == says


def test_each_card_of_a_hand_tells_why_it_cannot_be_put_down() -> None:
    in_turn = {entry.card: entry.refusal and entry.refusal.rule for entry in explain_hand(TWIN, 0)}
    assert in_turn == {"Y4": None, "Y5": None, "G2": "zar 2.2"}
    assert [entry.refusal and entry.refusal.rule for entry in explain_hand(TWIN, 1)] == ["zar 5.1"] * 3
    assert [entry.refusal and entry.refusal.rule for entry in explain_hand(DRAWN, 0)] == ["zar 8", None, None]
    assert [entry.refusal and entry.refusal.rule for entry in explain_hand(POLLED, 0)] == [None, "zar 5.1"]
    assert [entry.refusal and entry.refusal.rule for entry in explain_hand(PASSED, 0)] == ["zar 5.9", "zar 5.1"]


@pytest.mark.parametrize(
    ("state", "line", "says"),
    [
        (STEADY, "2 double B3", "Seat 2 shows blue 3, blue 3 for a double that is not allowed now."),
        (STEADY, "1 match B2", "Seat 1 shows blue 2 for a match that is not allowed now."),
        (STEADY, "0 play W1 =B", "Seat 0 plays wild I."),
        (STEADY, "0 play W1 =B", "Seat 0 names blue."),
        (STEADY, "0 play W1 =B", "What is named: blue."),
        (at("Y1 W2", "B1", "B2", named="B"), "0 play B1", "What is named: nothing."),
        (at("G1 Y4", "Y5 Y5 B1", "B2"), "0 double Y5", "Seat 0 plays a double: yellow 5, yellow 5."),
        (TWIN, "0 match Y4", "Seat 0 matches with yellow 4."),
        (at("G1 Y4", "YS B1", "B1", "B2"), "0 play YS", "Seat 1 is passed over."),
        (at("G1 Y4", "YR B1", "B2"), "0 play YR", "Play goes downwards in the order of seats."),
        (at("G1 Y4", "YD B1", "B2"), "0 play YD", "Cards owed now: 2."),
        (at("G1 Y4", "Y5", "B2"), "0 play Y5", "What is asked for now: whether to accept."),
        (at("G1 Y4", "Y5", "B2"), "0 play Y5", "Out unless matched: seat 0."),
        (nearly_out("B1"), "1 accept", "Seat 1 accepts."),
        (nearly_out("B1"), "1 accept", "Seat 0 wins the hand."),
        (nearly_out("B1"), "1 accept", "What is asked for now: nothing."),
        (nearly_out("B1"), "1 accept", "The table is over: all hands are played."),
        (broke("B2", idle=1), "0 draw", "The hand ends at once: no card was put down or drawn for a whole round."),
        (at("G1 Y4", "B1", "B2", turns=199), "0 draw", "The hand ends at once: there were too many turns."),
    ],
)
def test_an_event_has_a_plain_sentence(state: State, line: str, says: str) -> None:
    seat, move = line.split(" ", 1)
    _, events = apply(state, int(seat), move)
    assert says in [sentence("zar", event) for event in events]


@pytest.mark.parametrize(
    ("state", "line", "rules"),
    [
        (TWIN, "0 play Y5", ["played zar 2.1"]),
        (TWIN, "0 match Y4", ["matched zar 5.2", "drawn zar 5.2"]),
        (at("G1 Y4", "Y4", "B1"), "0 match Y4", ["matched zar 5.2", "drawn zar 5.2", "drawn zar 5.7"]),
        (at("G1 Y4", "Y5 Y5", "B1"), "0 double Y5", ["doubled zar 4.1", "drawn zar 4.2"]),
        (at("G1 Y4", "YS B1", "B1", "B2"), "0 play YS", ["played zar 2.1", "skipped zar 3.1"]),
        (STEADY, "0 play W1 =G", ["played zar 2.1", "chosen zar 2.3"]),
        (at("G1 Y4", "B1", "B2"), "0 draw", ["drawn zar 2.1"]),
        (broke("B2"), "0 draw", ["passed zar 2.4"]),
        (at("G1 G2 Y4", "B1", supply=""), "0 draw", ["gathered zar 2.4", "shuffled zar 2.4", "drawn zar 2.1"]),
        (at("G1 YD", "B1", "B2", taker=1, owed=2), "1 take", ["drawn zar 3.3", "drawn zar 3.3"]),
        (DRAWN, "0 pass", ["passed zar 8"]),
        (POLLED, "0 pass", ["passed zar 5.9"]),
        (nearly_out("B1"), "1 accept", ["accepted zar 6.1", "won zar 6.1", "scored zar 6.4", "scored zar 6.4"]),
    ],
)
def test_each_event_cites_the_rule_that_caused_it(state: State, line: str, rules: list[str]) -> None:
    seat, move = line.split(" ", 1)
    _, events = apply(state, int(seat), move)
    assert [f"{event.kind} {event.rule}" for event in events if event.rule.startswith("zar")] == rules
