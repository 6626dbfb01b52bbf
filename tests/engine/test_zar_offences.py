"""Zar with Vincent cards: the cost of an offence, and mistakes that are not offences."""

import pytest
from msgspec.structs import replace

from engine import (
    EngineError,
    IllegalMove,
    InvalidState,
    NotYourTurn,
    Refusal,
    State,
    apply,
    events_for,
    explain,
    legal_moves,
    opens_reaction,
    parse_move,
    sentence,
    view,
)
from engine.codec import check_state
from engine.games.zar.moves import is_offence
from engine.games.zar.state import State as ZarState
from tests.engine.play import facts_of, play
from tests.engine.rules.zar.situations import (
    MATCH_STANDS,
    OUT_OF_TURN,
    POLL,
    STANDS,
    STEADY,
    TWIN,
    VINCENT,
    at,
    broke,
    nearly_out,
    polled,
    sizes,
)

ASKED_DRAWN = at("G1 Y4", "B5 B2 Y1", "B6", "D1", options={**VINCENT, "playDrawn": True}, drawn="B5", top="Y2")


@pytest.mark.parametrize(
    ("state", "seat", "move"),
    [
        pytest.param(STEADY, 0, "play B5", id="a card that does not fit"),
        pytest.param(STEADY, 0, "match Y1", id="a card that is no twin"),
        pytest.param(STEADY, 1, "play Y4", id="out of turn"),
        pytest.param(STEADY, 2, "play D1 =3", id="a dragon out of turn"),
        pytest.param(STEADY, 2, "double B3", id="a double out of turn"),
        pytest.param(ASKED_DRAWN, 0, "play Y1", id="another card than the one drawn"),
        pytest.param(ASKED_DRAWN, 1, "match B6", id="out of turn, while the taker decides about a card"),
        pytest.param(at("G1 YD", "B1 B2", "Y4", taker=1, owed=2, options=VINCENT), 1, "play Y4", id="while owing"),
        pytest.param(at("G1 Y4", "Y4 B1", "B2", by=0, taker=1, options=VINCENT), 0, "match Y4", id="the own card"),
        pytest.param(at("G1 Y4", "Y4 B1", "B2", options=VINCENT), 0, "play Y4", id="a twin that only matches"),
        pytest.param(polled("G1 Y4", "B1", "B2", "B3", options=VINCENT), 0, "match B1", id="in a poll"),
        pytest.param(
            polled("G1 Y4", "Y4 B1", "B2", "B3", options=VINCENT, answered=(0,)), 0, "match Y4", id="having passed"
        ),
        pytest.param(
            polled("G1 Y4", "B1", "B2", "B3", options=VINCENT, answered=(0,)),
            2,
            "play B3",
            id="in a poll about one's card",
        ),
        pytest.param(nearly_out("Y5", "B2", options=VINCENT), 1, "play Y5", id="being asked to accept"),
        pytest.param(nearly_out("Y5", "B2", options=VINCENT), 2, "match B2", id="while another is asked to accept"),
        pytest.param(
            nearly_out("Y5", "B2", options={**VINCENT, **POLL}, answered=(2,)),
            2,
            "play B2",
            id="in a poll about a last card",
        ),
    ],
)
def test_an_offence_costs_one_card_and_changes_nothing_else(state: State, seat: int, move: str) -> None:
    assert move not in map(str, legal_moves(state, seat))
    assert explain(state, seat, move) is not None
    after, events = apply(state, seat, move)
    check_state(after)
    assert [event.kind for event in events] == ["offended", "drawn"]
    assert {event.rule for event in events} == {"zar 8"}
    assert after.ply == state.ply + 1
    assert sizes(after) == [count + (seat == other) for other, count in enumerate(sizes(state))]
    assert len(after.zones["supply"]) == len(state.zones["supply"]) - 1
    assert after.zones["discard"] == state.zones["discard"]
    assert facts_of(after) == facts_of(state)
    assert view(after, None).turn == view(state, None).turn
    others = {other: legal_moves(state, other) for other in range(state.seats) if other != seat}
    assert {other: legal_moves(after, other) for other in others} == others


