"""The list of all moves of a table (engine 2): it misses none, holds hardly any other, and is in canonical order."""

from collections.abc import Sequence
from itertools import islice
from random import Random

import pytest

import engine
from engine import GAMES, BadNotation, InvalidInput, InvalidOption, Move, State, UnknownGame, possible_moves
from tests.engine.corpus import GAMES_KEPT, load
from tests.engine.play import play_on, random_table
from tests.engine.prompts import tables_of_options
from tests.engine.table import SEED
from tools.random_tables import choose

# Of a long table the first moves are enough: the others are made of the same cards.
LONGEST = 150
# After so many random tables all moves of any game have come, of most after a hundred.
MOST_TABLES = 2000

every_game = pytest.mark.parametrize("game", list(GAMES))


def places_of(state: State) -> dict[Move, int]:
    """Return the place of each move in the list of its table."""
    options = engine.changed_options(state.options)
    listed = possible_moves(engine.game_of(state).name, seats=state.seats, options=options)
    return {move: place for place, move in enumerate(listed)}


def check_state(state: State, places: dict[Move, int]) -> None:
    """Check that the legal moves of every seat are listed, in the same order."""
    for seat in range(state.seats):
        found = [places[move] for move in engine.legal_moves(state, seat)]
        assert found == sorted(found)


# ---- it misses none


@every_game
def test_every_legal_move_of_a_table_is_listed_in_its_order(game: str) -> None:
    random = Random(f"possible {game}")
    tables = [*tables_of_options(game, random), *(random_table(game, random) for _ in range(20))]
    for table in tables:
        state = table.deal()
        places = places_of(state)
        check_state(state, places)
        for step in islice(play_on(state, random), LONGEST):
            assert engine.parse_move(step.move) in places, step.move
            check_state(step.after, places)


@pytest.mark.parametrize("game", GAMES_KEPT)
def test_every_move_of_a_recorded_table_is_listed(game: str) -> None:
    for kept in load(game):
        record = kept.record
        listed = {str(move) for move in possible_moves(game, seats=record.seats, options=record.options)}
        assert {engine.split_line(line)[1] for line in record.moves} <= listed


# ---- it holds no others


@every_game
def test_every_listed_move_of_a_table_comes_at_some_table(game: str) -> None:
    random = Random(f"all of {game}")
    seats = engine.find_game(game).min_seats
    missing = set(possible_moves(game, seats=seats))
    for _ in range(MOST_TABLES):
        if missing:
            missing -= moves_of_random_table(game, seats, random)
    assert missing == set()


def moves_of_random_table(game: str, seats: int, random: Random) -> set[Move]:
    """Return all moves that were legal at a random table."""
    state = engine.new_game(game, seats=seats, seed=f"{random.getrandbits(256):064x}")
    found: set[Move] = set()
    while (chosen := choose(state, random)) is not None:
        found.update(*(engine.legal_moves(state, seat) for seat in engine.active_seats(state)))
        state = engine.next_state(state, *chosen)
    return found


@every_game
def test_a_listed_move_is_listed_once_and_is_never_bad_notation(game: str) -> None:
    for table in tables_of_options(game, Random(f"notation {game}")):
        listed = possible_moves(game, seats=table.seats, options=table.options)
        assert len(set(listed)) == len(listed)
        state = table.deal()
        for move in listed[:: 1 + len(listed) // 50]:
            assert engine.parse_move(str(move)) == move
            assert not isinstance(engine.explain(state, 0, str(move)), BadNotation), str(move)


# ---- what it depends on

# (game, seats, options, moves that are listed, moves that are not)
ROWS: Sequence[tuple[str, int, dict[str, object], str, str]] = [
    ("zeven", 2, {}, "play GR3 @2; play GR3 @2 =art; add ZW4; move AW0 @1", "play GR3 @2 =none; play AR3 @2 =art"),
    ("zeven", 2, {"gigletsPower": "may"}, "play GR3 @2 =none", "add GR3 @2"),
    ("bazaar", 2, {}, "play AW0 @blue; take @1.red; take @customer.red; skip", "play AR1 @blue; take @2.red; bank"),
    ("bazaar", 3, {"changeTargets": "piles", "banking": "keep"}, "take @2.red; bank", "take @customer.red"),
    ("door", 2, {}, "score GW0; play GR1 =none; shuffle @zont", "take @zont; add ZW0; take @0; shuffle @1"),
    ("door", 3, {"changeTargets": "all"}, "take @2", "take @3; shuffle @2"),
    ("door", 3, {"favorsTargets": "all"}, "shuffle @2", "shuffle @3; take @2"),
    ("door", 2, {"changeKeepsIn": "score"}, "score GW4", "score GW0; play AW0; add CW0"),
    ("zar", 2, {}, "play D1 =6; double W2 =Y; accept", "play D1 =S; play W1; pass"),
    ("zar", 2, {"matching": "poll", "dragonNames": "any"}, "match D1 =S; pass", "accept"),
    ("zar", 2, {"playDrawn": True}, "pass; accept", "pass =Y"),
    ("zar", 2, {"matching": "poll", "vincent": True, "vincentFor": "outOfTurn"}, "accept; pass", "give #1"),
    ("zlam", 2, {}, "place @3; give #1", "place @4; place @1 =open; close @1; draw; gain; lose @1; skip; give #2"),
    ("zlam", 2, {"atRisk": True, "stacks": 5}, "place @5 =open; close @5; draw", "place @6; gain"),
    ("zlam", 2, {"gainCards": 2, "decks": 2}, "place @7; gain; skip", "place @8; lose @1"),
    ("zlam", 2, {"gainOn": "R5"}, "place @5; skip", "place @6"),
    ("zlam", 2, {"lossOn": "Z"}, "lose @3", "gain; skip; lose @4"),
]


@pytest.mark.parametrize(("game", "seats", "options", "listed", "others"), ROWS)
def test_the_list_depends_on_seats_and_options(
    game: str, seats: int, options: dict[str, object], listed: str, others: str
) -> None:
    found = {str(move) for move in possible_moves(game, seats=seats, options=options)}
    assert set(listed.split("; ")) <= found
    assert found.isdisjoint(others.split("; "))


@pytest.mark.parametrize(
    ("game", "seats", "options", "error"),
    [
        ("whist", 2, {}, UnknownGame),
        ("zeven", 5, {}, InvalidInput),
        ("zeven", 2, {"rounds": 13}, InvalidOption),
        ("zar", 9, {"deal": 10}, InvalidOption),
    ],
)
def test_there_is_no_list_for_a_table_that_cannot_be(
    game: str, seats: int, options: dict[str, object], error: type[Exception]
) -> None:
    with pytest.raises(error):
        possible_moves(game, seats=seats, options=options)


def test_a_table_of_most_stacks_has_a_list_as_well() -> None:
    options = {"stacks": 5, "decks": 20, "zlams": 60, "gainCards": 10, "gainOn": "Z", "atRisk": True, "lossCards": 1}
    listed = possible_moves("zlam", seats=100, options=options)
    assert (str(listed[0]), str(listed[-1]), len(listed)) == ("close @1", "skip", 5723)
    assert engine.new_game("zlam", seats=100, options=options, seed=SEED).seats == 100
