"""Schema extensions: parse each document once, and execute only an operation that the request identifies."""

import asyncio
from collections.abc import AsyncIterator, Iterator

import strawberry
from graphql import GraphQLError, OperationDefinitionNode
from strawberry.extensions import SchemaExtension
from strawberry.types import ExecutionContext

from service.graphql.documents.checking import check
from service.observability import metrics


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


class CheckedDocuments(SchemaExtension):
    """Parse and check a document once; if it cannot be parsed, the library itself reports the error."""

    async def on_parse(self) -> AsyncIterator[None]:
        """Look the document up, or parse and check it."""
        context, known = self.execution_context, check.cache_info().hits
        if context.query is not None:
            self._checked = check(context.schema._schema, context.query)
            context.graphql_document = self._checked.document
            is_known = check.cache_info().hits > known
            metrics.cache_lookups["hit" if is_known else "miss",] += 1
            if not is_known:
                # Other tasks run before the document is executed.
                await asyncio.sleep(0)
        yield

    def on_validate(self) -> Iterator[None]:
        """Report the errors of the check."""
        self.execution_context.pre_execution_errors = self._checked.errors
        yield


class Schema(strawberry.Schema):
    """A schema that does not log clients' mistakes; `CodedErrors` logs the bugs."""

    def process_errors(self, errors: list[GraphQLError], execution_context: ExecutionContext | None = None) -> None:
        """Do nothing."""
