"""The corpus: finished tables of every game, recorded with their results: `python -m tests.engine.corpus`.

A file `corpus/<game>.jsonl.gz` holds a line for each table: its record (engine 7), as `dump_record` writes it, and a
digest of all its states. Together the tables show every seat count, option value, verb, choice, kind of event, word of
an event and reason of the end that the game has; `wanted` lists them. Test runs only read: every record must still
replay to its result, through the same states, and to the score of `tests/engine/naive/`.

How this ages:
- A rule is corrected, so the rules version goes up: `replay` refuses the old records, as it should. `--replay` plays
  their moves under the rules of now, says how many tables end differently, how many only pass through other states, and
  how many have a move that is refused now (those are left out), and writes the rest. A correction should touch
  the tables it is about and no others; the numbers show that before the file is committed.
- A state gets a field, or is written in another way, and the rules stay: results hold and all digests change. Again
  `--replay`; it must say that no table ends differently.
- An option or an event is added: the test of coverage fails. `--extend` plays the tables again, which must pass through
  the same states but for the list of options, and adds tables for what is missing.
- A game is added: `--write` chooses all its tables.
- A digest or a result changes by accident: the corpus exists for that. Fix the code, not the file.

The same code writes the same file (no time stands in it), so a file can be checked by writing it again.
"""

import argparse
import gzip
import sys
from collections.abc import Iterable, Sequence
from functools import cache
from hashlib import sha256
from pathlib import Path
from random import Random

import msgspec
from msgspec.structs import replace

import engine
from engine.options import Plain
from tests.engine.corpus_plans import SEATS_SHOWN, Plan, Preference, numbers_of, plans_of, seats_of
from tests.engine.example_game import register_example
from tests.engine.naive.reading import play_again, reading_of, score
from tests.engine.play import Table, random_offence, random_options, random_table, stackable

CORPUS = Path(__file__).with_name("corpus")
GAMES_KEPT = tuple(name for name, rules in engine.GAMES.items() if rules.state.__module__.startswith("engine.games."))
STACKED_EVERY = 8
# The number of tables tried for elements still missing at the end.
SEARCHED = 3000
# Every game has these events; the tables of a game show which other common events it has.
ALWAYS_EVENTS = frozenset({"turn", "scores", "ended"})


class Kept(msgspec.Struct, frozen=True):
    """A table of the corpus: the first half of the SHA-256 of its states, and its record."""

    states: str
    record: engine.Record


class Summary(msgspec.Struct):
    """The outcome of playing the tables of a file again."""

    tables: int = 0
    end_differently: int = 0
    pass_differently: int = 0
    refused: int = 0


# ---- the files


def file_of(game: str) -> Path:
    """Return the file with the tables of a game."""
    return CORPUS / f"{game}.jsonl.gz"


@cache
def load(game: str) -> tuple[Kept, ...]:
    """Return the tables of a game."""
    return tuple(_read_line(line) for line in gzip.decompress(file_of(game).read_bytes()).splitlines())


def save(game: str, tables: Iterable[Kept]) -> None:
    """Write the tables of a game: a line is the digest, a space, and the record."""
    CORPUS.mkdir(exist_ok=True)
    text = b"".join(b"%s %s\n" % (kept.states.encode(), engine.dump_record(kept.record)) for kept in tables)
    file_of(game).write_bytes(gzip.compress(text, compresslevel=9, mtime=0))


def _read_line(line: bytes) -> Kept:
    states, _, record = line.partition(b" ")
    return Kept(states.decode(), engine.parse_record(record))


def digest(states: Iterable[engine.State]) -> str:
    """Return the first 16 hex digits of the SHA-256 over states, as JSON with every option."""
    return sha256(b"\n".join(map(_encode, states))).hexdigest()[:16]


_encode = msgspec.json.Encoder(order="deterministic").encode


# ---- coverage of the tables


def wanted(game: str) -> set[str]:
    """Return the elements that must occur in the tables of a game."""
    rules = engine.find_game(game)
    return {
        *(f"seats {seats}" for seats in seats_of(rules)),
        *(
            f"option {option.name}={value}"
            for option in engine.describe_options(rules.options)
            for value in _wanted_values(min(rules.max_seats, SEATS_SHOWN), option)
        ),
        *(f"verb {verb.name}" for verb in rules.verbs),
        *(f"choice {choice}" for choice in rules.choices),
        *(f"event {kind}" for kind in ALWAYS_EVENTS.union(rules.events) if " " not in kind),
        *(f"word {word}" for word in rules.glossary if word not in rules.cards and not _is_of_points(rules, word)),
        *(f"reason {reason}" for reason in reading_of(game).REASONS),
        *reading_of(game).SITUATIONS,
        "a shared win",
        "a stacked deck",
    }


