"""ZLAM!, beyond its rule table: decks, refused tables, deals, sets, scores by example."""

import json
from collections import Counter
from collections.abc import Mapping
from random import Random

import pytest

import engine
from engine.games.zlam.cards import MOST_STACKS, in_page_order, score_stack
from engine.games.zlam.rules import score_grand_zlam
from engine.games.zlam.state import Options, deck
from engine.options import Plain, read_options
from tests.engine.play import play_on
from tests.engine.rules.zlam.situations import EIGHT, LAST, LAST_POINTS, RISK, WILD, table
from tests.engine.table import SEED

TWO = ("R3 / Z / B1", "Y3 / Y2 / B4")
NINES = ("R4 R5 / Z / B1", "Y3 / Y2 / B4")


def deck_of(options: Mapping[str, Plain]) -> list[str]:
    return list(deck(read_options(Options, options)))


def deal(top: str, seats: int, options: Mapping[str, Plain]) -> engine.State:
    """Return a table dealt from a stacked deck: these cards, the top card first, then the others in canonical order."""
    rest = deck_of(options)
    for card in top.split():
        rest.remove(card)
    return engine.new_game("zlam", seats=seats, options={"firstSeat": 0, **options}, seed=SEED, deck=top.split() + rest)


def play_to_the_end(state: engine.State) -> tuple[engine.State, list[engine.Event]]:
    """Play a table with random moves; return its end and all that happened."""
    random = Random(4)
    happened = list[engine.Event]()
    while seats := engine.active_seats(state):
        state, events = engine.apply(state, seats[0], random.choice(engine.legal_moves(state, seats[0])))
        happened += events
    return state, happened


# ---- decks and deals


def test_a_stack_with_a_number_that_no_table_reaches_is_no_zone() -> None:
    last = f"stack:0.{MOST_STACKS}"
    none = f"stack:0.{MOST_STACKS + 1}"
    assert in_page_order([none, last, "deck"]) == ["deck", last]


def test_the_copies_of_a_card_stand_together_and_gain_and_loss_cards_come_last() -> None:
    options = {"ones": 1, "twos": 0, "threes": 0, "fours": 0, "fives": 1, "zlams": 1, "decks": 2}
    wild = {"gainCards": 2, "lossCards": 1}
    numbers = "R1 R1 R5 R5 B1 B1 B5 B5 Y1 Y1 Y5 Y5 Z Z"
    assert deck_of(options | wild) == [*numbers.split(), "+", "+", "+", "+", "-", "-"]


@pytest.mark.parametrize(
    ("seats", "options", "says"),
    [
        (16, {}, "at least 64 cards, and there are 60"),
        (13, {"stacks": 4}, "at least 65 cards, and there are 60"),
        (2, {**EIGHT, "zlams": 0, "fours": 0}, "at least 6 cards, and there are 3"),
        (2, {**EIGHT, "zlams": 0, "fours": 0, "gainCards": 9}, "at least 4 number and ZLAM! cards, and there are 3"),
        (2, {"teams": (0, 1, 1)}, "cannot have 3 numbers; it has one for each of the 2 seats"),
        (2, {"teams": ()}, "cannot have 0 numbers"),
    ],
)
def test_a_table_is_refused(seats: int, options: Mapping[str, Plain], says: str) -> None:
    with pytest.raises(engine.InvalidOption, match=says) as refused:
        engine.new_game("zlam", seats=seats, options=options, seed=SEED)
    assert refused.value.path == ("options", "teams" if "teams" in options else "decks")


def test_gain_cards_count_as_cards_to_draw() -> None:
    six: dict[str, Plain] = {**EIGHT, "zlams": 1, "fives": 0, "gainCards": 2}
    assert engine.new_game("zlam", seats=2, options=six, seed=SEED).seats == 2


def test_bases_go_round_from_the_seat_after_the_dealer_which_draws_first() -> None:
    state = deal("R1 R2 R3 B1 B2 B3 Y1 Y2 Y3 Z", 3, {})
    piles = {zone: " ".join(cards) for zone, cards in state.zones.items() if zone.startswith("stack")}
    first = {"stack:1.1": "R1", "stack:2.1": "R2", "stack:0.1": "R3"}
    second = {"stack:1.2": "B1", "stack:2.2": "B2", "stack:0.2": "B3"}
    third = {"stack:1.3": "Y1", "stack:2.3": "Y2", "stack:0.3": "Y3"}
    assert piles == first | second | third
    assert state.zones["drawn"] == ("Z",)
    assert engine.active_seats(state) == (1,)


def test_gain_and_loss_cards_dealt_as_bases_go_below_the_deck_one_after_the_other() -> None:
    state = deal("+ R4 - - R5 Y4 + Y5 Z", 2, {**EIGHT, **WILD})
    assert "".join(state.zones[f"stack:{place}"][0] for place in ("1.1", "0.1", "1.2", "0.2")) == "R4R5Y4Y5"
    assert state.zones["deck"] == ("+", "-", "-", "+", "Z", "B5", "B4")


