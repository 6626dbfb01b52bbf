"""Assessments of all moves of a seat: with the same luck for each, reproducible, and certain of worse moves."""

import pytest

import bots
import engine
from bots.levels import LEVELS
from engine import State

SEED = "c0" * 32
EFFORT = LEVELS[2].effort


def deal(game: str, seats: int = 2) -> tuple[State, int]:
    """Return the first position of a table at which the seat that is asked has a choice, and the seat."""
    state = engine.new_game(game, seats=seats, options={}, seed=SEED)
    while len(moves := engine.legal_moves(state, engine.asked_seats(state)[0])) == 1:
        state, _ = engine.apply(state, engine.asked_seats(state)[0], moves[0])
    return state, engine.asked_seats(state)[0]


@pytest.mark.parametrize("game", engine.GAMES)
def test_an_assessment_follows_from_what_the_seat_knows(game: str) -> None:
    state, seat = deal(game, 3)
    memory = engine.begin_memory(state, seat)
    other_deal = engine.redeal(state, seat, "ab" * 32, memory)

    assessment = bots.assess(state, seat, EFFORT, SEED, memory)

    assert bots.assess(other_deal, seat, EFFORT, SEED, memory) == assessment


@pytest.mark.parametrize("game", engine.GAMES)
def test_the_best_move_is_as_good_as_itself_and_no_other_is_better(game: str) -> None:
    state, seat = deal(game)
    moves = {str(move) for move in engine.legal_moves(state, seat)}

    assessment = bots.assess(state, seat, EFFORT, SEED)

    candidates = assessment.choice.candidates
    best = assessment.losses[0]
    assert {tried.move for tried in candidates} == moves
    assert assessment.choice.move == candidates[0].move
    assert (best.margin, best.low, best.high) == (0, 0, 0)
    for tried, loss in zip(candidates, assessment.losses, strict=True):
        assert loss.low <= loss.margin <= loss.high
        if tried.playouts >= 64:
            assert loss.margin >= 0


def test_moves_are_compared_in_the_worlds_that_both_were_played_in() -> None:
    state, seat = deal("bazaar")
    assessment = bots.assess(state, seat, EFFORT, SEED)
    best, *others = assessment.choice.candidates
    assert all(
        one.playouts == loss.worlds <= best.playouts for one, loss in zip(others, assessment.losses[1:], strict=True)
    )


def test_a_search_ends_when_all_is_decided() -> None:
    state = engine.new_game("zlam", seats=2, seed=SEED)
    ended = list[bots.Assessment]()
    while (asked := engine.asked_seats(state)) and state.ply < 40:
        assessment = bots.assess(state, asked[0], EFFORT, f"{state.ply:064x}")
        if assessment.choice.candidates and assessment.choice.effort < EFFORT:
            ended.append(assessment)
        state, _ = engine.apply(state, asked[0], assessment.choice.move or "")
    assert ended
    assert all(sum([loss.low <= 0 for loss in one.losses]) == 1 for one in ended)


def test_intervals_narrow_with_the_effort() -> None:
    state, seat = deal("door")
    short, long = (bots.assess(state, seat, effort, SEED).losses[1] for effort in (EFFORT, 16 * EFFORT))
    assert long.high - long.low < short.high - short.low


@pytest.mark.parametrize("game", engine.GAMES)
def test_few_worlds_are_sure_of_nothing(game: str) -> None:
    state, seat = deal(game)
    assessment = bots.assess(state, seat, 1, SEED)
    assert {tried.playouts for tried in assessment.choice.candidates} == {1}
    assert all(loss.low <= 0 for loss in assessment.losses)


def test_without_effort_the_move_is_the_one_that_looks_best() -> None:
    state, seat = deal("zar")
    assert bots.assess(state, seat, 0, SEED) == bots.Assessment(bots.choose(state, seat, 0, SEED), ())


def test_an_offence_is_assessed_and_never_chosen() -> None:
    state = engine.new_game("zar", seats=2, options={"vincent": True}, seed=SEED)
    seat = engine.asked_seats(state)[0]
    legal = {*map(str, engine.legal_moves(state, seat))}
    offence = next(
        move for card in engine.view(state, seat).zones[2 + seat].cards if (move := f"play {card}") not in legal
    )
    assessment = bots.assess(state, seat, EFFORT, SEED, played=offence)
    assert assessment.choice.move in legal
    assert offence in [tried.move for tried in assessment.choice.candidates]
