"""Root resolvers whose outcomes can be replayed, so that graphql-core builds its answer without a second call."""

from collections.abc import AsyncGenerator, AsyncIterator, Callable
from contextlib import aclosing
from typing import Any

import msgspec
from graphql import GraphQLObjectType, GraphQLResolveInfo, GraphQLSchema

Resolve = Callable[..., Any]


class Resolved(msgspec.Struct, frozen=True):
    """The value or the error of a root resolver, and whether it had to be awaited."""

    value: Any = None
    error: Exception | None = None
    was_awaited: bool = False

    def replay(self) -> Any:  # noqa: ANN401  what a resolver returns
        """Return the value or raise the error as the resolver did."""
        return self._later() if self.was_awaited else self._now()

    def _now(self) -> Any:  # noqa: ANN401
        if self.error is not None:
            raise self.error
        return self.value

    async def _later(self) -> Any:  # noqa: ANN401
        return self._now()


class Replay(dict[str | int, Resolved]):
    """A root value with the outcomes of the root fields, by response name."""


def make_replayable(schema: GraphQLSchema) -> None:
    """Wrap the schema's root resolvers, so that they return the outcomes of a root value that is a `Replay`."""
    for root in (schema.query_type, schema.mutation_type, schema.subscription_type):
        if root is not None:
            _wrap_fields(root)


def _wrap_fields(root: GraphQLObjectType) -> None:
    for field in root.fields.values():
        if field.subscribe is not None:
            field.subscribe = _replayable(field.subscribe)
        elif field.resolve is not None:
            field.resolve = _replayable(field.resolve)


def _replayable(resolve: Resolve) -> Resolve:
    if getattr(resolve, "is_replayable", False):
        return resolve

    def resolve_or_replay(source: object, info: GraphQLResolveInfo[Any], **arguments: object) -> Any:  # noqa: ANN401
        if isinstance(source, Replay):
            return source[info.path.key].replay()
        return resolve(source, info, **arguments)

    resolve_or_replay.is_replayable = True  # type: ignore[attr-defined]
    return resolve_or_replay


async def resume(events: AsyncGenerator[Any, None], outcome: Resolved) -> AsyncIterator[Any]:
    """Replay the last event or error of a source, then yield its remaining events."""
    async with aclosing(events):
        yield outcome.replay()
        async for event in events:
            yield event
