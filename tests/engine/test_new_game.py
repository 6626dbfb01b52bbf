"""Making a table: refusals, and the stacked deal (engine 2)."""

from collections import Counter
from collections.abc import Callable
from itertools import chain
from random import Random

import pytest

from engine import GAMES, InvalidInput, InvalidOption, UnknownGame, find_game, new_game
from engine.games.zont import DECK
from tests.engine.play import random_table, stackable
from tests.engine.table import SEED

STARTER = {"firstSeat": 0}
make: Callable[..., object] = new_game


@pytest.mark.parametrize("name", ["", "Zeven", "zeven ", "nosuch", "\ud800", "x" * 10_000])
def test_an_unknown_game_is_refused_with_those_that_there_are(name: str) -> None:
    for ask in (find_game, lambda game: new_game(game, seats=2, seed=SEED)):
        with pytest.raises(UnknownGame) as refused:
            ask(name)
        assert ", ".join(GAMES) in refused.value.message
        assert refused.value.path == ("game",)
        assert len(refused.value.message.encode()) < 1000


@pytest.mark.parametrize("name", [None, 7, [], ["zeven"]], ids=repr)
def test_a_name_that_is_no_text_is_of_no_game(name: object) -> None:
    with pytest.raises(UnknownGame):
        make(name, seats=2, seed=SEED)


@pytest.mark.parametrize("game", list(GAMES))
def test_a_game_is_found_by_its_name(game: str) -> None:
    assert find_game(game) is GAMES[game]


@pytest.mark.parametrize("game", list(GAMES))
def test_a_number_of_seats_that_the_game_is_not_for_is_refused(game: str) -> None:
    rules = GAMES[game]
    for seats in (rules.min_seats - 1, rules.max_seats + 1, 0, -1, 10**100, True, 2.0, "2", None, [2]):
        with pytest.raises(InvalidInput, match=f"is for {rules.min_seats}–{rules.max_seats} seats") as refused:
            make(game, seats=seats, seed=SEED)
        assert refused.value.path == ("seats",)


@pytest.mark.parametrize("game", list(GAMES))
def test_every_number_of_seats_that_it_is_for_can_be_had(game: str) -> None:
    random = Random(game)
    seats = {random_table(game, random).seats for _ in range(200)}
    assert {GAMES[game].min_seats, GAMES[game].min_seats + 1} <= seats


def test_a_number_of_seats_too_long_to_write_is_refused() -> None:
    with pytest.raises(InvalidInput):
        new_game("zeven", seats=10**5000, seed=SEED)


@pytest.mark.parametrize(
    "seed", ["", "0" * 63, "0" * 65, "0" * 63 + "G", "A" * 64, "0" * 64 + "\n", "٠" * 64, b"0" * 64, 0, None, bytes(32)]
)
def test_a_seed_is_64_lower_case_hex_digits_and_is_never_quoted(seed: object) -> None:
    with pytest.raises(InvalidInput) as refused:
        make("zeven", seats=2, seed=seed)
    assert refused.value.message == "A seed is 64 lower-case hex digits."
    assert refused.value.path == ("seed",)


def test_the_values_of_options_are_checked() -> None:
    with pytest.raises(InvalidOption):
        new_game("zeven", seats=2, options={"rounds": 0}, seed=SEED)


# ---- the stacked deal


def test_a_stacked_deck_is_dealt_from_its_first_card_on() -> None:
    state = new_game("zeven", seats=2, options=STARTER, seed=SEED, deck=DECK)
    assert [state.zones[f"area:{area}"] for area in (1, 2, 3)] == [("AR1",), ("AR2",), ("AR3",)]
    assert state.zones["hand:0"] == ("AY1", "AY3", "AB2", "AW0")
    assert state.zones["hand:1"] == ("AY2", "AB1", "AB3", "AW4")
    assert state.zones["deck"] == DECK[:10:-1]


def test_a_stacked_deck_takes_no_random_words() -> None:
    assert new_game("zeven", seats=2, options=STARTER, seed=SEED, deck=DECK).words == 0
    assert new_game("zeven", seats=2, seed=SEED, deck=DECK).words == 1


def test_a_list_may_stack_it_too() -> None:
    dealt = new_game("zeven", seats=2, seed=SEED, deck=list(DECK))
    assert dealt == new_game("zeven", seats=2, seed=SEED, deck=DECK)


@pytest.mark.parametrize(
    ("deck", "says"),
    [
        ([], "too many: none; missing: AB1 AB2"),
        (DECK[1:], "too many: none; missing: AR1."),
        ([*DECK, "AR1"], "too many: AR1; missing: none."),
        (["AR2", *DECK[1:]], "too many: AR2; missing: AR1."),
        ([*DECK, *DECK], "too many: AB1 AB2"),
        (["XX9", *DECK[1:]], "Zeven has no card 'XX9'."),
        (["ar1", *DECK[1:]], "Zeven has no card 'ar1'."),
        (["??", *DECK[1:]], "Zeven has no card '??'."),
        ("AR1 AR2", "A deck is a list of cards, the top one first, not 'AR1 AR2'."),
        ([1, 2, 3], "Zeven has no card 1."),
        ([None], "Zeven has no card null."),
        (["\ud800"], "Zeven has no card '\\ud800'."),
        (["x" * 1000], "Zeven has no card 'xxx"),
    ],
)
def test_a_deck_that_is_not_exactly_the_cards_is_refused(deck: object, says: str) -> None:
    with pytest.raises(InvalidInput) as refused:
        make("zeven", seats=2, seed=SEED, deck=deck)
    assert says in refused.value.message
    assert refused.value.path == ("deck",)
    assert len(refused.value.message.encode()) < 500


@pytest.mark.parametrize("deck", [7, 2.5, True, [[]], [{}], [["AR1"]], range(3)], ids=repr)
def test_a_deck_that_is_no_list_of_codes_is_refused(deck: object) -> None:
    with pytest.raises(InvalidInput) as refused:
        make("zeven", seats=2, seed=SEED, deck=deck)
    assert refused.value.path == ("deck",)


@pytest.mark.parametrize("options", [7, 0, "rounds", "", [("rounds", 1)], [1], []], ids=repr)
def test_options_that_are_no_mapping_are_refused(options: object) -> None:
    with pytest.raises(InvalidOption):
        make("zeven", seats=2, seed=SEED, options=options)


@pytest.mark.parametrize("game", list(GAMES))
def test_every_game_can_be_stacked(game: str) -> None:
    random = Random(game)
    for _ in range(20):
        table = random_table(game, random)
        deck = stackable(table)
        random.shuffle(deck)
        plain, stacked = (
            new_game(game, seats=table.seats, options=table.options, seed=table.seed, deck=given)
            for given in (None, deck)
        )
        assert Counter(chain(*stacked.zones.values())) == Counter(chain(*plain.zones.values()))
        assert stacked.words < plain.words
        assert stacked.zones != plain.zones
