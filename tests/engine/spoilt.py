"""Inputs that no caller should send: spoilt states, texts that are nearly moves, values of any type."""

import json
from collections.abc import Callable
from random import Random
from typing import Any

from engine import GAMES, Move, State, dumps

Json = Any


# ---- spoilt JSON


def spots(data: Json, path: tuple[Json, ...] = ()) -> list[tuple[Json, ...]]:
    """Return every place in a JSON value, outermost first."""
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
    here = random.randrange(len(data["zones"][one]))
    there = random.randrange(len(data["zones"][other]))
    data["zones"][one][here], data["zones"][other][there] = data["zones"][other][there], data["zones"][one][here]


def move_some_cards(data: Json, _words: list[str], random: Random) -> None:
    source = random.choice([*data["zones"]])
    target = random.choice([*data["zones"]])
    count = random.randint(0, len(data["zones"][source]))
    moved = data["zones"][source][:count]
    data["zones"][source] = data["zones"][source][count:]
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
    """Return texts with a meaning in a state: its own, and every value of a choice field."""
    return sorted({value for spot in spots(data) if isinstance(value := get(data, spot), str) and len(value) < 30})


def sort_hands(data: Json, game: str) -> None:
    """Sort the hands again, so that the other checks are reached."""
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


def double_a_key(data: bytes, random: Random) -> bytes:
    """Write a key of a JSON object twice, with another value."""
    keys = [index for index in range(len(data) - 1) if data[index : index + 2] == b',"']
    at = random.choice(keys) if keys else 0
    key = data[at + 1 : data.find(b'"', at + 2) + 1] or b'"x"'
    return data[:at] + b"," + key + b":" + random.choice((b"0", b"[]", b"null", b'"x"', b"{}")) + data[at:]


def cut_and_splice(data: bytes, random: Random) -> bytes:
    """Change a few bytes: take some out, put others in."""
    begin = random.randrange(len(data) + 1)
    end = min(len(data), begin + random.choice((0, 1, 1, 2, 8, 64, len(data))))
    return data[:begin] + random.choice(SPLICES) + random.randbytes(random.choice((0, 0, 1, 3))) + data[end:]


SPLICES = (
    b"",
    b"0",
    b"-",
    b"9" * 400,
    b"1e999",
    b"1e-7",
    b"1.0",
    b"NaN",
    b"null",
    b"true",
    b'"',
    b"\\ud800",
    b"\\u0000",
    b"\xff\xfe",
    b"\xed\xa0\x80",
    b"[" * 50,
    b'{"a":' * 50,
    b",",
    b"}",
    b"]",
)


def deep_json(random: Random) -> bytes:
    """Return JSON that is nested far too deep."""
    depth = random.choice((10, 100, 900, 1100, 5000, 100_000))
    head = random.choice((b"", b'{"game":', b'{"game":"zeven","rules":1,"words":0,"ply":0,"zones":', b'{"moves":'))
    return head + random.choice((b"[", b'{"a":')) * depth + random.choice((b"", b"0", b"]" * depth))


def any_bytes(data: bytes, random: Random) -> bytes | str:
    """Return a serialized form spoilt at the level of bytes, or bytes that are no serialized form."""
    kind = random.randrange(8)
    if kind == 0:
        return random.randbytes(random.choice((0, 1, 10, 300)))
    if kind == 1:
        return deep_json(random)
    if kind == 2:
        return double_a_key(data, random)
    if kind == 3:
        return any_text(random)
    spliced = cut_and_splice(data, random)
    return spliced.decode("utf-8", "surrogateescape") if kind == 4 else spliced


# ---- texts and values of any type


def any_text(random: Random) -> str:
    """Return a text of any characters, now and then a very long one."""
    alphabet = random.choice(("play AR3 @1#=0?+-.", "\ud800\udfff\x00\n\u2028é٣", " ", "{}%s\\'\""))
    return "".join(random.choices(alphabet, k=random.choice((0, 1, 5, 20, 79, 80, 81, 500, 20_000))))


def near_text(move: str, random: Random) -> str:
    """Return a text that is nearly a move."""
    kind = random.randrange(6)
    at = random.randrange(len(move) + 1)
    if kind == 0:
        return move[:at] + move[at + 1 :]
    if kind == 1:
        return move[:at] + random.choice(" @#=0aA?é\ud800\n\x00") + move[at:]
    if kind == 2:
        return move + random.choice((" ", "\n", " =art", " #1", " @1", " R9", " =" + "x" * 90))
    if kind == 3:
        return move.swapcase() if random.random() < 0.5 else move.replace(" ", "  ")
    words = move.split(" ")
    random.shuffle(words)
    return " ".join(words) if kind == 4 else f"{move} {move}"


class Odd:
    """A value that no caller should send."""

    def __repr__(self) -> str:
        return "Odd()"


def any_value(random: Random, depth: int = 0) -> Json:
    """Return a value of any type."""
    kind = random.randrange(16 if depth < 3 else 12)
    if kind < 4:
        return random.choice((None, True, False, 0, 1, 2, 3, -1, 10, 99, 2**31, 2**53, 2**64, 10**400, -(10**5000)))
    if kind < 6:
        return random.choice((0.0, 1.0, -0.0, float("nan"), float("inf"), 1e308, 0.5, 1j))
    if kind < 8:
        return random.choice(("random", "seats", "match", "true", "1", "", "x" * 10_000, "\ud800", "０"))
    if kind < 9:
        return any_text(random)
    if kind < 11:
        return random.choice((b"", b"1", bytearray(b"x"), memoryview(b"y"), Odd, Odd(), len, ..., range(3), Move("a")))
    if kind < 12:
        return nest(random.choice((5, 2000, 30_000)))
    inside = [any_value(random, depth + 1) for _ in range(random.choice((0, 1, 2, 5)))]
    if kind < 14:
        return inside if random.random() < 0.7 else tuple(inside)
    return {random.choice(("firstSeat", "teams", "x", 1, None, "\ud800")): value for value in inside}


def nest(depth: int) -> list[Json]:
    """Return a list in a list in a list."""
    value: list[Json] = []
    for _ in range(depth):
        value = [value]
    return value


def odd_move(move: Move, random: Random) -> Move:
    """Return a move with parts of the right types, but with values that no notation can express."""
    text = any_text(random)
    return random.choice(
        (
            Move(text, move.cards, move.place, move.seat, move.choice),
            Move(move.verb, (text,), move.place, move.seat, move.choice),
            Move(move.verb, move.cards * random.choice((0, 2, 300)), move.place, move.seat, move.choice),
            Move(move.verb, move.cards, text, move.seat, move.choice),
            Move(move.verb, move.cards, move.place, random.choice((-1, 30, 10**30)), move.choice),
            Move(move.verb, move.cards, move.place, move.seat, text),
        )
    )
