"""Why data cannot be decoded, in the words of JSON."""

import re

import msgspec

from engine.core.moves import quote

_FIELD = re.compile(r"Object (?P<what>missing required|contains unknown) field `(?P<name>.*)`", re.DOTALL)
_FAULTS = {"missing required": "missing", "contains unknown": "unknown"}


def tell_fault(problem: Exception) -> str:
    """Return the reason for a decoding error, to follow a colon; it quotes only the names of fields."""
    if isinstance(problem, RecursionError):
        return "it is nested too deeply"
    if not isinstance(problem, msgspec.ValidationError):
        return "it is not JSON"
    what, _, place = str(problem).partition(" - at ")
    where = f" at {place}" if place else ""
    field = _FIELD.fullmatch(what)
    if field is None:
        return f"the value{where} is of another kind" if where else "it is no object"
    return f"the field {quote(field['name'])} is {_FAULTS[field['what']]}{where}"
