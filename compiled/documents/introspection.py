"""A cache of answers to introspection. A document always has the same answer, which takes 20 ms to build."""

from collections.abc import Iterator

import msgspec
from graphql import DocumentNode, get_operation_ast
from graphql import ExecutionResult as CoreResult
from strawberry.extensions import SchemaExtension
from strawberry.types import ExecutionContext, ExecutionResult

from compiled.cache import LRUCache
from compiled.documents.limits import root_fields

# Every tool sends one document, and there are few tools.
MAX_KEPT = 16
MAX_KEPT_BYTES = 2_000_000
MAX_VARIABLES_BYTES = 1000

# The text of a document, the name of the operation to execute, and the variables as JSON.
AnswerKey = tuple[str, str | None, bytes]
# The latest answers, as JSON.
Answers = LRUCache[AnswerKey, bytes]


class KeptIntrospection(SchemaExtension):
    """Answer an operation from the cache if it selects nothing but the schema."""

    def __init__(self, answers: Answers) -> None:
        super().__init__()
        self._answers = answers

    def on_execute(self) -> Iterator[None]:
        """Look the answer up before the operation is executed, or keep it afterwards."""
        context = self.execution_context
        key = _key_of(context)
        if key is None:
            yield
            return
        answer = self._answers.find(key)
        if answer is not None:
            context.result = ExecutionResult(data=msgspec.Raw(answer), errors=None)  # type: ignore[arg-type]
        yield
        result = context.result
        if answer is None and isinstance(result, CoreResult) and not result.errors:
            made = msgspec.json.encode(result.data)
            self._answers.add(key, made, len(made))


def _key_of(context: ExecutionContext) -> AnswerKey | None:
    """Return the cache key of an answer; None if the answer depends on more than the document and small variables."""
    name = context._provided_operation_name
    document = context.graphql_document
    if context.query is None or document is None or not is_introspection(document, name):
        return None
    variables = msgspec.json.encode(context.variables or {})
    return (context.query, name, variables) if len(variables) <= MAX_VARIABLES_BYTES else None


def is_introspection(document: DocumentNode, name: str | None) -> bool:
    """Tell whether an operation selects nothing but the schema."""
    operation = get_operation_ast(document, name)
    if operation is None:
        return False
    names = {field.name.value for field in root_fields(document, operation)}
    return bool(names) and names <= {"__schema", "__type", "__typename"}
