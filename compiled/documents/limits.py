"""Limits on documents. The check takes time in proportion to a document's length, whatever the document selects."""

from collections.abc import Iterator, Mapping
from math import ceil
from types import MappingProxyType
from typing import Annotated, Any, NamedTuple

from graphql import (
    DocumentNode,
    FieldNode,
    FragmentDefinitionNode,
    FragmentSpreadNode,
    GraphQLError,
    GraphQLNamedType,
    GraphQLSchema,
    InlineFragmentNode,
    OperationDefinitionNode,
    OperationType,
    SelectionSetNode,
    get_named_type,
    is_abstract_type,
    is_composite_type,
    is_object_type,
)
from msgspec import Meta

# The lengths of lists by schema coordinate, `Type.field`, or by a path of coordinates: `View.zones>Zone.cards`.
Lengths = Mapping[str, float]

# Each limit is far above the documents that people and generators write. Together they ensure that no accepted document
# holds a worker for 50 ms at a time: `python -m benchmarks worst` measures the worst ones.
MAX_CHARACTERS = 10_000
MAX_TOKENS = 1000
MAX_ALIASES = 50
MAX_DEPTH = 15
MAX_FRAGMENTS = 50
# A fragment counts wherever it is used.
MAX_FIELDS = 2000
# The library compares every two fields with the same name in the answer.
MAX_PAIRS = 2000
MAX_TYPES = 10
# Values in the variables: lists and objects count, and so does everything in them. A batch of 500 sessions has twenty
# values for each session.
MAX_VARIABLES = 12_500
# Errors that are reported for one document.
MAX_ERRORS = 10
# About the number of values in the answer: a field of a list's items counts once for each item, and a page counts as a
# full one. Real answers have fewer values, since the lists of a table are never all at their longest. The lists of
# introspection always are.
MAX_COST = 26_000
MAX_INTROSPECTION = 20_000

Document = Annotated[str, Meta(max_length=MAX_CHARACTERS)]


def are_too_many(variables: Mapping[str, Any] | None) -> bool:
    """Tell whether variables have more than `MAX_VARIABLES` values."""
    left: list[Any] = [variables]
    count = 0
    while left:
        value = left.pop()
        inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
        count += len(inner)
        if count > MAX_VARIABLES:
            return True
        left.extend(inner)
    return False


class Size(NamedTuple):
    """The size of a selection, with every fragment where it is used.

    `depth` is the nesting depth of its fields; introspection does not count, since the library limits its nesting.
    `fields` counts the fields and fragments, `aliases` the fields with an alias, `schemas` and `types` the fields
    `__schema` and `__type`. `cost` is about the number of values in the answer; `costs` is that number for each object
    type that the value may have. `top` holds the response names of its own fields, two of them at most: it only
    distinguishes one from several.
    """

    depth: int = 0
    fields: int = 0
    aliases: int = 0
    schemas: int = 0
    types: int = 0
    cost: float = 0
    top: frozenset[str] = frozenset()
    costs: Mapping[str, float] = MappingProxyType({})

    def combine(self, other: "Size") -> "Size":
        """Return the size of two selections together, without the cost."""
        return Size(
            max(self.depth, other.depth),
            self.fields + other.fields,
            self.aliases + other.aliases,
            self.schemas + other.schemas,
            self.types + other.types,
            0,
            self.top if len(self.top) > 1 else self.top | other.top,
        )


