"""Zar: what its rule table cannot say: deals, several plies, Vincent cards, sentences, impossible states."""

from collections.abc import Callable, Mapping
from functools import partial
from random import Random

import pytest
from msgspec.structs import replace

from engine import (
    Event,
    InvalidOption,
    InvalidState,
    Refusal,
    State,
    active_seats,
    apply,
    describe,
    events_for,
    explain,
    explain_hand,
    legal_moves,
    new_game,
    parse_move,
    result,
    sentence,
    view,
)
from engine.codec import check_state
from engine.core.randomness import Randomness
from engine.games.zar.cards import DECK
from engine.games.zar.moves import is_offence
from engine.games.zar.state import State as ZarState
from engine.options import Plain
from tests.engine.play import Table, play_on
from tests.engine.rules_zar import (
    DRAWN,
    PASSED,
    POLL,
    POLLED,
    TWIN,
    at,
    broke,
    dealt,
    left_over,
    nearly_out,
    polled,
    winning,
)
from tests.engine.table import SEED

VINCENT: Mapping[str, Plain] = {"vincent": True}


def play(state: State, *lines: str) -> State:
    """Play moves, written `seat move`."""
    for line in lines:
        seat, move = line.split(" ", 1)
        state, _ = apply(state, int(seat), move)
    return state


def facts_of(state: State) -> dict[str, str]:
    return {fact.name: fact.value for fact in view(state, None).facts}


def owed(state: State) -> tuple[str, tuple[int, ...]]:
    """Return how many cards are owed, and by whom."""
    return facts_of(state)["owed"], view(state, None).turn


def sizes(state: State) -> list[int]:
    return [len(state.zones[f"hand:{seat}"]) for seat in range(state.seats)]


def happenings(state: State, random: Random) -> tuple[State, list[Event]]:
    """Play a table with random moves; return its end and all that happened."""
    steps = list(play_on(state, random))
    return steps[-1].after, [event for step in steps for event in step.events]


# ---- deals


@pytest.mark.parametrize(
    ("seats", "options", "says", "name"),
    [
        (2, {"deal": 1}, "deal cannot be 1; it is 0 or a whole number 3–10", "deal"),
        (2, {"deal": 2}, "deal cannot be 2; it is 0 or a whole number 3–10", "deal"),
        (9, {"deal": 6}, "deal cannot be 6 with 9 seats: no more than 53 cards", "deal"),
        (6, {"deal": 9}, "deal cannot be 9 with 6 seats: no more than 53 cards", "deal"),
        (2, {"target": 1}, 'with scoring "none" it can only be 0', "target"),
    ],
)
def test_a_table_is_refused(seats: int, options: Mapping[str, Plain], says: str, name: str) -> None:
    with pytest.raises(InvalidOption, match=says) as refused:
        new_game("zar", seats=seats, options=options, seed=SEED)
    assert refused.value.path == ("options", name)


@pytest.mark.parametrize(("seats", "deal"), [(2, 3), (2, 10), (5, 10), (6, 8), (7, 7), (8, 6), (9, 5)])
def test_as_many_cards_are_dealt_as_the_option_says(seats: int, deal: int) -> None:
    state = new_game("zar", seats=seats, options={"deal": deal}, seed=SEED)
    assert sum(sizes(state)) == seats * deal
    assert len(state.zones["supply"]) == 62 - seats * deal - 1


@pytest.mark.parametrize(("seats", "each"), [(2, 8), (3, 7), (4, 6), (5, 5), (6, 4), (7, 3), (8, 3), (9, 3)])
def test_ten_less_the_number_of_seats_are_dealt_but_at_least_three(seats: int, each: int) -> None:
    assert sizes(new_game("zar", seats=seats, seed=SEED)) == [each] * seats


def test_cards_are_dealt_one_at_a_time_from_the_seat_after_the_dealer_on() -> None:
    deck = [card for card in DECK if card[0] in "YGB"] + [card for card in DECK if card[0] in "WD"]
    state = new_game("zar", seats=3, options={"firstSeat": 1}, seed=SEED, deck=deck)
    assert state.zones["hand:2"] == tuple(deck[0:21:3])
    assert state.zones["hand:0"] == tuple(deck[1:21:3])
    assert state.zones["hand:1"] == tuple(deck[2:21:3])
    assert state.zones["discard"] == (deck[21],)
    assert state.zones["supply"] == tuple(reversed(deck[22:]))


