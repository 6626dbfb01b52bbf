"""Send arbitrary inputs to the engine's functions: `python -m tests.engine.fuzz --inputs 1000000 [--game zar]`.

Spoilt states and records, random bytes, deep and doubled JSON, huge numbers, texts that are nearly moves, and values of
any type. For every input, only an `EngineError` comes out, the earlier state is unchanged, an accepted state
can be viewed, listed and moved on, and no call takes more than 50 ms of processor time.
"""

import json
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from random import Random

import msgspec

import engine
from engine import explain
from tests.engine.long_run import LONGEST_CALL, MOST_QUOTED, SLOWEST, Run, Summary, main, noting
from tests.engine.play import play_on, positions, random_table
from tests.engine.possible_moves import parts_of, sampled_moves
from tests.engine.spoilt import (
    Json,
    add_or_double,
    any_bytes,
    any_text,
    any_value,
    change_a_value,
    drop_a_key,
    near_text,
    odd_move,
    replace_a_part,
    spoil,
    words_of,
)

# The replay of a long record is many calls, so it is not timed.
LONGEST_RECORD = 25

STATES = 40
RECORDS = 12


class Corpus(msgspec.Struct, frozen=True):
    """States of a game with their serialized forms, records of it, and texts with a meaning in them."""

    game: str
    states: tuple[tuple[engine.State, bytes], ...]
    records: tuple[bytes, ...]
    words: list[str]


@cache
def corpus_of(game: str) -> Corpus:
    """Return the material for the inputs of a game."""
    random = Random(f"corpus {game}")
    states = tuple((state, engine.dumps(state)) for state in positions(game, random, STATES))
    records = tuple(short_record(game, random) for _ in range(RECORDS))
    words = {word for _, data in states for word in words_of(json.loads(data))}
    return Corpus(game, states, records, sorted(words))


def short_record(game: str, random: Random) -> bytes:
    """Return the record of the first moves of a random table."""
    table = random_table(game, random)
    start = table.deal()
    steps = [step for step, _ in zip(play_on(start, random), range(random.randint(1, LONGEST_RECORD)), strict=False)]
    last = steps[-1].after
    return engine.dump_record(
        engine.make_record(
            game=game,
            seats=table.seats,
            options=engine.changed_options(start.options),
            seed=table.seed,
            moves=[f"{step.seat} {step.move}" for step in steps],
            outcome=engine.result(last),
        )
    )


def any_move(corpus: Corpus, state: engine.State, random: Random) -> Json:
    """Return an input for a move: nearly always of the right type."""
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


class Watch:
    """A caller of the engine: ignores its errors, and keeps the slowest calls."""

    def __init__(self, summary: Summary) -> None:
        self.refused = 0
        self.last: tuple[Json, ...] = ()
        self._summary = summary

    def call(self, function: Callable[..., Json], *given: Json, timed: bool = True, **named: Json) -> Json:
        """Return a function's result, or None when it refuses its input."""
        self.last = (function.__name__, *given, *named.items())
        value = None
        problem = None
        begun = time.thread_time()
        try:
            value = function(*given, **named)
        except engine.EngineError as refusal:
            problem = refusal
        taken = time.thread_time() - begun
        if taken > LONGEST_CALL:
            taken = min(taken, *(time_again(function, given, named) for _ in range(2)))
        if timed:
            self._note_time(taken)
        self._count(problem)
        return value

    def quote_last(self) -> str:
        """Write the last call, or its beginning."""
        return quoted(self.last)

    def _note_time(self, taken: float) -> None:
        slowest = self._summary.slowest
        if len(slowest) < SLOWEST or taken > slowest[-1][0]:
            self._summary.slowest = sorted([*slowest, (taken, self.quote_last())], reverse=True)[:SLOWEST]

    def _count(self, problem: engine.EngineError | None) -> None:
        """Count a call, and check its refusal: one printable line, also for huge inputs and inputs other than text."""
        self._summary.count("calls taken" if problem is None else "calls refused")
        self.refused += problem is not None
        assert problem is None or (problem.message.isprintable() and len(problem.message) < 2000), problem


def time_again(function: Callable[..., Json], given: tuple[Json, ...], named: dict[str, Json]) -> float:
    """Return the time of a call, measured again: on a busy machine one in a million seems a thousand times slower."""
    begun = time.thread_time()
    with suppress(engine.EngineError):
        function(*given, **named)
    return time.thread_time() - begun