def test_the_card_of_an_offence_is_shown_to_all_and_the_one_drawn_to_its_owner() -> None:
    _, events = apply(STEADY, 1, "play B2")
    for viewer in (None, 0, 1, 2):
        shown, drawn = events_for(events, viewer)
        assert shown.cards == ("B2",)
        assert drawn.cards == (("B6",) if viewer == 1 else ())


def test_both_cards_of_a_double_are_shown() -> None:
    _, (shown, _) = apply(STEADY, 2, "double B3")
    assert (shown.cards, shown.value) == (("B3", "B3"), "double")


def test_the_card_just_drawn_is_still_the_one_that_may_be_played_after_an_offence() -> None:
    assert [str(move) for move in legal_moves(ASKED_DRAWN, 0)] == ["pass"]
    state = at("G1 Y4", "Y5 B2", "B6", options={**VINCENT, "playDrawn": True}, drawn="Y5", top="Y2")
    after = play(state, "0 play B2")
    assert after.zones["hand:0"] == ("Y2", "Y5", "B2")
    assert [str(move) for move in legal_moves(after, 0)] == ["play Y5", "pass"]


def test_an_offence_does_not_count_as_a_card_drawn() -> None:
    state = at("G1 Y4", "B2", "B3", options={**VINCENT, "mayDecline": True}, idle=1)
    assert facts_of(play(state, "1 play B3"))["idle"] == "1"


def test_an_offence_may_shuffle_the_discards() -> None:
    state = at("G1 G2 Y4", "B2", supply="", options=VINCENT)
    after, events = apply(state, 0, "play B2")
    assert [event.kind for event in events] == ["offended", "gathered", "shuffled", "drawn"]
    assert after.zones["discard"] == ("Y4",)


NOTHING_LEFT = broke("B2", options=VINCENT)
ENDED = at("Y2 Y1", "", "G1 B1", by=0, phase="over", points=(1, 0), options=VINCENT)


@pytest.mark.parametrize(
    ("state", "seat", "move", "rule"),
    [
        pytest.param(NOTHING_LEFT, 0, "play B2", "zar 2.2", id="no card can be drawn"),
        pytest.param(ENDED, 1, "play G1", "engine 9", id="the table is over"),
        pytest.param(STEADY, 0, "play B6", "zar 2.1", id="a card that the seat does not hold"),
        pytest.param(STEADY, 0, "double B5", "zar 4.1", id="a double of one card"),
        pytest.param(STEADY, 0, "play W1", "zar 2.3", id="a wild without a name"),
        pytest.param(STEADY, 0, "play W1 =4", "zar 2.3", id="a wild with a number"),
        pytest.param(STEADY, 2, "match D1 =S", "zar 2.3", id="a dragon with a command that the options do not allow"),
        pytest.param(STEADY, 0, "play B5 =B", "zar 2.3", id="a name for a card that takes none"),
        pytest.param(STEADY, 0, "take", "zar 3.3", id="a verb that puts down nothing"),
        pytest.param(STEADY, 0, "draw", "zar 2.1", id="a draw"),
        pytest.param(STEADY, 1, "pass", "zar 2.1", id="a pass"),
        pytest.param(STEADY, 0, "play Q1", "engine 3", id="a card that there is not"),
        pytest.param(STEADY, 0, "play B5 B5", "engine 3", id="two cards written"),
        pytest.param(STEADY, 0, "put B5", "engine 3", id="a verb that there is not"),
        pytest.param(STEADY, 0, "play  B5", "engine 3", id="two spaces"),
        pytest.param(TWIN, 0, "play B1", "zar 2.1", id="a table without Vincent cards"),
    ],
)  # fmt: skip
def test_a_mistake_that_is_not_an_offence_is_refused(state: State, seat: int, move: str, rule: str) -> None:
    with pytest.raises(Refusal) as refused:
        apply(state, seat, move)
    assert refused.value.rule == rule


def test_when_the_table_is_over_nothing_is_punished() -> None:
    assert isinstance(ENDED, ZarState)
    assert not is_offence(ENDED, 1, parse_move("play G1"))


