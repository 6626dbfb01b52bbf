"""Selections compiled to Python functions. Each function turns values of one object type into parts of the answer.

The selection `{ code stack { label } }` becomes a function such as

    def complete(value, execution):
        if value.__class__ not in classes: admit(value)
        v1 = value.code
        if not (v1.__class__ is str): fall_back()
        v2 = value.stack
        v3 = find_part(id(v2))
        if v3 is None:
            …
            v3 = {'label': v4}
        answer = {'code': v1, 'stack': v3}
        return answer

One function builds the part of a value together with everything below it, so that an answer takes few calls. It
consists of statements, since comprehensions would share variables with it through cells. Members of abstract types,
objects with awaited fields and deeply nested objects get functions of their own. Parts of values that recur are cached
as JSON (`cache.py`) if no resolver is involved; the function looks there first. In a subscription, each outermost list
of objects is also compared with the last one at its place. graphql-core collects the fields and decides their order.
The source contains only the names of fields, as literals, and the attribute names of the schema; everything else that
it needs is in its namespace.
"""

from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from contextlib import contextmanager
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
    OperationType,
    Undefined,
    get_named_type,
    is_abstract_type,
    is_enum_type,
    is_leaf_type,
    is_list_type,
    is_non_null_type,
    is_object_type,
)
from graphql.execution.collect_fields import FieldDetailsList, GroupedFieldSet

from compiled.cache import PROCESS_BOUND, LastList, PartCache, is_cacheable, is_frozen
from compiled.execution import Complete, Execution, Resolver
from compiled.fallback import NeedsFallback, Unsupported, fall_back, plain
from compiled.operation import ParsedOperation, SelectedField
from compiled.resolvers import attribute_of, resolver_of

TYPE_NAME = "__typename"
# Compiling more fields takes too long; graphql-core executes such operations.
MOST_FIELDS = 1000
# The placeholder for a value that is awaited.
DEFERRED = "None"
# Python limits nested blocks to 20 loops and to 100 in all; an object in a list takes four. Objects nested more deeply
# get functions of their own; lists nested more deeply are left to graphql-core.
MOST_NESTED = 8
MOST_LOOPS = 19
_NUMBERS = count(1)


class Completion(NamedTuple):
    """The function that turns values of an object type into parts of the answer, and the lookup of cached parts by id.

    The completion is pure if a part depends on nothing but the value. `parts` are those of the value and of all objects
    below it.
    """

    complete: Complete
    find_part: Callable[[int], msgspec.Raw | None]
    is_pure: bool
    parts: "Sequence[_ClassParts]"


class AbstractCompletion(NamedTuple):
    """The lookup of a completion by the class of values, and the function that adds one for a value of a new class."""

    find: Callable[[type], Completion | None]
    add: Callable[[object], Completion]


class Selections:
    """The functions of one operation. A function for a member of an abstract type is compiled at its first value."""

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
        """Return the function that builds the data of an answer from the root fields' values, by response name."""
        return _Writer(self, self.operation.root).write_root(fields)

    def complete_object(self, kind: GraphQLObjectType, selected: SelectedField) -> Completion:
        """Return the completion of an object type for one selected field."""
        key = _key_of(kind, selected)
        if key not in self._made:
            writer = _Writer(self, kind)
            parts = self.parts_of(kind, selected)
            complete = writer.write(self.operation.fields_of(kind, selected.details), parts)
            self._made[key] = Completion(complete, parts.cache.get, writer.is_pure, [parts, *writer.parts])
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
        """Return the object type of a value. Raises `NeedsFallback` if it is no member of the abstract type."""
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
    """The classes seen so far whose values are of one object type, the cacheable ones among them, and cached parts.

    `are_frozen` tells whether all of these classes are frozen structs.
    """

    def __init__(self, is_member: Callable[[Any], bool]) -> None:
        self.classes: set[type] = set()
        self.cacheable: set[type] = set()
        self.are_frozen = True
        self.cache = PartCache(PROCESS_BOUND)
        self._is_member = is_member

    def admit(self, value: object) -> bool:
        """Add the class of a value. Raises `NeedsFallback` if the value is not of the object type."""
        if not self._is_member(plain(value)):
            raise NeedsFallback
        self.classes.add(value.__class__)
        self.are_frozen = self.are_frozen and is_frozen(value.__class__)
        if is_cacheable(value.__class__):
            self.cacheable.add(value.__class__)
        return True


