"""Notation (engine 3): one canonical spelling for each move, and no other is accepted."""

from collections.abc import Callable
from random import Random

import pytest

from engine import BadNotation, InvalidInput, Move, NotYourTurn, TableOver, apply, explain, new_game, parse_move
from engine.core.moves import fits_pattern
from tests.engine.play import play_on, random_table
from tests.engine.table import SEED

VALID = {
    "draw": Move("draw"),
    "play AR3 @2": Move("play", ("AR3",), "2"),
    "play GR3 @2 =art": Move("play", ("GR3",), "2", choice="art"),
    "give #0": Move("give", seat=0),
    "give #29": Move("give", seat=29),
    "swap AR3 + - @10 #3 =maxLow": Move("swap", ("AR3", "+", "-"), "10", 3, "maxLow"),
    "place @2 =open": Move("place", place="2", choice="open"),
    "put ?? @a1.b2": Move("put", ("??",), "a1.b2"),
}
INVALID = (
    "",
    " ",
    "play ",
    " play",
    "play  AR3",
    "play AR3 ",
    "play AR3\n",
    "play\tAR3",
    "Play AR3",
    "PLAY",
    "play ar3",
    "play @2 AR3",
    "play AR3 #1 @2",
    "play AR3 =art @2",
    "play AR3 =art #1",
    "play AR3 @2 @3",
    "play #1 #2",
    "play =a =b",
    "play AR3 @",
    "play AR3 #",
    "play AR3 =",
    "give #01",
    "give #-1",
    "give #100",
    "give #1.0",
    "give #٣",
    "play @ 2",
    "play @A",
    "play @1.2.3",
    "play @1.",
    "7",
    "play1",
    "play-on",
    "play AR3,AR2",
    "AR3",
    "@2",
    "plây AR3",
    "play AR3 @²",
    "play\x00",
    "play AR3 @2;",
    "x" * 81,
    "play " + "AR3 " * 30,
    "\ud800",
    "play \ud800",
    "9" * 10_000,
)


@pytest.mark.parametrize("text", list(VALID))
def test_a_move_is_read_from_its_notation_and_written_the_same(text: str) -> None:
    assert parse_move(text) == VALID[text]
    assert str(parse_move(text)) == text


@pytest.mark.parametrize("text", INVALID, ids=ascii)
def test_any_other_text_is_refused(text: str) -> None:
    with pytest.raises(BadNotation) as refused:
        parse_move(text)
    assert (refused.value.code, refused.value.rule) == ("BAD_NOTATION", "engine 3")
    assert len(refused.value.message) < 200 + 6 * 80
    refused.value.message.encode()


@pytest.mark.parametrize("text", INVALID, ids=ascii)
def test_a_table_refuses_it_too(text: str) -> None:
    state = new_game("zeven", seats=2, options={"firstSeat": 0}, seed=SEED)
    refusal = explain(state, 0, text)
    assert isinstance(refusal, BadNotation)
    with pytest.raises(BadNotation, match="is not a move"):
        apply(state, 0, text)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("fly AR3", "Zeven has no verb 'fly'; its verbs are play, add, move."),
        ("play AR3", "'play AR3' is not complete or says too much; write play CARD @AREA [=POWER]."),
        ("play @2", "'play @2' is not complete or says too much; write play CARD @AREA [=POWER]."),
        ("play AR3 AR2 @1", "'play AR3 AR2 @1' is not complete or says too much; write play CARD @AREA [=POWER]."),
        ("add AR3 @2", "'add AR3 @2' is not complete or says too much; write add CARD."),
        ("play AR9 @1", "Zeven has no card 'AR9'."),
        ("play ?? @1", "Zeven has no card '??'."),
    ],
)
def test_a_move_that_no_game_position_allows_is_bad_notation(text: str, says: str) -> None:
    state = new_game("zeven", seats=2, options={"firstSeat": 0}, seed=SEED)
    for seat in (0, 1):
        refusal = explain(state, seat, text)
        assert isinstance(refusal, BadNotation)
        assert refusal.message == says


def test_moves_made_by_hand_are_checked_like_text() -> None:
    state = new_game("zeven", seats=2, options={"firstSeat": 0}, seed=SEED)
    for strange in (
        Move("play", (), None, 10**30, "x" * 10_000),
        Move("", ("\ud800",)),
        Move("play", ("AR3 @1",), "2"),
        Move("play", (state.zones["hand:0"][0],), "1 "),
        Move("play", (state.zones["hand:0"][0],), "1", 0),
    ):
        refusal = explain(state, 0, strange)
        assert refusal is not None
        refusal.message.encode()


@pytest.mark.parametrize("move", [None, 7, b"play AR3 @1", ("play",), ["play AR3 @1"], {"verb": "play"}, 2.5, True])
def test_a_move_that_is_no_text_is_invalid_input(move: object) -> None:
    state = new_game("zeven", seats=2, seed=SEED)
    asks: list[Callable[..., object]] = [apply, explain]
    for ask in asks:
        with pytest.raises(InvalidInput, match="A move is a string"):
            ask(state, 0, move)


@pytest.mark.parametrize("seat", [-1, 2, True, False, 1.0, "0", None, 10**100])
def test_a_seat_that_the_table_does_not_have_is_invalid_input(seat: object) -> None:
    state = new_game("zeven", seats=2, seed=SEED)
    with pytest.raises(InvalidInput, match="There is no seat") as refused:
        apply(state, seat, "play AR3 @1")  # type: ignore[arg-type]
    assert refused.value.path == ("seat",)
    assert "the seats are 0–1" in refused.value.message


def test_a_seat_that_is_not_asked_is_told_so() -> None:
    state = new_game("zeven", seats=2, options={"firstSeat": 0}, seed=SEED)
    assert isinstance(explain(state, 1, f"play {state.zones['hand:1'][0]} @1"), NotYourTurn)


def test_nobody_moves_when_the_table_is_over() -> None:
    *_, last = play_on(random_table("zeven", Random(3)).deal(), Random(3))
    for seat in range(last.after.seats):
        refusal = explain(last.after, seat, "play AR3 @1")
        assert isinstance(refusal, TableOver)
        assert (refusal.code, refusal.rule) == ("TABLE_OVER", "engine 9")


@pytest.mark.parametrize(
    ("pattern", "text", "fits"),
    [
        ("play CARD @AREA [=POWER]", "play AR3 @1", True),
        ("play CARD @AREA [=POWER]", "play AR3 @1 =art", True),
        ("play CARD @AREA [=POWER]", "play AR3 =art", False),
        ("draw", "draw", True),
        ("draw", "draw @1", False),
        ("take CARD [CARD] [@PLACE] [#SEAT]", "take A B #1", True),
        ("take CARD [CARD] [@PLACE] [#SEAT]", "take A @1", True),
        ("take CARD [CARD] [@PLACE] [#SEAT]", "take A B C", False),
    ],
)
def test_a_pattern_says_which_arguments_a_verb_takes(pattern: str, text: str, fits: bool) -> None:
    assert fits_pattern(parse_move(text), pattern) is fits