def test_a_dragon_may_offend_with_a_command_where_it_may_name_one() -> None:
    state = at("G1 Y4", "B5", "D1 B6", options={**VINCENT, "dragonNames": "any"})
    assert sizes(play(state, "1 play D1 =S")) == [1, 3]


# ---- cards that stand


def offend(state: State, seat: int, move: str) -> tuple[State, list[tuple[str, int | None, str]]]:
    """Make an offence; return the state after it, and the kind, seat and rule of its events but facts."""
    after, events = apply(state, seat, move)
    check_state(after)
    return after, [(event.kind, event.seat, event.rule) for event in events if event.rule != "engine 6"]


def test_a_card_that_stands_lies_on_top_without_effect_and_the_turn_is_that_of_the_seat_after_the_offender() -> None:
    state = at("G1 Y4", "Y5 B2", "BS B1", "B6 B3", options=STANDS)
    after, told = offend(state, 1, "play BS")
    assert told == [("offended", 1, "zar 8.1"), ("drawn", 1, "zar 8")]
    assert after.zones["discard"][-1] == "BS"
    facts = facts_of(after)
    assert (facts["turnTaker"], facts["putDownBy"], facts["owed"], facts["idle"]) == ("2", "1", "0", "0")
    assert int(facts["turns"]) == int(facts_of(state)["turns"]) + 1
    assert opens_reaction(after, apply(state, 1, "play BS")[1])
    assert "skipped" not in [kind for kind, _, _ in told]


def test_the_event_names_the_cards_to_all_and_moves_them() -> None:
    _, events = apply(at("G1 Y4", "Y5 B2", "B3 B3 B1", "B6", options=STANDS), 1, "double B3")
    for viewer in (None, 0, 1, 2):
        offended, drawn, *_ = events_for(events, viewer)
        assert (offended.cards, offended.from_zone, offended.to_zone) == (("B3", "B3"), "hand:1", "discard")
        assert offended.value == "double"
        assert bool(drawn.cards) == (viewer == 1)
    said = "Seat 1 leaves blue 3, blue 3 on the discard pile for a double that is not allowed now."
    assert sentence("zar", events[0]) == said


def test_a_reverse_that_stands_reverses_nothing_and_a_wild_keeps_its_name() -> None:
    after, _ = offend(at("G1 Y4", "Y5 BR", "B1", "B6", options=STANDS), 0, "play BR")
    assert (facts_of(after)["direction"], facts_of(after)["turnTaker"]) == ("up", "1")
    after, told = offend(at("G1 Y4", "Y5 B2", "W1 B1", "B6", options=STANDS), 1, "play W1 =G")
    assert told[1] == ("chosen", 1, "zar 2.3")
    assert facts_of(after)["named"] == "G"


def test_an_offender_that_owes_takes_it_all_and_its_vincent_card() -> None:
    after, told = offend(at("G1 YD", "B5 B2", "B6", "B3", owed=2, options=STANDS), 0, "play B5")
    assert told[1:] == [("drawn", 0, "zar 3.3")] * 2 + [("drawn", 0, "zar 8")]
    assert (facts_of(after)["owed"], facts_of(after)["turnTaker"]) == ("0", "1")


def test_the_debt_of_another_seat_moves_to_the_seat_after_the_offender() -> None:
    after, told = offend(at("G1 YD", "B5 B2", "B6 B1", "B3 YS", owed=4, options=STANDS), 1, "play B6")
    assert told[1:] == [("drawn", 1, "zar 8")]
    assert (facts_of(after)["owed"], facts_of(after)["turnTaker"]) == ("4", "2")
    assert list(map(str, legal_moves(after, 2))) == ["take"]
    undone = replace(after, options=replace(after.options, vincent_keeps="undone"))
    with pytest.raises(InvalidState, match="owed for what is no draw two"):
        check_state(undone)


def test_a_last_card_that_stands_wins_no_hand() -> None:
    after, _ = offend(at("G1 Y4", "Y5 B2", "B6", "B3", options=STANDS), 1, "play B6")
    assert sizes(after) == [2, 1, 1]
    assert facts_of(after)["out"] == "none"


