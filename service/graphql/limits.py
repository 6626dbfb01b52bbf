"""Limits on what a document may ask for. To check them costs as much as the document is long, whatever it asks."""

from collections.abc import Mapping
from typing import Annotated, NamedTuple

from graphql import (
    DocumentNode,
    FieldNode,
    FragmentDefinitionNode,
    FragmentSpreadNode,
    GraphQLError,
    OperationDefinitionNode,
    SelectionSetNode,
    ValidationRule,
)
from msgspec import Meta

# Both are far above what a client writes by hand or by generator, and low enough that the library's slow parts
# (it counts lines for every error, and compares fields pair by pair) stay below a second.
MAX_CHARACTERS = 10_000
MAX_TOKENS = 1000
MAX_ALIASES = 50
MAX_DEPTH = 15

Document = Annotated[str, Meta(max_length=MAX_CHARACTERS)]


class Size(NamedTuple):
    """How deep fields are nested, and how many have another name, with every fragment where it is used."""

    depth: int = 0
    aliases: int = 0


class DocumentLimits(ValidationRule):
    """Refuse documents that nest fields too deeply or rename too many."""

    def enter_document(self, document: DocumentNode, *_args: object) -> None:
        """Measure each operation."""
        fragments = {one.name.value: one for one in document.definitions if isinstance(one, FragmentDefinitionNode)}
        measured: dict[str, Size] = {}
        for node in document.definitions:
            if isinstance(node, OperationDefinitionNode):
                self._check(node, _measure(node.selection_set, fragments, measured))

    def _check(self, node: OperationDefinitionNode, size: Size) -> None:
        if size.depth > MAX_DEPTH:
            self.report_error(GraphQLError(f"Fields are nested more than {MAX_DEPTH} deep.", node))
        if size.aliases > MAX_ALIASES:
            self.report_error(GraphQLError(f"More than {MAX_ALIASES} fields have an alias.", node))


def _measure(
    selected: SelectionSetNode | None, fragments: Mapping[str, FragmentDefinitionNode], measured: dict[str, Size]
) -> Size:
    depth = aliases = 0
    for node in selected.selections if selected is not None else ():
        if isinstance(node, FragmentSpreadNode):
            size = _measure_fragment(node.name.value, fragments, measured)
        else:
            size = _measure(node.selection_set, fragments, measured)  # type: ignore[attr-defined]
        if isinstance(node, FieldNode):
            size = _with_field(node, size)
        depth, aliases = max(depth, size.depth), aliases + size.aliases
    return Size(depth, aliases)


def _measure_fragment(name: str, fragments: Mapping[str, FragmentDefinitionNode], measured: dict[str, Size]) -> Size:
    """Measure a fragment once. One that is unknown, or uses itself, is refused by the rules of GraphQL."""
    if name not in measured:
        measured[name] = Size()
        if name in fragments:
            measured[name] = _measure(fragments[name].selection_set, fragments, measured)
    return measured[name]


def _with_field(node: FieldNode, below: Size) -> Size:
    # What introspection nests is limited by the library.
    is_inner = node.selection_set is not None and not node.name.value.startswith("__")
    return Size(below.depth + 1 if is_inner else 0, below.aliases + (node.alias is not None))
