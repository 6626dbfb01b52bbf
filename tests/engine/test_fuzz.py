"""Spoilt states, records and texts: the engine refuses them with its own errors, or accepts them as usable.

`make fuzz` sends hundreds of thousands of inputs and measures the time of each call; here a few thousand suffice.
"""

import json
import time
from random import Random

import pytest

import engine
from tests.engine import fuzz
from tests.engine.invariants import check_cards, check_result, viewers
from tests.engine.long_run import MOST_FAILURES, SLOWEST, Summary, check_items, in_words, main
from tests.engine.play import play_on, positions
from tests.engine.possible_moves import parts_of
from tests.engine.spoilt import spoil, words_of

ROUNDS = 2
INPUTS = 1500

every_game = pytest.mark.parametrize("game", list(engine.GAMES))


@every_game
def test_only_the_errors_of_the_engine_come_out_whatever_comes_in(game: str) -> None:
    summary = check_items(fuzz.RUN, game, INPUTS, seed=1)
    assert summary.failures == []
    assert summary.items == INPUTS
    assert min(summary.counts["calls taken"], summary.counts["calls refused"]) > INPUTS / 4


# ---- spoilt states, played to their end


def check_playable(state: engine.State, game: str, random: Random) -> None:
    """Check that everything works on an accepted state, to its end."""
    check_usable(state, game, random)
    for number, step in enumerate(play_on(state, random)):
        check_cards(step.after)
        check_result(step.after)
        if number % 16 == 0:
            check_usable(step.after, game, random)
    assert engine.loads(engine.dumps(state)) == state


def check_usable(state: engine.State, game: str, random: Random) -> None:
    assert engine.loads(engine.dumps(state)) == state
    check_result(state)
    for viewer in viewers(state):
        engine.view(state, viewer)
    for move in parts_of(game).some(random, 6):
        for seat in range(state.seats):
            refusal = engine.explain(state, seat, move)
            assert (refusal is None) == (move in engine.legal_moves(state, seat))
            assert refusal is None or isinstance(refusal, engine.Refusal)
    for seat in engine.active_seats(state):
        engine.apply(state, seat, random.choice(engine.legal_moves(state, seat)))


@pytest.mark.parametrize("game", list(engine.GAMES))
@pytest.mark.parametrize("seed", range(ROUNDS))
def test_a_spoilt_state_is_refused_or_can_be_played(game: str, seed: int) -> None:
    random = Random(f"fuzz {game} {seed}")
    states = list(positions(game, random, 12))
    words = sorted({word for state in states for word in words_of(json.loads(engine.dumps(state)))})
    taken = refused = 0
    for _ in range(250):
        data = spoil(random.choice(states), game, words, random)
        try:
            state = engine.loads(data)
        except engine.InvalidState:
            refused += 1
            continue
        taken += 1
        try:
            check_playable(state, game, random)
        except Exception as problem:
            raise AssertionError(f"this state is taken, but: {problem!r}\n{data.decode()}") from problem
    assert taken > 5
    assert refused > 50


# ---- the command


def test_the_command_prints_a_summary(capsys: pytest.CaptureFixture[str]) -> None:
    main(fuzz.RUN, None, ["--inputs", "300", "--game", "high", "--json", "--workers", "1"])
    summary = json.loads(capsys.readouterr().out)
    assert (summary["game"], summary["items"]) == ("high", 300)
    assert len(summary["slowest"]) == SLOWEST


def test_an_input_that_fails_is_told_with_how_to_see_it_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fuzz, "DOORS", (break_a_call,))
    summary = check_items(fuzz.RUN, "high", 12, seed=5, first=40)
    assert len(summary.failures) == MOST_FAILURES
    assert summary.failures[0].startswith("TypeError")
    assert "--game high --seed 5 --first 40 --inputs 1" in summary.failures[0]
    assert "parse_move" in summary.failures[0]


def break_a_call(_corpus: fuzz.Corpus, _random: Random, watch: fuzz.Watch) -> None:
    watch.call(engine.parse_move, None)


def test_a_call_that_takes_too_long_is_told() -> None:
    slowest = [(0.0512, "loads(b'{}')"), (0.001, "view()")]
    said = in_words(fuzz.RUN, Summary("high", 3, {"calls taken": 2}, 0.1, slowest, ["it broke"]))
    assert said.startswith("High: 3 inputs, 2 calls taken, the slowest 51.2 ms, 0.1 s, 1 failed\nit broke")
    assert said.endswith("too slow, 51.2 ms: loads(b'{}')")


def test_a_call_that_is_slow_once_is_measured_again(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = iter((0.0, 0.9, 1.0, 1.001, 2.0, 2.002))
    monkeypatch.setattr(time, "thread_time", lambda: next(clock))
    summary = Summary("high")
    fuzz.Watch(summary).call(engine.parse_move, "no move at all!")
    assert [round(seconds, 6) for seconds, _ in summary.slowest] == [0.001]
    assert summary.counts == {"calls refused": 1}


def test_a_call_that_changes_the_state_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def spoil_zones(state: engine.State, *_: object) -> None:
        state.zones["table"] = ("N1", "N1")  # type: ignore[index]

    monkeypatch.setattr(fuzz, "explain", spoil_zones)
    state, data = fuzz.corpus_of("high").states[0]
    fresh = fuzz.Corpus("high", ((engine.loads(engine.dumps(state)), data),), (), [])
    with pytest.raises(AssertionError, match="changed the state"):
        fuzz.knock_with_a_move(fresh, Random(1), fuzz.Watch(Summary("high")))
