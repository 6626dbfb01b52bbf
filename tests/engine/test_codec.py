"""The serialized form: anything but a state of a table is refused, and only with `InvalidState`."""

import json
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from engine import GAMES, InvalidState, UnknownGame, active_seats, describe_options, dumps, loads, new_game
from engine.core.values import Options, State
from engine.games.zont import DECK
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
        b"", b" ", b"{", b"null", b"[]", b"7", b'"zeven"', b"{}", b"true", b"nan", b"\x00", b"\xff\xfe",
        b'{"game":"zeven"}', b'{"game":7,"rules":1}', b'{"game":"zeven","rules":"1"}', b'{"game":"zeven","rules":1}',
        "{\ud800}", '{"game":"\ud800"}',
        b'{"game":"zev\xffen","rules":1}', b'{"game":"\\ud800","rules":1}', b"[" * 100_000, b'{"a":' * 100_000,
        b'{"game":"zeven","rules":1,"zones":' + b"[" * 100_000 + b"]" * 100_000 + b"}", "é" * 1000,
    ],
    ids=lambda data: repr(data[:30]),
)  # fmt: skip
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
    data, options = plain(game), GAMES[game].options
    older = {name: value for name, value in data["options"].items() if name not in options.added}
    assert loads(json.dumps(data | {"options": older})) == loads(json.dumps(data))
    assert {option.name for option in describe_options(options)} >= options.added


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


@pytest.mark.parametrize(
    ("changes", "says"),
    [
        ({"round": 3}, "The round is beyond the last one."),
        ({"starter": 2}, "A seat is named that is not at the table."),
        ({"starter": 1}, "The round was started by another seat."),
        ({"points": (0,)}, "There must be points for each seat."),
        ({"points": (0, 0, 0)}, "There must be points for each seat."),
        ({"points": (1, 0)}, "The points are more than the rounds that ended can have given."),
        ({"zonts": (2, 1)}, "The active Great Zonts are not in order."),
        ({"zonts": (1,)}, "An active Great Zont is marked that is none."),
        ({"phase": "over"}, "The table is over before its last round."),
        ({"phase": "over", "round": 2, "starter": 1}, "Cards are left to play."),
        ({"asked": 1}, "The wrong seat is asked."),
        ({"phase": "favors", "area": 1}, "The wrong seat is asked."),
        ({"area": 1}, "The area does not go with the question."),
        ({"phase": "art"}, "The area does not go with the question."),
        ({"phase": "art", "area": 1}, "No card of the area has the power that is in use."),
        ({"phase": "change", "area": 1}, "No card of the area has the power that is in use."),
        ({"phase": "favors", "area": 1, "asked": 1}, "No card of the area has the power that is in use."),
    ],
    ids=str,
)
def test_a_state_that_zeven_cannot_reach_is_refused(changes: dict[str, object], says: str) -> None:
    state = new_game("zeven", seats=2, options={"firstSeat": 0}, seed=SEED)
    with pytest.raises(InvalidState, match=says):
        loads(dumps(replace(state, **changes)))


@pytest.mark.parametrize(
    ("zones", "changes", "says"),
    [
        ({"hand:0": "AR1 AR2 AR3 AY1 AY2"}, {}, "A hand holds more than four cards."),
        ({"area:1": "AW4 CW4"}, {}, "An area lies above seven."),
        ({"area:1": "", "area:2": ""}, {}, "More than one area is empty."),
        ({"hand:0": ""}, {}, "A seat without cards is asked for one."),
        ({"area:1": "CY1 ZR1", "area:2": "ZR2"}, {"zonts": (2,)}, "An active Great Zont is marked that is none."),
        (
            {"area:1": "CY1 GR1"},
            {"phase": "art", "area": 1, "zonts": (1,)},
            "A card with power lies on an active Great Zont.",
        ),
        ({"area:1": "CY1 AR1", "area:2": ""}, {"phase": "art", "area": 1}, "A power is in use while an area is empty."),
        (
            {"area:1": "CB3 CR1", "area:2": "AW4 AB3", "area:3": "FW4 FB3"},
            {"phase": "change", "area": 1},
            "A Change is asked for that cannot be.",
        ),
    ],
    ids=str,
)
def test_cards_that_zeven_cannot_lay_so_are_refused(
    zones: dict[str, str], changes: dict[str, object], says: str
) -> None:
    named = {"hand:0": "FR1", "hand:1": "FR2", "area:1": "CY1", "area:2": "CY2", "area:3": "CY3"} | zones
    lying = {zone: tuple(codes.split()) for zone, codes in named.items()}
    placed = {card for cards in lying.values() for card in cards}
    lying |= {"deck": tuple(card for card in DECK if card not in placed), "score:0": (), "score:1": ()}
    state = new_game("zeven", seats=2, options={"firstSeat": 0}, seed=SEED)
    with pytest.raises(InvalidState, match=says):
        loads(dumps(replace(state, zones=lying, **changes)))
