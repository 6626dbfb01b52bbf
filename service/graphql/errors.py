"""The errors of `errors[]`, each with a code: invalid GraphQL, bad credentials, store failures, and bugs.

A bug is logged with its traceback; the client sees only INTERNAL.
"""

from collections.abc import Mapping

import structlog
from graphql import GraphQLError, GraphQLSchema, GraphQLSyntaxError, IntValueNode
from strawberry.exceptions import MissingQueryError
from strawberry.extensions import MaskErrors
from strawberry.schema.exceptions import CannotGetOperationTypeError

from compiled.documents.limits import MAX_TOKENS
from service.graphql.mistakes import explain
from service.http.call import RATE_LIMITED, RateLimited
from service.http.error_responses import RefusedRequest
from service.sessions.problems import DATA_CORRUPTED, MESSAGE, Problem
from store.problems import DataCorrupted, StoreUnavailable

BAD_REQUEST = "BAD_REQUEST"
UNAUTHORIZED = "UNAUTHORIZED"
STORE_UNAVAILABLE = "STORE_UNAVAILABLE"
INTERNAL = "INTERNAL"

TOO_MANY_TOKENS = f"The document has more than {MAX_TOKENS:,} tokens."
TOO_MANY_DIGITS = "An integer of the document has more digits than are read."

_MESSAGES: Mapping[str, str] = {DATA_CORRUPTED: MESSAGE, INTERNAL: "Something went wrong here. It has been logged."}

log = structlog.get_logger("croupier.graphql")


def coded(problem: Problem) -> GraphQLError:
    """Return a problem as an error, for a field whose type has no room for it."""
    return GraphQLError(problem.message, extensions={"code": problem.code})


class CodedErrors(MaskErrors):
    """Give every error of an answer a code, and hide the details of bugs."""

    def anonymise_error(self, error: GraphQLError) -> GraphQLError:
        """Return the error as the client may see it; an error with a code stays as it is."""
        return with_code(error, self.execution_context.schema._schema)


def with_code(error: GraphQLError, schema: GraphQLSchema) -> GraphQLError:
    """Return an error as a client may see it; an error with a code stays as it is."""
    if "code" in (error.extensions or {}):
        return error
    if (reason := _why_unreadable(error)) is not None:
        extensions = {"code": BAD_REQUEST}
        return GraphQLError(reason, source=error.source, positions=error.positions, extensions=extensions)
    code = _code_of(error)
    if code == INTERNAL:
        log.error("bug", path=error.path, exc_info=error.original_error)
    elif code == STORE_UNAVAILABLE:
        log.warning("the store does not answer", reason=str(error.original_error))
    return GraphQLError(
        message=_message_of(code, error, schema),
        nodes=error.nodes,
        source=error.source,
        positions=error.positions,
        path=error.path,
        extensions={"code": code, **_retry_hint(error.original_error)},
    )


def _message_of(code: str, error: GraphQLError, schema: GraphQLSchema) -> str:
    if code == BAD_REQUEST:
        return explain(error, schema)
    cause = error.original_error
    return cause.told if isinstance(cause, StoreUnavailable) else _MESSAGES.get(code, error.message)


def _why_unreadable(error: GraphQLError) -> str | None:
    """Return the reason why a document is too large to read; None if it is not."""
    # Python parses integers of a few thousand digits at most, since the time grows with the square of their length.
    if isinstance(error.original_error, ValueError) and any(isinstance(n, IntValueNode) for n in error.nodes or ()):
        return TOO_MANY_DIGITS
    return TOO_MANY_TOKENS if has_too_many_tokens(error) else None


def has_too_many_tokens(error: GraphQLError) -> bool:
    """Tell whether an error means that a document has too many tokens; the parser reports it as a syntax error."""
    return isinstance(error, GraphQLSyntaxError) and "more than" in error.message and "tokens" in error.message


def _retry_hint(cause: Exception | None) -> dict[str, object]:
    return {"retryAfterMillis": 1000 * cause.seconds} if isinstance(cause, RateLimited) else {}


def _code_of(error: GraphQLError) -> str:
    cause = error.original_error
    if cause is None or isinstance(cause, GraphQLError | CannotGetOperationTypeError | MissingQueryError):
        return BAD_REQUEST
    if isinstance(cause, RateLimited):
        return RATE_LIMITED
    if isinstance(cause, RefusedRequest):
        return cause.code
    if isinstance(cause, DataCorrupted):
        return DATA_CORRUPTED
    return STORE_UNAVAILABLE if isinstance(cause, StoreUnavailable) else INTERNAL
