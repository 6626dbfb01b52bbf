"""What the schema does beyond the library: documents are parsed once, and one operation is meant, by one answer."""

from collections.abc import Iterator
from contextlib import suppress

import strawberry
from graphql import GraphQLError, OperationDefinitionNode
from strawberry.extensions import ParserCache, SchemaExtension
from strawberry.types import ExecutionContext

from service import metrics
from service.graphql.compiled import Plans


class OneOperation(SchemaExtension):
    """Refuse a document of several operations when the request does not name one of them (GraphQL 6.1)."""

    def on_validate(self) -> Iterator[None]:
        """Count the operations before the document is validated."""
        document = self.execution_context.graphql_document
        assert document is not None
        operations = [node for node in document.definitions if isinstance(node, OperationDefinitionNode)]
        if len(operations) > 1 and self.execution_context._provided_operation_name is None:
            problem = "The document has several operations: say by `operationName` which one is meant."
            self.execution_context.pre_execution_errors = [GraphQLError(problem)]
        yield


class KeptDocuments(ParserCache):
    """Parse a document once; one that cannot be parsed is left to the library, which tells what is wrong with it."""

    def on_parse(self) -> Iterator[None]:
        """Look the document up, or parse it."""
        context, parse = self.execution_context, self.cached_parse_document
        hits = parse.cache_info().hits  # type: ignore[attr-defined]
        with suppress(GraphQLError, RecursionError):
            context.graphql_document = parse(context.query, **context.parse_options)
        is_hit = parse.cache_info().hits > hits  # type: ignore[attr-defined]
        metrics.cache_lookups("hit" if is_hit else "miss").inc()
        yield


class Schema(strawberry.Schema):
    """A schema that does not log clients' mistakes: what is a bug, `CodedErrors` logs."""

    def process_errors(self, errors: list[GraphQLError], execution_context: ExecutionContext | None = None) -> None:
        """Do nothing."""


class CountedPlans(Plans):
    """Plans whose uses are counted; what they do not execute, or give up, is counted when it is parsed."""

    def note_use(self) -> None:
        """Count a document that was known."""
        metrics.cache_lookups("hit").inc()
