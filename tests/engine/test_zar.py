"""Zar, beyond its rule table: deals, several plies, and the ends of hands."""

from collections.abc import Mapping
from random import Random

import pytest

from engine import Event, InvalidOption, State, active_seats, apply, legal_moves, new_game, result, view
from engine.core.randomness import Randomness
from engine.games.zar.cards import DECK
from engine.games.zar.state import Options, check_options
from engine.options import Plain
from tests.engine.play import Table, facts_of, play, play_on
from tests.engine.rules.zar.situations import PENALTY, POLL, POLLED, at, dealt, left_over, sizes
from tests.engine.table import SEED


def happenings(state: State, random: Random) -> tuple[State, list[Event]]:
    """Play a table with random moves; return its end and all events."""
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


def test_a_state_in_which_a_card_or_two_were_dealt_is_refused() -> None:
    with pytest.raises(InvalidOption, match="deal cannot be 2; it is 0 or a whole number 3–10"):
        check_options(2, Options(deal=2))


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


def test_a_table_that_is_over_may_have_reached_its_target_with_the_last_hand() -> None:
    state = at("G1 Y4", "", "B1", by=0, phase="over", hand=2, options={**PENALTY, "target": 9}, points=(3, 9))
    outcome = result(state)
    assert outcome is not None
    assert (outcome.reason, outcome.winners) == ("target", (0,))
