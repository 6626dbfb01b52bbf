"""Sessions, moves and events in codes, made from the same in cards, without what REST leaves out."""

from tools.changes import Json, apply_changes

MOVE = ("notation", "verb", "codes", "from", "to", "seat", "choice", "card")
EVENT = ("kind", "seat", "codes", "count", "from", "to", "positions", "value", "rule")


def session_in_codes(session: Json) -> Json:
    """Return a session as a client has it that reads only codes."""
    view = session["view"]
    if view is None:
        return session
    moves = [move_in_codes(move) for move in view["legalMoves"]]
    seen = {
        **view,
        "zones": [zone_in_codes(zone) for zone in view["zones"]],
        "facts": [_pick(fact, "name", "value", "zone") for fact in view["facts"]],
        "legalMoves": moves,
        "decision": view["decision"] and {**view["decision"], "moves": moves},
    }
    return {**session, "view": seen}


def zone_in_codes(zone: Json) -> Json:
    """Return a zone in codes."""
    codes = [None if card is None else card["code"] for card in zone["cards"]]
    while codes and codes[0] is None:
        del codes[0]
    return {**_pick(zone, "key", "owner", "count", "value"), **({"codes": codes} if codes else {})}


def move_in_codes(move: Json) -> Json:
    """Return a move in codes."""
    return _pick({**move, "codes": _codes(move)}, *MOVE)


def events_in_codes(session: Json, events: list[Json]) -> list[Json]:
    """Return events of a session in codes, without those whose news its view has."""
    view = session["view"]
    told = {"turn", "scores", *(fact["name"] for fact in (view["facts"] if view else ()))}
    return [_event_in_codes(event) for event in events if event["kind"] not in told]


def _event_in_codes(event: Json) -> Json:
    return _pick({**event, "codes": _codes(event), "count": event["count"] or None}, *EVENT)


def apply_codes(known: Json | None, told: Json) -> Json:
    """Return the session in codes after an answer or a frame in codes."""
    changes = told["changes"]
    if "since" not in changes:
        return session_in_codes(apply_changes(None, told))
    head = told["cursor"].partition("-")[2]
    return apply_changes(known, {**told, "head": head, "changes": {**changes, "cursor": told["cursor"]}})


def _codes(value: Json) -> list[str]:
    return [card["code"] for card in value["cards"]]


def _pick(value: Json, *names: str) -> Json:
    """Return some fields of an object, without null and empty ones."""
    return {name: value[name] for name in names if value[name] not in (None, [])}
