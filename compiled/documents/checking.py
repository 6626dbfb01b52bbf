"""Parsing and checking of documents, once each. Limits come first, so that validation never sees an excessive one."""

import asyncio
import re
from bisect import bisect_left
from collections import Counter
from collections.abc import AsyncIterator, Callable, Iterator, MutableMapping
from functools import cache, cached_property, lru_cache
from typing import NamedTuple

import strawberry
from graphql import (
    DocumentNode,
    GraphQLError,
    GraphQLSchema,
    OperationDefinitionNode,
    Source,
    SourceLocation,
    parse,
    specified_rules,
    validate,
)
from strawberry.extensions import SchemaExtension
from strawberry.schema.validation_rules.maybe_null import MaybeNullValidationRule
from strawberry.schema.validation_rules.one_of import OneOfInputValidationRule
from strawberry.types import ExecutionContext

from compiled.documents.limits import MAX_ERRORS, MAX_TOKENS, DocumentLimits, Lengths

# About as many as clients use; each may have the largest allowed size.
DOCUMENTS_KEPT = 64

_NEW_LINE = re.compile(r"\r\n|[\n\r]")
_RULES = (*specified_rules, MaybeNullValidationRule, OneOfInputValidationRule)
_UNREADABLE = "The document cannot be validated: a part of it stands where it is not allowed."


class Checked(NamedTuple):
    """A parsed document, None if it cannot be parsed, and its errors."""

    document: DocumentNode | None
    errors: list[GraphQLError]


class Checks:
    """A cache of the documents that were checked last.

    `lengths_of` returns the lengths of a schema's lists; `work` lists the fields that cost more than their values (see
    `DocumentLimits`). `uses` counts the documents that were found (`hit`) or not (`miss`).
    """

    def __init__(
        self,
        lengths_of: Callable[[GraphQLSchema], Lengths],
        work: Lengths,
        uses: MutableMapping[tuple[str], int] | None = None,
    ) -> None:
        self._limits_of = cache(lambda schema: DocumentLimits(schema, lengths_of(schema), work))
        # Parses a document and checks it, limits first.
        self.check = lru_cache(maxsize=DOCUMENTS_KEPT)(self._check)
        self.uses = Counter[tuple[str]]() if uses is None else uses

    @property
    def hits(self) -> int:
        """How many documents had been checked before."""
        return self.check.cache_info().hits

    def _check(self, schema: GraphQLSchema, text: str) -> Checked:
        try:
            document = parse(IndexedSource(text), max_tokens=MAX_TOKENS)
            excess = self._limits_of(schema).find_excess(document)
        except GraphQLError as error:
            return Checked(None, [error])
        except RecursionError:
            return Checked(None, [GraphQLError("The document is nested too deeply.")])
        if excess is not None:
            return Checked(document, [excess])
        return Checked(document, _validate(schema, document))


def _validate(schema: GraphQLSchema, document: DocumentNode) -> list[GraphQLError]:
    """Return the errors of GraphQL's validation; a document on which a rule raises an exception is invalid, too.

    Some rules of graphql-core assume that another rule has accepted the document.
    """
    try:
        return validate(schema, document, _RULES, max_errors=MAX_ERRORS)
    except Exception:  # noqa: BLE001 - a library's rule may raise anything
        return _find_violation(schema, document)


def _find_violation(schema: GraphQLSchema, document: DocumentNode) -> list[GraphQLError]:
    """Apply the rules one by one, and return the errors of the first rule that reports some.

    It stops there since each rule reads the whole document; so this takes no longer than applying all rules at once.
    """
    for rule in _RULES:
        try:
            errors = validate(schema, document, [rule], max_errors=MAX_ERRORS)
        except GraphQLError as error:
            errors = [error]
        except Exception:  # noqa: BLE001, S112 - the fault is reported by another rule, or below
            continue
        if errors:
            return errors
    return [GraphQLError(_UNREADABLE, document)]


class IndexedSource(Source):
    """A document with an index of its lines; the library counts the lines again for each error."""

    @cached_property
    def _breaks(self) -> tuple[list[int], list[int]]:
        """The positions at which line breaks begin and end."""
        found = list(_NEW_LINE.finditer(self.body))
        return [one.start() for one in found], [one.end() for one in found]

    def get_location(self, position: int) -> SourceLocation:
        """Return the line and the column of a position, both from 1."""
        starts, ends = self._breaks
        before = bisect_left(starts, position)
        return SourceLocation(before + 1, position + 1 - (ends[before - 1] if before else 0))


# ---- extensions of the schema


class OneOperation(SchemaExtension):
    """Reject a document of several operations if the request does not name one of them (GraphQL 6.1)."""

    def on_validate(self) -> Iterator[None]:
        """Count the operations before the document is validated."""
        document = self.execution_context.graphql_document
        assert document is not None
        operations = [node for node in document.definitions if isinstance(node, OperationDefinitionNode)]
        if len(operations) > 1 and self.execution_context._provided_operation_name is None:
            problem = "The document has several operations: name the one to execute in `operationName`."
            self.execution_context.pre_execution_errors = [GraphQLError(problem)]
        yield


class CheckedDocuments(SchemaExtension):
    """Parse and check a document once; if it cannot be parsed, the library itself reports the error."""

    def __init__(self, checks: Checks) -> None:
        super().__init__()
        self._checks = checks

    async def on_parse(self) -> AsyncIterator[None]:
        """Look the document up, or parse and check it."""
        context = self.execution_context
        checks = self._checks
        hits = checks.hits
        if context.query is not None:
            try:
                self._checked = checks.check(context.schema._schema, context.query)
            except Exception as error:  # noqa: BLE001 - a stream would end without an error
                self._checked = Checked(None, [GraphQLError(str(error), original_error=error)])
            context.graphql_document = self._checked.document
            is_known = checks.hits > hits
            checks.uses["hit" if is_known else "miss",] += 1
            if not is_known:
                # Other tasks run before the document is executed.
                await asyncio.sleep(0)
        yield

    def on_validate(self) -> Iterator[None]:
        """Report the errors of the check."""
        self.execution_context.pre_execution_errors = self._checked.errors
        yield


class Schema(strawberry.Schema):
    """A schema that does not log clients' mistakes; `CodedErrors` logs bugs."""

    def process_errors(self, errors: list[GraphQLError], execution_context: ExecutionContext | None = None) -> None:
        """Do nothing."""
