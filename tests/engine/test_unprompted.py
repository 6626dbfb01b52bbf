"""A question for which a game has no prompt."""

import sys

import pytest
from msgspec.structs import replace

import engine
from engine.games import game_of

PROMPTS = sys.modules["engine.prompts"]


def test_a_seat_is_asked_to_act_if_its_game_has_no_prompt(monkeypatch: pytest.MonkeyPatch) -> None:
    state = engine.new_game("door", seats=2, seed="8" * 64)
    (seat,) = engine.asked_seats(state)
    rules = game_of(state)
    bare = replace(rules, primer=replace(rules.primer, prompts={}))
    monkeypatch.setattr(PROMPTS, "game_of", lambda _state: bare)
    assert engine.prompt(state, seat)