def test_extra_cards_stand_with_the_others_of_their_colour_and_decks_multiply_them() -> None:
    plain = deck(Options(decks=2))
    more = deck(Options(decks=2, extra_r3=1, extra_y5=10))
    assert Counter(more) - Counter(plain) == {"R3": 2, "Y5": 20}
    assert list(more) == sorted(more, key=list(dict.fromkeys(plain)).index)


def test_extra_cards_count_for_the_cards_that_a_table_needs() -> None:
    small = {"twos": 0, "threes": 0, "fours": 0, "fives": 0, "zlams": 0, "stacks": 2}
    with pytest.raises(engine.InvalidOption, match="at least 9 cards, and there are 6"):
        engine.new_game("zlam", seats=3, options=small, seed=SEED)
    state = engine.new_game("zlam", seats=3, options={**small, "extraB4": 3}, seed=SEED)
    assert sum(zone.count("B4") for zone in state.zones.values()) == 3


def test_the_largest_deck_of_extra_cards_is_dealt_to_a_hundred_seats_and_comes_back_from_its_state() -> None:
    extra = {f"extra{colour}{number}": 10 for colour in "RBY" for number in range(1, 6)}
    state = engine.new_game("zlam", seats=100, options={**extra, "decks": 20, "stacks": 5}, seed=SEED)
    assert sum(map(len, state.zones.values())) == 20 * (60 + 150)
    assert engine.loads(engine.dumps(state)) == state


def test_a_state_written_before_there_were_extra_cards_still_loads() -> None:
    state = engine.new_game("zlam", seats=2, seed=SEED)
    text = json.loads(engine.dumps(state))
    text["options"] = {name: value for name, value in text["options"].items() if not name.startswith("extra")}
    assert engine.loads(json.dumps(text).encode()) == state


# ---- kinds that gain or lose


def test_one_kind_cannot_gain_and_lose() -> None:
    for gain, loss in (("3", "3"), ("Z", "Z"), ("R5", "R5"), ("R5", "5"), ("5", "Y5")):
        with pytest.raises(engine.InvalidOption, match=f'cannot be "{gain}" and "{loss}"; no card may be') as refused:
            engine.new_game("zlam", seats=2, options={"gainOn": gain, "lossOn": loss}, seed=SEED)
        assert refused.value.path == ("options", "lossOn")
    assert engine.new_game("zlam", seats=2, options={"gainOn": "R5", "lossOn": "B5"}, seed=SEED).ply == 0
    assert engine.new_game("zlam", seats=2, options={"gainOn": "R5", "lossOn": "R4", "fives": 0}, seed=SEED).ply == 0
    assert engine.new_game("zlam", seats=2, options={"gainOn": "3", "lossOn": "Z", "threes": 0}, seed=SEED).ply == 0


# ---- a hundred seats


def test_a_hundred_seats_play_a_game() -> None:
    options: dict[str, Plain] = {"decks": 7, "teams": tuple(range(100)), "firstSeat": 99}
    state = engine.new_game("zlam", seats=100, options=options, seed=SEED)
    assert len(state.zones) == 303
    assert engine.view(state, 99).turn == (0,)
    chance = Random(100)
    for number, step in enumerate(play_on(state, chance)):
        state = step.after
        if number % 150 == 0:
            assert engine.loads(engine.dumps(state)) == state
            assert engine.view(engine.redeal(state, 57, SEED), 57) == engine.view(state, 57)
            check_table_of_moves(state)
    assert engine.result(state) is not None
    with pytest.raises(engine.InvalidOption, match="raise decks"):
        engine.new_game("zlam", seats=100, options={"decks": 6}, seed=SEED)
    with pytest.raises(engine.InvalidInput, match="2–100 seats, not 101"):
        engine.new_game("zlam", seats=101, options={"decks": 20}, seed=SEED)


def check_table_of_moves(state: engine.State) -> None:
    """Check that moves of a large table are spelt and said."""
    for seat in engine.active_seats(state):
        for move in engine.legal_moves(state, seat):
            assert engine.parse_move(str(move)) == move
            assert engine.describe(state, seat, move).label


# ---- sets


@pytest.mark.parametrize(("sets", "games"), [(0, 1), (1, 3), (2, 6)])
def test_every_seat_deals_once_in_a_set(sets: int, games: int) -> None:
    _, events = play_to_the_end(engine.new_game("zlam", seats=3, options={"sets": sets, "firstSeat": 2}, seed=SEED))
    dealers = [int(event.value or 0) for event in events if event.kind == "dealer"]
    assert [2, *dealers] == [(2 + game) % 3 for game in range(games)]
    assert [event.kind for event in events].count("shuffled") == games - 1


