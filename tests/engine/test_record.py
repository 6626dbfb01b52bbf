"""Records (engine 7): a table as a small document, and what is said about one that does not hold."""

import json
from random import Random
from typing import Any

import pytest

from engine import (
    GAMES,
    InvalidRecord,
    Record,
    UnknownGame,
    changed_options,
    dump_record,
    dumps,
    loads,
    make_record,
    parse_record,
    replay,
    result,
)
from engine.game import Result
from engine.games.zont import DECK
from tests.engine.play import play_on, random_table
from tests.engine.table import SEED


def recorded(game: str = "zeven", seed: int = 1) -> Record:
    """A random table, played to its end."""
    random = Random(seed)
    table = random_table(game, random)
    start = table.deal()
    steps = list(play_on(start, random))
    return make_record(
        game=game,
        seats=table.seats,
        options=changed_options(start.options),
        seed=table.seed,
        moves=[f"{step.seat} {step.move}" for step in steps],
        outcome=result(steps[-1].after),
    )


def spoil(**changes: object) -> dict[str, Any]:
    data: dict[str, Any] = json.loads(dump_record(recorded()))
    return data | changes


def refuse(record: object, path: tuple[str, ...] = ()) -> str:
    with pytest.raises(InvalidRecord) as refused:
        replay(record)  # type: ignore[arg-type]
    assert refused.value.code == "INVALID_RECORD"
    assert refused.value.path == path
    assert len(refused.value.message.encode()) < 600
    return refused.value.message


@pytest.mark.parametrize("game", list(GAMES))
def test_a_record_its_json_and_its_plain_value_replay_alike(game: str) -> None:
    record = recorded(game)
    states = replay(record)
    written = dump_record(record)
    assert len(states) == len(record.moves) + 1
    assert result(states[-1]) == record.result
    assert replay(written) == replay(written.decode()) == replay(json.loads(written)) == states
    assert parse_record(written) == record


def test_a_record_leaves_out_what_is_as_usual() -> None:
    record = make_record(game="zeven", seats=2, options={}, seed=SEED, moves=[])
    written = {"format": 1, "game": "zeven", "rules": 1, "seats": 2, "seed": SEED, "moves": []}
    assert json.loads(dump_record(record)) == written
    assert len(replay(record)) == 1


def test_a_record_keeps_a_stacked_deck() -> None:
    record = make_record(game="zeven", seats=2, options={"firstSeat": 1}, seed=SEED, moves=[], deck=DECK)
    (state,) = replay(dump_record(record))
    assert state.zones["area:1"] == (DECK[0],)


def test_a_record_of_an_unknown_game_is_not_made() -> None:
    with pytest.raises(UnknownGame):
        make_record(game="nosuch", seats=2, options={}, seed=SEED, moves=[])


@pytest.mark.parametrize(
    "data",
    [
        b"", b"{}", b"[]", b"null", b"[" * 100_000, b"\xff", '{"format":"\ud800"}', b'{"format":1e400}',
        {}, {"format": 1}, [], None, 7,
    ],
    ids=lambda data: repr(data)[:20],
)  # fmt: skip
def test_what_has_not_the_form_of_a_record_is_refused(data: object) -> None:
    assert refuse(data).startswith("This is not a record: ")


@pytest.mark.parametrize("data", [b"", b"{}", "\ud800", b"[" * 100_000, b"\xff"], ids=lambda data: repr(data)[:20])
def test_it_is_not_read_either(data: bytes | str) -> None:
    with pytest.raises(InvalidRecord, match="This is not a record"):
        parse_record(data)


@pytest.mark.parametrize("key", ["format", "game", "rules", "seats", "seed", "moves"])
def test_a_record_without_one_of_its_fields_is_refused(key: str) -> None:
    data = spoil()
    del data[key]
    assert key in refuse(data)


@pytest.mark.parametrize(
    ("changes", "path", "says"),
    [
        ({"extra": 1}, (), "extra"),
        ({"format": 2}, ("format",), "This reads record format 1, not 2."),
        ({"game": "nosuch"}, ("game",), "There is no game 'nosuch'"),
        ({"rules": 2}, ("rules",), "This plays rules version 1 of zeven, not 2."),
        ({"seats": 9}, ("seats",), "Zeven is for 2–4 seats"),
        ({"seed": "x"}, ("seed",), "64 lower-case hex digits"),
        ({"options": {"nosuch": 1}}, ("options", "nosuch"), "There is no option 'nosuch'"),
        ({"options": {"rounds": True}}, ("options", "rounds"), "seats"),
        ({"deck": ["AR1"]}, ("deck",), "The stacked deck must hold exactly"),
        ({"moves": ["0"]}, ("moves", "0"), "Move 0 is not of the form `seat move`: '0'."),
        ({"moves": ["x play AR1 @1"]}, ("moves", "0"), "is not of the form"),
        ({"moves": ["-1 play AR1 @1"]}, ("moves", "0"), "is not of the form"),
        ({"moves": ["٣ play AR1 @1"]}, ("moves", "0"), "is not of the form"),
        ({"moves": ["1000 play AR1 @1"]}, ("moves", "0"), "is not of the form"),
        ({"moves": [""]}, ("moves", "0"), "is not of the form"),
        ({"moves": ["9 play AR1 @1"]}, ("moves", "0"), "There is no seat 9"),
        ({"moves": ["0 fly"]}, ("moves", "0"), "Move 0, '0 fly', is refused by engine 3: Zeven has no verb 'fly'"),
        ({"moves": ["0 play ?? @1"]}, ("moves", "0"), "is refused by engine 3: Zeven has no card '??'."),
        ({"result": None}, None, ""),
    ],
    ids=str,
)
def test_a_record_that_does_not_hold_is_refused(
    changes: dict[str, object], path: tuple[str, ...] | None, says: str
) -> None:
    if path is None:
        assert replay(spoil(**changes))
        return
    assert says in refuse(spoil(**changes), path)


def test_the_first_move_that_is_refused_is_named_with_its_rule() -> None:
    data = spoil()
    data["moves"][3:] = ["0 play AR1 @9"]
    said = refuse(data, ("moves", "3"))
    assert said.startswith("Move 3, '0 play AR1 @9', is refused by zeven ")


def test_a_move_after_the_end_is_refused() -> None:
    data = spoil(result=None)
    data["moves"].append("0 play AR1 @1")
    assert "is refused by engine 9: The table is over." in refuse(data, ("moves", str(len(data["moves"]) - 1)))


def test_a_result_that_is_not_that_of_the_moves_is_refused() -> None:
    data = spoil()
    spoilt: list[dict[str, object]] = [
        {"reason": "other"},
        {"scores": [1] * len(data["result"]["scores"])},
        {"winners": []},
    ]
    for wrong in spoilt:
        assert "recorded result" in refuse(data | {"result": data["result"] | wrong}, ("result",))
    assert "recorded result" in refuse(data | {"moves": data["moves"][:-1]}, ("result",))


def test_a_result_has_the_form_of_one() -> None:
    data = spoil()
    spoilt: list[object] = [7, {}, [], {"scores": "x"}, "rounds"]
    for wrong in spoilt:
        assert refuse(data | {"result": wrong}).startswith("This is not a record")


def test_a_result_before_the_end_is_refused() -> None:
    outcome = Result((1, 0), (1, 2), (0,), "rounds")
    record = make_record(game="zeven", seats=2, options={}, seed=SEED, moves=[], outcome=outcome)
    refuse(record, ("result",))


def test_replayed_states_can_be_serialized_and_gone_on_with() -> None:
    for state in replay(recorded("toy")):
        assert loads(dumps(state)) == state
