"""`preview`: the effect of a move as far as its seat can know; it leaks nothing, changes nothing, and is right."""

from collections.abc import Callable
from importlib import import_module
from random import Random

import msgspec
import pytest

import engine
from engine.games.zlam.rules import GRAND_ZLAM
from tests.engine.foreseen import untrue_effects
from tests.engine.play import positions
from tests.engine.possible_moves import sampled_moves
from tests.engine.previews import main, mistakes, outcome, sampled_steps
from tests.engine.table import SEED, situation

# The package exports the function under this name, not the module.
preview_module = import_module("engine.preview")

every_game = pytest.mark.parametrize("game", list(engine.GAMES))


def zones_of(said: engine.Preview) -> dict[str, engine.PreviewZone]:
    return {zone.id: zone for zone in said.zones}


def facts_of(said: engine.Preview) -> dict[str, str]:
    return {fact.name: fact.value for fact in said.facts}


# ---- for every game


@every_game
@pytest.mark.parametrize("worlds", [1, preview_module.WORLDS])
def test_a_preview_is_the_same_for_all_look_alikes(game: str, worlds: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """With a single world nothing is unknown, so a preview that is certain there follows from the seat's view, too."""
    monkeypatch.setattr(preview_module, "WORLDS", worlds)
    for step, random in sampled_steps(game, 12, worlds):
        other = engine.redeal(step.before, step.seat, f"{random.getrandbits(256):064x}")
        said = [engine.preview(state, step.seat, step.move) for state in (step.before, other)]
        assert msgspec.json.encode(said[0]) == msgspec.json.encode(said[1])


@every_game
def test_every_certain_effect_of_a_preview_happens(game: str) -> None:
    for step, _ in sampled_steps(game, 40, 2):
        said = engine.preview(step.before, step.seat, step.move)
        assert mistakes(said, *outcome(step.before, step.seat, step.move)) == []
        assert untrue_effects(said.effects, step.before, step.seat, step.move) == []


@every_game
def test_a_preview_says_all_that_does_not_depend_on_what_is_hidden(game: str) -> None:
    complete = [
        said
        for step, _ in sampled_steps(game, 12, 3)
        if (said := engine.preview(step.before, step.seat, step.move)).events_complete
    ]
    assert complete
    assert all(said.turn is not None and said.over is not None for said in complete)


@every_game
def test_a_preview_refuses_what_apply_refuses_in_the_same_words(game: str) -> None:
    random = Random(f"refused {game}")
    refused = 0
    for state in positions(game, random, 20):
        for seat in range(state.seats):
            for move in sampled_moves(state, game, random, 1):
                reasons = [refusal_of(call, state, seat, str(move)) for call in (engine.apply, engine.preview)]
                assert reasons[0] == reasons[1]
                refused += reasons[0] is not None
    assert refused > 100


def refusal_of(call: Callable[[engine.State, int, str], object], state: engine.State, seat: int, move: str) -> object:
    try:
        call(state, seat, move)
    except engine.Refusal as refusal:
        return type(refusal), refusal.rule, refusal.message, refusal.path, refusal.alternatives
    return None


@every_game
def test_a_preview_changes_nothing(game: str) -> None:
    for step, _ in sampled_steps(game, 3, 4):
        before = engine.dumps(step.before)
        seen = engine.view(step.before, step.seat)
        engine.preview(step.before, step.seat, step.move)
        assert (engine.dumps(step.before), engine.view(step.before, step.seat)) == (before, seen)
        assert engine.dumps(engine.apply(step.before, step.seat, step.move)[0]) == engine.dumps(step.after)


@pytest.mark.parametrize("seat", [2, -1, True, "1", None])
def test_a_preview_for_a_seat_that_is_not_there_is_refused(seat: int) -> None:
    with pytest.raises(engine.InvalidInput, match="There is no seat"):
        engine.preview(engine.new_game("zeven", seats=2, seed=SEED), seat, "play AR1 @1")


def test_a_move_that_is_not_text_is_refused() -> None:
    with pytest.raises(engine.EngineError, match="A move is a string"):
        engine.preview(engine.new_game("zeven", seats=2, seed=SEED), 0, 7)  # type: ignore[arg-type]


# ---- certain and uncertain effects


def test_the_card_that_will_be_drawn_is_unknown_and_the_rest_of_the_hand_is_not() -> None:
    zones = {"area:1": "AR1", "area:2": "CR1", "area:3": "FR1", "hand:0": "AB1 CB2 FY1 ZY3", "hand:1": "GR1 GR2"}
    state = situation("zeven", seats=2, options={"firstSeat": 0}, zones=zones, rest="deck")
    said = engine.preview(state, 0, "play ZY3 @1")
    assert said.move.label == "Play Great Zont yellow 3 onto area 1"
    assert [(event.kind, event.cards) for event in said.events][:2] == [("played", ("ZY3",)), ("drawn", ())]
    assert said.events_complete
    assert zones_of(said)["hand:0"].cards == ("AB1", "CB2", "FY1", None)
    assert zones_of(said)["hand:1"].cards == (None, None)
    assert (zones_of(said)["area:1"].cards, zones_of(said)["area:1"].value) == (("AR1", "ZY3"), 4)
    assert facts_of(said)["zonts"] == "area:1"
    assert (said.turn, said.over, said.result) == ((1,), False, None)


def zlam(deck: str, zones: dict[str, str], playing: tuple[int, ...] = (0, 1), **options: int) -> engine.State:
    """Seat 0 has drawn a card and may place it; the deck has no cards but these."""
    few = {"ones": 0, "twos": 0, "threes": 0, "fours": 1, "fives": 0, "stacks": 2, "firstSeat": 1}
    points = (0, 4 + GRAND_ZLAM) if playing == (0,) else (0, 0)
    return situation(
        "zlam",
        seats=2,
        options={**few, **options},
        zones={"deck": deck, **zones},
        rest="out",
        deal=1,
        dealer=1,
        turn_taker=0,
        asked=0,
        phase="place",
        playing=playing,
        highest=(2, 2),
        points=points,
    )


OPEN_STACKS = {"drawn": "R4", "stack:0.1": "B4", "stack:0.2": "Y4", "stack:1.1": "Z", "stack:1.2": "Z"}


def test_an_effect_of_the_next_card_is_unknown_even_if_only_one_of_many_cards_differs() -> None:
    said = engine.preview(zlam("+" + 58 * " Z", OPEN_STACKS, zlams=60, gainCards=1), 0, "place @1")
    events = [(event.kind, event.cards) for event in said.events]
    assert events == [("placed", ("R4",)), ("drawn", ()), ("turnTaker", ())]
    assert not said.events_complete
    assert "asked" not in facts_of(said)
    assert (said.turn, said.over) == ((1,), False)
    assert zones_of(said)["drawn"].cards == (None,)
    assert zones_of(said)["stack:0.1"].cards == ("B4", "R4")


def test_an_effect_of_every_possible_next_card_is_certain() -> None:
    said = engine.preview(zlam("Z Z Z", OPEN_STACKS, zlams=5), 0, "place @1")
    assert said.events_complete
    assert facts_of(said)["asked"] == "place"
    assert zones_of(said)["drawn"].cards == ("Z",)


def test_whether_the_next_card_ends_the_game_is_unknown_and_so_are_the_zones_of_the_next_one() -> None:
    """With a ZLAM! the seat plays on; with the 5 it is out, and the second game is dealt."""
    piles = {"stack:0.1": "Y4 R3", "stack:0.2": "B3 Y3", "closed:1.1": "R4 B5", "closed:1.2": "B4 R5"}
    state = zlam("Z Z Z Y5 Z Z Z", {"drawn": "Z", **piles}, (0,), threes=1, fives=1, zlams=7, sets=1)
    said = engine.preview(state, 0, "place @1")
    assert (said.turn, said.events_complete) == (None, False)
    assert (zones_of(said)["closed:1.1"].count, zones_of(said)["closed:1.1"].cards) == (None, None)
    assert zones_of(said)["stack:1.1"].label == "stack 1 of seat 1"
    assert (zones_of(said)["stack:0.1"].count, zones_of(said)["stack:0.1"].cards) == (None, None)
    assert "deal" not in facts_of(said)


LAST_CARD = {"area:1": "AW4", "area:2": "CR1", "area:3": "FR1", "hand:0": "ZW4", "score:0": "AR1 AY1 AB1"}


def test_that_the_table_will_be_over_is_certain_though_who_wins_is_not() -> None:
    zones = {**LAST_CARD, "score:1": "ZR1 ZR2 ZR3 ZY1 ZY2 ZY3 ZB1 GR1 GY1"}
    state = situation("zeven", seats=3, options={"rounds": 1, "firstSeat": 0}, zones=zones, rest="score:2")
    said = engine.preview(state, 0, "play ZW4 @1")
    assert (said.turn, said.over, said.result, said.events_complete) == ((), True, None, False)
    assert zones_of(said)["score:0"].cards == ("AR1", "AY1", "AB1", "AW4", "ZW4")
    assert set(zones_of(said)["score:1"].cards or ()) == {None}


def test_the_winner_is_certain_where_unseen_cards_have_only_one_place() -> None:
    state = situation("zeven", seats=2, options={"rounds": 1, "firstSeat": 0}, zones=LAST_CARD, rest="score:1")
    said = engine.preview(state, 0, "play ZW4 @1")
    assert said.result is not None
    assert (said.over, said.result) == (True, engine.result(engine.apply(state, 0, "play ZW4 @1")[0]))


# ---- the command


def test_the_command_measures_every_game(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--tables", "1"]) == 0
    said = capsys.readouterr().out
    assert [line.partition(":")[0] for line in said.splitlines()] == list(engine.GAMES)
    assert "wrong about nothing" in said
