"""Messages about the variables and literals of a document: the library's messages in the words of JSON.

The library names Python's values and repeats what was sent, including tokens. Other messages stay as they are.
"""

import re
from collections.abc import Sequence
from typing import Any, NamedTuple

from graphql import (
    GraphQLError,
    GraphQLSchema,
    ListTypeNode,
    NamedTypeNode,
    NonNullTypeNode,
    TypeNode,
    VariableDefinitionNode,
)

from service.graphql.from_contract import input_named
from service.graphql.known_names import complete, unquote_names
from service.use_cases.mistakes import (
    ARRAY,
    BOOLEAN,
    FRACTION,
    INTEGER,
    LONGEST_QUOTE,
    NULL,
    OBJECT,
    STRING,
    Place,
    Sent,
    find_place,
    missing_field,
    names_of,
    place_of,
    unknown_field,
    word_of,
    wrong_kind,
)

# The number of characters of a message that are read. Some patterns look at the rest more than once.
LONGEST_READ = 2_000
# In the library's messages, what follows these words was sent by the client, perhaps with tokens.
_WHAT_WAS_SENT = re.compile(r"(found|value): .*", re.DOTALL)
_VARIABLE = re.compile(
    r"Variable '\$(?P<name>\w+)' has invalid (?:default )?value(?: at (?P<path>\S+))?: (?P<what>.*)", re.DOTALL
)
_SCALAR = re.compile(
    r"(?P<type>Int|Float|String|Boolean|ID) cannot represent (?P<wide>non 32-bit)?.*? ?value: (?P<sent>.*)", re.DOTALL
)
_NO_OBJECT = re.compile(r"Expected value of type '(?P<type>\w+)' to be an object, found: (?P<sent>.*)\.", re.DOTALL)
_MISSING = re.compile(
    r"Expected value of type '(?P<type>\w+)' to include required field '(?P<name>\w+)', found: .*", re.DOTALL
)
_UNKNOWN = re.compile(
    r"Expected value of type '(?P<type>\w+)' not to include unknown field '(?P<name>.*?)'"
    r"(?:, f|\. Did you mean [^?]*\? F)ound: .*",
    re.DOTALL,
)
_NULL = re.compile(r"Expected value of non-null type '(?P<type>.*)' not to be None\.")
_ABSENT = re.compile(r"Expected a value of non-null type '(?P<type>.*)' to be provided\.")
_QUOTED_NAME = re.compile(r"Syntax Error: Expected Name, found String '.*'\.", re.DOTALL)

_WANTED = {"Int": INTEGER, "Float": word_of("float"), "String": STRING, "Boolean": BOOLEAN, "ID": STRING}
_BEGINNINGS = {"[": ARRAY, "{": OBJECT, "'": STRING, '"': STRING}
_NAMED = {"None": NULL, "null": NULL} | dict.fromkeys(("True", "False", "true", "false"), BOOLEAN)
_STEP = re.compile(r"[^.\[\]]+")
_KEY = re.compile(r"['{,\s](\w+)'?: ")
_INTEGER = re.compile(r"-?\d+")
_NUMBER = re.compile(r"-?\d+[.\deE+-]*")


class _Where(NamedTuple):
    """A place in what was sent: its words, and the part of the contract that describes it."""

    words: str
    place: Place


def explain(error: GraphQLError, schema: GraphQLSchema) -> str:
    """Return the message of an error in a document, in words that a newcomer understands."""
    message = error.message
    if len(message) > LONGEST_READ:
        # The full stop lets the patterns match a sentence.
        message = f"{message[:LONGEST_READ]}."
        return _explain(error, message, schema) or _WHAT_WAS_SENT.sub(r"\1: …", message)
    return _explain(error, message, schema) or message


def _explain(error: GraphQLError, message: str, schema: GraphQLSchema) -> str | None:
    if _QUOTED_NAME.fullmatch(message):
        return f"{message} In GraphQL the names of fields and arguments have no quotes."
    if (completed := complete(message, schema)) is not None:
        return completed
    if (found := _VARIABLE.fullmatch(message)) is None:
        explained = _explain_value(message, _Where("", place_of(None)))
        return None if explained is None else unquote_names(explained)
    return _explain_value(found["what"], _place_in_variable(error, found["name"], found["path"] or ""))


def _place_in_variable(error: GraphQLError, name: str, path: str) -> _Where:
    node = error.nodes[0] if error.nodes else None
    kind = _kind_of(node.type) if isinstance(node, VariableDefinitionNode) else None
    return _Where(f" at `${name}{path}`", find_place(kind, _STEP.findall(path)))


def _kind_of(node: TypeNode) -> Any:  # noqa: ANN401  a type
    """Return the input that a type of a document is, or a list of it; None for any other."""
    match node:
        case NonNullTypeNode():
            return _kind_of(node.type)
        case ListTypeNode():
            item: Any = _kind_of(node.type)
            return None if item is None else Sequence[item]
        case NamedTypeNode():
            return input_named(node.name.value)
    return None


def _explain_value(message: str, where: _Where) -> str | None:
    """Return the sentence about a value; None for a message that says something else."""
    if (found := _SCALAR.fullmatch(message)) is not None:
        sent = _read_sent(found["sent"])
        if found["wide"]:
            sent = sent._replace(kind="an integer beyond 32 bits", text="")
        return wrong_kind(_WANTED[found["type"]], where.words, sent, where.place)
    if (found := _NO_OBJECT.fullmatch(message)) is not None:
        return wrong_kind(OBJECT, where.words, _read_sent(found["sent"]), _known(where, found["type"]))
    if (found := _MISSING.fullmatch(message)) is not None:
        return missing_field(found["name"], where.words, _known(where, found["type"]))
    if (found := _UNKNOWN.fullmatch(message)) is not None:
        known = names_of(input_named(found["type"]))
        return unknown_field(found["name"], where.words, known)
    if (found := _NULL.fullmatch(message)) is not None:
        return wrong_kind("a value", where.words, Sent(NULL), where.place)
    if _ABSENT.fullmatch(message) is not None:
        return wrong_kind("a value", where.words, Sent("none"), where.place)
    return None


def _known(where: _Where, name: str) -> Place:
    """Return a place, or that of the input of a name where the place is not known."""
    return where.place if where.place.struct is not None else place_of(input_named(name))


def _read_sent(text: str) -> Sent:
    """Describe a value that the library shows, as Python or as a document has it."""
    if text in _NAMED:
        return Sent(_NAMED[text], text.lower().replace("none", "null"))
    kind = _BEGINNINGS.get(text[:1])
    if kind is not None:
        content = f'"{text[1:-1]}"' if kind == STRING and len(text) <= LONGEST_QUOTE else ""
        return Sent(kind, content, _KEY.findall(text) if kind == OBJECT else ())
    if _NUMBER.fullmatch(text):
        is_whole = _INTEGER.fullmatch(text) is not None
        return Sent(INTEGER if is_whole else FRACTION, text[:LONGEST_QUOTE])
    return Sent(f"the name `{text[:LONGEST_QUOTE]}`", text[:LONGEST_QUOTE])
