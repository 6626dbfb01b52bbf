"""The secrecy rung: deal again what a viewer cannot see, and nothing that it is told changes (engine 5)."""

from random import Random

import msgspec
import pytest
from msgspec.structs import replace

from engine import GAMES, Move, State, dumps, parse_move, result, view
from tests.engine.invariants import viewers
from tests.engine.play import play_on, positions, random_table
from tests.engine.redeal import check_looks_alike, check_moves_alike, hidden_cards, redeals
from tests.engine.universe import sampled_moves

pytestmark = pytest.mark.parametrize("game", list(GAMES))

OTHER_SEED = "5eed" * 16


def open_positions(game: str, random: Random, wanted: int) -> list[State]:
    """Return positions in which something may be hidden."""
    return [state for state in positions(game, random, wanted) if result(state) is None]


@pytest.mark.parametrize("seed", range(3))
def test_what_a_viewer_may_ask_is_answered_alike_for_all_that_looks_alike(game: str, seed: int) -> None:
    random = Random(f"look {game} {seed}")
    compared = 0
    for state in open_positions(game, random, 30):
        moves = sampled_moves(state, game, random, 4)
        for viewer in viewers(state)[:5]:
            for other in redeals(state, viewer, random, 3):
                check_looks_alike(state, other, viewer, moves)
                compared += 1
    assert compared > 100, "hardly any other deal was found"


def telling_moves(game: str, random: Random, wanted: int) -> list[tuple[State, int, Move]]:
    """Return random moves, of one seat or another, and all that shuffle: these could tell in which order cards lay."""
    moves: list[tuple[State, int, Move]] = []
    while len(moves) < wanted:
        steps = list(play_on(random_table(game, random).deal(), random))
        shuffling = [step for step in steps if any(event.kind == "shuffled" for event in step.events)]
        picked = random.sample(steps, min(9, len(steps))) + shuffling[:3]
        moves += [(step.before, step.seat, parse_move(step.move)) for step in picked]
    return moves


@pytest.mark.parametrize("seed", range(3))
def test_a_move_tells_nothing_of_hidden_cards_but_those_it_shows(game: str, seed: int) -> None:
    random = Random(f"move {game} {seed}")
    compared = 0
    for state, seat, move in telling_moves(game, random, 100):
        for viewer in dict.fromkeys((None, seat, *random.sample(range(state.seats), 2))):
            compared += check_moves_alike(state, viewer, seat, move, random, 2)
    assert compared > 100, "hardly any other deal was found"


def test_no_view_depends_on_the_key_or_the_words_used(game: str) -> None:
    random = Random(f"key {game}")
    for state in positions(game, random, 40):
        other = replace(state, seed=OTHER_SEED, words=state.words + 1)
        for viewer in viewers(state):
            check_looks_alike(state, other, viewer, sampled_moves(state, game, random, 2))


def test_no_view_holds_the_key_or_a_hidden_card(game: str) -> None:
    for state in positions(game, Random(f"none {game}"), 40):
        for viewer in viewers(state):
            seen = view(state, viewer)
            assert state.seed not in msgspec.json.encode(seen).decode()
            shown = [card for zone in seen.zones for card in zone.cards if card is not None]
            everything = [card for cards in state.zones.values() for card in cards]
            assert sorted([*shown, *hidden_cards(state, viewer)]) == sorted(everything)


def test_a_redeal_changes_the_state_and_nothing_else_about_it(game: str) -> None:
    random = Random(f"redeal {game}")
    for state in open_positions(game, random, 10):
        for other in redeals(state, 0, random, 2):
            assert dumps(other) != dumps(state)
            assert replace(other, zones=state.zones) == state