def _is_of_points(rules: engine.Game[engine.State, engine.Options], word: str) -> bool:
    """Tell whether a word is the value of items of a score, which the records of tables do not have."""
    kind, _, value = word.partition(" ")
    return bool(value) and kind in rules.points


def _wanted_values(max_seats: int, option: engine.Option) -> list[str]:
    """Return the values of an option that must occur, as `shown` writes them."""
    if option.kind == "boolean":
        return ["true", "false"]
    if option.minimum is None or option.maximum is None:
        return list(option.choices)
    highest = max_seats - 1 if option.name == "firstSeat" else option.maximum
    numbers = [_written(number) for number in numbers_of(option, highest)]
    return ["null", *numbers] if option.kind == "list" else [*option.choices, *numbers, "between"]


def _written(value: Plain) -> str:
    return value if isinstance(value, str) else msgspec.json.encode(value).decode()


def shown(kept: Kept) -> set[str]:
    """Return the elements that occur in a table."""
    record = kept.record
    seen = {f"seats {record.seats}"}
    seen |= {"a stacked deck"} if record.deck else set()
    seen |= {f"reason {record.result.reason}"} if record.result else set()
    for option in engine.describe_options(engine.find_game(record.game).options):
        seen |= _shown_values(option, record.options.get(option.name, option.default))
    played = play_again(deal(record), record.moves)
    for fact in engine.view(played.start, None).facts:
        seen |= _words_of(fact.name, fact.value)
    table = Table(record.game, record.seats, record.options, record.seed)
    seen |= {f"event {event.kind}" for event in table.deal_events()}
    for step in played.steps:
        move = engine.parse_move(step.move)
        seen |= {f"verb {move.verb}", *(f"event {event.kind}" for event in step.events)}
        seen |= {f"choice {move.choice}"} if move.choice else set()
        for event in step.events:
            seen |= _words_of(event.kind, event.value or "")
    score(played)
    return seen | played.situations


def _words_of(about: str, value: str) -> set[str]:
    """Return the keys by which a glossary may have words for a value of an event or a fact."""
    return {f"word {value}", f"word {about} {value}"}


def _shown_values(option: engine.Option, value: Plain) -> set[str]:
    values = value if isinstance(value, tuple) else (value,)
    seen = {f"option {option.name}={_written(each)}" for each in values}
    if isinstance(value, int) and option.minimum is not None and option.maximum is not None:
        seen |= {f"option {option.name}=between"} if option.minimum < value < option.maximum else set()
    return seen


def deal(record: engine.Record) -> engine.State:
    """Return the first state of a recorded table."""
    return engine.new_game(record.game, seats=record.seats, options=record.options, seed=record.seed, deck=record.deck)


# ---- choosing tables


def choose(game: str) -> list[Kept]:
    """Return tables that cover everything wanted, short ones rather than long ones; the same every time."""
    chosen: list[Kept] = []
    missing = wanted(game)
    for number, plan in enumerate(plans_of(game)):
        random = Random(f"corpus {game} {number}")
        chosen.append(_make_table(game, plan, random, stacked=number % STACKED_EVERY == 0))
        missing -= shown(chosen[-1])
        if number % 50 == 49:
            tell(f"{game}: {len(chosen)} tables, {len(missing)} things missing")
    for number in range(SEARCHED if missing else 0):
        kept = _make_table(game, Plan(), Random(f"corpus {game} search {number}"), stacked=False)
        if found := missing & shown(kept):
            chosen.append(kept)
            missing -= found
            tell(f"{game}: found {', '.join(sorted(found))}")
    tell(f"{game}: {len(chosen)} tables, missing: {', '.join(sorted(missing)) or 'nothing'}")
    return chosen


def extend(game: str) -> list[Kept]:
    """Return the tables of a file under the current rules, and new ones for what they do not show."""
    kept = renew(game)
    missing = wanted(game).difference(*map(shown, kept))
    for plan in [plan for plan in plans_of(game) if _aims(game, plan) & missing]:
        if _aims(game, plan) & missing:
            number = len(kept)
            kept.append(_make_table(game, plan, Random(f"corpus {game} {number}, added"), stacked=False))
            missing -= shown(kept[-1])
    tell(f"{game}: {len(kept)} tables, missing: {', '.join(sorted(missing)) or 'nothing'}")
    return kept