class DocumentLimits:
    """The limits on documents of a schema whose lists have these lengths.

    A field of `work`, by schema coordinate, costs more than its values.
    """

    def __init__(self, schema: GraphQLSchema, lengths: Lengths, work: Mapping[str, float]) -> None:
        self.schema = schema
        self.work = work
        self.lengths = lengths
        # The proper prefixes of the paths that have a length of their own.
        paths = [path.split(">") for path in lengths]
        self.paths = {">".join(path[:count]) for path in paths for count in range(1, len(path))}

    def find_excess(self, document: DocumentNode) -> GraphQLError | None:
        """Return the error of a document that exceeds a limit; None if it is within all of them."""
        fragments = _fragments(document)
        if len(fragments) > MAX_FRAGMENTS:
            return GraphQLError(f"There are more than {MAX_FRAGMENTS} fragments.", document)
        sizes = measure(self, document)
        for node, size in sizes:
            if (reason := _excess(node, size)) is not None:
                return GraphQLError(reason, node)
        if sum(size.fields for _, size in sizes) > MAX_FIELDS:
            return GraphQLError(_TOO_MANY_FIELDS, document)
        if sum(_count_pairs([node.selection_set], fragments) for node in _operations(document)) > MAX_PAIRS:
            return GraphQLError(
                "Too many fields have the same name in the answer: ask for each of them once.", document
            )
        return None


_TOO_MANY_FIELDS = f"This selects more than {MAX_FIELDS} fields, counting each fragment wherever it is used."


def _excess(node: OperationDefinitionNode, size: Size) -> str | None:
    if size.depth > MAX_DEPTH:
        return f"Fields are nested more than {MAX_DEPTH} deep."
    if size.aliases > MAX_ALIASES:
        return f"More than {MAX_ALIASES} fields have an alias."
    if size.schemas > 1:
        return "An operation has one `__schema`: ask for each part of it once."
    if size.types > MAX_TYPES:
        return f"An operation has at most {MAX_TYPES} `__type`."
    most = MAX_INTROSPECTION if size.schemas or size.types else MAX_COST
    if ceil(size.cost) > most:
        return f"This asks for more than {most} values: ask for fewer pages, or fewer fields."
    # A mutation of several changes might fail halfway: each change must have its own answer and its own key.
    if node.operation is OperationType.MUTATION and len(size.top) > 1:
        return "A mutation has one field: send each change in a request of its own."
    return _TOO_MANY_FIELDS if size.fields > MAX_FIELDS else None


def measure(limits: DocumentLimits, document: DocumentNode) -> list[tuple[OperationDefinitionNode, Size]]:
    """Return the operations of a document and their sizes."""
    measured = _Measure(limits, _fragments(document))
    return [(node, measured.operation(node)) for node in _operations(document)]


