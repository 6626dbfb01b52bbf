"""Apply changes to a known version."""

from collections.abc import Iterable, Mapping
from typing import Any, TypedDict, cast

from croupier_client import contract
from croupier_client.contract import Decision, Session, View, ViewChanges, Zone

# The fields that are sent whole if they differ.
_OF_SESSION = ("cursor", "status", "expiresAt", "deadline", "takeBack", "fairness", "rematchId", "outcome")
_OF_VIEW = ("ply", "turn", "prompt", "result", "breakdown", "legalMoves", "undo")


class SessionFrame(contract.SessionFrame):
    """A version of a table.

    `changes` has the differences from the frame before. None: anything may differ, so draw the whole `session`.
    """

    changes: ViewChanges | None


class _Changed(TypedDict):
    """The fields that frames and answers to moves share."""

    version: int
    head: str | None
    changes: ViewChanges


def _apply_changes(known: Session | None, changed: _Changed) -> Session | None:
    """Return the session after the changes; None if they start from a version other than the known one."""
    changes = changed["changes"]
    if (whole := changes.get("session")) is not None:
        return whole
    if known is None or known["view"] is None or changes.get("since") != known["version"]:
        return None
    session: Any = {**known, **_differing(_OF_SESSION, changes)}
    session["version"] = changed["version"]
    session["head"] = changed["head"]
    session["seats"] = _replaced(known["seats"], changes.get("seats"), "index")
    session["view"] = _apply_to_view(known["view"], changes, session["deadline"])
    return cast("Session", session)


def complete(told: dict[str, Any], known: Session | None) -> dict[str, Any] | None:
    """Return a frame, or the answer to a move, with its whole session.

    None if its changes start from a version other than the known one.
    """
    changes = told.get("changes")
    if changes is None:
        return {**told, "changes": None}
    session = _apply_changes(known, cast("_Changed", told))
    if session is None:
        return None
    return {**told, "session": session, "changes": None if changes.get("session") else changes}


def complete_frame(frame: dict[str, Any], known: dict[str, Any] | None) -> dict[str, Any] | None:
    """Return a frame with its whole session and the decision; `known` is the frame before.

    None if its changes start from another version.
    """
    whole = complete(frame, known["session"] if known else None)
    if whole is None:
        return None
    view = whole["session"]["view"]
    return {**whole, "decision": view["decision"] if view else None}


def _apply_to_view(known: View, changes: ViewChanges, deadline: str | None) -> View:
    view: Any = {**known, **_differing(_OF_VIEW, changes)}
    view["zones"] = _zones_after(known["zones"], changes)
    view["facts"] = _replaced(known["facts"], changes.get("facts"), "name")
    view["scores"] = _replaced(known["scores"], changes.get("scores"), "seat")
    view["legalMoveCount"] = len(view["legalMoves"])
    not_before = known["decision"]["notBefore"] if known["decision"] else None
    times = {"deadline": deadline, "notBefore": not_before, **_differing(("notBefore",), changes)}
    view["decision"] = _decision_at(view, times)
    return cast("View", view)


def _differing(names: Iterable[str], changes: ViewChanges) -> dict[str, object]:
    """Return those of the named fields that differ."""
    told: Mapping[str, object] = {**changes}
    cleared = changes.get("cleared") or ()
    found = {name: None if name in cleared else told.get(name) for name in names}
    return {name: value for name, value in found.items() if value is not None or name in cleared}


def _replaced(known: list[Any], others: list[Any] | None, key: str) -> list[Any]:
    """Return a list in which other items replace those with the same key."""
    if not others:
        return known
    by_key = {other[key]: other for other in others}
    return [by_key.get(item[key], item) for item in known]


def _zones_after(known: list[Zone], changes: ViewChanges) -> list[Zone]:
    keys = changes.get("zoneKeys")
    if keys is None:
        return _replaced(known, changes.get("zones"), "key")
    by_key = {zone["key"]: zone for zone in (*known, *(changes.get("zones") or ()))}
    return [by_key[key] for key in keys if key in by_key]


def _decision_at(view: View, times: Mapping[str, Any]) -> Decision | None:
    """Return the viewer's decision, which follows from its moves."""
    viewer = view["viewer"]
    moves = view["legalMoves"]
    if viewer is None or not moves:
        return None
    # A separate list: a bot may sort it.
    own = {"seat": viewer, "asked": viewer in view["turn"], "moves": [*moves], "default": moves[0]["notation"]}
    return cast("Decision", {**own, **times})
