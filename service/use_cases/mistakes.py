"""Sentences about malformed input, for both APIs: in the terms of JSON, with what to send instead."""

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from difflib import get_close_matches
from typing import Any, NamedTuple, get_args, get_origin

import msgspec
from msgspec import NODEFAULT

from service.sessions.problems import Problem
from service.use_cases.inputs import Input
from service.views.fields import Field, fields_of, split_null

# The most fields of an input that a sentence lists, and the most characters that it quotes from a caller.
MOST_LISTED = 24
LONGEST_QUOTE = 40

QUOTE = '"'
STRING = "a string"
INTEGER = "an integer"
BOOLEAN = "a boolean"
OBJECT = "an object"
NULL = "null"
ARRAY = "an array"
FRACTION = "a number with a fraction"
_WORDS: Mapping[str, str] = {
    "str": STRING,
    "int": INTEGER,
    "float": "a number",
    "bool": BOOLEAN,
    "object": OBJECT,
    "array": ARRAY,
    "null": NULL,
}
_KIND = re.compile(r"Expected `(?P<wanted>[a-z |]+)`, got `(?P<sent>[a-z]+)`(?: - at (?P<place>.*))?", re.DOTALL)
# Larger integers are not quoted, since formatting one may take long.
_LARGE = 2**63
_NUMBER_IN_TEXT = re.compile(r"-?\d{1,9}")
# The fields by which objects are named elsewhere: a move by its notation, a card by its code.
_NAMES = ("notation", "code", "id", "index", "cursor")
_CREDENTIALS = frozenset({"token", "seatToken", "hostToken", "bearer", "authorization"})

# The parts of the library's messages: the place of a value, the name of a field, and the kind that is wanted.
_WHERE = re.compile(r"(?P<what>.*) - at `\$?(?P<where>.*)`", re.DOTALL)
_MISSING = re.compile(r"Object missing required field `(?P<name>.*)`", re.DOTALL)
_UNKNOWN = re.compile(r"Object contains unknown field `(?P<name>.*)`", re.DOTALL)
_WRONG_KIND = re.compile(r"Expected `(?P<wanted>[a-z |]+)`, got .*", re.DOTALL)
_STEP = re.compile(r"[^.\[\]]+")


class Sent(NamedTuple):
    """A value that a caller sent: its kind, its JSON text if that is short, and the fields of an object."""

    kind: str
    text: str = ""
    names: Collection[str] = ()


def describe(value: object) -> Sent:
    """Describe a value decoded from JSON."""
    if isinstance(value, dict):
        return Sent(OBJECT, names=value.keys())
    if isinstance(value, list):
        return Sent(ARRAY)
    if value is None:
        return Sent(NULL)
    if isinstance(value, str) and len(value) > LONGEST_QUOTE:
        return Sent(STRING)
    if isinstance(value, int) and not -_LARGE < value < _LARGE:
        return Sent(INTEGER)
    kind = FRACTION if isinstance(value, float) else _WORDS[type(value).__name__]
    return Sent(kind, msgspec.json.encode(value).decode()[:LONGEST_QUOTE])


def word_of(expected: str) -> str:
    """Return the JSON terms for kinds as the library names them: `int | null` is "an integer"."""
    return " or ".join([_WORDS.get(kind, kind) for kind in expected.split(" | ") if kind != "null"])


def in_words(message: str) -> str:
    """Return the library's message about a value, in the terms of JSON."""
    found = _KIND.fullmatch(message)
    if found is None:
        return message
    where = f" at {found['place']}" if found["place"] else ""
    return f"Expected {word_of(found['wanted'])}{where}, got {_WORDS.get(found['sent'], found['sent'])}"


# ---- the sentences


def wrong_kind(wanted: str, where: str, sent: Sent, place: "Place") -> str:
    """Return the sentence about a value of the wrong kind at a place.

    `where` names the place, such as " at `$.move`"; it may be empty.
    """
    if place.field is not None and place.field.wire_name in _CREDENTIALS:
        # Secrets are not quoted.
        sent = Sent(sent.kind.partition(" `")[0])
    return f"Expected {wanted}{where}, got {sent.kind}{_advise(wanted, sent, place)}."


def missing_field(name: str, where: str, place: "Place") -> str:
    """Return the sentence about a field that is missing from the input at a place."""
    return f"The field `{name}` is missing{where}{_advise('', Sent(''), _step(place, name))}."


def unknown_field(name: str, where: str, known: Sequence[str], noun: str = "field") -> str:
    """Return the sentence about an unknown field or other `noun` of an input; it lists the known ones."""
    begun = f"Unknown {noun} `{name[:LONGEST_QUOTE]}`{where}"
    close = _closest(name, known)
    if close is None and name in _CREDENTIALS:
        return f"{begun}: send a token in the header `Authorization: Bearer TOKEN`."
    guess = f", perhaps `{close}` is meant" if close else ""
    return f"{begun}{guess}; {list_known(known)}."


def misplaced_field(name: str, advice: str) -> str:
    """Return the sentence about a field that belongs in another part of the request."""
    return f"The field `{name}` does not belong in the body: {advice}."


def template_of(struct: type[Input], given: Collection[str] = ()) -> str:
    """Return a template of an input as JSON: its required fields, except fields that are `given` elsewhere."""
    required = [one for one in fields_of(struct) if one.default is NODEFAULT and one.wire_name not in given]
    pairs = [f'"{one.wire_name}": {_blank(one.kind)}' for one in required]
    return f"{{{', '.join(pairs)}}}"