def test_a_card_is_put_back_at_a_place_counted_from_the_bottom() -> None:
    state = dealt("D1 W2 B6", "G1 G2 G3", "Y1 Y2 Y3")
    supply = [*reversed(left_over(["G1 G2 G3 Y1 Y2 Y3 D1 W2 B6"]).split()), "B6", "W2", "D1"]
    random = Randomness(SEED, 0)
    for card in ("D1", "W2"):
        assert supply.pop() == card
        supply.insert(random.below(56), card)
    assert supply.pop() == "B6"
    assert state.zones["supply"] == tuple(supply)
    assert state.words == random.used


@pytest.mark.parametrize(
    ("turned", "turn", "facts"),
    [
        ("Y4", 1, {"direction": "up", "owed": "0"}),
        ("YS", 2, {"direction": "up", "owed": "0"}),
        ("YR", 3, {"direction": "down", "owed": "0"}),
        ("YD", 1, {"direction": "up", "owed": "2"}),
    ],
)
def test_the_effect_of_the_card_turned_over_happens(turned: str, turn: int, facts: Mapping[str, str]) -> None:
    hands = ("G1 G2 G3", "B1 B2 B3", "Y1 Y2 Y3", "G4 B4 B5")
    for options, asked in (({}, (turn,)), (POLL, (1, 2, 3))):
        state = dealt(turned, *hands, options=options)
        assert view(state, None).turn == asked
        assert facts_of(state) | {**facts, "putDownBy": "0", "dealer": "0"} == facts_of(state)


def test_nobody_is_asked_about_the_card_turned_over_by_the_dealer_itself() -> None:
    state = dealt("Y4", "Y4 G2 G3", "B1 B2 B3")
    assert active_seats(state) == (1,)


# ---- draw twos


def test_the_worked_example_of_two_seats_holds() -> None:
    state = at("G1 Y4", "YD B1 B2", "YD B3 B5", by=0, taker=1)
    state = play(state, "1 play YD", "0 match YD")
    assert owed(state) == ("4", (1,))
    assert sizes(play(state, "1 take")) == [2, 2 + 1 + 4]


def test_with_all_three_colours_out_at_once_it_is_fifteen() -> None:
    state = at("G1 Y4", "YD GD BD B1 B2", "YD GD BD B3 B5", by=0, taker=1)
    state = play(state, "1 play YD", "0 match YD", "1 play GD", "0 match GD", "1 play BD", "0 match BD")
    assert owed(state) == ("12", (1,))
    assert sizes(play(state, "1 take")) == [2, 2 + 15]


def test_the_worked_example_holds_in_polls() -> None:
    state = at("G1 Y4", "YD B1 B2", "YD B3 B5", by=0, taker=1, options=POLL)
    state = play(state, "1 play YD", "0 match YD")
    assert owed(state) == ("4", (1,))


def test_a_debt_goes_round_until_it_is_taken_and_then_is_spent() -> None:
    state = at("G1 Y4", "YD B1", "GD B2", "BD B3", "Y6 BR")
    state = play(state, "0 play YD", "1 play GD", "2 play BD")
    assert owed(state) == ("6", (3,))
    state = play(state, "3 take", "3 play BR")
    assert owed(state) == ("0", (2,))
    assert sizes(state) == [1, 1, 1, 1 + 6]


def test_a_draw_two_that_was_taken_owes_two_anew_when_it_is_matched() -> None:
    state = at("G1 Y4", "YD B1", "B2 B3", "YD B5", "Y6", top="B6 B6")
    state = play(state, "0 play YD", "1 take")
    assert owed(play(state, "2 match YD")) == ("2", (3,))
    assert owed(play(state, "1 draw", "2 match YD")) == ("2", (3,))


def test_after_two_skips_play_goes_on_from_the_third_seat() -> None:
    state = at("G1 Y4", "YS YS B1", "B2", "B3", "YR YR B5", "Y6 G6")
    assert view(state := play(state, "0 double YS"), None).turn == (3,)
    assert view(play(state, "3 double YR"), None).turn == (4,)


def test_a_take_that_drew_nothing_makes_no_card_drawn_of_the_turn() -> None:
    nothing = play(at("YD", "B1", supply="", owed=2), "0 take", "0 draw")
    assert facts_of(nothing)["idle"] == "1"
    something = play(at("YD", "B1", supply="B6", owed=2), "0 take", "0 draw")
    assert facts_of(something)["idle"] == "0"


def test_discards_are_shuffled_as_they_lie_from_the_bottom() -> None:
    state = at("G1 W1 G2 B3 Y4", "B1", supply="")
    pile = ["G1", "W1", "G2", "B3"]
    random = Randomness(SEED, state.words)
    random.shuffle(pile)
    after = play(state, "0 draw")
    assert after.zones["supply"] == tuple(pile[:-1])
    assert pile[-1] in after.zones["hand:0"]
    assert after.words == random.used


