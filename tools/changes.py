"""A client that knows a version of a session and applies changes to it, in JSON as REST has it."""

from collections.abc import Mapping, Sequence
from typing import Any, TypeAlias

import msgspec

Json: TypeAlias = Any

OF_SESSION = ("cursor", "status", "expiresAt", "deadline", "takeBack", "fairness", "rematchId", "outcome")
OF_VIEW = ("ply", "turn", "prompt", "result", "breakdown", "legalMoves", "undo")
# The parts that have a key in the session or in its view, and the name of that key.
KEYED = {"seats": "index", "zones": "key", "facts": "name", "scores": "seat"}
CLEARED = {"takeBack", "deadline", "prompt", "notBefore"}


def apply_changes(known: Json | None, told: Json) -> Json:
    """Return the session after an answer or a frame with `changes`, from the session that the client knows.

    Null and absent parts are unchanged, as in GraphQL. Raises `AssertionError` if an unchanged part is listed.
    """
    changes = told["changes"]
    if changes.get("since") is None:
        assert {name for name, value in changes.items() if value} == {"session"}
        return changes["session"]
    assert changes.get("session") is None
    assert known is not None
    assert changes["since"] == known["version"]
    after = _with_fields(known, OF_SESSION, changes)
    after |= {"version": told["version"], "head": told["head"], "seats": _with_parts(known["seats"], "seats", changes)}
    after["view"] = _with_view(known["view"], changes, after["deadline"])
    assert set(changes.get("cleared") or ()) <= CLEARED
    return after


def _with_fields(known: Json, names: Sequence[str], changes: Json) -> Json:
    """Return an object with other values of some fields, of which each must differ."""
    cleared = changes.get("cleared") or ()
    told = {name: changes[name] for name in names if changes.get(name) is not None}
    told |= {name: None for name in names if name in cleared}
    assert not [name for name, value in told.items() if known[name] == value]
    return {**known, **told}


def _with_view(known: Json, changes: Json, deadline: str | None) -> Json:
    view = _with_fields(known, OF_VIEW, changes)
    for name in ("facts", "scores"):
        view[name] = _with_parts(known[name], name, changes)
    view["zones"] = _with_zones(known["zones"], changes)
    view["legalMoveCount"] = len(view["legalMoves"])
    view["decision"] = _decide(view, _not_before(known["decision"], changes), deadline)
    return view


def _with_parts(known: Sequence[Json], name: str, changes: Json) -> list[Json]:
    """Return a list of keyed parts, with the changed parts in their places."""
    key = KEYED[name]
    parts = {part[key]: part for part in known}
    told = {part[key]: part for part in changes.get(name) or ()}
    assert told.keys() <= parts.keys()
    assert not [part for part in told.values() if part in known]
    return [told.get(name, part) for name, part in parts.items()]


def _with_zones(known: Sequence[Json], changes: Json) -> list[Json]:
    told = {zone["key"]: zone for zone in changes.get("zones") or ()}
    assert not [zone for zone in told.values() if zone in known]
    zones: Mapping[str, Json] = {zone["key"]: zone for zone in known} | told
    keys = changes.get("zoneKeys")
    if keys is None:
        assert len(zones) == len(known)
        return list(zones.values())
    assert keys != [zone["key"] for zone in known]
    return [zones[key] for key in keys]


def _not_before(known: Json | None, changes: Json) -> str | None:
    if "notBefore" in (changes.get("cleared") or ()):
        return None
    told: str | None = changes.get("notBefore")
    return told if told is not None or known is None else known["notBefore"]


def _decide(view: Json, not_before: str | None, deadline: str | None) -> Json | None:
    """Return the decision of a viewer, which follows from its view."""
    moves = view["legalMoves"]
    if not moves:
        assert not_before is None
        return None
    return {
        "seat": view["viewer"],
        "asked": view["viewer"] in view["turn"],
        "moves": moves,
        "default": moves[0]["notation"],
        "deadline": deadline,
        "notBefore": not_before,
    }


def read_json(body: bytes) -> Json:
    """Return a value from its JSON, also if it ends a line of a stream."""
    return msgspec.json.decode(body)
