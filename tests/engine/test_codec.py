"""The serialized form: anything but a state of a table is refused, and only with `InvalidState`."""

import json
from random import Random
from typing import Any

import pytest

from engine import (
    GAMES,
    InvalidState,
    Option,
    Plain,
    UnknownGame,
    active_seats,
    describe_options,
    dumps,
    format_of_table,
    loads,
    new_game,
)
from engine.core.values import Options, State
from tests.engine.play import positions

SEED = "5eed" * 16


def plain(game: str = "zeven") -> dict[str, Any]:
    """The serialized first state of a table, as data to spoil."""
    data: dict[str, Any] = json.loads(dumps(new_game(game, seats=2, options={"firstSeat": 0}, seed=SEED)))
    return data


def refuse(data: object) -> InvalidState:
    with pytest.raises(InvalidState) as refused:
        loads(data if isinstance(data, bytes | str) else json.dumps(data))
    assert refused.value.code == "INVALID_STATE"
    assert refused.value.path == ("state",)
    assert SEED not in refused.value.message
    assert len(refused.value.message.encode()) < 500
    return refused.value


@pytest.mark.parametrize("game", list(GAMES))
def test_a_state_is_read_from_bytes_and_from_text(game: str) -> None:
    for state in positions(game, Random(game), 20):
        assert loads(dumps(state)) == loads(dumps(state).decode()) == state


@pytest.mark.parametrize("game", list(GAMES))
def test_the_serialized_form_names_its_game_and_rules_and_has_no_spaces(game: str) -> None:
    data = dumps(next(positions(game, Random(game), 1)))
    assert json.loads(data)["game"] == game
    assert json.loads(data)["rules"] == GAMES[game].rules
    assert data == json.dumps(json.loads(data), separators=(",", ":")).encode()


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b" ",
        b"{",
        b"null",
        b"[]",
        b"7",
        b'"zeven"',
        b"{}",
        b"true",
        b"nan",
        b"\x00",
        b"\xff\xfe",
        b'{"game":"zeven"}',
        b'{"game":7,"rules":1}',
        b'{"game":"zeven","rules":"1"}',
        b'{"game":"zeven","rules":1}',
        "{\ud800}",
        '{"game":"\ud800"}',
        b'{"game":"zev\xffen","rules":1}',
        b'{"game":"\\ud800","rules":1}',
        b"[" * 100_000,
        b'{"a":' * 100_000,
        b'{"game":"zeven","rules":1,"zones":' + b"[" * 100_000 + b"]" * 100_000 + b"}",
        "é" * 1000,
    ],
    ids=lambda data: repr(data[:30]),
)
def test_an_invalid_state_is_refused(data: bytes | str) -> None:
    refuse(data)


@pytest.mark.parametrize("data", [None, 7, ["zeven"], {"game": "zeven"}], ids=repr)
def test_a_value_other_than_bytes_and_text_is_refused(data: object) -> None:
    refuse(data)


@pytest.mark.parametrize("name", ["nosuch", "", "Zeven", "x" * 10_000])
def test_an_unknown_game_is_an_invalid_state(name: str) -> None:
    assert "There is no game" in refuse(plain() | {"game": name}).message


@pytest.mark.parametrize("rules", [0, 2, -1, 10**6])
def test_another_version_of_the_rules_is_refused(rules: int) -> None:
    assert f"rules version 1, the state is of {rules}" in refuse(plain() | {"rules": rules}).message


@pytest.mark.parametrize("key", list(plain()))
def test_a_field_that_is_missing_or_of_the_wrong_type_is_refused(key: str) -> None:
    data = plain()
    refuse({name: value for name, value in data.items() if name != key})
    wrong: list[object] = [None, True, 1.5, "x", [], {}, -1, 2**53, 10**400, "\ud800", {"a": []}, [[[]]]]
    for value in wrong:
        if value != data[key]:
            refuse(data | {key: value})


@pytest.mark.parametrize(
    "options", [{"rounds": 0}, {"nosuch": 1}, {"firstSeat": 2}, {"firstSeat": True}, {"rounds": "3"}]
)
def test_options_that_cannot_be_are_refused(options: dict[str, object]) -> None:
    data = plain()
    refuse(data | {"options": data["options"] | options})


def test_an_option_that_is_missing_is_refused() -> None:
    data = plain()
    for option in data["options"].keys() - GAMES["zeven"].options.added:
        rest = {name: value for name, value in data["options"].items() if name != option}
        refuse(data | {"options": rest})


@pytest.mark.parametrize("game", list(GAMES))
def test_an_option_that_older_states_do_not_have_is_at_its_default(game: str) -> None:
    data = plain(game)
    options = GAMES[game].options
    older = {name: value for name, value in data["options"].items() if name not in options.added}
    assert loads(json.dumps(data | {"options": older})) == loads(json.dumps(data))
    assert {option.name for option in describe_options(options)} >= options.added.keys()


@pytest.mark.parametrize("game", list(GAMES))
def test_an_option_that_was_added_later_is_written_only_where_it_is_used(game: str) -> None:
    added = GAMES[game].options.added
    assert not plain(game)["options"].keys() & added.keys()
    for option in describe_options(GAMES[game].options):
        if option.name in added and option.kind != "list":
            used = {option.name: another_value(option)}
            state = new_game(game, seats=2, options=used, seed=SEED)
            written = json.loads(dumps(state))["options"]
            assert {name: value for name, value in written.items() if name in added} == used
            assert loads(dumps(state)) == state
            assert format_of_table(GAMES[game], 2, used) == added[option.name]


def another_value(option: Option) -> Plain:
    """Return a value of an option that is not its default."""
    if option.kind == "boolean":
        return not option.default
    if option.kind == "choice":
        return next(choice for choice in option.choices if choice != option.default)
    assert isinstance(option.default, int)
    return option.default + 1


def test_a_field_that_there_is_not_is_refused() -> None:
    refuse(plain() | {"extra": 1})


@pytest.mark.parametrize("seats", [0, 1, 3, 4, 5, 100, 101])
def test_another_number_of_seats_is_refused(seats: int) -> None:
    refuse(plain() | {"seats": seats})


def test_cards_that_are_lost_doubled_or_unknown_are_refused() -> None:
    for cards in ([], ["AR1"] * 2, ["XX1"], ["??"], ["\ud800"], [None]):
        data = plain()
        data["zones"]["deck"] = [*data["zones"]["deck"][1:], *cards]
        refuse(data)


def test_zones_that_are_missing_or_unknown_are_refused() -> None:
    data = plain()
    for zone in data["zones"]:
        refuse(data | {"zones": {name: cards for name, cards in data["zones"].items() if name != zone}})
    for zone in ("area:4", "hand:2", "nosuch", "", "hand:x", "deck:1"):
        refuse(data | {"zones": data["zones"] | {zone: []}})


def test_a_hand_out_of_order_is_refused() -> None:
    data = plain()
    data["zones"]["hand:0"].reverse()
    assert refuse(data).message == "A hand is not in canonical order."


def test_a_state_of_no_registered_game_is_refused() -> None:
    class Strange(State, frozen=True, tag="strange"):
        pass

    state = Strange(rules=1, seats=2, seed=SEED, options=Options())
    with pytest.raises(UnknownGame, match="Strange is not a state of a registered game"):
        active_seats(state)
