"""Compare JSON Schemas: find what one of them accepts and another does not.

No comparer of OpenAPI documents in a package index is of use here: openapi-diff and Optic are not maintained, the
package of @pb33f/openapi-changes downloads its program from elsewhere, and oasdiff has no package.
"""

import math
from collections.abc import Iterator, Mapping, Sequence
from enum import Enum
from typing import Any

import jsonschema_rs
import msgspec

from tests.contract.patterns import find_excluded
from tests.support.graphql_client import Json

# What a schema says to people; a `deprecated` field still works.
ANNOTATIONS = {"title", "description", "example", "examples", "deprecated", "externalDocs", "$comment"}
# Keywords by which a schema is split into its branches, or which are compared before that.
SPLIT = {"anyOf", "oneOf", "discriminator", "default"}
LOWER = {"minLength": 0, "minItems": 0, "minProperties": 0, "minimum": -math.inf, "exclusiveMinimum": -math.inf}
UPPER = ("maxLength", "maxItems", "maxProperties", "maximum", "exclusiveMaximum")
# Schemas in these are compared as schemas.
NESTED = ("items", "contentSchema")
OBJECTS = ("properties", "required", "additionalProperties")
# The word of an answer that is newer than the document.
OTHER = "OTHER"


class Direction(Enum):
    """Who sends the value: a client, whose values must stay accepted, or the service, which may not send others."""

    REQUEST = "request"
    ANSWER = "answer"


class Branch(msgspec.Struct, frozen=True):
    """An alternative of a schema: its keywords without references and unions, and the component that names it."""

    name: str | None
    schema: Mapping[str, Any]

    @property
    def type(self) -> str:
        """The JSON type, or "any"."""
        kind: str = self.schema.get("type", "any")
        return kind


def resolve(document: Json, value: Json) -> Json:
    """Return the part of the document that a reference leads to, or the value itself if it is none."""
    while isinstance(value, dict) and "$ref" in value:
        more = {name: part for name, part in value.items() if name != "$ref"}
        target = document
        for step in value["$ref"].removeprefix("#/").split("/"):
            target = target[step.replace("~1", "/").replace("~0", "~")]
        value = {**target, **more}
    return value


def read_name(schema: Json) -> str | None:
    """Return the name of the component that a schema refers to."""
    reference: str | None = schema.get("$ref") if isinstance(schema, dict) else None
    return None if reference is None else reference.rpartition("/")[2]


