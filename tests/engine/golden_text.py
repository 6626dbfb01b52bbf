"""Golden tables: a played table as text that a person can read line by line against the rule page."""

from collections.abc import Iterable, Iterator
from pathlib import Path
from random import Random

import msgspec

from engine import Event, State, View, apply, events_for, find_game, parse_move, sentence, view
from engine.sentences import COMMON_EVENTS
from tests.engine.play import Table, play_on, random_table

GOLDEN = Path(__file__).with_name("golden")
MOVES_BETWEEN_VIEWS = 20
LONGEST_TABLE = 130
TABLES_TO_CHOOSE_FROM = 300
MOST_TABLES = 8


class Golden(msgspec.Struct, frozen=True):
    """A table and the moves that were played, `seat move`."""

    table: Table
    moves: tuple[str, ...]


# ---- text


def write(golden: Golden) -> str:
    """Return the whole table as text."""
    table = golden.table
    lines = [
        f"game {table.game}",
        f"seats {table.seats}",
        f"options {msgspec.json.encode(table.options).decode()}",
        f"seed {table.seed}",
        "",
        *show_view(view(table.deal(), None)),
        "",
    ]
    for number, (line, events, state) in enumerate(follow(golden), 1):
        lines += [line, *(f"    {sentence}" for event in events for sentence in tell(table.game, event))]
        if number % MOVES_BETWEEN_VIEWS == 0 or number == len(golden.moves):
            lines += ["", *show_view(view(state, None)), ""]
    return "\n".join(lines).rstrip() + "\n"


def read(text: str) -> Golden:
    """Return the table of a text; everything but the header and the moves is ignored."""
    lines = text.splitlines()
    header = dict(line.split(" ", 1) for line in lines[:4])
    options = msgspec.json.decode(header["options"])
    table = Table(header["game"], int(header["seats"]), options, header["seed"])
    return Golden(table, tuple(line for line in lines if line[:1].isdigit()))


def follow(golden: Golden) -> Iterator[tuple[str, tuple[Event, ...], State]]:
    """Play the moves; yield each with its events and the state after it."""
    state = golden.table.deal()
    for line in golden.moves:
        seat, move = line.split(" ", 1)
        state, events = apply(state, int(seat), move)
        yield line, events, state


def tell(game: str, event: Event) -> Iterator[str]:
    """Return the sentences for everybody, then those for viewers that see more, each with the rule."""
    (public,) = events_for([event], None)
    yield f"{sentence(game, public)} ({event.kind}, {event.rule})"
    for seat in event.seen_by or ():
        (sent,) = events_for([event], seat)
        if sent != public:
            yield f"- to seat {seat}: {sentence(game, sent)}"


def show_view(seen: View) -> Iterator[str]:
    """Return a spectator's view: the facts, then the zones that hold cards."""
    yield f"  ply {seen.ply}, turn {list(seen.turn)}, scores {list(seen.scores)}"
    yield f"  {', '.join(f'{fact.name} {fact.value}' for fact in seen.facts)}"
    for zone in seen.zones:
        value = "" if zone.value is None else f" = {zone.value}"
        cards = f"{zone.count} cards" if None in zone.cards else " ".join(card or "" for card in zone.cards)
        if cards:
            yield f"  {zone.id}{value}: {cards}"
    if seen.result is not None:
        yield f"  result {msgspec.json.encode(seen.result).decode()}"


# ---- choice


def kinds_shown(golden: Golden) -> set[str]:
    """Return the kinds that occur in a table, by name: verbs, choices, kinds of events, facts."""
    shown = {f"fact {fact.name}" for fact in view(golden.table.deal(), None).facts}
    for line, events, _ in follow(golden):
        move = parse_move(line.split(" ", 1)[1])
        shown |= {f"verb {move.verb}", *(f"event {event.kind}" for event in events)}
        shown |= {f"choice {move.choice}"} if move.choice else set()
    return shown


def kinds_dealt(golden: Golden) -> set[str]:
    """Return the kinds of events of the deal, which the text does not tell: some occur nowhere else."""
    return {f"event {event.kind}" for event in golden.table.deal_events()}


def kinds_wanted(game: str) -> set[str]:
    """Return the kinds that must occur in a golden table of a game: its verbs, choices, events and facts."""
    rules = find_game(game)
    return {
        *(f"verb {verb.name}" for verb in rules.verbs),
        *(f"choice {choice}" for choice in rules.choices),
        *(f"event {kind}" for kind in rules.events if " " not in kind),
        *(f"fact {name}" for name in rules.facts),
    }


def common_kinds(shown: Iterable[str]) -> set[str]:
    """Return the kinds that every game shares."""
    return {kind for kind in shown if kind.removeprefix("event ") in COMMON_EVENTS}


def candidates(game: str) -> Iterator[Golden]:
    """Return random tables, the same every time."""
    for number in range(TABLES_TO_CHOOSE_FROM):
        random = Random(f"golden {game} {number}")
        table = random_table(game, random)
        yield Golden(table, tuple(f"{step.seat} {step.move}" for step in play_on(table.deal(), random)))


def choose(game: str) -> list[Golden]:
    """Return a few tables that cover all wanted kinds, short ones rather than long ones."""
    pool = [(golden, kinds_shown(golden)) for golden in candidates(game) if len(golden.moves) <= LONGEST_TABLE]
    missing = kinds_wanted(game).union(*(shown for _, shown in pool))
    chosen: list[Golden] = []
    while missing and len(chosen) < MOST_TABLES:
        golden, shown = max(pool, key=lambda entry: len(entry[1] & missing) / (30 + len(entry[0].moves)))
        if not shown & missing:
            break
        chosen.append(golden)
        missing -= shown
    return chosen


def files_of(game: str) -> list[Path]:
    """Return the golden tables of a game."""
    return sorted(GOLDEN.glob(f"{game}-*.txt"))


def regenerate(game: str) -> None:
    """Choose new tables for a game and write them; handmade tables have a name and are kept."""
    for file in files_of(game):
        if file.stem.rpartition("-")[2].isdigit():
            file.unlink()
        else:
            file.write_text(write(read(file.read_text(encoding="utf-8"))), encoding="utf-8")
    GOLDEN.mkdir(exist_ok=True)
    for number, golden in enumerate(choose(game), 1):
        (GOLDEN / f"{game}-{number}.txt").write_text(write(golden), encoding="utf-8")
