"""State machines: Hypothesis draws the options of a table and its moves, and plays it through its serialized form.

It plays what random tables rarely play: long runs of the first or the last legal move, one seat as long as possible,
and options at their bounds. A failure is shrunk to the fewest moves.
"""

from collections.abc import Callable
from random import Random

import pytest
from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from engine import (
    GAMES,
    Game,
    InvalidOption,
    InvalidState,
    Option,
    Options,
    Refusal,
    State,
    active_seats,
    apply,
    describe_options,
    dumps,
    explain,
    legal_moves,
    loads,
    new_game,
    result,
)
from engine.core.zones import Layout
from engine.options import Plain
from tests.engine import toy
from tests.engine.invariants import Mirrors, check_cards, check_view
from tests.engine.play import Step, is_offence
from tests.engine.possible_moves import neighbours, parts_of

BOUNDED = settings(
    derandomize=True,
    database=None,
    deadline=None,
    max_examples=8,
    stateful_step_count=40,
    phases=[Phase.generate, Phase.shrink],
    suppress_health_check=list(HealthCheck),
)
SEEDS = st.binary(min_size=32, max_size=32).map(bytes.hex)
NUMBERS = st.integers(0, 10_000)


def options_of(rules: Game[State, Options]) -> st.SearchStrategy[dict[str, Plain]]:
    """Draw a few options, each allowed by itself."""
    values = {option.name: values_of(option) for option in describe_options(rules.options) if option.kind != "list"}
    return st.fixed_dictionaries({}, optional=values)


def values_of(option: Option) -> st.SearchStrategy[Plain]:
    """Draw a value of an option."""
    if option.kind == "boolean":
        return st.booleans()
    words: st.SearchStrategy[Plain] = st.sampled_from(option.choices) if option.choices else st.nothing()
    if option.minimum is None or option.maximum is None:
        return words
    return words | st.integers(option.minimum, option.maximum)


class TableMachine(RuleBasedStateMachine):
    """A table in play, kept as bytes between two moves."""

    played: Game[State, Options]
    data: bytes
    mirrors: Mirrors

    @initialize(draw=st.data())
    def deal(self, draw: st.DataObject) -> None:
        seats = draw.draw(st.integers(self.played.min_seats, min(9, self.played.max_seats)), "seats")
        options, seed = draw.draw(options_of(self.played), "options"), draw.draw(SEEDS, "seed")
        try:
            state = new_game(self.played.name, seats=seats, options=options, seed=seed)
        except InvalidOption:
            state = new_game(self.played.name, seats=self.played.min_seats, seed=seed)
        self.keep(state)
        self.mirrors = Mirrors(state)

    def keep(self, state: State) -> None:
        self.data = dumps(state)

    @property
    def state(self) -> State:
        return loads(self.data)

    def is_going_on(self) -> bool:
        return bool(active_seats(self.state))

    @precondition(is_going_on)
    @rule(seat=NUMBERS, move=NUMBERS)
    def move_one_of_the_active_seats(self, seat: int, move: int) -> None:
        seats = active_seats(self.state)
        self.make_move(seats[seat % len(seats)], lambda moves: moves[move % len(moves)])

    @precondition(is_going_on)
    @rule()
    def make_the_first_move(self) -> None:
        self.make_move(active_seats(self.state)[0], lambda moves: moves[0])

    @precondition(is_going_on)
    @rule()
    def make_the_last_move(self) -> None:
        self.make_move(active_seats(self.state)[-1], lambda moves: moves[-1])

    def make_move(self, seat: int, choose: Callable[[list[str]], str]) -> None:
        """Check that a listed move is accepted, and that its events lead from each view before to the view after."""
        state = self.state
        move = choose([str(move) for move in legal_moves(state, seat)])
        assert explain(state, seat, move) is None
        after, events = apply(state, seat, move)
        assert dumps(state) == self.data
        assert after.ply == state.ply + 1
        self.mirrors.follow(Step(state, seat, move, events, after))
        self.keep(after)

    @rule(seat=NUMBERS, chance=NUMBERS)
    def try_a_move_that_may_be_refused(self, seat: int, chance: int) -> None:
        """Check that an unlisted move is refused (or punished: zar 8), and changes nothing."""
        state, random, parts = self.state, Random(chance), parts_of(self.played.name)
        seat %= state.seats
        legal = legal_moves(state, seat)
        near = [other for move in legal[:2] for other in neighbours(move, parts, random)]
        for move in (*near, *parts.some(random, 3)):
            if move not in legal and not is_offence(state, seat, move):
                with pytest.raises(Refusal):
                    apply(state, seat, move)
        assert dumps(state) == self.data

    @invariant()
    def cards_are_conserved(self) -> None:
        check_cards(self.state)

    @invariant()
    def there_is_a_result_exactly_when_nobody_has_a_move(self) -> None:
        state = self.state
        moving = tuple(seat for seat in range(state.seats) if legal_moves(state, seat))
        assert active_seats(state) == moving
        assert (result(state) is None) == bool(moving)

    @invariant()
    def the_serialized_form_leads_back_to_itself(self) -> None:
        assert dumps(self.state) == self.data

    @invariant()
    def every_view_is_what_its_viewer_was_told(self) -> None:
        state = self.state
        check_view(state)
        self.mirrors.check(state)


@pytest.mark.parametrize("game", list(GAMES))
def test_a_table_that_is_driven_by_drawn_moves_keeps_the_contract(game: str) -> None:
    machine = type(f"{game.title()}Machine", (TableMachine,), {"played": GAMES[game]})
    run_state_machine_as_test(machine, settings=BOUNDED)


def test_the_machine_finds_a_card_that_is_lost(monkeypatch: pytest.MonkeyPatch) -> None:
    end_turn = toy.next_turn

    def lose(layout: Layout, state: toy.State, seat: int) -> toy.State:
        layout.zones["table"] = ()
        return end_turn(layout, state, seat)

    monkeypatch.setattr(toy, "next_turn", lose)
    machine = type("LosingMachine", (TableMachine,), {"played": GAMES["toy"]})
    with pytest.raises(InvalidState, match="Cards are lost"):
        run_state_machine_as_test(machine, settings=BOUNDED)
