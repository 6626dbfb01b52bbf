"""Zar with Vincent cards: mistakes that are not offences. The rule table says what an offence costs."""

import pytest
from msgspec.structs import replace

from engine import EngineError, InvalidState, NotYourTurn, Refusal, State, apply, parse_move
from engine.codec import check_state
from engine.games.zar.moves import is_offence
from engine.games.zar.state import State as ZarState
from tests.engine.play import facts_of
from tests.engine.rules.zar import situations

NOTHING_LEFT = situations.broke("B2", options=situations.VINCENT)
ENDED = situations.at("Y2 Y1", "", "G1 B1", by=0, phase="over", points=(1, 0), options=situations.VINCENT)
FREE = situations.at("G1 Y4", "Y5 B2", "B6", options=situations.OUT_OF_TURN)


@pytest.mark.parametrize(
    ("state", "seat", "move", "rule"),
    [
        pytest.param(NOTHING_LEFT, 0, "play B2", "zar 2.2", id="no card can be drawn"),
        pytest.param(ENDED, 1, "play G1", "engine 9", id="the table is over"),
        pytest.param(situations.STEADY, 0, "play B6", "zar 2.1", id="a card that the seat does not hold"),
        pytest.param(situations.STEADY, 0, "double B5", "zar 4.1", id="a double of one card"),
        pytest.param(situations.STEADY, 0, "play W1", "zar 2.3", id="a wild without a name"),
        pytest.param(situations.STEADY, 0, "play W1 =4", "zar 2.3", id="a wild with a number"),
        pytest.param(situations.STEADY, 2, "match D1 =S", "zar 2.3", id="a dragon with a command that is no option"),
        pytest.param(situations.STEADY, 0, "play B5 =B", "zar 2.3", id="a name for a card that takes none"),
        pytest.param(situations.STEADY, 0, "take", "zar 3.3", id="a verb that puts down nothing"),
        pytest.param(situations.STEADY, 0, "draw", "zar 2.1", id="a draw"),
        pytest.param(situations.STEADY, 1, "pass", "zar 2.1", id="a pass"),
        pytest.param(situations.STEADY, 0, "play Q1", "engine 3", id="a card that there is not"),
        pytest.param(situations.STEADY, 0, "play B5 B5", "engine 3", id="two cards written"),
        pytest.param(situations.STEADY, 0, "put B5", "engine 3", id="a verb that there is not"),
        pytest.param(situations.STEADY, 0, "play  B5", "engine 3", id="two spaces"),
        pytest.param(situations.TWIN, 0, "play B1", "zar 2.1", id="a table without Vincent cards"),
    ],
)
def test_a_mistake_that_is_not_an_offence_is_refused(state: State, seat: int, move: str, rule: str) -> None:
    with pytest.raises(Refusal) as refused:
        apply(state, seat, move)
    assert refused.value.rule == rule


def test_when_the_table_is_over_nothing_is_punished() -> None:
    assert isinstance(ENDED, ZarState)
    assert not is_offence(ENDED, 1, parse_move("play G1"))


def test_cards_owed_without_a_draw_two_are_impossible_where_no_card_stands() -> None:
    state = situations.at("G1 YD", "B5 B2", "B6 B1", "B3 YS", owed=4, options=situations.STANDS)
    after, _ = apply(state, 1, "play B6")
    check_state(after)
    with pytest.raises(InvalidState, match="owed for what is no draw two"):
        check_state(replace(after, options=replace(after.options, vincent_keeps="undone")))


# ---- moves without a card out of turn


@pytest.mark.parametrize(
    ("state", "seat", "move", "error"),
    [
        *((FREE, 0, verb, Refusal) for verb in ("draw", "pass", "accept")),
        *((FREE, 1, move, EngineError) for move in ("draw B6", "draw =G", "draw #1")),
        (situations.at("Y4", "Y5 B2", "B6", supply="", options=situations.OUT_OF_TURN), 1, "draw", NotYourTurn),
        (situations.at("G1 Y4", "Y5 B2", "B6", options=situations.VINCENT), 1, "draw", NotYourTurn),
        (
            situations.polled("G1 Y4", "Y5 B2", "B3 B4", "B5", options=situations.OUT_OF_TURN, answered=(0,)),
            1,
            "draw",
            Refusal,
        ),
    ],
)
def test_a_seat_that_is_asked_and_an_impossible_offence_are_refused(
    state: State, seat: int, move: str, error: type[EngineError]
) -> None:
    with pytest.raises(error):
        apply(state, seat, move)


def test_a_seat_that_is_out_pays_for_nothing() -> None:
    for options in (situations.OUT_OF_TURN, {**situations.OUT_OF_TURN, **situations.POLL}):
        state = situations.nearly_out("Y5", "B2", options=options)
        out = int(facts_of(state)["putDownBy"])
        for verb in ("take", "draw", "accept", "pass"):
            with pytest.raises(Refusal):
                apply(state, out, verb)
