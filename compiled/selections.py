"""Selections compiled to Python functions, each of which turns values of one object type into parts of the answer.

The selection `{ code stack { label } }` becomes a function such as

    def complete(value, execution):
        if value.__class__ not in classes: admit(value)
        return {'code': (v1 if (v1 := value.code).__class__ is str else fall_back()), 'stack': ({'label': …} if …)}

One function makes the part of a value with all that lies below it, so that an answer takes few calls. Types whose
values recur, members of abstract types and objects with awaited fields have functions of their own: the parts of values
that recur are cached as JSON (`cache.py`) if no resolver is involved, and looked up first. graphql-core collects the
fields and decides on their order. The source has the names of fields as literals, and the names of the schema's own
attributes; everything else that it needs is in its namespace.
"""

from collections.abc import Callable, Hashable, Mapping
from functools import partial
from itertools import count
from typing import Any, NamedTuple

import msgspec
from graphql import (
    GraphQLAbstractType,
    GraphQLBoolean,
    GraphQLFloat,
    GraphQLID,
    GraphQLInt,
    GraphQLLeafType,
    GraphQLObjectType,
    GraphQLOutputType,
    GraphQLString,
    Undefined,
    is_abstract_type,
    is_enum_type,
    is_leaf_type,
    is_list_type,
    is_non_null_type,
    is_object_type,
)
from graphql.execution.collect_fields import FieldDetailsList, GroupedFieldSet

from compiled.cache import PROCESS_BOUND, PartCache, is_cacheable
from compiled.execution import Complete, Execution, Resolver
from compiled.fallback import NeedsFallback, Unsupported, fall_back, plain
from compiled.operation import ParsedOperation, SelectedField
from compiled.resolvers import attribute_of, resolver_of

TYPE_NAME = "__typename"
# Compiling more fields takes long; graphql-core executes such operations.
MOST_FIELDS = 1000
# The placeholder for a value that is awaited.
DEFERRED = "None"
# Objects nested more deeply get functions of their own: Python bounds the depth of an expression.
MOST_NESTED = 8
_NUMBERS = count(1)


class Completion(NamedTuple):
    """The function that turns values of an object type into parts of the answer, and the lookup of cached parts by id.

    It is pure if a part depends on nothing but the value.
    """

    complete: Complete
    find_part: Callable[[int], msgspec.Raw | None]
    is_pure: bool


class AbstractCompletion(NamedTuple):
    """The lookup of a completion by the class of values, and the function that adds one for a value of a new class."""

    find: Callable[[type], Completion | None]
    add: Callable[[object], Completion]


class Selections:
    """The functions of one operation. Those for members of an abstract type are compiled at their first value."""

    def __init__(self, operation: ParsedOperation) -> None:
        self.operation = operation
        self.resolvers: list[Resolver] = []
        self._made: dict[Hashable, Completion] = {}
        self._parts: dict[Hashable, _ClassParts] = {}
        # Whether abstract types are selected: the resolvers of their members are known only at their first values.
        self.is_open = False
        self._fields = 0

    def count_field(self) -> None:
        """Count a compiled field. Raises `Unsupported` if there are too many."""
        self._fields += 1
        if self._fields > MOST_FIELDS:
            raise Unsupported

    def complete_root(self, fields: GroupedFieldSet) -> Complete:
        """Return a function that makes an answer's data from the values of the root fields, by their names in it."""
        return _Writer(self, self.operation.root).write_root(fields)

    def complete_object(self, kind: GraphQLObjectType, selected: SelectedField) -> Completion:
        """Return the completion of an object type for one selected field."""
        key = _key_of(kind, selected)
        if key not in self._made:
            writer, parts = _Writer(self, kind), self.parts_of(kind, selected)
            complete = writer.write(self.operation.fields_of(kind, selected.details), parts)
            self._made[key] = Completion(complete, parts.cache.get, writer.is_pure)
        return self._made[key]

    def complete_abstract(self, kind: GraphQLAbstractType, selected: SelectedField) -> AbstractCompletion:
        """Return the completion of an interface or a union for one selected field."""
        self.is_open = True
        members: dict[type, Completion] = {}

        def add(value: object) -> Completion:
            members[value.__class__] = member = self.complete_object(self._member_of(kind, selected, value), selected)
            return member

        return AbstractCompletion(members.get, add)

    def _member_of(self, kind: GraphQLAbstractType, selected: SelectedField, value: object) -> GraphQLObjectType:
        """Return the object type of a value. Raises `NeedsFallback` if the abstract type does not include it."""
        if kind.resolve_type is None:
            raise NeedsFallback
        name = kind.resolve_type(plain(value), self.operation.static_info(selected), kind)
        member = self.operation.core.get_type(name) if isinstance(name, str) else None
        if not is_object_type(member) or not self.operation.core.is_sub_type(kind, member):
            raise NeedsFallback
        return member

    def parts_of(self, kind: GraphQLObjectType, selected: SelectedField) -> "_ClassParts":
        """Return the parts that values of an object type have at one selected field."""
        key = _key_of(kind, selected)
        if key not in self._parts:

            def is_member(value: object) -> bool:
                # Made here, once for each class: most plans never need this `info`.
                return kind.is_type_of is None or kind.is_type_of(value, self.operation.static_info(selected)) is True

            self._parts[key] = _ClassParts(is_member)
        return self._parts[key]


