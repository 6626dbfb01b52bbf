"""Documents are parsed and checked once: limits first, so that GraphQL's validation meets no excessive document."""

import re
from bisect import bisect_left
from functools import cache, cached_property, lru_cache
from typing import NamedTuple

from graphql import DocumentNode, GraphQLError, GraphQLSchema, Source, SourceLocation, parse, specified_rules, validate
from strawberry.schema.validation_rules.maybe_null import MaybeNullValidationRule
from strawberry.schema.validation_rules.one_of import OneOfInputValidationRule

from service.graphql.documents.lengths import lengths_of
from service.graphql.documents.limits import MAX_ERRORS, MAX_TOKENS, DocumentLimits

# Each may have the largest allowed size, so only about as many are kept as clients use.
DOCUMENTS_KEPT = 64

_NEW_LINE = re.compile(r"\r\n|[\n\r]")
_RULES = (*specified_rules, MaybeNullValidationRule, OneOfInputValidationRule)


class Checked(NamedTuple):
    """A parsed document, None if it cannot be parsed, and its errors."""

    document: DocumentNode | None
    errors: list[GraphQLError]


@lru_cache(maxsize=DOCUMENTS_KEPT)
def check(schema: GraphQLSchema, text: str) -> Checked:
    """Parse a document and check it, limits first."""
    try:
        document = parse(IndexedSource(text), max_tokens=MAX_TOKENS)
        excess = _limits_of(schema).find_excess(document)
    except GraphQLError as error:
        return Checked(None, [error])
    except RecursionError:
        return Checked(None, [GraphQLError("It is nested too deeply.")])
    if excess is not None:
        return Checked(document, [excess])
    return Checked(document, validate(schema, document, _RULES, max_errors=MAX_ERRORS))


@cache
def _limits_of(schema: GraphQLSchema) -> DocumentLimits:
    return DocumentLimits(schema, lengths_of(schema))


class IndexedSource(Source):
    """A document with an index of its lines; the library counts them anew for each error."""

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