def test_the_next_game_is_rebuilt_from_the_whole_deck() -> None:
    state = table("B5", *LAST, options={**EIGHT, "sets": 1}, points=LAST_POINTS)
    after, events = engine.apply(state, 0, "place @2")
    changed = [(one.kind, one.from_zone or one.to_zone) for one in events if one.kind in ("removed", "opened")]
    assert changed[2:] == [
        ("removed", "closed:0.2"),
        ("removed", "closed:1.1"),
        ("opened", "stack:0.2"),
        ("opened", "stack:1.1"),
    ]
    assert after.words > state.words
    assert sorted(card for cards in after.zones.values() for card in cards) == sorted(deck_of(EIGHT))


def test_points_are_the_sum_of_everything_that_was_scored() -> None:
    options: dict[str, Plain] = {**RISK, **WILD, "sets": 2, "teams": (1, 0, 1)}
    state, events = play_to_the_end(engine.new_game("zlam", seats=3, options=options, seed=SEED))
    points = [0, 0, 0]
    for event in events:
        if event.kind in ("scored", "grandZlam", "shutOut"):
            points[event.seat or 0] += int(event.value or 0)
    assert engine.view(state, None).scores == tuple(points)


# ---- scores


@pytest.mark.parametrize(
    ("pile", "points"),
    [
        ("R2 B5 Z Z Y2", 7),
        ("R2 R5 Z Z R2", 14),
        ("Y4 Y5", 4),
        ("Y4 R5", 2),
        ("Z R1 R1 R1 R1 R1 B4", 8),
        ("B4 B5 Z Z Z Z", 20),
    ],
)
def test_a_closed_stack_scores_one_a_number_two_a_zlam_and_double_in_one_colour(pile: str, points: int) -> None:
    assert score_stack(tuple(pile.split())) == points


@pytest.mark.parametrize(
    ("closed", "points"), [("R4 R5 / B4 B5 / Y4 Y5", 8), ("R4 R5 / R4 Z R5 / R4 R5", 8), ("R4 R5 / B4 Y5 / Y4 Y5", 4)]
)
def test_a_grand_zlam_scores_four_or_eight(closed: str, points: int) -> None:
    assert score_grand_zlam([tuple(pile.split()) for pile in closed.split(" / ")]) == points


def test_seats_rank_by_the_total_of_their_team_but_score_for_themselves() -> None:
    mates: dict[str, Plain] = {**EIGHT, "sets": 1, "teams": (29, 29)}
    state = table("B5", *LAST, options=mates, deal=2, dealer=1, points=(5, 10))
    outcome = engine.result(engine.apply(state, 0, "place @2")[0])
    assert outcome is not None
    assert (outcome.scores, outcome.ranking, outcome.winners) == ((9, 10), (1, 1), (0, 1))


# ---- the display of a front end


@pytest.mark.parametrize(
    ("state", "move", "source", "target", "label"),
    [
        (table("R2", *TWO), "place @2", "drawn", "stack:0.2", "Put red 2 on stack 2 of seat 0"),
        (table("R2", *TWO), "give #1", "drawn", None, "Give red 2 to seat 1"),
        (table("+", *TWO, options=WILD), "gain", "drawn", "out", "Add an empty stack"),
        (table("+", *TWO, options=WILD), "skip", "drawn", "out", "Add no stack"),
        (table("-", *TWO, options=WILD), "lose @3", "stack:0.3", "out", "Discard stack 3 of seat 0"),
        (table("", *NINES, options=RISK), "close @1", "stack:0.1", None, "Close stack 1 of seat 0"),
        (table("", *NINES, options=RISK), "draw", "deck", "drawn", "Leave the stacks at nine open and draw"),
    ],
)
def test_a_move_tells_its_zones(state: engine.State, move: str, source: str, target: str | None, label: str) -> None:
    described = engine.describe(state, 0, engine.parse_move(move))
    assert (described.from_zone, described.to_zone, described.label) == (source, target, label)


def test_an_open_stack_shows_its_count_and_a_closed_one_its_score() -> None:
    seen = engine.view(table("R2", "R3 Z B4 / Z / closed B5 Z B4", TWO[1], points=(8, 0)), None)
    assert {it.id: it.value for it in seen.zones if it.owner == 0} == {"stack:0.1": 7, "stack:0.2": 0, "closed:0.3": 8}
    assert seen.zones[0].value is None


def test_nobody_has_a_hand_so_no_card_of_one_is_explained() -> None:
    state = engine.new_game("zlam", seats=2, seed=SEED)
    assert engine.explain_hand(state, 0) == ()
    assert str(engine.game_of(state).attempt(state, 0, "R3")) == "place @1"