def quoted(given: Json) -> str:
    """Write the input of a function, or its beginning."""
    try:
        text = repr(given)
    except (ValueError, RecursionError):
        text = "(a value too large or too deep to write)"
    return text if len(text) <= MOST_QUOTED else f"{text[:MOST_QUOTED]}…"


def knock_with_a_spoilt_state(corpus: Corpus, random: Random, watch: Watch) -> None:
    state, _ = random.choice(corpus.states)
    use(corpus, watch.call(engine.loads, spoil(state, corpus.game, corpus.words, random)), random, watch)


def knock_with_bytes(corpus: Corpus, random: Random, watch: Watch) -> None:
    _, data = random.choice(corpus.states)
    use(corpus, watch.call(engine.loads, any_bytes(data, random)), random, watch)


def knock_with_a_move(corpus: Corpus, random: Random, watch: Watch) -> None:
    state, data = random.choice(corpus.states)
    move = any_move(corpus, state, random)
    seat = random.randrange(state.seats) if random.random() < 0.9 else any_value(random)
    watch.call(explain, state, seat, move)
    watch.call(engine.apply, state, seat, move)
    if random.random() < 0.2:
        watch.call(engine.preview, state, seat, move)
    assert engine.dumps(state) == data, f"{watch.quote_last()} changed the state"
    if isinstance(move, str):
        parsed = watch.call(engine.parse_move, move)
        assert parsed is None or str(parsed) == move


def knock_with_a_seat(corpus: Corpus, random: Random, watch: Watch) -> None:
    state, data = random.choice(corpus.states)
    seat = any_value(random)
    for function in (engine.legal_moves, engine.view, engine.explain_hand):
        watch.call(function, state, seat)
    watch.call(engine.redeal, state, seat, any_value(random) if random.random() < 0.5 else state.seed)
    assert engine.dumps(state) == data, f"{watch.quote_last()} changed the state"


def knock_with_a_new_game(corpus: Corpus, random: Random, watch: Watch) -> None:
    rules = engine.find_game(corpus.game)
    names = [option.name for option in engine.describe_options(rules.options)]
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
    use(corpus, watch.call(engine.new_game, name, **given), random, watch)


def knock_with_a_record(corpus: Corpus, random: Random, watch: Watch) -> None:
    written = random.choice(corpus.records)
    if random.random() < 0.4:
        spoilt: Json = any_bytes(written, random)
    else:
        spoilt = json.loads(written)
        random.choice((change_a_value, drop_a_key, add_or_double, replace_a_part))(spoilt, corpus.words, random)
        spoilt = json.dumps(spoilt) if random.random() < 0.7 else spoilt
    spoilt = spoilt if random.random() < 0.95 else any_value(random)
    record = watch.call(engine.parse_record, spoilt) if isinstance(spoilt, bytes | str) else None
    states = watch.call(engine.replay, spoilt, timed=record is None or len(record.moves) <= LONGEST_RECORD)
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


def use(corpus: Corpus, state: engine.State | None, random: Random, watch: Watch) -> None:
    """View, list and move on an accepted state."""
    if state is None:
        return
    assert engine.loads(engine.dumps(state)) == state, "what was taken is not what is written"
    for _ in range(3):
        seats = engine.active_seats(state)
        seat = random.choice(seats) if seats else 0
        for viewer in (None, seat):
            must(watch, engine.view, state, viewer)
        must(watch, engine.explain_hand, state, seat)
        watch.call(explain, state, seat, random.choice(list(parts_of(corpus.game).some(random, 1))))
        moves = must(watch, engine.legal_moves, state, seat)
        assert bool(moves) == bool(seats)
        assert (engine.result(state) is None) == bool(seats)
        if not moves:
            return
        state, _ = must(watch, engine.apply, state, seat, random.choice(moves))


def must(watch: Watch, function: Callable[..., Json], *given: Json) -> Json:
    """Call a function that must not refuse."""
    refused = watch.refused
    value = watch.call(function, *given)
    assert watch.refused == refused, f"{watch.quote_last()} is refused on a state that was taken"
    return value


def check(game: str, random: Random, summary: Summary) -> None:
    """Send one input to one of the engine's functions."""
    watch = Watch(summary)
    with noting(lambda: f"call: {watch.quote_last()}"):
        random.choice(DOORS)(corpus_of(game), random, watch)


def prepare(game: str) -> None:
    """Prepare the material for the inputs of a game."""
    corpus_of(game)
    parts_of(game)


RUN = Run("fuzz", "inputs", 20_000, check, 5000, prepare)

if __name__ == "__main__":
    sys.exit(main(RUN, __doc__))