def list_known(names: Sequence[str]) -> str:
    """Return a clause that lists known names, up to MOST_LISTED."""
    if not names:
        return "there are none here"
    if len(names) == 1:
        return f"the only one is `{names[0]}`"
    listed = ", ".join(f"`{name}`" for name in names[:MOST_LISTED])
    left = len(names) - MOST_LISTED
    more = f" and {left} more" if left > 0 else ""
    return f"the known ones are {listed}{more}"


# ---- what to send


def _advise(wanted: str, sent: Sent, place: "Place") -> str:
    """Return what to send at a place, as the end of a sentence; "" if there is no advice."""
    advice = _instead(wanted, sent, place.field)
    if not advice:
        advice = "true or false" if wanted == BOOLEAN else _describe(place)
    return f": send {advice}" if advice else ""


def _instead(wanted: str, sent: Sent, field: Field | None) -> str:
    """Return what the caller probably meant by a value; "" if that is unclear."""
    if sent.kind == OBJECT and wanted in (STRING, INTEGER):
        own_name = () if field is None else (field.wire_name,)
        return next((f"its `{name}`" for name in (*own_name, *_NAMES) if name in sent.names), "")
    unquoted = sent.text.strip(QUOTE)
    if wanted == INTEGER and _NUMBER_IN_TEXT.fullmatch(unquoted):
        return f"{unquoted} without quotes"
    if wanted != STRING or sent.text in ("", "null"):
        return ""
    # A number is never a move, but may be the value of an option.
    is_plain = sent.kind in (INTEGER, FRACTION, BOOLEAN)
    if is_plain and field is not None and field.wire_name != "value":
        return ""
    return f'"{sent.text}", in quotes'


def _describe(place: "Place") -> str:
    """Return what to send at a place, as a verb's object: a template for an input, else the field's description."""
    if place.kind is bool:
        return "true or false"
    if _struct_of(place.kind) is not None:
        return f"`{_blank(place.kind)}`"
    if place.field is None:
        return ""
    text = (place.field.meta.description or "").partition(". ")[0].removesuffix(".")
    return text[:1].lower() + text[1:]


def _blank(kind: object) -> str:
    """Return a template of a value of a kind, as JSON with blanks."""
    struct = _struct_of(kind)
    if get_origin(kind) is not None:
        return "[…]" if struct is None else f"[{template_of(struct)}]"
    return "…" if struct is None else template_of(struct)


def _struct_of(kind: object) -> type[Input] | None:
    """Return the input struct of a kind, or of a list's items; None if there is none."""
    if get_origin(kind) is not None:
        kind = split_null(get_args(kind)[0])[0]
    return kind if isinstance(kind, type) and issubclass(kind, Input) else None


def _closest(name: str, known: Sequence[str]) -> str | None:
    plain = {one.lower(): one for one in known}
    found = get_close_matches(name[:LONGEST_QUOTE].replace("_", "").lower(), plain, 1)
    return plain[found[0]] if found else None


# ---- the place of a mistake


class Place(NamedTuple):
    """A place in an input: the kind of its value, the field (for an item, the list's field), and the input struct."""

    kind: Any
    field: Field | None
    struct: type[Input] | None


def place_of(kind: object) -> Place:
    """Return the place of a whole value of a kind; None stands for an unknown kind."""
    return Place(kind, None, _struct_of(kind))


def find_place(kind: object, steps: Sequence[str]) -> Place:
    """Return the place at the end of a path through a value, as far as its kind is known."""
    place = place_of(kind)
    for step in steps:
        place = _step(place, step)
    return place


def _step(place: Place, step: str) -> Place:
    if get_origin(place.kind) is not None and step.isdigit():
        item = split_null(get_args(place.kind)[0])[0]
        return place_of(item)._replace(field=place.field)
    field = _find(place.struct, step)
    return place_of(None) if field is None else place_of(field.kind)._replace(field=field)


def _find(struct: type[Input] | None, name: str) -> Field | None:
    return next((one for one in _fields(struct) if one.wire_name == name), None)


def _fields(struct: type[Input] | None) -> Iterator[Field]:
    return iter(()) if struct is None else fields_of(struct)


def names_of(struct: type[Input] | None) -> list[str]:
    """Return the names of an input's fields as clients send them."""
    return [field.wire_name for field in _fields(struct)]


# ---- the library's messages


def wrong_input(message: str, given: object, kind: type[Input]) -> Problem:
    """Return the library's message about an input as a problem, with the path and in the words of JSON."""
    located = _WHERE.fullmatch(message)
    what, where = (message, "") if located is None else (located["what"], located["where"])
    path = _STEP.findall(where)
    place = find_place(kind, path)
    within = f" at `${where}`" if where else ""
    if (found := _MISSING.fullmatch(what)) is not None:
        name = found["name"][:LONGEST_QUOTE]
        return Problem("INVALID_INPUT", missing_field(name, within, place), (*path, name))
    if (found := _UNKNOWN.fullmatch(what)) is not None:
        name = found["name"][:LONGEST_QUOTE]
        return Problem("INVALID_INPUT", unknown_field(name, within, names_of(place.struct)), (*path, name))
    if (found := _WRONG_KIND.fullmatch(what)) is not None:
        sent = describe(_value_at(given, path))
        return Problem("INVALID_INPUT", wrong_kind(word_of(found["wanted"]), within, sent, place), tuple(path))
    return Problem("INVALID_INPUT", f"{what[:200]}.", tuple(path))


def _value_at(value: object, path: list[str]) -> object:
    for step in path:
        match value:
            case dict():
                value = value.get(step)
            case list() if step.isdigit():
                value = value[int(step)]
            case _:
                return None
    return value
