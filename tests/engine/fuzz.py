"""Throw anything at the engine's doors: `python -m tests.engine.fuzz --inputs 1000000 [--game zar]`.

Spoilt states and records, random bytes, deep and doubled JSON, huge numbers, texts that are nearly moves, and values of
any type. Whatever comes in, only an `EngineError` comes out, the state that was there is unchanged, a state that was
taken can be viewed, listed and moved on, and no call takes more than 50 ms of processor time.
"""

import argparse
import gc
import json
import os
import sys
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import cache
from random import Random
from typing import Any

import msgspec

from engine import (
    GAMES,
    EngineError,
    Move,
    State,
    active_seats,
    apply,
    changed_options,
    describe_options,
    dump_record,
    dumps,
    explain,
    explain_hand,
    find_game,
    legal_moves,
    loads,
    make_record,
    new_game,
    parse_move,
    parse_record,
    preview,
    redeal,
    replay,
    result,
    view,
)
from tests.engine.play import play_on, positions, random_table
from tests.engine.toy import register_toy
from tests.engine.universe import parts_of, sampled_moves
from tests.engine.workers import spread

Json = Any

# No call may take longer, in seconds of processor time; the replay of a long record is many calls.
LONGEST_CALL = 0.050
LONGEST_RECORD = 25

STATES = 40
RECORDS = 12
INPUTS_OF_A_CHUNK = 5000
MOST_FAILURES = 10
SLOWEST = 5
MOST_QUOTED = 1000


# ---- what is there to begin with


class Corpus(msgspec.Struct, frozen=True):
    """States of a game with their serialized forms, records of it, and texts that mean something in them."""

    game: str
    states: tuple[tuple[State, bytes], ...]
    records: tuple[bytes, ...]
    words: list[str]


@cache
def corpus_of(game: str) -> Corpus:
    """Return what the inputs of a game are made from."""
    random = Random(f"corpus {game}")
    states = tuple((state, dumps(state)) for state in positions(game, random, STATES))
    records = tuple(short_record(game, random) for _ in range(RECORDS))
    words = {word for _, data in states for word in words_of(json.loads(data))}
    return Corpus(game, states, records, sorted(words))


def short_record(game: str, random: Random) -> bytes:
    """Return the record of the first moves of a random table."""
    table = random_table(game, random)
    start = table.deal()
    steps = [step for step, _ in zip(play_on(start, random), range(random.randint(1, LONGEST_RECORD)), strict=False)]
    last = steps[-1].after
    return dump_record(
        make_record(
            game=game,
            seats=table.seats,
            options=changed_options(start.options),
            seed=table.seed,
            moves=[f"{step.seat} {step.move}" for step in steps],
            outcome=result(last),
        )
    )


# ---- spoilt JSON


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
    """Return a serialized form that was spoilt as bytes are, or no serialized form at all."""
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
    kind, at = random.randrange(6), random.randrange(len(move) + 1)
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


def any_move(corpus: Corpus, state: State, random: Random) -> Json:
    """Return something to send as a move: nearly always of the right type."""
    near = random.choice(sampled_moves(state, corpus.game, random, 1))
    kind = random.randrange(8)
    if kind < 3:
        return near_text(str(near), random)
    if kind < 5:
        return near
    if kind == 5:
        return any_text(random)
    if kind == 6:
        return odd_move(near, random)
    return any_value(random)


def odd_move(move: Move, random: Random) -> Move:
    """Return a move whose parts are of the right types, and say what no notation can."""
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


# ---- the doors


class Watch:
    """Calls the engine: lets its errors pass, and keeps the calls that took longest."""

    def __init__(self) -> None:
        self.refused = 0
        self.taken = 0
        self.slowest: list[tuple[float, str]] = []
        self.last: tuple[Json, ...] = ()

    def call(self, function: Callable[..., Json], *given: Json, timed: bool = True, **named: Json) -> Json:
        """Return what a function gives, or null when it refuses what it was given."""
        self.last = (function.__name__, *given, *named.items())
        value, problem = None, None
        begun = time.thread_time()
        try:
            value = function(*given, **named)
        except EngineError as refusal:
            problem = refusal
        taken = time.thread_time() - begun
        if taken > LONGEST_CALL:
            taken = min(taken, *(time_again(function, given, named) for _ in range(2)))
        if timed and (len(self.slowest) < SLOWEST or taken > self.slowest[-1][0]):
            self.slowest = sorted([*self.slowest, (taken, self.quote_last())], reverse=True)[:SLOWEST]
        self._count(problem)
        return value

    def quote_last(self) -> str:
        """Write the last call, or its beginning."""
        return quoted(self.last)

    def _count(self, problem: EngineError | None) -> None:
        """Count a call, and look at what it was refused with: one printable line, also of what is huge or no text."""
        self.taken += problem is None
        self.refused += problem is not None
        assert problem is None or (problem.message.isprintable() and len(problem.message) < 2000), problem


