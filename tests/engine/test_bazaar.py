"""Bazaar: stacked deals and long tables, which do not fit a row of the rule table."""

from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

import engine
from engine.codec import check_state
from engine.games.bazaar.state import Options
from engine.games.zont import DECK, VALUE
from tests.engine.play import Table, play_on, random_table
from tests.engine.rules.bazaar.situations import CUSTOMERS, LATE, MAY, QUIET, asked_to_bank, at, last_lap
from tests.engine.table import SEED, laid

STARTER = {"firstSeat": 0}
NINE = tuple(card for card in DECK if card[0] == "F" and card[1] != "W")
STACK = ("FR3", "FY1", "FB2", *(card for card in DECK if card not in ("FR3", "FY1", "FB2")))


def deal(deck: list[str] | tuple[str, ...] | None = None) -> engine.State:
    return engine.new_game("bazaar", seats=2, options=STARTER, seed=SEED, deck=deck)


def customers(state: engine.State) -> list[str]:
    return [" ".join(state.zones[customer]) for customer in CUSTOMERS]


# ---- banking by choice


@pytest.mark.parametrize("move", ["bank", "skip"])
def test_to_bank_or_not_gives_nothing_away_unless_a_card_is_drawn(move: str) -> None:
    piles = {"pile:1.red": "AR1", "pile:1.yellow": "AY1", "pile:1.blue": "AB1"}
    for options in (MAY, {**MAY, "trigger": "any"}):
        lap = last_lap(piles, taker=1, options=options, phase="bank")
        assert engine.learned(lap, *engine.apply(lap, 1, move), 1) is None
    state = asked_to_bank()
    assert engine.learned(state, *engine.apply(state, 0, move), 0) == "REVEALED"


@pytest.mark.parametrize(
    ("changes", "says"),
    [
        ({"options": Options(first_seat=0)}, "A seat is asked to bank that cannot be."),
        ({"colour": "red"}, "No power is in use"),
        ({"zones": {"pile:0.red": ()}}, "A seat is asked to bank that cannot be."),
        ({"zones": {"pile:0.red": ("AR3", "AR1")}}, "A seat is asked to bank that cannot be."),
    ],
    ids=str,
)
def test_a_seat_is_asked_to_bank_only_where_it_can_be(changes: dict[str, Any], says: str) -> None:
    state = asked_to_bank()
    if "zones" in changes:
        given = [card for cards in changes["zones"].values() for card in cards]
        rest = {zone: tuple(c for c in cards if c not in (*given, "AR3")) for zone, cards in state.zones.items()}
        lost = tuple(card for card in ("AR3",) if card not in given)
        changes = {"zones": {**rest, "deck": (*rest["deck"], *lost), **changes["zones"]}}
    with pytest.raises(engine.InvalidState, match=says):
        check_state(replace(state, **changes))


def test_the_labels_and_events_of_banking_are_its_own() -> None:
    state = asked_to_bank()
    labels = [engine.describe(state, 0, move).label for move in engine.legal_moves(state, 0)]
    assert labels == ["Bank the cards of all piles", "Do not bank"]
    german = [
        engine.move_label("bazaar", engine.describe(state, 0, move), engine.Wording("de"))
        for move in engine.legal_moves(state, 0)
    ]
    assert german == ["Die Karten aller Stapel werten", "Nicht werten"]
    _, events = engine.apply(state, 0, "skip")
    assert engine.sentence("bazaar", events[0]) == "Seat 0 does not bank."
    assert "skip bank" in {phrase.key for phrase in engine.vocabulary("bazaar").moves}
    assert "skipped bazaar 4.4" in {phrase.key for phrase in engine.vocabulary("bazaar").events}


# ---- the stacked deal


def test_a_stacked_deck_of_all_cards_begins_with_the_customers_and_takes_no_random_words() -> None:
    state = deal(STACK)
    assert customers(state) == ["FR3", "FY1", "FB2"]
    assert state.zones["hand:0"] == ("AR1", "AR3", "AY2", "AB1", "AB3")
    assert state.zones["hand:1"] == ("AR2", "AY1", "AY3", "AB2", "AW0")
    assert state.zones["deck"] == STACK[:12:-1]
    assert state.words == 0


def test_a_stacked_deck_of_the_others_leaves_the_customers_to_their_shuffle() -> None:
    fresh = deal()
    others = [card for card in DECK if card not in customers(fresh)]
    state = deal(others)
    assert customers(state) == customers(fresh)
    assert state.zones["hand:0"] == ("AR1", "AR3", "AY2", "AB1", "AB3")
    assert 8 <= state.words < fresh.words


@pytest.mark.parametrize(
    ("deck", "says"),
    [
        (DECK, "Art red 1 cannot be the red customer"),
        (("FY1", "FR3", *STACK[2:]), "Favors yellow 1 cannot be the red customer"),
        (("FR3", "FW0", "FB2", *STACK[3:]), "Favors wild 0 cannot be the yellow customer"),
        (("FR3", "FY1", "GB1", *STACK[3:]), "Giglets blue 1 cannot be the blue customer"),
        ((*STACK[:3], "AR2", *STACK[4:]), "too many: AR2; missing: AR1"),
        (STACK[3:], "exactly the 52 cards"),
        (STACK[1:], "exactly the 52 cards"),
        ((*STACK, "AR1"), "exactly the 52 cards"),
        ((), "exactly the 52 cards"),
    ],
)
def test_a_stacked_deck_that_cannot_be_is_refused(deck: tuple[str, ...], says: str) -> None:
    with pytest.raises(engine.InvalidInput, match=says) as refused:
        deal(deck)
    assert refused.value.path == ("deck",)