def test_what_was_covered_is_among_the_discards_shuffled_for_the_vincent_card() -> None:
    after, told = offend(at("G1 G2 Y4", "B2 B4", supply="", options=STANDS), 0, "play B2")
    assert [kind for kind, _, _ in told] == ["offended", "gathered", "shuffled", "drawn"]
    assert after.zones["discard"] == ("B2",)
    assert len(after.zones["supply"]) == 2


def test_a_wrong_match_goes_back_and_so_does_every_offence_while_a_seat_is_out() -> None:
    for state, seat, move in (
        (at("G1 Y4", "Y5 B2", "B6", "B3", options=STANDS), 1, "match B6"),
        (nearly_out("Y5", "B2", options=STANDS), 2, "play B2"),
        (nearly_out("Y5", "B2", options={**STANDS, **POLL}), 2, "play B2"),
    ):
        after, told = offend(state, seat, move)
        assert told == [("offended", seat, "zar 8"), ("drawn", seat, "zar 8")]
        assert after.zones["discard"] == state.zones["discard"]
        assert facts_of(after) == facts_of(state)


def test_a_poll_is_over_and_a_new_one_begins_about_the_card() -> None:
    state = polled("G1 Y4", "B1 B2", "B3 B4", "B5", options=STANDS, answered=(0,))
    after, _ = offend(state, 1, "play B3")
    assert (facts_of(after)["asked"], facts_of(after)["answered"]) == ("poll", "none")
    assert view(after, None).turn == (0, 2)
    after, _ = offend(polled("G1 B3 Y4", "B1", "B3 B4", "B5", options=STANDS), 1, "play B3")
    assert facts_of(after)["asked"] == "play", "both copies lie in the discard pile"


def test_the_question_about_a_drawn_card_is_gone() -> None:
    state = at("G1 Y4", "Y5 B2", "B6 B1", "B3", options={**STANDS, "playDrawn": True}, drawn="Y5", top="Y2")
    after, _ = offend(state, 1, "play B6")
    assert (facts_of(after)["asked"], facts_of(after)["turnTaker"]) == ("play", "2")
    assert "Y5" in after.zones["hand:0"]


def test_the_last_turn_of_a_hand_ends_it_after_the_draws() -> None:
    state = at("G1 Y4", "Y5 B2", "B6 B1", "B3", turns=299, options=STANDS)
    after, told = offend(state, 1, "play B6")
    assert [kind for kind, _, _ in told][:4] == ["offended", "drawn", "stalled", "won"]
    assert view(after, None).result is not None


def test_the_matched_offender_draws_once_more() -> None:
    after, _ = offend(at("G1 Y4", "Y5 B2", "B6 B1", "B6 B3", options=STANDS), 1, "play B6")
    matched, events = apply(after, 2, "match B6")
    assert [event.seat for event in events if event.kind == "drawn"] == [1]
    assert facts_of(matched)["turnTaker"] == "0"


def test_a_wrong_match_stands_without_effect_by_option() -> None:
    after, told = offend(at("G1 Y4", "Y5 B2", "BS B1", "B6 B3", options=MATCH_STANDS), 1, "match BS")
    assert told == [("offended", 1, "zar 8.1"), ("drawn", 1, "zar 8")]
    assert after.zones["discard"] == ("G1", "Y4", "BS")
    facts = facts_of(after)
    assert (facts["turnTaker"], facts["putDownBy"], facts["owed"], facts["idle"]) == ("2", "1", "0", "0")
    assert list(map(str, legal_moves(after, 2))) == ["play B3", "play B6"]


def test_the_twin_of_ones_own_card_stands_and_nobody_is_matched() -> None:
    after, told = offend(at("G1 YD", "B5 B2", "B6 B1", "YD B3", by=2, owed=2, options=MATCH_STANDS), 2, "match YD")
    assert told == [("offended", 2, "zar 8.1"), ("drawn", 2, "zar 8")]
    assert (facts_of(after)["owed"], facts_of(after)["turnTaker"]) == ("2", "0")