def time_again(function: Callable[..., Json], given: tuple[Json, ...], named: dict[str, Json]) -> float:
    """Return how long a call takes: on a busy machine one in a million is measured a thousand times too long."""
    begun = time.thread_time()
    with suppress(EngineError):
        function(*given, **named)
    return time.thread_time() - begun


def quoted(given: Json) -> str:
    """Write what a function was given, or its beginning."""
    try:
        text = repr(given)
    except (ValueError, RecursionError):
        text = "(a value too large or too deep to write)"
    return text if len(text) <= MOST_QUOTED else f"{text[:MOST_QUOTED]}…"


def knock_with_a_spoilt_state(corpus: Corpus, random: Random, watch: Watch) -> None:
    state, _ = random.choice(corpus.states)
    use(corpus, watch.call(loads, spoil(state, corpus.game, corpus.words, random)), random, watch)


def knock_with_bytes(corpus: Corpus, random: Random, watch: Watch) -> None:
    _, data = random.choice(corpus.states)
    use(corpus, watch.call(loads, any_bytes(data, random)), random, watch)


def knock_with_a_move(corpus: Corpus, random: Random, watch: Watch) -> None:
    state, data = random.choice(corpus.states)
    move = any_move(corpus, state, random)
    seat = random.randrange(state.seats) if random.random() < 0.9 else any_value(random)
    watch.call(explain, state, seat, move)
    watch.call(apply, state, seat, move)
    if random.random() < 0.2:
        watch.call(preview, state, seat, move)
    assert dumps(state) == data, f"{watch.quote_last()} changed the state"
    if isinstance(move, str):
        parsed = watch.call(parse_move, move)
        assert parsed is None or str(parsed) == move


def knock_with_a_seat(corpus: Corpus, random: Random, watch: Watch) -> None:
    state, data = random.choice(corpus.states)
    seat = any_value(random)
    for function in (legal_moves, view, explain_hand):
        watch.call(function, state, seat)
    watch.call(redeal, state, seat, any_value(random) if random.random() < 0.5 else state.seed)
    assert dumps(state) == data, f"{watch.quote_last()} changed the state"


def knock_with_a_new_game(corpus: Corpus, random: Random, watch: Watch) -> None:
    rules = find_game(corpus.game)
    names = [option.name for option in describe_options(rules.options)]
    options: Json = {random.choice(names): any_value(random) for _ in range(random.choice((0, 1, 1, 3)))}
    options = options if random.random() < 0.8 else any_value(random)
    deck = list(rules.cards) if random.random() < 0.3 else any_value(random)
    given = {
        "seats": random.choice((2, 3, any_value(random))),
        "options": options,
        "seed": random.choice((corpus.states[0][0].seed, any_value(random))),
        "deck": random.choice((None, None, deck)),
    }
    name = corpus.game if random.random() < 0.9 else any_text(random)
    use(corpus, watch.call(new_game, name, **given), random, watch)


def knock_with_a_record(corpus: Corpus, random: Random, watch: Watch) -> None:
    written = random.choice(corpus.records)
    if random.random() < 0.4:
        spoilt: Json = any_bytes(written, random)
    else:
        spoilt = json.loads(written)
        random.choice((change_a_value, drop_a_key, add_or_double, replace_a_part))(spoilt, corpus.words, random)
        spoilt = json.dumps(spoilt) if random.random() < 0.7 else spoilt
    spoilt = spoilt if random.random() < 0.95 else any_value(random)
    record = watch.call(parse_record, spoilt) if isinstance(spoilt, bytes | str) else None
    states = watch.call(replay, spoilt, timed=record is None or len(record.moves) <= LONGEST_RECORD)
    if states:
        use(corpus, states[-1], random, watch)


DOORS = (
    *[knock_with_a_spoilt_state] * 6,
    *[knock_with_a_move] * 5,
    *[knock_with_bytes] * 3,
    *[knock_with_a_new_game] * 3,
    *[knock_with_a_record] * 2,
    knock_with_a_seat,
)


def use(corpus: Corpus, state: State | None, random: Random, watch: Watch) -> None:
    """View, list and move on a state that was taken."""
    if state is None:
        return
    assert loads(dumps(state)) == state, "what was taken is not what is written"
    for _ in range(3):
        seats = active_seats(state)
        seat = random.choice(seats) if seats else 0
        for viewer in (None, seat):
            must(watch, view, state, viewer)
        must(watch, explain_hand, state, seat)
        watch.call(explain, state, seat, random.choice(list(parts_of(corpus.game).some(random, 1))))
        moves = must(watch, legal_moves, state, seat)
        assert bool(moves) == bool(seats)
        assert (result(state) is None) == bool(seats)
        if not moves:
            return
        state, _ = must(watch, apply, state, seat, random.choice(moves))


def must(watch: Watch, function: Callable[..., Json], *given: Json) -> Json:
    """Call a function that must not refuse."""
    refused = watch.refused
    value = watch.call(function, *given)
    assert watch.refused == refused, f"{watch.quote_last()} is refused on a state that was taken"
    return value


