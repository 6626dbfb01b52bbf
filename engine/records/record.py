"""Records (engine 7): a table as a small JSON document that replays for ever."""

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import chain

import msgspec
from msgspec.structs import replace

from engine.core.decoding import tell_fault
from engine.core.errors import EngineError, ForeignRecord, InvalidRecord, UnknownGame
from engine.core.moves import Refusal, parse_move, quote
from engine.core.values import Result, State
from engine.core.zones import Layout
from engine.operations import apply, carry_out, deal_table, events_for, result, view
from engine.options import Plain, describe_options
from engine.records.fairness import KeyProof
from engine.records.outcome import Outcome, decide_outcome, is_resigned
from engine.validation import check_seat, find_game

FORMAT = 1
HIDDEN = "??"


class Shuffle(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The effect of one shuffle, in the move that made the state of `ply` (0: the deal).

    `words` were used before it; `before` and `after` are all the cards of `zone`, bottom first.
    """

    ply: int
    zone: str
    words: int
    before: tuple[str, ...]
    after: tuple[str, ...]


class Decision(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a bot's move at the state of `ply` was chosen with, so that anybody can choose it again.

    `level` is the bot's, `version` that of its search, `effort` what the search spent, and `seed` (64 hex digits)
    decided its chance.
    """

    ply: int
    level: int
    version: int
    effort: int
    seed: str


class Record(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """A recorded table: its set-up, and its moves as `seat move`.

    `options` holds the options that differ from the defaults, and `deck` the stacked deck (top first), if any. `result`
    is the result of the moves, null while play continues. `resigned` lists the seats that gave up, in that order, if
    giving up counts: `outcome_of` tells how the table ended. Three fields allow checks of the table: `fairness` gives
    the origin of the key, `shuffles` the effect of each shuffle, and `decisions` the origin of bots' moves. A cut
    record has no seed, no decisions, and `??` for hidden cards.
    """

    format: int
    game: str
    rules: int
    seats: int
    seed: str = ""
    moves: tuple[str, ...]
    options: dict[str, Plain] = {}
    deck: tuple[str, ...] | None = None
    result: Result | None = None
    fairness: KeyProof | None = None
    shuffles: tuple[Shuffle, ...] | None = None
    decisions: tuple[Decision, ...] = ()
    resigned: tuple[int, ...] = ()


# The accepted forms of a record: itself, JSON, or the plain value of the JSON.
AnyRecord = Record | bytes | str | Mapping[str, object]


def make_record(
    *,
    game: str,
    seats: int,
    options: Mapping[str, Plain],
    seed: str,
    moves: Sequence[str],
    deck: Sequence[str] | None = None,
    outcome: Result | None = None,
    fairness: KeyProof | None = None,
    decisions: Sequence[Decision] = (),
    resigned: Sequence[int] = (),
) -> Record:
    """Make the record of a table from its set-up and the `seat move` lines played so far."""
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
        fairness=fairness,
        decisions=tuple(decisions),
        resigned=tuple(resigned),
    )


def dump_record(record: Record) -> bytes:
    """Return a record as JSON."""
    return msgspec.json.encode(record)


def parse_record(record: AnyRecord) -> Record:
    """Return a record from itself, its JSON, or the JSON's plain value.

    Raises `InvalidRecord`, and `ForeignRecord` for one of another format.
    """
    if isinstance(record, Record):
        return record
    try:
        if isinstance(record, bytes | str):
            return msgspec.json.decode(record, type=Record)
        return msgspec.convert(record, Record)
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as problem:
        check_format(record, FORMAT, problem)
        raise InvalidRecord(f"This is not a record: {tell_fault(problem)}.") from None


def check_format(document: bytes | str | Mapping[str, object], known: int, problem: Exception) -> None:
    """Raise `ForeignRecord` if a document has this `problem` since it is of another format, or has further fields."""
    try:
        fields = msgspec.json.decode(document) if isinstance(document, bytes | str) else document
    except (msgspec.MsgspecError, UnicodeError, RecursionError):
        return
    if not isinstance(fields, Mapping) or type(fields.get("format")) is not int or "game" not in fields:
        return
    if fields["format"] != known:
        message = f"The record has format {fields['format']}, and this release reads format {known}."
        raise ForeignRecord(message, ("format",))
    # A release may add fields to a format; msgspec has no separate error class for unknown fields.
    if "unknown field" in str(problem):
        raise ForeignRecord(f"The record has more than this release knows: {tell_fault(problem)}.")


def outcome_of(record: AnyRecord) -> Outcome | None:
    """Return how a recorded table ended, None if it is not over; the recorded result is trusted.

    Takes a record of any form. Raises `InvalidRecord`.
    """
    table = parse_record(record)
    _check_resigned(table)
    return decide_outcome(table.seats, table.result, table.resigned)


def replay(record: AnyRecord) -> tuple[State, ...]:
    """Return every state of a recorded table, from the deal to the last.

    Takes a record, its JSON, or the JSON's plain value. Raises `InvalidRecord`, which names the first move that
    the rules refuse and why, or another mismatch: of the rules version, the set-up, the result, a shuffle. `fairness`
    is not checked: `verify` does that.
    """
    table = parse_record(record)
    steps = _play(table)
    states = tuple(state for state, _ in steps)
    if table.result is not None and table.result != result(states[-1]):
        raise InvalidRecord("The recorded result is not that of the moves.", ("result",))
    if table.shuffles is not None and table.shuffles != _collect_shuffles(steps):
        raise InvalidRecord("The recorded shuffles are not those of the table.", ("shuffles",))
    return states


def add_shuffles(record: AnyRecord) -> Record:
    """Return a record of any form, with its shuffles. Raises `InvalidRecord` if it does not replay."""
    record = parse_record(record)
    return replace(record, shuffles=_collect_shuffles(_play(record)))


def cut_record(record: AnyRecord, viewer: int | None) -> Record:
    """Remove everything from a record that is hidden from a seat, or from the public (None) (engine 7).

    While play continues, the cut record has no key and no server seed, and `??` replaces the cards of moves and of a
    stacked deck that the viewer has not seen. When the table is over, nothing is hidden. Takes a record of any form.
    Raises `InvalidRecord` when it does not replay, `InvalidInput` when there is no such seat.
    """
    record = parse_record(record)
    states = replay(record)
    if viewer is not None:
        check_seat(states[0], viewer)
    if decide_outcome(record.seats, result(states[-1]), record.resigned) is not None:
        return record
    known = [_visible_cards(state, viewer) for state in states]
    moves = [
        _hide_cards(states[index], line, viewer, known[index] | known[index + 1])
        for index, line in enumerate(record.moves)
    ]
    return replace(
        record,
        seed="",
        moves=tuple(moves),
        deck=None if record.deck is None else _cut_deck(record.deck, states[0], viewer),
        fairness=None if record.fairness is None else replace(record.fairness, server_seed="", entropy=()),
        shuffles=None,
        decisions=(),
    )


def split_line(line: str) -> tuple[int, str]:
    """Split a record's `seat move` into its two parts. Raises `ValueError` for any other form."""
    seat, move = line.split(" ", 1)
    if not (seat.isascii() and seat.isdigit() and len(seat) <= 2 and seat == str(int(seat))):
        raise ValueError(line)
    return int(seat), move


def _visible_cards(state: State, viewer: int | None) -> Counter[str]:
    """Return the cards that a viewer sees, in any zone."""
    cards = chain.from_iterable(zone.cards for zone in view(state, viewer).zones)
    return Counter(card for card in cards if card is not None)


def _hide_cards(state: State, line: str, viewer: int | None, known: Counter[str]) -> str:
    """Return a `seat move` line with `??` for cards that a viewer saw neither before, nor during, nor after it."""
    seat, text = split_line(line)
    shown = {card for event in events_for(apply(state, seat, text)[1], viewer) for card in event.cards}
    move = parse_move(text)
    cards = tuple(card if card in known or card in shown else HIDDEN for card in move.cards)
    return f"{seat} {replace(move, cards=cards)}"


def _cut_deck(deck: tuple[str, ...], dealt: State, viewer: int | None) -> tuple[str, ...]:
    """Hide the cards of a stacked deck, except those of which the viewer saw every copy at the deal."""
    seen = _visible_cards(dealt, viewer)
    lying = Counter(deck)
    return tuple(card if seen[card] >= lying[card] else HIDDEN for card in deck)


def _play(table: Record) -> list[tuple[State, Layout]]:
    """Return the deal and every move of a recorded table."""
    steps = [_begin(table)]
    for index, line in enumerate(table.moves):
        steps.append(_step(steps[-1][0], index, line))
    return steps


def _collect_shuffles(steps: Sequence[tuple[State, Layout]]) -> tuple[Shuffle, ...]:
    return tuple(Shuffle(ply, *shuffle) for ply, (_, layout) in enumerate(steps) for shuffle in layout.shuffles)


def _begin(table: Record) -> tuple[State, Layout]:
    if not table.seed:
        raise InvalidRecord("This record was cut: it has no key, so it does not replay.", ("seed",))
    check_native(table)
    _check_resigned(table)
    try:
        return deal_table(table.game, seats=table.seats, options=table.options, seed=table.seed, deck=table.deck)
    except EngineError as problem:
        raise InvalidRecord(problem.message, problem.path) from None


def check_native(table: Record) -> None:
    """Raise `ForeignRecord` for a record of another format, or of a game, rules or options that are unknown here."""
    if table.format != FORMAT:
        message = f"The record has format {table.format}, and this release reads format {FORMAT}."
        raise ForeignRecord(message, ("format",))
    try:
        game = find_game(table.game)
    except UnknownGame as problem:
        raise ForeignRecord(problem.message, ("game",)) from None
    if table.rules != game.rules:
        played = f"version {table.rules} of the rules of {table.game}, and this release plays version {game.rules}"
        raise ForeignRecord(f"The record is of {played}.", ("rules",))
    known = [option.name for option in describe_options(game.options)]
    unknown = [name for name in table.options if name not in known]
    if unknown:
        raise ForeignRecord(f"This release has no option {quote(unknown[0])} of {table.game}.", ("options", unknown[0]))


def _check_resigned(table: Record) -> None:
    if not is_resigned(table.seats, table.resigned):
        message = f"These are not seats that gave up at a table of {table.seats}: {list(table.resigned)}."
        raise InvalidRecord(message, ("resigned",))


def _step(state: State, index: int, line: str) -> tuple[State, Layout]:
    path = ("moves", str(index))
    try:
        seat, move = split_line(line)
    except ValueError:
        raise InvalidRecord(f"Move {index} is not of the form `seat move`: {quote(line)}.", path) from None
    try:
        return carry_out(state, seat, move)[1:]
    except Refusal as problem:
        raise InvalidRecord(
            f"Move {index}, {quote(line)}, is refused by {problem.rule}: {problem.message}", path
        ) from None
    except EngineError as problem:
        raise InvalidRecord(f"Move {index}, {quote(line)}: {problem.message}", path) from None
