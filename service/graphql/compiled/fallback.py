"""Why graphql-core is to do it."""

from typing import Any, Never


class Unsupported(Exception):
    """The operation has something that plans do not do."""


class NeedsFallback(Exception):
    """A value is not what a plan takes for granted."""


def odd() -> Never:
    """Raise `Odd`: what the plan's functions call where a value is not as expected."""
    raise NeedsFallback


def plain(value: Any) -> Any:  # noqa: ANN401
    """Return a value. Raises `Odd` for what graphql-core treats in its own way: null, errors, what can be awaited."""
    if value is None or isinstance(value, Exception) or hasattr(value, "__await__"):
        raise NeedsFallback
    return value
