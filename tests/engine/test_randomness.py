"""Verifiable randomness (engine 4), against published answers and against a second, plain implementation."""

import json
from collections.abc import Iterator, Sequence
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from engine import find_game, new_game
from engine.core.randomness import Randomness
from engine.games.zont import DECK

VECTORS: dict[str, Any] = json.loads(
    (Path(__file__).parents[2] / "docs" / "vectors" / "randomness.json").read_text(encoding="utf-8")
)
ZEROS = "00" * 32
COUNTED = bytes(range(32)).hex()
WORDS_OF_ZEROS = "2c34ce1d f23b838c 5abf2a7f 6437cca3 d3067ed5 09ff25f1 1df6b11b 582b51eb 08e00266"


def words_as_the_page_says(key: str) -> Iterator[int]:
    """Return the stream of words, implemented again from the page alone."""
    index = 0
    while True:
        digest = sha256(bytes.fromhex(key) + index.to_bytes(8, "big")).hexdigest()
        yield from (int(digest[place : place + 8], 16) for place in range(0, 64, 8))
        index += 1


def shuffled_as_the_page_says(key: str, cards: Sequence[str]) -> list[str]:
    """Return the shuffled cards, top last."""
    words = words_as_the_page_says(key)
    dealt = list(cards)
    for last in range(len(dealt) - 1, 0, -1):
        limit = 2**32 // (last + 1) * (last + 1)
        chosen = next(word for word in words if word < limit) % (last + 1)
        dealt[last], dealt[chosen] = dealt[chosen], dealt[last]
    return dealt


def deck_named(name: str) -> tuple[str, ...]:
    if name == "zont":
        return DECK
    game = find_game(name)
    return game.deck(game.options())


def test_the_words_are_those_that_the_page_publishes() -> None:
    random = Randomness(ZEROS, 0)
    assert " ".join(f"{random.word():08x}" for _ in range(9)) == WORDS_OF_ZEROS


def test_numbers_below_a_bound_are_those_that_the_page_publishes() -> None:
    random = Randomness(ZEROS, 0)
    assert [random.below(n) for n in range(2, 11)] == [1, 2, 3, 2, 1, 5, 3, 3, 6]


def test_words_that_would_favour_some_numbers_are_passed_over() -> None:
    random = Randomness(COUNTED, 0)
    assert [random.below(2147483649) for _ in range(3)] == [691701949, 952885779, 1376201217]
    assert random.used == 6


def test_a_shuffle_passes_such_words_over_too() -> None:
    # With so many places, one word of the 99,999 is such a word.
    cards = [str(number) for number in range(100_000)]
    random = Randomness(ZEROS, 0)
    expected = shuffled_as_the_page_says(ZEROS, cards)
    random.shuffle(cards)
    assert cards == expected
    assert random.used > 99_999


def test_the_zont_deck_begins_as_the_page_publishes() -> None:
    cards = list(DECK)
    Randomness(ZEROS, 0).shuffle(cards)
    assert " ".join(reversed(cards[-10:])) == "FY2 FW4 CR3 CY2 GR3 ZY2 FR3 FY3 AW0 FB3"


def test_below_one_takes_no_word() -> None:
    random = Randomness(ZEROS, 5)
    assert random.below(1) == 0
    assert random.used == 5


def test_the_stream_goes_on_where_it_was_left() -> None:
    whole = Randomness(COUNTED, 0)
    words = [whole.word() for _ in range(40)]
    for used in range(40):
        assert Randomness(COUNTED, used).word() == words[used]


@pytest.mark.parametrize("vector", VECTORS["words"], ids=lambda vector: vector["key"][:8])
def test_published_words_hold(vector: dict[str, Any]) -> None:
    random = Randomness(vector["key"], 0)
    expected = words_as_the_page_says(vector["key"])
    for word in vector["words"]:
        assert int(word, 16) == next(expected) == random.word()


@pytest.mark.parametrize("vector", VECTORS["below"], ids=lambda vector: vector["key"][:8])
def test_published_numbers_below_a_bound_hold(vector: dict[str, Any]) -> None:
    random = Randomness(vector["key"], 0)
    assert [random.below(n) for n in vector["n"]] == vector["results"]
    assert random.used == vector["words used"]


@pytest.mark.parametrize("vector", VECTORS["shuffles"], ids=lambda vector: f"{vector['deck']} {vector['key'][:8]}")
def test_published_shuffles_hold(vector: dict[str, Any]) -> None:
    random = Randomness(vector["key"], 0)
    cards = list(deck_named(vector["deck"]))
    assert shuffled_as_the_page_says(vector["key"], cards)[::-1] == vector["top first"].split()
    random.shuffle(cards)
    assert cards[::-1] == vector["top first"].split()
    assert random.used == vector["words used"]


def test_a_table_is_dealt_from_the_shuffled_deck_after_the_draw_for_the_first_seat() -> None:
    state = new_game("zeven", seats=2, seed=ZEROS)
    random = Randomness(ZEROS, 0)
    cards = list(DECK)
    starter = random.below(2)
    random.shuffle(cards)
    assert state.words == random.used
    assert [state.zones[f"area:{area}"] for area in (1, 2, 3)] == [(card,) for card in cards[:-4:-1]]
    for step, seat in enumerate((starter, 1 - starter)):
        assert sorted(state.zones[f"hand:{seat}"]) == sorted(cards[-4 - step : -12 : -2])
    assert state.zones["deck"] == tuple(cards[:-11])


def test_the_seed_alone_decides_the_deal() -> None:
    deals = {new_game("zeven", seats=2, seed=f"{number:064x}").zones["deck"] for number in range(50)}
    assert len(deals) == 50
    assert new_game("zeven", seats=2, seed=ZEROS) == new_game("zeven", seats=2, seed=ZEROS)