def _aims(game: str, plan: Plan) -> set[str]:
    """Return the elements that a plan is made for."""
    seats = {f"seats {plan.seats}"} if plan.seats else set()
    options = engine.describe_options(engine.find_game(game).options)
    values = [_shown_values(option, plan.options[option.name]) for option in options if option.name in plan.options]
    return {plan.shows, *seats}.union(*values)


def tell(progress: str) -> None:
    """Report the progress."""
    print(progress, file=sys.stderr)


def _make_table(game: str, plan: Plan, random: Random, *, stacked: bool) -> Kept:
    """Return a table for a plan: the first that ends within a limit of moves, which grows with every failure."""
    longest = plan.longest
    while True:
        table = _deal_for(game, plan, random)
        deck = stackable(table) if stacked else None
        if deck:
            random.shuffle(deck)
        kept = _play_to_end(table, deck, plan.prefer, random, longest)
        if kept is not None and (not plan.shows or plan.shows in shown(kept)):
            return kept
        longest = longest * 21 // 20


def _deal_for(game: str, plan: Plan, random: Random) -> Table:
    """Return the setup of a table for a plan, random otherwise, that the rules allow."""
    while True:
        made = random_table(game, random)
        seats = plan.seats or made.seats
        options = {**random_options(game, seats, random), **plan.options}
        table = Table(game, seats, options, made.seed)
        try:
            table.deal()
        except engine.InvalidOption:
            continue
        return table


def _play_to_end(
    table: Table, deck: Sequence[str] | None, prefer: Preference, random: Random, longest: int
) -> Kept | None:
    """Play a table and record it; return None if it does not end within so many moves."""
    start = engine.new_game(table.game, seats=table.seats, options=table.options, seed=table.seed, deck=deck)
    lines: list[str] = []
    states = [start]
    while (seats := engine.active_seats(states[-1])) and len(lines) < longest:
        state = states[-1]
        seat, move = random_offence(state, random) or _pick(state, seats, prefer, random)
        lines.append(f"{seat} {move}")
        states.append(engine.apply(state, seat, move)[0])
    outcome = engine.result(states[-1])
    if outcome is None:
        return None
    options = engine.changed_options(start.options)
    record = engine.make_record(
        game=table.game, seats=table.seats, options=options, seed=table.seed, moves=lines, deck=deck, outcome=outcome
    )
    return Kept(digest(states), record)


def _pick(state: engine.State, seats: Sequence[int], prefer: Preference, random: Random) -> tuple[int, str]:
    """Return a random one of the most preferred legal moves of a random seat."""
    seat = random.choice(seats)
    moves = engine.legal_moves(state, seat)
    ratings = [prefer(state, seat, move) for move in moves]
    best = max(ratings)
    return seat, str(random.choice([move for move, rating in zip(moves, ratings, strict=True) if rating == best]))


# ---- playing again


def renew(game: str) -> list[Kept]:
    """Return the tables of a file under the current rules, without those that have become impossible."""
    summary = Summary()
    kept = [again for old in load(game) if (again := _renew(old, summary)) is not None]
    tell(f"{game}: {msgspec.json.encode(summary).decode()}")
    return kept


def _renew(old: Kept, summary: Summary) -> Kept | None:
    summary.tables += 1
    now = replace(old.record, rules=engine.find_game(old.record.game).rules, result=None)
    try:
        states = engine.replay(now)
    except engine.EngineError:
        summary.refused += 1
        return None
    outcome = engine.result(states[-1])
    states_now = digest(states)
    if outcome is None:
        summary.refused += 1
        return None
    if outcome != old.record.result:
        summary.end_differently += 1
    elif states_now != old.states:
        summary.pass_differently += 1
    return Kept(states_now, replace(now, result=outcome))


def main(arguments: Sequence[str] | None = None) -> None:
    """Run from the command line."""
    register_example()
    parser = argparse.ArgumentParser(prog="python -m tests.engine.corpus", description="Write the corpus.")
    how = parser.add_mutually_exclusive_group(required=True)
    how.add_argument("--write", action="store_true", help="choose and play new tables")
    how.add_argument("--extend", action="store_true", help="play the tables again, and add some for what is missing")
    how.add_argument("--replay", action="store_true", help="play the moves of the tables again, and say what changed")
    parser.add_argument("games", nargs="*", metavar="GAME", help="only these games")
    given = parser.parse_args(arguments)
    for game in given.games or GAMES_KEPT:
        save(game, choose(game) if given.write else extend(game) if given.extend else renew(game))
        tell(f"{game}: {file_of(game).stat().st_size} bytes in {file_of(game)}")


if __name__ == "__main__":
    main()
