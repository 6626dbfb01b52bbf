"""Documents are parsed and checked once: their limits first, so that no rule of GraphQL meets what is beyond them."""

from functools import cache, lru_cache
from typing import NamedTuple

from graphql import DocumentNode, GraphQLError, GraphQLSchema, parse, specified_rules, validate
from strawberry.schema.validation_rules.maybe_null import MaybeNullValidationRule
from strawberry.schema.validation_rules.one_of import OneOfInputValidationRule

from service.graphql.lengths import lengths_of
from service.graphql.limits import MAX_ERRORS, MAX_TOKENS, Limits
from service.graphql.lines import IndexedSource

# Each is as large as a document may be, so no more are kept than clients have.
DOCUMENTS_KEPT = 64

_RULES = (*specified_rules, MaybeNullValidationRule, OneOfInputValidationRule)


class Checked(NamedTuple):
    """A document, None when it cannot be parsed, and what is wrong with it."""

    document: DocumentNode | None
    errors: list[GraphQLError]


@lru_cache(maxsize=DOCUMENTS_KEPT)
def check(schema: GraphQLSchema, text: str) -> Checked:
    """Parse a document and check it."""
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
def _limits_of(schema: GraphQLSchema) -> Limits:
    return Limits(schema, lengths_of(schema))
