"""Selections compiled to Python functions, each of which turns values of one object type into parts of the answer.

The selection `{ code stack { label } }` becomes a function such as

    def complete(value, execution):
        if value.__class__ not in classes: admit(value)
        return {'code': (v if (v := value.code).__class__ is str else fall_back()), 'stack': x1(value.stack, execution)}

If no resolver is involved, the parts of values that recur are cached (`cache.py`) and looked up first. graphql-core
collects the fields and decides on their order. The source has the names of fields as literals, and the names of the
schema's own attributes; everything else that it needs is in its namespace.
"""

from collections.abc import Callable, Hashable
from itertools import count
from typing import Any, NamedTuple

import msgspec
from graphql import (
    GraphQLAbstractType,
    GraphQLLeafType,
    GraphQLObjectType,
    GraphQLOutputType,
    is_abstract_type,
    is_enum_type,
    is_leaf_type,
    is_list_type,
    is_non_null_type,
    is_object_type,
)
from graphql.execution.collect_fields import FieldDetailsList, GroupedFieldSet

from service.graphql.compiled.cache import PROCESS_BOUND, PartCache, is_cacheable
from service.graphql.compiled.execution import Complete, Execution, Resolver
from service.graphql.compiled.fallback import NeedsFallback, Unsupported, fall_back, plain
from service.graphql.compiled.leaves import LARGEST_FLOAT, EnumNames, condition_of, scalar_converter
from service.graphql.compiled.operation import ParsedOperation, SelectedField
from service.graphql.compiled.resolvers import attribute_of, resolver_of

TYPE_NAME = "__typename"
# Compiling more fields takes long; graphql-core executes such operations.
MOST_FIELDS = 1000
# The placeholder for a value that is awaited.
DEFERRED = "None"
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
        writer = _Writer(self, self.operation.root)
        return writer.write(fields, lambda selected: f"value[{selected.response_name!r}]")

    def complete_object(self, kind: GraphQLObjectType, selected: SelectedField) -> Completion:
        """Return the completion of an object type for one selected field."""
        key = (kind.name, *(id(detail.node) for detail in selected.details))
        if key not in self._made:
            writer = _Writer(self, kind)
            fields = self.operation.fields_of(kind, selected.details)
            cache = PartCache(PROCESS_BOUND)
            complete = writer.write(fields, writer.value_of, self._admission(kind, selected), cache)
            self._made[key] = Completion(complete, cache.get, writer.is_pure)
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

    def _admission(self, kind: GraphQLObjectType, selected: SelectedField) -> "_Admission":
        def is_member(value: object) -> bool:
            # Made here, once for each class: most plans never need this `info`.
            return kind.is_type_of is None or kind.is_type_of(value, self.operation.static_info(selected)) is True

        return _Admission(is_member)


class _Admission:
    """The classes found so far whose values are of an object type, and the cacheable ones among them."""

    def __init__(self, is_member: Callable[[Any], bool]) -> None:
        self.classes: set[type] = set()
        self.cacheable: set[type] = set()
        self._is_member = is_member

    def admit(self, value: object) -> None:
        """Add the class of a value. Raises `NeedsFallback` if the value is not of the object type."""
        if not self._is_member(plain(value)):
            raise NeedsFallback
        self.classes.add(value.__class__)
        if is_cacheable(value.__class__):
            self.cacheable.add(value.__class__)


class _Writer:
    """Writes the function of one selection; `is_pure` tells whether its result depends on nothing but the value."""

    def __init__(self, selections: Selections, kind: GraphQLObjectType) -> None:
        self._selections = selections
        self._kind = kind
        self.is_pure = True
        self._numbers = count()
        self._deferred: list[str] = []
        self._names: dict[str, Any] = {"fall_back": fall_back, "LARGEST": LARGEST_FLOAT}

    def write(
        self,
        fields: GroupedFieldSet,
        value_of: Callable[[SelectedField], str],
        admission: _Admission | None = None,
        cache: PartCache | None = None,
    ) -> Complete:
        """Return the function that turns a value into its part of the answer; `value_of` writes a field's value."""
        lines = ["def complete(value, execution):"]
        if admission is not None:
            self._names.update(classes=admission.classes, admit=admission.admit)
            lines.append("if value.__class__ not in classes: admit(value)")
        entries = [f"{name!r}: {self._entry(name, details, value_of)}" for name, details in fields.items()]
        answer = f"{{{', '.join(entries)}}}"
        if admission is not None and cache is not None and self.is_pure:
            self._names.update(cacheable=admission.cacheable, keep=cache.keep)
            lines.append(f"if value.__class__ in cacheable: return keep(value, {answer})")
        lines += [f"answer = {answer}", *self._deferred, "return answer"]
        return self._define("\n    ".join(lines))

    def value_of(self, selected: SelectedField) -> str:
        """Write the value of a field of an object: an attribute, or the call of a resolver."""
        operation = self._selections.operation
        attribute = attribute_of(selected.field, operation.schema)
        if attribute is not None:
            return f"value.{attribute}"
        self.is_pure = False
        resolver = resolver_of(selected, operation)
        value = f"{self._constant(resolver.function)}(value{self._arguments(selected, resolver)})"
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

    def _entry(self, name: str, details: FieldDetailsList, value_of: Callable[[SelectedField], str]) -> str:
        self._selections.count_field()
        if details[0].node.name.value == TYPE_NAME:
            return repr(self._kind.name)
        selected = self._selections.operation.select(self._kind, name, details)
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
        return self._complete_object(selections.complete_object(kind, selected), value)

    def _complete_object(self, completion: Completion, value: str) -> str:
        """Write the completion of a value of an object type: its cached part, or a new one."""
        complete = self._constant(completion.complete)
        if not completion.is_pure:
            self.is_pure = False
            return f"{complete}({value}, execution)"
        name, value = self._assign(value)
        return f"({self._constant(completion.find_part)}(id({value})) or {complete}({name}, execution))"

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