class SchemaChanges:
    """The comparison of the schemas of two documents, in one direction.

    A change is a line of text that begins with its place: the component and field, or the place that the caller names.
    """

    def __init__(self, before: Json, after: Json, direction: Direction) -> None:
        self.before = before
        self.after = after
        self.direction = direction
        # The components of the earlier document that were compared.
        self.names: dict[str, None] = {}
        self._found: dict[bytes, tuple[str, ...]] = {}

    def compare(self, place: str, before: Json, after: Json) -> Iterator[str]:
        """Yield the changes that break a client."""
        known = read_name(before)
        current = read_name(after)
        if known is not None:
            self.names[known] = None
        if known is None and current is None:
            yield from self._compare(place, before, after)
            return
        pair = msgspec.json.encode([before, after])
        if pair not in self._found:
            # A schema that contains itself holds if nothing else in it is changed.
            self._found[pair] = ()
            name = known if known is not None and known == current else place
            self._found[pair] = tuple(self._compare(name, before, after))
        yield from self._found[pair]

    def _compare(self, place: str, before: Json, after: Json) -> Iterator[str]:
        was = resolve(self.before, _as_object(before))
        now = resolve(self.after, _as_object(after))
        yield from self._compare_defaults(place, was, now)
        yield from self._compare_unions(place, was, now)
        known = [*_branches(self.before, before)]
        current = [*_branches(self.after, after)]
        for name in (branch.name for branch in known if branch.name is not None):
            self.names[name] = None
        if self.direction is Direction.REQUEST:
            for branch in known:
                yield from self._fit(place, branch, current)
        else:
            for branch in current:
                yield from self._fit(place, branch, known)
            yield from _count_alternatives(place, known, current)

    def _compare_defaults(self, place: str, was: Json, now: Json) -> Iterator[str]:
        if "default" in was and ("default" not in now or was["default"] != now["default"]):
            yield _change(place, "default", was, now)

    def _compare_unions(self, place: str, was: Json, now: Json) -> Iterator[str]:
        told = was.get("discriminator", {})
        tells = now.get("discriminator", {})
        if told and told["propertyName"] != tells.get("propertyName"):
            by = tells.get("propertyName", "nothing")
            yield f"{place}: the alternatives are told apart by {by}, and not by {told['propertyName']}"
        for value, reference in told.get("mapping", {}).items():
            if tells and tells.get("mapping", {}).get(value) != reference:
                yield f"{place}: `{value}` is no longer {read_name({'$ref': reference})}"
        sent, taken = (was, now) if self.direction is Direction.REQUEST else (now, was)
        if "anyOf" in sent and "oneOf" in taken:
            yield f"{place}: several alternatives may hold at once, and only one is allowed"

    def _fit(self, place: str, sent: Branch, taken: Sequence[Branch]) -> Iterator[str]:
        """Yield why none of the alternatives takes what is sent, as the nearest of them says it."""
        fitting = [branch for branch in taken if _includes_type(branch.type, sent.type)]
        same = [branch for branch in fitting if branch.name is not None and branch.name == sent.name]
        if not fitting:
            verb = "is no longer taken" if self.direction is Direction.REQUEST else "is new"
            yield f"{place}: the type {sent.type} {verb}"
            return
        reasons = [[*self._compare_branches(place, sent, branch)] for branch in same or fitting]
        yield from min(reasons, key=len)

    def _compare_branches(self, place: str, sent: Branch, taken: Branch) -> Iterator[str]:
        was, now = (sent, taken) if self.direction is Direction.REQUEST else (taken, sent)
        place = was.name if was.name is not None and was.name == now.name else place
        takes_everything = not taken.schema.keys() - ANNOTATIONS
        if takes_everything or (sent is was and _takes_every_word(sent.schema, taken.schema)):
            return
        for keyword in sorted((was.schema.keys() | now.schema.keys()) - ANNOTATIONS - SPLIT):
            if keyword in NESTED:
                yield from self._compare_nested(place, keyword, was.schema, now.schema)
            elif keyword in OBJECTS:
                yield from self._compare_objects(place, keyword, was.schema, now.schema)
            elif not self._is_kept(keyword, sent.schema, taken.schema):
                example = (
                    f", as for {_find_excluded(sent.schema, taken.schema[keyword])!r}" if keyword == "pattern" else ""
                )
                yield _change(place, keyword, was.schema, now.schema) + example

    def _is_kept(self, keyword: str, sent: Json, taken: Json) -> bool:
        if keyword.startswith("x-"):
            return True
        if keyword in ("enum", "const"):
            return self._includes_words(sent, taken)
        if keyword == "format":
            # Generators make other types of it, in either direction.
            return bool(sent.get(keyword) == taken.get(keyword))
        return keyword not in taken or _includes(keyword, sent, taken)

    def _includes_words(self, sent: Json, taken: Json) -> bool:
        words = _words(sent)
        known = _words(taken)
        if known is None:
            return True
        if words is None:
            return False
        if self.direction is Direction.REQUEST:
            return all(word in known for word in words)
        # Clients have names for the words; a list with OTHER says that later ones may be added.
        may_grow = OTHER in known or all(word in known for word in words)
        return may_grow and all(word in words for word in known)

    def _compare_nested(self, place: str, keyword: str, was: Json, now: Json) -> Iterator[str]:
        inner = f"{place}[]" if keyword == "items" else f"{place} in it"
        yield from self.compare(inner, was.get(keyword, True), now.get(keyword, True))

    def _compare_objects(self, place: str, keyword: str, was: Json, now: Json) -> Iterator[str]:
        if keyword == "properties":
            yield from self._compare_properties(place, was, now)
        elif keyword == "required":
            yield from self._compare_required(place, was, now)
        else:
            yield from self.compare(f"{place}.*", was.get(keyword, True), now.get(keyword, True))

    def _compare_properties(self, place: str, was: Json, now: Json) -> Iterator[str]:
        known = was.get("properties", {})
        current = now.get("properties", {})
        yield from (f"{place}.{name} is gone" for name in sorted(known.keys() - current.keys()))
        for name in sorted(known.keys() & current.keys()):
            yield from self.compare(f"{place}.{name}", known[name], current[name])
        # An added field of a request is optional, or `required` says that it is not.
        others = was.get("additionalProperties", True)
        if self.direction is Direction.ANSWER:
            for name in sorted(current.keys() - known.keys()):
                yield from self.compare(f"{place}.{name}", others, current[name])

    def _compare_required(self, place: str, was: Json, now: Json) -> Iterator[str]:
        always = set(was.get("required", ()))
        still = set(now.get("required", ()))
        if self.direction is Direction.REQUEST:
            yield from (f"{place}.{name} is needed" for name in sorted(still - always))
        else:
            yield from (f"{place}.{name} is not always there" for name in sorted(always - still))


def _count_alternatives(place: str, known: Sequence[Branch], current: Sequence[Branch]) -> Iterator[str]:
    """Yield a line if an answer has fewer alternatives, other than null, than clients distinguish."""
    was, now = (sum(branch.type != "null" for branch in branches) for branches in (known, current))
    if now < was:
        yield f"{place}: {now} of {was} alternatives are left"


def _change(place: str, keyword: str, was: Json, now: Json) -> str:
    values = [msgspec.json.encode(schema[keyword]).decode() if keyword in schema else "none" for schema in (was, now)]
    return f"{place}: {keyword} was {values[0]} and is {values[1]}"


