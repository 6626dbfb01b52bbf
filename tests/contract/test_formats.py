"""The format numbers of stored data: a part that a release did not know has a number above the release's."""

import importlib
from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec import inspect
from msgspec.structs import FieldInfo, fields

import engine
from service.sessions.formats import FORMAT
from service.sessions.session import LastMove
from tests.contract.released import RELEASES, read_stored_structure
from tests.contract.stored_structure import ROOTS, Structure, read_structure

# Why a release may ignore what it did not know, and write the document without it; or what else has the number.
HARMLESS = {
    "session.Card": "it is a part of `LegalMove.card`",
    "session.Event.positions": "it only says where cards lay",
    "session.Created.agreements": "a session that an older release has changed keeps the rules of that release",
    "session.Session.agreements": "a session that an older release has changed keeps the rules of that release",
    "session.LastMove.made_at": "it counts only with the `agreements` of this release",
    "session.LegalMove.card": "it only says which card a label names",
    "session.LogEntry.change": "each new kind of change has a number",
    "tournament.LogEntry.change": "each new kind of change has a number",
    "session.LogEntry.undoes": "more than one are taken back only with bots, which have a number",
    "session.Setup.emotes": "a table that an older release has changed has no emotes any more",
    "tournament.Setup.emotes": "a tournament that an older release has changed has no emotes any more",
    "session.Seat.kind": "a seat of the new kind has a `bot`, which has a number",
    "session.Session.format_number": "it is the number",
}


@pytest.mark.parametrize("release", RELEASES, ids=lambda release: release.name)
def test_parts_unknown_to_a_release_have_a_higher_format_number(release: Path) -> None:
    before = read_stored_structure(release)
    unnumbered = [name for name in additions(before.structure) if number_of(name) <= before.format_number]
    # Give it the number after the last release's in `added` or `since` of its class, and raise FORMAT; or say above
    # why older releases may ignore it.
    assert set(unnumbered) - HARMLESS.keys() == set()


# Options that name seats or teams: higher ones need more seats, which have a number.
OF_SEATS = {"firstSeat", "teams"}
# Release 0.2.0 took more values, or described the same ones otherwise.
NOT_WIDER = {"zar": {"deal"}}


@pytest.mark.parametrize("release", RELEASES, ids=lambda release: release.name)
def test_a_table_that_a_release_did_not_know_has_a_higher_format_number(release: Path) -> None:
    before = read_stored_structure(release)
    for game, options in before.structure["options"].items():
        known = engine.GAMES[game].options
        for name, values in read_structure()["options"][game].items():
            if name not in options:
                assert known.added[name] > before.format_number, f"{game} {name}"
            elif values.startswith("choice"):
                new = set(values.split()) - set(options[name].split())
                assert all(known.added[f"{name}={value}"] > before.format_number for value in new), f"{game} {name}"
            elif values != options[name] and name not in OF_SEATS | NOT_WIDER.get(game, set()):
                most, number = known.beyond[name]
                assert options[name].rpartition("-")[2].strip() == str(most), f"{game} {name}"
                assert number > before.format_number, f"{game} {name}"


def additions(before: Structure) -> list[str]:
    """Return the structs and fields that are new or of another type, as `KIND.STRUCT` and `KIND.STRUCT.FIELD`."""
    now = read_structure()
    found = []
    for kind in before.keys() & ROOTS.keys():
        for struct, described in now[kind].items():
            known = before[kind].get(struct)
            if known is None:
                found.append(f"{kind}.{struct}")
            else:
                found += [f"{kind}.{struct}.{name}" for name, text in described.items() if known.get(name) != text]
    return found


def number_of(name: str) -> int:
    """Return the format number that is given to a struct or a field."""
    kind, struct, *field = name.split(".")
    found = structs_of(kind)[struct]
    since: int = getattr(found, "since", 1)
    return (
        max(since, *(getattr(found, "added", {}).get(one, 1) for one in field)) if field else max(since, inner(found))
    )


def inner(struct: type[msgspec.Struct]) -> int:
    """Return the number of a struct that is a part of something numbered alone: the lowest of those that have it."""
    numbers = []
    for holder in structs_of("session").values():
        since = getattr(holder, "since", 1)
        added = getattr(holder, "added", {})
        holding = [field.name for field in fields(holder) if _holds(field, struct)]
        numbers += [added.get(name, since) for name in holding]
    return min(numbers, default=1)


def _holds(field: FieldInfo, struct: type[msgspec.Struct]) -> bool:
    return struct in {one.cls for one in parts_of(inspect.type_info(field.type))}


def structs_of(kind: str) -> dict[str, type[msgspec.Struct]]:
    """Return the structs that the stored values of a kind may consist of, by name."""
    found: dict[str, type[msgspec.Struct]] = {}
    for module, name in ROOTS[kind]:
        waiting = [inspect.type_info(getattr(importlib.import_module(module), name))]
        while waiting:
            for part in parts_of(waiting.pop()):
                if part.cls.__name__ not in found:
                    found[part.cls.__name__] = part.cls
                    waiting += [field.type for field in part.fields]
    return found


def parts_of(kind: inspect.Type) -> list[inspect.StructType]:
    """Return the structs that a value of a type may be, or hold in a union, a tuple or a mapping."""
    if isinstance(kind, inspect.StructType):
        return [kind]
    inner: list[Any] = []
    if isinstance(kind, inspect.UnionType):
        inner = [*kind.types]
    elif isinstance(kind, inspect.VarTupleType):
        inner = [kind.item_type]
    elif isinstance(kind, inspect.DictType):
        inner = [kind.value_type]
    return [found for one in inner for found in parts_of(one)]


def test_no_format_number_is_above_that_of_this_release() -> None:
    numbers = {1}
    for kind in ROOTS:
        for struct in structs_of(kind).values():
            numbers |= {getattr(struct, "since", 1), *getattr(struct, "added", {}).values()}
    for game in engine.GAMES.values():
        numbers |= {*game.options.added.values(), *(number for _, number in game.options.beyond.values())}
    assert max(numbers) == FORMAT


def test_parts_of_an_ordinary_move_have_no_format_number_of_their_own() -> None:
    # `apply_change` looks for no additions after such a move: have it do so if this is to hold no longer.
    assert LastMove.added.keys() == {"answers"}, "only moves of bots have answers"


def test_every_numbered_field_is_a_field() -> None:
    for kind in ROOTS:
        for struct in structs_of(kind).values():
            assert getattr(struct, "added", {}).keys() <= {field.name for field in fields(struct)}
