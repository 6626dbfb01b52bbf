"""Decisions follow from what a seat may know: equal views, equal decisions, byte for byte."""

import ast
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from random import Random

import msgspec
import pytest

import bots
import engine
from engine import Memory, State
from tests.bots.twins import find_position
from tests.engine.play import random_table

GAMES = ("zeven", "bazaar", "door", "zar", "zlam")
KEY = "5a" * 32
BOTS = sorted((Path(__file__).parents[2] / "bots").rglob("*.py"))


def named(file: Path) -> str:
    """Return how a test calls a file."""
    return f"{file.parent.name}/{file.stem}"


def positions(game: str, seed: int) -> Iterator[tuple[State, int, Memory]]:
    """Yield the states of a random table for two, each with a seat that may move and its memory."""
    random = Random(seed)
    state = engine.new_game(game, seats=2, options=None, seed=f"{seed:064x}")
    memories = [engine.begin_memory(state, seat) for seat in (0, 1)]
    while active := engine.active_seats(state):
        seat = random.choice(active)
        yield state, seat, memories[seat]
        state, events = engine.apply(state, seat, random.choice(engine.legal_moves(state, seat)))
        seen = [engine.events_for(events, viewer) for viewer in (0, 1)]
        memories = [engine.remember(memory, told) for memory, told in zip(memories, seen, strict=True)]


@pytest.mark.parametrize("game", GAMES)
def test_a_greedy_decision_without_memory_is_the_same_where_none_is_needed(game: str) -> None:
    chance = Random(5)
    for _ in range(12):
        table = random_table(game, chance)
        position = find_position(table.deal(), chance)
        seen = position.state, position.seat, 0, KEY
        if not bots.needs_memory(game, 0):
            assert bots.choose(*seen) == bots.choose(*seen, position.memory)
    assert bots.needs_memory(game, 1)
    assert bots.needs_memory(game, 0) == (game == "door")


def test_effort_is_spent_and_little_more() -> None:
    state, seat, memory = next(positions("bazaar", 1))
    choice = bots.choose(state, seat, 3_000, KEY, memory)
    assert 3_000 <= choice.effort < 4_500
    assert choice.candidates[0].move == choice.move
    assert choice.hidden == {"deck": 42, f"hand:{1 - seat}": 5}


def test_a_decision_that_was_cut_short_is_repeated_from_its_effort() -> None:
    state, seat, memory = next(positions("bazaar", 1))
    worlds = iter(range(9))
    cut = bots.choose(state, seat, 20_000, KEY, memory, lambda _spent: next(worlds) == 5)
    assert cut.effort < 5_000
    assert bots.choose(state, seat, 20_000, KEY, memory, lambda spent: spent >= cut.effort) == cut
    assert bots.choose(state, seat, 20_000, KEY, memory) != cut


def test_a_choice_tells_what_was_tried() -> None:
    state, seat, memory = next(positions("zlam", 1))
    choice = bots.choose(state, seat, 500, KEY, memory)
    assert {candidate.move for candidate in choice.candidates} == {str(one) for one in engine.legal_moves(state, seat)}
    for candidate in choice.candidates:
        assert -1 <= candidate.low <= candidate.reward <= candidate.high <= 1


def test_another_seed_is_another_search() -> None:
    state, seat, memory = next(positions("door", 1))
    first = bots.choose(state, seat, 500, KEY, memory)
    assert first == bots.choose(state, seat, 500, KEY, memory)
    assert first.candidates != bots.choose(state, seat, 500, "11" * 32, memory).candidates


def test_several_processes_choose_the_same() -> None:
    state, seat, memory = next(positions("zar", 1))
    alone = bots.choose(state, seat, 3_000, KEY, memory)
    with ProcessPoolExecutor(2, get_context("spawn")) as pool:
        together = bots.choose(state, seat, 3_000, KEY, memory, map_worlds=partial(pool.map, chunksize=16))
    assert msgspec.json.encode(together) == msgspec.json.encode(alone)


def test_a_temperature_varies_the_play_among_moves_that_are_not_clearly_worse() -> None:
    state, seat, memory = next(positions("bazaar", 1))
    picked = set()
    for number in range(12):
        seed = f"{number:064x}"
        warm = bots.choose(state, seat, 400, seed, memory, temperature=0.5)
        assert warm == bots.choose(state, seat, 400, seed, memory, temperature=0.5)
        best, *others = warm.candidates
        assert warm.move in {best.move, *(other.move for other in others if other.high >= best.low)}
        picked.add(next(rank for rank, one in enumerate(warm.candidates) if one.move == warm.move))
        cold = bots.choose(state, seat, 400, seed, memory, temperature=1e-9)
        assert next(one.reward for one in cold.candidates if one.move == cold.move) >= best.reward
    assert len(picked) > 1


@pytest.mark.parametrize("temperature", [-0.1, float("nan"), float("inf")])
def test_a_temperature_that_cannot_be_is_refused(temperature: float) -> None:
    state, seat, memory = next(positions("zlam", 1))
    with pytest.raises(engine.InvalidInput, match="temperature") as refused:
        bots.choose(state, seat, 100, KEY, memory, temperature=temperature)
    assert refused.value.path == ("temperature",)


def test_an_effort_below_nothing_is_refused() -> None:
    state, seat, memory = next(positions("zlam", 1))
    with pytest.raises(engine.InvalidInput, match="effort"):
        bots.choose(state, seat, -1, KEY, memory)


def test_a_seat_that_has_no_move_is_refused() -> None:
    state, seat, _ = next(positions("zlam", 1))
    with pytest.raises(engine.InvalidInput, match="Seat 1 has no legal move"):
        bots.choose(state, 1 - seat, 100, KEY)


def test_a_memory_of_another_state_is_refused() -> None:
    table = list(positions("zeven", 2))
    state, seat, _ = table[0]
    late = next(memory for _, other, memory in reversed(table) if other == seat)
    with pytest.raises(engine.InvalidInput, match="memory"):
        bots.choose(state, seat, 100, KEY, late)


@pytest.mark.parametrize("file", BOTS, ids=named)
def test_bots_import_the_public_names_of_the_engine_alone(file: Path) -> None:
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and (node.module or "").split(".")[0] in ("engine", "service"):
            assert node.module == "engine"
            assert {alias.name for alias in node.names} <= set(engine.__all__)


@pytest.mark.parametrize("file", [file for file in BOTS if "arena" not in file.parts], ids=named)
def test_bots_do_not_reach_into_a_state(file: Path) -> None:
    # What is hidden is in `zones`, `seed` and the game's own fields; a bot asks the engine instead.
    reached = {it.attr for it in ast.walk(ast.parse(file.read_text(encoding="utf-8"))) if isinstance(it, ast.Attribute)}
    assert not reached & {"words", "__dict__", "options"}