def _key_of(kind: GraphQLObjectType, selected: SelectedField) -> Hashable:
    return (kind.name, *(id(detail.node) for detail in selected.details))


class _ClassParts:
    """The classes found so far whose values are of an object type, the cacheable ones among them, and cached parts."""

    def __init__(self, is_member: Callable[[Any], bool]) -> None:
        self.classes: set[type] = set()
        self.cacheable: set[type] = set()
        self.cache = PartCache(PROCESS_BOUND)
        self._is_member = is_member

    def admit(self, value: object) -> bool:
        """Add the class of a value. Raises `NeedsFallback` if the value is not of the object type."""
        if not self._is_member(plain(value)):
            raise NeedsFallback
        self.classes.add(value.__class__)
        if is_cacheable(value.__class__):
            self.cacheable.add(value.__class__)
        return True


class _Writer:
    """Writes the function of one selection; `is_pure` tells whether its result depends on nothing but the value."""

    def __init__(self, selections: Selections, kind: GraphQLObjectType) -> None:
        self._selections = selections
        self._kind = kind
        self.is_pure = True
        self._depth = 0
        self._numbers = count()
        self._deferred: list[str] = []
        self._names: dict[str, Any] = {"fall_back": fall_back, "LARGEST": LARGEST_FLOAT}

    def write_root(self, fields: GroupedFieldSet) -> Complete:
        """Return the function that makes an answer's data from the values of the root fields by their names in it."""
        answer = self._answer(self._kind, fields, lambda selected: f"value[{selected.response_name!r}]")
        return self._define(f"def complete(value, execution): return {answer}")

    def write(self, fields: GroupedFieldSet, parts: _ClassParts) -> Complete:
        """Return the function that turns a value of the object type into its part of the answer."""
        answer = self._answer(self._kind, fields, partial(self._value_of, "value"))
        self._names.update(classes=parts.classes, admit=parts.admit, cacheable=parts.cacheable, keep=parts.cache.keep)
        lines = [
            "def complete(value, execution):",
            "if value.__class__ not in classes: admit(value)",
            f"answer = {answer}",
            *self._deferred,
            f"return {'keep(value, answer) if value.__class__ in cacheable else ' if self.is_pure else ''}answer",
        ]
        return self._define("\n    ".join(lines))

    def _answer(
        self, kind: GraphQLObjectType, fields: GroupedFieldSet, value_of: Callable[[SelectedField], str]
    ) -> str:
        """Write the part of the answer with these fields of an object type; `value_of` writes the value of a field."""
        entries = [f"{name!r}: {self._entry(kind, name, details, value_of)}" for name, details in fields.items()]
        return f"{{{', '.join(entries)}}}"

    def _value_of(self, source: str, selected: SelectedField) -> str:
        """Write the value of a field of the object `source`: an attribute, or the call of a resolver."""
        operation = self._selections.operation
        attribute = attribute_of(selected.field, operation.schema)
        if attribute is not None:
            return f"{source}.{attribute}"
        resolver = resolver_of(selected, operation)
        same = getattr(resolver.function, "same_as", None)
        if same is not None and not selected.details[0].node.arguments:
            return f"{source}.{same}"
        self.is_pure = False
        value = f"{self._constant(resolver.function)}({source}{self._arguments(selected, resolver)})"
        return self._defer(selected, value) if resolver.is_async else value

    def _arguments(self, selected: SelectedField, resolver: Resolver) -> str:
        """Write a resolver's arguments after the value; if the selection gives none, the defaults are evaluated now."""
        if not selected.field.args and not resolver.uses_info:
            return ""
        if not selected.details[0].node.arguments and not resolver.uses_info:
            defaults = resolver.make_arguments(Execution(None, self._selections.operation.variables, ()))
            return f", **{self._constant(defaults)}"
        self._selections.resolvers.append(resolver)
        return f", **execution.arguments({len(self._selections.resolvers) - 1})"

    def _defer(self, selected: SelectedField, value: str) -> str:
        """Defer a value that must be awaited; until then, null keeps its place in the answer."""
        writer = _Writer(self._selections, self._kind)
        complete = self._constant(writer.write_value(selected))
        self._deferred.append(f"execution.later(answer, {selected.response_name!r}, {value}, {complete})")
        return DEFERRED

    def write_value(self, selected: SelectedField) -> Complete:
        """Return the function that completes the value of a field."""
        return self._define(
            f"def complete(value, execution): return {self._complete(selected.field.type, 'value', selected)}"
        )

    def _define(self, source: str) -> Complete:
        """Return the function that a source defines; it has nothing from a client but GraphQL names, as literals."""
        # Profilers distinguish functions by their files.
        exec(compile(source, f"<selection {next(_NUMBERS)} of {self._kind.name}>", "exec"), self._names)  # noqa: S102
        complete: Complete = self._names["complete"]
        return complete

    def _entry(
        self,
        kind: GraphQLObjectType,
        name: str,
        details: FieldDetailsList,
        value_of: Callable[[SelectedField], str],
    ) -> str:
        self._selections.count_field()
        if is_type_name(details):
            return repr(kind.name)
        selected = self._selections.operation.select(kind, name, details)
        value = value_of(selected)
        return value if value is DEFERRED else self._complete(selected.field.type, value, selected)

    def _complete(self, kind: GraphQLOutputType, value: str, selected: SelectedField) -> str:
        """Write the completion of a value; null of a nullable type stays null."""
        if is_non_null_type(kind):
            return self._complete_non_null(kind.of_type, value, selected)
        name = f"v{next(self._numbers)}"
        return f"(None if ({name} := {value}) is None else {self._complete_non_null(kind, name, selected)})"

    def _complete_non_null(self, kind: Any, value: str, selected: SelectedField) -> str:  # noqa: ANN401  a nullable type
        """Write the completion of a value that must not be null."""
        if is_leaf_type(kind):
            return self._complete_leaf(kind, value)
        if is_list_type(kind):
            item, (items, value) = f"v{next(self._numbers)}", self._assign(value)
            made = f"[{self._complete(kind.of_type, item, selected)} for {item} in {items}]"
            # Anything else may be iterable only once, or not at all.
            return f"({made} if {value}.__class__ is tuple or {items}.__class__ is list else fall_back())"
        selections = self._selections
        if is_abstract_type(kind):
            return self._complete_member(selections.complete_abstract(kind, selected), value)
        return self._complete_object(kind, value, selected)

    def _complete_object(self, kind: GraphQLObjectType, value: str, selected: SelectedField) -> str:
        """Write the completion of a value of an object type: its cached part, or a new one."""
        operation = self._selections.operation
        fields = operation.fields_of(kind, selected.details)
        if self._depth == MOST_NESTED or _awaits(kind, fields, operation):
            completion = self._selections.complete_object(kind, selected)
            self.is_pure = self.is_pure and completion.is_pure
            return f"{self._constant(completion.complete)}({value}, execution)"
        (name, value), parts, was_pure = self._assign(value), self._selections.parts_of(kind, selected), self.is_pure
        self.is_pure, self._depth = True, self._depth + 1
        answer = self._answer(kind, fields, partial(self._value_of, name))
        is_pure, self.is_pure, self._depth = self.is_pure, self.is_pure and was_pure, self._depth - 1
        classes, admit = self._constant(parts.classes), self._constant(parts.admit)
        if not is_pure:
            return f"({answer} if {value}.__class__ in {classes} or {admit}({name}) else fall_back())"
        part, cacheable = f"v{next(self._numbers)}", self._constant(parts.cacheable)
        made = f"({part} := {answer} if {name}.__class__ in {classes} or {admit}({name}) else fall_back())"
        kept = f"{self._constant(parts.cache.keep)}({name}, {part})"
        new = f"({kept} if {made} and {name}.__class__ in {cacheable} else {part})"
        return f"({self._constant(parts.cache.get)}(id({value})) or {new})"

    def _complete_member(self, completion: AbstractCompletion, value: str) -> str:
        """Write the completion of a value of an interface or a union, by the value's class."""
        self.is_pure = False
        member, (name, value) = f"v{next(self._numbers)}", self._assign(value)
        found = f"{self._constant(completion.find)}({value}.__class__) or {self._constant(completion.add)}({name})"
        return f"(({member} := {found}).find_part(id({name})) or {member}.complete({name}, execution))"

    def _complete_leaf(self, kind: GraphQLLeafType, value: str) -> str:
        condition, (name, value) = condition_of(kind), self._assign(value)
        if condition is not None:
            # The value is evaluated where the condition first names it.
            return f"({name} if {condition.replace('{0}', value, 1).replace('{0}', name)} else fall_back())"
        convert = scalar_converter(kind)
        if is_enum_type(kind):
            names = self._constant(EnumNames(convert))
            return f"({names}[{name}] if {value}.__class__ is str else {self._constant(convert)}({name}))"
        self.is_pure = False
        return f"{self._constant(convert)}({value})"

    def _assign(self, value: str) -> tuple[str, str]:
        """Return a name for a value, and the expression that assigns the value to it."""
        if value.isidentifier():
            return value, value
        name = f"v{next(self._numbers)}"
        return name, f"({name} := {value})"

    def _constant(self, thing: object) -> str:
        """Add an object to the function's namespace, and return its name there."""
        name = f"x{next(self._numbers)}"
        self._names[name] = thing
        return name


