"""States that no table can reach are refused, with the sentence that says why."""

from collections.abc import Callable, Iterator
from importlib import import_module

import pytest

from engine import GAMES, InvalidState, State
from engine.codec import check_state
from tests.engine.rule_text import read_impossible


def read_all() -> Iterator[tuple[str, str, Callable[[], State]]]:
    """Yield a name for each impossible state, the sentence of its refusal, and a function that builds it."""
    for game in GAMES:
        situations = import_module(f"tests.engine.rules.{game}.situations")
        for says, text, state in read_impossible(situations):
            yield f"{game}: {says} {text}", says, state


ALL = tuple(read_all())


@pytest.mark.parametrize(("says", "state"), [row[1:] for row in ALL], ids=[row[0] for row in ALL])
def test_a_state_that_no_table_can_reach_is_refused(says: str, state: Callable[[], State]) -> None:
    with pytest.raises(InvalidState) as refused:
        check_state(state())
    assert says in refused.value.message