class _Measure:
    """Measures the selections of one document, and each fragment once for every path that leads to it."""

    def __init__(self, limits: DocumentLimits, fragments: Mapping[str, FragmentDefinitionNode]) -> None:
        self._limits = limits
        self._fragments = fragments
        self._measured: dict[tuple[str, str], Size] = {}

    def operation(self, node: OperationDefinitionNode) -> Size:
        """Return the size of an operation."""
        return self._selection(node.selection_set, self._limits.schema.get_root_type(node.operation), "")

    def _selection(self, selected: SelectionSetNode | None, parent: GraphQLNamedType | None, path: str) -> Size:
        total = Size()
        # A value of an abstract type has exactly one object type.
        costs = dict.fromkeys(self._object_types(parent), 0.0)
        for node in selected.selections if selected is not None else ():
            size = self._node(node, parent, path)
            total = total.combine(size)
            for name in costs:
                costs[name] += size.cost if isinstance(node, FieldNode) else size.costs.get(name, 0)
        return total._replace(cost=max(costs.values(), default=0), costs=costs)

    def _object_types(self, kind: GraphQLNamedType | None) -> list[str]:
        if is_abstract_type(kind):
            return [one.name for one in self._limits.schema.get_possible_types(kind)]
        return [kind.name] if is_object_type(kind) else []

    def _node(self, node: Any, parent: GraphQLNamedType | None, path: str) -> Size:  # noqa: ANN401
        if isinstance(node, FragmentSpreadNode):
            return self._fragment(node.name.value, path)
        if isinstance(node, InlineFragmentNode):
            kind = self._type(node.type_condition.name.value) if node.type_condition else parent
            return self._selection(node.selection_set, kind, path)
        return self._field(node, parent, path)

    def _fragment(self, name: str, path: str) -> Size:
        """Measure a fragment. GraphQL's validation rejects one that is unknown or uses itself."""
        if name not in self._fragments:
            return Size(fields=1)
        fragment = self._fragments[name]
        kind = self._type(fragment.type_condition.name.value)
        if (name, path) not in self._measured:
            self._measured[name, path] = Size()
            size = self._selection(fragment.selection_set, kind, path)
            self._measured[name, path] = size._replace(fields=size.fields + 1)
        return self._measured[name, path]

    def _type(self, name: str) -> GraphQLNamedType | None:
        return self._limits.schema.get_type(name)

    def _field(self, node: FieldNode, parent: GraphQLNamedType | None, path: str) -> Size:
        name = node.name.value
        # The type of an unknown field does not matter: the document is invalid.
        field = self._limits.schema.get_field(parent, name) if is_composite_type(parent) else None
        coordinate = f"{parent.name if parent is not None else ''}.{name}"
        full_path = f"{path}>{coordinate}"
        lengths = self._limits.lengths
        paths = self._limits.paths
        kind = get_named_type(field.type) if field is not None else None
        path = next((known for known in (full_path, coordinate) if known in paths), "")
        below = self._selection(node.selection_set, kind, path)
        length = lengths.get(full_path, lengths.get(coordinate))
        # The items of a list of scalars count as values, too.
        items = below.cost if node.selection_set is not None else length is not None
        return Size(
            below.depth + (node.selection_set is not None and not name.startswith("__")),
            below.fields + 1,
            below.aliases + (node.alias is not None),
            below.schemas + (name == "__schema"),
            below.types + (name == "__type"),
            self._limits.work.get(coordinate, 1) + (1 if length is None else length) * items,
            frozenset() if name.startswith("__") else frozenset({node.alias.value if node.alias is not None else name}),
        )


def root_fields(document: DocumentNode, operation: OperationDefinitionNode) -> list[FieldNode]:
    """Return the fields that an operation selects at its root, those of fragments included."""
    return list(_fields(operation.selection_set, _fragments(document), set()))


def _count_pairs(selected: list[SelectionSetNode], fragments: Mapping[str, FragmentDefinitionNode]) -> int:
    """Return the number of pairs of fields with the same place in the answer, given at most `MAX_FIELDS` fields."""
    by_name: dict[str, list[FieldNode]] = {}
    for node in selected:
        for field in _fields(node, fragments, set()):
            by_name.setdefault(field.alias.value if field.alias else field.name.value, []).append(field)
    pairs = 0
    for same in by_name.values():
        below = [field.selection_set for field in same if field.selection_set is not None]
        pairs += len(same) * (len(same) - 1) // 2 + (_count_pairs(below, fragments) if below else 0)
    return pairs


def _fields(
    selected: SelectionSetNode, fragments: Mapping[str, FragmentDefinitionNode], spread: set[str]
) -> Iterator[FieldNode]:
    """Yield the fields of a selection and of its fragments; add the fragments to `spread`, and skip those in it."""
    for node in selected.selections:
        if isinstance(node, FieldNode):
            yield node
        elif isinstance(node, InlineFragmentNode):
            yield from _fields(node.selection_set, fragments, spread)
        elif isinstance(node, FragmentSpreadNode) and (name := node.name.value) not in spread:
            spread.add(name)
            if name in fragments:
                yield from _fields(fragments[name].selection_set, fragments, spread)


def _operations(document: DocumentNode) -> list[OperationDefinitionNode]:
    return [node for node in document.definitions if isinstance(node, OperationDefinitionNode)]


def _fragments(document: DocumentNode) -> dict[str, FragmentDefinitionNode]:
    return {node.name.value: node for node in document.definitions if isinstance(node, FragmentDefinitionNode)}
