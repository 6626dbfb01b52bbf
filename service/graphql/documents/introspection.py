"""The answers to introspection are kept: of one document they are always the same, and each takes 20 ms to make."""

from collections import OrderedDict
from collections.abc import Iterator

import msgspec
from graphql import DocumentNode, get_operation_ast
from graphql import ExecutionResult as CoreResult
from strawberry.extensions import SchemaExtension
from strawberry.types import ExecutionContext, ExecutionResult

from service.graphql.documents.limits import root_fields

# A tool asks with one document, and few tools ask.
MAX_KEPT = 16
MAX_KEPT_BYTES = 2_000_000
MAX_VARIABLES_BYTES = 1000

# The text of a document, the operation that is meant, and the variables as JSON.
Key = tuple[str, str | None, bytes]


class Answers:
    """The answers that were given lately, as JSON, bounded in number and in bytes."""

    def __init__(self, most: int = MAX_KEPT, most_bytes: int = MAX_KEPT_BYTES) -> None:
        self._most, self._most_bytes = most, most_bytes
        self._kept: OrderedDict[Key, bytes] = OrderedDict()
        self.bytes = 0

    def __len__(self) -> int:
        return len(self._kept)

    def find(self, key: Key) -> bytes | None:
        """Return the answer to a question, if it is known."""
        if key in self._kept:
            self._kept.move_to_end(key)
        return self._kept.get(key)

    def add(self, key: Key, answer: bytes) -> None:
        """Keep an answer, in place of those that nobody has asked for longest."""
        self.bytes += len(answer) - len(self._kept.pop(key, b""))
        self._kept[key] = answer
        while len(self._kept) > self._most or self.bytes > self._most_bytes:
            self.bytes -= len(self._kept.popitem(last=False)[1])


class KeptIntrospection(SchemaExtension):
    """Answer an operation that asks for nothing but the schema as it was answered before."""

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
            self._answers.add(key, msgspec.json.encode(result.data))


def _key_of(context: ExecutionContext) -> Key | None:
    """Return what the answer depends on; None if that is more than the document and small variables."""
    name, document = context._provided_operation_name, context.graphql_document
    if context.query is None or document is None or not is_introspection(document, name):
        return None
    variables = msgspec.json.encode(context.variables or {})
    return (context.query, name, variables) if len(variables) <= MAX_VARIABLES_BYTES else None


def is_introspection(document: DocumentNode, name: str | None) -> bool:
    """Tell whether an operation asks for nothing but the schema."""
    operation = get_operation_ast(document, name)
    if operation is None:
        return False
    names = {field.name.value for field in root_fields(document, operation)}
    return bool(names) and names <= {"__schema", "__type", "__typename"}
