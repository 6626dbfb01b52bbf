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
    OperationType,
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
# About the number of values in the answer, where what is selected of a page's items counts for a full page of them. A
# page within a page's items counts once more at most: the sessions of a list are new, and little has happened in them.
MAX_COST = 10_000
FULL_PAGE = 100
PAGE_FIELDS = frozenset({"edges", "nodes"})
# Fields that take work of their own count for more than their values.
WORK = {"previewMove": 500, "hand": 50}

Document = Annotated[str, Meta(max_length=MAX_CHARACTERS)]


class Size(NamedTuple):
    """How large a selection is, with every fragment where it is used.

    `depth` is how deep fields are nested, `aliases` how many have another name, `single` how many there are outside
    pages and `paged` how many within the items of pages, of which a full page has many. `top` has the names that its
    own fields have in the answer, a few of them at most, since one and several are all that need be told apart.
    """

    depth: int = 0
    aliases: int = 0
    single: int = 0
    paged: int = 0
    top: frozenset[str] = frozenset()

    @property
    def cost(self) -> int:
        """Return about how many values the answer has."""
        return self.single + FULL_PAGE * self.paged


class DocumentLimits(ValidationRule):
    """Refuse documents that nest fields too deeply, rename or ask for too many, or change more than one thing."""

    def enter_document(self, document: DocumentNode, *_args: object) -> None:
        """Measure each operation."""
        fragments = {one.name.value: one for one in document.definitions if isinstance(one, FragmentDefinitionNode)}
        measured: dict[str, Size] = {}
        for node in document.definitions:
            if isinstance(node, OperationDefinitionNode):
                self._check(node, _measure(node.selection_set, fragments, measured))

    def _check(self, node: OperationDefinitionNode, size: Size) -> None:
        if size.depth > MAX_DEPTH:
            self._refuse(f"Fields are nested more than {MAX_DEPTH} deep.", node)
        if size.aliases > MAX_ALIASES:
            self._refuse(f"More than {MAX_ALIASES} fields have an alias.", node)
        if size.cost > MAX_COST:
            self._refuse(f"This asks for more than {MAX_COST} values: ask for fewer pages, or fewer fields.", node)
        # Of several changes some might be made and others not; each is to have its own answer and its own key.
        if node.operation is OperationType.MUTATION and len(size.top) > 1:
            self._refuse("A mutation has one field: send each change in a request of its own.", node)

    def _refuse(self, reason: str, node: OperationDefinitionNode) -> None:
        self.report_error(GraphQLError(reason, node))


def _measure(
    selected: SelectionSetNode | None, fragments: Mapping[str, FragmentDefinitionNode], measured: dict[str, Size]
) -> Size:
    depth = aliases = single = paged = 0
    top: set[str] = set()
    for node in selected.selections if selected is not None else ():
        if isinstance(node, FragmentSpreadNode):
            size = _measure_fragment(node.name.value, fragments, measured)
        else:
            size = _measure(node.selection_set, fragments, measured)  # type: ignore[attr-defined]
        if isinstance(node, FieldNode):
            size = _with_field(node, size)
        depth, aliases = max(depth, size.depth), aliases + size.aliases
        single, paged = single + size.single, paged + size.paged
        top |= size.top if len(top) < 2 else set()
    return Size(depth, aliases, single, paged, frozenset(top))


def _measure_fragment(name: str, fragments: Mapping[str, FragmentDefinitionNode], measured: dict[str, Size]) -> Size:
    """Measure a fragment once. One that is unknown, or uses itself, is refused by the rules of GraphQL."""
    if name not in measured:
        measured[name] = Size()
        if name in fragments:
            measured[name] = _measure(fragments[name].selection_set, fragments, measured)
    return measured[name]


def _with_field(node: FieldNode, below: Size) -> Size:
    aliases = below.aliases + (node.alias is not None)
    if node.name.value.startswith("__"):
        # What introspection nests is limited by the library, and what it asks for is always the same schema.
        return Size(0, aliases)
    depth = below.depth + 1 if node.selection_set is not None else 0
    single, paged = below.single, below.paged
    if node.name.value in PAGE_FIELDS:
        single, paged = 0, single + paged
    name = node.alias.value if node.alias is not None else node.name.value
    return Size(depth, aliases, WORK.get(node.name.value, 1) + single, paged, frozenset({name}))