@pytest.mark.parametrize("seed", range(20))
def test_the_customers_are_those_that_are_turned_over_first(seed: int) -> None:
    state = engine.new_game("bazaar", seats=2, options=STARTER, seed=f"{seed:064x}")
    assert [card[:2] for card in customers(state)] == ["FR", "FY", "FB"]
    assert set(customers(state)) < set(NINE)


# ---- a turn


def test_a_wild_that_is_taken_is_wild_again() -> None:
    zones = {"hand:0": "ZB1 ZB2 ZB3 ZY1", "hand:1": "ZR1", "pile:0.red": "CR1", "pile:1.red": "AR1 AW0"}
    state, _ = engine.apply(at(zones, phase="change", colour="red"), 0, "take @1.red")
    state, _ = engine.apply(state, 1, "play ZR1 @red")
    plays = [str(move) for move in engine.legal_moves(state, 0) if "AW0" in move.cards]
    assert plays == ["play AW0 @red", "play AW0 @yellow", "play AW0 @blue"]


# ---- the end


def test_a_table_that_is_prolonged_ends_by_the_cap() -> None:
    """With `changeTakesItself` a seat may keep its hand full for ever: the table ends after 101 turns a seat."""
    stack = [*dict.fromkeys((*STACK[:3], "AR1", "AR2", "CR1", "CR2", *STACK))]
    state = engine.new_game("bazaar", seats=2, options={**STARTER, "changeTakesItself": True}, seed=SEED, deck=stack)
    for seat in (0, 1):
        state, _ = engine.apply(state, seat, f"play {('AR1', 'AR2')[seat]} @red")
        state, _ = engine.apply(state, seat, "skip")
    turns = 2
    while engine.result(state) is None:
        seat = turns % 2
        state, _ = engine.apply(state, seat, f"play {('CR1', 'CR2')[seat]} @red")
        state, _ = engine.apply(state, seat, f"take @{seat}.red")
        turns += 1
    outcome = engine.result(state)
    assert outcome is not None
    assert (outcome.reason, turns) == ("cap", 202)
    assert state.zones["deck"]


@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
def test_every_seat_has_one_turn_after_the_last_card_was_drawn(seats: int) -> None:
    random = Random(seats)
    for number in range(10):
        start = Table("bazaar", seats, {}, f"{number:064x}").deal()
        late = [step for step in play_on(start, random) if not step.before.zones["deck"]]
        turns = list(dict.fromkeys(step.seat for step in late))
        drew_last = (turns[0] - 1) % seats
        assert turns == [(drew_last + 1 + place) % seats for place in range(seats)]


def test_scores_are_the_cards_face_down_minus_those_face_up() -> None:
    random = Random(7)
    for _ in range(30):
        *_, last = play_on(random_table("bazaar", random).deal(), random)
        outcome = engine.result(last.after)
        assert outcome is not None
        for seat, score in enumerate(outcome.scores):
            down = last.after.zones[f"score:{seat}"]
            up = last.after.zones[f"penalty:{seat}"]
            assert score == sum(VALUE[card] for card in down) - sum(VALUE[card] for card in up)


# ---- states at the edge of impossible ones


@pytest.mark.parametrize(
    "state",
    [
        laid(LATE, "score:2", "ZR1"),  # the seat that drew the last card may be one short
        laid(replace(LATE, turn_taker=2, turns=62), "score:2", "ZB1 ZB2"),  # two, after its last turn
        laid(replace(QUIET, turns=2), "score:0", "AR1 AR2"),  # two cards a turn
        laid(laid(QUIET, "pile:0.blue", "AB1"), "pile:0.red", "AR1"),  # not the turn before
    ],
)
def test_a_state_at_the_edge_of_impossible_ones_is_taken(state: engine.State) -> None:
    check_state(state)


def test_piles_that_match_after_the_penalties_may_stay() -> None:
    options = {"trigger": "any", "othersScore": "stay"}
    matching = {"pile:1.red": "AR1", "pile:1.yellow": "AY1", "pile:1.blue": "AB1"}
    check_state(at(matching, options=options))
    with pytest.raises(engine.InvalidState, match="were not banked"):
        at(matching, options={"trigger": "any"})
    with pytest.raises(engine.InvalidState, match="were not banked"):
        at({zone.replace("1", "2"): cards for zone, cards in matching.items()}, seats=3, options={"trigger": "any"})
    check_state(at({zone.replace("1", "2"): cards for zone, cards in matching.items()}, seats=3, taker=1))


def test_no_favors_is_dealt_into_a_score_pile_when_the_hidden_cards_are_dealt_again() -> None:
    state = at({"score:1": "AR1 AR2 AR3"})
    dealt = [engine.redeal(state, 0, f"{number:064x}") for number in range(40)]
    assert len({other.zones["score:1"] for other in dealt}) > 30
    assert all(card[0] != "F" for other in dealt for card in other.zones["score:1"])
    assert any(card[0] == "F" for other in dealt for card in other.zones["hand:1"])
    assert len({engine.view(other, 0) for other in dealt}) == 1
