"""The contract: the invariants of every game, at every state of tables with random seats and options."""

from collections.abc import Iterator
from itertools import islice
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

import engine
from engine import GAMES, State, active_seats, apply, legal_moves
from engine.core.zones import Layout
from examples.high import rules as high_rules
from examples.high.state import State as HighState
from tests.engine import invariants
from tests.engine.corpus_plans import plans_of
from tests.engine.differences import check_differences
from tests.engine.play import Step, play_on, positions, random_table
from tests.engine.readings import choose_table

# Where the number of possible moves is large, a part of them is tried.
SHARES = {"door": 0.05, "zlam": 0.05, "zeven": 0.25, "bazaar": 0.25, "zar": 0.25}
ONE_SIDED_MOVES = 150
ZEVEN = engine.new_game("zeven", seats=2, seed="0" * 64)

every_game = pytest.mark.parametrize("game", list(GAMES))


@every_game
@pytest.mark.parametrize("seed", range(8))
def test_random_tables_keep_the_contract_at_every_state(game: str, seed: int) -> None:
    random = Random(f"{game} {seed}")
    invariants.check_table(random_table(game, random), random, thorough=0.03, begin=60)


@every_game
def test_of_all_that_can_be_written_exactly_the_legal_moves_are_accepted(game: str) -> None:
    for state in positions(game, Random(game), 1):
        invariants.check_every_probe(state, game, Random(game), SHARES.get(game, 1.0))


# ---- what random tables rarely play


def play_one_sided(place: int, state: State, _random: Random) -> Iterator[Step]:
    """Make the first move of the first seat that has any, or with -1 the last move of the last seat."""
    while seats := active_seats(state):
        seat = seats[place]
        move = str(legal_moves(state, seat)[place])
        after, events = apply(state, seat, move)
        yield Step(state, seat, move, events, after)
        state = after


@every_game
@pytest.mark.parametrize("place", [0, -1])
def test_one_sided_play_with_options_at_their_bounds_keeps_it(game: str, place: int) -> None:
    random = Random(f"one-sided {game} {place}")
    for plan in random.sample(plans_of(game), 12):
        table = choose_table(game, plan.options, random)
        invariants.check_table(
            table,
            random,
            thorough=0.02,
            play=lambda state, chance: islice(play_one_sided(place, state, chance), ONE_SIDED_MOVES),
        )


def test_a_card_that_is_lost_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    end_turn = high_rules.next_turn

    def lose(layout: Layout, state: HighState, seat: int) -> HighState:
        layout.zones["table"] = ()
        return end_turn(layout, state, seat)

    monkeypatch.setattr(high_rules, "next_turn", lose)
    with pytest.raises(AssertionError, match="cards are lost or doubled"):
        invariants.check_table(random_table("high", Random(1)), Random(1), thorough=0.0)


@pytest.mark.parametrize(
    "wrong",
    [{"touched": ()}, {"order": ("table",)}, {"zones": {1: ()}}],
    ids=["too little", "another order", "zones of another viewer"],
)
def test_a_difference_that_is_missing_or_not_there_is_found(wrong: dict[str, Any]) -> None:
    step = next(play_on(ZEVEN, Random(1)))
    check_differences(engine.compare(step.before, step.after))
    with pytest.raises(AssertionError):
        check_differences(replace(engine.compare(step.before, step.after), **wrong))