def _awaits(kind: GraphQLObjectType, fields: GroupedFieldSet, operation: ParsedOperation) -> bool:
    """Tell whether a field of an object is awaited: its place in the answer is kept by the object's function."""
    selected = [operation.select(kind, name, found) for name, found in fields.items() if not is_type_name(found)]
    return any(
        attribute_of(field.field, operation.schema) is None and resolver_of(field, operation).is_async
        for field in selected
    )


def is_type_name(details: FieldDetailsList) -> bool:
    """Tell whether a selected field is `__typename`."""
    return details[0].node.name.value == TYPE_NAME


# ---- leaf types

LARGEST_FLOAT = 1.7976931348623157e308

# The conditions under which a value named {0} is unchanged in the answer. graphql-core converts other values.
_CONDITIONS: Mapping[GraphQLLeafType, str] = {
    GraphQLString: "{0}.__class__ is str",
    GraphQLID: "{0}.__class__ is str",
    GraphQLBoolean: "{0}.__class__ is bool",
    GraphQLInt: "{0}.__class__ is int and -0x80000000 <= {0} <= 0x7FFFFFFF",
    GraphQLFloat: "{0}.__class__ is float and -LARGEST <= {0} <= LARGEST",
}


def condition_of(leaf: GraphQLLeafType) -> str | None:
    """Return the condition under which a value needs no conversion; None for a leaf type that converts every value."""
    return _CONDITIONS.get(leaf)


def scalar_converter(leaf: GraphQLLeafType) -> Callable[[Any], Any]:
    """Return the converter of a leaf type; it raises `NeedsFallback`, or any other exception, for an invalid value."""
    convert = leaf.coerce_output_value

    def convert_scalar(value: object) -> Any:  # noqa: ANN401
        converted = convert(value if value.__class__ is str else plain(value))
        return fall_back() if converted is None or converted is Undefined else converted

    return convert_scalar


class EnumNames(dict[str, Any]):
    """The names of an enum's string values, cached at first use."""

    def __init__(self, convert: Callable[[Any], Any]) -> None:
        super().__init__()
        self._convert = convert

    def __missing__(self, value: str) -> Any:  # noqa: ANN401
        """Return the name of a value. Raises `NeedsFallback`, or any other exception, for an invalid value."""
        name = self[value] = self._convert(value)
        return name