# ---- matches


def test_a_match_can_be_matched_when_its_twin_was_shuffled_and_drawn() -> None:
    state = at("G1 Y4", "Y4 G2", supply="")
    state = play(state, "0 match Y4")
    drawn = set(state.zones["hand:1"]) - {"Y4"}
    assert drawn
    assert ("match Y4" in map(str, legal_moves(state, 1))) == ("Y4" in state.zones["hand:1"])


def test_a_match_with_nothing_left_to_draw_can_be_matched_back() -> None:
    state = play(at("Y4", "Y4", "Y5 B2", supply="", taker=1, by=2), "0 match Y4")
    assert sizes(state)[0] == 0
    assert explain(state, 2, "match Y4") is None
    after, events = apply(state, 2, "match Y4")
    assert [(event.seat, event.cards) for event in events if event.kind == "drawn"] == [(0, ("Y4",))]
    assert facts_of(after)["out"] == "none"


def test_a_seat_without_cards_that_is_not_out_answers_polls() -> None:
    state = play(polled("Y4", "Y4", "Y5 B2", supply=""), "0 match Y4")
    assert view(state, None).turn == (1, 2)
    state = play(state, "1 pass", "2 pass")
    assert view(state, None).turn == (1,)
    state = play(state, "1 play Y5")
    assert view(state, None).turn == (0, 2)
    assert [str(move) for move in legal_moves(state, 0)] == ["pass"]


def test_an_out_seat_that_is_matched_plays_on() -> None:
    state = at("G1 Y4", "Y5", "B2 B3", "Y5 B5", top="Y6")
    state = play(state, "0 play Y5", "2 match Y5")
    assert facts_of(state)["asked"] == "play"
    state = play(state, "0 play Y6")
    assert facts_of(state)["out"] == "0"
    outcome = result(play(state, "1 accept"))
    assert outcome is not None
    assert outcome.winners == (0,)


def test_when_the_matcher_of_an_out_seat_wins_the_hand_is_its_own() -> None:
    state = nearly_out("Y2", "B1", options={"inTurnTwin": "matchMayGoOut"})
    outcome = result(play(state, "1 match Y2"))
    assert outcome is not None
    assert outcome.winners == (1,)


def test_a_poll_is_held_after_each_card_and_none_after_a_match_that_everybody_saw_twice() -> None:
    state = at("G1 Y4", "Y5 Y6 B1", "B2 B3", "Y5 B5 G5", options=POLL)
    state = play(state, "0 play Y5", "1 pass")
    assert view(state, None).turn == (2,)
    state = play(state, "2 match Y5")
    assert facts_of(state) | {"asked": "play", "answered": "none", "turnTaker": "0"} == facts_of(state)
    assert view(play(state, "0 play Y6"), None).turn == (1, 2)


def test_a_seat_that_passed_may_match_in_its_own_turn() -> None:
    state = play(at("G1 Y4", "B1", "Y5 B3", "Y5 B2", by=1, taker=2, options=POLL), "2 play Y5", "0 pass", "1 pass")
    assert [str(move) for move in legal_moves(state, 0)] == ["draw"]
    state = play(state, "0 draw")
    assert [str(move) for move in legal_moves(state, 1)] == ["match Y5"]
    state = play(state, "1 match Y5")
    assert facts_of(state)["asked"] == "play"


def test_all_answers_of_a_poll_lead_to_the_same_state_in_any_order() -> None:
    orders = (("0 pass", "1 pass"), ("1 pass", "0 pass"))
    first, second = (play(POLLED, *order) for order in orders)
    assert first == second


# ---- ends


def test_a_hand_in_which_everybody_only_draws_ends_when_nothing_is_left() -> None:
    state = new_game("zar", seats=2, options={"mayDecline": True, "firstSeat": 0}, seed=SEED)
    events: tuple[Event, ...] = ()
    draws = 0
    while result(state) is None:
        state, events = apply(state, view(state, None).turn[0], "draw")
        draws += 1
    assert draws == 62 - 16 - 1 + 2
    assert [event.value for event in events if event.kind == "stalled"] == ["noCards"]
    assert facts_of(state)["idle"] == "2"


