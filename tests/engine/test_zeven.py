"""Zeven: scores, ties and rounds, which are too long for a row of the rule table."""

from random import Random

import pytest
from msgspec.structs import replace

from engine import IllegalMove, apply, asked_seats, legal_moves, new_game, result
from engine.games.zeven.rules import score_piles
from engine.games.zont import DECK
from tests.engine.naive.zeven import score_zeven_round
from tests.engine.play import Table, play_on
from tests.engine.table import SEED


def pile(red: str = "", yellow: str = "", blue: str = "", wilds: int = 0) -> tuple[str, ...]:
    """Return a score pile with these values of each colour. Suits do not matter, so all cards are Art."""
    colours = {"R": red, "Y": yellow, "B": blue}
    cards: list[str] = []
    for colour, values in colours.items():
        cards += [f"A{colour}{value}" for value in values]
    return (*cards, *["AW4"] * wilds)


A = pile(yellow="11112333", red="12233", blue="1222", wilds=1)
B = pile(yellow="12", red="11233", blue="13", wilds=4)
C = pile(yellow="2233", red="112", blue="1122333", wilds=5)


def test_the_worked_example_holds() -> None:
    assert score_piles((A, B, C), "allBlocked") == (10, 8, 12)


@pytest.mark.parametrize("ties", ["allBlocked", "noneBlocked"])
def test_the_worked_example_holds_for_each_option_and_order(ties: str) -> None:
    assert score_piles((C, A, B), ties) == (12, 10, 8)
    assert score_piles((B, C, A), ties) == (8, 12, 10)


@pytest.mark.parametrize(
    ("piles", "all_blocked", "none_blocked"),
    [
        ((pile(red="12"), pile(red="3")), (0, 1), (0, 1)),
        ((pile(red="12"), pile(red="13")), (0, 2), (0, 2)),
        ((pile(red="13"), pile(red="22")), (0, 0), (2, 2)),
        ((pile(red="13"), pile(red="22"), pile(red="3")), (0, 0, 1), (2, 2, 1)),
        ((pile(red="13"), pile(red="22"), pile(red="33")), (0, 0, 2), (2, 2, 2)),
        ((pile(red="13"), pile(red="11"), pile(red="22")), (2, 0, 2), (2, 0, 2)),
        ((pile(red="13"), pile(red="22"), pile(red="13"), pile(red="31")), (0, 0, 0, 0), (2, 2, 2, 2)),
        ((pile(red="1", blue="1"), pile(red="1", blue="2")), (0, 1), (1, 2)),
        ((pile(wilds=3), pile(wilds=9)), (3, 9), (3, 9)),
        ((pile(), pile()), (0, 0), (0, 0)),
        ((pile(red="1"), pile()), (0, 0), (0, 0)),
        ((pile(red="1"), pile(yellow="1"), pile(blue="1")), (0, 0, 0), (0, 0, 0)),
        ((pile(red="111222333", wilds=2), pile(red="333222", blue="1")), (2, 6), (2, 6)),
    ],
)
def test_ties_are_broken_by_the_lowest_sum_and_then_by_the_option(
    piles: tuple[tuple[str, ...], ...], all_blocked: tuple[int, ...], none_blocked: tuple[int, ...]
) -> None:
    assert score_piles(piles, "allBlocked") == all_blocked
    assert score_piles(piles, "noneBlocked") == none_blocked


def test_scores_agree_with_the_naive_implementation() -> None:
    random = Random(4)
    for _ in range(500):
        cards = random.sample(DECK, random.randrange(56))
        seats = random.randint(2, 4)
        piles = [tuple(cards[seat::seats]) for seat in range(seats)]
        for ties in ("allBlocked", "noneBlocked"):
            assert list(score_piles(piles, ties)) == score_zeven_round(piles, ties)


# ---- rounds


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("first", [0, 1])
def test_each_round_starts_at_the_next_seat(seats: int, first: int) -> None:
    table = Table("zeven", seats, {"firstSeat": first}, SEED)
    start = table.deal()
    states = [start, *(step.after for step in play_on(start, Random(seats)))]
    starters = dict.fromkeys((state.round, state.starter) for state in states)  # type: ignore[attr-defined]
    assert list(starters) == [(number, (first + number - 1) % seats) for number in range(1, seats + 1)]


@pytest.mark.parametrize("rounds", [1, 2, 5, 12])
def test_the_option_sets_the_number_of_rounds(rounds: int) -> None:
    start = Table("zeven", 2, {"rounds": rounds}, SEED).deal()
    *steps, last = play_on(start, Random(rounds))
    deals = sum(event.kind == "shuffled" for step in steps for event in step.events)
    assert deals == rounds - 1
    outcome = result(last.after)
    assert outcome is not None
    assert outcome.reason == "rounds"


def test_in_a_round_every_card_of_the_hands_and_the_deck_is_played() -> None:
    start = Table("zeven", 3, {"rounds": 1}, SEED).deal()
    *_, last = play_on(start, Random(1))
    zones = last.after.zones
    in_areas = sum(len(zones[f"area:{area}"]) for area in (1, 2, 3))
    in_scores = sum(len(zones[f"score:{seat}"]) for seat in range(3))
    assert in_areas + in_scores == 55


def test_the_starter_is_dealt_the_first_card() -> None:
    state = new_game("zeven", seats=4, options={"firstSeat": 2}, seed=SEED, deck=DECK)
    assert [state.zones[f"hand:{seat}"][0] for seat in (2, 3, 0, 1)] == ["AY1", "AY2", "AY3", "AB1"]
    assert len(state.zones["deck"]) == 55 - 3 - 16


def test_an_empty_choice_is_refused_by_a_rule_about_choices() -> None:
    state = new_game("zeven", seats=4, seed=SEED)
    (seat,) = asked_seats(state)
    for move in legal_moves(state, seat):
        with pytest.raises(IllegalMove) as refused:
            apply(state, seat, replace(move, choice=""))
        assert refused.value.rule in ("zeven 3.1", "zeven 3.7")
