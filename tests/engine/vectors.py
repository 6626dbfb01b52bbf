"""The published vectors of deals: tables as records, and their deals, for verifiers in other languages.

`python -m tests.engine.vectors` deals the published tables again and writes docs/vectors/deals.json: it changes only
when a rules version does. `--choose` chooses new tables; with the name of a game, only the tables of that game.
"""

import json
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from random import Random

import msgspec
from msgspec.structs import replace

import engine
from tests.engine.play import Table, play_on, random_table, stackable

FILE = Path(__file__).parents[2] / "docs" / "vectors" / "deals.json"
ABOUT = (
    "Tables as records (docs/rules/engine.md, section 7), and how they lie after the deal: every zone, its cards "
    "bottom first, and the random words used. Of each game: with the usual options, with others, with a stacked deck, "
    "and finished, with every shuffle and what the key was made from."
)


def games() -> list[str]:
    """Return the games of the register, without the one that tests add."""
    return [game for game in engine.GAMES if game != "high"]


def vectors() -> dict[str, object]:
    """Return the published value: the published tables, dealt again."""
    published = json.loads(FILE.read_text(encoding="utf-8"))["tables"]
    return publish(deal_again(engine.parse_record(json.dumps(table["record"]))) for table in published)


def publish(tables: Iterable[engine.Record]) -> dict[str, object]:
    """Return tables as they are published."""
    return {"about": ABOUT, "tables": [vector(record) for record in tables]}


def deal_again(record: engine.Record) -> engine.Record:
    """Return a record with its shuffles and its result recomputed, if it has them."""
    if record.result is None:
        return record
    return engine.add_shuffles(replace(record, shuffles=None, result=engine.result(engine.replay(record)[-1])))


def vector(record: engine.Record) -> dict[str, object]:
    """Return a record, and its first state."""
    first = engine.replay(record)[0]
    zones: dict[str, object] = {zone: list(cards) for zone, cards in first.zones.items()}
    return {"record": msgspec.json.decode(msgspec.json.encode(record)), "zones": zones, "words": first.words}


def records(game: str) -> list[engine.Record]:
    """Return the tables of a game: the same every time."""
    random = Random(f"vectors {game}")
    rules = engine.find_game(game)
    seats = [min(rules.min_seats + number, rules.max_seats) for number in range(3)]
    tables = [Table(game, count, {}, key(random)) for count in seats]
    tables += [random_table(game, random) for _ in range(3)]
    stacked = tables[-1]
    deck = stackable(stacked)
    random.shuffle(deck)
    dealt = [begin(table) for table in tables]
    return [*dealt, replace(begin(stacked), deck=tuple(deck)), finished(game, random)]


def key(random: Random) -> str:
    """Return a random key."""
    return f"{random.getrandbits(256):064x}"


def begin(table: Table) -> engine.Record:
    """Return the record of a table without moves."""
    return engine.make_record(game=table.game, seats=table.seats, options=table.options, seed=table.seed, moves=[])


def finished(game: str, random: Random) -> engine.Record:
    """Return a short finished table with everything that can be checked about it."""
    server_seed = key(random)
    entropy = ("", "dice: 3 1 4")
    seed = engine.derive_key(server_seed, "table-1", entropy)
    fairness = engine.KeyProof(
        table="table-1", commitment=engine.commit(server_seed), server_seed=server_seed, entropy=entropy
    )
    steps = max((list(play_on(Table(game, 2, {}, seed).deal(), random)) for _ in range(5)), key=len)
    moves = [f"{step.seat} {step.move}" for step in steps]
    outcome = engine.result(steps[-1].after)
    return engine.add_shuffles(
        engine.make_record(game=game, seats=2, options={}, seed=seed, moves=moves, outcome=outcome, fairness=fairness)
    )


def write(value: dict[str, object]) -> None:
    """Write the file, a table on each line."""
    tables = ",\n".join(json.dumps(table) for table in value["tables"])  # type: ignore[attr-defined]
    FILE.write_text(f'{{"about": {json.dumps(value["about"])},\n"tables": [\n{tables}\n]}}\n', encoding="utf-8")


def vectors_of(chosen: Sequence[str]) -> dict[str, object]:
    """Return the published value, with new tables for the chosen games."""
    published = json.loads(FILE.read_text(encoding="utf-8"))["tables"]
    tables: list[dict[str, object]] = []
    for game in games():
        if game in chosen:
            tables += [vector(record) for record in records(game)]
        else:
            tables += [table for table in published if table["record"]["game"] == game]
    return {"about": ABOUT, "tables": tables}


def main(arguments: Sequence[str]) -> None:
    """Write the file: the published tables dealt again, or with new tables for all games or the named ones."""
    named = [argument for argument in arguments if argument != "--choose"]
    if "--choose" not in arguments:
        write(vectors())
    else:
        write(vectors_of(named or games()))


if __name__ == "__main__":
    main(sys.argv[1:])
