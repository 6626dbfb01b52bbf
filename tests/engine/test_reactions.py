"""Reactions (zar 5.9): the tables that have them, the moves that are reactions, and the moves that open a window."""

from random import Random

import pytest
from msgspec.structs import replace

from engine import GAMES, InvalidInput, State, has_reactions, is_reaction, legal_moves, new_game, opens_reaction
from tests.engine.play import play_on, random_table
from tests.engine.rules.zar.situations import at
from tests.engine.table import SEED

MANY_TURNS = 40


def zar(**options: str | int | bool) -> State:
    return new_game("zar", seats=3, options=options, seed=SEED)


@pytest.mark.parametrize("game", [game for game in GAMES if game != "zar"])
def test_only_in_the_race_of_zar_there_are_reactions(game: str) -> None:
    random = Random(f"reactions {game}")
    for step in play_on(random_table(game, random).deal(), random):
        assert not has_reactions(step.after)
        assert not opens_reaction(step.after, step.events)
        assert not is_reaction(step.before, step.move)


def test_a_poll_has_no_reactions() -> None:
    state = zar(matching="poll")
    assert not has_reactions(state)
    assert not opens_reaction(state, ())
    assert not is_reaction(state, "match Y4")


@pytest.mark.parametrize(
    ("move", "expected"),
    [
        ("match Y4", True),
        ("match W1 =G", True),
        ("match ZZ9", True),
        ("play Y4", False),
        ("accept", False),
        ("pass", False),
        ("take", False),
        ("nonsense", False),
        ("match  Y4", False),
        ("", False),
        ("MATCH Y4", False),
    ],
)
def test_a_match_is_a_reaction_whether_it_is_legal_or_not(move: str, expected: bool) -> None:
    assert is_reaction(zar(), move) == expected


def test_a_move_is_a_reaction_like_its_notation() -> None:
    state = at("G4 Y4", "Y4 Y1", "B1 B2", turns=MANY_TURNS)
    assert {move.verb: is_reaction(state, move) for move in legal_moves(state, 0)} == {"match": True, "play": False}


def test_a_move_that_is_not_text_is_refused() -> None:
    with pytest.raises(InvalidInput):
        is_reaction(zar(), 7)  # type: ignore[arg-type]


def test_the_deal_turns_over_a_card_that_can_be_matched() -> None:
    assert opens_reaction(zar(), ())


def test_a_window_opens_exactly_when_the_top_card_is_another_or_lies_anew() -> None:
    opened = 0
    for number in range(20):
        random = Random(f"windows {number}")
        table = random_table("zar", random)
        for step in play_on(replace(table, options={**table.options, "matching": "race"}).deal(), random):
            kinds = {event.kind for event in step.events}
            stands = any(event.kind == "offended" and event.to_zone == "discard" for event in step.events)
            put_down = (stands or bool(kinds & {"played", "doubled", "matched", "turned"})) and "ended" not in kinds
            assert opens_reaction(step.after, step.events) == put_down
            opened += put_down
    assert opened > 100