class _Writer:
    """Writes the function of one selection; `is_pure` tells whether its result depends on nothing but the value.

    `parts` lists the parts of the objects whose completion it has written. A method that writes the completion of a
    value adds statements to the function, and returns the expression of their result.
    """

    def __init__(self, selections: Selections, kind: GraphQLObjectType) -> None:
        self._selections = selections
        self._kind = kind
        self.is_pure = True
        self.parts: list[_ClassParts] = []
        self._depth = 0
        self._loops = 0
        self._numbers = count()
        self._lines: list[str] = []
        self._indentation = "    "
        self._deferred: list[str] = []
        self._names: dict[str, Any] = {"fall_back": fall_back, "LARGEST": LARGEST_FLOAT}

    def write_root(self, fields: GroupedFieldSet) -> Complete:
        """Return the function that builds the data of an answer from the root fields' values, by response name."""
        answer = self._answer(self._kind, fields, lambda selected: f"value[{selected.response_name!r}]")
        return self._define(answer)

    def write(self, fields: GroupedFieldSet, parts: _ClassParts) -> Complete:
        """Return the function that turns a value of the object type into its part of the answer."""
        self._names.update(classes=parts.classes, admit=parts.admit, cacheable=parts.cacheable, keep=parts.cache.keep)
        self._add("if value.__class__ not in classes: admit(value)")
        self._add(f"answer = {self._answer(self._kind, fields, partial(self._value_of, 'value'))}")
        self._lines += self._deferred
        if self.is_pure:
            self._add("if value.__class__ in cacheable: answer = keep(value, answer)")
        return self._define("answer")

    def write_value(self, selected: SelectedField) -> Complete:
        """Return the function that completes the value of a field."""
        return self._define(self._complete(selected.field.type, "value", selected))

    def _define(self, result: str) -> Complete:
        """Return the written function. Its source has nothing from a client but GraphQL names, as literals."""
        source = "\n".join(["def complete(value, execution):", *self._lines, f"    return {result}"])
        # Profilers tell functions apart by their files.
        exec(compile(source, f"<selection {next(_NUMBERS)} of {self._kind.name}>", "exec"), self._names)  # noqa: S102
        complete: Complete = self._names["complete"]
        return complete

    def _answer(
        self, kind: GraphQLObjectType, fields: GroupedFieldSet, value_of: Callable[[SelectedField], str]
    ) -> str:
        """Write the part of the answer that has these fields; `value_of` writes the value of a field."""
        entries = [f"{name!r}: {self._entry(kind, name, details, value_of)}" for name, details in fields.items()]
        return f"{{{', '.join(entries)}}}"

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
        return value if value is DEFERRED else self._complete(selected.field.type, self._assign(value), selected)

    # ---- the values of fields

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
        """Write the arguments that follow the value in the call of a resolver.

        If the selection gives none, the defaults are evaluated now.
        """
        if not selected.field.args and not resolver.uses_info:
            return ""
        if not selected.details[0].node.arguments and not resolver.uses_info:
            defaults = resolver.make_arguments(Execution(None, self._selections.operation.variables, ()))
            return f", **{self._constant(defaults)}"
        self._selections.resolvers.append(resolver)
        return f", **execution.arguments({len(self._selections.resolvers) - 1})"

    def _defer(self, selected: SelectedField, value: str) -> str:
        """Defer a value that must be awaited; until then, the answer has null in its place."""
        complete = self._constant(_Writer(self._selections, self._kind).write_value(selected))
        self._deferred.append(f"    execution.later(answer, {selected.response_name!r}, {value}, {complete})")
        return DEFERRED

    # ---- the completion of values: each method takes the name of a value

    def _complete(self, kind: GraphQLOutputType, value: str, selected: SelectedField) -> str:
        """Write the completion of a value; null of a nullable type stays null."""
        if is_non_null_type(kind):
            return self._complete_non_null(kind.of_type, value, selected)
        if is_leaf_type(kind) and (condition := condition_of(kind)) is not None:
            self._add(f"if {value} is not None and not ({condition.format(value)}): fall_back()")
            return value
        made = self._name()
        self._add(f"if {value} is None: {made} = None")
        with self._within("else:"):
            self._add(f"{made} = {self._complete_non_null(kind, value, selected)}")
        return made

    def _complete_non_null(self, kind: Any, value: str, selected: SelectedField) -> str:  # noqa: ANN401
        """Write the completion of a value of a nullable type that must not be null here."""
        if is_leaf_type(kind):
            return self._complete_leaf(kind, value)
        if is_list_type(kind):
            return self._complete_list(kind.of_type, value, selected)
        if is_abstract_type(kind):
            return self._complete_member(self._selections.complete_abstract(kind, selected), value)
        return self._complete_object(kind, value, selected)

    def _complete_leaf(self, kind: GraphQLLeafType, value: str) -> str:
        condition = condition_of(kind)
        if condition is not None:
            self._add(f"if not ({condition.format(value)}): fall_back()")
            return value
        convert = scalar_converter(kind)
        if is_enum_type(kind):
            names = self._constant(EnumNames(convert))
            return f"({names}[{value}] if {value}.__class__ is str else {self._constant(convert)}({value}))"
        self.is_pure = False
        return f"{self._constant(convert)}({value})"

    def _complete_list(self, kind: GraphQLOutputType, values: str, selected: SelectedField) -> str:
        # Anything else may be iterable only once, or not at all.
        self._add(f"if not ({values}.__class__ is tuple or {values}.__class__ is list): fall_back()")
        made = self._name()
        start = len(self._lines)
        parts_before = len(self.parts)
        with self._own_purity():
            self._add(f"{made} = []")
            value = self._name()
            with self._loop(f"for {value} in {values}:"):
                self._add(f"{made}.append({self._complete(kind, value, selected)})")
            if self.is_pure and self._may_recur(kind):
                self._take_last(LastList(self.parts[parts_before:]), values, made, start)
        return made

    def _may_recur(self, kind: GraphQLOutputType) -> bool:
        """Tell whether several answers may have the same list of a type here: subscribers get the same events."""
        is_subscription = self._selections.operation.node.operation is OperationType.SUBSCRIPTION
        return is_subscription and not self._loops and is_object_type(get_named_type(kind))

    def _take_last(self, last: LastList, values: str, made: str, start: int) -> None:
        """Take the last list if it comes again; the statements from `start` on, which build it, run if it does not."""
        building = self._cut(start)
        name = self._constant(last)
        with self._within(f"if {values} is {name}.values:"):
            self._add(f"{made} = {name}.part")
        with self._within("else:"):
            self._lines += building
            self._add(f"{made} = {name}.keep({values}, {made})")

    def _complete_object(self, kind: GraphQLObjectType, value: str, selected: SelectedField) -> str:
        """Write the completion of a value of an object type: its cached part, or a new one."""
        operation = self._selections.operation
        fields = operation.fields_of(kind, selected.details)
        if self._depth == MOST_NESTED or _awaits(kind, fields, operation):
            completion = self._selections.complete_object(kind, selected)
            self.is_pure = self.is_pure and completion.is_pure
            self.parts += completion.parts
            return f"{self._constant(completion.complete)}({value}, execution)"
        parts = self._selections.parts_of(kind, selected)
        self.parts.append(parts)
        made = self._name()
        start = len(self._lines)
        self._depth += 1
        with self._own_purity():
            classes = self._constant(parts.classes)
            self._add(f"if {value}.__class__ not in {classes}: {self._constant(parts.admit)}({value})")
            self._add(f"{made} = {self._answer(kind, fields, partial(self._value_of, value))}")
            if self.is_pure:
                self._look_up_first(parts, value, made, start)
        self._depth -= 1
        return made

    @contextmanager
    def _own_purity(self) -> Iterator[None]:
        """Write a part inside another one: in this context, `is_pure` is about that part alone.

        Afterwards `is_pure` is about everything written so far: an impure part makes all of it impure.
        """
        was_pure = self.is_pure
        self.is_pure = True
        yield
        self.is_pure = self.is_pure and was_pure

    def _look_up_first(self, parts: _ClassParts, value: str, made: str, start: int) -> None:
        """Look a part up in the cache first; the statements from `start` on, which build it, run if it is not there."""
        building = self._cut(start)
        self._add(f"{made} = {self._constant(parts.cache.get)}(id({value}))")
        with self._within(f"if {made} is None:"):
            self._lines += building
            kept = f"{made} = {self._constant(parts.cache.keep)}({value}, {made})"
            self._add(f"if {value}.__class__ in {self._constant(parts.cacheable)}: {kept}")

    def _complete_member(self, completion: AbstractCompletion, value: str) -> str:
        """Write the completion of a value of an interface or a union, by the value's class."""
        self.is_pure = False
        found = f"{self._constant(completion.find)}({value}.__class__) or {self._constant(completion.add)}({value})"
        member = self._assign(found)
        return f"({member}.find_part(id({value})) or {member}.complete({value}, execution))"

    # ---- statements

    def _cut(self, start: int) -> list[str]:
        """Remove the statements from `start` on, and return them as the body of a compound statement in their place."""
        cut = [f"    {line}" for line in self._lines[start:]]
        del self._lines[start:]
        return cut

    def _add(self, statement: str) -> None:
        self._lines.append(self._indentation + statement)

    @contextmanager
    def _within(self, head: str) -> Iterator[None]:
        """Write a compound statement: the statements added in this context are its body."""
        self._add(head)
        self._indentation += "    "
        yield
        self._indentation = self._indentation[4:]

    @contextmanager
    def _loop(self, head: str) -> Iterator[None]:
        """Write a loop, like `_within`. Raises `Unsupported` if too many loops enclose it."""
        if self._loops == MOST_LOOPS:
            raise Unsupported
        self._loops += 1
        with self._within(head):
            yield
        self._loops -= 1

    def _assign(self, value: str) -> str:
        """Write the assignment of a value to a new name, and return the name."""
        name = self._name()
        self._add(f"{name} = {value}")
        return name

    def _name(self) -> str:
        return f"v{next(self._numbers)}"

    def _constant(self, thing: object) -> str:
        """Add an object to the function's namespace, and return its name there."""
        name = f"x{next(self._numbers)}"
        self._names[name] = thing
        return name


def _awaits(kind: GraphQLObjectType, fields: GroupedFieldSet, operation: ParsedOperation) -> bool:
    """Tell whether a field of an object is awaited: the object then needs a function of its own, which defers it."""
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

# The condition under which the answer contains a value, named {0}, unchanged. graphql-core converts other values.
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
