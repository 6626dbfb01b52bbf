"""Spoilt states: `loads` refuses them, or takes a state on which everything works and which ends."""

import json
from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from engine import GAMES, InvalidState, Refusal, State, active_seats, apply, dumps, explain, legal_moves, loads, view
from tests.engine.invariants import check_cards, check_result, viewers
from tests.engine.play import play_on, positions
from tests.engine.universe import parts_of

Json = Any
ROUNDS = 6


def spots(data: Json, path: tuple[Json, ...] = ()) -> list[tuple[Json, ...]]:
    """Every place in a JSON value, outermost first."""
    inside = [*data.items()] if isinstance(data, dict) else [*enumerate(data)] if isinstance(data, list) else []
    return [path, *(spot for key, value in inside for spot in spots(value, (*path, key)))]


def put(data: Json, path: tuple[Json, ...], value: Json) -> None:
    for key in path[:-1]:
        data = data[key]
    data[path[-1]] = value


def get(data: Json, path: tuple[Json, ...]) -> Json:
    for key in path:
        data = data[key]
    return data


def change_a_value(data: Json, words: list[str], random: Random) -> None:
    path = random.choice([spot for spot in spots(data) if spot and not isinstance(get(data, spot), dict | list)])
    value = get(data, path)
    if isinstance(value, bool) or value is None:
        put(data, path, not value)
    elif isinstance(value, int):
        put(data, path, random.choice([value + 1, value - 1, 0, 1, 2, 3, -1, 2**31, 2**53]))
    else:
        put(data, path, random.choice([*words, "", "x", value + " ", value[:-1]]))


def swap_two_cards(data: Json, _words: list[str], random: Random) -> None:
    one, other = (random.choice([zone for zone, cards in data["zones"].items() if cards]) for _ in range(2))
    here, there = random.randrange(len(data["zones"][one])), random.randrange(len(data["zones"][other]))
    data["zones"][one][here], data["zones"][other][there] = data["zones"][other][there], data["zones"][one][here]


def move_some_cards(data: Json, _words: list[str], random: Random) -> None:
    source, target = random.choice([*data["zones"]]), random.choice([*data["zones"]])
    count = random.randint(0, len(data["zones"][source]))
    moved, data["zones"][source] = data["zones"][source][:count], data["zones"][source][count:]
    data["zones"][target] = data["zones"][target] + moved


def rename_a_zone(data: Json, words: list[str], random: Random) -> None:
    zone = random.choice([*data["zones"]])
    data["zones"][random.choice([f"{zone}1", "stack:0.4", "stack:1.5", "closed:0.1", *words])] = data["zones"].pop(zone)


def drop_a_key(data: Json, _words: list[str], random: Random) -> None:
    path = random.choice([spot for spot in spots(data) if spot])
    del get(data, path[:-1])[path[-1]]


def add_or_double(data: Json, words: list[str], random: Random) -> None:
    path = random.choice([spot for spot in spots(data) if isinstance(get(data, spot), dict | list)])
    place = get(data, path)
    if isinstance(place, list):
        place.append(random.choice([*(place or [0]), 0, 1, 2, *words]))
    else:
        place[random.choice(words)] = random.choice([0, [], "x"])


def replace_a_part(data: Json, words: list[str], random: Random) -> None:
    path = random.choice([spot for spot in spots(data) if spot])
    put(data, path, random.choice([None, [], {}, 0, 1, "", [0], [0, 1], [1, 0], [[]], *words[:5]]))


MUTATIONS: tuple[Callable[[Json, list[str], Random], None], ...] = (
    change_a_value,
    change_a_value,
    change_a_value,
    swap_two_cards,
    move_some_cards,
    move_some_cards,
    rename_a_zone,
    drop_a_key,
    add_or_double,
    replace_a_part,
)


def words_of(data: Json) -> list[str]:
    """Texts that mean something in a state: its own, and every value that a choice field may have."""
    return sorted({value for spot in spots(data) if isinstance(value := get(data, spot), str) and len(value) < 30})


def sort_hands(data: Json, game: str) -> None:
    """Put the hands in order again, so that the other checks are reached."""
    zone_map = GAMES[game].zone_map
    for zone, cards in data["zones"].items():
        if zone.startswith("hand") and all(isinstance(card, str) and card in zone_map.order for card in cards):
            cards.sort(key=zone_map.order.__getitem__)


def spoil(state: State, game: str, words: list[str], random: Random) -> bytes:
    data: Json = json.loads(dumps(state))
    for _ in range(random.choice((1, 1, 1, 2, 3))):
        random.choice(MUTATIONS)(data, words, random)
        if not isinstance(data.get("zones"), dict) or not all(
            isinstance(cards, list) for cards in data["zones"].values()
        ):
            break
        if random.random() < 0.8:
            sort_hands(data, game)
        if not data["zones"] or not any(data["zones"].values()):
            break
    return json.dumps(data).encode()


def check_playable(state: State, game: str, random: Random) -> None:
    """Everything works on a state that was taken, to its end."""
    check_usable(state, game, random)
    for number, step in enumerate(play_on(state, random)):
        check_cards(step.after)
        check_result(step.after)
        if number % 16 == 0:
            check_usable(step.after, game, random)
    assert loads(dumps(state)) == state


def check_usable(state: State, game: str, random: Random) -> None:
    assert loads(dumps(state)) == state
    check_result(state)
    for viewer in viewers(state):
        view(state, viewer)
    for move in parts_of(game).some(random, 6):
        for seat in range(state.seats):
            refusal = explain(state, seat, move)
            assert (refusal is None) == (move in legal_moves(state, seat))
            assert refusal is None or isinstance(refusal, Refusal)
    for seat in active_seats(state):
        apply(state, seat, random.choice(legal_moves(state, seat)))


@pytest.mark.parametrize("game", list(GAMES))
@pytest.mark.parametrize("seed", range(ROUNDS))
def test_a_spoilt_state_is_refused_or_can_be_played(game: str, seed: int) -> None:
    random = Random(f"fuzz {game} {seed}")
    states = list(positions(game, random, 12))
    words = sorted({word for state in states for word in words_of(json.loads(dumps(state)))})
    taken = refused = 0
    for _ in range(250):
        data = spoil(random.choice(states), game, words, random)
        try:
            state = loads(data)
        except InvalidState:
            refused += 1
            continue
        taken += 1
        try:
            check_playable(state, game, random)
        except Exception as problem:
            raise AssertionError(f"this state is taken, but: {problem!r}\n{data.decode()}") from problem
    assert taken > 5
    assert refused > 50
