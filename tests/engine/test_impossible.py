"""States that no table can reach are refused, with the sentence that says why."""

from collections.abc import Callable
from importlib import import_module

import pytest

from engine import GAMES, InvalidState, State
from engine.codec import check_state
from tests.engine.rule_text import read_impossible

ALL = [
    pytest.param(says, state, id=f"{game}: {says} {text}")
    for game in GAMES
    if game != "toy"
    for says, text, state in read_impossible(import_module(f"tests.engine.rules.{game}.situations"))
]


@pytest.mark.parametrize(("says", "state"), ALL)
def test_a_state_that_no_table_can_reach_is_refused(says: str, state: Callable[[], State]) -> None:
    with pytest.raises(InvalidState) as refused:
        check_state(state())
    assert says in refused.value.message
