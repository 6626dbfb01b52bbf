"""Records (engine 7): a table as a small JSON document that replays for ever."""

from collections.abc import Mapping, Sequence

import msgspec

from engine.errors import EngineError, InvalidRecord, Refusal
from engine.game import Result, State
from engine.moves import quote
from engine.operations import apply, find_game, new_game, result
from engine.options import Plain

FORMAT = 1


class Record(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """A recorded table: how it was made, and its moves as `seat move`.

    `options` are those that differ from the defaults, `deck` is the stacked deck (top first) if there was one,
    `result` is null while play goes on.
    """

    format: int
    game: str
    rules: int
    seats: int
    seed: str
    moves: tuple[str, ...]
    options: dict[str, Plain] = {}
    deck: tuple[str, ...] | None = None
    result: Result | None = None


def dump_record(record: Record) -> bytes:
    """Return a record as JSON."""
    return msgspec.json.encode(record)


def parse_record(data: bytes | str) -> Record:
    """Return a record from its JSON. Raises `InvalidRecord` for anything that has not the form of one."""
    try:
        return msgspec.json.decode(data, type=Record)
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as problem:
        raise InvalidRecord(f"This is not a record: {quote(str(problem))}") from None


def replay(record: Record | bytes | str | Mapping[str, object]) -> tuple[State, ...]:
    """Return every state of a recorded table, from the deal to the last.

    Takes a record, its JSON, or the JSON's plain value. Raises `InvalidRecord`, which names the first move that
    the rules refuse and why, or what else does not hold: the rules version, the set-up, the result.
    """
    table = _read(record)
    states = [_begin(table)]
    for index, line in enumerate(table.moves):
        states.append(_step(states[-1], index, line))
    if table.result is not None and table.result != result(states[-1]):
        raise InvalidRecord("The recorded result is not that of the moves.", ("result",))
    return tuple(states)


def split_line(line: str) -> tuple[int, str]:
    """Split a record's `seat move` into its two parts. Raises `ValueError` when it has not that form."""
    seat, move = line.split(" ", 1)
    if not (seat.isascii() and seat.isdigit() and len(seat) <= 3):
        raise ValueError(line)
    return int(seat), move


def _read(record: Record | bytes | str | Mapping[str, object]) -> Record:
    if isinstance(record, Record):
        return record
    if isinstance(record, bytes | str):
        return parse_record(record)
    try:
        return msgspec.convert(record, Record)
    except msgspec.ValidationError as problem:
        raise InvalidRecord(f"This is not a record: {quote(str(problem))}") from None


def _begin(table: Record) -> State:
    if table.format != FORMAT:
        raise InvalidRecord(f"This reads record format {FORMAT}, not {table.format}.", ("format",))
    try:
        rules = find_game(table.game).rules
        state = new_game(table.game, seats=table.seats, options=table.options, seed=table.seed, deck=table.deck)
    except EngineError as problem:
        raise InvalidRecord(problem.message, problem.path) from None
    if table.rules != rules:
        raise InvalidRecord(f"This plays rules version {rules} of {table.game}, not {table.rules}.", ("rules",))
    return state


def _step(state: State, index: int, line: str) -> State:
    path = ("moves", str(index))
    try:
        seat, move = split_line(line)
        return apply(state, seat, move)[0]
    except ValueError:
        raise InvalidRecord(f"Move {index} is not of the form `seat move`: {quote(line)}.", path) from None
    except Refusal as problem:
        raise InvalidRecord(
            f"Move {index}, {quote(line)}, is refused by {problem.rule}: {problem.message}", path
        ) from None
    except EngineError as problem:
        raise InvalidRecord(f"Move {index}, {quote(line)}: {problem.message}", path) from None


def make_record(
    *,
    game: str,
    seats: int,
    options: Mapping[str, Plain],
    seed: str,
    moves: Sequence[str],
    deck: Sequence[str] | None = None,
    outcome: Result | None = None,
) -> Record:
    """Make the record of a table from how it was made and the `seat move` lines played so far."""
    return Record(
        format=FORMAT,
        game=game,
        rules=find_game(game).rules,
        seats=seats,
        options=dict(options),
        seed=seed,
        deck=None if deck is None else tuple(deck),
        moves=tuple(moves),
        result=outcome,
    )
