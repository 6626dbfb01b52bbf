"""The exceptions by which a plan leaves an operation or a value to graphql-core."""

from typing import Any, Never


class Unsupported(Exception):
    """The operation uses a feature that plans do not support."""


class NeedsFallback(Exception):
    """A value violates an assumption of its plan."""


def fall_back() -> Never:
    """Raise `NeedsFallback`, where only an expression can stand."""
    raise NeedsFallback


def plain(value: Any) -> Any:  # noqa: ANN401
    """Return the value. Raises `NeedsFallback` for null, errors and awaitables, which graphql-core handles."""
    if value is None or isinstance(value, Exception) or hasattr(value, "__await__"):
        raise NeedsFallback
    return value