def test_a_twin_after_a_pass_in_a_poll_stands_and_holds_no_poll_since_both_copies_lie() -> None:
    state = polled("G1 Y4", "Y4 B2", "B3 B4", "B5", options=MATCH_STANDS, answered=(0,))
    after, told = offend(state, 0, "match Y4")
    assert [kind for kind, _, _ in told] == ["offended", "drawn"]
    assert (facts_of(after)["asked"], facts_of(after)["putDownBy"]) == ("play", "0")


def test_a_wrong_match_of_a_wild_stands_with_its_name_and_with_its_debt_drawn_first() -> None:
    after, told = offend(at("G1 YD", "W1 B2", "B6", "B3", owed=2, options=MATCH_STANDS), 0, "match W1 =G")
    assert told[1:] == [("chosen", 0, "zar 2.3"), *[("drawn", 0, "zar 3.3")] * 2, ("drawn", 0, "zar 8")]
    assert (facts_of(after)["named"], facts_of(after)["owed"]) == ("G", "0")


def test_a_wrong_match_goes_back_while_a_seat_is_out() -> None:
    for options in (MATCH_STANDS, {**MATCH_STANDS, **POLL}):
        state = nearly_out("Y5", "B2", options=options)
        after, told = offend(state, 2, "match B2")
        assert told == [("offended", 2, "zar 8"), ("drawn", 2, "zar 8")]
        assert after.zones["discard"] == state.zones["discard"]


@pytest.mark.parametrize("verb", ["take", "draw", "accept", "pass"])
@pytest.mark.parametrize("keeps", ["undone", "stands", "matchStands"])
def test_a_move_without_a_card_out_of_turn_costs_one_and_changes_nothing_else(verb: str, keeps: str) -> None:
    state = at("G1 YD", "B5 B2", "B6 B1", "B3 YS", owed=2, options={**OUT_OF_TURN, "vincentKeeps": keeps})
    after, told = offend(state, 1, verb)
    assert told == [("offended", 1, "zar 8.3"), ("drawn", 1, "zar 8")]
    assert facts_of(after) == facts_of(state)
    assert sizes(after) == [2, 3, 2]
    assert not opens_reaction(after, apply(state, 1, verb)[1])


def test_a_move_without_a_card_out_of_turn_is_told_to_all() -> None:
    _, events = apply(at("G1 Y4", "B5 B2", "B6", options=OUT_OF_TURN), 1, "draw")
    assert sentence("zar", events[0]) == "Seat 1 tries to draw out of turn."


def test_in_a_poll_only_a_seat_that_is_not_asked_pays_for_a_pass() -> None:
    state = polled("G1 Y4", "Y5 B2", "B3 B4", "B5", options=OUT_OF_TURN, answered=(0,))
    after, told = offend(state, 0, "pass")
    assert told == [("offended", 0, "zar 8.3"), ("drawn", 0, "zar 8")]
    assert facts_of(after) == facts_of(state)
    with pytest.raises(IllegalMove):
        apply(state, 1, "draw")


def test_a_seat_that_is_asked_is_refused_and_so_is_an_offence_that_cannot_be_paid_or_read() -> None:
    state = at("G1 Y4", "Y5 B2", "B6", options=OUT_OF_TURN)
    for seat, move in ((0, "draw"), (0, "pass"), (0, "accept"), (1, "draw B6"), (1, "draw =G"), (1, "draw #1")):
        with pytest.raises(EngineError):
            apply(state, seat, move)
    for refusing in (
        at("Y4", "Y5 B2", "B6", supply="", options=OUT_OF_TURN),
        at("G1 Y4", "Y5 B2", "B6", options=VINCENT),
    ):
        with pytest.raises(NotYourTurn):
            apply(refusing, 1, "draw")


def test_a_seat_that_is_out_pays_for_nothing() -> None:
    for options in (OUT_OF_TURN, {**OUT_OF_TURN, **POLL}):
        state = nearly_out("Y5", "B2", options=options)
        out = int(facts_of(state)["putDownBy"])
        for verb in ("take", "draw", "accept", "pass"):
            with pytest.raises(Refusal):
                apply(state, out, verb)