# ---- many inputs


class Summary(msgspec.Struct):
    """What came of the inputs: calls that took or refused what they got, the slowest, and what failed."""

    game: str
    inputs: int = 0
    taken: int = 0
    refused: int = 0
    seconds: float = 0.0
    slowest: list[tuple[float, str]] = []
    failures: list[str] = []

    def add(self, other: "Summary") -> None:
        """Count what another part of the run has seen."""
        self.inputs += other.inputs
        self.taken += other.taken
        self.refused += other.refused
        self.slowest = sorted([*self.slowest, *other.slowest], reverse=True)[:SLOWEST]
        self.failures += other.failures

    def too_slow(self) -> list[tuple[float, str]]:
        """Return the calls that took too long."""
        return [call for call in self.slowest if call[0] > LONGEST_CALL]


class Chunk(msgspec.Struct, frozen=True):
    """Some inputs of a run."""

    game: str
    seed: int
    first: int
    inputs: int


def run_chunk(chunk: Chunk) -> Summary:
    """Try some inputs, up to the tenth that fails."""
    corpus, watch, summary = corpus_of(chunk.game), Watch(), Summary(chunk.game)
    parts_of(chunk.game)
    gc.collect()
    gc.freeze()
    for number in range(chunk.first, chunk.first + chunk.inputs):
        random = Random(f"fuzz {chunk.game} {chunk.seed} {number}")
        try:
            random.choice(DOORS)(corpus, random, watch)
        except Exception as problem:  # noqa: BLE001 - whatever it is, say which input it was
            summary.failures.append(describe_failure(chunk, number, watch, problem))
        summary.inputs += 1
        if len(summary.failures) == MOST_FAILURES:
            break
    gc.unfreeze()
    summary.taken, summary.refused, summary.slowest = watch.taken, watch.refused, watch.slowest
    return summary


def describe_failure(chunk: Chunk, number: int, watch: Watch, problem: Exception) -> str:
    """Say what went wrong, and how to see it again."""
    again = f"python -m tests.engine.fuzz --game {chunk.game} --seed {chunk.seed} --first {number} --inputs 1"
    return f"{type(problem).__name__}: {str(problem)[:MOST_QUOTED]}\n  again: {again}\n  call: {watch.quote_last()}"


def fuzz(game: str, inputs: int, seed: int, *, first: int = 0, workers: int = 1) -> Summary:
    """Try inputs on one game; stop soon after the tenth that fails."""
    summary, started = Summary(game), time.monotonic()
    last = first + inputs
    chunks = [
        Chunk(game, seed, begin, min(INPUTS_OF_A_CHUNK, last - begin))
        for begin in range(first, last, INPUTS_OF_A_CHUNK)
    ]
    for number, part in enumerate(spread(run_chunk, chunks, workers), 1):
        summary.add(part)
        if number % 4 == 0 or number == len(chunks):
            print(f"{game}: {summary.inputs} of {inputs} inputs, {len(summary.failures)} failed", file=sys.stderr)
        if len(summary.failures) >= MOST_FAILURES:
            break
    summary.seconds = round(time.monotonic() - started, 1)
    return summary


# ---- the command


def main(arguments: Sequence[str] | None = None) -> int:
    """Run from the command line; return 1 when an input failed or took too long."""
    register_toy()
    parser = argparse.ArgumentParser(prog="python -m tests.engine.fuzz", description=__doc__)
    parser.add_argument("--inputs", type=int, default=100_000, help="how many inputs, shared out among the games")
    parser.add_argument("--game", choices=list(GAMES), help="only this game")
    parser.add_argument("--seed", type=int, default=0, help="other inputs with another seed")
    parser.add_argument("--first", type=int, default=0, help="the number of the first input")
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1, help="how many processes")
    parser.add_argument("--json", action="store_true", help="print the summary as JSON")
    given = parser.parse_args(arguments)
    games = [given.game] if given.game else list(GAMES)
    failed = False
    for game in games:
        share = -(-given.inputs // len(games))
        summary = fuzz(game, share, given.seed, first=given.first, workers=given.workers)
        print(json.dumps(msgspec.to_builtins(summary)) if given.json else in_words(summary), flush=True)
        failed = failed or bool(summary.failures or summary.too_slow())
    return int(failed)


def in_words(summary: Summary) -> str:
    """Write a summary for a person."""
    slowest = f"{summary.slowest[0][0] * 1000:.1f} ms" if summary.slowest else "none"
    head = (
        f"{find_game(summary.game).title}: {summary.inputs} inputs, {summary.taken} calls taken, {summary.refused} "
        f"refused, the slowest {slowest}, {summary.seconds:.1f} s, {len(summary.failures)} failed"
    )
    slow = [f"too slow, {seconds * 1000:.1f} ms: {call}" for seconds, call in summary.too_slow()]
    return "\n".join([head, *summary.failures, *slow])


if __name__ == "__main__":
    sys.exit(main())