@pytest.mark.parametrize("seats", [2, 3])
def test_a_hand_has_at_most_a_hundred_turns_a_seat(seats: int) -> None:
    """The seats match nothing and win nothing: each plays if it can, but never its last card."""
    state = new_game("zar", seats=seats, options={"mayDecline": True}, seed=SEED)
    events: tuple[Event, ...] = ()
    while result(state) is None:
        taker = view(state, None).turn[0]
        cards = len(state.zones[f"hand:{taker}"])
        moves = [str(move) for move in legal_moves(state, taker)]
        wanted = [move for move in moves if move.startswith("play") and cards > 4]
        state, events = apply(state, taker, (wanted or [moves[-1]])[0])
    assert facts_of(state)["turns"] == str(100 * seats)
    assert [event.value for event in events if event.kind == "stalled"] == ["cap"]


def test_at_the_cap_the_seat_that_is_out_shares_the_win_with_another_without_cards() -> None:
    state = at("G1 Y4", "Y5", "", "Y5 B1", turns=299)
    outcome = result(play(state, "0 play Y5"))
    assert outcome is not None
    assert outcome.scores == (1, 1, 0)


def test_a_hand_that_stalls_says_so_by_the_rule_of_stalled_hands() -> None:
    _, events = apply(broke("B2", idle=1), 0, "draw")
    assert {event.kind: event.rule for event in events if event.kind in ("stalled", "won")} == {
        "stalled": "zar 6.2",
        "won": "zar 6.2",
    }
    _, events = apply(winning("G1"), 0, "play Y2")
    assert [event.rule for event in events if event.kind == "won"] == ["zar 6.1"]


def test_the_deal_goes_round_with_rotate() -> None:
    options: dict[str, Plain] = {"dealer": "rotate", "hands": 5, "firstSeat": 1, "deal": 3}
    start = Table("zar", 3, options, SEED).deal()
    _, events = happenings(start, Random(1))
    assert [event.value for event in events if event.kind == "dealer"] == ["2", "0", "1", "2"]


def test_the_winner_deals_next() -> None:
    start = Table("zar", 3, {"hands": 8, "firstSeat": 1, "deal": 3}, SEED).deal()
    steps = list(play_on(start, Random(2)))
    ended = [step for step in steps if any(event.kind == "won" for event in step.events)][:-1]
    assert len(ended) == 7
    for step in ended:
        winners = [event.seat for event in step.events if event.kind == "won"]
        assert facts_of(step.after)["dealer"] == str(winners[0])


@pytest.mark.parametrize("scoring", ["none", "penalty", "winnerTakes"])
def test_totals_are_the_sum_of_everything_that_was_scored(scoring: str) -> None:
    start = Table("zar", 4, {"hands": 6, "scoring": scoring, "deal": 4}, SEED).deal()
    state, events = happenings(start, Random(scoring))
    points = [0] * 4
    for event in events:
        if event.kind == "scored":
            points[event.seat or 0] += int(event.value or 0)
    outcome = result(state)
    assert outcome is not None
    assert outcome.scores == tuple(points)
    best = min(points) if scoring == "penalty" else max(points)
    assert outcome.winners == tuple(seat for seat, total in enumerate(points) if total == best)
    assert outcome.reason == "hands"


# ---- Vincent cards

STEADY = at("G1 Y4", "B5 Y1 W1", "B2 Y4", "D1 B3 B3", options=VINCENT, top="B6")
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
def test_what_is_no_offence_is_refused(state: State, seat: int, move: str, rule: str) -> None:
    with pytest.raises(Refusal) as refused:
        apply(state, seat, move)
    assert refused.value.rule == rule


def test_when_the_table_is_over_nothing_is_punished() -> None:
    assert isinstance(ENDED, ZarState)
    assert not is_offence(ENDED, 1, parse_move("play G1"))


def test_a_dragon_may_offend_with_a_command_where_it_may_name_one() -> None:
    state = at("G1 Y4", "B5", "D1 B6", options={**VINCENT, "dragonNames": "any"})
    assert sizes(play(state, "1 play D1 =S")) == [1, 3]


# ---- what a front end shows


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
def test_what_happens_is_told_in_plain_sentences(state: State, line: str, says: str) -> None:
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


# ---- states that cannot be

ROTATE: Mapping[str, Plain] = {"dealer": "rotate", "hands": 3}
TWO = ("B1 B2", "B3 B4")
PENALTY: Mapping[str, Plain] = {"scoring": "penalty", "hands": 3}


def begun(top: str, taker: int = 1, by: int = 0, turns: int = 0, named: str = "", **fields: object) -> State:
    """A hand of three seats in which no card was put down yet."""
    hands = ("G1 G2 G3", "B1 B2 B3", "Y1 Y2 Y3")
    state = at(top, *hands, options={"deal": 3}, named=named)
    return changed(state, turn_taker=taker, put_down_by=by, turns=turns, **fields)


def changed(state: State, **fields: object) -> State:
    """Change a state, and check that it can be."""
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
