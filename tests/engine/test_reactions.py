"""Reactions (zar 5.9): the tables that have them, the moves that are reactions, and the moves that open a window."""

from random import Random

import pytest
from msgspec.structs import replace

from engine import (
    GAMES,
    InvalidInput,
    State,
    apply,
    events_for,
    has_reactions,
    is_reaction,
    legal_moves,
    new_game,
    opens_reaction,
)
from tests.engine.play import play_on, random_table
from tests.engine.rules.zar.situations import POLL, at
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


def opens(state: State, seat: int, move: str) -> bool:
    after, events = apply(state, seat, move)
    assert opens_reaction(after, events_for(events, None)) == opens_reaction(after, events)
    return opens_reaction(after, events)


PUT_DOWN = [
    ("play", at("G4 Y4", "Y1 G1", "B1 B2", turns=MANY_TURNS), 0, "play Y1"),
    ("double", at("G4 Y4", "Y1 Y1 G1", "B1 B2", turns=MANY_TURNS), 0, "double Y1"),
    ("match out of turn", at("G4 Y4", "Y1 G1", "B1 B2", "Y4 B3", by=1, turns=MANY_TURNS), 2, "match Y4"),
    ("match in turn", at("G4 Y4", "Y4 G1", "B1 B2", turns=MANY_TURNS), 0, "match Y4"),
    ("last card", at("G4 Y4", "Y1", "B1 B2", turns=MANY_TURNS), 0, "play Y1"),
]
NOT_PUT_DOWN = [
    ("draw", at("G4 Y4", "B1 B2", "B1 B3", turns=MANY_TURNS), 0, "draw"),
    ("take", at("G4 YD", "B1 B2", "B1 B3", owed=2, turns=MANY_TURNS), 0, "take"),
    ("offence", at("G4 Y4", "Y1 B2", "B1 B3", options={"vincent": True}, turns=MANY_TURNS), 0, "play B2"),
    ("a poll", at("G4 Y4", "Y1 G1", "B1 B2", options=POLL, turns=MANY_TURNS), 0, "play Y1"),
]


@pytest.mark.parametrize(("state", "seat", "move"), [row[1:] for row in PUT_DOWN], ids=[row[0] for row in PUT_DOWN])
def test_a_card_put_down_opens_a_window(state: State, seat: int, move: str) -> None:
    assert opens(state, seat, move)


@pytest.mark.parametrize(
    ("state", "seat", "move"), [row[1:] for row in NOT_PUT_DOWN], ids=[row[0] for row in NOT_PUT_DOWN]
)
def test_a_move_that_puts_down_no_card_opens_no_window(state: State, seat: int, move: str) -> None:
    assert not opens(state, seat, move)


def test_the_drawn_card_opens_a_window_when_it_is_played_and_not_when_it_is_drawn() -> None:
    state = at("G4 Y4", "B1 B2", "B1 B3", options={"playDrawn": True}, top="Y6", turns=MANY_TURNS)
    after, events = apply(state, 0, "draw")
    assert not opens_reaction(after, events)
    assert opens(after, 0, "play Y6")
    assert not opens(after, 0, "pass")


def test_the_end_of_the_table_opens_no_window_and_the_next_hand_does() -> None:
    state = at("G4 Y4", "", "B1 B2", by=0, taker=1, phase="accept", out=True, turns=MANY_TURNS)
    assert not opens(state, 1, "accept")
    assert opens(replace(state, options=replace(state.options, hands=2)), 1, "accept")


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