def _as_object(schema: Json) -> Json:
    """Return a schema as an object: `true` accepts everything, `false` nothing."""
    if isinstance(schema, bool):
        return {} if schema else {"not": {}}
    return schema


def _branches(document: Json, schema: Json, name: str | None = None) -> Iterator[Branch]:
    """Yield the alternatives of a schema. A schema that accepts nothing has none."""
    name = read_name(schema) or name
    merged = _merge_all(document, _as_object(schema))
    if merged.get("not") == {}:
        return
    own = {keyword: value for keyword, value in merged.items() if keyword not in SPLIT}
    unions = [keyword for keyword in ("anyOf", "oneOf") if keyword in merged]
    if unions:
        for alternative in merged[unions[0]]:
            both = {"allOf": [own, alternative]} if own.keys() - ANNOTATIONS else alternative
            yield from _branches(document, both, read_name(alternative))
    elif isinstance(own.get("type"), list):
        yield from (Branch(name, _count({**own, "type": kind})) for kind in own["type"])
    else:
        yield Branch(name, _count(own))


def _merge_all(document: Json, schema: Json) -> Json:
    """Return a schema with what it refers to, and with all parts of its `allOf`, in one object."""
    merged = resolve(document, schema)
    parts = merged.get("allOf", ())
    merged = {keyword: value for keyword, value in merged.items() if keyword != "allOf"}
    for part in parts:
        merged = _merge(merged, _merge_all(document, part))
    return merged


def _merge(one: Json, other: Json) -> Json:
    """Return a schema that accepts what both accept; what cannot be merged stays in its `allOf`."""
    merged = {**one, **other}
    for keyword in sorted(one.keys() & other.keys() - ANNOTATIONS):
        mine = one[keyword]
        others = other[keyword]
        if keyword == "properties":
            merged[keyword] = mine | others
        elif keyword == "required":
            merged[keyword] = sorted({*mine, *others})
        elif keyword in LOWER:
            merged[keyword] = max(mine, others)
        elif keyword in UPPER:
            merged[keyword] = min(mine, others)
        elif keyword == "allOf":
            merged[keyword] = [*mine, *others]
        elif mine != others:
            merged[keyword] = mine
            merged["allOf"] = [*merged.get("allOf", ()), {keyword: others}]
    return merged


def _count(schema: Json) -> Json:
    """Return a schema of integers without exclusive bounds."""
    if schema.get("type") != "integer":
        return schema
    counted = dict(schema)
    for exclusive, inclusive, step in (("exclusiveMinimum", "minimum", 1), ("exclusiveMaximum", "maximum", -1)):
        if exclusive in counted and inclusive not in counted:
            counted[inclusive] = counted.pop(exclusive) + step
    return counted


def _includes_type(wide: str, narrow: str) -> bool:
    return wide in ("any", narrow) or (wide, narrow) == ("number", "integer")


def _takes_every_word(sent: Json, taken: Json) -> bool:
    """Return whether the words that are sent are listed, and each of them is taken, whatever the other keywords."""
    words = _words(sent)
    return words is not None and all(jsonschema_rs.is_valid({**taken}, word) for word in words)


def _words(schema: Json) -> Sequence[Json] | None:
    """Return the values of an enumeration, or None if a schema is none."""
    if "const" in schema:
        return [schema["const"]]
    words: Sequence[Json] | None = schema.get("enum")
    return words


def _find_excluded(sent: Json, pattern: str) -> str | None:
    """Return a text that matches what a schema says, and not a pattern; None if each of them does."""
    patterns = [part["pattern"] for part in (sent, *sent.get("allOf", ())) if "pattern" in part]
    excluded = [find_excluded(one, pattern) for one in patterns or ["^"]]
    return None if None in excluded else excluded[0]


def _give_example(sent: Json, taken: Json) -> str:
    return f", as for {_find_excluded(sent, taken['pattern'])!r}"


def _includes(keyword: str, sent: Json, taken: Json) -> bool:
    """Return whether a keyword of the wider schema allows all that the narrower schema's keyword does."""
    bound = taken[keyword]
    if keyword in LOWER:
        return bool(bound <= sent.get(keyword, LOWER[keyword]))
    if keyword in UPPER:
        return bool(bound >= sent.get(keyword, math.inf))
    if keyword == "type":
        return True
    if keyword == "uniqueItems":
        return not bound or sent.get(keyword, False)
    if keyword == "multipleOf":
        step = sent.get(keyword, 1 if sent.get("type") == "integer" else None)
        return step is not None and step % bound == 0
    if keyword == "allOf":
        return all(_includes(name, sent, part) for part in bound for name in part)
    if keyword == "pattern":
        return _find_excluded(sent, bound) is None
    # What is not compared here must stay the same.
    return any(part.get(keyword) == bound for part in (sent, *sent.get("allOf", ())))
